"""The checks of a script, one function each."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator

import numpy as np

from brisca_sim.catalogue import read
from brisca_sim.declared import sight
from brisca_sim.inspection.beyond import looks_beyond
from brisca_sim.inspection.compare import hidden_cards_exchanged, suits_renamed
from brisca_sim.inspection.findings import Effort, Finding
from brisca_sim.inspection.probe import KEEP, KEPT_MOST, WROTE, Pulse, play_watched, watched
from brisca_sim.inspection.speed import YARDSTICK
from brisca_sim.inspection.tables import blind_tables, every_opponent, every_table, named
from brisca_sim.kernel import layout as o
from brisca_sim.loading import load_strategy
from brisca_sim.script_form import parse
from brisca_sim.simulation import explain, play_deals
from brisca_sim.strategy import Strategy
from brisca_sim.table import Table

_BLOCK = 20  # deals
_FIRST_PART = 2  # deals


def prepare(pulse: Pulse) -> None:
    """Compile all that the checks need besides the script, which may take its time."""
    every_opponent()
    pulse.beat()
    watched(load_strategy(YARDSTICK), pulse)


def check_play(strategy: Strategy, effort: Effort, pulse: Pulse) -> Iterator[Finding]:
    """Play at every table: every choice has to be legal, and the observation only read."""
    tables = list(every_table(watched(strategy, pulse)))
    started = time.monotonic()
    fault, hurried = "", False
    for number, table in enumerate(tables, start=1):
        pulse.buffer[KEEP] = KEPT_MOST * number // len(tables)
        share = number / len(tables)
        until = started + effort.seconds * share
        fault, cut = _play_at(table, int(effort.decisions * share), until, pulse)
        hurried = hurried or cut
        if fault:
            break
    decisions, wrote = pulse.reading[2], int(pulse.buffer[WROTE])
    pulse.pace = (time.monotonic() - started) / max(decisions, 1)
    done = (
        f"{decisions:,} decisions at {len(tables)} tables: 2, 3, 4 and 6 players, every preset, senas"
        + (f" (no more in {effort.seconds:g} s)" if hurried else "")
    )
    yield Finding("legal", not fault, fault or done)
    wrong = f"it writes into word {wrote} of obs; notes are kept with remember(obs, place, value)"
    right = f"obs is the same after each of {decisions:,} decisions"
    yield Finding("writes nothing", wrote < 0, right if wrote < 0 else wrong)


def _play_at(table: Table, most: int, until: float, pulse: Pulse) -> tuple[str, bool]:
    """Play one deal, and more as long as decisions and time are left.

    Returns
    -------
    fault : str
        What went wrong, empty if nothing.
    cut : bool
        Whether only the time was over.
    """
    first, size, dearest = 0, 1, 1
    while True:
        before, began = pulse.reading[2], time.monotonic()
        block = play_watched(table, first, first + size, pulse)
        pulse.beat()
        if block.failure:
            return explain(table, block), False
        first += size
        now, done = time.monotonic(), pulse.reading[2]
        dearest = max(dearest, -(-(done - before) // size))
        # A deal may ask more often than any before it, by the chances to swap.
        left = (most - done) // (2 * dearest)
        fitting = int((until - now) / max((now - began) / size, 1e-9))
        size = min(left, fitting, _BLOCK)
        if size < 1:
            return "", fitting < left


def _parts(effort: Effort) -> Iterator[tuple[int, int]]:
    """First and last deal of growing parts, until the deals or the time are used up."""
    started = time.monotonic()
    first, last = 0, min(_FIRST_PART, effort.deals)
    while first < last:
        yield first, last
        # The next part is as large as all before it, and takes as long.
        if 2 * (time.monotonic() - started) > effort.seconds:
            return
        first, last = last, min(2 * last, effort.deals)


def check_repeatable(strategy: Strategy, effort: Effort, pulse: Pulse) -> Finding:
    """The same deals twice, the second time in other blocks and on two threads."""
    tables = list(blind_tables(strategy, alone=False))
    last = 0
    for first, last in _parts(effort):
        for table in tables:
            digests = {
                play_deals(
                    table, last - first, first=first, threads=threads, block_size=threads,
                    progress=lambda *_: pulse.beat(),
                ).counts.digest({})
                for threads in (1, 2)
            }  # fmt: skip
            pulse.beat()
            if len(digests) > 1:
                why = (
                    f"deals {first} to {last - 1} gave two results ({named(table)}); "
                    "take chance from random_below and chance only"
                )
                return Finding("deterministic", False, why)
    done = f"deals 0 to {last - 1} at {len(tables)} tables twice, in other blocks and threads"
    return Finding("deterministic", True, done)


def check_hidden(strategy: Strategy, effort: Effort, pulse: Pulse) -> Finding:
    """Exchange the cards that it has not seen, and what lies in memory round the observation."""
    name = "sees nothing hidden"
    moved = 0
    if not strategy.cheats:
        moved, fault = _other_cards(strategy, effort, pulse)
        if fault:
            return Finding(name, False, fault)
    # In plain Python it gets a copy, and nothing lies beside that.
    until = time.monotonic() + effort.seconds
    if not strategy.plain and looks_beyond(pulse.rows, strategy.address, pulse, until):
        why = f"its choice depends on memory outside of obs, which has {o.OBS_WORDS} words"
        return Finding(name, False, why)
    if strategy.cheats:
        sees = sight(strategy.about.sees).replace("sees", "to see", 1)
        why = f"cheats: declared {sees}, so it is not asked whether it sees hidden cards"
        return Finding(name, None, why)
    return Finding(name, True, f"{moved:,} hidden cards exchanged: same choices")


def _other_cards(strategy: Strategy, effort: Effort, pulse: Pulse) -> tuple[int, str]:
    """Exchange hidden cards at every table; how many lay elsewhere, and what is wrong."""
    rng = np.random.default_rng(1)
    moved = 0
    tables = list(blind_tables(strategy, alone=True))
    for first, last in _parts(effort):
        for table in tables:
            for deal in range(first, last):
                count, fault = hidden_cards_exchanged(table, deal, rng)
                moved += count
                pulse.beat()
                if fault:
                    why = f"with other hidden cards in deal {deal} ({named(table)}), {fault}"
                    return moved, why
    return moved, ""


def check_suits(strategy: Strategy, effort: Effort, pulse: Pulse) -> Finding:
    """Rename the suits: the same choices, unless the script says that it prefers one."""
    name = "suit-neutral"
    if not declares_neutral(strategy):
        return Finding(name, True, "the script says that it is not (SUIT_NEUTRAL = False)")
    rng = np.random.default_rng(3)
    tables = list(blind_tables(strategy, alone=False))
    last = 0
    for first, last in _parts(effort):
        for table in tables:
            for deal in range(first, last):
                fault = suits_renamed(table, deal, rng)
                pulse.beat()
                if fault:
                    why = (
                        f"with the suits renamed in deal {deal} ({named(table)}), {fault}; "
                        "declare SUIT_NEUTRAL = False if that is meant"
                    )
                    return Finding(name, False, why)
    done = f"deals 0 to {last - 1} at {len(tables)} tables with the suits renamed: same choices"
    return Finding(name, True, done)


def declares_neutral(strategy: Strategy) -> bool:
    """False if the script declares ``SUIT_NEUTRAL = False`` at its top level."""
    for node in parse(strategy.path, read(strategy.path)).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            if "SUIT_NEUTRAL" in names:
                return bool(node.value.value)
    return True
