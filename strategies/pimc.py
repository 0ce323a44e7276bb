"""Lays out the hidden cards in many ways and plays each one to the end.

Source: determinized Monte Carlo (perfect information Monte Carlo sampling, as in bridge programs).
Every layout agrees with all that it knows: cards seen, swaps, who drew the turned-up card, and
signs: its partner's, and the rivals' where signs have to be true.  The same layouts serve for every
card in hand.  Everybody then plays as ahorradora (al reves as reves), and what counts is the margin in
points at the end.

A few layouts tell little, so that contadora's estimate counts as much as PRIOR layouts do; without it
30 layouts are clearly weaker than contadora_final.  With two players the last tricks are
worked out exactly, as contadora_final does.  Points decide and not the chance to win the hand: that was
weaker, since it varies more from layout to layout.  Both were found on deals of seed 7.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="all", speed="slow")
N = parameter(30, 1, 100000, "layouts for every decision", whole=True)
PRIOR = parameter(80, 0, 100000, "what contadora's estimate counts, in layouts")


def play(obs):
    if players(obs) == 2 and can_work_out(obs):
        return worked_out_card(obs, 1)
    listen(obs)
    chosen = NO_CARD
    most = 0.0
    for i in range(hand_size(obs)):
        card = hand_card(obs, i)
        total = param(obs, PRIOR) * expected_value(obs, card)
        for number in range(int(param(obs, N))):
            total += played_out(obs, card, number)
        # Equal values can differ by rounding: only more than that displaces an earlier place.
        if chosen == NO_CARD or total > most + 1e-9:
            chosen = card
            most = total
    random_below(obs, 2)  # the next decision draws other layouts
    return chosen


def listen(obs):
    """Believe the partner, and the rivals unless they may lie."""
    for i in range(1, players(obs)):
        seat = (my_seat(obs) + i) % players(obs)
        if is_partner(obs, seat) or not signs_may_be_false(obs):
            believe(obs, seat)


def swap(obs):
    return not fewest_wins(obs)
