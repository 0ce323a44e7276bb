"""A specialist of the game al reves: gets rid of points on tricks that others win.

Source: players' advice for the game al reves: give ases and treses to tricks that others take, lead the
lowest blank card, and if you have to win, win with what costs least.  It plays so under every rule
set, and loses accordingly where most points win.  Swaps are declined: they bring in points.
"""

from brisca_sim.vocabulary import *


def play(obs):
    if leading(obs):
        return mildest_lead(obs)
    loser = dearest_loser(obs)
    if loser != NO_CARD:
        return loser
    return poorest_winner(obs)


def mildest_lead(obs):
    """Least points + 0.6 x strength + 6 for a trump, in fifths of a point."""
    chosen = NO_CARD
    least = 0
    for i in range(hand_size(obs)):
        card = hand_card(obs, i)
        danger = 5 * points_of(card) + 3 * rank_of(card) + (30 if is_trump(obs, card) else 0)
        if chosen == NO_CARD or danger < least:
            chosen = card
            least = danger
    return chosen


def swap(obs):
    return False
