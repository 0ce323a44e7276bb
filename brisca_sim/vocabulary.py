"""The words in which strategies are written: ``from brisca_sim.vocabulary import *``.

A strategy is a function ``play(obs)`` that returns one card of the player's hand.  `obs` is what that
player sees; it is read through the words below.  Cards are numbers (suit * 16 + strength), sets of
cards are masks with the bit of each card set, seats are numbers in playing order, and `NO_CARD` (-1)
stands for "there is none".  Words that choose among the cards in hand look at them in the order of
their places and keep the first of equals, so that no suit is ever preferred.

They are compiled for strategies, where `obs` is a pointer; plain Python can call the functions below
``word.py_func`` with an int64 array.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from brisca_sim.cards import AS, NO_CARD, REY, SOTA, TRES
from brisca_sim.kernel import layout as _o
from brisca_sim.kernel.cards import EMPTY as _EMPTY
from brisca_sim.kernel.cards import card_at as _card_at
from brisca_sim.kernel.cards import cards_of as _cards_of
from brisca_sim.kernel.cards import fill as _fill
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.cards import power as _power
from brisca_sim.kernel.cards import side_of as _side_of
from brisca_sim.kernel.cards import take as _take
from brisca_sim.kernel.jit import shared as _shared
from brisca_sim.kernel.layout import (
    NO_SIGN,
    SIGN_AS,
    SIGN_BRISCAS,
    SIGN_CABALLO,
    SIGN_MIRAR,
    SIGN_REY,
    SIGN_SIN_TRIUNFO,
    SIGN_SOPLAR,
    SIGN_SOTA,
    SIGN_TRES,
)
from brisca_sim.kernel.rng import LOW32 as _LOW32
from brisca_sim.kernel.rng import following as _following
from brisca_sim.kernel.rng import high32 as _high32
from brisca_sim.kernel.signs import sign_is_true as _sign_is_true

__all__ = ["AS", "HAND_VALUE", "NO_CARD", "REY", "SOTA", "TRES", "Parameter", "parameter"]
__all__ += [
    "NO_SIGN",
    "SIGN_AS",
    "SIGN_BRISCAS",
    "SIGN_CABALLO",
    "SIGN_MIRAR",
    "SIGN_REY",
    "SIGN_SIN_TRIUNFO",
    "SIGN_SOPLAR",
    "SIGN_SOTA",
    "SIGN_TRES",
]

HAND_VALUE = 1000  # a hand won in `ending_value`: more than any margin of points
_MOST_POINTS, _FEWEST_POINTS, _FEWEST_TRICKS = 0, 1, 2


def _word(function):
    """Compile a word and export it."""
    __all__.append(function.__name__)
    return _shared(function)


@dataclass(frozen=True)
class Parameter:
    """A number that users may set: its default, its range (both ends allowed) and its meaning."""

    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False


def parameter(
    default: float, low: float, high: float, meaning: str, *, whole: bool = False
) -> Parameter:
    """Declare a parameter at the top level of a script: ``THETA = parameter(3, 0, 33, "...")``.

    Its name on the command line is the variable's in lower case (``ahorradora:theta=10``); in the
    script ``param(obs, THETA)`` reads it.  ``whole=True`` takes whole numbers only.
    """
    return Parameter(default, low, high, meaning, whole)


# --- the situation ---------------------------------------------------------------------------------


@_word
def my_seat(obs):
    """The player's own seat; seat 0 led the first trick (the mano)."""
    return obs[_o.SEAT]


@_word
def players(obs):
    """Number of players."""
    return obs[_o.PLAYERS]


@_word
def sides(obs):
    """Number of sides: 2 in pairs, else the number of players."""
    return obs[_o.SIDES]


@_word
def side_of(obs, seat):
    """Side of a seat."""
    return _side_of(seat, obs[_o.SIDES])


@_word
def has_partner(obs):
    """Whether the player has a partner."""
    return obs[_o.SIDES] < obs[_o.PLAYERS]


@_word
def is_partner(obs, seat):
    """Whether another seat belongs to the player's side."""
    return seat != obs[_o.SEAT] and side_of(obs, seat) == side_of(obs, obs[_o.SEAT])


@_word
def fewest_wins(obs):
    """Whether the game is played al reves."""
    return obs[_o.FEWEST] != 0


