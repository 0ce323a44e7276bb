"""The senas: what the player has noticed, and whom he believes."""

from __future__ import annotations

from brisca_sim.cards import AS, SOTA
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import cards_of as _cards_of
from brisca_sim.kernel.signs import sign_is_true as _sign_is_true
from brisca_sim.vocabulary.situation import is_partner
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)

# BELIEVED keeps behind the bits of the seats, for each seat, which of the trumps from sota to as that
# signs can name are doubted: it is the player's own word and is cleared before he is asked again.
_DOUBTS, _NAMED = 8, 5


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
        named = cards >> (obs[o.TRUMP] << 4) + SOTA & (1 << _NAMED) - 1
        obs[o.BELIEVED] |= named << _DOUBTS + _NAMED * seat


@word
def doubted_cards(obs, seat):
    """Cards of whose signs by a seat the player takes no notice in this decision (`doubt`)."""
    named = obs[o.BELIEVED] >> _DOUBTS + _NAMED * seat & (1 << _NAMED) - 1
    return named << (obs[o.TRUMP] << 4) + SOTA


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
    signed = False
    for seat in range(obs[o.PLAYERS]):
        signed = signed or (is_partner(obs, seat) and obs[o.LAST_SIGN + seat] == sign)
    return signed
