"""How a word is made: compiled, kept, and exported by its module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brisca_sim.kernel.jit import shared


def collector(exported: list[str]) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that compiles a word and adds its name to a module's ``__all__``."""

    def word(function: Callable[..., Any]) -> Any:
        exported.append(function.__name__)
        return shared(function)

    return word
