"""Two workers of a local Dask cluster against two threads, in wall time."""

from __future__ import annotations

import time

from against_c import SEED
from timing import BenchmarkError, NotHereError, Plan, Row, by_turns, row_of, row_of_ratios, seconds

from brisca_sim.cluster.client import opened
from brisca_sim.errors import BriscaError
from brisca_sim.simulation import Hire, default_threads, play_deals
from brisca_sim.table import seat_down

LINEUP = ("ciegas", "ciegas")
LONG = 20_000_000


def measure(plan: Plan) -> list[Row]:
    """The rows of this section."""
    if default_threads() < 2:
        raise NotHereError("this process may use one core only")
    deals = LONG if plan.long else plan.pick(5_000_000, 1_000_000)
    before = time.perf_counter()
    try:
        with opened("local:2") as cluster:
            start = time.perf_counter() - before
            return rows(plan, deals, cluster.hire, start)
    except BriscaError as reason:
        raise NotHereError(str(reason)) from None


def rows(plan: Plan, deals: int, hire: Hire, start: float) -> list[Row]:
    """The same deals by turns; all workers have loaded the strategies before the first turn."""
    table = seat_down(LINEUP, seed=SEED)
    digests: set[str] = set()

    def play(hire: Hire | None) -> float:
        outcome = play_deals(table, deals, threads=2, hire=hire)
        digests.add(outcome.counts.digest(table.describe()))
        return outcome.elapsed

    play_deals(table, 20_000, hire=hire)
    costs = by_turns(
        {"threads": lambda _turn: play(None), "dask": lambda _turn: play(hire)},
        plan.pick(3, 2),
        warm_up=False,
    )
    if len(digests) != 1:
        raise BenchmarkError("the cluster has counted something else than two threads")
    here = f"{deals:,} deals: {seconds(costs['threads'])} against {seconds(costs['dask'])}"
    whole = [a / (b + start) for a, b in zip(costs["threads"], costs["dask"], strict=True)]
    target = "0.85 or more, idle cores" if deals >= LONG else ""
    return [
        row_of(
            "speed: two Dask workers / two threads", costs["threads"], costs["dask"], target, here
        ),
        row_of_ratios("the same with the start of the cluster", whole, "", f"start {start:.1f} s"),
    ]
