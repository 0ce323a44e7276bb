"""A block: deals in a row, played in one thread, and what came of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brisca_sim.counts import Counts, stage_end, stage_of
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.batch import play_block
from brisca_sim.plain.player import seated
from brisca_sim.simulation.failures import what_failed
from brisca_sim.table import Table

Stop = NDArray[np.int64]
"""int64[1]; set to 1 it ends every block that was given it, after the deal in hand."""


@dataclass
class Block:
    """Deals `first` to `last` - 1 and what came of them.

    Attributes
    ----------
    where : int64[WHERE_WORDS]
        How far it came, see `brisca_sim.kernel.layout`.
    deck : int64[cards]
        The last deck as laid.
    failure : str
        Empty, "illegal" or what a strategy did: ``raised ValueError: ...``.
    table : Table
        Where it was played.
    """

    first: int
    last: int
    counts: Counts
    where: NDArray[np.int64]
    deck: NDArray[np.int64]
    table: Table
    failure: str = ""
    seconds: float = 0.0
    rows: tuple[NDArray[np.int64], ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every deal was played."""
        return self.counts.deals == self.last - self.first


Source = Callable[[int, int, Stop], Block]
"""Plays the deals from the first up to the last one, which is not played: a block that is lost is
only played again."""


def play_staged(
    table: Table, first: int, last: int, stop: NDArray[np.int64], *, detail: bool = False
) -> Block:
    """Play one block, and enter its deals into the stages of the run that they belong to.

    Parameters
    ----------
    table, first, last, stop, detail
        As in `play_one_block`; deals are numbered from the beginning of the run.
    """
    end = min(last, stage_end(stage_of(first)))
    block = play_one_block(table, first, end, stop, detail=detail)
    block.counts.enter_stage(first)
    if end == last or block.failure or not block.whole:
        block.last = last
        return block
    rest = play_staged(table, end, last, stop, detail=detail)
    rest.first = first
    rest.seconds += block.seconds
    rest.counts.add(block.counts)
    return rest


def play_one_block(
    table: Table,
    first: int,
    last: int,
    stop: NDArray[np.int64],
    *,
    decks: NDArray[np.int64] | None = None,
    log_stride: int = 0,
    log: NDArray[np.int64] | None = None,
    rows: bool = False,
    detail: bool = False,
) -> Block:
    """Play one block in this thread.

    Parameters
    ----------
    table : Table
    first, last : int
        Deals `first` to `last` - 1.
    stop : int64[1]
        Set it to 1 to end the block after the deal in hand.
    decks : int64[deals, 48], optional
        The decks as laid, instead of shuffled ones.
    log_stride, log : int, int64[deals * seatings * log_stride]
        Where the events of every hand go.
    rows : bool
        Keep the result of every hand, see `play_together`.
    detail : bool
        Count what happens within the hands; not together with a log.
    """
    counts = Counts.empty(table.seatings, table.rules.sides, detail=detail)
    full = np.array(table.rules.cards, dtype=np.int64)
    laid = np.zeros(1, dtype=np.int64) if decks is None else decks.ravel()
    obs = np.zeros(o.OBS_WORDS, dtype=np.int64)
    state = table.config(given=decks is not None, log_stride=log_stride, rows=rows, detail=detail)
    where = np.zeros(o.WHERE_WORDS, dtype=np.int64)
    measures = np.zeros(3 * o.MEASURES, dtype=np.int64)
    totals = np.zeros(counts.deal_scores.size + counts.deal_points.size, dtype=np.int64)
    log = np.zeros(o.DETAIL_LOG, dtype=np.int64) if log is None else log
    within = np.zeros(
        table.rules.sides * (o.DETAIL_WORDS + o.PRESENT_WORDS) + o.FOLLOW_WORDS if detail else 1,
        dtype=np.int64,
    )
    shape = (last - first if rows else 0, table.seatings, table.rules.sides, 2)
    results = np.zeros(shape, dtype=np.int64)
    written = results.ravel() if rows else np.zeros(1, dtype=np.int64)
    failure = ""
    started = time.perf_counter()
    try:
        with seated(where):
            status = play_block(
                state, full, laid, obs, log, written, stop, where, counts.hand_points.ravel(),
                counts.hand_scores.ravel(), totals, measures, within, first, last,
            )  # fmt: skip
        if status != o.OK:
            failure = "illegal"
    except Exception as error:
        failure = what_failed(error)
        where[o.W_SEAT] = obs[o.SEAT]
    counts.deals = int(where[o.W_DONE])
    split = counts.deal_scores.size
    counts.deal_scores[:] = totals[:split].reshape(counts.deal_scores.shape)
    counts.deal_points[:] = totals[split:].reshape(counts.deal_points.shape)
    counts.measures[:] = measures[: 2 * o.MEASURES].reshape(2, o.MEASURES)
    if counts.detail is not None:
        counts.detail[:] = within[: counts.detail.size].reshape(counts.detail.shape)
    deck = state[o.CARDS : o.CARDS + full.size].copy()
    elapsed = time.perf_counter() - started
    return Block(first, last, counts, where, deck, table, failure, elapsed, (results,))
