"""Blocks of deals: every deal over all its seatings, added up as integers.

Everything counted is an integer, so blocks can be merged in any order and on any machine with the same
total.
"""

from __future__ import annotations

from brisca_sim.kernel.cards import owner_of, side_of
from brisca_sim.kernel.deal import shuffle
from brisca_sim.kernel.detail import close_deal, count_detail, open_deal
from brisca_sim.kernel.hand import play_hand
from brisca_sim.kernel.jit import ARRAY, INT, entry, inlined, jit, offset, pointer
from brisca_sim.kernel.layout import (
    ASK,
    BY_MANO_NEGRA,
    C_CARDS,
    C_DETAIL,
    C_GIVEN,
    C_LOG,
    C_PLAYERS,
    C_ROWS,
    C_SEATINGS,
    C_SEED,
    C_SENAS,
    C_SIDES,
    CARDS,
    ILLEGAL,
    LOG_END,
    M_CHAIR,
    M_DRAWN,
    M_LOST,
    M_NEGRA,
    M_POINTS,
    M_SCORE,
    M_SIDE,
    M_SIGN_KIND,
    M_SIGNS,
    M_SIGNS_FALSE,
    M_SIGNS_TO_PARTNER,
    M_SIGNS_TO_RIVALS,
    M_SWAP_HANDS,
    M_SWAPS,
    M_WON,
    MAX_CARDS,
    MEASURES,
    OK,
    PER_SIDE,
    REASON,
    SCORE,
    SEAT_POINTS,
    SIDE_POINTS,
    SIGNS,
    SIGNS_FALSE,
    SIGNS_MADE,
    SIGNS_TO_PARTNER,
    SIGNS_TO_RIVALS,
    SWAPS,
    W_ANSWER,
    W_ASK,
    W_DEAL,
    W_DONE,
    W_SEAT,
    W_SEATING,
    WHOLE,
    WINNER,
)
from brisca_sim.kernel.layout import SEAT as OBS_SEAT
from brisca_sim.kernel.log import note
from brisca_sim.kernel.observation import reset
from brisca_sim.kernel.rng import DECK_STREAM, deal_key, stream

HAND_POINTS = 121  # bins of a hand's points
HAND_SCORES = 13  # bins of a hand's score, in twelfths


@jit
def _block(
    state, full, decks, obs, log, rows, stop, where, hand_points, hand_scores, deal_totals, measures,
    detail, first, last,
):  # fmt: skip
    reset(obs, state)
    cards = offset(state, CARDS)
    now = offset(measures, 2 * MEASURES)
    for deal in range(first, last):
        if stop[0] != 0:
            break
        where[W_DEAL] = deal
        key = deal_key(state[C_SEED], deal)
        if state[C_GIVEN] != 0:
            for i in range(state[C_CARDS]):
                cards[i] = decks[(deal - first) * MAX_CARDS + i]
        else:
            for i in range(state[C_CARDS]):
                cards[i] = full[i]
            shuffle(cards, state[C_CARDS], stream(key, DECK_STREAM))
        if state[C_DETAIL] != 0:
            open_deal(state, detail)
        for seating in range(state[C_SEATINGS]):
            where[W_SEATING] = seating
            log[0] = 0
            if play_hand(obs, state, log, key, seating) != OK:
                where[W_SEAT] = obs[OBS_SEAT]
                where[W_ANSWER] = state[WINNER]
                where[W_ASK] = obs[ASK]
                return ILLEGAL
            _count_hand(obs, state, seating, now, hand_points, hand_scores)
            if state[C_DETAIL] != 0:
                count_detail(obs, state, log, seating, detail)
            if state[C_ROWS] != 0:
                _write_row(obs, state, seating, rows)
                rows = offset(rows, 2 * state[C_SIDES])
            if state[C_LOG] != 0:
                note(log, LOG_END, state[WINNER] + 1, state[REASON], 0)
                log = offset(log, state[C_LOG])
        _count_deal(state, now, deal_totals)
        if state[C_DETAIL] != 0:
            close_deal(state, now, detail)
        _take_in(state, now, measures)
        where[W_DONE] += 1
    return OK


@jit
def _count_hand(obs, state, seating, now, hand_points, hand_scores):
    """Add one hand to the measures of its deal and to the histograms."""
    sides = state[C_SIDES]
    for side in range(sides):
        owner = owner_of(side, seating, sides)
        score = state[SCORE + side]
        points = obs[SIDE_POINTS + side]
        _add(now, M_SIDE + PER_SIDE * owner, score, points)
        row = seating * sides + owner
        hand_points[row * HAND_POINTS + points] += 1
        hand_scores[row * HAND_SCORES + score] += 1
    for chair in range(state[C_PLAYERS]):
        _add(
            now,
            M_CHAIR + PER_SIDE * chair,
            state[SCORE + side_of(chair, sides)],
            obs[SEAT_POINTS + chair],
        )
    now[M_SWAPS] += state[SWAPS]
    now[M_SWAP_HANDS] += 1 if state[SWAPS] > 0 else 0
    now[M_NEGRA] += 1 if state[REASON] == BY_MANO_NEGRA else 0
    if state[C_SENAS] != 0:
        _count_signs(state, now)


