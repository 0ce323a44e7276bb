"""From the kernel into plain Python and back, for strategies that are not compiled.

Compiled code holds no lock of the interpreter, so that the way in takes it and the way out gives it
back.  An exception stays set in its thread, and numba's calling convention carries the news of it
through the kernel to whoever called that: it arrives whole, with its traceback.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from brisca_sim.kernel.jit import DISABLED, INT, POINTER
from brisca_sim.kernel.layout import OBS_WORDS

_WORDS = ctypes.c_int64 * OBS_WORDS
_kept: list[Any] = []  # compiled code knows Python objects by their address: they must not go away


@intrinsic
def _enter(_typing: Any, function: Any, obs: Any) -> Any:
    """Call the Python object at an address with the address of the observation."""

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        python = context.get_python_api(builder)
        lock = python.gil_ensure()
        where = python.long_from_longlong(builder.ptrtoint(args[1], ir.IntType(64)))
        called = builder.inttoptr(args[0], python.pyobj)
        given = python.call_function_objargs(called, (where,))
        python.decref(where)
        with cgutils.if_unlikely(builder, cgutils.is_null(builder, given)):
            python.gil_release(lock)
            context.call_conv.return_exc(builder)
        answer = python.long_as_longlong(given)
        python.decref(given)
        python.gil_release(lock)
        return answer

    return INT(function, obs), codegen


def entered(function: Callable[[Any], int]) -> Any:
    """A decision for the kernel that asks a Python function.

    Parameters
    ----------
    function : callable
        Gets the observation, int64[OBS_WORDS], which lies in the kernel's own memory and is gone
        after the call; returns an int that fits 64 bits.  What it raises reaches the caller of the
        kernel.

    Returns
    -------
    compiled function
        For `brisca_sim.kernel.jit.address_of`.
    """
    if DISABLED:
        return function

    def called(address: int) -> int:
        words: Any = _WORDS.from_address(address)
        return function(np.frombuffer(words, dtype=np.int64))

    _kept.append(called)
    number = id(called)

    def decide(obs):
        return _enter(number, obs)

    return numba.njit((POINTER,), nogil=True)(decide)
