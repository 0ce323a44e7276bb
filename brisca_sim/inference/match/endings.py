"""Collects probability as matches end."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from brisca_sim.inference.match.hands import Floats, Ints


@dataclass
class Endings:
    """Probability of the matches that have ended.

    Attributes
    ----------
    sides : int
    win : float64[sides]
        That a side has won alone.
    score : float64[sides]
        With a drawn match shared by those who are level.
    drawn : float
    lengths : dict of int to float
        By number of hands that count.
    """

    sides: int
    win: Floats = field(init=False)
    score: Floats = field(init=False)
    drawn: float = 0.0
    lengths: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.win, self.score = np.zeros(self.sides), np.zeros(self.sides)

    def won(self, side: int, mass: float, length: int) -> None:
        """Matches that a side has won alone."""
        self.win[side] += mass
        self.score[side] += mass
        self._ended(mass, length)

    def ranked(self, totals: Floats | Ints, mass: Floats, length: int) -> None:
        """Matches that end with totals, [sides, ...], the largest of which is best."""
        best = totals == totals.max(axis=0)
        number = best.sum(axis=0)
        for side in range(self.sides):
            self.win[side] += mass[best[side] & (number == 1)].sum()
            self.score[side] += (mass * best[side] / number).sum()
        self.drawn += float(mass[number > 1].sum())
        self._ended(float(mass.sum()), length)

    def _ended(self, mass: float, length: int) -> None:
        self.lengths[length] = self.lengths.get(length, 0.0) + mass

    def shares(self) -> tuple[Floats, float, Floats, Floats]:
        """Win, draw, score and lengths, each of which sums to 1 (the first two together)."""
        lengths = np.zeros(max(self.lengths) + 1)
        for length, mass in self.lengths.items():
            lengths[length] = max(mass, 0.0)
        # Rounding, and the little that was left when a race was broken off.
        whole = float(self.win.sum()) + self.drawn
        parts = np.clip(np.array([*self.win, self.drawn, *self.score]) / whole, 0.0, 1.0)
        win, score = parts[: self.sides], parts[self.sides + 1 :]
        return win, float(parts[self.sides]), score, lengths / lengths.sum()
