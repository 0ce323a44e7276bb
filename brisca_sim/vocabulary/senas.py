"""The senas: what the player has noticed, and what he may tell."""

from __future__ import annotations

import numpy as np

from brisca_sim.cards import AS
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import cards_of as _cards_of
from brisca_sim.kernel.jit import shared
from brisca_sim.kernel.rng import mix as _mix
from brisca_sim.kernel.signs import sign_is_true as _sign_is_true
from brisca_sim.vocabulary.sets import known_cards, out_cards, played_since
from brisca_sim.vocabulary.situation import has_partner, is_partner
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)

# Signs in the order in which `sign_to_give` tries them, a digit (four bits) each from the lowest on.
_IN_ORDER = (
    o.SIGN_AS
    | o.SIGN_TRES << 4
    | o.SIGN_SIN_TRIUNFO << 8
    | o.SIGN_REY << 12
    | o.SIGN_CABALLO << 16
    | o.SIGN_SOTA << 20
    | o.SIGN_BRISCAS << 24
)
_AT_BRISCAS, _AT_SIN_TRIUNFO, _TRICK_BITS = 8, 16, 255  # where a note keeps the trick of a sign
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


@word
def senas_are_played(obs):
    """Whether the rules know the senas; ``sign(obs)`` is asked only then."""
    return obs[o.SENAS] != 0


@word
def signs_may_be_false(obs):
    """Whether a sign may say what is not so."""
    return obs[o.FALSE_SIGNS] != 0


@word
def sign_is_true(obs, sign):
    """Whether the player's own hand bears out a sign; questions (soplar, mirar) always pass."""
    return _sign_is_true(_cards_of(obs[o.HAND]), obs[o.TRUMP], obs[o.BRISCAS], sign)


@word
def told_cards(obs, seat):
    """Cards that a seat has said it holds, by signs that the player noticed, and not played since."""
    return obs[o.TOLD + seat] & ~obs[o.PLAYED]


@word
def lacked_cards(obs, seat):
    """Cards that a seat has said it lacks; `drawn_since` cards of its hand may be any."""
    return obs[o.LACKS + seat] & ~obs[o.PLAYED]


@word
def drawn_since(obs, seat):
    """Cards that a seat has drawn since it said what it lacks."""
    return obs[o.DRAWN + seat]


@word
def one_of_cards(obs, seat):
    """Cards of which a seat has said that it holds at least one; none left: nothing is known."""
    return obs[o.ONE_OF + seat] & ~obs[o.PLAYED]


@word
def believe(obs, seat):
    """Take what a seat has signed for the truth in this decision: `known_cards`, the chances and the
    layouts then go by it.
    """
    if obs[o.SENAS] != 0:
        obs[o.BELIEVED] |= 1 << seat


@word
def last_sign(obs, seat):
    """The last sign of a seat before this trick that the player noticed; `NO_SIGN` when none."""
    return obs[o.LAST_SIGN + seat]


@word
def believe_partners(obs):
    """`believe` every partner."""
    for i in range(1, obs[o.PLAYERS]):
        seat = (obs[o.SEAT] + i) % obs[o.PLAYERS]
        if is_partner(obs, seat):
            believe(obs, seat)


@word
def believe_all(obs):
    """`believe` everybody, rivals too."""
    for i in range(1, obs[o.PLAYERS]):
        believe(obs, (obs[o.SEAT] + i) % obs[o.PLAYERS])


@word
def doubt(obs, seat, cards):
    """Take no notice in this decision of a seat's signs that it holds any of these cards."""
    if obs[o.SENAS] != 0:
        obs[o.TOLD + seat] &= ~cards


@word
def brisca_cards(obs):
    """The cards that the sign of the briscas means; none where senas are not played."""
    return obs[o.BRISCAS] if obs[o.SENAS] != 0 else 0


@word
def named_card(obs, sign):
    """The trump that a sign from as to sota names; -1 for the other signs."""
    if sign < 0 or sign > o.SIGN_SOTA:
        return -1
    return (obs[o.TRUMP] << 4) + AS - sign


