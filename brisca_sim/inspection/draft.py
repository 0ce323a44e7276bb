"""A new script, ready to be played and changed."""

from __future__ import annotations

import keyword
import os
from pathlib import Path

from brisca_sim.catalogue import scripts
from brisca_sim.errors import StrategyError, shown

_TEMPLATE = Path(__file__).resolve().parent.parent / "templates" / "strategy.py.txt"


def template() -> str:
    """Text of the script that `write_draft` writes."""
    return _TEMPLATE.read_text(encoding="utf-8")


def draft_path(name: str) -> Path:
    """Path of a new script from a plain name or a path that ends in ``.py``.

    Raises
    ------
    StrategyError
        If it is neither, if the catalogue or Python uses the name, or if the folder does not exist.
    """
    path = Path(os.path.expanduser(name))
    if path.suffix == "" and len(path.parts) == 1:
        path = path.with_name(path.name + ".py")
    if path.suffix != ".py" or "\0" in name:
        raise StrategyError(
            f"{shown(name)}: give a plain name, as mine, or a path that ends in .py"
        )
    if not path.stem.isidentifier() or keyword.iskeyword(path.stem):
        raise StrategyError(
            f"{shown(path.stem)} does not do as a name: take letters, digits and _, as my_first"
        )
    if path.stem in scripts():
        raise StrategyError(f"the catalogue has a strategy named {path.stem}; take another name")
    if not os.path.isdir(path.parent):
        raise StrategyError(f"there is no folder {path.parent}; make it first")
    return path


def write_draft(name: str) -> Path:
    """Write a commented script that plays; returns where.

    Parameters
    ----------
    name : str
        A plain name (written into the current folder) or a path that ends in ``.py``.

    Raises
    ------
    StrategyError
        As for `draft_path`, or if the file exists already or cannot be written.
    """
    path = draft_path(name)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(template())
    except FileExistsError:
        raise StrategyError(f"{path} exists already; take another name or remove it") from None
    except OSError as error:
        raise StrategyError(f"cannot write {path}: {error.strerror}") from None
    return path
