"""The kernel on one thread against plain C that plays the same hands."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from plain_c import build, check_counts, play
from timing import Plan, Row, by_turns, cpu_seconds, rate, row_of

from brisca_sim.rules import Rules
from brisca_sim.simulation import Block, play_one_block
from brisca_sim.table import Table, seat_down

SEED = 1
HANDS = 2  # seatings of a deal
TABLES: dict[str, dict[str, object]] = {
    "kernel": {},
    "kernel, swap off": {"swap": "off"},
    "kernel, a ciegas": {"blind": True},
}
LOOKING = ("codiciosa", "ahorradora")  # strategies that look at what they see, in policies.h too
Contender = Callable[[int], float]


def measure(plan: Plan) -> list[Row]:
    """All rows of this section."""
    deals, turns = 5_000, plan.pick(150, 30)  # short, to fit between two disturbances
    with tempfile.TemporaryDirectory(prefix="brisca-bench-") as folder:
        inlined = build(Path(folder))
        pointers = build(Path(folder), "FUNCTION_POINTERS")
        tables = {name: mirror("ciegas", **options) for name, options in TABLES.items()}
        looking = {name: mirror(name) for name in LOOKING}
        for table in tables.values():
            for program in (inlined, pointers):
                check(program, table, deals)
        contenders: dict[str, Contender] = {
            "C": c_contender(inlined, deals),
            "C, pointers": c_contender(pointers, deals),
        }
        for name, table in looking.items():
            check(pointers, table, deals, name)
            contenders[f"C, {name}"] = c_contender(pointers, deals, name)
        for name, table in (tables | looking).items():
            contenders[name] = kernel_contender(table, deals)
        return rows(by_turns(contenders, turns))


def mirror(name: str, **options: object) -> Table:
    """Two players who play the same strategy."""
    return seat_down([name, name], Rules(**options), SEED)


def check(program: Path, table: Table, deals: int, policy: str = "") -> None:
    """Compare all counts over the deals of the first turn, and over some with large numbers."""
    for first in (0, 10**11):
        block = kernel_block(table, first, deals)
        _, found = play(program, SEED, first, deals, policy)
        where = f"{program.name} {policy or 'blind'}, deals from {first} on"
        check_counts(found, block.counts, where)


def kernel_block(table: Table, first: int, deals: int) -> Block:
    """Deals played by the kernel in this thread."""
    return play_one_block(table, first, first + deals, np.zeros(1, dtype=np.int64))


def kernel_contender(table: Table, deals: int) -> Contender:
    """Processor seconds a hand of the kernel."""
    return lambda turn: (
        cpu_seconds(lambda: kernel_block(table, turn * deals, deals)) / (HANDS * deals)
    )


def c_contender(program: Path, deals: int, policy: str = "") -> Contender:
    """Processor seconds a hand of the C program, by its own clock."""
    return lambda turn: play(program, SEED, turn * deals, deals, policy)[0] / (HANDS * deals)


def rows(costs: dict[str, list[float]]) -> list[Row]:
    """Speeds: how many hands one plays while the other plays one."""

    def speed(what: str, fast: str, slow: str, target: str = "") -> Row:
        here = f"{rate(costs[fast])} against {rate(costs[slow])}"
        return row_of(what, costs[slow], costs[fast], target, here)

    return [
        speed("speed: kernel, ciegas / plain C", "kernel", "C", "0.8 or more"),
        *(
            speed(
                f"speed: kernel, {name} / C by pointers, {name}", name, f"C, {name}", "0.8 or more"
            )
            for name in LOOKING
        ),
        speed("speed: kernel, ciegas, swap off / plain C", "kernel, swap off", "C"),
        speed("speed: kernel, rules a ciegas / plain C", "kernel, a ciegas", "C"),
        speed("speed: kernel, ciegas / C by pointers", "kernel", "C, pointers"),
        speed("speed: C by pointers / plain C", "C, pointers", "C"),
    ]
