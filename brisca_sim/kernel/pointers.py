"""What compiled code does with addresses: pointers into arrays, words on the stack, calls.

Strategies are called by address through `call`, so that one compilation of the kernel serves all of
them.  The address is that of numba's own calling convention: an exception raised in a strategy
reaches the caller of the kernel instead of being printed and forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

DISABLED = bool(numba.config.DISABLE_JIT)
INT = types.int64
POINTER = types.CPointer(types.int64)
ARRAY = types.int64[::1]
_plain: dict[int, Callable[[Any], Any]] = {}


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


_object_code = attrgetter("library")
"""What a function has been compiled to, by the name that numba gives it."""


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
        context.add_linking_libs([_object_code(compiled)])
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
    return int(_object_code(compiled).get_pointer_to_function(compiled.fndesc.llvm_func_name))
