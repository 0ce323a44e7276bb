"""What a duel has come to, as whole numbers: sums and how often each difference came up."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from brisca_sim.inference.paired import Pairs
from brisca_sim.inference.sequential import MeanSequence
from brisca_sim.verdicts.duel import SCORE, Duel, Rows


@dataclass
class Tallies:
    """What a duel has come to so far.

    Attributes
    ----------
    score, points : Pairs
        Deals by difference.
    score_sequence, points_sequence : MeanSequence
        The same, for intervals that may be looked at any time.
    changed, changed_squares : int
        Hands whose winner changed: sum over deals, and sum of squares.
    changeable : int
        Hands of a deal that could have.
    shared : int
        Score of both together, in twelfths: what A and B divide between them.
    """

    duel: Duel
    score: Pairs = field(init=False)
    points: Pairs = field(init=False)
    score_sequence: MeanSequence = field(init=False)
    points_sequence: MeanSequence = field(init=False)
    changed: int = 0
    changed_squares: int = 0
    changeable: int = 1
    shared: int = 0

    def __post_init__(self) -> None:
        bins = 2 * (self.duel.score_span // self.duel.score_step) + 1
        hands = sum(table.seatings for table in self.duel.tables)
        self.score, self.score_sequence = Pairs(bins, hands), MeanSequence(bins, -1.0, 1.0)
        bins = 2 * (self.duel.points_span // self.duel.points_step) + 1
        self.points, self.points_sequence = Pairs(bins, hands), MeanSequence(bins, -1.0, 1.0)

    @property
    def deals(self) -> int:
        """Deals so far."""
        return self.score.deals

    def enter(self, rows: Rows) -> None:
        """Add the next deals."""
        score, points, changed, self.changeable = self.duel.judge(rows)
        for tally, sequence, values, span, step in (
            (self.score, self.score_sequence, score, self.duel.score_span, self.duel.score_step),
            (self.points, self.points_sequence, points, self.duel.points_span, self.duel.points_step),
        ):  # fmt: skip
            counts = np.bincount((values + span) // step, minlength=tally.counts.size)
            tally.enter(counts)
            sequence.enter(counts)
        if self.duel.kind == "strategies":
            self.shared += sum(
                int(row[:, :, (0, number), SCORE].sum()) for number, row in enumerate(rows, start=1)
            )
        self.changed += int(changed.sum())
        self.changed_squares += int((changed**2).sum())

    def digest(self) -> str:
        """SHA-256 over what was compared and the counts."""
        text = json.dumps({**self.duel.describe(), "deals": self.deals}, sort_keys=True)
        sha = hashlib.sha256(text.encode())
        for counts in (self.score.counts, self.points.counts):
            sha.update(np.ascontiguousarray(counts, dtype="<i8").tobytes())
        sha.update(str(self.changed).encode())
        return sha.hexdigest()

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """The integer counts by name."""
        changed = np.array([self.changed, self.changed_squares, self.changeable], dtype=np.int64)
        return {"score": self.score.counts, "points": self.points.counts, "changed": changed}