@_word
def tricks_count(obs):
    """Whether al reves counts tricks instead of points."""
    return obs[_o.BY_TRICKS] != 0


@_word
def swap_is_played(obs):
    """Whether the rules know the swap."""
    return obs[_o.SWAP_MODE] != 0


@_word
def leading(obs):
    """Whether the player leads the trick."""
    return obs[_o.TABLE_N] == 0


@_word
def players_after(obs):
    """How many players still play after this one in the trick."""
    return obs[_o.PLAYERS] - 1 - obs[_o.TABLE_N]


@_word
def last_to_play(obs):
    """Whether the player is the last of the trick."""
    return obs[_o.TABLE_N] == obs[_o.PLAYERS] - 1


@_word
def rivals_after(obs):
    """How many rivals still play after this player in the trick."""
    count = 0
    for i in range(1, obs[_o.PLAYERS] - obs[_o.TABLE_N]):
        if _side_of(i, obs[_o.SIDES]) != 0:
            count += 1
    return count


@_word
def leader(obs):
    """The seat that leads the trick."""
    return obs[_o.LEADER]


@_word
def table_card(obs, i):
    """The i-th card of the trick, in playing order from the leader; `NO_CARD` when not yet played."""
    return obs[_o.TABLE + i] if i < obs[_o.TABLE_N] else NO_CARD


@_word
def points_on_table(obs):
    """Points of the cards on the table."""
    return obs[_o.TABLE_POINTS]


@_word
def winning_card(obs):
    """The card that wins the trick so far; `NO_CARD` when leading."""
    return obs[_o.BEST_CARD] if obs[_o.TABLE_N] > 0 else NO_CARD


@_word
def winning_seat(obs):
    """The seat that wins the trick so far; -1 when leading."""
    return obs[_o.BEST_SEAT] if obs[_o.TABLE_N] > 0 else -1


@_word
def partner_winning(obs):
    """Whether a partner wins the trick so far."""
    return obs[_o.TABLE_N] > 0 and is_partner(obs, obs[_o.BEST_SEAT])


@_word
def stock_left(obs):
    """Cards left to draw, the turned-up one included."""
    return obs[_o.STOCK]


@_word
def stock_empty(obs):
    """Whether nothing is left to draw."""
    return obs[_o.STOCK] == 0


@_word
def last_draw(obs):
    """Whether this trick is the last one that is followed by drawing."""
    return obs[_o.STOCK] == obs[_o.PLAYERS]


@_word
def tricks_played(obs):
    """Tricks finished."""
    return obs[_o.TRICK]


@_word
def tricks_left(obs):
    """Tricks still to be won, the present one included."""
    return obs[_o.ALL_TRICKS] - obs[_o.TRICK]


@_word
def tricks_of(obs, seat):
    """Tricks that a seat has won."""
    return obs[_o.SEAT_TRICKS + seat]


@_word
def points_of_seat(obs, seat):
    """Points that a seat has captured."""
    return obs[_o.SEAT_POINTS + seat]


@_word
def my_points(obs):
    """Points that the player's side has captured."""
    return obs[_o.SIDE_POINTS + side_of(obs, obs[_o.SEAT])]


@_word
def best_rival_points(obs):
    """Points of the rival side that has most."""
    best = 0
    for side in range(obs[_o.SIDES]):
        if side != side_of(obs, obs[_o.SEAT]):
            best = max(best, obs[_o.SIDE_POINTS + side])
    return best


# --- cards -----------------------------------------------------------------------------------------


@_word
def suit_of(card):
    """Suit of a card, 0 to 3."""
    return card >> 4


@_word
def rank_of(card):
    """Strength of a card within its suit, 0 (dos) to 11 (as)."""
    return card & 15


@_word
def points_of(card):
    """Points of a card."""
    return _points_of(card)


@_word
def trump_suit(obs):
    """The trump suit."""
    return obs[_o.TRUMP]


@_word
def upcard(obs):
    """The card that lies face up under the stock; `NO_CARD` once it is drawn."""
    return obs[_o.UPCARD]


@_word
def is_trump(obs, card):
    """Whether a card is a trump."""
    return card >> 4 == obs[_o.TRUMP]


@_word
def is_brisca(obs, card):
    """Whether a card is an as or a tres of another suit than trumps."""
    return card & 15 >= TRES and card >> 4 != obs[_o.TRUMP]


