"""The swap."""

from __future__ import annotations

from brisca_sim.kernel import layout as o
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)


@word
def swap_gives(obs):
    """In ``swap(obs)``: the card that would be given (the 7 or the 2 of trumps)."""
    return obs[o.GIVES]


@word
def swap_takes(obs):
    """In ``swap(obs)``: the turned-up card that would be taken."""
    return obs[o.TAKES]
