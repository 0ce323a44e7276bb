"""Plays as senadora, but in tricks that its partner knows too its sign is a bluff.

Source: bluffing by a key that both partners have.  Whether a trick is one of bluffs follows from a number
that everybody could work out from the cards played so far; only the partners do.  In such a trick it
shows the highest trump that it does not hold and that nobody has seen elsewhere, and does not
believe what its partner shows then.  In all other tricks it is senadora.

Where signs must be true it is senadora throughout, without senas contadora; al reves it bluffs in the
same way.  The default of `b` is modest on purpose: against cazasenas, which believes everything, every
further bluff pays.  With rival_sees = 1 and 120,000 deals of seed 1 it wins 0.62 +- 0.05 points a hand
and side against cazasenas, where senadora loses 0.53 +- 0.04.  Against rivals who do not listen a bluff
costs what the partner is not told: it loses 0.08 +- 0.02 to senadora.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs", speed="medium")
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
