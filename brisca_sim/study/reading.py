"""From a study file to a checked study; every fault is one line that says where it is."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from brisca_sim.errors import BriscaError, listed, shown, suggest
from brisca_sim.study.model import Part, Study, Sweep, Wanted, Words

FILE: Final = "study.toml"
_MODELS: Final[tuple[type[BaseModel], ...]] = (Words, Wanted, Sweep, Part, Study)
_MOST_BYTES: Final = 1_000_000


class StudyError(BriscaError):
    """A study that cannot be read, or whose texts do not fit what was played."""


@dataclass(frozen=True)
class Opened:
    """A study and where it comes from.

    Attributes
    ----------
    path : Path
        The study file.
    study : Study
    """

    path: Path
    study: Study

    @property
    def folder(self) -> Path:
        """Where strategies and rules that are given by a path are looked for."""
        return self.path.parent

    @property
    def place(self) -> str:
        """What messages call it."""
        return shown_path(self.path)


def shown_path(path: Path) -> str:
    """A path for a message: as it was given, with what is odd in it escaped."""
    return shown(str(path), 200)[1:-1]


def found(texts: Sequence[str]) -> list[Path]:
    """The study files that are named: files, folders with a ``study.toml``, or folders of such.

    Raises
    ------
    StudyError
        If there is none at one of the places.
    """
    return [path for text in texts for path in _found(Path(os.path.expanduser(text)))]


def _found(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    files = [path / FILE] if (path / FILE).exists() else sorted(path.glob(f"*/{FILE}"))
    if not files:
        raise StudyError(f"{shown_path(path)} holds no {FILE}: name a study file or its folder")
    yield from files


def opened(path: Path) -> Opened:
    """Read a study.

    Raises
    ------
    StudyError
        In one line: the file, where in it, what belongs there.
    """
    place = shown_path(path)
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no possible path"
        raise StudyError(f"{place} cannot be read: {why}; name a study file") from None
    if len(data) > _MOST_BYTES:
        raise StudyError(f"{place} is too big for a study file")
    try:
        content = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        why = " ".join(str(error).split()) or "nested too deeply"
        raise StudyError(f"{place} is no TOML: {why}") from None
    return Opened(path, checked(Study, content, place, ""))


def checked(model: type[Any], content: object, place: str, prefix: str) -> Any:
    """Make a model of what a file says.

    Raises
    ------
    StudyError
        The first fault, in one line.
    """
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise StudyError(f"{place}: {_worded(error, prefix)}") from None


def _worded(error: ValidationError, prefix: str) -> str:
    """The first fault in words."""
    faults = error.errors(include_url=False)
    # A key that is not known tells more than one that is then missing.
    fault = next((each for each in faults if each["type"] == "extra_forbidden"), faults[0])
    where = [prefix] if prefix else []
    for step in fault["loc"]:
        if isinstance(step, int) and where:
            where[-1] += f"[{step}]"
        elif step != "[key]":
            where.append(str(step))
    return f"{'.'.join(where)}{_fault(fault)}".removeprefix(".")


def _fault(fault: Any) -> str:
    kind, value = fault["type"], fault["input"]
    key = next((str(step) for step in reversed(fault["loc"]) if isinstance(step, str)), "")
    if kind == "extra_forbidden":
        known = _keys_beside(fault["loc"])
        return f": there is no such key: it is {listed(known)}{suggest(key, known)}"
    if kind == "missing":
        return f" is missing: it takes {_takes(key)}"
    if kind == "value_error":
        # Our own words, which begin with the key.
        return f".{fault['ctx']['error']}"
    if "[key]" in fault["loc"]:
        return ": a part is named in small letters, digits and _, as with_signs"
    hint = suggest(value, fault["ctx"]["expected"].replace("'", "").replace(" or", ",").split(", ")) \
        if kind == "literal_error" and isinstance(value, str) else ""  # fmt: skip
    return f" takes {_takes(key)}, not {shown(value)}{hint}"


def _keys_beside(loc: Sequence[int | str]) -> list[str]:
    """The keys that are known where an unknown one was found."""
    above = [step for step in loc[:-1] if isinstance(step, str)]
    if not above:
        model: type[BaseModel] = Study
    elif above[-1] in ("figures", "tables"):
        model = Wanted
    elif above[-1] == "sweep":
        model = Sweep
    elif above[0] == "parts" and len(above) == 2:
        model = Part
    else:
        model = Words
    return list(model.model_fields)


def _takes(key: str) -> str:
    for model in _MODELS:
        field = model.model_fields.get(key)
        if field is not None and field.description:
            return field.description
    texts = ("label", "caption", "title", "question", "answer")
    return "a text, or a table of texts with en, es and ca" if key in texts else "something else"
