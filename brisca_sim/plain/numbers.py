"""What the kernel computes by wrapping round at 64 bits, in Python's whole numbers, which do not.

These stand in for the functions of the same names in `brisca_sim.kernel.rng` and `.cards`.  States of
random streams go in and come out as signed 64-bit numbers, as they lie in the observation; numpy's
numbers would warn whenever they wrap round.
"""

from __future__ import annotations

_ALL = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15


def _mix(word: int) -> int:
    """Scramble 64 bits, one to one."""
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _ALL
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _ALL
    return word ^ word >> 31


def _signed(word: int) -> int:
    return word - (word >> 63 << 64)


def stream(key: int, number: int) -> int:
    """Start of stream `number` of the deal with this key."""
    return _signed(_mix((int(key) + int(number) * _GOLDEN) & _ALL))


def following(state: int) -> int:
    """The next state of a stream."""
    return _signed((int(state) + _GOLDEN) & _ALL)


def high32(state: int) -> int:
    """The upper half of the random number of a state, 0 to 2**32 - 1."""
    return _mix(int(state) & _ALL) >> 32


def card_at(hand: int, place: int) -> int:
    """The card in a place of a hand, -1 when there is none."""
    card = hand >> (place << 3) & 255
    return card if card < 128 else card - 256
