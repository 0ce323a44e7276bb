"""Plays as contadora, and works out the last tricks.

Source: contadora's advice and the remark that with two players the last cards can be worked out.  Once
the stock is empty it tries every line of play against the rival's cards, which are then known; in the
last trick that is followed by drawing it does so for each card that may still be hidden, as if the
rival knew which, and takes the average.  It maximises the result of the hand (won 1, equal 1/2 or
whatever the rules make of it, lost 0) and then the margin in points; al reves it seeks the fewest
points, or tricks.

With three or more players it lays out the hidden cards in several ways that agree with what it knows once
the stock is empty, plays each of them out as if all cards lay open, everybody doing what is best for
his side, and takes the average.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="all", speed="medium")
LAYOUTS = parameter(10, 1, 1000, "layouts tried with three or more players", whole=True)


def play(obs):
    return final_card(obs, int(param(obs, LAYOUTS)))


def swap(obs):
    return not fewest_wins(obs)
