"""The workers of a Dask cluster as an `Executor`."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Iterable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from brisca_sim.cluster import worker
from brisca_sim.cluster.errand import unpacked
from brisca_sim.errors import BriscaError, ClusterError
from brisca_sim.script_form import first_line
from brisca_sim.simulation import Block
from brisca_sim.table import Table

if TYPE_CHECKING:
    from brisca_sim.cluster.client import Cluster

_PER_THREAD: Final = 3
"""Blocks in flight for each thread: one is played, one waits beside it, one is on its way."""
_HALT: Final = 4.0
"""Seconds within which halted blocks have to be home."""


_SECONDS: Final = 2.0
_APART: Final = 0.004
"""Seconds between two blocks that client and scheduler can stand for long, see `benchmarks`."""


def block_seconds(threads: int) -> float:
    """How long a block should take with so many threads: the more there are, the longer."""
    return max(_SECONDS, _APART * threads)


class Crew:
    """An `Executor` over the workers of a cluster, however many there are at a time."""

    def __init__(self, cluster: Cluster, errand: bytes, table: Table) -> None:
        self._cluster, self._errand, self._table = cluster, errand, table
        self._run = uuid.uuid4().hex[:12]
        self._running: dict[Any, tuple[int, int]] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._arrived: list[Any] = []
        self._fetched: Future[list[Any]] | None = None
        self._fetching: list[Any] = []
        self._trouble: ClusterError | None = None

    @property
    def width(self) -> int:
        """As `Executor.width`."""
        return max(1, _PER_THREAD * self._cluster.threads)

    @property
    def seconds(self) -> float:
        """As `Executor.seconds`."""
        return block_seconds(self._cluster.threads)

    @property
    def busy(self) -> int:
        """As `Executor.busy`."""
        return len(self._running)

    def give(self, first: int, last: int) -> None:
        """As `Executor.give`."""
        self._cluster.check()
        future = self._cluster.client.submit(
            worker.play, self._errand, worker.program(), self._run, first, last,
            key=f"brisca-{self._run}-{first}", pure=False,
        )  # fmt: skip
        self._running[future] = first, last
        future.add_done_callback(self._done.put)

    def finished(self, seconds: float) -> list[Block]:
        """As `Executor.finished`."""
        if self._trouble is not None:
            raise self._trouble
        deadline = time.monotonic() + seconds
        self._notice(seconds if self._fetched is None else 0.0)
        if self._fetched is None and self._arrived:
            self._fetch()
        if self._fetched is None:
            # Nothing has come: is there anybody from whom it could?
            _ = self._cluster.threads
            return []
        return self._delivered(max(0.01, deadline - time.monotonic()))

    def _notice(self, seconds: float) -> None:
        """Sort out what the scheduler says has ended; waits so long for the first of it."""
        for future in _taken(self._done, seconds):
            if future.status == "finished":
                self._arrived.append(future)
            elif future in self._running:
                span = self._running.pop(future)
                error = future.exception(timeout=1) if future.status == "error" else None
                self._trouble = self._trouble or self._explained(error, span)
        if self._trouble is not None and not self._arrived and self._fetched is None:
            raise self._trouble

    def _fetch(self) -> None:
        """Begin to get the results of all that have ended, in one go."""
        self._fetching, self._arrived = self._arrived, []
        client = self._cluster.client
        self._fetched = asyncio.run_coroutine_threadsafe(
            client.gather(self._fetching, asynchronous=True), client.loop.asyncio_loop
        )

    def _delivered(self, seconds: float) -> list[Block]:
        """The blocks that are being fetched, if they come in time."""
        assert self._fetched is not None  # noqa: S101 - for the type checker
        try:
            results = self._fetched.result(seconds)
        except TimeoutError:
            # A worker was lost with its results: they are being played again.
            _ = self._cluster.threads
            return []
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            self._trouble = self._explained(error, self._running[self._fetching[0]])
            raise self._trouble from None
        spans = [self._running.pop(future) for future in self._fetching]
        self._fetched, self._fetching = None, []
        pairs = zip(results, spans, strict=True)
        blocks = [unpacked(played, *span, self._table) for played, span in pairs]
        return sorted(blocks, key=lambda block: block.first)

    def stop(self) -> tuple[list[Block], bool]:
        """As `Executor.stop`."""
        blocks: list[Block] = []
        deadline = time.monotonic() + _HALT
        try:
            if self.busy and self._trouble is None:
                run = self._cluster.client._run
                self._cluster.call(run, worker.halt, self._run, on_error="ignore")
            while self.busy and time.monotonic() < deadline:
                blocks += self.finished(0.1)
        except ClusterError:
            # Whoever is lost hangs no more.
            return _begun(blocks), True
        return _begun(blocks), not self.busy

    def close(self) -> None:
        """As `Executor.close`."""
        if self._fetched is not None:
            self._fetched.cancel()
        if self._running and self._cluster.client.status == "running":
            self._cluster.client.cancel(list(self._running), force=True)
        self._running.clear()

    def _explained(self, error: BaseException | None, span: tuple[int, int]) -> ClusterError:
        """In one line, why a block will not come."""
        deals = f"deals {span[0]}-{span[1] - 1}"
        name = type(error).__name__
        if isinstance(error, ClusterError):
            return error
        if error is None or name.endswith("CancelledError"):
            return self._cluster.lost()
        if name == "KilledWorker":
            address = getattr(getattr(error, "last_worker", None), "address", "unknown")
            return ClusterError(
                f"{deals} have ended one worker after the other, the last one {address}: see its"
                " log; is there memory enough?"
            )
        if isinstance(error, ImportError | AttributeError):
            return ClusterError(
                f"a worker cannot load brisca-sim ({name}: {first_line(error)}): install the same"
                " version on all workers"
            )
        if isinstance(error, BriscaError):
            return ClusterError(str(error))
        return ClusterError(f"{deals} failed on a worker: {name}: {first_line(error)}")


def _begun(blocks: Iterable[Block]) -> list[Block]:
    """Without those that were halted before their first deal."""
    return sorted(
        (block for block in blocks if block.failure or block.counts.deals),
        key=lambda block: block.first,
    )


def _taken(queue: SimpleQueue[Any], seconds: float) -> list[Any]:
    """All that a queue holds; waits so long for the first entry."""
    found: list[Any] = []
    try:
        found.append(queue.get(timeout=seconds) if seconds > 0 else queue.get_nowait())
        while True:
            found.append(queue.get_nowait())
    except Empty:
        return found
