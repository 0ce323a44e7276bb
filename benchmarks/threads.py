"""Two threads against one, in wall time, with what the machine itself gives beside it."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

from against_c import SEED
from plain_c import build
from timing import BenchmarkError, NotHereError, Plan, Row, by_turns, row_of, seconds

from brisca_sim.simulation import default_threads, play_deals
from brisca_sim.table import Table, seat_down

LINEUP = ("ahorradora", "codiciosa")


def measure(plan: Plan) -> list[Row]:
    """The rows of this section."""
    if default_threads() < 2:
        raise NotHereError("this process may use one core only")
    return [kernel_row(plan), *machine_rows(plan)]


def kernel_row(plan: Plan) -> Row:
    """The same deals on one thread and on two."""
    table = seat_down(LINEUP, seed=SEED)
    deals = deals_in(table, plan.pick(2500, 400) / 1000)
    check(table, deals // 10)
    costs = by_turns(
        {
            "one": lambda _turn: play_deals(table, deals, threads=1).elapsed,
            "two": lambda _turn: play_deals(table, deals, threads=2).elapsed,
        },
        plan.pick(7, 3),
        warm_up=False,
    )
    here = f"{deals:,} deals: {seconds(costs['one'])} against {seconds(costs['two'])}"
    return row_of(
        "speed: two threads / one",
        costs["one"],
        costs["two"],
        "1.8 or more, idle cores",
        here,
    )


def deals_in(table: Table, wanted: float) -> int:
    """Number of deals that take one thread about `wanted` seconds."""
    trial = 20_000
    play_deals(table, 1000, threads=1)
    return max(1000, int(trial * wanted / play_deals(table, trial, threads=1).elapsed))


def check(table: Table, deals: int) -> None:
    """Make sure that both count the same."""
    digests = {
        play_deals(table, deals, threads=threads).counts.digest(table.describe())
        for threads in (1, 2)
    }
    if len(digests) != 1:
        raise BenchmarkError("two threads have counted something else than one")


def machine_rows(plan: Plan) -> list[Row]:
    """Two processes of plain C against one: more than this the machine does not give just now."""
    deals = plan.pick(2_000_000, 300_000)
    with tempfile.TemporaryDirectory(prefix="brisca-bench-") as folder:
        try:
            program = build(Path(folder))
        except NotHereError:
            return []
        costs = by_turns(
            {
                "one": lambda _turn: together(program, deals, 1),
                "two": lambda _turn: together(program, deals, 2),
            },
            plan.pick(7, 3),
            warm_up=False,
        )
    here = f"{seconds(costs['one'])} against {seconds(costs['two'])}"
    return [row_of("speed: two processes of plain C / one", costs["one"], costs["two"], "", here)]


def together(program: Path, deals: int, processes: int) -> float:
    """Wall seconds for the deals, shared out among processes that run at the same time."""
    share = str(deals // processes)
    started = time.perf_counter()
    running = [
        subprocess.Popen([str(program), str(SEED), "0", share], stdout=subprocess.DEVNULL)
        for _ in range(processes)
    ]
    codes = [process.wait() for process in running]
    if any(codes):
        raise BenchmarkError(f"{program} failed")
    return time.perf_counter() - started
