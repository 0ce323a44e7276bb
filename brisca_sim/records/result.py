"""How a hand ends: the points, the winning side and the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from brisca_sim.errors import listed, shown, suggest
from brisca_sim.records.verdict import BrokenRuleError, json_text
from brisca_sim.rules import Rules

_KEYS: Final = ("points", "side_points", "winner", "reason")


def work_out(
    rules: Rules, points: Sequence[int], winners: Sequence[int], holder: int | None
) -> dict[str, object]:
    """Work out the result of a hand.

    Parameters
    ----------
    rules : Rules
        The rules of the hand.
    points : sequence of int
        Points captured, by seat.
    winners : sequence of int
        The seats that won the tricks, in order.
    holder : int or None
        The seat that ended the hand with the mano negra.

    Returns
    -------
    dict
        ``points``, ``side_points``, ``winner`` (a side or None) and ``reason``.
    """
    side_points = _by_side(rules, points)
    if holder is not None:
        winner, reason = rules.side_of(holder), "mano_negra"
        return dict(zip(_KEYS, (list(points), side_points, winner, reason), strict=True))
    counts = side_points
    if rules.objective == "fewest" and rules.reverse_counts == "tricks":
        counts = _by_side(rules, [winners.count(seat) for seat in range(rules.players)])
    settled = _settle(rules, counts, [rules.side_of(seat) for seat in winners])
    return dict(zip(_KEYS, (list(points), side_points, *settled), strict=True))


def check_result(claimed: Mapping[str, object], right: Mapping[str, object]) -> None:
    """Compare the result that a record gives with the one worked out.

    Raises
    ------
    BrokenRuleError
        If a part is missing, unknown or different.
    """
    for key in claimed:
        if key not in _KEYS:
            near = suggest(key, _KEYS) if isinstance(key, str) else ""
            raise BrokenRuleError(f"result has no key {shown(key)}, it has {listed(_KEYS)}{near}")
    for key in _KEYS:
        if key not in claimed:
            raise BrokenRuleError(f"result lacks its {key}, which is {json_text(right[key])}")
        if not _same(claimed[key], right[key]):
            got, worked = json_text(claimed[key]), json_text(right[key])
            raise BrokenRuleError(f"result: {key} is {got}, but the events make it {worked}")


def _by_side(rules: Rules, per_seat: Sequence[int]) -> list[int]:
    return [sum(per_seat[side :: rules.sides]) for side in range(rules.sides)]


def _settle(rules: Rules, counts: Sequence[int], winners: Sequence[int]) -> tuple[int | None, str]:
    """Find winning side and reason; `winners` are the sides that won the tricks, in order."""
    target = min(counts) if rules.objective == "fewest" else max(counts)
    best = [side for side, count in enumerate(counts) if count == target]
    if len(best) == 1:
        return best[0], "points"
    tied_tricks = [side for side in winners if side in best]
    if rules.tie == "last_trick" and tied_tricks:
        return tied_tricks[-1], "last_trick"
    return None, "draw"


def _same(claimed: object, right: object) -> bool:
    """Whether two JSON values are equal, and of one type: true is not 1, nor is 1.0."""
    if isinstance(claimed, list) and isinstance(right, list):
        pairs = zip(claimed, right, strict=False)
        return len(claimed) == len(right) and all(_same(mine, its) for mine, its in pairs)
    return type(claimed) is type(right) and claimed == right
