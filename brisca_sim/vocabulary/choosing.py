"""Choosing among the cards in hand."""

# Which card is the best is a coin toss that no processor foresees: conditions on cards are joined by &,
# the better card is taken over without a branch, and all places of the hand are looked at, those without
# a card too (NO_CARD, whose rank comes out as 15).  A higher rank never has fewer points, so that the
# ranks alone order cards by points, then by strength.

from __future__ import annotations

import numpy as np

from brisca_sim.cards import NO_CARD, POINTS
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import card_at as _card_at
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.vocabulary.cards import beats_table
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__, copied=True)

_NO_RANK = 15
_MORE_THAN_ANY = 1 << 30
# By rank: the price of a card that is no trump; the last one is that of no card.
_PRICES = np.array([20 * points + rank for rank, points in enumerate(POINTS)], np.int64)
_PRICES[_NO_RANK] = 2 * _MORE_THAN_ANY


@word
def hand_size(obs):
    """Cards in the player's hand."""
    return obs[o.HAND_N]


@word
def hand_card(obs, i):
    """The card in place i of the hand; `NO_CARD` beyond its size."""
    return _card_at(obs[o.HAND], i)


@word
def price(obs, card):
    """What giving a card away costs: its points, 5 more for a trump, a little for its rank; in
    twentieths of a point, so that it stays a whole number.
    """
    return _PRICES[card & 15] + (100 if card >> 4 == obs[o.TRUMP] else 0)


@word
def cheapest(obs):
    """The card in hand with the least price."""
    chosen = NO_CARD
    least = _MORE_THAN_ANY
    for i in range(o.HAND_SIZE):
        card = hand_card(obs, i)
        cost = price(obs, card)
        better = cost < least
        chosen = card if better else chosen
        least = cost if better else least
    return chosen


@word
def cheapest_at(obs, trump):
    """The card in hand that costs least to give when a trump counts `trump` points more than it is
    worth; `cheapest` takes 5.
    """
    chosen = NO_CARD
    least = 0
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        cost = 20 * _points_of(card) + (card & 15)
        cost += round(20 * trump) if card >> 4 == obs[o.TRUMP] else 0
        if chosen < 0 or cost < least:
            chosen = card
            least = cost
    return chosen


@word
def cheapest_loser(obs):
    """The card with the least price that does not beat the table; else `NO_CARD`."""
    chosen = NO_CARD
    least = _MORE_THAN_ANY
    for i in range(o.HAND_SIZE):
        card = hand_card(obs, i)
        cost = price(obs, card)
        better = (cost < least) & (not beats_table(obs, card))
        chosen = card if better else chosen
        least = cost if better else least
    return chosen


@word
def dearest(obs):
    """The card in hand worth most points; of equals the strongest."""
    chosen = hand_card(obs, 0)
    for i in range(1, o.HAND_SIZE):
        card = hand_card(obs, i)
        better = (card >= 0) & (card & 15 > chosen & 15)
        chosen = card if better else chosen
    return chosen


@word
def poorest(obs):
    """The card in hand worth fewest points; of equals the weakest."""
    chosen = hand_card(obs, 0)
    for i in range(1, o.HAND_SIZE):
        card = hand_card(obs, i)
        chosen = card if card & 15 < chosen & 15 else chosen
    return chosen


@word
def dearest_plain(obs):
    """The card worth most points that is not a trump; `NO_CARD` when all are trumps."""
    chosen = NO_CARD
    most = -1
    for i in range(o.HAND_SIZE):
        card = hand_card(obs, i)
        better = (card >= 0) & (card >> 4 != obs[o.TRUMP]) & (card & 15 > most)
        chosen = card if better else chosen
        most = card & 15 if better else most
    return chosen


@word
def dearest_winner(obs):
    """The card worth most points that beats the table, not a trump among equals; else `NO_CARD`."""
    chosen = NO_CARD
    most = -1
    for i in range(o.HAND_SIZE):
        card = hand_card(obs, i)
        value = 2 * _points_of(card) + (0 if card >> 4 == obs[o.TRUMP] else 1)
        better = (card >= 0) & (value > most) & beats_table(obs, card)
        chosen = card if better else chosen
        most = value if better else most
    return chosen


@word
def dearest_plain_winner(obs):
    """The card worth most points, the strongest of equals, that beats the table without being a
    trump; else `NO_CARD`.
    """
    chosen = NO_CARD
    most = -1
    for i in range(o.HAND_SIZE):
        card = hand_card(obs, i)
        plain = (card >= 0) & (card >> 4 != obs[o.TRUMP])
        better = plain & (card & 15 > most) & beats_table(obs, card)
        chosen = card if better else chosen
        most = card & 15 if better else most
    return chosen


@word
def lowest_trump_winner(obs):
    """The weakest trump in hand that beats the table; else `NO_CARD`."""
    least = _MORE_THAN_ANY
    for i in range(o.HAND_SIZE):
        card = hand_card(obs, i)
        better = (card >> 4 == obs[o.TRUMP]) & (card < least) & beats_table(obs, card)
        least = card if better else least
    return least if least < _MORE_THAN_ANY else NO_CARD


@word
def poorest_winner(obs):
    """The card worth fewest points, the weakest of equals, that beats the table; else `NO_CARD`."""
    chosen = NO_CARD
    least = _NO_RANK
    for i in range(o.HAND_SIZE):
        card = hand_card(obs, i)
        better = (card & 15 < least) & beats_table(obs, card)
        chosen = card if better else chosen
        least = card & 15 if better else least
    return chosen


@word
def dearest_loser(obs):
    """The card worth most points, the strongest of equals, that does not beat the table; else
    `NO_CARD`.
    """
    chosen = NO_CARD
    most = -1
    for i in range(o.HAND_SIZE):
        card = hand_card(obs, i)
        better = (card >= 0) & (card & 15 > most) & (not beats_table(obs, card))
        chosen = card if better else chosen
        most = card & 15 if better else most
    return chosen
