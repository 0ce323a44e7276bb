"""Never fights: always gives away its cheapest card, and never swaps.

Source: what a beginner does who fears to lose his good cards; wins only what others leave.
Al reves it plays the same.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="all", speed="fast")


def play(obs):
    return cheapest(obs)


def swap(obs):
    return False
