"""What can come of one hand of a match, and how likely it is by who is mano."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError
from brisca_sim.inference.match.formats import Format

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NOBODY: Final = -1
"""The winner of a drawn hand."""
REST: Final = 1e-13
"""A probability that is nothing."""


@dataclass(frozen=True)
class Hands:
    """What can come of a hand, and how likely it is by who is mano.

    Attributes
    ----------
    probabilities : float64[rotations, classes]
        Row h for hands in which the mano is h seats further on than in the first; rows sum to 1.
    winners : int64[classes]
        Winning side, or `NOBODY`.
    ends : bool[classes]
        Whether the winner wins the whole match (mano negra).
    sides : int
    points : int64[classes, sides] or None
        Points (or tricks, if those count) of each side; None if only wins are known.
    counts : int64[rotations, classes] or None
        Hands that were counted, for bands.
    """

    probabilities: Floats
    winners: Ints
    ends: Flags
    sides: int
    points: Ints | None = None
    counts: Ints | None = None

    def __post_init__(self) -> None:
        shape = self.probabilities.shape
        if len(shape) != 2 or 0 in shape or self.sides < 2:
            raise BriscaError("hands: takes a row of probabilities for each place of the mano")
        if self.winners.shape != shape[1:] or self.ends.shape != shape[1:]:
            raise BriscaError("hands: takes a winner for each class of results")
        if self.points is not None and self.points.shape != (shape[1], self.sides):
            raise BriscaError("hands: takes the points of each side for each class of results")
        rows = self.probabilities
        if not (rows >= -1e-12).all() or not (np.abs(rows.sum(axis=1) - 1) < 1e-9).all():
            raise BriscaError("hands: probabilities must not be negative and must sum to 1")
        if ((self.winners < NOBODY) | (self.winners >= self.sides)).any():
            raise BriscaError(f"hands: a winner is a side from 0 to {self.sides - 1}, or nobody")
        if (self.ends & (self.winners == NOBODY)).any():
            raise BriscaError("hands: a hand that nobody wins cannot win the match")

    @classmethod
    def of_classes(
        cls, weights: Floats | Ints, winners: Ints, points: Ints | None, sides: int, ends: Flags
    ) -> Hands:
        """Hands from classes of results; whole weights are counts of hands.

        Raises
        ------
        BriscaError
            If a row is empty or something does not fit.
        """
        table = np.asarray(weights)
        totals = table.sum(axis=1, keepdims=True) if table.ndim == 2 else np.zeros(1)
        if table.ndim != 2 or not (table >= 0).all() or not (totals > 0).all():
            raise BriscaError("hands: every place of the mano needs results that are not negative")
        seen = np.flatnonzero(table.any(axis=0))
        kept = table[:, seen]
        counts = kept.astype(np.int64) if table.dtype.kind in "iu" else None
        rows = np.asarray(kept if counts is None else kept / totals, dtype=np.float64)
        return cls(rows, winners[seen], ends[seen], sides, _rows(points, seen), counts)

    @classmethod
    def of_wins(cls, wins: Floats | Ints, draws: Floats | Ints) -> Hands:
        """Hands of which only the winner is known.

        Parameters
        ----------
        wins : float64 or int64[rotations, sides]
        draws : float64 or int64[rotations]

        Raises
        ------
        BriscaError
            As for `of_classes`.
        """
        sides = wins.shape[1]
        whole = wins.dtype.kind in "iu" and draws.dtype.kind in "iu"
        weights = np.concatenate((wins, draws[:, None]), axis=1, dtype=np.int64 if whole else float)
        winners = np.append(np.arange(sides, dtype=np.int64), NOBODY)
        return cls.of_classes(weights, winners, None, sides, np.zeros(sides + 1, dtype=np.bool_))

    @classmethod
    def of_points(cls, table: Floats | Ints, total: int = 120) -> Hands:
        """Hands of two sides by points and outcome.

        Parameters
        ----------
        table : float64 or int64[rotations, outcomes, bins] or [rotations, outcomes, bins, bins]
            Outcomes are: side 0 won, side 1 won, nobody won and, if there are five, side 0 and
            side 1 won the match.  Bins are the points of side 0, and of side 1 if they are not
            `total` less those of side 0.
        total : int

        Raises
        ------
        BriscaError
            As for `of_classes`.
        """
        if table.ndim not in (3, 4) or table.shape[1] not in (3, 5):
            raise BriscaError("hands: takes 3 or 5 outcomes by the points of one or both sides")
        index = np.indices(table.shape[1:]).reshape(table.ndim - 1, -1)
        other = index[2] if table.ndim == 4 else total - index[1]
        points = np.stack((index[1], other), axis=1).astype(np.int64)
        winners = np.array([0, 1, NOBODY, 0, 1], dtype=np.int64)[index[0]]
        return cls.of_classes(table.reshape(len(table), -1), winners, points, 2, index[0] > 2)

    @classmethod
    def of_histograms(cls, table: Floats | Ints, total: int = 120, fewest: bool = False) -> Hands:
        """Hands of two sides by the points of side 0 alone, where points tell the winner.

        That is without mano negra, and with a draw (or a new deal) at equal points.

        Parameters
        ----------
        table : float64 or int64[rotations, bins]
        total : int
            Points of a hand, at least bins - 1.
        fewest : bool
            Whether the fewest points win.

        Raises
        ------
        BriscaError
            As for `of_classes`.
        """
        own = np.arange(table.shape[1], dtype=np.int64)
        points = np.stack((own, total - own), axis=1)
        best = (total - 2 * own) if fewest else (2 * own - total)
        winners = np.where(best > 0, 0, np.where(best < 0, 1, NOBODY))
        return cls.of_classes(table, winners, points, 2, np.zeros(len(own), dtype=np.bool_))

    def without_draws(self) -> Hands:
        """The hands that count where a tied hand is dealt again.

        Raises
        ------
        BriscaError
            If nothing but ties is possible with some mano.
        """
        kept = np.flatnonzero(self.winners != NOBODY)
        rows = self.probabilities[:, kept]
        totals = rows.sum(axis=1, keepdims=True)
        if not (totals > REST).all():
            raise BriscaError("the match never ends: every hand is tied and dealt again")
        points = _rows(self.points, kept)
        return Hands(rows / totals, self.winners[kept], self.ends[kept], self.sides, points)

    def by_winner(self, ending: bool) -> Floats:
        """Probabilities, [rotations, sides], of a hand won that ends the match or does not."""
        columns = [(self.winners == side) & (self.ends == ending) for side in range(self.sides)]
        return np.stack([self.probabilities[:, c].sum(axis=1) for c in columns], axis=1)

    def gains(self, how: Format) -> Ints:
        """What a class of results adds to each side's total, int64[classes, sides]."""
        if not how.counts_points:
            return np.asarray(self.winners[:, None] == np.arange(self.sides), dtype=np.int64)
        if self.points is None:
            raise BriscaError(f"match {how.kind}:{how.number} needs the points of the hands")
        return self.points

    def standing(self, how: Format) -> Ints:
        """The same with the sign turned where the fewest points are best."""
        gains = self.gains(how)
        return np.asarray(-gains if how.fewest and how.counts_points else gains)


def _rows(points: Ints | None, kept: NDArray[np.intp]) -> Ints | None:
    return None if points is None else points[kept]
