"""Do the intervals and verdicts keep their word?  Plays many small runs of which the truth is known.

Usage: ``python benchmarks/coverage.py [--runs 2000] [--seed 5]``; prints the tables as Markdown.

The truth of a lineup comes from a run of its own, a hundred times as long as all small ones need to
be told apart; each small run has deals that no other one has.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim import Rules
from brisca_sim.counts import POINT_BINS, WHOLE
from brisca_sim.inference.match import wilson
from brisca_sim.inference.paired import Pairs, difference
from brisca_sim.inference.sequential import MeanSequence, log_capital
from brisca_sim.simulation import play_together
from brisca_sim.stats import Sample, mean_interval, normal_quantile, share_interval
from brisca_sim.table import seat_down
from brisca_sim.verdicts.duel import strategies_duel

LINEUPS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "two, close": (["ahorradora", "ahorradora:theta=4"], {}),
    "two, lopsided": (["contadora", "ciegas"], {}),
    "three": (["ahorradora", "codiciosa", "alta"], {"players": 3}),
    "pairs": (["ahorradora", "codiciosa"], {"players": 4}),
    "four alone": (
        ["ahorradora", "codiciosa", "codiciosa", "alta"],
        {"players": 4, "teams": "individual"},
    ),
}
DEALS = 100
TRUTH = 2_000_000
LEVEL = 0.95
MOST = 200_000


@dataclass
class Hits:
    """How many of some intervals held the truth."""

    hits: int = 0
    runs: int = 0

    def enter(self, bounds: tuple[float, float], truth: float) -> None:
        """Count one interval."""
        self.count(held=bounds[0] <= truth <= bounds[1])

    def count(self, *, held: bool) -> None:
        """Count one run."""
        self.hits += held
        self.runs += 1

    def __str__(self) -> str:
        low, high = wilson(self.hits, self.runs, LEVEL)
        return f"{100 * self.hits / self.runs:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def rows_of(lineup: list[str], rules: Rules, deals: int, seed: int) -> NDArray[np.int64]:
    """Score and points of side 0, all seatings added: int64[deals, 2]."""
    parts: list[NDArray[np.int64]] = []

    def keep(rows: list[NDArray[np.int64]]) -> bool:
        parts.append(rows[0][:, :, 0].sum(axis=1))
        return False

    play_together([seat_down(lineup, rules, seed)], deals, keep)
    return np.concatenate(parts)


def run_coverage(runs: int, seed: int) -> Iterator[str]:
    """Coverage of the intervals of `run`, for score and points of the first side."""
    yield f"| `run`, {DEALS} deals each, {runs:,} runs | score % | points % |"
    yield "|---|---:|---:|"
    for name, (lineup, options) in LINEUPS.items():
        score, points = run_hits(lineup, Rules(**options), runs, seed, TRUTH)
        yield f"| {name} | {score} | {points} |"


def run_hits(
    lineup: list[str], rules: Rules, runs: int, seed: int, truth_deals: int
) -> tuple[Hits, Hits]:
    """How often the intervals of small runs hold the score and the points of a long one."""
    seatings = seat_down(lineup, rules).seatings
    per_deal = np.array([WHOLE, POINT_BINS - 1]) * seatings
    truth = rows_of(lineup, rules, truth_deals, seed + 1).mean(axis=0) / per_deal
    sums = rows_of(lineup, rules, runs * DEALS, seed).reshape(runs, DEALS, 2)
    score, points = Hits(), Hits()
    for deals in sums:
        samples = [
            Sample(DEALS, int(column.sum()), int((column**2).sum()), int(most))
            for column, most in zip(deals.T, per_deal, strict=True)
        ]
        # The spread of one hand, as if the hands of a deal were independent.
        spread = float(np.var(deals[:, 1])) / per_deal[1] ** 2 * seatings
        score.enter(share_interval(samples[0], LEVEL), truth[0])
        points.enter(mean_interval(samples[1], spread, LEVEL), truth[1])
    return score, points


def compare_coverage(runs: int, seed: int) -> Iterator[str]:
    """Coverage of `compare`: for a number of deals fixed beforehand, and at every look at once."""
    yield f"| `compare`, {DEALS} deals each, {runs:,} runs | fixed % | at ten looks, all % |"
    yield "|---|---:|---:|"
    for name, (lineup, options) in LINEUPS.items():
        fixed, always = compare_hits(lineup, Rules(**options), runs, seed, TRUTH // 4)
        yield f"| {name} | {fixed} | {always} |"


def compare_hits(
    lineup: list[str], rules: Rules, runs: int, seed: int, truth_deals: int
) -> tuple[Hits, Hits]:
    """How often the interval for a fixed number of deals holds the difference of a long run, and how
    often all intervals at ten looks do.
    """
    long, *_ = gaps_of(lineup, rules, lineup[-1], truth_deals, seed + 1)
    short, span, step, hands = gaps_of(lineup, rules, lineup[-1], runs * DEALS, seed)
    truth = float(long.mean()) / span
    bins = 2 * (span // step) + 1
    fixed, always = Hits(), Hits()
    for gaps in ((short + span) // step).reshape(runs, DEALS):
        pairs, sequence = Pairs(bins, hands), MeanSequence(bins, -1.0, 1.0)
        held = True
        for part in gaps.reshape(10, -1):
            counts = np.bincount(part, minlength=bins)
            pairs.enter(counts)
            sequence.enter(counts)
            held = held and not sequence.excludes(truth, LEVEL)
        fixed.enter(difference(pairs, LEVEL).interval, truth)
        always.count(held=held)
    return fixed, always


def gaps_of(
    lineup: list[str], rules: Rules, company: str, deals: int, seed: int
) -> tuple[NDArray[np.int64], int, int, int]:
    """Differences of the first two of a lineup, deal by deal, with their span, their step and the hands
    of a deal.
    """
    duel = strategies_duel(lineup[0], lineup[1], rules, company, seed)
    parts: list[NDArray[np.int64]] = []

    def keep(rows: list[NDArray[np.int64]]) -> bool:
        parts.append(duel.judge(rows)[0])
        return False

    play_together(duel.tables, deals, keep)
    hands = sum(table.seatings for table in duel.tables)
    return np.concatenate(parts), duel.score_span, duel.score_step, hands


def decide_errors(runs: int, seed: int) -> Iterator[str]:
    """Verdicts of `--decide` at every look, on deals of which the true difference is known."""
    gaps, span, step, _ = gaps_of(["contadora", "ahorradora"], Rules(), "", TRUTH // 4, seed + 2)
    found = np.bincount((gaps + span) // step) / gaps.size
    even = (found + found[::-1]) / 2
    values = np.linspace(-1, 1, found.size)
    yield (
        f"| `--decide`, {runs:,} runs of at most {MOST:,} deals | wrong % | decided % | deals, mean |"
        " deals of a fixed test, power 80 / 95% |"
    )
    yield "|---|---:|---:|---:|---:|"
    rng = np.random.default_rng(seed)
    for true in (0.0, 0.05, 0.02, 0.01):
        tilt = true / float(found @ values)
        shares = (1 - tilt) * even + tilt * found
        ends, sides = decided(shares, runs, rng)
        wrong, right = int((sides == -1).sum()), int((sides == 1).sum())
        if true == 0:
            wrong, right = wrong + right, 0
        errors = Hits(wrong, runs)
        needed = "-" if true == 0 else fixed_deals(shares, values)
        yield (
            f"| true difference {true:g} | {errors} | {Hits(wrong + right, runs)} | "
            f"{ends.mean():,.0f} | {needed} |"
        )


def decided(
    shares: NDArray[np.float64], runs: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Deals at which each run stopped, and its verdict: 1, -1, or 0 when it never came to one."""
    counts = np.zeros((runs, shares.size), dtype=np.int64)
    ends = np.full(runs, MOST, dtype=np.int64)
    sides = np.zeros(runs, dtype=np.int64)
    open_runs = np.arange(runs)
    done = 0
    while done < MOST and open_runs.size:
        size = min(max(100, done // 10), 20_000, MOST - done)
        done += size
        counts[open_runs] += rng.multinomial(size, shares, size=open_runs.size)
        now = counts[open_runs]
        above = log_capital(now, 0.5) - math.log(2)
        below = log_capital(now[:, ::-1], 0.5) - math.log(2)
        over = np.maximum(above, below) >= -math.log(1 - LEVEL)
        ends[open_runs[over]] = done
        sides[open_runs[over]] = np.where(above > below, 1, -1)[over]
        open_runs = open_runs[~over]
    return ends, sides


def fixed_deals(shares: NDArray[np.float64], values: NDArray[np.float64]) -> str:
    """Deals of a test of one size fixed beforehand, for two powers."""
    mean = float(shares @ values)
    deviation = math.sqrt(float(shares @ values**2) - mean**2)
    sizes = [
        ((normal_quantile(LEVEL) + NormalDist().inv_cdf(power)) * deviation / mean) ** 2
        for power in (0.8, 0.95)
    ]
    return " / ".join(f"{size:,.0f}" for size in sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args()
    for table in (run_coverage, compare_coverage, decide_errors):
        for line in table(chosen.runs, chosen.seed):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
