"""Fingerprints of counts that add up as the counts do.

Every count has fixed weights of 64 bits, and a fingerprint is the weighted sum modulo 2**64, two of
them.  So the fingerprint of two blocks together is the sum of theirs: neighbours can be merged in the
ledger without losing what they are checked by, and the sum over the ledger checks the counts.  It
guards against accidents and slips, not against somebody who wants to deceive.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from brisca_sim.counts import Counts

WORDS = 2
_MASK = 2**64 - 1

Fingerprint = tuple[int, int]
NOTHING: Fingerprint = (0, 0)


def fingerprint(counts: Counts) -> Fingerprint:
    """Fingerprint of counts."""
    total = np.zeros(WORDS, dtype=np.uint64)
    for name, array in counts.arrays().items():
        flat = np.ascontiguousarray(array, dtype=np.int64).ravel().view(np.uint64)
        # Unsigned sums wrap round, which is the arithmetic that is wanted.
        total += _weights(name, flat.size) @ flat
    return int(total[0]), int(total[1])


def added(one: Fingerprint, other: Fingerprint) -> Fingerprint:
    """Fingerprint of what two fingerprints stand for together."""
    return (one[0] + other[0]) & _MASK, (one[1] + other[1]) & _MASK


@lru_cache(maxsize=64)
def _weights(name: str, size: int) -> NDArray[np.uint64]:
    """The uint64[WORDS, size] of an array of counts; the same on every machine."""
    stream = hashlib.shake_256(name.encode()).digest(8 * WORDS * size)
    weights = np.frombuffer(stream, dtype="<u8").reshape(size, WORDS)
    return np.ascontiguousarray(weights.T, dtype=np.uint64)
