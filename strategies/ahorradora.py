"""Saves its trumps: takes rich tricks, leaves poor ones, leads its cheapest card.

Source: players' advice.  Win in suit as the last to play with the winner worth most points; trump
only for a price, with the lowest trump that is enough; when the trick cannot be had give the
cheapest card, a low trump rather than an as or a tres; load a trick that the partner has safely won.
"""

from brisca_sim.vocabulary import *

THETA = parameter(3, 0, 40, "points on the table for which it trumps as the last to play")
THETA_MID = parameter(10, 0, 40, "the same when others still play after it")


def play(obs):
    if leading(obs):
        return cheapest(obs)
    if partner_winning(obs):
        return support(obs)
    winner = dearest_plain_winner(obs)
    if winner != NO_CARD:
        return winner
    trump = lowest_trump_winner(obs)
    if trump != NO_CARD and points_on_table(obs) >= asking_price(obs):
        return trump
    return cheapest(obs)


def support(obs):
    """Give the partner points when nobody can take them from him any more."""
    if last_to_play(obs) or is_boss(obs, winning_card(obs)):
        gift = dearest_plain(obs)
        if gift != NO_CARD:
            return gift
    return cheapest(obs)


def asking_price(obs):
    """Points on the table for which a trump is spent."""
    if not last_to_play(obs):
        return param(obs, THETA_MID)
    if stock_empty(obs):
        return min(1.0, param(obs, THETA))
    return param(obs, THETA)
