"""What a player may know, and how he is asked.

The public part of `obs` is kept up by `hand` as cards are played; `ask` adds the private part of the
one seat that decides.  Nothing hidden is ever written into `obs`: the other hands, the stock and the
other seats' random streams stay in `state` and in the deck.
"""

from __future__ import annotations

from brisca_sim.kernel.jit import call, jit
from brisca_sim.kernel.layout import (
    ALL_TRICKS,
    ASK,
    BY_TRICKS,
    C_BY_TRICKS,
    C_DECK,
    C_FEWEST,
    C_FUNCTION,
    C_LEND,
    C_PARAMS,
    C_PLAYERS,
    C_SHOW,
    C_SIDES,
    C_SWAP,
    C_TRICKS,
    DECK,
    FEWEST,
    HAND,
    HAND_N,
    HAND_STRIDE,
    HANDS,
    KNOWN,
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


@jit
def hand_mask(state, seat):
    """Cards in a hand as a mask."""
    mask = 0
    for i in range(HANDS + HAND_STRIDE * seat, HANDS + HAND_STRIDE * seat + 3):
        if state[i] >= 0:
            mask |= 1 << state[i]
    return mask


@jit
def ask(cfg, obs, state, question, seat, cards):
    """Put a question to the strategy in `seat`, who holds `cards` cards, and return its answer."""
    hand = HANDS + HAND_STRIDE * seat
    obs[ASK] = question
    obs[SEAT] = seat
    obs[RNG] = state[STREAM + seat]
    obs[HAND_N] = cards
    obs[HAND] = state[hand]
    obs[HAND + 1] = state[hand + 1]
    obs[HAND + 2] = state[hand + 2]
    lend = cfg[C_LEND]
    if lend != 0:
        _lend(cfg, obs, state, seat)
    answer = call(cfg[C_FUNCTION + state[SLOT + seat]], obs)
    state[STREAM + seat] = obs[RNG]
    if lend != 0:
        _take_back(cfg, obs, state, seat)
    return answer


@jit
def _lend(cfg, obs, state, seat):
    """Give the seat its parameters and notes, and its partners' cards where they are shown."""
    first = C_PARAMS + MAX_PARAMETERS * state[SLOT + seat]
    for i in range(MAX_PARAMETERS):
        obs[PARAMS + i] = cfg[first + i]
    for i in range(MAX_MEMORY):
        obs[MEMORY + i] = state[NOTES + MAX_MEMORY * seat + i]
    if cfg[C_SHOW] == 1 or (cfg[C_SHOW] == 2 and obs[STOCK] == 0):
        for other in range(cfg[C_PLAYERS]):
            state[SAVED + other] = obs[KNOWN + other]
            if other != seat and (other - seat) % cfg[C_SIDES] == 0:
                obs[KNOWN + other] = hand_mask(state, other)


@jit
def _take_back(cfg, obs, state, seat):
    """Keep the seat's notes and clear from `obs` what the next seat must not see."""
    for i in range(MAX_MEMORY):
        state[NOTES + MAX_MEMORY * seat + i] = obs[MEMORY + i]
    if cfg[C_SHOW] == 1 or (cfg[C_SHOW] == 2 and obs[STOCK] == 0):
        for other in range(cfg[C_PLAYERS]):
            obs[KNOWN + other] = state[SAVED + other]
