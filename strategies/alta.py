"""Always plays the card worth most points, of equals the strongest.

Source: the opposite beginner's mistake; a yardstick for what spending everything at once costs.
Al reves it plays the same.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="all", speed="fast")


def play(obs):
    return dearest(obs)
