"""Chance, parameters and notes."""

from __future__ import annotations

import numpy as np

from brisca_sim.kernel import layout as o
from brisca_sim.kernel.rng import LOW32 as _LOW32
from brisca_sim.kernel.rng import following as _following
from brisca_sim.kernel.rng import high32 as _high32
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)


@word
def random_below(obs, n):
    """A whole number from 0 to n - 1 (n below 2**31), each exactly equally likely, from the player's
    own stream.
    """
    while True:
        obs[o.RNG] = _following(obs[o.RNG])
        product = _high32(obs[o.RNG]) * n
        left = product & _LOW32
        if left >= n or left >= (1 << 32) % n:
            return product >> 32


@word
def chance(obs, probability):
    """True with the given probability (in steps of 2**-32)."""
    obs[o.RNG] = _following(obs[o.RNG])
    return _high32(obs[o.RNG]) < probability * 4294967296.0


@word
def param(obs, number):
    """Value of a parameter, as a float."""
    return np.int64(obs[o.PARAMS + number]).view(np.float64)


@word
def remember(obs, place, value):
    """Write a whole number into one of the player's 16 notes; all are 0 when a hand begins."""
    obs[o.MEMORY + place] = value


@word
def recall(obs, place):
    """Read a note."""
    return obs[o.MEMORY + place]
