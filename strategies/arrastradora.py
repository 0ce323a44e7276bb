"""Draws trumps: leads its highest trump, and otherwise plays like ahorradora.

Source: players warn against it (lead trumps only when ahead in trumps, late, to protect ases and
treses); this one always does it, so that its price can be measured.  Following, it wins in suit with
the winner worth most points as the last to play, trumps only for a price, gives the cheapest card when
the trick cannot be had and loads a trick that the partner has safely won.  It plays the same al reves.
"""

from brisca_sim.vocabulary import *

THETA = parameter(3, 0, 40, "points on the table for which it trumps as the last to play")
THETA_MID = parameter(10, 0, 40, "the same when others still play after it")


def play(obs):
    if leading(obs):
        trump = highest_trump(obs)
        return trump if trump != NO_CARD else cheapest(obs)
    if partner_winning(obs):
        return support(obs)
    winner = dearest_plain_winner(obs)
    if winner != NO_CARD:
        return winner
    trump = lowest_trump_winner(obs)
    if trump != NO_CARD and points_on_table(obs) >= asking_price(obs):
        return trump
    return cheapest(obs)


def highest_trump(obs):
    """The strongest trump in hand; `NO_CARD` when there is none."""
    highest = NO_CARD
    for i in range(hand_size(obs)):
        card = hand_card(obs, i)
        if is_trump(obs, card):
            highest = max(highest, card)
    return highest


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
