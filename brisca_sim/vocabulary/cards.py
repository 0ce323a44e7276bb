"""Cards: what one card is."""

from __future__ import annotations

from brisca_sim.cards import TRES
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.cards import power as _power
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)


@word
def suit_of(card):
    """Suit of a card, 0 to 3."""
    return card >> 4


@word
def rank_of(card):
    """Strength of a card within its suit, 0 (dos) to 11 (as)."""
    return card & 15


@word
def points_of(card):
    """Points of a card."""
    return _points_of(card)


@word
def trump_suit(obs):
    """The trump suit."""
    return obs[o.TRUMP]


@word
def upcard(obs):
    """The card that lies face up under the stock; `NO_CARD` once it is drawn."""
    return obs[o.UPCARD]


@word
def is_trump(obs, card):
    """Whether a card is a trump."""
    return card >> 4 == obs[o.TRUMP]


@word
def is_brisca(obs, card):
    """Whether a card is an as or a tres of another suit than trumps."""
    return card & 15 >= TRES and card >> 4 != obs[o.TRUMP]


@word
def beats_table(obs, card):
    """Whether a card would win the trick as it lies on the table (always, when leading)."""
    led = obs[o.TABLE] >> 4
    beaten = _power(card, led, obs[o.TRUMP]) > _power(obs[o.BEST_CARD], led, obs[o.TRUMP])
    # What lies there is old when leading; no branch, since whole hands are gone through with this.
    return (obs[o.TABLE_N] == 0) | beaten
