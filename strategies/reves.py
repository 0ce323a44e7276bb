"""A specialist of the game al reves: gets rid of points on tricks that others win.

Source: players' advice for the game al reves: give ases and treses to tricks that others take, lead the
lowest blank card, and if you have to win, win with what costs least.  It plays so under every rule
set, and loses accordingly where most points win.  Swaps are declined: they bring in points.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="al reves", speed="fast")


def play(obs):
    return shedding_card(obs)


def swap(obs):
    return False
