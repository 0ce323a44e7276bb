"""The cards before the first trick: shuffled, dealt, the trump turned up."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel.cards import EMPTY, fill
from brisca_sim.kernel.jit import jit
from brisca_sim.kernel.layout import (
    BRISCAS,
    C_BRISCA_KING,
    C_CARDS,
    C_FUNCTION,
    C_LEND,
    C_PLAYERS,
    C_SENAS,
    CARDS,
    FUNCTION,
    GIVES,
    HAND_SIZE,
    HANDS,
    HISTORY,
    HOLDER,
    KNOWN,
    LAST_TRICK,
    LEADER,
    LEND_NOTES,
    MAX_CARDS,
    MAX_MEMORY,
    MAX_PLAYERS,
    NOTES,
    PLAYED,
    SEAT_POINTS,
    SEAT_TRICKS,
    SIDE_POINTS,
    SLOT,
    STOCK,
    STREAM,
    SWAPS,
    TABLE,
    TABLE_N,
    TABLE_POINTS,
    TAKES,
    TRICK,
    TRUMP,
    UPCARD,
)
from brisca_sim.kernel.rng import LOW32, SEAT_STREAM, following, high32, stream
from brisca_sim.kernel.signs import clear_signs


@jit
def shuffle(cards, n, state):
    """Put `n` cards in uniformly random order, from the random stream that starts at `state`.

    Fisher-Yates with four bounded numbers from each 32-bit word: the leftover of one multiplication
    feeds the next, and a word is thrown away when the last leftover shows a bias (Brackett-Rozinsky
    and Lemire, "Batched ranged random integer generation", 2024), so the order is exactly uniform.

    Parameters
    ----------
    cards : pointer, n words, reordered in place
    n : int, 1 to 48
    state : int, start of the stream
    """
    top = n
    while top > 1:
        b1 = max(top - 1, 1)
        b2 = max(top - 2, 1)
        b3 = max(top - 3, 1)
        product = top * b1 * b2 * b3
        while True:
            state = following(state)
            x0 = high32(state) * top
            x1 = (x0 & LOW32) * b1
            x2 = (x1 & LOW32) * b2
            x3 = (x2 & LOW32) * b3
            left = x3 & LOW32
            if left >= product or left >= (1 << 32) % product:
                break
        _exchange(cards, top - 1, x0 >> 32)
        _exchange(cards, b1 - 1, x1 >> 32)
        _exchange(cards, b2 - 1, x2 >> 32)
        _exchange(cards, b3 - 1, x3 >> 32)
        top -= 4


@jit
def _exchange(cards, i, j):
    kept = cards[i]
    cards[i] = cards[j]
    cards[j] = kept


@jit
def deal_hand(obs, state, key, seating):
    """Give three cards to each, turn up the trump and clear whatever an earlier hand left behind."""
    players = state[C_PLAYERS]
    for seat in range(players):
        slot = seat + seating
        slot = slot - players if slot >= players else slot
        state[SLOT + seat] = slot
        state[FUNCTION + seat] = state[C_FUNCTION + slot]
        state[STREAM + seat] = stream(key, SEAT_STREAM + seat)
        hand = EMPTY
        for i in range(HAND_SIZE):
            hand = fill(hand, i, state[CARDS + i * players + seat])
        state[HANDS + seat] = hand
    for i in range(MAX_PLAYERS):
        obs[LAST_TRICK + i] = -1
        obs[KNOWN + i] = 0
        obs[TABLE + i] = NO_CARD
        obs[SEAT_POINTS + i] = 0
        obs[SIDE_POINTS + i] = 0
        obs[SEAT_TRICKS + i] = 0
    if state[C_LEND] & LEND_NOTES != 0:
        for i in range(MAX_PLAYERS * MAX_MEMORY):
            state[NOTES + i] = 0
    for i in range(MAX_CARDS):
        obs[HISTORY + i] = NO_CARD
    state[SWAPS] = 0
    state[HOLDER] = -1
    obs[GIVES] = NO_CARD
    obs[TAKES] = NO_CARD
    obs[UPCARD] = state[CARDS + HAND_SIZE * players]
    obs[TRUMP] = obs[UPCARD] >> 4
    obs[STOCK] = state[C_CARDS] - HAND_SIZE * players
    obs[PLAYED] = 0
    obs[TRICK] = 0
    obs[LEADER] = 0
    obs[TABLE_N] = 0
    obs[TABLE_POINTS] = 0
    if state[C_SENAS] != 0:
        obs[BRISCAS] = briscas(obs[TRUMP], state[C_BRISCA_KING])
        clear_signs(state, key)


@jit
def briscas(trump, king):
    """Ases and treses of the other suits than trumps, with `king` ases and reyes."""
    ranks = (1 << 11) | (1 << 9 if king != 0 else 1 << 10)
    every = ranks | ranks << 16 | ranks << 32 | ranks << 48
    return every & ~(0xFFF << (trump << 4))
