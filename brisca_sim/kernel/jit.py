"""The door to numba: how functions are compiled and where the result is kept; `pointers` lies behind it.

Kernels take pointers to int64 instead of arrays.  An array argument is a struct of seven words with
a reference count, and passing it to a strategy costs more than the strategy itself: blind play ran
at half the speed (`benchmarks/README.md`).  The caller owns every buffer, so no pointer outlives it.

With ``NUMBA_DISABLE_JIT=1`` everything here is plain Python over arrays (for coverage and debuggers).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
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

__all__ = [
    "ARRAY", "DISABLED", "INT", "NOTES", "PACKAGE", "POINTER", "address", "address_of", "announcing",
    "cache_folder", "cache_root", "call", "decision", "entry", "inlined", "jit", "offset", "pointer",
    "return_type", "scratch", "script", "shared", "source_key", "started_lean", "uncompiled",
]  # fmt: skip

PACKAGE = Path(__file__).resolve().parent.parent
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
NOTES: list[str] = []  # what a user should be told, for the command line to print


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


@cache
def source_key(*, words: bool = True) -> str:
    """Hash of every source that compiled code depends on: the kernel's, and that of the `words`.

    numba looks only at the file of the function itself, not at what that file imports, so without
    this key an edited vocabulary would leave stale machine code behind.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    folders = ("kernel", "vocabulary") if words else ("kernel",)
    sources = [path for folder in folders for path in sorted((PACKAGE / folder).glob("*.py"))]
    for path in [PACKAGE / "cards.py", *sources]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Folder of all compiled code: ``BRISCA_SIM_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("BRISCA_SIM_CACHE")
    if chosen:
        return Path(chosen)
    return Path(platformdirs.user_cache_dir("brisca-sim"))


@cache
def cache_folder(key: str) -> Path | None:
    """Folder of the code compiled from today's sources, or None when it cannot be written."""
    folder = cache_root() / source_key(words=key != "kernel") / key
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        note = f"compiled code is not kept: cannot write {cache_root()} ({error.strerror})"
        if note not in NOTES:
            NOTES.append(note)
        return None
    return folder


@contextlib.contextmanager
def started_lean() -> Iterator[None]:
    """Let numba start without SciPy's linear algebra, which it would import to offer it to scripts.

    No hand of cards needs it, and it takes a fifth of the start.  For processes of our own only: numba
    goes without it until the process ends.
    """
    name = "scipy.linalg"
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment] # whoever imports it is told that it is not there
    try:
        yield
    finally:
        del sys.modules[name]


@contextlib.contextmanager
def announcing(say: Callable[[str], None]) -> Iterator[None]:
    """Call `say` once when something has to be compiled, so that a first run explains its silence.

    After an installation another process then compiles the catalogue at the same time, so that the
    strategies that somebody tries next are there at once.
    """

    class Listener(event.Listener):
        done = False

        def on_start(self, what: Any) -> None:
            # The way into plain Python is built anew in every run, at once.
            entering = what.data["dispatcher"].py_func.__module__ == "brisca_sim.kernel.callback"
            if not self.done and not entering:
                self.done = True
                _compile_catalogue_meanwhile()
                say("compiling for this machine (once after an installation or a change)")

        def on_end(self, _event: Any) -> None:
            pass

    listener = Listener()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


def _compile_catalogue_meanwhile() -> None:
    """Start `brisca_sim.warm` in a process of its own, unless it has run for these sources.

    ``BRISCA_SIM_ALONE=1`` keeps it from starting.
    """
    mark = cache_folder("catalogue")
    if os.environ.get("BRISCA_SIM_ALONE") or mark is None or any(mark.iterdir()):
        return
    (mark / "started").touch()
    command = [sys.executable, "-P", "-m", "brisca_sim.warm"]
    path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]))
    with contextlib.suppress(OSError):
        subprocess.Popen(  # noqa: S603 - this interpreter, this package
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": path},
        )
