"""What very many hands cost on a cluster, and what gives way first: a simulation of the scheduler.

``python benchmarks/scheduler.py --measure`` measures the constants on this machine into
`scheduler.json`; without it the table is worked out from that file.  ``--update`` puts the table into
`README.md`.

Client, scheduler and every worker are servers that do one thing at a time.  A block is handed over by
the client, passed on by the scheduler, played, reported, fetched through the scheduler and merged by
the client, which then hands over the next one; as in the program three blocks for each worker are
under way.  A fixed number of blocks a worker is simulated, and their steady rate (the middle half)
is taken for the whole.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = HERE / "scheduler.json"
MARKS = ("<!-- scheduler.py begins -->\n", "<!-- scheduler.py ends -->\n")
IN_FLIGHT, AT_WORKER, AHEAD = 3, 2, 8
"""Blocks for each worker: under way, at the worker itself, and waiting for an earlier one at most."""
LATENCY, BANDWIDTH, SPREAD = 0.001, 125e6, 0.1
"""Assumed: seconds one way, bytes a second (1 Gbit/s), spread of the speeds of blocks."""


@dataclass(frozen=True)
class Constants:
    """Measured: speed of a core, processor seconds for each block, bytes."""

    lineup: str
    hands_per_s: float
    client_s: float
    merge_s: float
    scheduler_s: float
    worker_s: float
    errand_bytes: int
    result_bytes: int


@dataclass
class Server:
    """Does one thing at a time, in the order in which it is asked."""

    free: float = 0.0
    busy: float = 0.0

    def serve(self, now: float, seconds: float) -> float:
        """When it is done."""
        self.free = max(now, self.free) + seconds
        self.busy += seconds
        return self.free


@dataclass
class Cluster:
    """The state of a simulation; events are calls at a time."""

    constants: Constants
    workers: int
    block: float
    blocks: int
    client: Server = field(default_factory=Server)
    scheduler: Server = field(default_factory=Server)
    given: int = 0
    merged: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Everybody is idle."""
        self.events: list[tuple[float, int, Callable[..., None], tuple[int, ...]]] = []
        self.waiting = 0
        self.numbers = count()
        self.places = deque(AT_WORKER * list(range(self.workers)))
        self.playing = [Server() for _ in range(self.workers)]
        self.chance = random.Random(self.workers)

    def later(self, time: float, event: Callable[..., None], *arguments: int) -> None:
        """Have something happen."""
        heapq.heappush(self.events, (time, next(self.numbers), event, arguments))

    def run(self) -> None:
        """From the first block to the last."""
        for _ in range(min(IN_FLIGHT * self.workers, self.blocks)):
            self.give(0.0)
        while self.events:
            time, _, event, arguments = heapq.heappop(self.events)
            event(time, *arguments)

    def give(self, now: float) -> None:
        """The client hands over a block."""
        self.given += 1
        cost = (self.constants.client_s - self.constants.merge_s) / 2
        self.later(self.client.serve(now, cost) + LATENCY, self.submit)

    def submit(self, now: float) -> None:
        """The scheduler has a new block."""
        cost = self.constants.scheduler_s / 2 + self.constants.errand_bytes / BANDWIDTH
        self.waiting += 1
        self.assign(self.scheduler.serve(now, cost))

    def assign(self, now: float) -> None:
        """The scheduler sends what waits to whoever has room."""
        while self.waiting and self.places:
            self.waiting -= 1
            self.later(now + LATENCY, self.play, self.places.popleft())

    def play(self, now: float, worker: int) -> None:
        """A worker plays a block when it has done the one before."""
        seconds = self.block * self.chance.lognormvariate(0.0, SPREAD)
        done = self.playing[worker].serve(now, seconds + self.constants.worker_s)
        self.later(done + LATENCY, self.report, worker)

    def report(self, now: float, worker: int) -> None:
        """The scheduler hears of a block that has been played, and passes it on."""
        cost = self.constants.scheduler_s / 2 + self.constants.result_bytes / BANDWIDTH
        done = self.scheduler.serve(now, cost)
        self.places.append(worker)
        self.assign(done)
        self.later(done + LATENCY, self.merge)

    def merge(self, now: float) -> None:
        """The client takes a block."""
        cost = (self.constants.client_s + self.constants.merge_s) / 2
        done = self.client.serve(now, cost + self.constants.result_bytes / BANDWIDTH)
        self.merged.append(done)
        if self.given < self.blocks:
            self.give(done)


