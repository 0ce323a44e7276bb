"""Plays blind: any card with the same chance, and never swaps.

Source: the variant "a ciegas" of the traditional rules; the yardstick that every strategy must beat.
Al reves it plays the same.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="all", speed="fast")


def play(obs):
    return hand_card(obs, random_below(obs, hand_size(obs)))


def swap(obs):
    return False
