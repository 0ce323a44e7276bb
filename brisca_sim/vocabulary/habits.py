"""Habits: whole ways to play, to build upon."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import EMPTY as _EMPTY
from brisca_sim.kernel.cards import card_at as _card_at
from brisca_sim.kernel.cards import fill as _fill
from brisca_sim.vocabulary.cards import is_trump, points_of, rank_of
from brisca_sim.vocabulary.choosing import (
    cheapest,
    dearest_loser,
    dearest_plain,
    dearest_plain_winner,
    hand_card,
    lowest_trump_winner,
    poorest_winner,
)
from brisca_sim.vocabulary.sets import is_boss
from brisca_sim.vocabulary.situation import (
    last_to_play,
    leading,
    partner_winning,
    points_on_table,
    stock_empty,
    winning_card,
)
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)


@word
def saving_card(obs, theta, theta_mid):
    """What ahorradora plays: leads the cheapest card, wins in suit with the winner worth most points,
    trumps for `theta` points as the last to play (1 without a stock) and for `theta_mid` before,
    loads a trick that the partner has safely won, and else gives the cheapest card.
    """
    if leading(obs):
        return cheapest(obs)
    if partner_winning(obs):
        gift = NO_CARD
        if last_to_play(obs) or is_boss(obs, winning_card(obs)):
            gift = dearest_plain(obs)
        return gift if gift != NO_CARD else cheapest(obs)
    winner = dearest_plain_winner(obs)
    if winner != NO_CARD:
        return winner
    asked = theta_mid
    if last_to_play(obs):
        asked = min(1.0, theta) if stock_empty(obs) else theta
    trump = lowest_trump_winner(obs)
    if trump != NO_CARD and points_on_table(obs) >= asked:
        return trump
    return cheapest(obs)


@word
def saving_card_keeping(obs, kept, theta, theta_mid):
    """`saving_card` from the hand without a set of cards that it keeps back; from the whole hand when
    there is nothing else.
    """
    hand, held = obs[o.HAND], obs[o.HAND_N]
    rest, count = _EMPTY, 0
    for i in range(held):
        card = _card_at(hand, i)
        if kept >> card & 1 == 0:
            rest = _fill(rest, count, card)
            count += 1
    if count in (0, held):
        return saving_card(obs, theta, theta_mid)
    # The others keep their order, which decides between equals; the hand is put back at once.
    obs[o.HAND], obs[o.HAND_N] = rest, count
    card = saving_card(obs, theta, theta_mid)
    obs[o.HAND], obs[o.HAND_N] = hand, held
    return card


@word
def shedding_card(obs):
    """What reves plays: the card worth most points that loses, else the winner worth fewest; leads
    what has least points + 0.6 x strength + 6 for a trump.
    """
    if not leading(obs):
        loser = dearest_loser(obs)
        return loser if loser != NO_CARD else poorest_winner(obs)
    chosen = NO_CARD
    least = 0
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        # In fifths of a point, so that it stays a whole number.
        danger = 5 * points_of(card) + 3 * rank_of(card) + (30 if is_trump(obs, card) else 0)
        if chosen == NO_CARD or danger < least:
            chosen = card
            least = danger
    return chosen
