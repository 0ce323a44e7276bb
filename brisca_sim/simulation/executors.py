"""Who plays blocks: the threads of this process; others may take their place."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

import numpy as np

from brisca_sim.errors import BriscaError
from brisca_sim.limits import MAX_THREADS
from brisca_sim.simulation.blocks import Block, Source
from brisca_sim.table import Table

_PATIENCE = 0.8


def default_threads() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def checked_threads(threads: int | None) -> int:
    """Number of threads, all cores by default.

    Raises
    ------
    BriscaError
        If it is out of range.
    """
    if threads is not None and not 1 <= threads <= MAX_THREADS:
        raise BriscaError(f"threads takes a whole number from 1 to {MAX_THREADS}, not {threads}")
    return threads or default_threads()


class Executor(Protocol):
    """Plays blocks somewhere and brings them back in any order.

    Attributes
    ----------
    width : int
        Blocks that it is worth giving it at a time.
    seconds : float
        How long a block should take: long beside what handing it over costs.
    """

    @property
    def width(self) -> int:
        """Blocks that it is worth giving it at a time; may change while it works."""
        ...

    @property
    def seconds(self) -> float:
        """How long a block should take."""
        ...

    @property
    def busy(self) -> int:
        """Blocks that were given and have not come back."""
        ...

    def give(self, first: int, last: int) -> None:
        """Have deals `first` to `last` - 1 played; what is lost on the way is played again."""

    def finished(self, seconds: float) -> list[Block]:
        """Blocks that have been played since; waits so long for the first one.

        Raises
        ------
        ClusterError
            If nothing more will come.
        """

    def stop(self) -> tuple[list[Block], bool]:
        """End what is being played; the blocks that end soon, and whether all did."""

    def close(self) -> None:
        """Let go of what it holds; called after `stop` and after an error alike."""


Hire = Callable[[Table, bool], Executor]
"""Has a table's blocks played somewhere else; the flag: with the detail."""


class Threads:
    """An `Executor` over threads: the kernel lets go of Python while it plays."""

    seconds = 0.1

    def __init__(self, play: Source, threads: int) -> None:
        self.width = 2 * threads
        self._play, self._stop = play, np.zeros(1, dtype=np.int64)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="brisca")
        self._running: set[Future[Block]] = set()
        self._hung = False

    @property
    def busy(self) -> int:
        """As `Executor.busy`."""
        return len(self._running)

    def give(self, first: int, last: int) -> None:
        """As `Executor.give`."""
        self._running.add(self._pool.submit(self._play, first, last, self._stop))

    def finished(self, seconds: float) -> list[Block]:
        """As `Executor.finished`."""
        done, self._running = wait(self._running, timeout=seconds, return_when=FIRST_COMPLETED)
        return _in_order(done)

    def stop(self) -> tuple[list[Block], bool]:
        """As `Executor.stop`."""
        self._stop[0] = 1
        for future in self._running:
            future.cancel()
        alive = {future for future in self._running if not future.cancelled()}
        done, late = wait(alive, timeout=_PATIENCE)
        self._hung = bool(late)
        return _in_order(done), not late

    def close(self) -> None:
        """As `Executor.close`."""
        self._stop[0] = 1
        self._pool.shutdown(wait=not self._hung, cancel_futures=True)


def _in_order(done: set[Future[Block]]) -> list[Block]:
    return sorted((future.result() for future in done), key=lambda block: block.first)
