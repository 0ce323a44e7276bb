"""Sees its partner's hand, which is cheating, and plays as contadora_final with that knowledge.

Source: a yardstick, not a player: what could the best signs be worth?  Without a partner it is
contadora_final.  Al reves it does the same.  It takes part in a tournament only when it is named.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs", speed="medium", sees="partner")
LAYOUTS = parameter(10, 1, 1000, "layouts tried with three or more players", whole=True)


def play(obs):
    if not can_work_out(obs):
        return counting_card(obs)
    card = worked_out_card(obs, int(param(obs, LAYOUTS)))
    if players(obs) > 2:
        random_below(obs, 2)  # the next decision draws other layouts
    return card


def swap(obs):
    return not fewest_wins(obs)
