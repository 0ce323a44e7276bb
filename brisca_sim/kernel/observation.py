"""What a player may know, and how he is asked.

The public part of `obs` is kept up by `hand` as cards are played; `ask` adds the private part of the
one seat that decides.  Nothing hidden is ever written into `obs`: the other hands, the stock and the
other seats' random streams stay in `state` and in the deck.
"""

from __future__ import annotations

from brisca_sim.kernel.cards import cards_of, side_of
from brisca_sim.kernel.jit import call, inlined, jit
from brisca_sim.kernel.layout import (
    ALL_TRICKS,
    BY_TRICKS,
    C_BY_TRICKS,
    C_DECK,
    C_FEWEST,
    C_LEND,
    C_PARAMS,
    C_PLAYERS,
    C_SHOW,
    C_SIDES,
    C_SWAP,
    C_TRICKS,
    DECK,
    FEWEST,
    FUNCTION,
    HAND,
    HANDS,
    KNOWN,
    LEND_NOTES,
    LEND_PARAMETERS,
    LEND_PARTNER,
    MAX_MEMORY,
    MAX_PARAMETERS,
    MEMORY,
    NOTES,
    OBS_WORDS,
    PARAMS,
    PLAYERS,
    RNG,
    SAVED,
    SEAT,
    SIDES,
    SLOT,
    STOCK,
    STREAM,
    SWAP_MODE,
)

_THROUGHOUT = 1


@jit
def reset(obs, state):
    """Fill the words that stay the same for a whole run; everything else becomes 0."""
    for i in range(OBS_WORDS):
        obs[i] = 0
    obs[PLAYERS] = state[C_PLAYERS]
    obs[SIDES] = state[C_SIDES]
    obs[ALL_TRICKS] = state[C_TRICKS]
    obs[DECK] = state[C_DECK]
    obs[FEWEST] = state[C_FEWEST]
    obs[BY_TRICKS] = state[C_BY_TRICKS]
    obs[SWAP_MODE] = state[C_SWAP]


@inlined
def ask(obs, state, seat):
    """Ask the strategy in `seat` and return its answer.

    ASK and HAND_N, which seldom change, have been set by the caller.
    """
    obs[SEAT] = seat
    obs[RNG] = state[STREAM + seat]
    obs[HAND] = state[HANDS + seat]
    lend = state[C_LEND]
    if lend != 0:
        _lend(obs, state, seat, lend)
    answer = call(state[FUNCTION + seat], obs)
    state[STREAM + seat] = obs[RNG]
    if lend != 0:
        _take_back(obs, state, seat, lend)
    return answer


@jit
def _lend(obs, state, seat, lend):
    """Give the seat its parameters and notes, and its partners' cards where they are shown."""
    if lend & LEND_PARAMETERS != 0:
        first = C_PARAMS + MAX_PARAMETERS * state[SLOT + seat]
        for i in range(MAX_PARAMETERS):
            obs[PARAMS + i] = state[first + i]
    if lend & LEND_NOTES != 0:
        for i in range(MAX_MEMORY):
            obs[MEMORY + i] = state[NOTES + MAX_MEMORY * seat + i]
    if _shows_partner(obs, state, lend):
        for other in range(state[C_PLAYERS]):
            state[SAVED + other] = obs[KNOWN + other]
            if other != seat and side_of(other, state[C_SIDES]) == side_of(seat, state[C_SIDES]):
                obs[KNOWN + other] = cards_of(state[HANDS + other])


@jit
def _take_back(obs, state, seat, lend):
    """Keep the seat's notes and clear from `obs` what the next seat must not see."""
    if lend & LEND_NOTES != 0:
        for i in range(MAX_MEMORY):
            state[NOTES + MAX_MEMORY * seat + i] = obs[MEMORY + i]
    if _shows_partner(obs, state, lend):
        for other in range(state[C_PLAYERS]):
            obs[KNOWN + other] = state[SAVED + other]


@inlined
def _shows_partner(obs, state, lend):
    return lend & LEND_PARTNER != 0 and (state[C_SHOW] == _THROUGHOUT or obs[STOCK] == 0)