@word
def partner_signed(obs, sign):
    """Whether the last sign of a partner before this trick, noticed by the player, was this one."""
    for seat in range(obs[o.PLAYERS]):
        if is_partner(obs, seat) and obs[o.LAST_SIGN + seat] == sign:
            return True
    return False


@word
def plays_before_partner(obs):
    """Whether a partner plays after the player in this trick; also in ``sign(obs)``."""
    place = (obs[o.SEAT] - obs[o.LEADER]) % obs[o.PLAYERS]
    return has_partner(obs) and place < obs[o.PLAYERS] - obs[o.SIDES]


@word
def sign_to_give(obs, given, all_signs):
    """The first sign, from as, tres, sin_triunfo, rey, caballo, sota, briscas, that is true and that
    the partner does not know yet, `NO_SIGN` when there is none; without `all_signs` only those that name
    a trump.  `given` is the note of what has been said (see `sign_noted`), 0 at first.

    The briscas are said again once one has been played, sin_triunfo after every draw.
    """
    code = _IN_ORDER
    for _ in range(o.SIGN_SIN_TRIUNFO + 1):
        sign = code & 15
        code >>= 4
        if sign > o.SIGN_SOTA and not all_signs:
            continue
        if sign_is_true(obs, sign) and not _is_known(obs, given, sign):
            return sign
    return o.NO_SIGN


@shared
def _is_known(obs, given, sign):
    """Whether a true sign says only what the player has said before."""
    if sign <= o.SIGN_SOTA:
        return given >> sign & 1 != 0
    if sign == o.SIGN_SIN_TRIUNFO:
        return given >> _AT_SIN_TRIUNFO & _TRICK_BITS == obs[o.TRICK] + 1
    said = given >> _AT_BRISCAS & _TRICK_BITS
    return said > 0 and played_since(obs, obs[o.SEAT], said - 1) & obs[o.BRISCAS] == 0


@word
def sign_noted(obs, given, sign):
    """The note of what has been said, with one sign more: for `remember`, and for `sign_to_give`."""
    if 0 <= sign <= o.SIGN_SOTA:
        return given | 1 << sign
    at = _AT_BRISCAS if sign == o.SIGN_BRISCAS else _AT_SIN_TRIUNFO
    if sign != o.SIGN_BRISCAS and sign != o.SIGN_SIN_TRIUNFO:
        return given
    return given & ~(_TRICK_BITS << at) | (obs[o.TRICK] + 1) << at


@word
def false_sign(obs):
    """The sign of the highest trump that others may hold and that is not known to be in a hand:
    false, but nobody can see from his side of the table that it is; `NO_SIGN` when there is none.
    """
    free = out_cards(obs)
    for seat in range(obs[o.PLAYERS]):
        free &= ~known_cards(obs, seat)
    for sign in range(o.SIGN_AS, o.SIGN_SOTA + 1):
        if free >> named_card(obs, sign) & 1 != 0:
            return sign
    return o.NO_SIGN


@word
def open_number(obs, n):
    """A whole number from 0 to n - 1 (n below 2**31) that looks random and is the same for all players
    until the next card is played or swapped: partners can act on it together.  It comes from the trick,
    its leader, the strength of the turned-up card, and the seats and strengths of all cards played.
    """
    rank = obs[o.UPCARD] & 15 if obs[o.UPCARD] >= 0 else 15
    # Unsigned, as in the kernel's random numbers: signed numbers must not overflow.
    word = _mix(_SPREAD + np.uint64(rank | obs[o.LEADER] << 4 | obs[o.STOCK] << 8))
    for i in range(obs[o.TRICK] * obs[o.PLAYERS] + obs[o.TABLE_N]):
        past = obs[o.HISTORY + i]
        word = _mix(word + np.uint64((past & 15) + 16 * (past >> 6) + 1))
    return np.int64(word >> np.uint64(33)) * n >> 31
