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
from brisca_sim.kernel.cards import card_at as _card_at
from brisca_sim.kernel.cards import cards_of as _cards_of
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.cards import power as _power
from brisca_sim.kernel.cards import side_of as _side_of
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

__all__ = ["AS", "NO_CARD", "REY", "SOTA", "TRES", "Parameter", "parameter"]
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
