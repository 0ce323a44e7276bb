"""How a word is made: compiled, kept, and exported by its module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brisca_sim.kernel.jit import shared


def collector(exported: list[str], *, copied: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that compiles a word and adds its name to a module's ``__all__``.

    With `copied` words become a part of whatever uses them: for those that are asked at every card.
    """

    def word(function: Callable[..., Any]) -> Any:
        exported.append(function.__name__)
        return shared(function, copied=copied)

    return word
