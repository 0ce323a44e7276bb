"""Sets of cards: masks with the bit of each card set."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import cards_of as _cards_of
from brisca_sim.kernel.cards import count_of as _count_of
from brisca_sim.vocabulary.senas import doubted_cards
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)


@word
def bit(card):
    """The set that holds one card."""
    return 1 << card


@word
def size(cards):
    """Number of cards in a set."""
    return _count_of(cards)


@word
def lowest(cards):
    """The card with the lowest number in a set that is not empty."""
    return size((cards & -cards) - 1)


@word
def suit_cards(suit):
    """All cards of a suit."""
    return 0xFFF << (suit << 4)


@word
def above(card):
    """The stronger cards of the same suit."""
    return suit_cards(card >> 4) & ~((2 << card) - 1)


@word
def my_cards(obs):
    """The player's hand as a set."""
    return _cards_of(obs[o.HAND])


@word
def played_cards(obs):
    """All cards played so far, those on the table included."""
    return obs[o.PLAYED]


@word
def cards_played(obs):
    """Number of cards played so far, those on the table included."""
    return obs[o.TRICK] * obs[o.PLAYERS] + obs[o.TABLE_N]


@word
def past_card(obs, i):
    """The i-th card played in this hand, from 0 on; `NO_CARD` when not yet played."""
    return obs[o.HISTORY + i] & 63 if obs[o.HISTORY + i] >= 0 else NO_CARD


@word
def past_seat(obs, i):
    """The seat that played the i-th card of this hand; -1 when not yet played."""
    return obs[o.HISTORY + i] >> 6


@word
def played_since(obs, seat, trick):
    """Cards that a seat has played since the beginning of a trick, counted from 0."""
    cards = 0
    for i in range(trick * obs[o.PLAYERS], cards_played(obs)):
        if past_seat(obs, i) == seat:
            cards |= 1 << past_card(obs, i)
    return cards


@word
def known_cards(obs, seat):
    """Cards that the player knows to be in a hand: taken in a swap, or the turned-up card drawn last;
    a partner's hand when it is shown; with two players and no stock left, all; and what the seat has
    signed, if the player believes it (`believe`, `doubt`).
    """
    known = obs[o.KNOWN + seat]
    if obs[o.BELIEVED] >> seat & 1 != 0:
        known |= obs[o.TOLD + seat] & ~my_cards(obs) & ~doubted_cards(obs, seat)
    return known & ~obs[o.PLAYED]


@word
def unseen_cards(obs):
    """Cards whose place the player does not know: neither played, nor his, nor face up, nor known
    in a hand.
    """
    seen = obs[o.PLAYED] | my_cards(obs)
    if obs[o.UPCARD] >= 0:
        seen |= 1 << obs[o.UPCARD]
    for seat in range(obs[o.PLAYERS]):
        seen |= known_cards(obs, seat)
    return obs[o.DECK] & ~seen


@word
def out_cards(obs):
    """Cards that others may hold now: neither played, nor the player's own, nor face up."""
    seen = obs[o.PLAYED] | my_cards(obs)
    if obs[o.UPCARD] >= 0:
        seen |= 1 << obs[o.UPCARD]
    return obs[o.DECK] & ~seen


@word
def trumps_out(obs):
    """Trumps that others may hold now."""
    return out_cards(obs) & suit_cards(obs[o.TRUMP])


@word
def is_boss(obs, card):
    """Whether no card that others may hold can beat this one, when it is led or wins now."""
    out = out_cards(obs)
    if out & above(card) != 0:
        return False
    return card >> 4 == obs[o.TRUMP] or out & suit_cards(obs[o.TRUMP]) == 0


@word
def brisca_gone(obs, suit):
    """How many of a suit's as and tres have been played."""
    return size(obs[o.PLAYED] & (0xC00 << (suit << 4)))
