"""Sees its partner's hand, which is cheating, and plays as contadora_final with that knowledge.

Source: a yardstick, not a player: what could the best signs be worth?  Without a partner it is
contadora_final.  Al reves it does the same.  It takes part in a tournament only when it is named.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs", speed="medium", sees="partner")
LAYOUTS = parameter(10, 1, 1000, "layouts tried with three or more players", whole=True)


def play(obs):
    return final_card(obs, int(param(obs, LAYOUTS)))


def swap(obs):
    return not fewest_wins(obs)
