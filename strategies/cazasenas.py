"""Counts cards as contadora and believes every sign that it notices, the rivals' too; gives none.

Source: the remark that rivals know the signs as well, and contadora.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs")


def play(obs):
    believe_all(obs)
    return counting_card(obs)


def swap(obs):
    return not fewest_wins(obs)
