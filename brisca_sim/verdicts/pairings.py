"""Two strategies at tables of their own, and what their deals come to in blocks.

With two sides a pairing is one table.  Where three or four play each for himself it is every table
that these two alone can fill, round the table, neither of them everywhere: ``aab`` and ``abb`` with
three, ``aaab``, ``aabb``, ``abab`` and ``abbb`` with four.  Nobody else sits there, so a pairing says
the same whoever is in the field, and each of them meets the other in every place.  A deal counts by
the mean score of a's seats less that of b's, each table the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from brisca_sim.counts import POINT_BINS, WHOLE
from brisca_sim.errors import BriscaError, listed, shown
from brisca_sim.inference.paired import Pairs
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_together
from brisca_sim.strategy import Strategy
from brisca_sim.table import Table

Ints = NDArray[np.int64]

PART_BLOCKS = 5
"""Blocks that a pairing plays at a time."""
_SCORE, _POINTS = 0, 1


@dataclass(frozen=True)
class Pairing:
    """Two strategies and their tables.

    Attributes
    ----------
    a, b : int
        Their places in the field, a before b.
    tables : tuple of Table
    weights : tuple of int64[sides]
        For each table what a side counts: the seats of a together `scale`, those of b minus that.
    scale : int
    symmetric : bool
        Both play alike, so that every deal is shared evenly.
    """

    a: int
    b: int
    tables: tuple[Table, ...]
    weights: tuple[Ints, ...]
    scale: int
    symmetric: bool

    @property
    def hands(self) -> int:
        """Hands of a deal."""
        return sum(table.seatings for table in self.tables)

    @property
    def span(self) -> int:
        """No deal differs by more, in twelfths times `scale`."""
        return WHOLE * self.scale * self.hands

    @property
    def step(self) -> int:
        """Differences are multiples of it."""
        return {2: WHOLE, 3: 2}.get(self.tables[0].rules.sides, 1)

    @property
    def points_span(self) -> int:
        """The most points of a deal, times `scale`."""
        return (POINT_BINS - 1) * self.scale * self.hands

    def bins(self) -> int:
        """Number of differences that a deal can have."""
        return 2 * (self.span // self.step) + 1


@dataclass(frozen=True)
class Part:
    """What a few blocks of one pairing came to; blocks beyond the last deal are empty.

    Attributes
    ----------
    deals : int64[PART_BLOCKS]
    score : int64[PART_BLOCKS]
        Sum of the differences, see `Pairing.span`.
    points : int64[PART_BLOCKS, 2]
        Sum of the mean points of a's seats and of b's, see `Pairing.points_span`.
    squares : int64[2]
        Sum of the squares of the points of a deal, of all blocks that count.
    counts : int64[bins]
        Deals by difference, of all blocks that count.
    """

    deals: Ints
    score: Ints
    points: Ints
    squares: Ints
    counts: Ints

    @classmethod
    def empty(cls, bins: int) -> Part:
        """No deals."""
        shapes = ((PART_BLOCKS,), (PART_BLOCKS,), (PART_BLOCKS, 2), (2,), (bins,))
        return cls(*(np.zeros(shape, dtype=np.int64) for shape in shapes))


@dataclass
class _Entry:
    """Enters deals, in order, into the blocks of a part."""

    pairing: Pairing
    size: int
    scouts: int
    part: Part = field(init=False)
    done: int = 0

    def __post_init__(self) -> None:
        self.part = Part.empty(self.pairing.bins())

    def enter(self, rows: Sequence[Ints]) -> bool:
        score, points = _judged(self.pairing, rows)
        number = np.arange(self.done, self.done + len(score)) // self.size
        self.done += len(score)
        np.add.at(self.part.deals, number, 1)
        np.add.at(self.part.score, number, score)
        np.add.at(self.part.points, number, points)
        counted = number >= self.scouts
        self.part.squares[:] += (points[counted] ** 2).sum(axis=0)
        bins = (score[counted] + self.pairing.span) // self.pairing.step
        self.part.counts[:] += np.bincount(bins, minlength=self.pairing.bins())
        return False


def _judged(pairing: Pairing, rows: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Difference of every deal, int64[deals], and points of a's and b's seats, int64[deals, 2]."""
    score = np.zeros(len(rows[0]), dtype=np.int64)
    points = np.zeros((len(rows[0]), 2), dtype=np.int64)
    for row, weights in zip(rows, pairing.weights, strict=True):
        sums = row.sum(axis=1)
        score += sums[:, :, _SCORE] @ weights
        points[:, 0] += sums[:, :, _POINTS] @ np.maximum(weights, 0)
        points[:, 1] += sums[:, :, _POINTS] @ np.maximum(-weights, 0)
    return score, points


