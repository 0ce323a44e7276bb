"""What a script declares at its top level, read from its text without running it.

`brisca_sim.vocabulary.parameters` holds the functions that are read here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

SIGHT_WORDS = {"own": "", "partner": "its partner's hand", "all": "all hands"}
"""What a strategy sees beyond its own hand, by what ``about(sees=...)`` says."""

_PARAMETER = ("default", "low", "high", "meaning")
_CHOICE = ("default", "choices", "meaning")
_ABOUT = ("tables", "speed", "sees")


@dataclass(frozen=True)
class Declared:
    """A parameter as its script declares it.

    Attributes
    ----------
    name : str
        As on the command line.
    default, low, high : number or str
        The source text of what is no constant; `low` and `high` are None for a choice.
    meaning : str
    whole : bool
        Takes whole numbers only.
    choices : tuple of str
        The words of a choice, else empty.
    """

    name: str
    default: Any
    low: Any
    high: Any
    meaning: str
    whole: bool = False
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """Its range, or its words: ``0 to 40`` or ``never, eager, late``."""
        if self.low is None:
            return ", ".join(self.choices)
        return f"{self.low} to {self.high}" + (", whole" if self.whole else "")

    def to_dict(self) -> dict[str, Any]:
        """The declaration in JSON types."""
        limits = (
            {"choices": list(self.choices)}
            if self.low is None
            else {"low": self.low, "high": self.high, "whole": self.whole}
        )
        return {"name": self.name, "default": self.default, **limits, "meaning": self.meaning}


@dataclass(frozen=True)
class Claims:
    """What a script declares with ``ABOUT = about(...)``; `speed` is empty when it does not say."""

    tables: str = "all"
    speed: str = ""
    sees: str = "own"

    @property
    def cheating(self) -> str:
        """What it sees that no honest player sees, as ``sees all hands``; empty if nothing."""
        return sight(self.sees)


def sight(sees: str) -> str:
    """What a strategy that cheats sees, as ``sees all hands``; empty for an honest one."""
    words = SIGHT_WORDS.get(sees, "")
    return f"sees {words}" if words else ""


def parameters_of(tree: ast.Module) -> tuple[Declared, ...]:
    """The parameters of a script, in its order."""
    found = []
    for name, called, call in _calls(tree):
        if called == "parameter":
            given = _arguments(call, (*_PARAMETER, "whole"))
            default, low, high, meaning = (given.get(key, "?") for key in _PARAMETER)
            whole = given.get("whole") is True
            found.append(Declared(name.lower(), default, low, high, str(meaning), whole))
        elif called == "choice":
            given = _arguments(call, _CHOICE)
            default, choices, meaning = (given.get(key, "?") for key in _CHOICE)
            words = choices if isinstance(choices, tuple | list) else (choices,)
            texts = tuple(map(str, words))
            found.append(Declared(name.lower(), default, None, None, str(meaning), True, texts))
    return tuple(found)


def about_of(tree: ast.Module) -> Claims:
    """What a script declares of itself.

    Raises
    ------
    ValueError
        If what it declares is not written out as texts: a reader has to see whether it cheats.
    """
    for name, called, call in _calls(tree):
        if name == "ABOUT" and called in ("about", "About"):
            given = _arguments(call, _ABOUT)
            plain = all(isinstance(node, ast.Constant) for node in _values(call))
            if not plain or set(given) - set(_ABOUT) or len(given) != len(_values(call)):
                raise ValueError('ABOUT takes plain texts: about(tables="pairs", speed="fast")')
            return Claims(**{key: str(value) for key, value in given.items()})
    return Claims()


def _calls(tree: ast.Module) -> Iterator[tuple[str, str, ast.Call]]:
    """Assignments of a call at the top level: variable, function, call."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target: ast.expr = node.targets[0]
        elif isinstance(node, ast.AnnAssign):
            target = node.target
        else:
            continue
        call = node.value
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and isinstance(target, ast.Name)
        ):
            yield target.id, call.func.id, call


def _values(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _arguments(call: ast.Call, names: tuple[str, ...]) -> dict[str, Any]:
    """Arguments by name: constants as they are, anything else as its source text."""
    given = dict(zip(names, map(_constant, call.args), strict=False))
    for keyword in call.keywords:
        given[keyword.arg or "**"] = _constant(keyword.value)
    return given


def _constant(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return ast.unparse(node)
