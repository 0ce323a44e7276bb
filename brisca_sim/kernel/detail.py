"""What happens within the hands: first hands, tricks, swaps and trumps, by side of the lineup.

A finished hand is followed once more from what it has left behind: the deck as laid, the history of
the plays and the swaps in the log.  So the game itself runs as fast as without.

One array holds DETAIL_WORDS words a side (the D_ words, sums over deals), then PRESENT_WORDS a side
(the deal in play), then FOLLOW_WORDS (the hand that is followed); the last two parts are zero
between deals, or filled anew.
"""

from __future__ import annotations

from brisca_sim.kernel.cards import count_of, owner_of, side_of
from brisca_sim.kernel.deal import briscas
from brisca_sim.kernel.follow import RANKS, follow_hand, followed, present_of
from brisca_sim.kernel.jit import inlined, jit, offset
from brisca_sim.kernel.layout import (
    C_BRISCA_KING,
    C_PLAYERS,
    C_SEATINGS,
    C_SIDES,
    C_TRICKS,
    CARDS,
    CLASS_GOT_UPCARD,
    CLASS_HONOUR,
    CLASS_OPENING,
    CLASS_TURNED_UP,
    CLASS_WORDS,
    D_CLASSES,
    D_TRICKS,
    D_TRUMPS,
    D_WON,
    D_WON_HANDS,
    DETAIL_WORDS,
    F_CELLS,
    F_CLASS,
    F_HAND,
    F_HELD,
    F_OWNER,
    HAND_SIZE,
    K_N,
    K_N_ALL_P,
    K_N_ALL_S,
    K_NN,
    K_NP,
    K_NS,
    K_P,
    K_P_ALL_P,
    K_PP,
    K_S,
    K_S_ALL_S,
    K_SS,
    M_POINTS,
    M_SIDE,
    P_CHAIRS,
    P_EVENTS,
    P_HAND_EVENTS,
    P_HAND_WON,
    P_POINTS,
    P_TRUMPS,
    P_WON,
    PER_SIDE,
    PRESENT_WORDS,
    SCORE,
    SIDE_POINTS,
)

_FIRST_HAND_CLASSES = CLASS_TURNED_UP


@jit
def open_deal(state, detail):
    """Look at the first hand of every chair, which is the same in all seatings of a deal."""
    players = state[C_PLAYERS]
    follow = followed(state, detail)
    trump = state[CARDS + HAND_SIZE * players] >> 4
    brisca = briscas(trump, state[C_BRISCA_KING])
    trumps = RANKS << (trump << 4)
    for chair in range(players):
        hand = 0
        for i in range(HAND_SIZE):
            hand |= 1 << state[CARDS + i * players + chair]
        follow[F_HAND + chair] = hand
        follow[F_CLASS + chair] = (
            CLASS_OPENING + 4 * count_of(hand & trumps) + count_of(hand & brisca)
        )


@jit
def count_detail(obs, state, log, seating, detail):
    """Add one finished hand to its deal.

    Parameters
    ----------
    obs, state : pointers, as `play_hand` has left them
    log : pointer, the swaps of the hand
    seating : int
    detail : pointer, see the module
    """
    sides = state[C_SIDES]
    follow = followed(state, detail)
    for chair in range(state[C_PLAYERS]):
        side = side_of(chair, sides)
        owner = owner_of(side, seating, sides)
        follow[F_OWNER + chair] = owner
        follow[F_HELD + chair] = follow[F_HAND + chair]
        at = P_CHAIRS + 3 * chair
        _add(present_of(state, detail, owner), at, state[SCORE + side], obs[SIDE_POINTS + side])
    follow_hand(obs, state, log, detail, follow)
    for side in range(sides):
        owner = owner_of(side, seating, sides)
        present = present_of(state, detail, owner)
        detail[owner * DETAIL_WORDS + D_WON_HANDS + present[P_HAND_WON]] += 1
        present[P_WON] += present[P_HAND_WON]
        present[P_HAND_WON] = 0
        for kind in range(2):
            if present[P_HAND_EVENTS + kind] != 0:
                present[P_HAND_EVENTS + kind] = 0
                at = P_EVENTS + 3 * kind
                _add(present, at, state[SCORE + side], obs[SIDE_POINTS + side])


