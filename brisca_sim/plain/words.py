"""The vocabulary uncompiled, for `obs` as an array: what scripts in plain Python import.

Every word is built again from its own source, and so is all that it calls, down to the kernel: the
same code over other globals.  Compiling the words for arrays would take each of them seconds.
"""

from __future__ import annotations

import dis
import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from brisca_sim import vocabulary
from brisca_sim.kernel import jit, pointers
from brisca_sim.plain import numbers

__all__: list[str] = []

_HOMES = ("brisca_sim.kernel.", "brisca_sim.vocabulary.")
_WRAPPING = ("brisca_sim.kernel.rng", "brisca_sim.kernel.cards")
_spaces: dict[str, dict[str, Any]] = {}
_built: dict[Any, Any] = {}


def _plain(value: Any) -> Any:
    """A function to be called uncompiled instead of a compiled one; other values as they are."""
    function = jit.uncompiled(value)
    if not isinstance(function, FunctionType):
        return value
    home = function.__module__
    if home in _WRAPPING and hasattr(numbers, function.__name__):
        return getattr(numbers, function.__name__)
    if home in (jit.__name__, pointers.__name__) or not home.startswith(_HOMES):
        return function
    if function not in _built:
        # Entered before the globals are filled: modules import one another's functions.
        built = FunctionType(
            function.__code__, _spaces.setdefault(home, {}), function.__name__,
            function.__defaults__, function.__closure__,
        )  # fmt: skip
        built.__kwdefaults__ = function.__kwdefaults__
        built.__module__ = __name__
        _built[function] = built
        _fill(home)
    return _built[function]


def _fill(home: str) -> None:
    """The globals of a module, all its functions uncompiled."""
    space = _spaces[home]
    if not space:
        space["__name__"] = home
        for name, value in vars(sys.modules[home]).items():
            space[name] = _plain(value)


def _stores(function: Any, seen: set[Any]) -> bool:
    """Whether a function, or one that it calls, writes into an array."""
    if not isinstance(function, FunctionType) or function in seen:
        return False
    seen.add(function)
    if any(step.opname == "STORE_SUBSCR" for step in dis.get_instructions(function)):
        return True
    return any(_stores(function.__globals__.get(n), seen) for n in function.__code__.co_names)


def _writing(word: Callable[..., Any]) -> Callable[..., Any]:
    """A word that writes: the player's view of his observation is read-only, its owner is not."""

    @functools.wraps(word)
    def writes(obs: Any, *rest: Any) -> Any:
        owner = obs.base
        # A row of a player's own table has an owner too, of another shape.
        whole = owner is not None and owner.shape == obs.shape
        return word(owner if whole else obs, *rest)

    return writes


def _export() -> None:
    """Make the words of the vocabulary the words of this module."""
    for name in vocabulary.__all__:
        word = _plain(getattr(vocabulary, name))
        globals()[name] = _writing(word) if _stores(word, set()) else word
        __all__.append(name)


_export()
