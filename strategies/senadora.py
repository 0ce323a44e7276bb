"""Counts cards as contadora, tells its partner by signs what it holds, and believes what he tells.

Source: the signs of the game in pairs, and contadora.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs")
SIGNS = choice("all", ("all", "honours"), "signs that it gives: all, or only those that name a trump")


def play(obs):
    believe_partners(obs)
    return counting_card(obs)


def swap(obs):
    return not fewest_wins(obs)


def sign(obs):
    given = recall(obs, 0)
    chosen = sign_to_give(obs, given, param(obs, SIGNS) == 0)
    if chosen == NO_SIGN and partner_signed(obs, SIGN_MIRAR):
        chosen = sign_to_give(obs, 0, param(obs, SIGNS) == 0)
    remember(obs, 0, sign_noted(obs, given, chosen))
    return chosen
