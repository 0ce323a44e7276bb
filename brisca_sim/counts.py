"""The integer counts of a run: what is kept, merged and hashed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

WHOLE = 12
"""The score of a hand won; a hand shared by 2, 3 or 4 sides is 6, 4 or 3 each."""
POINT_BINS = 121
SCORE_BINS = WHOLE + 1
MEASURES = 80

Counts64 = NDArray[np.int64]


@dataclass
class Counts:
    """Integer counts of finished deals; adding two gives the counts of both.

    Attributes
    ----------
    deals : int
    hand_points : int64[seatings, sides, 121]
        Hands by the points of a side of the lineup.
    hand_scores : int64[seatings, sides, 13]
        Hands by the score of a side, in twelfths.
    deal_scores : int64[sides, 12 * seatings + 1]
        Deals by a side's total score over the seatings, in twelfths.
    deal_points : int64[sides, 120 * seatings + 1]
        Deals by a side's total points over the seatings.
    measures : int64[2, 80]
        Sums over deals and sums of squares of what a deal counts over its seatings; see the M_ words
        of `brisca_sim.kernel.layout`.
    """

    deals: int
    hand_points: Counts64
    hand_scores: Counts64
    deal_scores: Counts64
    deal_points: Counts64
    measures: Counts64

    @classmethod
    def empty(cls, seatings: int, sides: int) -> Counts:
        """Counts of no deals."""
        return cls(
            0,
            np.zeros((seatings, sides, POINT_BINS), dtype=np.int64),
            np.zeros((seatings, sides, SCORE_BINS), dtype=np.int64),
            np.zeros((sides, WHOLE * seatings + 1), dtype=np.int64),
            np.zeros((sides, (POINT_BINS - 1) * seatings + 1), dtype=np.int64),
            np.zeros((2, MEASURES), dtype=np.int64),
        )

    def arrays(self) -> dict[str, Counts64]:
        """The counts by name, the number of deals included."""
        return {"deals": np.array([self.deals], dtype=np.int64)} | dict(self._parts())

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Counts64]) -> Counts:
        """Counts of their own from what `arrays` gave.

        Raises
        ------
        TypeError, KeyError
            If an array is missing, or there is one too many.
        """
        parts = {name: np.array(array, dtype=np.int64) for name, array in arrays.items()}
        return cls(int(parts.pop("deals")[0]), **parts)

    def _parts(self) -> Iterator[tuple[str, Counts64]]:
        for name in ("hand_points", "hand_scores", "deal_scores", "deal_points", "measures"):
            yield name, getattr(self, name)

    def add(self, other: Counts) -> None:
        """Add the counts of other deals."""
        self.deals += other.deals
        for (_, mine), (_, theirs) in zip(self._parts(), other._parts(), strict=True):
            mine += theirs

    @property
    def seatings(self) -> int:
        """Hands a deal."""
        return int(self.hand_points.shape[0])

    @property
    def sides(self) -> int:
        """Sides of the lineup."""
        return int(self.hand_points.shape[1])

    def digest(self, config: Mapping[str, Any]) -> str:
        """SHA-256 over a configuration and the counts; nothing in it depends on time or machine."""
        text = json.dumps(config, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        sha = hashlib.sha256(text.encode())
        for name, array in self.arrays().items():
            sha.update(name.encode())
            sha.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
        return sha.hexdigest()
