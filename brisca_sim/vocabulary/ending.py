"""Endings: what is left to play once the cards are known, or laid out as if they were."""

from __future__ import annotations

import numpy as np

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import EMPTY as _EMPTY
from brisca_sim.kernel.cards import card_at as _card_at
from brisca_sim.kernel.cards import fill as _fill
from brisca_sim.kernel.cards import place_of as _place_of
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.cards import power as _power
from brisca_sim.kernel.cards import put as _put
from brisca_sim.kernel.cards import side_of as _side_of
from brisca_sim.kernel.cards import take as _take
from brisca_sim.kernel.jit import offset as _offset
from brisca_sim.kernel.jit import scratch as _scratch
from brisca_sim.kernel.jit import shared
from brisca_sim.kernel.layout import OBS_WORDS
from brisca_sim.kernel.score import settle as _settle
from brisca_sim.kernel.swap import swap_card as _swap_card
from brisca_sim.kernel.trick import close_trick as _close_trick
from brisca_sim.vocabulary.ahead import lay_card, margin
from brisca_sim.vocabulary.layouts import WORLD_WORDS, lay_out, set_up
from brisca_sim.vocabulary.sets import known_cards, lowest, my_cards, size, unseen_cards
from brisca_sim.vocabulary.words import collector

__all__ = ["HAND_VALUE"]
word = collector(__all__)

HAND_VALUE = 1000  # a hand won in `ending_value`: more than any margin of points
_MOST_POINTS, _FEWEST_POINTS, _FEWEST_TRICKS = 0, 1, 2
_AIM, _LAST_WINS = 3, 4  # the aim, and whether the last trick breaks a tie, in one number
_SWAP_WINNER, _SWAP_ON_TURN, _ANYONE = 1, 2, 2
_FRAMES = (o.HAND_SIZE * o.MAX_PLAYERS + 1) * o.MAX_PLAYERS  # a row a card, a word a side


@shared
def _value(twin, world, values):
    """Settle a finished hand; `values` gets what it is worth to each side."""
    _settle(twin, world)
    for side in range(twin[o.SIDES]):
        score = 2 * HAND_VALUE * world[o.SCORE + side] // o.WHOLE - HAND_VALUE
        values[side] = score + margin(twin, side)


@shared
def _search(twin, world, values, depth, held, first, second):
    """Play out open hands without a stock, every side doing what is best for itself.

    Parameters
    ----------
    twin, world : pointers, a table as `layouts` sets it up; as before on return
    values : pointer, _FRAMES words; the values of all sides are left in row `depth`
    depth : int, cards laid since the beginning
    held : int, cards of those who have not yet played in the trick
    first, second : int, what sides 0 and 1 are sure of elsewhere: with two sides a line that gives
        one of them less is not followed any further (alpha-beta)
    """
    if held == 1:
        _last_trick(twin, world, _offset(values, o.MAX_PLAYERS * depth))
        return
    n, leader = twin[o.TABLE_N], twin[o.LEADER]
    seat = (leader + n) % twin[o.PLAYERS]
    side = _side_of(seat, twin[o.SIDES])
    hand, played = world[o.HANDS + seat], twin[o.PLAYED]
    worth, best_card, best_seat = twin[o.TABLE_POINTS], twin[o.BEST_CARD], twin[o.BEST_SEAT]
    led = twin[o.TABLE]
    row, below = o.MAX_PLAYERS * depth, o.MAX_PLAYERS * (depth + 1)
    best = -4 * HAND_VALUE
    for place in range(held):
        twin[o.HAND_N] = held
        lay_card(twin, world, seat, _card_at(hand, place))
        if n + 1 < twin[o.PLAYERS]:
            _search(twin, world, values, depth + 1, held, first, second)
        else:
            winner, points = twin[o.BEST_SEAT], twin[o.TABLE_POINTS]
            last = twin[o.LAST_TRICK + _side_of(winner, twin[o.SIDES])]
            _close(twin, world, winner, points)
            _search(twin, world, values, depth + 1, held - 1, first, second)
            _reopen(twin, winner, points, last)
            twin[o.LEADER] = leader
        world[o.HANDS + seat], twin[o.PLAYED], twin[o.TABLE_N] = hand, played, n
        # The tricks that followed lie on the same table.
        twin[o.TABLE] = led
        twin[o.TABLE_POINTS], twin[o.BEST_CARD], twin[o.BEST_SEAT] = worth, best_card, best_seat
        if values[below + side] > best:
            best = values[below + side]
            for other in range(twin[o.SIDES]):
                values[row + other] = values[below + other]
            if twin[o.SIDES] == 2:
                first = max(first, best) if side == 0 else first
                second = max(second, best) if side == 1 else second
                if first >= -second:
                    break


