"""Many deals: blocks over threads, merged as integers, stopped at any moment without loss."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from brisca_sim.counts import Counts, stage_end, stage_of
from brisca_sim.errors import BriscaError, StrategyError
from brisca_sim.glossary import SIGN_NAMES
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.batch import play_block
from brisca_sim.limits import MAX_DEALS, MAX_THREADS
from brisca_sim.plain.player import PlayerError, seated
from brisca_sim.table import Table

_FIRST_BLOCK = 200
_LARGEST_BLOCK = 100_000
_FIRST_LOOK, _LARGEST_LOOK = 100, 20_000
_BLOCK_SECONDS = 0.1
_PATIENCE = 0.8


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
    """

    counts: Counts
    complete: bool
    elapsed: float
    hung: bool = False


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


@dataclass
class _Ledger:
    """Takes blocks in the order of their deals, so that what is counted never has a gap.

    `take` is given each block; its answer True ends the simulation there, whatever else has been
    played by then.
    """

    take: Callable[[Block], object]
    next_deal: int
    deals: int = 0
    closed: bool = False
    waiting: dict[int, Block] = field(default_factory=dict)

    def enter(self, block: Block) -> None:
        self.waiting[block.first] = block
        while self.next_deal in self.waiting and not self.closed:
            ready = self.waiting.pop(self.next_deal)
            if ready.failure:
                self.waiting = {self.next_deal: ready}
                return
            self.deals += ready.counts.deals
            self.closed = self.take(ready) is True
            if not ready.whole:
                return
            self.next_deal = ready.last

    @property
    def failed(self) -> Block | None:
        """The failed block that follows on what has been counted."""
        block = None if self.closed else self.waiting.get(self.next_deal)
        return block if block is not None and block.failure else None


def default_threads() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_deals(
    table: Table,
    deals: int,
    *,
    threads: int | None = None,
    first: int = 0,
    block_size: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    detail: bool = False,
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
        Deals a block; by default as many as take a tenth of a second. Never changes a result.
    progress : callable, optional
        Called with the deals done and to do.
    detail : bool
        Count what happens within the hands. Changes no other count.

    Returns
    -------
    Outcome
        After Ctrl-C with ``complete = False`` and the deals that were finished.

    Raises
    ------
    BriscaError
        If a number is out of range.
    StrategyError
        If a strategy chose a card that it does not hold, or raised an exception.
    """
    counts = Counts.empty(table.seatings, table.rules.sides, detail=detail)
    size = block_size or _FIRST_BLOCK

    def sizes(start: int, block: Block | None) -> int:
        nonlocal size
        if block is not None and block_size is None:
            size = _next_size(size, block)
        # A block belongs to one stage.
        return min(size, stage_end(stage_of(start - first)) - (start - first))

    def take(block: Block) -> None:
        block.counts.enter_stage(block.first - first)
        counts.add(block.counts)

    return _play(
        lambda start, end, stop: play_one_block(table, start, end, stop, detail=detail),
        take,
        counts, deals, threads, first, sizes, progress,
    )  # fmt: skip


def play_together(
    tables: Sequence[Table],
    deals: int,
    watch: Callable[[list[NDArray[np.int64]]], bool],
    *,
    threads: int | None = None,
    first: int = 0,
    progress: Callable[[int, int], None] | None = None,
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

    return _play(
        lambda start, end, stop: _play_all(tables, start, end, stop),
        take, counts, deals, threads, first,
        lambda start, _: min(max(_FIRST_LOOK, (start - first) // 10), _LARGEST_LOOK), progress,
    )  # fmt: skip


def _play_all(tables: Sequence[Table], first: int, last: int, stop: NDArray[np.int64]) -> Block:
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


def _play(
    play: Callable[[int, int, NDArray[np.int64]], Block],
    take: Callable[[Block], object],
    counts: Counts,
    deals: int,
    threads: int | None,
    first: int,
    sizes: Callable[[int, Block | None], int],
    progress: Callable[[int, int], None] | None,
) -> Outcome:
    """Play blocks over threads and take them in order; `sizes` tells how long the next one is, from
    its first deal and the block that was last finished.
    """
    threads = _checked(deals, threads, first)
    started = time.perf_counter()
    stop = np.zeros(1, dtype=np.int64)
    ledger = _Ledger(take, first)
    pool = ThreadPoolExecutor(threads, thread_name_prefix="brisca")
    running: set[Future[Block]] = set()
    submitted, end = first, first + deals
    complete, hung = True, False
    with _interruption_noted() as interrupted:
        try:
            while ledger.failed is None and not ledger.closed and (running or submitted < end):
                while submitted < end and len(running) < 2 * threads:
                    last = min(submitted + sizes(submitted, None), end)
                    running.add(pool.submit(play, submitted, last, stop))
                    submitted = last
                done, running = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=lambda f: f.result().first):
                    ledger.enter(future.result())
                    sizes(submitted, future.result())
                if progress is not None and done:
                    progress(ledger.deals, deals)
                if interrupted() and not ledger.closed and (running or submitted < end):
                    complete = False
                    break
            stop[0] = 1
            hung = not _collect(running, ledger)
        finally:
            stop[0] = 1
            pool.shutdown(wait=not hung, cancel_futures=True)
    if ledger.failed is not None:
        raise StrategyError(explain(ledger.failed.table, ledger.failed))
    return Outcome(counts, complete, time.perf_counter() - started, hung)


@contextmanager
def _interruption_noted() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C instead of raising it: in the middle of an addition it would spoil the counts.

    Only the main thread gets signals; a process that ignores Ctrl-C goes on ignoring it.
    """
    noted: list[int] = []
    here = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if here else signal.SIG_IGN
    if before in (signal.SIG_IGN, None):
        yield lambda: False
        return
    signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)


