"""Presets and rules files: what they set, and settings from the command line."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from brisca_sim.errors import RulesError, listed, shown, suggest
from brisca_sim.option_values import check, parse_text
from brisca_sim.options import Value, find_option

PRESETS: Final = ("tradicional", "vip", "briscacard")
_FOLDER: Final = Path(__file__).parent.with_name("presets")
_MOST_BYTES: Final = 1_000_000


def checked(options: Mapping[str, object]) -> dict[str, Value]:
    """Options by name with their values in the usual form."""
    return {name: check(find_option(name), value) for name, value in options.items()}


def parse_setting(text: str) -> tuple[str, Value]:
    """Read ``KEY=VALUE``."""
    key, equals, value = text.partition("=")
    if not equals:
        raise RulesError(f"setting {shown(text)}: write KEY=VALUE, such as swap=off")
    option = find_option(key.strip())
    return option.name, parse_text(option, value)


def preset_about(name: str) -> str:
    """Describe a preset in one line.

    Raises
    ------
    RulesError
        If there is no such preset.
    """
    return str(_read_table(_preset_path(name))["about"])


def preset_options(name: str) -> dict[str, object]:
    """Options that a preset sets."""
    return file_options(_preset_path(name))


def _preset_path(name: str) -> str:
    if name not in PRESETS:
        raise RulesError(
            f"there is no preset {shown(name)}: take {listed(PRESETS)}{suggest(name, PRESETS)}"
        )
    return str(_FOLDER / f"{name}.toml")


def file_options(path: str) -> dict[str, object]:
    """Options that a rules file sets, on top of those of the preset it starts from."""
    table = _read_table(path)
    where = f"rules file {shown(path, 200)}: "
    about, base = table.pop("about", ""), table.pop("preset", None)
    for key, value in (("about", about), ("preset", base or "")):
        if not isinstance(value, str):
            raise RulesError(f"{where}{key}: got {shown(value)}, takes a text")
    start: dict[str, object] = {}
    try:
        if base is not None:
            start = preset_options(str(base))
        return start | checked(table)
    except RulesError as error:
        raise RulesError(f"{where}{error}") from None


def _read_table(path: str) -> dict[str, object]:
    """Parse a TOML file; every way to fail is a RulesError that names the file."""
    where = f"rules file {shown(path, 200)}: "
    try:
        return tomllib.loads(_read_bytes(path).decode("utf-8-sig"))
    except FileNotFoundError:
        raise RulesError(
            f"rules {shown(path, 200)}: there is no such file, and the presets are"
            f" {listed(PRESETS, 'and')}{suggest(path, PRESETS)}"
        ) from None
    except OSError as error:
        raise RulesError(f"{where}cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RulesError(f"{where}byte {error.start} is not UTF-8: save it as UTF-8") from None
    except (ValueError, RecursionError) as error:
        # tomllib lets the interpreter's own limits on nesting and on digits through.
        why = " ".join(str(error).split())
        raise RulesError(f"{where}is not TOML: {why}") from None


def _read_bytes(path: str) -> bytes:
    if os.path.isdir(path):
        raise RulesError(f"rules {shown(path, 200)}: is a folder: name a TOML file in it")
    with open(path, "rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise RulesError(f"rules file {shown(path, 200)}: is larger than 1 MB, so no rules file")
    return data
