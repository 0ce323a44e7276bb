"""Draws trumps: leads its highest trump, and otherwise plays like ahorradora.

Source: players warn against it (lead trumps only when ahead in trumps, late, to protect ases and
treses); this one always does it, so that its price can be measured.  Following, it wins in suit with
the winner worth most points as the last to play, trumps only for a price, gives the cheapest card when
the trick cannot be had and loads a trick that the partner has safely won.  It plays the same al reves.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="all", speed="fast")

THETA = parameter(3, 0, 40, "points on the table for which it trumps as the last to play")
THETA_MID = parameter(10, 0, 40, "the same when others still play after it")


def play(obs):
    trump = highest_trump(obs)
    if leading(obs) and trump != NO_CARD:
        return trump
    return saving_card(obs, param(obs, THETA), param(obs, THETA_MID))


def highest_trump(obs):
    """The strongest trump in hand; `NO_CARD` when there is none."""
    highest = NO_CARD
    for i in range(hand_size(obs)):
        card = hand_card(obs, i)
        if is_trump(obs, card):
            highest = max(highest, card)
    return highest
