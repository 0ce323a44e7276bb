"""The checks of a script, one function each."""

from __future__ import annotations

import ast
import math
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from brisca_sim.catalogue import parse, read
from brisca_sim.inspection.compare import hidden_cards_exchanged, suits_renamed
from brisca_sim.inspection.findings import Effort, Finding
from brisca_sim.inspection.probe import (
    KEEP,
    KEPT_MOST,
    WROTE,
    Pulse,
    ask_once,
    play_watched,
    watched,
)
from brisca_sim.inspection.speed import YARDSTICK
from brisca_sim.inspection.tables import OPPONENTS, blind_tables, every_table, named
from brisca_sim.kernel import layout as o
from brisca_sim.loading import load_strategy
from brisca_sim.simulation import explain, play_deals
from brisca_sim.strategy import Strategy

_BLOCK = 20  # deals
_DECISIONS = 40  # of a deal, about
_COMPARED = 1200  # decisions of one deal in a check that compares plays, about
_AROUND = 1024  # words laid before and behind an observation

Words = NDArray[np.int64]


def prepare(pulse: Pulse) -> None:
    """Compile all that the checks need besides the script, which may take its time."""
    for name in {*OPPONENTS, YARDSTICK}:
        load_strategy(name)
        pulse.beat()
    watched(load_strategy(YARDSTICK), pulse)


def check_play(strategy: Strategy, effort: Effort, pulse: Pulse) -> Iterator[Finding]:
    """Play at every table: every choice has to be legal, and the observation only read."""
    tables = list(every_table(watched(strategy, pulse)))
    each = effort.decisions / len(tables)
    size = int(min(max(each / _DECISIONS, 1), _BLOCK))
    fault, hurried = "", False
    started, seconds = time.monotonic(), effort.budget if strategy.plain else math.inf
    for number, table in enumerate(tables, start=1):
        pulse.buffer[KEEP] = KEPT_MOST * number // len(tables)
        first = 0
        # Every table is played, however few decisions are wanted.
        while not fault and (first == 0 or pulse.reading[2] < each * number):
            if first and time.monotonic() - started > seconds * number / len(tables):
                hurried = True
                break
            block = play_watched(table, first, first + size, pulse)
            fault = explain(table, block) if block.failure else ""
            first += size
            pulse.beat()
    decisions, wrote = pulse.reading[2], int(pulse.buffer[WROTE])
    done = f"{decisions:,} decisions at {len(tables)} tables: 2, 3, 4 and 6 players, every preset"
    if hurried:
        done += f"; {effort.decisions:,} would take longer than {effort.budget:g} s (--budget)"
    yield Finding("legal", not fault, fault or done)
    wrong = f"it writes into word {wrote} of obs; notes are kept with remember(obs, place, value)"
    right = f"obs is the same after each of {decisions:,} decisions"
    yield Finding("writes nothing", wrote < 0, right if wrote < 0 else wrong)


def fewer_deals(effort: Effort, decisions: int, seconds: float) -> Effort:
    """The effort with no more deals than the budget allows, at the speed of decisions so far."""
    each = _COMPARED * seconds / max(1, decisions)
    return replace(effort, deals=max(1, min(effort.deals, int(effort.budget / max(each, 1e-9)))))


def check_repeatable(strategy: Strategy, effort: Effort, pulse: Pulse) -> Finding:
    """The same deals twice, the second time in other blocks and on two threads."""
    tables = list(blind_tables(strategy, alone=False))
    for table in tables:
        digests = set()
        for threads, parts in ((1, 30), (2, 50)):
            played = play_deals(
                table, effort.deals, threads=threads, block_size=max(1, effort.deals // parts),
                progress=lambda *_: pulse.beat(),
            )  # fmt: skip
            digests.add(played.counts.digest({}))
        if len(digests) > 1:
            why = (
                f"the same {effort.deals} deals gave two results ({named(table)}); "
                "take chance from random_below and chance only"
            )
            return Finding("deterministic", False, why)
    done = (
        f"deals 0 to {effort.deals - 1} at {len(tables)} tables twice, in other blocks and threads"
    )
    return Finding("deterministic", True, done)


def check_hidden(strategy: Strategy, effort: Effort, pulse: Pulse) -> Finding:
    """Exchange the cards that it has not seen, and what lies in memory round the observation."""
    rng = np.random.default_rng(1)
    moved = 0
    for table in blind_tables(strategy, alone=True):
        for deal in range(effort.deals):
            count, fault = hidden_cards_exchanged(table, deal, rng)
            moved += count
            pulse.beat()
            if fault:
                why = f"with other hidden cards in deal {deal} ({named(table)}), {fault}"
                return Finding("sees nothing hidden", False, why)
    # In plain Python it gets a copy, and nothing lies beside that.
    if not strategy.plain and looks_beyond(pulse.rows, strategy.address, pulse):
        why = f"its choice depends on memory outside of obs, which has {o.OBS_WORDS} words"
        return Finding("sees nothing hidden", False, why)
    return Finding("sees nothing hidden", True, f"{moved:,} hidden cards exchanged: same choices")


def looks_beyond(rows: Words, address: int, pulse: Pulse) -> bool:
    """Whether a choice changes with what lies in memory before and behind the observation."""
    rng = np.random.default_rng(2)
    for row in rows:
        answers = []
        for _ in range(2):
            around = rng.integers(-(2**62), 2**62, 2 * _AROUND + o.OBS_WORDS)
            for _ in range(2):
                window = around.copy()
                window[_AROUND : _AROUND + o.OBS_WORDS] = row
                answers.append(_answer(window[_AROUND : _AROUND + o.OBS_WORDS], address))
        pulse.beat()
        # Who answers differently though all is the same is caught as not repeatable.
        if answers[0] == answers[1] and answers[2] == answers[3] and answers[0] != answers[2]:
            return True
    return False


def _answer(obs: Words, address: int) -> int | str:
    """A strategy's answer, or what it raised."""
    try:
        return int(ask_once(obs, address))
    except Exception as error:
        return type(error).__name__


def check_suits(strategy: Strategy, effort: Effort, pulse: Pulse) -> Finding:
    """Rename the suits: the same choices, unless the script says that it prefers one."""
    if not declares_neutral(strategy):
        return Finding(
            "suit-neutral", True, "the script says that it is not (SUIT_NEUTRAL = False)"
        )
    rng = np.random.default_rng(3)
    tables = list(blind_tables(strategy, alone=False))
    for table in tables:
        for deal in range(effort.deals):
            fault = suits_renamed(table, deal, rng)
            pulse.beat()
            if fault:
                why = (
                    f"with the suits renamed in deal {deal} ({named(table)}), {fault}; "
                    "declare SUIT_NEUTRAL = False if that is meant"
                )
                return Finding("suit-neutral", False, why)
    done = f"deals 0 to {effort.deals - 1} at {len(tables)} tables with the suits renamed: same choices"
    return Finding("suit-neutral", True, done)


def declares_neutral(strategy: Strategy) -> bool:
    """False if the script declares ``SUIT_NEUTRAL = False`` at its top level."""
    for node in parse(strategy.path, read(strategy.path)).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            if "SUIT_NEUTRAL" in names:
                return bool(node.value.value)
    return True