def play_part(
    pairing: Pairing,
    first: int,
    last: int,
    size: int,
    *,
    scouts: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Part:
    """Play deals `first` to `last` - 1 of a pairing.

    Parameters
    ----------
    pairing : Pairing
    first, last : int
    size : int
        Deals of a block.
    scouts : int
        So many blocks at the beginning are left out of `squares` and `counts`.
    threads, progress
        As in `brisca_sim.simulation.play_deals`.

    Raises
    ------
    StrategyError
        If a strategy fails.
    KeyboardInterrupt
        After Ctrl-C; what was played is lost.
    """
    entry = _Entry(pairing, size, scouts)
    outcome = play_together(
        pairing.tables, last - first, entry.enter, threads=threads, first=first, progress=progress
    )
    if not outcome.complete:
        raise KeyboardInterrupt
    return entry.part


def lineups(sides: int) -> list[tuple[bool, ...]]:
    """Who sits where, True for a: every way round the table, those once that a turn makes alike."""
    found = {
        max(seats[turn:] + seats[:turn] for turn in range(sides))
        for seats in product((True, False), repeat=sides)
        if any(seats) and not all(seats)
    }
    return sorted(found, reverse=True)


def field_of(strategies: Sequence[Strategy]) -> list[Strategy]:
    """The field of a tournament, in alphabetical order, whatever order it was named in.

    Raises
    ------
    BriscaError
        If there are fewer than two, or one comes twice.
    """
    labels = [strategy.label for strategy in strategies]
    if len(labels) < 2:
        raise BriscaError(
            f"a tournament takes at least two strategies, not {listed(labels) if labels else 'none'}"
        )
    for label in labels:
        if labels.count(label) > 1:
            raise BriscaError(
                f"the strategy {shown(label)} is in the tournament twice: against itself every"
                " strategy scores exactly 1/2, name it once"
            )
    return sorted(strategies, key=lambda strategy: strategy.label)


def pairings_of(
    field: Sequence[Strategy],
    rules: Rules,
    hub: str | None = None,
    seed: int = 1,
    deal_mode: str = "stream",
) -> list[Pairing]:
    """All pairings of a field, or only those of one strategy, at tables with the same deals.

    Parameters
    ----------
    field : sequence of Strategy
        As `field_of` gives it.
    rules : Rules
    hub : str, optional
        Label of the strategy that plays a gauntlet.
    seed, deal_mode
        As for `brisca_sim.table.Table`.

    Raises
    ------
    BriscaError
        If the hub is not in the field, or a table cannot be set.
    """
    labels = [strategy.label for strategy in field]
    if hub is not None and hub not in labels:
        raise BriscaError(f"the gauntlet's {shown(hub)} is not in the field: {listed(labels)}")
    return [
        _paired(field, i, j, rules, seed, deal_mode)
        for i, j in combinations(range(len(field)), 2)
        if hub is None or hub in (labels[i], labels[j])
    ]


def _paired(
    field: Sequence[Strategy], i: int, j: int, rules: Rules, seed: int, deal_mode: str
) -> Pairing:
    scale = math.lcm(*range(1, rules.sides))
    tables, weights = [], []
    for seats in lineups(rules.sides):
        lineup = tuple(field[i] if own else field[j] for own in seats)
        tables.append(Table(rules, lineup, seed, deal_mode))
        weights.append(np.array(list(_counting(seats, scale)), dtype=np.int64))
    same = field[i].identity == field[j].identity
    return Pairing(i, j, tuple(tables), tuple(weights), scale, same)


def _counting(seats: Sequence[bool], scale: int) -> Iterator[int]:
    own = sum(seats)
    for seat in seats:
        yield scale // own if seat else -(scale // (len(seats) - own))


def pairs_of(parts: Sequence[Part], pairing: Pairing) -> Pairs:
    """Deals of a pairing by difference, for intervals."""
    found = Pairs(pairing.bins())
    for part in parts:
        found.enter(part.counts)
    return found