@shared
def _last_trick(twin, world, values):
    """Play the last card of everybody who has one; `values` gets what the hand then is worth."""
    n, winner, best = twin[o.TABLE_N], twin[o.BEST_SEAT], twin[o.BEST_CARD]
    led, points = twin[o.TABLE] >> 4, twin[o.TABLE_POINTS]
    for i in range(n, twin[o.PLAYERS]):
        seat = (twin[o.LEADER] + i) % twin[o.PLAYERS]
        card = _card_at(world[o.HANDS + seat], 0)
        led = card >> 4 if i == 0 else led
        points += _points_of(card)
        if i == 0 or _power(card, led, twin[o.TRUMP]) > _power(best, led, twin[o.TRUMP]):
            winner, best = seat, card
    side = _side_of(winner, twin[o.SIDES])
    last = twin[o.LAST_TRICK + side]
    twin[o.SEAT_TRICKS + winner] += 1
    twin[o.SIDE_POINTS + side] += points
    twin[o.LAST_TRICK + side] = twin[o.TRICK]
    _value(twin, world, values)
    twin[o.SEAT_TRICKS + winner] -= 1
    twin[o.SIDE_POINTS + side] -= points
    twin[o.LAST_TRICK + side] = last


@shared
def _close(twin, world, winner, points):
    """Close the trick on the table."""
    _close_trick(twin, winner, points, twin[o.SIDES])
    twin[o.TRICK] += 1


@shared
def _reopen(twin, winner, points, last):
    """Undo `_close`, but for what lies on the table and who led."""
    side = _side_of(winner, twin[o.SIDES])
    twin[o.TRICK] -= 1
    twin[o.SEAT_POINTS + winner] -= points
    twin[o.SEAT_TRICKS + winner] -= 1
    twin[o.SIDE_POINTS + side] -= points
    twin[o.LAST_TRICK + side] = last


@word
def open_value(obs, card, number):
    """Without a stock: what a card is worth when the hidden cards lie as in layout `number` and
    everybody, seeing all of them, plays what is best for his side: `HAND_VALUE` for a hand won, minus
    that for one lost, between for one shared, and the margin over the best rival on top.
    """
    twin = _scratch(OBS_WORDS)
    world = _scratch(WORLD_WORDS)
    values = _scratch(_FRAMES)
    set_up(obs, twin, world)
    lay_out(obs, world, number)
    lay_card(twin, world, obs[o.SEAT], card)
    left = obs[o.HAND_N]
    if twin[o.TABLE_N] == twin[o.PLAYERS]:
        _close(twin, world, twin[o.BEST_SEAT], twin[o.TABLE_POINTS])
        left -= 1
    if left == 0:
        _value(twin, world, values)
    else:
        worst = np.int64(-4 * HAND_VALUE)
        _search(twin, world, values, np.int64(0), left, worst, worst)
    return float(values[_side_of(obs[o.SEAT], obs[o.SIDES])])


@shared
def _packed(cards):
    """A set of at most three cards as a hand."""
    hand = _EMPTY
    place = 0
    while cards != 0:
        hand = _fill(hand, place, lowest(cards))
        cards &= cards - 1
        place += 1
    return hand


@shared
def _worth(first, second, aim):
    """What a trick counts: its points, or 1 where tricks are counted."""
    return 1 if aim & _AIM == _FEWEST_TRICKS else _points_of(first) + _points_of(second)


@shared
def _ending(leads, follows, held, margin, trump, aim):
    """Value for the leader of open hands of `held` cards, both sides playing their best; `margin` is
    what he has more than the other.  Who leads when no card is left has won the last trick.
    """
    if held == 0:
        ahead = margin if aim & _AIM == _MOST_POINTS else -margin
        if ahead == 0 and aim & _LAST_WINS != 0:
            return HAND_VALUE
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
def _after_trick(obs, mine, theirs, card, other, hidden, upcard):
    """Value for the player once `card` and the rival's `other` lie on the table: `mine` and `theirs`
    are the hands without them, `hidden` is the card that the winner draws (`NO_CARD`: no drawing)
    and `upcard` the one that the loser gets.
    """
    aim = _MOST_POINTS
    seat = obs[o.SEAT]
    margin = obs[o.SIDE_POINTS + seat] - obs[o.SIDE_POINTS + 1 - seat]
    if obs[o.FEWEST] != 0:
        aim = _FEWEST_POINTS
        if obs[o.BY_TRICKS] != 0:
            aim = _FEWEST_TRICKS
            margin = obs[o.SEAT_TRICKS + seat] - obs[o.SEAT_TRICKS + 1 - seat]
    if obs[o.RULES + o.C_TIE_LAST] != 0:
        aim |= _LAST_WINS
    trump = obs[o.TRUMP]
    led = (card if obs[o.TABLE_N] == 0 else other) >> 4
    wins = _power(card, led, trump) > _power(other, led, trump)
    held = obs[o.HAND_N] - 1
    if hidden >= 0:
        mine = _fill(mine, held, hidden if wins else upcard)
        theirs = _fill(theirs, held, upcard if wins else hidden)
        held += 1
    worth = _worth(card, other, aim)
    if wins:
        return _ending(mine, theirs, held, margin + worth, trump, aim)
    return -_ending(theirs, mine, held, worth - margin, trump, aim)


