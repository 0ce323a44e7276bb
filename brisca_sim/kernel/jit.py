"""The door to numba: how functions are compiled.  `pointers`, `stored` and `starting` lie behind it.

Kernels take pointers to int64 instead of arrays.  An array argument is a struct of seven words with
a reference count, and passing it to a strategy costs more than the strategy itself: blind play ran
at half the speed (`benchmarks/README.md`).  The caller owns every buffer, so no pointer outlives it.

With ``NUMBA_DISABLE_JIT=1`` everything here is plain Python over arrays (for coverage and debuggers).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core import event

from brisca_sim.kernel.pointers import (
    ARRAY,
    DISABLED,
    INT,
    POINTER,
    address,
    address_of,
    call,
    offset,
    pointer,
    return_type,
    scratch,
    uncompiled,
)
from brisca_sim.kernel.stored import cache_folder

__all__ = [
    "ARRAY", "DISABLED", "INT", "POINTER", "address", "address_of", "call", "decision", "entry", "inlined",
    "jit", "offset", "pointer", "return_type", "scratch", "script", "shared", "uncompiled",
]  # fmt: skip

# Said of every function, or it would be copied into its callers when one of those is that is compiled
# at the time: numba hands the option down, and code and speed would hang on who comes first.
_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "forceinline": False,
}
_COPIED: dict[str, Any] = {**_OPTIONS, "forceinline": True}
_LITTLE = type(numba.config.OPT)(2)


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function that is only called from other compiled ones (no entry of its own)."""
    return numba.njit(**_OPTIONS)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Like `jit`, but copied into its caller: for what every card played runs through.

    A call passes eight pointers and checks a status; left to itself the compiler keeps the calls, and
    blind play takes a sixth longer.
    """
    return numba.njit(**_COPIED)(function)


def shared(function: Callable[..., Any], *, copied: bool = False) -> Any:
    """Like `jit`, but kept in the cache: for the vocabulary, which every script compiles against.

    With `copied` like `inlined`.
    """
    return _decorate(function, None, cache_folder("words"), copied=copied)


def entry(*signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a kernel that Python calls, at once and for one signature; cached between runs."""

    def decorate(function: Callable[..., Any]) -> Any:
        # The kernel knows nothing of the words of strategies: it need not wait for them to stay.
        inside = function.__module__.startswith("brisca_sim.kernel.")
        folder = cache_folder("kernel" if inside else "words")
        return _decorate(function, INT(*signature), folder)

    return decorate


def decision(function: Callable[..., Any], key: str) -> Any:
    """Compile a strategy's ``decide(obs)``; `key` (a hash of its source) names its cache folder.

    The type it returns is left to the compiler, for `return_type` to look at: numba would silently
    cut a float down to the whole number that a signature asks for.
    """
    return _decorate(function, (POINTER,), cache_folder(key))


def script(function: Callable[..., Any]) -> Any:
    """Compile a function of a script on first use, from inside `decision`."""
    return numba.njit(**_OPTIONS)(function)


def _decorate(
    function: Callable[..., Any],
    signature: Any,
    folder: Path | None,
    *,
    copied: bool = False,
) -> Any:
    """Apply njit, with the cache in `folder` (None: not cached)."""
    options: dict[str, Any] = dict(
        _COPIED if copied else _OPTIONS, cache=folder is not None and not DISABLED
    )
    # numba reads the folder only while decorating; putting it back leaves the caches of other
    # numba code in this process where they were.
    before = numba.config.CACHE_DIR
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
    try:
        if signature is None:
            return numba.njit(**options)(function)
        with _optimized_once():
            return numba.njit(signature, **options)(function)
    finally:
        numba.config.CACHE_DIR = before


@contextlib.contextmanager
def _optimized_once() -> Iterator[None]:
    """Optimize fully only the outermost function that is being compiled.

    numba optimizes every function with all that it calls linked in, and so does the same work again
    at every level of calls; what counts is the last time.
    """
    before, depth = numba.config.OPT, 0

    class Levels(event.Listener):
        def on_start(self, _event: Any) -> None:
            nonlocal depth
            depth += 1
            numba.config.OPT = before if depth == 1 else _LITTLE

        def on_end(self, _event: Any) -> None:
            nonlocal depth
            depth -= 1
            numba.config.OPT = before if depth <= 1 else _LITTLE

    listener = Levels()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
        numba.config.OPT = before