@inlined
def _add(words, at, score, points):
    words[at] += 1
    words[at + 1] += score
    words[at + 2] += points


@jit
def close_deal(state, now, detail):
    """Add a finished deal: with all its seatings it is one observation.

    Parameters
    ----------
    state : pointer
    now : pointer, the measures of the deal
    detail : pointer, see the module
    """
    players, sides = state[C_PLAYERS], state[C_SIDES]
    follow = followed(state, detail)
    upcard = state[CARDS + HAND_SIZE * players]
    for owner in range(sides):
        words = offset(detail, owner * DETAIL_WORDS)
        present = present_of(state, detail, owner)
        score = now[M_SIDE + PER_SIDE * owner]
        points = now[M_SIDE + PER_SIDE * owner + M_POINTS]
        _first_hands(words, present, follow, players, upcard >> 4, players // sides, score, points)
        cls = CLASS_TURNED_UP + (upcard & 15)
        _add_class(words, cls, state[C_SEATINGS], score, points, score, points)
        for kind in range(2):
            at = P_EVENTS + 3 * kind
            n, s, p = present[at], present[at + 1], present[at + 2]
            if n != 0:
                _add_class(words, CLASS_GOT_UPCARD + kind, n, s, p, score, points)
        total = 0
        for trick in range(state[C_TRICKS]):
            total += present[P_POINTS + trick]
            _add_square(words, D_TRICKS + 2 * trick, total)
        _add_square(words, D_WON, present[P_WON])
        for kind in range(3):
            _add_square(words, D_TRUMPS + 2 * kind, present[P_TRUMPS + kind])
        for i in range(PRESENT_WORDS):
            present[i] = 0


@jit
def _first_hands(words, present, follow, players, trump, chairs, score, points):
    """Add the classes of the first hands that a side has had in a deal.

    Every chair's first hand is an observation of its own, with its side's score and points: the
    side's totals count once for each of its `chairs`.
    """
    cells = offset(follow, F_CELLS)
    for chair in range(players):
        _fill(cells, follow[F_CLASS + chair], present, chair)
        trumps = follow[F_HAND + chair] >> (trump << 4) & RANKS
        for rank in range(12):
            if trumps >> rank & 1 != 0:
                _fill(cells, CLASS_HONOUR + rank, present, chair)
    for cls in range(_FIRST_HAND_CLASSES):
        n, s, p = cells[3 * cls], cells[3 * cls + 1], cells[3 * cls + 2]
        if n != 0:
            _add_class(words, cls, n, s, p, chairs * score, chairs * points)
            cells[3 * cls] = cells[3 * cls + 1] = cells[3 * cls + 2] = 0


@inlined
def _fill(cells, cls, present, chair):
    for i in range(3):
        cells[3 * cls + i] += present[P_CHAIRS + 3 * chair + i]


@jit
def _add_class(words, cls, n, s, p, all_s, all_p):
    """Add what a deal has of a class, beside the totals of the side in it."""
    at = D_CLASSES + CLASS_WORDS * cls
    words[at + K_N] += n
    words[at + K_S] += s
    words[at + K_P] += p
    words[at + K_NN] += n * n
    words[at + K_SS] += s * s
    words[at + K_PP] += p * p
    words[at + K_NS] += n * s
    words[at + K_NP] += n * p
    words[at + K_N_ALL_S] += n * all_s
    words[at + K_S_ALL_S] += s * all_s
    words[at + K_N_ALL_P] += n * all_p
    words[at + K_P_ALL_P] += p * all_p


@inlined
def _add_square(words, at, value):
    words[at] += value
    words[at + 1] += value * value
