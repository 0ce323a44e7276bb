"""A finished hand followed once more: with the cards that everybody held at every play.

It is read from what the hand has left behind: the deck as laid, the history of the plays and the swaps
in the log.  See `brisca_sim.kernel.detail` for the words that are filled.
"""

from __future__ import annotations

from brisca_sim.kernel.cards import points_of, power
from brisca_sim.kernel.jit import inlined, jit, offset
from brisca_sim.kernel.layout import (
    C_CARDS,
    C_PLAYERS,
    C_SIDES,
    C_STREAM,
    C_SWAP,
    C_TRICKS,
    CARDS,
    D_BY_POINTS,
    D_SWAPS,
    DETAIL_WORDS,
    F_HELD,
    F_OWNER,
    HAND_SIZE,
    HISTORY,
    MAX_TRICKS,
    P_HAND_EVENTS,
    P_HAND_WON,
    P_POINTS,
    P_TRUMPS,
    PRESENT_WORDS,
)

_SWAP_WINNER = 1
_TRUMP_POWER = 32
RANKS = 0xFFF
_SPENT, _WASTE, _OVERKILL = 0, 1, 2
_GOT, _SWAPPED = 0, 1
_NEVER = -1


@inlined
def present_of(state, detail, owner):
    """Words of the deal in play of one side."""
    return offset(detail, state[C_SIDES] * DETAIL_WORDS + owner * PRESENT_WORDS)


@inlined
def followed(state, detail):
    """Words of the hand that is followed."""
    return offset(detail, state[C_SIDES] * (DETAIL_WORDS + PRESENT_WORDS))


@jit
def follow_hand(obs, state, log, detail, follow):
    """Go through the plays of a hand, with the cards that everybody held."""
    players = state[C_PLAYERS]
    upcard = state[CARDS + HAND_SIZE * players]
    trump = upcard >> 4
    position = HAND_SIZE * players + 1
    held = offset(follow, F_HELD)
    swaps = 0
    next_swap = log[1] >> 16 if log[0] > 0 else _NEVER
    played = 0
    for trick in range(state[C_TRICKS]):
        if obs[HISTORY + played] < 0:
            return
        led = (obs[HISTORY + played] & 63) >> 4
        best, winner, worth = -1, 0, 0
        for _ in range(players):
            entry = obs[HISTORY + played]
            if entry < 0:
                return  # a mano negra has ended the hand in the middle of the trick
            card, seat = entry & 63, entry >> 6
            strength = power(card, led, trump)
            if strength > best:
                if strength >= _TRUMP_POWER and led != trump:
                    owner = follow[F_OWNER + seat]
                    _judge(present_of(state, detail, owner), held[seat], card, led, best)
                best, winner = strength, seat
            worth += points_of(card)
            held[seat] ^= 1 << card
            played += 1
            while played == next_swap:
                # A swap may be entered before the card given is drawn: taking both out of the
                # mask and into it comes to the same in any order.
                swaps += 1
                upcard = _swap(state, log[swaps], detail, follow)
                next_swap = log[swaps + 1] >> 16 if swaps < log[0] else _NEVER
        owner = follow[F_OWNER + winner]
        present = present_of(state, detail, owner)
        present[P_POINTS + trick] += worth
        present[P_HAND_WON] += 1
        if best >= _TRUMP_POWER and led != trump:
            present[P_TRUMPS + _SPENT] += 1
            detail[owner * DETAIL_WORDS + D_BY_POINTS + worth] += 1
        if position <= state[C_CARDS]:
            last = _draw(state, held, winner, position, upcard)
            position += players
            if last >= 0:
                present_of(state, detail, follow[F_OWNER + last])[P_HAND_EVENTS + _GOT] = 1


@jit
def _judge(present, held, card, led, best):
    """Say whether a trump that takes the lead in a trick of another suit was a waste or too high.

    `best` is the strength to beat: of a card of the suit led, or of a trump.
    """
    if best < _TRUMP_POWER:
        of_suit = held >> (led << 4) & RANKS
        # A first card of the suit led has set `best`: 16 more than its rank.
        if of_suit >> (best - 15) != 0:
            present[P_TRUMPS + _WASTE] += 1
    lower = held >> (card & ~15) & ((1 << (card & 15)) - 1)
    least = best - _TRUMP_POWER + 1 if best >= _TRUMP_POWER else 0
    if lower >> least != 0:
        present[P_TRUMPS + _OVERKILL] += 1


@jit
def _swap(state, event, detail, follow):
    """Count a swap and make it; returns the card given, which now lies face up."""
    seat, taken, time = event >> 4 & 15, event >> 8 & 255, event >> 16
    seven = 1 if taken & 15 > 6 else 0
    given = (taken & ~15) + (4 if seven != 0 else 0)
    follow[F_HELD + seat] ^= 1 << given | 1 << taken
    owner = follow[F_OWNER + seat]
    present_of(state, detail, owner)[P_HAND_EVENTS + _SWAPPED] = 1
    # After the trick just finished, or in the one being played.
    trick = time // state[C_PLAYERS] - (1 if state[C_SWAP] == _SWAP_WINNER else 0)
    at = D_SWAPS + MAX_TRICKS * (12 * seven + (taken & 15)) + trick
    detail[owner * DETAIL_WORDS + at] += 1
    return given


@inlined
def _draw(state, held, winner, position, upcard):
    """One drawing round, as the game has it; returns who got the turned-up card, or -1."""
    players = state[C_PLAYERS]
    streams = state[C_STREAM] != 0
    last = _NEVER
    if position + players > state[C_CARDS]:
        last = winner - 1 if winner > 0 else players - 1
    seat = winner
    for i in range(players):
        place = i
        if streams:
            place = seat - 1 if 0 <= last < seat else seat
        card = upcard if seat == last else state[CARDS + position + place]
        held[seat] ^= 1 << card
        seat = seat + 1 if seat + 1 < players else 0
    return last
