"""The constants of `scheduler.py`: what a block costs client, scheduler and worker, in processor time.

Scheduler and worker are processes of their own here, as on a cluster.  Blocks hold one deal, so that
nearly all that is left is what it costs to hand them over, and the worker has many threads, so that
many come home at a time, as from many workers.  Every figure is the smallest of several.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from timing import BenchmarkError, cpu_seconds

from brisca_sim.cluster.client import Cluster, opened
from brisca_sim.cluster.errand import errand_of, packed, unpacked
from brisca_sim.durable.state import State
from brisca_sim.simulation import play_deals, play_staged
from brisca_sim.table import Table, seat_down

LINEUP = ("ahorradora", "codiciosa")
BLOCKS, MERGES, TURNS = 1000, 300, 5


def measured() -> dict[str, Any]:
    """The fields of `scheduler.Constants`."""
    table = seat_down(LINEUP)
    stop = np.zeros(1, dtype=np.int64)
    play_staged(table, 0, 20_000, stop)
    seconds = min(cpu_seconds(lambda: play_staged(table, 0, 50_000, stop)) for _ in range(5))
    block = play_staged(table, 0, 1000, stop)
    with served() as address, opened(address) as cluster:
        turns = [per_block(cluster, table) for _ in range(TURNS)]
        client, scheduler, worker = map(min, zip(*turns, strict=True))
    return {
        "lineup": " against ".join(LINEUP),
        "hands_per_s": round(50_000 * table.seatings / seconds),
        "client_s": client,
        "merge_s": min(merging(table) for _ in range(TURNS)),
        "scheduler_s": scheduler,
        "worker_s": worker,
        "errand_bytes": len(errand_of(table, detail=False)),
        "result_bytes": len(pickle.dumps(packed(block, {}), protocol=5)),
    }


def per_block(cluster: Cluster, table: Table) -> tuple[float, float, float]:
    """Processor seconds that a block costs client, scheduler and worker."""
    state = State.begin(table, BLOCKS)
    play_deals(table, 50, hire=cluster.hire, block_size=1)
    clocks: list[Callable[[], float]] = [
        time.process_time,
        lambda: float(cluster.client.run_on_scheduler(time.process_time)),
        lambda: float(sum(cluster.client.run(time.process_time).values())),
    ]
    before = [clock() for clock in clocks]
    outcome = play_deals(table, BLOCKS, hire=cluster.hire, block_size=1, taken=state.take)
    client, scheduler, worker = (
        round((clock() - start) / BLOCKS, 6) for clock, start in zip(clocks, before, strict=True)
    )
    if outcome.counts.digest({}) != play_deals(table, BLOCKS, threads=1).counts.digest({}):
        raise BenchmarkError("the cluster has counted something else than one thread")
    return client, scheduler, worker


def merging(table: Table) -> float:
    """Processor seconds for which the client checks a block and adds it, ledger included."""
    stop = np.zeros(1, dtype=np.int64)
    played = [packed(play_staged(table, i, i + 1, stop), {}) for i in range(MERGES)]
    state, counts = State.begin(table, MERGES), play_deals(table, 1, threads=1).counts

    def merge() -> None:
        for i, each in enumerate(played):
            block = unpacked(each, i, i + 1, table)
            counts.add(block.counts)
            state.take(block)

    return round(cpu_seconds(merge) / MERGES, 6)


@contextmanager
def served() -> Iterator[str]:
    """A scheduler and a worker with one thread; the scheduler's address."""
    with tempfile.TemporaryDirectory(prefix="brisca-bench-") as folder:
        file = Path(folder) / "scheduler.json"
        common = ["--scheduler-file", str(file), "--no-dashboard"]
        programs = {
            "dask_scheduler": ["--host", "127.0.0.1", "--port", "0"],
            "dask_worker": ["--nthreads", "16", "--no-nanny", "--local-directory", folder],
        }
        running = [
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{name}", *words, *common],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for name, words in programs.items()
        ]
        try:
            while not file.exists() and not running[0].poll():
                time.sleep(0.1)
            yield str(json.loads(file.read_text(encoding="utf-8"))["address"])
        finally:
            for process in running:
                process.terminate()
                process.wait()
