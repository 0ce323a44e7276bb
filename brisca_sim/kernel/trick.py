"""One trick: everybody plays a card, the best one takes it.

What changes with every card is kept in local variables and only written to `obs`, never read back:
a strategy is called between two cards, and what lies in memory would have to be loaded again.
"""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel.cards import (
    byte_of,
    card_at,
    points_of,
    power,
    side_of,
    take_out,
)
from brisca_sim.kernel.jit import inlined, jit
from brisca_sim.kernel.layout import (
    ASK,
    ASK_PLAY,
    BEST_CARD,
    BEST_SEAT,
    C_BLIND,
    C_LEND,
    C_NEGRA_ANY,
    C_SIDES,
    HAND_N,
    HANDS,
    HISTORY,
    ILLEGAL,
    LAST_TRICK,
    LEADER,
    LEND_PARAMETERS,
    LOG_PLAY,
    LOG_TRICK,
    PLAYED,
    PLAYERS_OF_KIND,
    SEAT_POINTS,
    SEAT_TRICKS,
    SIDE_POINTS,
    STREAM,
    TABLE,
    TABLE_N,
    TABLE_POINTS,
    TRICK,
    TRICK_SWAPS,
    TRUMP,
    WINNER,
    WITH_BLIND,
    WITH_LENDING,
    WITH_LOG,
    WITH_TURNS,
)
from brisca_sim.kernel.log import note
from brisca_sim.kernel.observation import ask_about
from brisca_sim.kernel.rng import LOW32, following, high32
from brisca_sim.kernel.swap import find_mano_negra, has_right, offer_swaps

HAND_OVER = -2


@inlined
def play_trick(obs, state, log, held, leader, trick, kind):
    """Play one trick; returns its winner, ILLEGAL or HAND_OVER (mano negra)."""
    players = kind & PLAYERS_OF_KIND
    lend = state[C_LEND] & (-1 if kind & WITH_LENDING != 0 else LEND_PARAMETERS)
    trump = obs[TRUMP]
    past = HISTORY + trick * players
    played = obs[PLAYED]
    obs[ASK] = ASK_PLAY
    obs[HAND_N] = held
    obs[TRICK_SWAPS] = 0
    worth = 0
    led = 0
    best = -1
    best_card = NO_CARD
    winner = leader
    seat = leader
    for i in range(players):
        obs[TABLE_N] = i
        obs[TABLE_POINTS] = worth
        if kind & WITH_TURNS != 0 and _swap_on_turn(obs, state, log, seat, held):
            return HAND_OVER
        hand = state[HANDS + seat]
        if held == 1:
            card = card_at(hand, 0)
        elif kind & WITH_BLIND != 0:
            card = card_at(hand, _blind_place(state, seat, held))
        else:
            card = ask_about(obs, state, seat, hand, lend)
        byte = byte_of(hand, card)
        if byte == 0:
            state[WINNER] = card
            return ILLEGAL
        state[HANDS + seat] = take_out(hand, byte, held)
        if i == 0:
            led = card >> 4
        played |= 1 << card
        worth += points_of(card)
        # Written without branches: who wins is a coin toss that no processor foresees.
        strength = power(card, led, trump)
        better = strength > best
        best = strength if better else best
        best_card = card if better else best_card
        winner = seat if better else winner
        obs[PLAYED] = played
        obs[past + i] = card + 64 * seat
        if i + 1 < players:  # nobody is asked about a full table
            obs[TABLE + i] = card
            obs[BEST_CARD] = best_card
            obs[BEST_SEAT] = winner
        if kind & WITH_LOG != 0:
            note(log, LOG_PLAY, seat, card, 0)
        seat = seat + 1 if seat + 1 < players else 0
    close_trick(obs, winner, worth, 2 if players == 2 else state[C_SIDES])
    if kind & WITH_LOG != 0:
        note(log, LOG_TRICK, winner, worth, 0)
    return winner


@inlined
def close_trick(obs, winner, worth, sides):
    """Give a finished trick to its winner, who leads the next one."""
    obs[TABLE_N] = 0
    obs[TABLE_POINTS] = 0
    obs[LEADER] = winner
    obs[SEAT_POINTS + winner] += worth
    obs[SEAT_TRICKS + winner] += 1
    side = side_of(winner, sides)
    obs[SIDE_POINTS + side] += worth
    obs[LAST_TRICK + side] = obs[TRICK]


@jit
def _swap_on_turn(obs, state, log, seat, held):
    """Offer the swap before a seat plays; True when it gave somebody the mano negra."""
    if state[C_BLIND] != 0 or not has_right(obs, state, seat):
        return False
    swapped = offer_swaps(obs, state, log, seat, held)
    return swapped > 0 and state[C_NEGRA_ANY] != 0 and find_mano_negra(obs, state)


@jit
def _blind_place(state, seat, held):
    """A place in the hand drawn from the seat's stream, each equally likely."""
    while True:
        state[STREAM + seat] = following(state[STREAM + seat])
        product = high32(state[STREAM + seat]) * held
        left = product & LOW32
        if left >= held or left >= (1 << 32) % held:
            return product >> 32