@shared
def _settled(obs, mine, theirs, card, other, hidden, upcard):
    """`_after_trick`, the winner having first swapped if that is allowed and serves him."""
    value = _after_trick(obs, mine, theirs, card, other, hidden, upcard)
    if hidden < 0 or not _may_swap(obs, _SWAP_WINNER):
        return value
    led = (card if obs[o.TABLE_N] == 0 else other) >> 4
    wins = _power(card, led, obs[o.TRUMP]) > _power(other, led, obs[o.TRUMP])
    while True:
        gives = _swap_card(upcard)
        place = _place_of(mine if wins else theirs, gives)
        if place < 0:
            return value
        if wins:
            mine = _put(mine, place, upcard)
        else:
            theirs = _put(theirs, place, upcard)
        upcard = gives
        swapped = _after_trick(obs, mine, theirs, card, other, hidden, upcard)
        value = max(value, swapped) if wins else min(value, swapped)
        if obs[o.RULES + o.C_SWAP_LIMIT] != 0:
            return value


@shared
def _may_swap(obs, mode):
    """Whether a swap of this kind is allowed with one drawing round to come."""
    return obs[o.RULES + o.C_SWAP] == mode and obs[o.RULES + o.C_SWAP_LAST] != 0


@shared
def _best_reply(obs, mine, hand, card, hidden, upcard):
    """Value of a card that is led, against the reply that is worst for the player."""
    least = 4 * HAND_VALUE
    for i in range(obs[o.HAND_N]):
        left = _take(hand, i, obs[o.HAND_N])
        value = _settled(obs, mine, left, card, _card_at(hand, i), hidden, upcard)
        least = min(least, value)
    return least


@shared
def _against(obs, mine, theirs, card, hidden):
    """Value of a card against an open hand: the card on the table, or the rival's best reply, who may
    swap before it where the rules have that.
    """
    hand = _packed(theirs)
    upcard = obs[o.UPCARD]
    if obs[o.TABLE_N] == 1:
        return _settled(obs, mine, hand, card, obs[o.TABLE], hidden, upcard)
    least = _best_reply(obs, mine, hand, card, hidden, upcard)
    if hidden < 0 or not _may_swap(obs, _SWAP_ON_TURN) or not _earned(obs, 1 - obs[o.SEAT]):
        return least
    # A limit per trick at the table counts the player's own swap on his turn, just before.
    if obs[o.RULES + o.C_SWAP_LIMIT] == 1 and obs[o.TRICK_SWAPS] > 0:
        return least
    while True:
        gives = _swap_card(upcard)
        place = _place_of(hand, gives)
        if place < 0:
            return least
        hand = _put(hand, place, upcard)
        upcard = gives
        least = min(least, _best_reply(obs, mine, hand, card, hidden, upcard))
        if obs[o.RULES + o.C_SWAP_LIMIT] != 0:
            return least


@shared
def _earned(obs, seat):
    """Whether an earlier trick gives one of two players the right to swap on his turn."""
    if obs[o.RULES + o.C_SWAP_BY] == _ANYONE:
        return obs[o.TRICK] > 0
    return obs[o.SEAT_TRICKS + seat] > 0


@word
def ending_value(obs, card):
    """With two players and at most one drawing round to come: what a card is worth when both sides
    then play their best, the other hand being known. `HAND_VALUE` for a hand won, minus that for one
    lost, 0 for a draw, and the margin on top. While a card is still hidden in the stock it is the
    average over all places of the cards not seen.
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
        total += _against(obs, mine, known | (unseen ^ hidden), card, lowest(hidden))
    return total / size(unseen)
