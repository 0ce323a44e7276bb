"""Intervals and verdicts keep their word: many small runs of which the truth is known.

The table of all lineups comes from the same functions: ``python benchmarks/coverage.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.coverage import DEALS, Hits, compare_hits, decided, run_hits
from brisca_sim import Rules

RUNS = 1000
LINEUPS: list[tuple[list[str], dict[str, Any]]] = [
    (["ahorradora", "ahorradora:theta=4"], {}),
    (["codiciosa", "ciegas"], {}),
    (["ahorradora", "codiciosa", "alta"], {"players": 3}),
    (["ahorradora", "codiciosa"], {"players": 4}),
]


def keeps_its_word(found: Hits) -> bool:
    """95%, give or take four standard errors."""
    return abs(found.hits / found.runs - 0.95) < 4 * (0.95 * 0.05 / found.runs) ** 0.5


@pytest.mark.parametrize(("lineup", "options"), LINEUPS)
def test_intervals_of_a_run(lineup: list[str], options: dict[str, Any]) -> None:
    score, points = run_hits(lineup, Rules(**options), RUNS, 5, 400_000)
    assert score.runs == points.runs == RUNS
    assert keeps_its_word(score)
    assert keeps_its_word(points)


@pytest.mark.parametrize(("lineup", "options"), LINEUPS[:3])
def test_intervals_of_a_comparison(lineup: list[str], options: dict[str, Any]) -> None:
    fixed, always = compare_hits(lineup, Rules(**options), RUNS // 2, 5, 200_000)
    assert keeps_its_word(fixed)
    # All looks together: 95% at least.
    assert always.hits / always.runs > 0.95 - 4 * (0.95 * 0.05 / always.runs) ** 0.5


def test_hits_are_counted() -> None:
    found = Hits()
    for truth in (0.1, 0.5, 0.9):
        found.enter((0.2, 0.6), truth)
    assert (found.hits, found.runs) == (1, 3)
    assert DEALS % 10 == 0


def test_a_verdict_between_equals_is_seldom_and_between_others_right() -> None:
    """At every look until 200,000 deals, 2,000 runs: at most 5% wrong, and none for a true difference."""
    rng = np.random.default_rng(3)
    even = np.array([0.08, 0.02, 0.8, 0.02, 0.08])
    _, sides = decided(even, 2000, rng)
    assert (sides != 0).mean() < 0.05
    ends, sides = decided(np.array([0.06, 0.02, 0.8, 0.02, 0.1]), 500, rng)
    assert (sides == 1).mean() > 0.99
    assert ends.mean() < 10_000
