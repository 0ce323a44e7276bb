"""Counter-based random numbers: every stream is a function of (seed, deal, stream) alone.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014) with a start that is itself mixed from the three keys, so that neighbouring seeds and
deals share nothing.  Words are int64 with wrap-around; a logical shift is a shift and a mask.
"""

from __future__ import annotations

import numpy as np

from brisca_sim.kernel.jit import inlined

GOLDEN = -7046029254386353131  # 0x9E3779B97F4A7C15
_MIX1 = -4658895280553007687  # 0xBF58476D1CE4E5B9
_MIX2 = -7723592293110705685  # 0x94D049BB133111EB
LOW32 = 0xFFFFFFFF
DECK_STREAM = 0
SEAT_STREAM = 1  # + seat


@inlined
def mix(word):
    """Scramble 64 bits, one to one (the finalizer of SplitMix64)."""
    word = (word ^ ((word >> 30) & 0x3FFFFFFFF)) * _MIX1
    word = (word ^ ((word >> 27) & 0x1FFFFFFFFF)) * _MIX2
    return word ^ ((word >> 31) & 0x1FFFFFFFF)


@inlined
def deal_key(seed, deal):
    """Key of one deal: the only place where seed and number of the deal meet.

    The two are not interchangeable: deal 2 of seed 1 has nothing to do with deal 1 of seed 2.
    """
    base = mix(seed + GOLDEN)
    return mix(mix(base + deal) ^ base)


@inlined
def stream(key, number):
    """Start of stream `number` of the deal with this key."""
    return mix(key + np.int64(number) * GOLDEN)


@inlined
def high32(state):
    """The upper half of the number that follows from `state`, 0 to 2**32 - 1."""
    return (mix(state) >> 32) & LOW32