@_word
def beats_table(obs, card):
    """Whether a card would win the trick as it lies on the table (always, when leading)."""
    if obs[_o.TABLE_N] == 0:
        return True
    led = obs[_o.TABLE] >> 4
    return _power(card, led, obs[_o.TRUMP]) > _power(obs[_o.BEST_CARD], led, obs[_o.TRUMP])


# --- sets of cards ---------------------------------------------------------------------------------


@_word
def bit(card):
    """The set that holds one card."""
    return 1 << card


@_word
def size(cards):
    """Number of cards in a set."""
    count = 0
    while cards != 0:
        cards &= cards - 1
        count += 1
    return count


@_word
def suit_cards(suit):
    """All cards of a suit."""
    return 0xFFF << (suit << 4)


@_word
def above(card):
    """The stronger cards of the same suit."""
    return suit_cards(card >> 4) & ~((2 << card) - 1)


@_word
def my_cards(obs):
    """The player's hand as a set."""
    return _cards_of(obs[_o.HAND])


@_word
def played_cards(obs):
    """All cards played so far, those on the table included."""
    return obs[_o.PLAYED]


@_word
def cards_played(obs):
    """Number of cards played so far, those on the table included."""
    return obs[_o.TRICK] * obs[_o.PLAYERS] + obs[_o.TABLE_N]


@_word
def past_card(obs, i):
    """The i-th card played in this hand, from 0 on; `NO_CARD` when not yet played."""
    return obs[_o.HISTORY + i] & 63 if obs[_o.HISTORY + i] >= 0 else NO_CARD


@_word
def past_seat(obs, i):
    """The seat that played the i-th card of this hand; -1 when not yet played."""
    return obs[_o.HISTORY + i] >> 6


@_word
def known_cards(obs, seat):
    """Cards that everybody who watches knows to be in a hand: taken in a swap, or the turned-up
    card drawn last; a partner's hand when it is shown; with two players and no stock left, all.
    """
    return obs[_o.KNOWN + seat] & ~obs[_o.PLAYED]


@_word
def unseen_cards(obs):
    """Cards whose place the player does not know: neither played, nor his, nor face up, nor known
    in a hand.
    """
    seen = obs[_o.PLAYED] | my_cards(obs)
    if obs[_o.UPCARD] >= 0:
        seen |= 1 << obs[_o.UPCARD]
    for seat in range(obs[_o.PLAYERS]):
        seen |= obs[_o.KNOWN + seat]
    return obs[_o.DECK] & ~seen


@_word
def out_cards(obs):
    """Cards that others may hold now: neither played, nor the player's own, nor face up."""
    seen = obs[_o.PLAYED] | my_cards(obs)
    if obs[_o.UPCARD] >= 0:
        seen |= 1 << obs[_o.UPCARD]
    return obs[_o.DECK] & ~seen


@_word
def trumps_out(obs):
    """Trumps that others may hold now."""
    return out_cards(obs) & suit_cards(obs[_o.TRUMP])


@_word
def is_boss(obs, card):
    """Whether no card that others may hold can beat this one, when it is led or wins now."""
    out = out_cards(obs)
    if out & above(card) != 0:
        return False
    return card >> 4 == obs[_o.TRUMP] or out & suit_cards(obs[_o.TRUMP]) == 0


@_word
def brisca_gone(obs, suit):
    """How many of a suit's as and tres have been played."""
    return size(obs[_o.PLAYED] & (0xC00 << (suit << 4)))


# --- choosing among the cards in hand --------------------------------------------------------------


@_word
def hand_size(obs):
    """Cards in the player's hand."""
    return obs[_o.HAND_N]


@_word
def hand_card(obs, i):
    """The card in place i of the hand; `NO_CARD` beyond its size."""
    return _card_at(obs[_o.HAND], i)


@_word
def price(obs, card):
    """What giving a card away costs: its points, 5 more for a trump, a little for its rank; in
    twentieths of a point, so that it stays a whole number.
    """
    return 20 * _points_of(card) + (100 if card >> 4 == obs[_o.TRUMP] else 0) + (card & 15)


@_word
def cheapest(obs):
    """The card in hand with the least price."""
    chosen = hand_card(obs, 0)
    for i in range(1, obs[_o.HAND_N]):
        if price(obs, hand_card(obs, i)) < price(obs, chosen):
            chosen = hand_card(obs, i)
    return chosen


