"""The señas: what each says, and when a pair may use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from brisca_sim.cards import AS, CABALLO, REY, SOTA, TRES, suit_of
from brisca_sim.errors import listed, shown, suggest
from brisca_sim.records.events import Sign
from brisca_sim.records.table import Table
from brisca_sim.records.verdict import BrokenRuleError, held_text

Truth = Callable[[Table, int], bool]


def _holds_trump(rank: int) -> Truth:
    return lambda table, seat: table.holds_rank_of_trump(seat, rank)


def _holds_brisca(table: Table, seat: int) -> bool:
    ranks = (AS, TRES) if table.rules.brisca == "ace_three" else (AS, REY)
    return table.holds_outside_trump(seat, ranks)


def _holds_no_trump(table: Table, seat: int) -> bool:
    return all(suit_of(card) != table.trump for card in table.hands[seat])


def _asks(_: Table, __: int) -> bool:
    return True


SIGNS: Final[Mapping[str, tuple[str, Truth]]] = MappingProxyType(
    {
        "as": ("the as of trumps", _holds_trump(AS)),
        "tres": ("the tres of trumps", _holds_trump(TRES)),
        "rey": ("the rey of trumps", _holds_trump(REY)),
        "caballo": ("the caballo of trumps", _holds_trump(CABALLO)),
        "sota": ("the sota of trumps", _holds_trump(SOTA)),
        "briscas": ("a brisca", _holds_brisca),
        "sin_triunfo": ("no trump", _holds_no_trump),
        "soplar": ("", _asks),
        "mirar": ("", _asks),
    }
)
"""By name, what a sign says its giver holds, and whether that is so; soplar and mirar ask."""


def check_sign(table: Table, sign: Sign) -> None:
    """Check a sign at the present moment of a hand.

    Raises
    ------
    BrokenRuleError
        If there is no such sign, the rules or the moment forbid it, or it says what is not so.
    """
    for fault in _FAULTS:
        if why := fault(table, sign):
            raise BrokenRuleError(f"seat {sign.seat} may not sign {shown(sign.sign)}: {why}")


def _forbidden(table: Table, _: Sign) -> str:
    return "" if table.rules.senas else "the rules have senas = false"


def _unknown(_: Table, sign: Sign) -> str:
    if sign.sign in SIGNS:
        return ""
    return f"there is no such sign, take {listed(SIGNS)}{suggest(sign.sign, SIGNS)}"


def _wrong_moment(table: Table, sign: Sign) -> str:
    players, first = table.rules.players, table.rules.senas_from
    if table.cards:
        return f"too late, seat {table.leader} has led; signs stand before the lead"
    if any(len(hand) < 3 for hand in table.hands):
        return "too late, signs need full hands of three cards"
    if len(table.winners) + 1 < first:
        return f"too early, this is trick {len(table.winners) + 1} and senas_from = {first}"
    if table.signers:
        last, leader = table.signers[-1], table.leader
        if (sign.seat - leader) % players < (last - leader) % players:
            return f"seat {last} has; they go in playing order from the leader, seat {leader}"
    return ""


def _over_the_limit(table: Table, sign: Sign) -> str:
    limit, given = table.rules.senas_limit, table.signers.count(sign.seat)
    return f"it has given {given} in this trick, senas_limit = {limit}" if given >= limit else ""


def _no_rivals(table: Table, sign: Sign) -> str:
    seats, side = range(table.rules.players), table.side(sign.seat)
    rivals = [seat for seat in seats if table.side(seat) != side]
    others = [seat for seat in sign.rivals if seat not in rivals]
    return f"seat {others[0]} is no rival, those are {listed(rivals, 'and')}" if others else ""


def _false(table: Table, sign: Sign) -> str:
    says, is_true = SIGNS[sign.sign]
    if table.rules.false_signs or is_true(table, sign.seat):
        return ""
    return f"it says {says}, and the seat holds {held_text(table.hands[sign.seat])}"


_FAULTS: Final = (_forbidden, _unknown, _wrong_moment, _over_the_limit, _no_rivals, _false)
