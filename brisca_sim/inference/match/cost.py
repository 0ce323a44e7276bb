"""How long a match and its exact answer take."""

from __future__ import annotations

import math
from typing import Final

from brisca_sim.inference.match.formats import Format
from brisca_sim.inference.match.hands import NOBODY, REST, Hands
from brisca_sim.inference.match.races import constant_sum
from brisca_sim.inference.match.totals import spans

MOST_STEPS: Final = 200_000_000
"""Additions of an exact answer that takes a few seconds."""
_MOST_CELLS: Final = 1 << 22


def exact_cost(hands: Hands, how: Format) -> float:
    """About how many additions the exact answer takes; infinite if there is none."""
    gains, rows = hands.gains(how), len(hands.probabilities)
    if how.kind in ("hands", "time"):
        cells = math.prod(spans(gains, how.slots))
        rounds = how.slots if how.kind == "time" and how.redeal else 1
        return 10.0 * rows * rounds * cells if cells <= _MOST_CELLS else math.inf
    length = rows * expected_hands(hands, how)
    if how.kind == "points":
        step = int(gains.max()) + 1
        if hands.sides > 2:
            return math.inf
        if constant_sum(hands, gains):
            return 0.3 * (how.number + step) * step * length
        return 10.0 * (how.number + step) ** 2 * length
    target = how.number // 2 + 1 if how.kind == "best_of" else how.number
    return float(target) ** hands.sides * length


def expected_hands(hands: Hands, how: Format) -> float:
    """About how many hands a match can take, those that are dealt again included."""
    rows = hands.probabilities.mean(axis=0)
    drawn = float(rows[hands.winners == NOBODY].sum())
    if how.kind == "points":
        total = (
            hands.sides * (how.number + 1) / max(float(rows @ hands.gains(how).sum(axis=1)), REST)
        )
    elif how.kind == "first_to":
        total = hands.sides * how.number / max(1 - drawn, REST)
    else:
        return float(how.slots) / (max(1 - drawn, REST) if how.redeal else 1.0)
    return total / (1 - drawn) if how.redeal and how.kind == "points" else total
