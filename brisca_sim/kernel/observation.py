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
    ASK,
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
    HAND_N,
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
def reset(cfg, obs):
    """Fill the words that stay the same for a whole run; everything else becomes 0."""
    for i in range(OBS_WORDS):
        obs[i] = 0
    obs[PLAYERS] = cfg[C_PLAYERS]
    obs[SIDES] = cfg[C_SIDES]
    obs[ALL_TRICKS] = cfg[C_TRICKS]
    obs[DECK] = cfg[C_DECK]
    obs[FEWEST] = cfg[C_FEWEST]
    obs[BY_TRICKS] = cfg[C_BY_TRICKS]
    obs[SWAP_MODE] = cfg[C_SWAP]


@inlined
def ask(cfg, obs, state, question, seat, held):
    """Put a question to the strategy in `seat`, who holds `held` cards, and return its answer."""
    obs[ASK] = question
    obs[SEAT] = seat
    obs[RNG] = state[STREAM + seat]
    obs[HAND_N] = held
    obs[HAND] = state[HANDS + seat]
    lend = cfg[C_LEND]
    if lend != 0:
        _lend(cfg, obs, state, seat, lend)
    answer = call(state[FUNCTION + seat], obs)
    state[STREAM + seat] = obs[RNG]
    if lend != 0:
        _take_back(cfg, obs, state, seat, lend)
    return answer


@jit
def _lend(cfg, obs, state, seat, lend):
    """Give the seat its parameters and notes, and its partners' cards where they are shown."""
    if lend & LEND_PARAMETERS != 0:
        first = C_PARAMS + MAX_PARAMETERS * state[SLOT + seat]
        for i in range(MAX_PARAMETERS):
            obs[PARAMS + i] = cfg[first + i]
    if lend & LEND_NOTES != 0:
        for i in range(MAX_MEMORY):
            obs[MEMORY + i] = state[NOTES + MAX_MEMORY * seat + i]
    if _shows_partner(cfg, obs, lend):
        for other in range(cfg[C_PLAYERS]):
            state[SAVED + other] = obs[KNOWN + other]
            if other != seat and side_of(other, cfg[C_SIDES]) == side_of(seat, cfg[C_SIDES]):
                obs[KNOWN + other] = cards_of(state[HANDS + other])


@jit
def _take_back(cfg, obs, state, seat, lend):
    """Keep the seat's notes and clear from `obs` what the next seat must not see."""
    if lend & LEND_NOTES != 0:
        for i in range(MAX_MEMORY):
            state[NOTES + MAX_MEMORY * seat + i] = obs[MEMORY + i]
    if _shows_partner(cfg, obs, lend):
        for other in range(cfg[C_PLAYERS]):
            obs[KNOWN + other] = state[SAVED + other]


@inlined
def _shows_partner(cfg, obs, lend):
    return lend & LEND_PARTNER != 0 and (cfg[C_SHOW] == _THROUGHOUT or obs[STOCK] == 0)
