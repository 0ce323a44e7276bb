"""The only door to numba: how functions are compiled, where the result is kept, how they are called.

Kernels take pointers to int64 instead of arrays.  An array argument is a struct of seven words with
a reference count, and passing it to a strategy costs more than the strategy itself: blind play ran
at half the speed (`benchmarks/README.md`).  The caller owns every buffer, so no pointer outlives it.

Strategies are called by address through `call`, so that one compilation of the kernel serves all of
them.  The address is that of numba's own calling convention: an exception raised in a strategy
reaches the caller of the kernel instead of being printed and forgotten.

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
import numpy as np
import platformdirs
from llvmlite import ir
from numba import types
from numba.core import cgutils, event
from numba.extending import intrinsic

PACKAGE = Path(__file__).resolve().parent.parent
DISABLED = bool(numba.config.DISABLE_JIT)
INT = types.int64
POINTER = types.CPointer(types.int64)
ARRAY = types.int64[::1]
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_LITTLE = type(numba.config.OPT)(2)
NOTES: list[str] = []  # what a user should be told, for the command line to print
_plain: dict[int, Callable[[Any], Any]] = {}


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function that is only called from other compiled ones (no entry of its own)."""
    return numba.njit(**_OPTIONS)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Like `jit`, but copied into its caller: for what every card played runs through.

    A call passes eight pointers and checks a status; left to itself the compiler keeps the calls, and
    blind play takes a sixth longer.
    """
    return numba.njit(forceinline=True, **_OPTIONS)(function)


def shared(function: Callable[..., Any]) -> Any:
    """Like `jit`, but kept in the cache: for the vocabulary, which every script compiles against."""
    return _decorate(function, None, cache_folder("words"))


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
) -> Any:
    """Apply njit, with the cache in `folder` (None: not cached)."""
    options: dict[str, Any] = dict(_OPTIONS, cache=folder is not None and not DISABLED)
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


@intrinsic
def _pointer(_typing: Any, array: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return POINTER(array), codegen


@intrinsic
def _offset(_typing: Any, pointer: Any, words: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return POINTER(pointer, words), codegen


@intrinsic
def _call(_typing: Any, address: Any, obs: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        convention = context.call_conv
        kind = convention.get_function_type(INT, (POINTER,))
        function = builder.inttoptr(args[0], kind.as_pointer())
        status, answer = convention.call_function(builder, function, INT, (POINTER,), [args[1]])
        # A decision returns a number: what is not well is an error, never the code of None.
        with cgutils.if_unlikely(builder, builder.not_(status.is_ok)):
            convention.return_status_propagate(builder, status)
        return answer

    return INT(INT, POINTER), codegen


@intrinsic(prefer_literal=True)
def _scratch(_typing: Any, words: Any) -> Any:
    if not isinstance(words, types.IntegerLiteral):
        return None
    size = words.literal_value

    def codegen(_context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        return cgutils.alloca_once(builder, ir.IntType(64), size=size)

    return POINTER(words), codegen


@intrinsic
def _address(_typing: Any, decide: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        compiled = decide.dispatcher.overloads[(POINTER,)]
        context.add_linking_libs([compiled.library])
        function = context.declare_function(builder.module, compiled.fndesc)
        return builder.ptrtoint(function, ir.IntType(64))

    decide.dispatcher.compile((POINTER,))
    return INT(decide), codegen


def _same_array(array: Any) -> Any:
    """Plain Python needs no pointer: the array itself serves."""
    return array


def _array_behind(array: Any, words: int) -> Any:
    """The array from word `words` on."""
    return array[words:]


def _call_plain(address: int, obs: Any) -> Any:
    """Call the strategy that `_address_plain` registered."""
    return _plain[int(address)](obs)


def _new_words(words: int) -> Any:
    """New words, for as long as the caller's function lasts."""
    return np.zeros(words, dtype=np.int64)


def _address_plain(decide: Any) -> int:
    """Address of a decision that is not compiled."""
    _plain[id(decide)] = decide
    return id(decide)


_PLAIN_FORMS: dict[int, Any] = {
    id(_pointer): _same_array,
    id(_offset): _array_behind,
    id(_call): _call_plain,
    id(_scratch): _new_words,
    id(_address): _address_plain,
}

if DISABLED:
    pointer, offset, call, scratch, address = _PLAIN_FORMS.values()
else:
    pointer, offset, call, scratch, address = _pointer, _offset, _call, _scratch, _address


def uncompiled(thing: Any) -> Any:
    """What plain Python takes instead of something compiled; anything else as it is."""
    return _PLAIN_FORMS.get(id(thing)) or getattr(thing, "py_func", thing)


def return_type(decide: Any) -> str:
    """Name of the type that a compiled decision returns (plain Python: taken on trust)."""
    return "int64" if DISABLED else str(decide.overloads[(POINTER,)].signature.return_type)


def address_of(decide: Any) -> int:
    """Address of a compiled decision, to be called by `call`; keep `decide` alive meanwhile."""
    if DISABLED:
        return _address_plain(decide)
    compiled = decide.overloads[(POINTER,)]
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