@_word
def dearest(obs):
    """The card in hand worth most points; of equals the strongest."""
    chosen = hand_card(obs, 0)
    for i in range(1, obs[_o.HAND_N]):
        card = hand_card(obs, i)
        if 16 * _points_of(card) + (card & 15) > 16 * _points_of(chosen) + (chosen & 15):
            chosen = card
    return chosen


@_word
def poorest(obs):
    """The card in hand worth fewest points; of equals the weakest."""
    chosen = hand_card(obs, 0)
    for i in range(1, obs[_o.HAND_N]):
        card = hand_card(obs, i)
        if 16 * _points_of(card) + (card & 15) < 16 * _points_of(chosen) + (chosen & 15):
            chosen = card
    return chosen


@_word
def dearest_plain(obs):
    """The card worth most points that is not a trump; `NO_CARD` when all are trumps."""
    chosen = NO_CARD
    for i in range(obs[_o.HAND_N]):
        card = hand_card(obs, i)
        if card >> 4 != obs[_o.TRUMP] and (
            chosen < 0
            or 16 * _points_of(card) + (card & 15) > 16 * _points_of(chosen) + (chosen & 15)
        ):
            chosen = card
    return chosen


@_word
def dearest_winner(obs):
    """The card worth most points that beats the table, not a trump among equals; else `NO_CARD`."""
    chosen = NO_CARD
    worth = -1
    for i in range(obs[_o.HAND_N]):
        card = hand_card(obs, i)
        value = 2 * _points_of(card) + (0 if card >> 4 == obs[_o.TRUMP] else 1)
        if value > worth and beats_table(obs, card):
            chosen = card
            worth = value
    return chosen


@_word
def dearest_plain_winner(obs):
    """The card worth most points, the strongest of equals, that beats the table without being a
    trump; else `NO_CARD`.
    """
    chosen = NO_CARD
    worth = -1
    for i in range(obs[_o.HAND_N]):
        card = hand_card(obs, i)
        value = 16 * _points_of(card) + (card & 15)
        if value > worth and card >> 4 != obs[_o.TRUMP] and beats_table(obs, card):
            chosen = card
            worth = value
    return chosen


@_word
def lowest_trump_winner(obs):
    """The weakest trump in hand that beats the table; else `NO_CARD`."""
    chosen = NO_CARD
    for i in range(obs[_o.HAND_N]):
        card = hand_card(obs, i)
        if card >> 4 == obs[_o.TRUMP] and (chosen < 0 or card < chosen) and beats_table(obs, card):
            chosen = card
    return chosen


@_word
def poorest_winner(obs):
    """The card worth fewest points, the weakest of equals, that beats the table; else `NO_CARD`."""
    chosen = NO_CARD
    worth = 1 << 30
    for i in range(obs[_o.HAND_N]):
        card = hand_card(obs, i)
        value = 16 * _points_of(card) + (card & 15)
        if value < worth and beats_table(obs, card):
            chosen = card
            worth = value
    return chosen


@_word
def dearest_loser(obs):
    """The card worth most points, the strongest of equals, that does not beat the table; else
    `NO_CARD`.
    """
    chosen = NO_CARD
    worth = -1
    for i in range(obs[_o.HAND_N]):
        card = hand_card(obs, i)
        value = 16 * _points_of(card) + (card & 15)
        if value > worth and not beats_table(obs, card):
            chosen = card
            worth = value
    return chosen


# --- counting --------------------------------------------------------------------------------------


@_word
def chance_of_none(obs, seat, cards):
    """Chance that a seat still to play holds none of a set of cards, as far as the player can count:
    every unseen card is equally likely to be in that hand.
    """
    known = known_cards(obs, seat)
    if known & cards != 0:
        return 0.0
    unseen = unseen_cards(obs)
    left = size(unseen)
    bad = size(unseen & cards)
    if bad == 0:
        return 1.0
    none = 1.0
    for i in range(obs[_o.HAND_N] - size(known)):
        none *= max(0, left - bad - i) / max(1, left - i)
    return none


