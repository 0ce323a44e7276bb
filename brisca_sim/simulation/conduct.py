"""Have blocks played until all is played, one fails, enough is seen or the user has enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from brisca_sim.counts import Counts
from brisca_sim.errors import BriscaError, ClusterError, StrategyError
from brisca_sim.limits import MAX_DEALS
from brisca_sim.simulation.blocks import Block
from brisca_sim.simulation.executors import Executor
from brisca_sim.simulation.failures import explain
from brisca_sim.simulation.interruption import interruption_noted
from brisca_sim.simulation.ledger import Ledger

_AHEAD = 8
"""Blocks that may wait for an earlier one, as a multiple of what is played at a time."""

Sizes = Callable[[int, "Block | None", Executor], int]
"""Deals of the next block, from its first deal, the block that was last finished, and who plays."""
Progress = Callable[[int, int], None]
"""Told the deals done and to do."""


@dataclass
class Outcome:
    """What a simulation has counted.

    Attributes
    ----------
    counts : Counts
        Of the deals from the first to the last one without a gap.
    complete : bool
        False after an interruption.
    elapsed : float
        Seconds.
    hung : bool
        A strategy did not come back after the interruption: the process has to be ended hard.
    lost : str
        Why it ended early when the user did not end it, on one line; else empty.
    """

    counts: Counts
    complete: bool
    elapsed: float
    hung: bool = False
    lost: str = ""


def conduct(
    hire: Callable[[], Executor],
    take: Callable[[Block], object],
    counts: Counts,
    deals: int,
    first: int,
    sizes: Sizes,
    progress: Progress | None,
) -> Outcome:
    """Have blocks played and give them to `take` in the order of their deals.

    Raises
    ------
    BriscaError
        If a number is out of range.
    StrategyError
        If a strategy failed, and all deals before were taken.
    ClusterError
        If the executor was lost before anything was taken.
    """
    if not 1 <= deals <= MAX_DEALS or first < 0:
        raise BriscaError(f"deals takes a whole number from 1 to {MAX_DEALS}, not {deals}")
    ledger, lost = Ledger(take, first), ""
    # A second Ctrl-C must not cut short what the first one has begun.
    with interruption_noted() as interrupted:
        executor = hire()
        started = time.perf_counter()
        try:
            try:
                complete = _feed(executor, ledger, first + deals, sizes, progress, interrupted)
            except ClusterError as error:
                complete, lost = False, str(error)
            blocks, ended = executor.stop()
            for block in blocks:
                ledger.enter(block)
        finally:
            executor.close()
    if ledger.failed is not None:
        raise StrategyError(explain(ledger.failed.table, ledger.failed))
    if lost and not ledger.deals:
        raise ClusterError(lost)
    return Outcome(counts, complete, time.perf_counter() - started, not ended, lost)


def _feed(
    executor: Executor,
    ledger: Ledger,
    end: int,
    sizes: Sizes,
    progress: Progress | None,
    interrupted: Callable[[], bool],
) -> bool:
    """Keep an executor busy until all is played or decided; False after an interruption."""
    first = given = ledger.next_deal
    # It may have taken its time to get them together.
    if interrupted():
        return False
    while ledger.failed is None and not ledger.closed and (executor.busy or given < end):
        while given < end and executor.busy < executor.width and not _too_far(executor, ledger):
            last = min(given + sizes(given, None, executor), end)
            executor.give(given, last)
            given = last
        done = executor.finished(0.2)
        for block in done:
            ledger.enter(block)
            sizes(given, block, executor)
        if progress is not None and done:
            progress(ledger.deals, end - first)
        if interrupted() and not ledger.closed and (executor.busy or given < end):
            return False
    return True


def _too_far(executor: Executor, ledger: Ledger) -> bool:
    """Whether so much waits for a slow block that more would only fill the memory."""
    return len(ledger.waiting) >= _AHEAD * executor.width and executor.busy > 0
