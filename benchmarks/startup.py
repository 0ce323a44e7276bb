"""How long a user waits for the prompt, and how much memory a run takes."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from processes import BRISCA, launch, run_json, waits
from timing import BenchmarkError, Plan, Row, by_turns, row_of, row_of_ratios, seconds

SMALL = ("run", "ciegas", "codiciosa", "--deals", "1000", "--quiet")
LARGE = ("run", "ahorradora", "codiciosa", "--quiet", "--deals")


def measure(plan: Plan) -> list[Row]:
    """The rows of the section `startup`."""
    return [*warm_rows(plan), *large_rows(plan), *cold_rows(plan)]


def warm_rows(plan: Plan) -> list[Row]:
    """Short commands against Python without this package."""
    commands = {
        "python": (sys.executable, "-c", "pass"),
        "help": (*BRISCA, "--help"),
        "numba": (sys.executable, "-c", "import numba"),
        "run": (*BRISCA, *SMALL),
    }
    contenders = {name: waits(*command) for name, command in commands.items()}
    walls = by_turns(contenders, plan.pick(15, 3))
    return [
        row_of(
            "wall: --help / python that does nothing", walls["help"], walls["python"],
            "10 or less", seconds(walls["help"]),
        ),
        row_of(
            "wall: run of 1,000 deals / python that imports numba", walls["run"], walls["numba"],
            here=seconds(walls["run"]),
        ),
    ]  # fmt: skip


def large_rows(plan: Plan) -> list[Row]:
    """A longer run against the playing alone."""
    from brisca_sim.simulation import play_deals
    from brisca_sim.table import seat_down

    deals = plan.pick(500_000, 50_000)
    table = seat_down(("ahorradora", "codiciosa"))
    walls = by_turns(
        {
            "process": waits(*BRISCA, *LARGE, str(deals)),
            "deals": lambda _turn: play_deals(table, deals).elapsed,
        },
        plan.pick(7, 3),
    )
    what = f"wall: run of {deals:,} deals, whole process / its deals alone"
    return [row_of(what, walls["process"], walls["deals"], "", seconds(walls["process"]))]


def cold_rows(plan: Plan) -> list[Row]:
    """The first run after an installation, which compiles, against the second, which loads."""
    first, second = [], []
    for _ in range(plan.pick(3, 1)):
        with tempfile.TemporaryDirectory(prefix="brisca-bench-") as cache:
            compiled, wall = timed_run(Path(cache))
            first.append(wall)
            loaded, wall = timed_run(Path(cache))
            second.append(wall)
        if compiled != loaded:
            raise BenchmarkError("code loaded from the cache counts other than when just compiled")
    here = f"first: {seconds(first)}; second: {seconds(second)}"
    return [row_of("wall: first run, nothing compiled / second", first, second, "", here)]


def timed_run(cache: Path) -> tuple[str, float]:
    """Digest of what a short run counts, and its wall seconds."""
    started = time.perf_counter()
    result = run_json("ciegas", "codiciosa", "--deals", "1000", cache=cache)
    return str(result["digest"]), time.perf_counter() - started


def measure_memory(plan: Plan) -> list[Row]:
    """The rows of the section `memory`: many more deals should take no more memory."""
    sizes = [100_000, plan.pick(1_000_000, 200_000)]
    sizes += [20_000_000] if plan.long else []
    peaks = {deals: launch(*BRISCA, *LARGE, str(deals)).peak_mb for deals in sizes}
    few = [peaks[sizes[0]], *(launch(*BRISCA, *LARGE, str(sizes[0])).peak_mb for _ in range(2))]
    return [
        row_of_ratios(
            f"peak memory: run of {many:,} deals / of {sizes[0]:,}",
            [peaks[many] / peak for peak in few],
            "1.1 or less",
            f"{peaks[many]:.0f} MB against {statistics.median(few):.0f} MB",
        )
        for many in sizes[1:]
    ]