@_word
def chance_to_stand(obs, card, will):
    """Chance that no rival still to play beats a card that wins the trick so far (or is led), when a
    rival spends a trump on it with the chance `will` and always takes it in its own suit.
    """
    over = above(card)
    trumped = 0 if card >> 4 == obs[_o.TRUMP] else suit_cards(obs[_o.TRUMP])
    stands = 1.0
    for i in range(1, obs[_o.PLAYERS] - obs[_o.TABLE_N]):
        seat = (obs[_o.SEAT] + i) % obs[_o.PLAYERS]
        if side_of(obs, seat) == side_of(obs, obs[_o.SEAT]):
            continue
        none = chance_of_none(obs, seat, over)
        if trumped == 0:
            stands *= 1.0 - will * (1.0 - none)
        elif will > 0.0:
            stands *= (1.0 - will) * none + will * chance_of_none(obs, seat, over | trumped)
        else:
            stands *= none
    return stands


@_word
def points_in(cards):
    """Points of a set of cards."""
    total = 0
    for rank in range(SOTA, AS + 1):
        total += _points_of(rank) * size(cards & (0x1000100010001 << rank))
    return total


# What keeping a card is worth in points, by strength from dos to as: two players, then more.
_TRUMP_PRICES = (
    (3.7, 3.7, 3.7, 3.7, 5.4, 3.7, 3.7, 2.7, 7.3, 7.3, 15.0, 21.0),
    (2.7, 2.7, 2.7, 2.7, 6.4, 2.7, 2.7, 6.7, 8.8, 8.8, 19.0, 38.0),
)
_PLAIN_PRICES = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.5, 6.0, 6.0),
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.5, -0.5, -0.5, 4.0, 6.0),
)
_LATE_TRUMP, _LATE_PLAIN = (2.9, 1.0), (-0.7, 0.0)  # factors of the prices once the stock is empty
_LED_RANK = 0.02  # of cards otherwise equal the lower one is given
_READY, _READIER = (-0.1, -0.5), 0.1  # a rival trumps with the chance ready + readier x points
_EXTRA, _LATE_EXTRA = (5.0, 1.0), (1.0, 5.0)  # won trick: what each player after this one adds
_SPENT = (0.0, 7.0)  # lost trick: what the trump that took it has cost the rival
_LEAD_COST = (1.0, 2.0)  # of having to lead the next trick
_RESCUE = 0.6  # chance that the partner, yet to play, takes a trick that would be lost
_DECIDED = 40.0
# Al reves: what each player adds to a trick won, a little to be rid of high cards, and the cost of a
# trick, in ranks, where tricks are counted.
_REVES_EXTRA, _REVES_RANK, _TRICK_COST = 2.5, 0.1, 100.0


@_word
def keeping_value(obs, card):
    """What it is worth to keep a card for later tricks, in points: most of all an as of trumps."""
    more = 1 if obs[_o.PLAYERS] > 2 else 0
    rank = card & 15
    if card >> 4 == obs[_o.TRUMP]:
        late = _LATE_TRUMP[more] if obs[_o.STOCK] == 0 else 1.0
        return late * _TRUMP_PRICES[more][rank] + _LED_RANK * rank
    late = _LATE_PLAIN[more] if obs[_o.STOCK] == 0 else 1.0
    return late * _PLAIN_PRICES[more][rank] + _LED_RANK * rank


@_word
def expected_value(obs, card):
    """What playing a card brings, in points: the trick times the chance to win it, less the trick
    times the chance to lose it, less what keeping the card is worth; losing the last trick that is
    followed by drawing is rewarded with the turned-up trump, and a card that surely decides the hand
    with a large sum. Al reves it is what losing the trick brings.
    """
    if obs[_o.FEWEST] != 0:
        return _shedding_value(obs, card)
    more = 1 if obs[_o.PLAYERS] > 2 else 0
    stake = obs[_o.TABLE_POINTS] + _points_of(card)
    after = players_after(obs)
    top = card if beats_table(obs, card) else NO_CARD
    if top == NO_CARD and partner_winning(obs):
        top = obs[_o.BEST_CARD]
    # `holds`: not beaten in its own suit; `stands`: nor by a trump from another one.
    holds, stands, over = _chances(obs, top, stake, more)
    extra = (_LATE_EXTRA[more] if obs[_o.STOCK] == 0 else _EXTRA[more]) * after
    value = stands * (stake + extra - _LEAD_COST[more]) - keeping_value(obs, card)
    loss = (holds - stands) * (stake - _SPENT[more]) + (1.0 - holds) * (stake + over)
    value -= loss / max(1, obs[_o.SIDES] - 1)
    if obs[_o.SIDES] != 2:
        return value
    if obs[_o.STOCK] == obs[_o.PLAYERS]:
        value -= stands * _TRUMP_PRICES[more][obs[_o.UPCARD] & 15]
    if stands > 0.999 and my_points(obs) + stake > 60:
        return value + _DECIDED
    if stands < 0.001 and best_rival_points(obs) + stake > 60:
        return value - _DECIDED
    return value


