"""Plays any card with the same chance, never swaps, and gives signs at random as far as they are true.

Source: an instrument of `strategies check`, which needs somebody at the table who gives signs.  It looks
at its hand only to leave out a sign that would be false where the rules forbid that.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs", speed="fast")


def play(obs):
    return hand_card(obs, random_below(obs, hand_size(obs)))


def swap(obs):
    return False


def sign(obs):
    chosen = random_below(obs, 12)
    if chosen > SIGN_MIRAR or not (signs_may_be_false(obs) or sign_is_true(obs, chosen)):
        return NO_SIGN
    return chosen
