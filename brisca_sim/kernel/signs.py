"""The senas: who gives which sign, who notices it, and what he then believes.

Signs are given before the lead while everybody holds a full hand.  What a player has noticed is kept
for each observer and about each other seat; a false sign is believed as it stands, since judging it is
the strategy's business.  The decisions on signs and the luck of noticing have random streams of their
own, so that a sign that nobody reads changes no card.
"""

from __future__ import annotations

from brisca_sim.kernel.cards import cards_of, side_of
from brisca_sim.kernel.jit import inlined, jit
from brisca_sim.kernel.layout import (
    ASK,
    ASK_PLAY,
    ASK_SIGN,
    BRISCAS,
    C_ASKS_SIGN,
    C_FALSE_SIGNS,
    C_LOG,
    C_PARTNER_SEES,
    C_PLAYERS,
    C_RIVAL_SEES,
    C_SEES_HAND,
    C_SENAS,
    C_SENAS_FROM,
    C_SIDES,
    DRAWN_BY,
    DRAWS_READ,
    HAND_N,
    HAND_SIZE,
    HANDS,
    ILLEGAL,
    LACKED_BY,
    LAST_SIGN_BY,
    LOG_SIGN,
    MAX_PLAYERS,
    NO_SIGN,
    NOTICE_STREAM,
    OK,
    ONE_OF_BY,
    PLAYED,
    PLAYS_READ,
    SIGN_BRISCAS,
    SIGN_SIN_TRIUNFO,
    SIGN_SOTA,
    SIGN_STREAM,
    SIGNS,
    SIGNS_FALSE,
    SIGNS_MADE,
    SIGNS_TO_PARTNER,
    SIGNS_TO_RIVALS,
    SLOT,
    SPIED_BY,
    STREAM,
    TOLD_BY,
    TRUMP,
    WINNER,
)
from brisca_sim.kernel.log import note
from brisca_sim.kernel.observation import ask
from brisca_sim.kernel.rng import following, high32, stream

_AS = 11
_SUIT = 0xFFF
_SIGN_STREAMS = 8  # + seat
_NOTICE_STREAM = 16


@jit
def clear_signs(state, key):
    """Forget all signs before a hand and start their random streams."""
    for i in range(6 * MAX_PLAYERS * MAX_PLAYERS):
        state[TOLD_BY + i] = 0
    for i in range(MAX_PLAYERS * MAX_PLAYERS):
        state[LAST_SIGN_BY + i] = NO_SIGN
    for i in range(SIGNS):
        state[SIGNS_MADE + i] = 0
    state[SIGNS_TO_PARTNER] = 0
    state[SIGNS_TO_RIVALS] = 0
    state[SIGNS_FALSE] = 0
    for seat in range(state[C_PLAYERS]):
        state[SIGN_STREAM + seat] = stream(key, _SIGN_STREAMS + seat)
    state[NOTICE_STREAM] = stream(key, _NOTICE_STREAM)
    state[PLAYS_READ] = 0
    state[DRAWS_READ] = 0


@inlined
def sign_is_true(cards, trump, briscas, sign):
    """Whether a hand (mask) bears out a sign; questions are never false."""
    if sign <= SIGN_SOTA:
        return cards >> ((trump << 4) + _AS - sign) & 1 != 0
    if sign == SIGN_BRISCAS:
        return cards & briscas != 0
    return sign != SIGN_SIN_TRIUNFO or cards & (_SUIT << (trump << 4)) == 0


@jit
def give_signs(obs, state, log, leader, trick, held):
    """Let everybody with a full hand give signs before a trick, from the leader on.

    Returns OK, or ILLEGAL with the answer in WINNER.
    """
    players = state[C_PLAYERS]
    for i in range(MAX_PLAYERS * MAX_PLAYERS):
        state[LAST_SIGN_BY + i] = NO_SIGN
    if trick < state[C_SENAS_FROM] or held < HAND_SIZE:
        return OK
    seat = leader
    for _ in range(players):
        if state[C_ASKS_SIGN + state[SLOT + seat]] != 0:
            for _ in range(state[C_SENAS]):
                sign = _ask_sign(obs, state, seat)
                if sign == NO_SIGN:
                    break
                true = 0 <= sign < SIGNS and sign_is_true(
                    cards_of(state[HANDS + seat]), obs[TRUMP], obs[BRISCAS], sign
                )
                if not true and (state[C_FALSE_SIGNS] == 0 or sign < 0 or sign >= SIGNS):
                    state[WINNER] = sign
                    obs[ASK] = ASK_SIGN
                    return ILLEGAL
                state[SIGNS_MADE + sign] += 1
                state[SIGNS_FALSE] += 0 if true else 1
                _spread(obs, state, log, seat, sign)
        seat = seat + 1 if seat + 1 < players else 0
    return OK


@jit
def _ask_sign(obs, state, seat):
    """Ask a seat for a sign; random numbers come from its stream for signs."""
    obs[ASK] = ASK_SIGN
    obs[HAND_N] = HAND_SIZE
    kept = state[STREAM + seat]
    state[STREAM + seat] = state[SIGN_STREAM + seat]
    sign = ask(obs, state, seat)
    state[SIGN_STREAM + seat] = state[STREAM + seat]
    state[STREAM + seat] = kept
    obs[ASK] = ASK_PLAY
    return sign


@jit
def _spread(obs, state, log, seat, sign):
    """Draw who notices a sign, each for himself, and let him learn from it."""
    noticed = 0
    mates = 0
    rivals = 0
    for observer in range(state[C_PLAYERS]):
        if observer == seat:
            continue
        # One number for everybody, whatever his chance: other chances leave the others' luck alone.
        state[NOTICE_STREAM] = following(state[NOTICE_STREAM])
        mate = side_of(observer, state[C_SIDES]) == side_of(seat, state[C_SIDES])
        chance = state[C_PARTNER_SEES] if mate else state[C_RIVAL_SEES]
        if high32(state[NOTICE_STREAM]) >= chance:
            continue
        noticed |= 1 << observer
        mates += 1 if mate else 0
        rivals += 0 if mate else 1
        at = MAX_PLAYERS * observer + seat
        _learn(obs, state, at, sign)
        if not mate and state[C_SEES_HAND] != 0:
            state[SPIED_BY + at] = cards_of(state[HANDS + seat])
    state[SIGNS_TO_PARTNER] += 1 if mates > 0 else 0
    state[SIGNS_TO_RIVALS] += 1 if rivals > 0 else 0
    if state[C_LOG] != 0:
        note(log, LOG_SIGN, seat, sign, noticed)


@jit
def _learn(obs, state, at, sign):
    """What an observer believes about a seat (word `at` of each table) after noticing its sign."""
    trump = obs[TRUMP] << 4
    state[LAST_SIGN_BY + at] = sign
    if sign <= SIGN_SOTA:
        card = 1 << (trump + _AS - sign)
        state[TOLD_BY + at] |= card
        state[LACKED_BY + at] &= ~card
    elif sign == SIGN_BRISCAS:
        state[ONE_OF_BY + at] = obs[BRISCAS] & ~obs[PLAYED]
    elif sign == SIGN_SIN_TRIUNFO:
        state[LACKED_BY + at] |= _SUIT << trump
        state[TOLD_BY + at] &= ~(_SUIT << trump)
        state[DRAWN_BY + at] = 0
