"""Deals as ratings take them: histograms, blocks and comparisons of two, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Histogram:
    """Deals of one pairing by the share of the score that its first strategy made.

    Attributes
    ----------
    counts : int64[bins]
    values : float64[bins]
        The share of each bin, 0 to 1.
    """

    counts: NDArray[np.int64]
    values: Floats

    def turned(self) -> Histogram:
        """The same deals seen from the second strategy."""
        return Histogram(self.counts, 1 - self.values)

    def ordered(self) -> Histogram:
        """The same deals with the smallest share first."""
        order = np.argsort(self.values, kind="stable")
        return Histogram(self.counts[order], self.values[order])


def table_pairs(
    lineups: Sequence[Sequence[int]], sums: Floats, deals: NDArray[np.int64]
) -> tuple[list[tuple[int, int]], Floats, Floats]:
    """Comparisons of two within tables of three or more, each for himself, ready for `rate_blocks`.

    On a deal that gives i and j the shares x and y of the score, i makes (1 + x - y) / 2 of the
    comparison: what they did to each other and to the rest counts the same, and at a table of two
    it is i's share itself.  A hand won by a third player is half each, so ratings from such tables
    lie closer together than from tables of two; compare only those of tables of one size.

    Parameters
    ----------
    lineups : sequence of sequence of int
        Strategies at each table, as indices of names; two seats of one strategy are not compared.
    sums : float64[blocks, lineups, players]
        Sum over the deals of a block of each one's share of the deal's score.
    deals : int64[blocks]

    Returns
    -------
    pairs, totals, deals
        As `rate_blocks` takes them.
    """
    pairs, columns = [], []
    for table, lineup in enumerate(lineups):
        for a in range(len(lineup)):
            for b in range(a + 1, len(lineup)):
                if lineup[a] != lineup[b]:
                    pairs.append((lineup[a], lineup[b]))
                    columns.append((deals + sums[:, table, a] - sums[:, table, b]) / 2)
    if not pairs:
        raise BriscaError("ratings need a table with two different strategies")
    totals = np.stack(columns, axis=1)
    return pairs, totals, np.repeat(deals[:, None].astype(np.float64), len(pairs), axis=1)


def rest_of(deals: Floats | int, sums: Floats) -> Floats:
    """What the second strategy made; a remainder of rounding is nothing, and not a win."""
    rest: Floats = deals - sums
    return np.where(rest <= 1e-12 * np.asarray(deals), 0.0, rest)


def check_pair(names: Sequence[str], i: int, j: int, histogram: Histogram) -> None:
    """Refuse a pairing of the wrong names, or a histogram that is not one."""
    if not 0 <= i < j < len(names):
        raise BriscaError(f"pairing ({i}, {j}): takes two of {len(names)} names, the lower first")
    counts, values = histogram.counts, histogram.values
    where = f"pairing {names[i]} against {names[j]}"
    if counts.ndim != 1 or counts.shape != values.shape:
        raise BriscaError(f"{where}: counts and values must be two lists of one length")
    if (counts < 0).any() or not ((values >= 0) & (values <= 1)).all():
        raise BriscaError(f"{where}: counts cannot be negative, and shares lie between 0 and 1")


def checked_blocks(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    totals: Floats,
    deals: NDArray[np.int64] | Floats,
) -> tuple[Floats, Floats]:
    """Sums and numbers of deals, both [blocks, pairs], or an error for what is not possible."""
    sums = np.asarray(totals, dtype=np.float64)
    if sums.ndim != 2 or sums.shape[0] < 2 or sums.shape[1] != len(pairs):
        raise BriscaError("blocks: takes a sum for each of at least two blocks and of each pairing")
    played = np.asarray(deals, dtype=np.float64)
    if played.shape not in (sums.shape[:1], sums.shape):
        raise BriscaError("blocks: takes one number of deals a block, or one a block and pairing")
    played = np.broadcast_to(played[:, None] if played.ndim == 1 else played, sums.shape)
    for i, j in pairs:
        if i == j or not (0 <= i < len(names) and 0 <= j < len(names)):
            raise BriscaError(f"pairing ({i}, {j}): takes two different ones of {len(names)} names")
    slack = 1e-9 * (1 + played)
    if not ((sums >= -slack) & (sums <= played + slack)).all():
        raise BriscaError("blocks: a sum of shares lies between 0 and the number of deals")
    return np.clip(sums, 0, played), played
