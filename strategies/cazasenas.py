"""Counts cards as contadora and believes every sign that it notices, the rivals' too; gives none.

Source: the remark that rivals know the signs as well, and contadora.  What it does with a rival's sign is
what contadora does with cards that it has seen: it keeps a brisca out of the reach of a rival who has
shown a trump, and risks one against a rival who has none.  It believes false signs too.

Al reves it listens in the same way.  Without senas, and at tables without partners, it is contadora.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs", speed="medium")


def play(obs):
    believe_all(obs)
    return counting_card(obs)


def swap(obs):
    return not fewest_wins(obs)
