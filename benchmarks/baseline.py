"""Ratios held against stored ones: slower, the same or faster, with an interval.

Only ratios are stored, never seconds: what was measured on another machine is then still a yardstick,
if a rough one, and on the same machine a good one.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from timing import BenchmarkError, Row

FILE = Path(__file__).with_name("baseline.json")
SCHEMA = "brisca-baseline/1"
NOISE = 0.03  # what two runs of the same code differ by beyond their intervals, from day to day
LEVEL = 0.95
LEAST = 0.1  # the share of the turns that was disturbed least
FEWEST = 10  # turns from which that can be told
RESAMPLES = 1000


@dataclass(frozen=True)
class Kept:
    """What is stored of a row.

    Attributes
    ----------
    ratio : float
        Of the least disturbed turns, or the median of the ratios.
    low, high : float
        Its interval.
    more_is_better : bool
    """

    ratio: float
    low: float
    high: float
    more_is_better: bool


@dataclass(frozen=True)
class Verdict:
    """How a row stands against the stored one.

    Attributes
    ----------
    word : str
        ``slower``, ``same`` or ``faster``.
    change : float
        How many times as fast as the stored one; above 1 is better, whatever the row measures.
    low, high : float
        Its interval.
    """

    word: str
    change: float
    low: float
    high: float

    def __str__(self) -> str:
        """The cell of the table."""
        return f"{self.word}: x{self.change:.3f} [{self.low:.3f}, {self.high:.3f}]"


def keep(row: Row) -> Kept:
    """What is to be stored of a row.

    Disturbances only ever make a turn slower, and may last longer than half of the turns: what the
    least disturbed tenth of each contender took says more than the median.
    """
    if len(row.samples.get("above", ())) >= FEWEST:
        ratio, low, high = least_disturbed(row.samples["above"], row.samples["below"])
        return Kept(ratio, low, high, row.more_is_better)
    ratios = ratios_of(row)
    low, high = median_interval(ratios)
    return Kept(median(ratios), low, high, row.more_is_better)


def least_disturbed(above: Sequence[float], below: Sequence[float]) -> tuple[float, float, float]:
    """Ratio of the first tenths of two contenders' costs, and its interval over resampled turns."""
    costs = np.array([above, below])
    ratio = np.quantile(costs[0], LEAST) / np.quantile(costs[1], LEAST)
    chosen = np.random.default_rng(1).integers(costs.shape[1], size=(RESAMPLES, costs.shape[1]))
    tenths = np.quantile(costs[:, chosen], LEAST, axis=2)
    ends = np.quantile(tenths[0] / tenths[1], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(ratio), float(min(ends[0], ratio)), float(max(ends[1], ratio))


def compare(now: Kept, before: Kept) -> Verdict:
    """Hold a ratio against the stored one.

    It has changed when even the nearest ends of the two intervals are further apart than `NOISE`.
    """
    change, low, high = now.ratio / before.ratio, now.low / before.high, now.high / before.low
    if not before.more_is_better:
        change, low, high = 1 / change, 1 / high, 1 / low
    word = "same"
    if low > 1 + NOISE:
        word = "faster"
    elif high < 1 - NOISE:
        word = "slower"
    return Verdict(word, change, low, high)


def ratios_of(row: Row) -> list[float]:
    """The ratio of every turn."""
    if "ratios" in row.samples:
        return row.samples["ratios"]
    pairs = zip(row.samples["above"], row.samples["below"], strict=True)
    return [above / below for above, below in pairs]


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two middle ones."""
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def median_interval(values: Sequence[float]) -> tuple[float, float]:
    """Interval of the median from the order of the values alone, whatever their distribution.

    The median lies below the k-th smallest value when fewer than k of n fall below it, which has the
    probability of fewer than k heads in n throws.  Fewer than six values cannot give 95%: then it is
    their whole range.
    """
    ordered, n = sorted(values), len(values)
    k, below = 0, 0.0
    while k < n // 2:
        below += math.comb(n, k) / 2**n
        if below > (1 - LEVEL) / 2:
            break
        k += 1
    rank = max(k, 1)
    return ordered[rank - 1], ordered[n - rank]


def read(path: Path = FILE) -> dict[str, Kept]:
    """The stored rows by their names; empty when nothing is stored.

    Raises
    ------
    BenchmarkError
        If the file is no baseline.
    """
    if not path.exists():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["schema"] != SCHEMA:
            raise ValueError(f"schema {content['schema']}")
        return {name: Kept(**row) for name, row in content["rows"].items()}
    except (ValueError, KeyError, TypeError) as error:
        raise BenchmarkError(
            f"{path} is no baseline ({error}); write one with --save-baseline"
        ) from None


def write(rows: Sequence[Row], path: Path = FILE) -> None:
    """Store rows; those of other names that were stored before stay."""
    kept = read(path) | {row.what: keep(row) for row in rows if ratios_of(row)}
    content = {
        "schema": SCHEMA,
        "rows": {name: rounded(row) for name, row in sorted(kept.items())},
    }
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def rounded(row: Kept) -> dict[str, object]:
    """A row as it is stored."""
    low, ratio, high = (float(f"{value:.4g}") for value in (row.low, row.ratio, row.high))
    return {"ratio": ratio, "low": low, "high": high, "more_is_better": row.more_is_better}
