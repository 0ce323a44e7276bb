"""Who has won a hand, and by what."""

from __future__ import annotations

from brisca_sim.kernel.cards import side_of
from brisca_sim.kernel.jit import jit
from brisca_sim.kernel.layout import (
    BY_DRAW,
    BY_LAST_TRICK,
    BY_MANO_NEGRA,
    BY_POINTS,
    C_BY_TRICKS,
    C_FEWEST,
    C_PLAYERS,
    C_SIDES,
    C_TIE_LAST,
    HOLDER,
    LAST_TRICK,
    REASON,
    SCORE,
    SEAT_TRICKS,
    SIDE_POINTS,
    WHOLE,
    WINNER,
)


@jit
def settle(obs, state):
    """Fill `state` with winner, reason and each side's score in twelfths.

    The side with most points wins, al reves the one with fewest (points or tricks).  Sides that tie
    share the hand, unless the rules give it to the one of them that won a trick latest.
    """
    sides = state[C_SIDES]
    for side in range(sides):
        state[SCORE + side] = 0
    if state[HOLDER] >= 0:
        _give_to(state, side_of(state[HOLDER], sides), BY_MANO_NEGRA)
        return
    best = _worth(obs, state, 0)
    tied = 1
    winner = 0
    for side in range(1, sides):
        worth = _worth(obs, state, side)
        if worth > best:
            best = worth
            winner = side
            tied = 1
        elif worth == best:
            tied += 1
    if tied == 1:
        _give_to(state, winner, BY_POINTS)
        return
    latest = -1
    for side in range(sides):
        if _worth(obs, state, side) == best:
            state[SCORE + side] = WHOLE // tied
            if obs[LAST_TRICK + side] > latest:
                latest = obs[LAST_TRICK + side]
                winner = side
    if state[C_TIE_LAST] != 0 and latest >= 0:
        for side in range(sides):
            state[SCORE + side] = 0
        _give_to(state, winner, BY_LAST_TRICK)
    else:
        state[WINNER] = -1
        state[REASON] = BY_DRAW


@jit
def _give_to(state, side, reason):
    state[WINNER] = side
    state[REASON] = reason
    state[SCORE + side] = WHOLE


@jit
def _worth(obs, state, side):
    """What a side has to show, the more the better: its points, or minus what it must not have."""
    if state[C_FEWEST] == 0:
        return obs[SIDE_POINTS + side]
    if state[C_BY_TRICKS] == 0:
        return -obs[SIDE_POINTS + side]
    tricks = 0
    for seat in range(side, state[C_PLAYERS], state[C_SIDES]):
        tricks += obs[SEAT_TRICKS + seat]
    return -tricks
