"""The random numbers of `brisca_sim.kernel.rng` in Python's whole numbers.

Uncompiled, numpy's 64-bit numbers warn whenever they wrap round, which here they do all the time.
States go in and come out as signed 64-bit numbers, as they lie in the observation.
"""

from __future__ import annotations

_ALL = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    """Scramble 64 bits, one to one."""
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _ALL
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _ALL
    return word ^ word >> 31


def _signed(word: int) -> int:
    return word - (word >> 63 << 64)


def deal_key(seed: int, deal: int) -> int:
    """Key of one deal."""
    base = mix((int(seed) + _GOLDEN) & _ALL)
    return _signed(mix(mix((base + int(deal)) & _ALL) ^ base))


def stream(key: int, number: int) -> int:
    """Start of stream `number` of the deal with this key."""
    return _signed(mix((int(key) + int(number) * _GOLDEN) & _ALL))


def following(state: int) -> int:
    """The next state of a stream."""
    return _signed((int(state) + _GOLDEN) & _ALL)


def high32(state: int) -> int:
    """The upper half of the random number of a state, 0 to 2**32 - 1."""
    return mix(int(state) & _ALL) >> 32
