"""What a player may know, and how he is asked.

The public part of `obs` is kept up by `hand` as cards are played; `ask` adds the private part of the
one seat that decides.  Nothing hidden is ever written into `obs`: the other hands, the stock and the
other seats' random streams stay in `state` and in the deck.
"""

from __future__ import annotations

from brisca_sim.kernel.beliefs import read_up
from brisca_sim.kernel.cards import cards_of, side_of
from brisca_sim.kernel.jit import call, inlined, jit
from brisca_sim.kernel.layout import (
    ALL_TRICKS,
    BELIEVED,
    BY_TRICKS,
    C_BY_TRICKS,
    C_DECK,
    C_FALSE_SIGNS,
    C_FEWEST,
    C_LEND,
    C_PARAMS,
    C_PLAYERS,
    C_SEES,
    C_SENAS,
    C_SHOW,
    C_SIDES,
    C_SWAP,
    C_TRICKS,
    DECK,
    DRAWN,
    DRAWN_BY,
    FALSE_SIGNS,
    FEWEST,
    FUNCTION,
    HAND,
    HANDS,
    KNOWN,
    LACKED_BY,
    LACKS,
    LAST_SIGN,
    LAST_SIGN_BY,
    LEND_HANDS,
    LEND_NOTES,
    LEND_PARAMETERS,
    LEND_PARTNER,
    LEND_SENAS,
    MAX_MEMORY,
    MAX_PARAMETERS,
    MAX_PLAYERS,
    MEMORY,
    NO_SIGN,
    NOTES,
    OBS_WORDS,
    ONE_OF,
    ONE_OF_BY,
    PARAMS,
    PLAYERS,
    RNG,
    RULE_WORDS,
    RULES,
    SAVED,
    SEAT,
    SENAS,
    SIDES,
    SLOT,
    SPIED_BY,
    STOCK,
    STREAM,
    SWAP_MODE,
    TOLD,
    TOLD_BY,
)

_THROUGHOUT = 1
_SEES_PARTNER, _SEES_ALL = 1, 2
_LEND_ABOUT_OTHERS = LEND_PARTNER | LEND_SENAS | LEND_HANDS


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
    obs[SENAS] = state[C_SENAS]
    obs[FALSE_SIGNS] = state[C_FALSE_SIGNS]
    for i in range(RULE_WORDS):
        obs[RULES + i] = state[i]
    for seat in range(MAX_PLAYERS):
        obs[LAST_SIGN + seat] = NO_SIGN
    for i in range(MAX_PARAMETERS):  # of whoever sits first; what differs is lent for each decision
        obs[PARAMS + i] = state[C_PARAMS + i]


@inlined
def ask(obs, state, seat):
    """Ask the strategy in `seat` and return its answer.

    ASK and HAND_N, which seldom change, have been set by the caller.
    """
    return ask_about(obs, state, seat, state[HANDS + seat], state[C_LEND])


@inlined
def ask_about(obs, state, seat, hand, lend):
    """As `ask`, by a caller who knows the hand of the seat and what has to be lent to it."""
    obs[SEAT] = seat
    obs[RNG] = state[STREAM + seat]
    obs[HAND] = hand
    if lend & LEND_PARAMETERS != 0:
        first = C_PARAMS + MAX_PARAMETERS * state[SLOT + seat]
        for i in range(MAX_PARAMETERS):
            obs[PARAMS + i] = state[first + i]
    if lend & ~LEND_PARAMETERS != 0:
        _lend(obs, state, seat, lend)
    answer = call(state[FUNCTION + seat], obs)
    state[STREAM + seat] = obs[RNG]
    if lend & ~LEND_PARAMETERS != 0:
        _take_back(obs, state, seat, lend)
    return answer


@jit
def _lend(obs, state, seat, lend):
    """Give the seat its notes, and the cards of others that it is shown."""
    if lend & LEND_NOTES != 0:
        for i in range(MAX_MEMORY):
            obs[MEMORY + i] = state[NOTES + MAX_MEMORY * seat + i]
    if lend & _LEND_ABOUT_OTHERS == 0:
        return
    if lend & LEND_SENAS != 0:
        read_up(obs, state)
    sees = state[C_SEES + state[SLOT + seat]]
    shown = lend & LEND_PARTNER != 0 and (state[C_SHOW] == _THROUGHOUT or obs[STOCK] == 0)
    shown = shown or sees >= _SEES_PARTNER
    for other in range(state[C_PLAYERS]):
        state[SAVED + other] = obs[KNOWN + other]
        if other == seat:
            continue
        mate = side_of(other, state[C_SIDES]) == side_of(seat, state[C_SIDES])
        if sees == _SEES_ALL or (shown and mate):
            obs[KNOWN + other] = cards_of(state[HANDS + other])
        if lend & LEND_SENAS != 0:
            at = MAX_PLAYERS * seat + other
            obs[KNOWN + other] |= state[SPIED_BY + at]
            obs[TOLD + other] = state[TOLD_BY + at]
            obs[LACKS + other] = state[LACKED_BY + at]
            obs[DRAWN + other] = state[DRAWN_BY + at]
            obs[ONE_OF + other] = state[ONE_OF_BY + at]
            obs[LAST_SIGN + other] = state[LAST_SIGN_BY + at]
    if lend & LEND_SENAS != 0:
        obs[BELIEVED] = 0
        obs[TOLD + seat] = 0
        obs[LACKS + seat] = 0
        obs[DRAWN + seat] = 0
        obs[ONE_OF + seat] = 0
        obs[LAST_SIGN + seat] = NO_SIGN


@jit
def _take_back(obs, state, seat, lend):
    """Keep the seat's notes and clear from `obs` what the next seat must not see."""
    if lend & LEND_NOTES != 0:
        for i in range(MAX_MEMORY):
            state[NOTES + MAX_MEMORY * seat + i] = obs[MEMORY + i]
    if lend & _LEND_ABOUT_OTHERS != 0:
        for other in range(state[C_PLAYERS]):
            obs[KNOWN + other] = state[SAVED + other]