@jit
def _write_row(obs, state, seating, rows):
    """Write down a hand: score in twelfths and points of every side of the lineup."""
    sides = state[C_SIDES]
    for side in range(sides):
        at = 2 * owner_of(side, seating, sides)
        rows[at] = state[SCORE + side]
        rows[at + 1] = obs[SIDE_POINTS + side]


@jit
def _count_signs(state, now):
    """Add the signs of one hand to the measures of its deal."""
    for sign in range(SIGNS):
        now[M_SIGNS] += state[SIGNS_MADE + sign]
        now[M_SIGN_KIND + sign] += state[SIGNS_MADE + sign]
    now[M_SIGNS_TO_PARTNER] += state[SIGNS_TO_PARTNER]
    now[M_SIGNS_TO_RIVALS] += state[SIGNS_TO_RIVALS]
    now[M_SIGNS_FALSE] += state[SIGNS_FALSE]


@jit
def _add(now, at, score, points):
    now[at + M_SCORE] += score
    now[at + M_WON] += 1 if score == WHOLE else 0
    now[at + M_DRAWN] += 1 if 0 < score < WHOLE else 0
    now[at + M_LOST] += 1 if score == 0 else 0
    now[at + M_POINTS] += points


@jit
def _count_deal(state, now, deal_totals):
    """Add one finished deal to the totals: a deal with all its seatings is one observation."""
    sides = state[C_SIDES]
    scores = WHOLE * state[C_SEATINGS] + 1
    points = (HAND_POINTS - 1) * state[C_SEATINGS] + 1
    for side in range(sides):
        deal_totals[side * scores + now[M_SIDE + PER_SIDE * side]] += 1
        deal_totals[sides * scores + side * points + now[M_SIDE + PER_SIDE * side + M_POINTS]] += 1


@jit
def _take_in(state, now, measures):
    """Move what a deal counts into the measures, so far as there can be any of it."""
    _move(now, measures, M_SIDE, M_SIDE + PER_SIDE * state[C_SIDES])
    _move(now, measures, M_CHAIR, M_CHAIR + PER_SIDE * state[C_PLAYERS])
    _move(now, measures, M_SWAPS, M_SIGNS)
    if state[C_SENAS] != 0:
        _move(now, measures, M_SIGNS, MEASURES)


@inlined
def _move(now, measures, first, last):
    for i in range(first, last):
        measures[i] += now[i]
        measures[MEASURES + i] += now[i] * now[i]
        now[i] = 0


@entry(*[ARRAY] * 13, INT, INT)
def play_block(
    state, full, decks, obs, log, rows, stop, where, hand_points, hand_scores, deal_totals, measures,
    detail, first, last,
):  # fmt: skip
    """Play the deals `first` to `last` - 1 over all seatings and add up what happened.

    Parameters
    ----------
    state : int64[STATE_WORDS], the configuration in its first CFG_WORDS words, see `layout`
    full : int64[cards], the deck in order, where each shuffle starts
    decks : int64[deals * 48] with C_GIVEN: the decks as laid, one row a deal; else not read
    obs : int64[OBS_WORDS], scratch
    log : int64[hands * C_LOG] with C_LOG, else at least 1 word: per hand its number of events, then
        one word an event, the last being LOG_END with winner + 1 and reason; with C_DETAIL at least
        DETAIL_LOG words, used over again
    rows : int64[deals * seatings * sides * 2] with C_ROWS, else not read: score in twelfths and points
        of every side of the lineup in every hand
    stop : int64[1], another thread sets it to end the block after the deal in hand
    where : int64[WHERE_WORDS], the deal and seating in play, and after an illegal choice seat and
        answer; W_DONE counts finished deals
    hand_points : int64[seatings * sides * 121], hands by the points of a side of the lineup
    hand_scores : int64[seatings * sides * 13], hands by the score of a side, in twelfths
    deal_totals : int64[sides * seatings * (12 + 120) + 2 * sides], deals by a side's total score over
        the seatings, then by its total points
    measures : int64[3 * MEASURES], sums over deals, sums of squares, scratch that holds zeros
    detail : int64[sides * (DETAIL_WORDS + PRESENT_WORDS) + FOLLOW_WORDS] with C_DETAIL, else not
        read: zeros, or what it became at an earlier block; see `brisca_sim.kernel.detail`

    Returns
    -------
    int : OK or ILLEGAL
    """
    return _block(
        pointer(state), pointer(full), pointer(decks), pointer(obs), pointer(log), pointer(rows),
        pointer(stop), pointer(where), pointer(hand_points), pointer(hand_scores), pointer(deal_totals),
        pointer(measures), pointer(detail), first, last,
    )  # fmt: skip
