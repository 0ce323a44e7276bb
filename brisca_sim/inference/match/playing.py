"""Simulation: hand by hand as the rules say, sharing nothing with the exact answers."""

from __future__ import annotations

import numpy as np

from brisca_sim.errors import BriscaError
from brisca_sim.inference.match.formats import MOST_HANDS, Format
from brisca_sim.inference.match.hands import NOBODY, Flags, Hands, Ints


def play_matches(
    hands: Hands, how: Format, first: int | None, number: int, seed: int
) -> tuple[Ints, Ints, Ints]:
    """Totals [matches, sides], who won the match at once (or nobody), and hands that counted."""
    random = np.random.Generator(np.random.PCG64(seed))
    rotations = len(hands.probabilities)
    gains, rows = hands.gains(how), np.cumsum(hands.probabilities, axis=1)
    place = random.integers(rotations, size=number) if first is None else np.full(number, first)
    totals = np.zeros((number, hands.sides), dtype=np.int64)
    ended_by, length = np.full(number, NOBODY), np.zeros(number, dtype=np.int64)
    open_ = np.arange(number)
    for dealt in range(1, 20 * MOST_HANDS):
        draws = random.random(len(open_))
        result = np.empty(len(open_), dtype=np.int64)
        for row in range(rotations):
            here = place[open_] % rotations == row
            result[here] = np.searchsorted(rows[row], draws[here] * rows[row, -1], side="right")
        counts = (hands.winners[result] != NOBODY) | (not how.redeal)
        some, what = open_[counts], result[counts]
        totals[some] += gains[what]
        length[some] += 1
        place[some] += 1
        ended_by[some] = np.where(hands.ends[what], hands.winners[what], NOBODY)
        over = _over(totals[open_], length[open_], dealt, how) | (ended_by[open_] != NOBODY)
        open_ = open_[~over]
        if not len(open_):
            return totals, ended_by, length
    raise BriscaError(f"match {how.kind}:{how.number} is too long to simulate")


def _over(totals: Ints, length: Ints, dealt: int, how: Format) -> Flags:
    ordered = np.sort(totals, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    if how.kind == "first_to":
        return np.asarray(ordered[:, -1] >= how.number)
    if how.kind == "best_of":
        return np.asarray((lead > how.number - length) | (length == how.number))
    if how.kind == "points":
        margin = ordered[:, 1] - ordered[:, 0] if how.fewest else lead
        return np.asarray((ordered[:, -1] >= how.number) & (margin > 0))
    return np.asarray(length >= how.slots) | (how.kind == "time" and dealt >= how.slots)
