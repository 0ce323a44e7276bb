"""Choosing among the cards in hand.

Which card is the best is a coin toss that no processor foresees: conditions on cards are joined by
``&`` and the better card is taken over without a branch.
"""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import card_at as _card_at
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.jit import inlined
from brisca_sim.vocabulary.cards import beats_table
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)

_MORE_THAN_ANY = 1 << 30


@word
def hand_size(obs):
    """Cards in the player's hand."""
    return obs[o.HAND_N]


@word
def hand_card(obs, i):
    """The card in place i of the hand; `NO_CARD` beyond its size."""
    return _card_at(obs[o.HAND], i)


@inlined
def _worth(card):
    """Points before strength."""
    return 16 * _points_of(card) + (card & 15)


@word
def price(obs, card):
    """What giving a card away costs: its points, 5 more for a trump, a little for its rank; in
    twentieths of a point, so that it stays a whole number.
    """
    return 20 * _points_of(card) + (100 if card >> 4 == obs[o.TRUMP] else 0) + (card & 15)


@word
def cheapest(obs):
    """The card in hand with the least price."""
    chosen = NO_CARD
    least = _MORE_THAN_ANY
    for i in range(obs[o.HAND_N]):
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
    for i in range(obs[o.HAND_N]):
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
    for i in range(1, obs[o.HAND_N]):
        card = hand_card(obs, i)
        chosen = card if _worth(card) > _worth(chosen) else chosen
    return chosen


@word
def poorest(obs):
    """The card in hand worth fewest points; of equals the weakest."""
    chosen = hand_card(obs, 0)
    for i in range(1, obs[o.HAND_N]):
        card = hand_card(obs, i)
        chosen = card if _worth(card) < _worth(chosen) else chosen
    return chosen


@word
def dearest_plain(obs):
    """The card worth most points that is not a trump; `NO_CARD` when all are trumps."""
    chosen = NO_CARD
    most = -1
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        better = (card >> 4 != obs[o.TRUMP]) & (_worth(card) > most)
        chosen = card if better else chosen
        most = _worth(card) if better else most
    return chosen


@word
def dearest_winner(obs):
    """The card worth most points that beats the table, not a trump among equals; else `NO_CARD`."""
    chosen = NO_CARD
    most = -1
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        value = 2 * _points_of(card) + (0 if card >> 4 == obs[o.TRUMP] else 1)
        better = (value > most) & beats_table(obs, card)
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
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        better = (_worth(card) > most) & (card >> 4 != obs[o.TRUMP]) & beats_table(obs, card)
        chosen = card if better else chosen
        most = _worth(card) if better else most
    return chosen


@word
def lowest_trump_winner(obs):
    """The weakest trump in hand that beats the table; else `NO_CARD`."""
    chosen = NO_CARD
    least = _MORE_THAN_ANY
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        better = (card >> 4 == obs[o.TRUMP]) & (card < least) & beats_table(obs, card)
        chosen = card if better else chosen
        least = card if better else least
    return chosen


@word
def poorest_winner(obs):
    """The card worth fewest points, the weakest of equals, that beats the table; else `NO_CARD`."""
    chosen = NO_CARD
    least = _MORE_THAN_ANY
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        better = (_worth(card) < least) & beats_table(obs, card)
        chosen = card if better else chosen
        least = _worth(card) if better else least
    return chosen


@word
def dearest_loser(obs):
    """The card worth most points, the strongest of equals, that does not beat the table; else
    `NO_CARD`.
    """
    chosen = NO_CARD
    most = -1
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        better = (_worth(card) > most) & (not beats_table(obs, card))
        chosen = card if better else chosen
        most = _worth(card) if better else most
    return chosen
