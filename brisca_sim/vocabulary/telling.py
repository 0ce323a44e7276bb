"""Telling by senas: which sign to give, true or false."""

from __future__ import annotations

from brisca_sim.kernel import layout as o
from brisca_sim.kernel.jit import shared
from brisca_sim.kernel.rng import high32 as _high32
from brisca_sim.kernel.rng import stream as _stream
from brisca_sim.vocabulary.senas import named_card, sign_is_true
from brisca_sim.vocabulary.sets import known_cards, out_cards, played_since
from brisca_sim.vocabulary.situation import has_partner
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
    if sign not in (o.SIGN_BRISCAS, o.SIGN_SIN_TRIUNFO):
        return given
    at = _AT_BRISCAS if sign == o.SIGN_BRISCAS else _AT_SIN_TRIUNFO
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
    number = _stream(rank, obs[o.LEADER] << 8 | obs[o.STOCK])
    for i in range(obs[o.TRICK] * obs[o.PLAYERS] + obs[o.TABLE_N]):
        past = obs[o.HISTORY + i]
        number = _stream(number, past >> 6 << 4 | past & 15)
    return _high32(number) * n >> 32