@dataclass(frozen=True)
class Forecast:
    """What a simulation has come to."""

    workers: int
    block: float
    rate: float
    wall: float
    efficiency: float
    client: float
    scheduler: float

    @property
    def limit(self) -> str:
        """What gives way first."""
        shares = {"client": self.client, "scheduler": self.scheduler}
        name = max(shares, key=lambda key: shares[key])
        return f"the {name}" if shares[name] > 0.9 else "playing"


def forecast(constants: Constants, workers: int, block: float, hands: float, each: int) -> Forecast:
    """Simulate `each` blocks a worker and go on at their steady rate."""
    number = max(4000, each * workers)
    cluster = Cluster(constants, workers, block, number)
    cluster.run()
    times = sorted(cluster.merged)
    low, high = number // 4, 3 * number // 4
    rate = (high - low) / (times[high] - times[low])
    wall = hands / (rate * block * constants.hands_per_s)
    ideal = hands / (workers * constants.hands_per_s)
    return Forecast(
        workers, block, rate, wall, ideal / wall,
        cluster.client.busy / times[-1], cluster.scheduler.busy / times[-1],
    )  # fmt: skip


def table(constants: Constants, hands: float, each: int) -> str:
    """The forecast as Markdown."""
    from brisca_sim.cluster.crew import block_seconds

    lines = [
        f"{hands:.0e} hands of {constants.lineup} at {constants.hands_per_s:,.0f} hands/s a core:"
        f" {hands / constants.hands_per_s / 3600:,.0f} core hours of playing. A block costs the client"
        f" {1e3 * constants.client_s:.2f} ms ({1e3 * constants.merge_s:.2f} ms of it checking and merging),"
        f" the scheduler {1e3 * constants.scheduler_s:.2f} ms and the worker"
        f" {1e3 * constants.worker_s:.2f} ms of processor time, {constants.errand_bytes:,} bytes out and"
        f" {constants.result_bytes:,} bytes back.",
        "",
        "| workers | block | blocks/s | wall time | core hours paid | efficiency | client busy |"
        " scheduler busy | held up by |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|---|",
    ]
    for workers in (1, 10, 100, 1000, 10_000):
        chosen = block_seconds(workers)
        for block in sorted({0.1, 2.0, chosen}):
            found = forecast(constants, workers, block, hands, each)
            lines.append(row(found, block == chosen))
    most = AHEAD * IN_FLIGHT * 10_000 * constants.result_bytes / 1e9
    lines += [
        "",
        f"Most that waits in the client for an earlier block at 10,000 workers: {most:.1f} GB.",
    ]
    return "\n".join(lines) + "\n"


def row(found: Forecast, chosen: bool) -> str:
    """A line of the table; bold where the program's own size of blocks is."""
    block = f"{found.block:g} s"
    cells = [
        f"{found.workers:,}", f"**{block}**" if chosen else block, f"{found.rate:,.1f}",
        duration(found.wall), f"{found.workers * found.wall / 3600:,.0f}", f"{found.efficiency:.1%}",
        f"{found.client:.1%}", f"{found.scheduler:.1%}", found.limit,
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def duration(seconds: float) -> str:
    """A time in the unit that fits."""
    for unit, size in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {unit}"
    return f"{seconds:.0f} s"


def update(text: str) -> None:
    """Put the table into the README."""
    path = HERE / "README.md"
    before, rest = path.read_text(encoding="utf-8").split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    path.write_text(before + MARKS[0] + text + MARKS[1] + after, encoding="utf-8")


def main() -> None:
    """Measure if asked, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--measure", action="store_true", help="measure the constants here first")
    parser.add_argument("--update", action="store_true", help="put the table into README.md")
    parser.add_argument("--hands", type=float, default=1e12)
    parser.add_argument("--each", type=int, default=16, help="blocks a worker that are simulated")
    options = parser.parse_args()
    sys.path.insert(0, str(HERE.parent))
    if options.measure:
        from measure_cluster import measured

        KEPT.write_text(json.dumps(asdict(Constants(**measured())), indent=1) + "\n")
    constants = Constants(**json.loads(KEPT.read_text(encoding="utf-8")))
    text = table(constants, options.hands, options.each)
    print(text, end="")
    if options.update:
        update(text)


if __name__ == "__main__":
    main()
