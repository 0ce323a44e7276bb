"""Counter-based random numbers: every stream is a function of (seed, deal, stream) alone.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014) with a start that is itself mixed from the three keys, so that neighbouring seeds and
deals share nothing.  States are kept as int64; the arithmetic is done in uint64, where wrapping round
is defined: numba tells the compiler that signed numbers never overflow, and with signed words the
optimizer once replaced a stream's start by a constant.
"""

from __future__ import annotations

import numpy as np

from brisca_sim.kernel.jit import inlined

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW32 = 0xFFFFFFFF
DECK_STREAM = 0
SEAT_STREAM = 1  # + seat


@inlined
def mix(word):
    """Scramble 64 bits (uint64), one to one: the finalizer of SplitMix64."""
    word = (word ^ (word >> _30)) * _MIX1
    word = (word ^ (word >> _27)) * _MIX2
    return word ^ (word >> _31)


@inlined
def deal_key(seed, deal):
    """Key (int64) of one deal: the only place where seed and number of the deal meet.

    The two are not interchangeable: deal 2 of seed 1 has nothing to do with deal 1 of seed 2.
    """
    base = mix(np.uint64(seed) + _GOLDEN)
    return np.int64(mix(mix(base + np.uint64(deal)) ^ base))


@inlined
def stream(key, number):
    """Start (int64) of stream `number` of the deal with this key."""
    return np.int64(mix(np.uint64(key) + np.uint64(number) * _GOLDEN))


@inlined
def following(state):
    """The next state of a stream."""
    return np.int64(np.uint64(state) + _GOLDEN)


@inlined
def high32(state):
    """The upper half of the random number of a state, 0 to 2**32 - 1."""
    return np.int64(mix(np.uint64(state)) >> _32)
