"""What plays and draws do to what has been learned from the senas.

Read up only when somebody who may have learned something is asked, from the history of the hand: the
loop over the cards knows nothing of it and stays as fast without senas as it was.
"""

from __future__ import annotations

from brisca_sim.kernel.jit import jit
from brisca_sim.kernel.layout import (
    C_CARDS,
    C_PLAYERS,
    DRAWN_BY,
    DRAWS_READ,
    HAND_SIZE,
    HISTORY,
    LACKED_BY,
    MAX_PLAYERS,
    ONE_OF_BY,
    PLAYS_READ,
    STOCK,
    TABLE_N,
    TRICK,
)


@jit
def read_up(obs, state):
    """Take into account the plays and drawing rounds since the last time, in their order."""
    players = state[C_PLAYERS]
    plays = obs[TRICK] * players + obs[TABLE_N]
    rounds = (state[C_CARDS] - HAND_SIZE * players - obs[STOCK]) // players
    while state[PLAYS_READ] < plays or state[DRAWS_READ] < rounds:
        trick_read = state[PLAYS_READ] >= (state[DRAWS_READ] + 1) * players
        if state[DRAWS_READ] < rounds and trick_read:
            for seat in range(players):
                _see_draw(state, seat)
            state[DRAWS_READ] += 1
        else:
            play = obs[HISTORY + state[PLAYS_READ]]
            _see_play(state, play >> 6, play & 63)
            state[PLAYS_READ] += 1


@jit
def _see_play(state, seat, card):
    """A card played answers "holds at least one of", and may be the new one among cards lacked."""
    for observer in range(state[C_PLAYERS]):
        at = MAX_PLAYERS * observer + seat
        if state[ONE_OF_BY + at] >> card & 1 != 0:
            state[ONE_OF_BY + at] = 0
        if state[LACKED_BY + at] >> card & 1 != 0 and state[DRAWN_BY + at] > 0:
            state[DRAWN_BY + at] -= 1


@jit
def _see_draw(state, seat):
    """A card drawn may be one that the seat said it lacked."""
    for observer in range(state[C_PLAYERS]):
        at = MAX_PLAYERS * observer + seat
        if state[LACKED_BY + at] != 0:
            state[DRAWN_BY + at] += 1
