"""Plays the card in its first place, whatever it is; a test instrument that no card can influence.

Source: none.
"""

from brisca_sim.vocabulary import *


def play(obs):
    return hand_card(obs, 0)


def swap(obs):
    return False
