"""Plays as senadora, but now and then gives a false sign that its partner knows to be one.

Source: bluffing by a key.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs")
B = parameter(0.2, 0, 1, "chance that a trick is one of bluffs")

GIVEN, DOUBTED, BLUFFED = 0, 1, 7  # notes; of each seat the cards doubted from DOUBTED on


def play(obs):
    believe_partners(obs)
    for seat in range(players(obs)):
        if is_partner(obs, seat):
            doubt(obs, seat, doubted(obs, seat))
    return counting_card(obs)


def swap(obs):
    return not fewest_wins(obs)


def sign(obs):
    remember(obs, BLUFFED, 1 + tricks_played(obs) if is_bluff(obs) else 0)
    if is_bluff(obs):
        # The partner is not to believe what is said in this trick.
        return false_sign(obs)
    given = recall(obs, GIVEN)
    chosen = sign_to_give(obs, given, True)
    remember(obs, GIVEN, sign_noted(obs, given, chosen))
    return chosen


def is_bluff(obs):
    return signs_may_be_false(obs) and open_number(obs, 1000) < 1000 * param(obs, B)


def doubted(obs, seat):
    cards = recall(obs, DOUBTED + seat)
    card = named_card(obs, last_sign(obs, seat))
    if card >= 0:
        cards &= ~bit(card)
        if recall(obs, BLUFFED) == 1 + tricks_played(obs):
            cards |= bit(card)
        remember(obs, DOUBTED + seat, cards)
    return cards
