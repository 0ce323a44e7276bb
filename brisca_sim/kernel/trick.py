"""Who wins a trick and what it is worth."""

from __future__ import annotations

from brisca_sim.cards import POINTS_NIBBLES
from brisca_sim.kernel.jit import jit


@jit
def points_of(card):
    """Points of a card: one nibble of a constant for each rank."""
    return (POINTS_NIBBLES >> ((card & 15) << 2)) & 15


@jit
def power(card, led, trump):
    """Strength of a card in a trick: below 16 it cannot win, the highest power takes the trick.

    Rank orders the cards of a suit, whatever their points, so that a 6 beats a 4 and trumps beat
    every other suit whatever lies between them on the table (Brisca has no obligation to follow).
    """
    suit = card >> 4
    bonus = 16 if suit == led else 0
    return (card & 15) + (32 if suit == trump else bonus)
