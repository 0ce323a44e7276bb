"""The integer counts of a run: what is kept, merged and hashed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError

WHOLE = 12
"""The score of a hand won; a hand shared by 2, 3 or 4 sides is 6, 4 or 3 each."""
POINT_BINS = 121
SCORE_BINS = WHOLE + 1
MEASURES = 80
DETAIL_WORDS = 1232
"""Words of the detail of a side, the D_ words of `brisca_sim.kernel.layout`."""
PER_STAGE = 5
STAGES = 32
"""Stages of a run: up to 100 deals, 200, 500, 1000 and so on to 10**12."""
_FIRST_STAGE = 100
_PER_SIDE, _SCORE, _POINTS = 5, 0, 4
"""Where the measures have the sides: words a side, score and points among them."""
_COUNTED = ("hand_points", "hand_scores", "deal_scores", "deal_points", "measures")
"""What the digest is made of."""

Counts64 = NDArray[np.int64]


def stage_end(stage: int) -> int:
    """Deals at which a stage ends: 100, 200, 500, 1000, ..."""
    return (1, 2, 5)[stage % 3] * int(_FIRST_STAGE * 10 ** (stage // 3))


def stage_of(number: int) -> int:
    """Stage to which a deal belongs, by the number of deals played before it."""
    stage = 0
    while number >= stage_end(stage):
        stage += 1
    return min(stage, STAGES - 1)


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
    stages : int64[32, sides, 5]
        By stage of the run and side of the lineup: deals, their total scores in twelfths (sum and sum
        of squares), their total points (sum and sum of squares). See `stage_end`.
    detail : int64[sides, 1232] or None
        What happened within the hands, the D_ words of `brisca_sim.kernel.layout`; None when it was
        not counted. The digest is the same with and without.
    """

    deals: int
    hand_points: Counts64
    hand_scores: Counts64
    deal_scores: Counts64
    deal_points: Counts64
    measures: Counts64
    stages: Counts64
    detail: Counts64 | None = None

    @classmethod
    def empty(cls, seatings: int, sides: int, *, detail: bool = False) -> Counts:
        """Counts of no deals."""
        return cls(
            0,
            np.zeros((seatings, sides, POINT_BINS), dtype=np.int64),
            np.zeros((seatings, sides, SCORE_BINS), dtype=np.int64),
            np.zeros((sides, WHOLE * seatings + 1), dtype=np.int64),
            np.zeros((sides, (POINT_BINS - 1) * seatings + 1), dtype=np.int64),
            np.zeros((2, MEASURES), dtype=np.int64),
            np.zeros((STAGES, sides, PER_STAGE), dtype=np.int64),
            np.zeros((sides, DETAIL_WORDS), dtype=np.int64) if detail else None,
        )

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Counts:
        """Counts from what `arrays` gave, as it is kept in ``counts.npz``.

        Parameters
        ----------
        arrays : mapping of str to ndarray
            By name; ``detail`` may be missing.

        Raises
        ------
        BriscaError
            If an array is missing, has another form, or contradicts the others.
        """
        wanted = {"deals", "stages", *_COUNTED}
        missing = sorted(wanted - set(arrays))
        if missing:
            raise _damaged(f"{missing[0]} is missing")
        seatings, sides = np.shape(arrays["hand_points"])[:2] if _is_cube(arrays) else (0, 0)
        if not seatings or not sides:
            raise _damaged("hand_points has another form")
        counts = cls.empty(seatings, sides, detail="detail" in arrays)
        for name, mine in counts.arrays().items():
            kept = np.asarray(arrays[name])
            if kept.shape != mine.shape or kept.dtype.kind not in "iu" or (kept < 0).any():
                raise _damaged(f"{name} has another form")
            if name == "deals":
                counts.deals = int(kept[0])
            else:
                mine[...] = kept
        counts._check()
        return counts

    def _check(self) -> None:
        """Refuse counts that do not belong to the same deals."""
        hands, deals = self.hand_points.sum(axis=2), self.deal_points.sum(axis=1)
        values = np.arange(self.deal_scores.shape[1])
        scores = self.measures[0, _SCORE : _PER_SIDE * self.sides : _PER_SIDE]
        staged = self.stages[:, :, 0].sum(axis=0)
        agree = (
            (hands == self.deals).all()
            and (self.hand_scores.sum(axis=2) == self.deals).all()
            and (deals == self.deals).all()
            and (self.deal_scores @ values == scores).all()
            and (staged == staged[0]).all()
            and staged[0] in (0, self.deals)
        )
        if not agree:
            raise _damaged("its arrays are not of the same deals")

    def arrays(self) -> dict[str, Counts64]:
        """The counts by name, the number of deals included."""
        detail = {} if self.detail is None else {"detail": self.detail}
        return self._digested() | {"stages": self.stages} | detail

    def _digested(self) -> dict[str, Counts64]:
        return {"deals": np.array([self.deals], dtype=np.int64)} | dict(self._parts())

    def _parts(self) -> Iterator[tuple[str, Counts64]]:
        for name in _COUNTED:
            yield name, getattr(self, name)

    def add(self, other: Counts) -> None:
        """Add the counts of other deals.

        Raises
        ------
        ValueError
            If only one of them has the detail.
        """
        if (self.detail is None) != (other.detail is None):
            raise ValueError("counts with and without detail cannot be added")
        self.deals += other.deals
        for (_, mine), (_, theirs) in zip(self._parts(), other._parts(), strict=True):
            mine += theirs
        self.stages += other.stages
        if self.detail is not None and other.detail is not None:
            self.detail += other.detail

    def enter_stage(self, number: int) -> None:
        """Enter these deals into the stage of their first one, before which `number` were played.

        All of them must belong to it.
        """
        entry = self.stages[stage_of(number)]
        entry[:, 0] = self.deals
        for side in range(self.sides):
            at = _PER_SIDE * side
            entry[side, 1:3] = self.measures[:, at + _SCORE]
            entry[side, 3:5] = self.measures[:, at + _POINTS]

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
        for name, array in self._digested().items():
            sha.update(name.encode())
            sha.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
        return sha.hexdigest()


def _is_cube(arrays: Mapping[str, NDArray[Any]]) -> bool:
    return np.ndim(arrays["hand_points"]) == 3


def _damaged(why: str) -> BriscaError:
    return BriscaError(f"the counts are damaged ({why}): play the deals again")
