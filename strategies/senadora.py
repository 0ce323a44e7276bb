"""Counts cards as contadora, tells its partner by signs what it holds, and believes what he tells.

Source: the signs of the game in pairs, and contadora.  In each trick it gives the first sign that is
true and that the partner does not know yet: as, tres, sin_triunfo, rey, caballo, sota, briscas.  Asked
(mirar) for more than that it repeats the first one.  It never gives a false sign and never looks at the
rivals'.  A card that the partner has signed counts as seen, sin_triunfo and briscas change the chances of
the others; so it loads a trick that he will take, trumps itself what he cannot, and leaves to him
what he can have cheaper.  To soplar it answers with a card of value, neither brisca nor trump.

With `signs` it gives only some of them, or a single one, so that each can be weighed alone.

Al reves it signs and listens in the same way and counts as contadora does there.  Without senas, and at
tables without partners, it is contadora.

The order was found by playing variants against each other, 150,000 deals of seed 106, in points a hand
and side with 95% intervals: waiting with as, tres and rey until the partner plays earlier in the trick
loses 0.064 +- 0.010; the briscas before the caballo lose 0.029 +- 0.010; sin_triunfo only once loses
0.039 +- 0.024.  Blowing (soplar) as the last to play with a small trump and nothing else to tell
gained nothing (-0.014 +- 0.020, 60,000 deals of seed 105), with any trump it lost, so it never does.
"""

from brisca_sim.vocabulary import *

ABOUT = about(tables="pairs", speed="medium")
SIGNS = choice(
    "all",
    ("all", "honours", "as", "tres", "rey", "caballo", "sota", "briscas", "sin_triunfo"),
    "signs that it gives: all, only those that name a trump, or a single one",
)

ALL, ALONE = 0, 2  # values of `signs`; from ALONE on a single sign, in the order of their numbers


def play(obs):
    believe_partners(obs)
    return counting_card(obs)


def swap(obs):
    return not fewest_wins(obs)


def sign(obs):
    given = recall(obs, 0)
    chosen = wanted(obs, given)
    if chosen == NO_SIGN and partner_signed(obs, SIGN_MIRAR):
        chosen = wanted(obs, 0)
    remember(obs, 0, sign_noted(obs, given, chosen))
    return chosen


def wanted(obs, given):
    signs = param(obs, SIGNS)
    if signs >= ALONE:
        # The others pass for given.
        for other in range(SIGN_AS, SIGN_SIN_TRIUNFO + 1):
            if other != signs - ALONE:
                given = sign_noted(obs, given, other)
    return sign_to_give(obs, given, signs != ALL + 1)
