"""Plays as senadora, but asks what its partner holds, and speaks only when it is asked.

Source: the signs of the game in pairs, where a stare (mirar) asks for one.  It asks when it plays before
its partner and holds a brisca or a rey that is no trump, which he might take home; asked itself, it gives
the sign that senadora would give.  The less is said, the less rivals see:
against cazasenas with rival_sees = 1 it loses 0.27 +- 0.04 points a hand and side where senadora loses
0.53 +- 0.04 (150,000 deals of seed 1), while nobody listens it loses 0.16 +- 0.02 to senadora.

Al reves it asks and answers in the same way.  Without senas, and at tables without partners, it is
contadora.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs", speed="medium")
SIGNS = choice(
    "all", ("all", "honours"), "signs that it gives: all, or only those that name a trump"
)


def play(obs):
    believe_partners(obs)
    return counting_card(obs)


def swap(obs):
    return not fewest_wins(obs)


def sign(obs):
    given = recall(obs, 0)
    if partner_signed(obs, SIGN_MIRAR):
        chosen = sign_to_give(obs, given, param(obs, SIGNS) == 0)
        remember(obs, 0, sign_noted(obs, given, chosen))
        return chosen
    if plays_before_partner(obs) and holds_load(obs):
        return SIGN_MIRAR
    return NO_SIGN


def holds_load(obs):
    for i in range(hand_size(obs)):
        card = hand_card(obs, i)
        if not is_trump(obs, card) and points_of(card) >= 4:
            return True
    return False
