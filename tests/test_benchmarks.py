"""Slower, the same or faster than the stored ratios: the comparison, on ratios that are made up."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

import baseline
from timing import BenchmarkError, row_of, row_of_ratios


def turns(middle: float, count: int = 40, spread: float = 0.05) -> list[float]:
    """Ratios round a middle, the same for the same arguments."""
    return list(middle * np.random.default_rng(count).normal(1, spread, count))


@pytest.mark.parametrize(
    ("now", "before", "word"),
    [
        (0.80, 0.80, "same"),
        (0.81, 0.80, "same"),
        (0.90, 0.80, "faster"),
        (0.70, 0.80, "slower"),
    ],
)
def test_more_is_better_for_speeds_and_less_for_times(now: float, before: float, word: str) -> None:
    rows = [row_of_ratios("speed: a / b", turns(ratio)) for ratio in (now, before)]
    found = baseline.compare(*map(baseline.keep, rows))
    assert found.word == word
    assert found.low <= found.change <= found.high
    waits = [row_of_ratios("wall: a / b", turns(ratio)) for ratio in (before, now)]
    assert baseline.compare(*map(baseline.keep, waits)).word == word


def test_what_disturbs_most_of_the_turns_is_no_change() -> None:
    random = np.random.default_rng(3)
    costs = [random.normal(1, 0.02, 60) for _ in range(4)]
    disturbed = costs[2] * np.where(np.arange(60) < 42, 2.0, 1.0)
    before = baseline.keep(row_of("speed: a / b", costs[0], costs[1]))
    for kernel, word in (
        (disturbed, "same"),
        (1.15 * costs[2], "slower"),
        (costs[2] / 1.15, "faster"),
    ):
        now = baseline.keep(row_of("speed: a / b", costs[3], kernel))
        assert now.low <= now.ratio <= now.high
        assert baseline.compare(now, before).word == word


def test_a_noisy_measurement_says_neither() -> None:
    noisy = row_of_ratios("speed: a / b", turns(0.7, count=7, spread=0.5))
    steady = row_of_ratios("speed: a / b", turns(0.8))
    assert baseline.compare(baseline.keep(noisy), baseline.keep(steady)).word == "same"


def test_the_interval_of_a_median_covers_it() -> None:
    random = np.random.default_rng(5)
    runs = 2000
    for count in (6, 15, 40):
        hits = 0
        for _ in range(runs):
            low, high = baseline.median_interval(list(random.exponential(size=count)))
            hits += low <= np.log(2) <= high
        # At least 95%, less four standard errors.
        assert hits / runs >= 0.95 - 4 * np.sqrt(0.05 * 0.95 / runs), count
    assert baseline.median_interval([3.0, 1.0, 2.0]) == (1.0, 3.0)
    assert baseline.median_interval([1.0]) == (1.0, 1.0)


def test_what_is_stored_is_read_back_and_other_rows_stay(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    assert baseline.read(file) == {}
    baseline.write([row_of("speed: a / b", [2.0, 2.2, 2.1], [1.0, 1.0, 1.0])], file)
    baseline.write([row_of_ratios("wall: c / d", [3.0])], file)
    stored = baseline.read(file)
    assert stored["speed: a / b"] == baseline.Kept(2.1, 2.0, 2.2, True)
    assert stored["wall: c / d"] == baseline.Kept(3.0, 3.0, 3.0, False)
    file.write_text(json.dumps({"schema": "something/1"}), encoding="utf-8")
    with pytest.raises(BenchmarkError, match="save-baseline"):
        baseline.read(file)
