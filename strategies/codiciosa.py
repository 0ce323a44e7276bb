"""Greedy for this trick: takes it with its dearest winner, or gives its poorest card.

Source: the greedy rule that most first bots follow.  It leads its cheapest card.  As the last to play
with its partner winning it gives him the card worth most points.
Al reves it plays the same, and loses accordingly.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="all", speed="fast")


def play(obs):
    if leading(obs):
        return cheapest(obs)
    if last_to_play(obs) and partner_winning(obs):
        return dearest(obs)
    winner = dearest_winner(obs)
    if winner != NO_CARD:
        return winner
    return poorest(obs)