@_shared
def _shedding_value(obs, card):
    """`expected_value` al reves: rivals are taken to win what they can in suit, but not to trump."""
    wins = 0.0
    if beats_table(obs, card):
        wins = chance_to_stand(obs, card, 0.0)
    elif partner_winning(obs):
        wins = chance_to_stand(obs, obs[_o.BEST_CARD], 0.0)
    trump = card >> 4 == obs[_o.TRUMP]
    if obs[_o.BY_TRICKS] != 0:
        return (card & 15) + (12.0 if trump else 0.0) - _TRICK_COST * wins
    gift = (1.0 - wins) * (obs[_o.TABLE_POINTS] + _points_of(card)) - _points_of(card)
    taken = obs[_o.TABLE_POINTS] + _points_of(card) + _REVES_EXTRA * (1 + players_after(obs))
    return gift - wins * taken + (2.0 if trump else 0.0) + _REVES_RANK * (card & 15)


@_shared
def _chances(obs, top, stake, more):
    """Chances that the trick is not lost to a higher card of the suit of `top`, and not lost at all;
    and the points to expect of such a higher card.  `top` is the best card of the player's side.
    """
    holds, stands, over = 0.0, 0.0, 0.0
    if top != NO_CARD:
        holds, stands = 1.0, 1.0
        if obs[_o.TABLE_N] < obs[_o.PLAYERS] - 1:
            will = min(1.0, max(0.0, _READY[more] + _READIER * stake))
            stands = chance_to_stand(obs, top, will)
            same = will == 0.0 or top >> 4 == obs[_o.TRUMP]
            holds = stands if same else chance_to_stand(obs, top, 0.0)
            higher = out_cards(obs) & above(top)
            over = points_in(higher) / max(1, size(higher))
    if players_after(obs) > rivals_after(obs):
        stands += (holds - stands) * _RESCUE
        holds += (1.0 - holds) * _RESCUE
        if top == NO_CARD:
            stands = holds
    return holds, stands, over


@_shared
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


@_shared
def _worth(first, second, aim):
    """What a trick counts: its points, or 1 where tricks are counted."""
    return 1 if aim == _FEWEST_TRICKS else _points_of(first) + _points_of(second)


@_shared
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


@_shared
def _after_trick(obs, mine, theirs, card, other, hidden):
    """Value for the player once `card` and the rival's `other` lie on the table: `mine` and `theirs`
    are the hands without them, `hidden` is the card that the winner draws (`NO_CARD`: no drawing).
    """
    aim = _MOST_POINTS
    seat = obs[_o.SEAT]
    margin = obs[_o.SIDE_POINTS + seat] - obs[_o.SIDE_POINTS + 1 - seat]
    if obs[_o.FEWEST] != 0:
        aim = _FEWEST_POINTS
        if obs[_o.BY_TRICKS] != 0:
            aim = _FEWEST_TRICKS
            margin = obs[_o.SEAT_TRICKS + seat] - obs[_o.SEAT_TRICKS + 1 - seat]
    trump = obs[_o.TRUMP]
    led = (card if obs[_o.TABLE_N] == 0 else other) >> 4
    wins = _power(card, led, trump) > _power(other, led, trump)
    held = obs[_o.HAND_N] - 1
    if hidden >= 0:
        mine = _fill(mine, held, hidden if wins else obs[_o.UPCARD])
        theirs = _fill(theirs, held, obs[_o.UPCARD] if wins else hidden)
        held += 1
    worth = _worth(card, other, aim)
    if wins:
        return _ending(mine, theirs, held, margin + worth, trump, aim)
    return -_ending(theirs, mine, held, worth - margin, trump, aim)