def _checked(deals: int, threads: int | None, first: int) -> int:
    """Refuse numbers out of range; number of threads."""
    if not 1 <= deals <= MAX_DEALS or first < 0:
        raise BriscaError(f"deals takes a whole number from 1 to {MAX_DEALS}, not {deals}")
    if threads is not None and not 1 <= threads <= MAX_THREADS:
        raise BriscaError(f"threads takes a whole number from 1 to {MAX_THREADS}, not {threads}")
    return threads or default_threads()


def _next_size(size: int, block: Block) -> int:
    """Deals that take about a tenth of a second, at the speed of this block."""
    if not block.whole or block.seconds <= 0:
        return size
    fitting = int((block.last - block.first) * _BLOCK_SECONDS / block.seconds)
    return max(1, min(fitting, 4 * size, _LARGEST_BLOCK))


def _collect(running: set[Future[Block]], ledger: _Ledger) -> bool:
    """Take in the blocks that end soon after a stop; False when one does not."""
    for future in running:
        future.cancel()
    alive = {future for future in running if not future.cancelled()}
    done, late = wait(alive, timeout=_PATIENCE)
    for future in sorted(done, key=lambda f: f.result().first):
        ledger.enter(future.result())
    return not late


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


def explain(table: Table, block: Block) -> str:
    """One line: who failed, where, and the command that shows it."""
    deal, seating = int(block.where[o.W_DEAL]), int(block.where[o.W_SEATING])
    seat, answer = int(block.where[o.W_SEAT]), int(block.where[o.W_ANSWER])
    strategy = table.places[(seat + seating) % table.rules.players]
    what = block.failure
    if block.failure == "illegal":
        what = f"chose {describe_answer(answer)}, which is not in its hand"
        if int(block.where[o.W_ASK]) == o.ASK_SIGN:
            name = SIGN_NAMES[answer] if 0 <= answer < o.SIGNS else f"{answer} (no sign)"
            what = f"gave the sign {name}, which its hand does not bear out"
    replay = table.command("replay", "--deal", str(deal), "--seating", str(seating))
    return (
        f"{strategy.label} in seat {seat} of deal {deal}, seating {seating}, {what}; "
        f"see it with: {replay}"
    )


def what_failed(error: Exception) -> str:
    """What a strategy did from which this exception came, on one line."""
    if isinstance(error, PlayerError):
        return str(error)
    return f"raised {type(error).__name__}: {error}".split("\n")[0]


def describe_answer(answer: int) -> str:
    """A strategy's answer in words: a card's text where it is one."""
    from brisca_sim.cards import card_text, is_card

    return card_text(answer) if is_card(answer) else f"{answer} (no card)"
