"""Saves its trumps: takes rich tricks, leaves poor ones, leads its cheapest card.

Source: players' advice.  Win in suit as the last to play with the winner worth most points; trump
only for a price, with the lowest trump that is enough; when the trick cannot be had give the
cheapest card, a low trump rather than an as or a tres; load a trick that the partner has safely won.
Al reves it plays the same, and loses accordingly.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="all", speed="fast")

THETA = parameter(3, 0, 40, "points on the table for which it trumps as the last to play")
THETA_MID = parameter(10, 0, 40, "the same when others still play after it")


def play(obs):
    return saving_card(obs, param(obs, THETA), param(obs, THETA_MID))