@_shared
def _against(obs, mine, theirs, card, hidden):
    """Value of a card against an open hand: the card on the table, or the rival's best reply."""
    if obs[_o.TABLE_N] == 1:
        return _after_trick(obs, mine, _packed(theirs), card, obs[_o.TABLE], hidden)
    hand = _packed(theirs)
    least = 4 * HAND_VALUE
    for i in range(obs[_o.HAND_N]):
        left = _take(hand, i, obs[_o.HAND_N])
        least = min(least, _after_trick(obs, mine, left, card, _card_at(hand, i), hidden))
    return least


@_word
def ending_value(obs, card):
    """With two players and at most one drawing round to come: what a card is worth when both sides
    then play their best, the other hand being known. `HAND_VALUE` for a hand won, minus that for one
    lost, 0 for equal counts (whoever wins such a tie), and the margin on top. While a card is still
    hidden in the stock it is the average over all places of the cards not seen.
    """
    mine = _packed(my_cards(obs) & ~(1 << card))
    known = known_cards(obs, 1 - obs[_o.SEAT])
    if obs[_o.STOCK] == 0:
        return float(_against(obs, mine, known, card, NO_CARD))
    unseen = unseen_cards(obs)
    total = 0
    rest = unseen
    while rest != 0:
        hidden = rest & -rest
        rest ^= hidden
        total += _against(obs, mine, known | (unseen ^ hidden), card, size(hidden - 1))
    return total / size(unseen)


# --- the swap --------------------------------------------------------------------------------------


@_word
def swap_gives(obs):
    """In ``swap(obs)``: the card that would be given (the 7 or the 2 of trumps)."""
    return obs[_o.GIVES]


@_word
def swap_takes(obs):
    """In ``swap(obs)``: the turned-up card that would be taken."""
    return obs[_o.TAKES]


# --- the senas -------------------------------------------------------------------------------------


@_word
def senas_are_played(obs):
    """Whether the rules know the senas; ``sign(obs)`` is asked only then."""
    return obs[_o.SENAS] != 0


@_word
def signs_may_be_false(obs):
    """Whether a sign may say what is not so."""
    return obs[_o.FALSE_SIGNS] != 0


@_word
def sign_is_true(obs, sign):
    """Whether the player's own hand bears out a sign; questions (soplar, mirar) always pass."""
    return _sign_is_true(_cards_of(obs[_o.HAND]), obs[_o.TRUMP], obs[_o.BRISCAS], sign)


@_word
def told_cards(obs, seat):
    """Cards that a seat has said it holds, by signs that the player noticed, and not played since."""
    return obs[_o.TOLD + seat] & ~obs[_o.PLAYED]


@_word
def lacked_cards(obs, seat):
    """Cards that a seat has said it lacks; `drawn_since` cards of its hand may be any."""
    return obs[_o.LACKS + seat] & ~obs[_o.PLAYED]


@_word
def drawn_since(obs, seat):
    """Cards that a seat has drawn since it said what it lacks."""
    return obs[_o.DRAWN + seat]


@_word
def one_of_cards(obs, seat):
    """Cards of which a seat has said that it holds at least one; none left: nothing is known."""
    return obs[_o.ONE_OF + seat] & ~obs[_o.PLAYED]


@_word
def last_sign(obs, seat):
    """The last sign of a seat before this trick that the player noticed; `NO_SIGN` when none."""
    return obs[_o.LAST_SIGN + seat]


# --- chance, parameters and notes ------------------------------------------------------------------


@_word
def random_below(obs, n):
    """A whole number from 0 to n - 1 (n below 2**31), each exactly equally likely, from the player's
    own stream.
    """
    while True:
        obs[_o.RNG] = _following(obs[_o.RNG])
        product = _high32(obs[_o.RNG]) * n
        left = product & _LOW32
        if left >= n or left >= (1 << 32) % n:
            return product >> 32


@_word
def chance(obs, probability):
    """True with the given probability (in steps of 2**-32)."""
    obs[_o.RNG] = _following(obs[_o.RNG])
    return _high32(obs[_o.RNG]) < probability * 4294967296.0


@_word
def param(obs, number):
    """Value of a parameter, as a float."""
    return np.int64(obs[_o.PARAMS + number]).view(np.float64)


@_word
def remember(obs, place, value):
    """Write a whole number into one of the player's 16 notes; all are 0 when a hand begins."""
    obs[_o.MEMORY + place] = value


@_word
def recall(obs, place):
    """Read a note."""
    return obs[_o.MEMORY + place]
