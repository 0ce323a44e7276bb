"""The scripts of strategies as files: where they are, and what they say of themselves.

Nothing here compiles or runs a script, so that listing the catalogue is quick.
"""

from __future__ import annotations

import ast
import os
import re
from dataclasses import dataclass
from pathlib import Path

from brisca_sim.declared import Claims, Declared, parameters_of
from brisca_sim.errors import StrategyError, shown, suggest
from brisca_sim.script_form import claims_of, parse

_PACKAGE = Path(__file__).resolve().parent
_MOST_BYTES = 1_000_000
_SPEC = re.compile(r"(?P<where>.+?)(?::(?P<values>[A-Za-z_]\w*\s*=.*))?", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """What a script says of itself.

    Attributes
    ----------
    name : str
    doc : str
        Its docstring.
    declared : tuple of Declared
        Its parameters, in the order of the script.
    about : Claims
        Where it is worth playing, how fast it is, what it sees.
    """

    name: str
    doc: str
    declared: tuple[Declared, ...]
    about: Claims

    @property
    def parameters(self) -> tuple[tuple[str, str, str], ...]:
        """Name, default and meaning of each parameter, as texts."""
        return tuple(
            (each.name, str(each.default), f"{each.meaning} ({each.allowed})")
            for each in self.declared
        )

    @property
    def summary(self) -> str:
        """First sentence of the docstring."""
        return first_sentence(self.doc)


def first_sentence(doc: str) -> str:
    """First sentence of a docstring, on one line."""
    first = " ".join(doc.split("\n\n", maxsplit=1)[0].split())
    head, dot, _ = first.partition(". ")
    return head + dot.strip()


def catalogue_folder() -> Path:
    """Folder of the catalogue: inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / "catalogue"
    return inside if inside.is_dir() else _PACKAGE.parent / "strategies"


def scripts() -> dict[str, Path]:
    """Scripts of the catalogue by name, in alphabetical order."""
    return {path.stem: path for path in sorted(catalogue_folder().glob("*.py"))}


def split_spec(spec: str | Path) -> tuple[str, str]:
    """Take ``ahorradora:theta=10`` apart: name or path, and the values, empty if there are none.

    Raises
    ------
    StrategyError
        If there is neither name nor path.
    """
    found = _SPEC.fullmatch(str(spec))
    if found is None:
        raise StrategyError("a strategy needs a name or a path; see 'brisca-sim strategies list'")
    return found["where"], found["values"] or ""


def locate(where: str) -> Path:
    """Path of a script from a name of the catalogue or a path.

    Raises
    ------
    StrategyError
        If there is no such script.
    """
    known = scripts()
    if where in known:
        return known[where]
    path = Path(os.path.expanduser(where))
    if path.suffix != ".py" and len(path.parts) == 1 and not path.exists():
        raise StrategyError(
            f"no strategy {shown(where)}{suggest(where, known)}; "
            "'brisca-sim strategies list' shows them, a script of your own is given by its path"
        )
    try:
        path = path.resolve()
        if path.is_dir():
            raise StrategyError(f"{where} is a folder, not the script of a strategy")
        if not path.is_file():
            raise StrategyError(f"no file {where}; give the path of a strategy's script (.py)")
    except (OSError, ValueError, RuntimeError) as error:
        raise StrategyError(f"{shown(where)} is not a usable path: {error}") from None
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise StrategyError(f"{where}: a strategy's file is named like a Python name, as mine.py")
    return path


def read(path: Path) -> str:
    """Source of a script, line ends taken as ``\\n``."""
    try:
        raw = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else None
    except OSError as error:
        raise StrategyError(f"cannot read {path}: {error.strerror}") from None
    if raw is None:
        raise StrategyError(f"{path} is larger than 1 MB: that is no strategy's script")
    try:
        return raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise StrategyError(f"{path} is not UTF-8 text: that is no strategy's script") from None


def describe(path: Path) -> Entry:
    """What a script says of itself, read from its text.

    Raises
    ------
    StrategyError
        If it does not have the form of a strategy.
    """
    tree = parse(path, read(path))
    doc = (ast.get_docstring(tree) or "").strip()
    return Entry(path.stem, doc, parameters_of(tree), claims_of(path, tree))


def honest_and_quick() -> list[str]:
    """The catalogue without those who see other hands and those who are slow."""
    claims = {name: describe(path).about for name, path in scripts().items()}
    return [name for name, about in claims.items() if not about.cheating and about.speed != "slow"]


def body(path: Path) -> str:
    """A script without its docstring."""
    source = read(path)
    docstring = parse(path, source).body[0]
    return "\n".join(source.split("\n")[docstring.end_lineno :]).strip()
