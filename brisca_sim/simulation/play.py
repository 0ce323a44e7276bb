"""Deals at one table, or the same deals at several."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from brisca_sim.counts import Counts
from brisca_sim.simulation.blocks import Block, Stop, play_one_block, play_staged
from brisca_sim.simulation.conduct import Outcome, Progress, conduct
from brisca_sim.simulation.executors import Executor, Hire, Threads, checked_threads
from brisca_sim.table import Table

_FIRST_BLOCK = 200
_DEALS_PER_SECOND = 1_000_000
"""More than any machine plays in one thread: a block whose time is not to be trusted stays small."""
_SMALLEST = 0.1
"""Seconds; towards the end blocks become shorter, but not shorter than this."""
_FIRST_LOOK, _LARGEST_LOOK = 100, 20_000


def play_deals(
    table: Table,
    deals: int,
    *,
    threads: int | None = None,
    first: int = 0,
    block_size: int | None = None,
    progress: Progress | None = None,
    taken: Callable[[Block], object] | None = None,
    detail: bool = False,
    hire: Hire | None = None,
) -> Outcome:
    """Play deals `first` to `first` + `deals` - 1 over all seatings.

    Parameters
    ----------
    table : Table
    deals : int
        1 to 10**12.
    threads : int, optional
        All cores by default; never changes a result.
    first : int
        Number of the first deal.
    block_size : int, optional
        Deals a block; by default as many as take a tenth of a second, or as long as who is hired
        wants. Never changes a result.
    progress : callable, optional
        Called with the deals done and to do.
    taken : callable, optional
        Given every block once it is counted, in the order of the deals; the last one may have been
        cut short.
    detail : bool
        Count what happens within the hands. Changes no other count.
    hire : callable, optional
        Has the blocks played somewhere else than on threads of this process.

    Returns
    -------
    Outcome
        After Ctrl-C, or when who was hired is lost, with ``complete = False`` and the deals that
        were finished.

    Raises
    ------
    BriscaError
        If a number is out of range.
    StrategyError
        If a strategy chose a card that it does not hold, or raised an exception.
    """
    counts = Counts.empty(table.seatings, table.rules.sides, detail=detail)
    size, width = block_size or _FIRST_BLOCK, checked_threads(threads)

    def sizes(start: int, block: Block | None, executor: Executor) -> int:
        nonlocal size
        if block is not None and block_size is None:
            size = _next_size(size, block, executor.seconds)
        return size if block_size else _shared_out(size, first + deals - start, executor)

    def take(block: Block) -> None:
        counts.add(block.counts)
        if taken is not None:
            taken(block)

    def employed() -> Executor:
        if hire is not None:
            return hire(table, detail)
        return Threads(
            lambda start, end, stop: play_staged(table, start, end, stop, detail=detail), width
        )

    return conduct(employed, take, counts, deals, first, sizes, progress)


def _next_size(size: int, block: Block, seconds: float) -> int:
    """Deals that take about so many seconds, at the speed of this block."""
    if not block.whole or block.seconds <= 0:
        return size
    fitting = int((block.last - block.first) * seconds / block.seconds)
    return max(1, min(fitting, 4 * size, int(_DEALS_PER_SECOND * seconds)))


def _shared_out(size: int, left: int, executor: Executor) -> int:
    """Deals of a block when so many are left: nobody waits long for who plays the last one."""
    shortest = int(size * _SMALLEST / executor.seconds)
    return min(size, max(left // (2 * executor.width), shortest, 1))


def play_together(
    tables: Sequence[Table],
    deals: int,
    watch: Callable[[list[NDArray[np.int64]]], bool],
    *,
    threads: int | None = None,
    first: int = 0,
    progress: Progress | None = None,
) -> Outcome:
    """Play the same deals at several tables, until `watch` has seen enough.

    Parameters
    ----------
    tables : sequence of Table
        With the same deck; the seeds may differ on purpose.
    deals : int
        The most that are played.
    watch : callable
        Gets, in the order of the deals, what every table made of the next ones: a list of
        int64[deals, seatings, sides, 2] with the score in twelfths and the points of each side of
        the lineup. Its answer True ends the simulation.
    threads, first, progress
        As in `play_deals`.

    Returns
    -------
    Outcome
        Its counts are those of the first table; after Ctrl-C they may know more deals of it.

    Notes
    -----
    The blocks after which `watch` looks have sizes that depend on nothing but the number of their
    first deal (a tenth of what went before), so that neither threads nor speed decide where it ends.
    """
    counts = Counts.empty(tables[0].seatings, tables[0].rules.sides)

    def take(block: Block) -> bool:
        counts.add(block.counts)
        return watch(list(block.rows)) if block.counts.deals else False

    width = checked_threads(threads)
    return conduct(
        lambda: Threads(lambda start, end, stop: _play_all(tables, start, end, stop), width),
        take, counts, deals, first,
        lambda start, *_: min(max(_FIRST_LOOK, (start - first) // 10), _LARGEST_LOOK), progress,
    )  # fmt: skip


def _play_all(tables: Sequence[Table], first: int, last: int, stop: Stop) -> Block:
    """One block at every table; cut to the deals that all of them have finished."""
    blocks = [play_one_block(table, first, last, stop, rows=True) for table in tables]
    failed = [block for block in blocks if block.failure]
    if failed:
        return failed[0]
    done = min(block.counts.deals for block in blocks)
    merged = blocks[0]
    merged.rows = tuple(block.rows[0][:done] for block in blocks)
    merged.seconds = sum(block.seconds for block in blocks)
    merged.counts.deals = done
    return merged
