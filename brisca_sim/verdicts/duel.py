"""Two things compared on the same deals: strategies at one table, or one table under two conditions.

A duel turns what every deal came to into one whole number, A's result less B's, and everything else
follows from how often each number came up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.counts import POINT_BINS, WHOLE
from brisca_sim.rules import Rules
from brisca_sim.table import Table, seat_down

Rows = list[NDArray[np.int64]]
Deals = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]
"""Of some deals: difference in score, in points (int64[deals]), hands whose winner changed
(int64[deals]), hands that could change."""

SCORE, POINTS = 0, 1
_POINTS = POINT_BINS - 1


@dataclass(frozen=True)
class Duel:
    """What is compared, and how.

    Attributes
    ----------
    a, b : str
        Names of the two.
    tables : tuple of Table
        All are played on the same deals.
    judge : callable
        Turns what the tables made of some deals into whole numbers, see `Deals`.
    score_span, points_span : int
        The largest differences that one deal can have.
    score_step, points_step : int
        Differences are multiples of these.
    score_unit, points_unit : float
        What the largest differences mean in score a hand, and in points a hand.
    symmetric : bool
        Both are the same, so that every difference is exactly 0.
    kind : str
        ``strategies``, ``conditions`` (one lineup under two of them) or ``mano``.
    """

    a: str
    b: str
    tables: tuple[Table, ...]
    judge: Callable[[Rows], Deals]
    score_span: int
    points_span: int
    score_step: int = 1
    points_step: int = 1
    score_unit: float = 1.0
    points_unit: float = float(_POINTS)
    symmetric: bool = False
    kind: str = "strategies"

    @property
    def tells_changes(self) -> bool:
        """Whether it is known of every hand who won it under both."""
        return self.kind != "mano" and (self.kind == "conditions" or len(self.tables) == 1)

    def describe(self) -> dict[str, Any]:
        """What decides the result, in JSON types."""
        return {"a": self.a, "b": self.b, "tables": [table.describe() for table in self.tables]}


def strategies_duel(
    a: str, b: str, rules: Rules, company: str, seed: int = 1, deal_mode: str = "stream"
) -> Duel:
    """A against B, in every seating; where more than two sides play, the others are the company.

    With three sides and more A and B sit at every distance from each other, so that neither
    always plays before the other.
    """
    lineups = [[a, *[company] * (rules.sides - 1)] for _ in range(1, rules.sides)]
    for place, lineup in enumerate(lineups, start=1):
        lineup[place] = b
    tables = tuple(seat_down(lineup, rules, seed, deal_mode) for lineup in lineups)
    hands = sum(table.seatings for table in tables)
    first = tables[0].lineup
    return Duel(
        first[0].label, first[1].label, tables, _sides_apart,
        score_span=WHOLE * hands, points_span=_POINTS * hands,
        score_step=_step(rules.sides),
        symmetric=first[0].identity == first[1].identity,
    )  # fmt: skip


def _step(sides: int) -> int:
    """Greatest common divisor of the differences in score, in twelfths."""
    return {2: 12, 3: 2}.get(sides, 1)


def _sides_apart(rows: Rows) -> Deals:
    """A is side 0 of every lineup, B side 1 of the first one, 2 of the second and so on."""
    score = np.zeros(len(rows[0]), dtype=np.int64)
    points = np.zeros_like(score)
    for number, row in enumerate(rows, start=1):
        gap = (row[:, :, 0] - row[:, :, number]).sum(axis=1)
        score += gap[:, SCORE]
        points += gap[:, POINTS]
    if len(rows) > 1:
        return score, points, np.zeros_like(score), 1
    # Chair 0 is A's in the first seating and B's in the second: has exchanging them changed its score?
    changed = rows[0][:, 0, 0, SCORE] != rows[0][:, 1, 1, SCORE]
    return score, points, changed.astype(np.int64), 1


def conditions_duel(
    a: str,
    b: str,
    lineups: tuple[Sequence[Any], Sequence[Any]],
    rules: tuple[Rules, Rules],
    seed: int = 1,
    deal_mode: str = "stream",
) -> Duel:
    """One lineup under two conditions on the same deals: what side 0 makes of A less what of B."""
    tables = tuple(
        seat_down(lineup, rule, seed, deal_mode)
        for lineup, rule in zip(lineups, rules, strict=True)
    )
    hands = max(table.seatings for table in tables)
    same = tables[0].describe() == tables[1].describe()
    return Duel(
        a, b, tables, _tables_apart(tuple(table.seatings for table in tables)),
        score_span=WHOLE * hands, points_span=_POINTS * hands,
        score_step=6 if tables[0].rules.sides == 2 else 1,
        symmetric=same or all(table.mirrored for table in tables),
        kind="conditions",
    )  # fmt: skip


def _tables_apart(seatings: tuple[int, ...]) -> Callable[[Rows], Deals]:
    """Side 0 at the first table less side 0 at the second."""
    hands = max(seatings)
    weights = [hands // count for count in seatings]

    def judge(rows: Rows) -> Deals:
        sums = [
            row[:, :, 0].sum(axis=1) * weight for row, weight in zip(rows, weights, strict=True)
        ]
        gap = sums[0] - sums[1]
        changed = np.zeros(len(gap), dtype=np.int64)
        changeable = 1
        if seatings[0] == seatings[1]:
            changeable = hands
            differs = rows[0][..., SCORE] != rows[1][..., SCORE]
            changed = differs.any(axis=2).sum(axis=1).astype(np.int64)
        return gap[:, SCORE], gap[:, POINTS], changed, changeable

    return judge


def mano_duel(strategy: str, rules: Rules, seed: int = 1, deal_mode: str = "stream") -> Duel:
    """What leading first is worth when all play alike: the mano's side less the mean of the others."""
    table = seat_down([strategy] * rules.sides, rules, seed, deal_mode)
    sides = rules.sides

    def judge(rows: Rows) -> Deals:
        (row,) = rows
        seats = np.arange(row.shape[1])
        mano = row[:, seats, seats % sides].sum(axis=1)
        gap = sides * mano - row.sum(axis=(1, 2))
        return gap[:, SCORE], gap[:, POINTS], np.zeros(len(gap), dtype=np.int64), 1

    span = (sides - 1) * table.seatings
    return Duel(
        f"mano ({table.lineup[0].label})", "the others", (table,), judge,
        score_span=WHOLE * span, points_span=_POINTS * span,
        score_step=_step(sides) if sides == 2 else 1,
        kind="mano",
    )  # fmt: skip
