"""Endings: what is left to play once the cards are known."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import EMPTY as _EMPTY
from brisca_sim.kernel.cards import card_at as _card_at
from brisca_sim.kernel.cards import fill as _fill
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.cards import power as _power
from brisca_sim.kernel.cards import take as _take
from brisca_sim.kernel.jit import shared
from brisca_sim.vocabulary.sets import known_cards, my_cards, size, unseen_cards
from brisca_sim.vocabulary.words import collector

__all__ = ["HAND_VALUE"]
word = collector(__all__)

HAND_VALUE = 1000  # a hand won in `ending_value`: more than any margin of points
_MOST_POINTS, _FEWEST_POINTS, _FEWEST_TRICKS = 0, 1, 2


@shared
def _packed(cards):
    """A set of at most three cards as a hand."""
    hand = _EMPTY
    place = 0
    while cards != 0:
        lowest = cards & -cards
        hand = _fill(hand, place, size(lowest - 1))
        cards ^= lowest
        place += 1
    return hand


@shared
def _worth(first, second, aim):
    """What a trick counts: its points, or 1 where tricks are counted."""
    return 1 if aim == _FEWEST_TRICKS else _points_of(first) + _points_of(second)


@shared
def _ending(leads, follows, held, margin, trump, aim):
    """Value for the leader of open hands of `held` cards, both sides playing their best; `margin` is
    what he has more than the other.
    """
    if held == 0:
        ahead = margin if aim == _MOST_POINTS else -margin
        return ahead + (HAND_VALUE if ahead > 0 else 0) - (HAND_VALUE if ahead < 0 else 0)
    best = -4 * HAND_VALUE
    for i in range(held):
        lead = _card_at(leads, i)
        least = 4 * HAND_VALUE
        for j in range(held):
            reply = _card_at(follows, j)
            worth = _worth(lead, reply, aim)
            mine, theirs = _take(leads, i, held), _take(follows, j, held)
            if _power(lead, lead >> 4, trump) > _power(reply, lead >> 4, trump):
                value = _ending(mine, theirs, held - 1, margin + worth, trump, aim)
            else:
                value = -_ending(theirs, mine, held - 1, worth - margin, trump, aim)
            least = min(least, value)
            if least <= best:
                break
        best = max(best, least)
    return best


@shared
def _after_trick(obs, mine, theirs, card, other, hidden):
    """Value for the player once `card` and the rival's `other` lie on the table: `mine` and `theirs`
    are the hands without them, `hidden` is the card that the winner draws (`NO_CARD`: no drawing).
    """
    aim = _MOST_POINTS
    seat = obs[o.SEAT]
    margin = obs[o.SIDE_POINTS + seat] - obs[o.SIDE_POINTS + 1 - seat]
    if obs[o.FEWEST] != 0:
        aim = _FEWEST_POINTS
        if obs[o.BY_TRICKS] != 0:
            aim = _FEWEST_TRICKS
            margin = obs[o.SEAT_TRICKS + seat] - obs[o.SEAT_TRICKS + 1 - seat]
    trump = obs[o.TRUMP]
    led = (card if obs[o.TABLE_N] == 0 else other) >> 4
    wins = _power(card, led, trump) > _power(other, led, trump)
    held = obs[o.HAND_N] - 1
    if hidden >= 0:
        mine = _fill(mine, held, hidden if wins else obs[o.UPCARD])
        theirs = _fill(theirs, held, obs[o.UPCARD] if wins else hidden)
        held += 1
    worth = _worth(card, other, aim)
    if wins:
        return _ending(mine, theirs, held, margin + worth, trump, aim)
    return -_ending(theirs, mine, held, worth - margin, trump, aim)


@shared
def _against(obs, mine, theirs, card, hidden):
    """Value of a card against an open hand: the card on the table, or the rival's best reply."""
    if obs[o.TABLE_N] == 1:
        return _after_trick(obs, mine, _packed(theirs), card, obs[o.TABLE], hidden)
    hand = _packed(theirs)
    least = 4 * HAND_VALUE
    for i in range(obs[o.HAND_N]):
        left = _take(hand, i, obs[o.HAND_N])
        least = min(least, _after_trick(obs, mine, left, card, _card_at(hand, i), hidden))
    return least


@word
def ending_value(obs, card):
    """With two players and at most one drawing round to come: what a card is worth when both sides
    then play their best, the other hand being known. `HAND_VALUE` for a hand won, minus that for one
    lost, 0 for equal counts (whoever wins such a tie), and the margin on top. While a card is still
    hidden in the stock it is the average over all places of the cards not seen.
    """
    mine = _packed(my_cards(obs) & ~(1 << card))
    known = known_cards(obs, 1 - obs[o.SEAT])
    if obs[o.STOCK] == 0:
        return float(_against(obs, mine, known, card, NO_CARD))
    unseen = unseen_cards(obs)
    total = 0
    rest = unseen
    while rest != 0:
        hidden = rest & -rest
        rest ^= hidden
        total += _against(obs, mine, known | (unseen ^ hidden), card, size(hidden - 1))
    return total / size(unseen)
