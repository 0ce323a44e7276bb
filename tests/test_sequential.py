"""Confidence sequences: exactly fair bets, error rates over all looks, widths, independence of blocks."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from brisca_sim.inference.sequential import FORECAST_LIMIT, MeanSequence, log_capital

Counts = NDArray[np.int64]
Shares = NDArray[np.float64]

FIVE = np.array([0.12, 0.2, 0.34, 0.22, 0.12])
LOSING = np.array([0.95, 0.035, 0.005, 0.005, 0.005])
WINNING = np.array([0.01, 0.01, 0.02, 0.09, 0.87])
RARE = np.array([0.0, 0.01, 0.97, 0.02, 0.0])
EVEN = np.array([0.5, 0.0, 0.0, 0.0, 0.5])
CASES = {"five": FIVE, "losing": LOSING, "winning": WINNING, "rare": RARE, "even": EVEN}
BLOCKS = np.unique(np.geomspace(1, 20_000, 30).astype(np.int64)).tolist()

counts = st.lists(st.integers(0, 300), min_size=5, max_size=5)


def mean_of(p: Shares) -> float:
    return float(p @ np.linspace(0, 1, p.size))


def deviation_of(p: Shares) -> float:
    values = np.linspace(0, 1, p.size)
    return math.sqrt(float(p @ values**2) - mean_of(p) ** 2)


def entered(block: list[int] | Counts, low: float = 0.0) -> MeanSequence:
    found = MeanSequence(len(block), low)
    found.enter(np.array(block, dtype=np.int64))
    return found


def expected_deals(p: Shares, deals: int) -> Counts:
    """Counts as they come up on average, rounded so that they add up."""
    found = np.floor(p * deals + 1e-6).astype(np.int64)
    found[found.size // 2] += deals - found.sum()
    return found


@pytest.mark.parametrize("p", CASES.values(), ids=CASES)
@pytest.mark.parametrize("deals", [1, 2, 7])
def test_bets_are_exactly_fair(p: Shares, deals: int) -> None:
    """Over all results of a few deals, the capital at the true mean is worth 1 on average."""
    for chances in (p, p[::-1]):
        worth = unfavourable = hedged = 0.0
        for values in itertools.combinations_with_replacement(range(p.size), deals):
            block = np.bincount(values, minlength=p.size)
            ways = math.factorial(deals) / math.prod(math.factorial(int(n)) for n in block)
            chance = ways * float(np.prod(chances**block))
            worth += chance * math.exp(float(log_capital(block, mean_of(chances))))
            unfavourable += chance * math.exp(float(log_capital(block, mean_of(chances) + 0.02)))
            hedged += chance * math.exp(entered(block).evidence(mean_of(chances)))
        assert worth == pytest.approx(1, abs=1e-9)
        assert 0.5 < hedged <= 1
        assert unfavourable < 1 - 1e-6


def errors_over_looks(p: Shares, runs: int) -> tuple[float, float]:
    """How often some look misses the mean: with the sequence, and with the normal interval.

    The latter is asked from 500 deals on only, where a single look is about right.
    """
    rng = np.random.default_rng(20240)
    values, mean, bar = np.linspace(0, 1, p.size), mean_of(p), math.log(2 / 0.05)
    total = np.zeros((runs, p.size), dtype=np.int64)
    missed, naive = np.zeros(runs, dtype=bool), np.zeros(runs, dtype=bool)
    for block in BLOCKS:
        total += rng.multinomial(block, p, size=runs)
        missed |= log_capital(total, mean) >= bar
        missed |= log_capital(total[:, ::-1], 1 - mean) >= bar
        deals = total[0].sum()
        found = total @ values / deals
        variance = total @ values**2 / deals - found**2
        if deals >= 500:
            naive |= abs(found - mean) > 1.96 * np.sqrt(variance / deals)
    return float(missed.mean()), float(naive.mean())


@pytest.mark.parametrize("p", CASES.values(), ids=CASES)
def test_error_over_all_looks(p: Shares) -> None:
    missed, naive = errors_over_looks(p, 2000)
    assert missed <= 0.05
    assert missed > 0.002
    assert naive > 0.15


def test_lopsided_means_are_lopsided() -> None:
    assert mean_of(LOSING) == pytest.approx(0.02)
    assert mean_of(WINNING) == pytest.approx(0.95)


def test_stopping_when_zero_is_excluded() -> None:
    """Whoever stops as soon as equal sides look different is wrong in 5% of runs at most."""
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(300):
        sequence = MeanSequence(5, -1, 1)
        for block in (1, 10, 100, 1000, 10_000):
            sequence.enter(rng.multinomial(block, [0.1, 0.2, 0.4, 0.2, 0.1]))
            if sequence.excludes(0, 0.8):
                wrong += 1
                break
    assert 1 <= wrong <= 300 * 0.2


@given(counts, st.integers(0, 10**6))
def test_blocks_make_no_difference(block: list[int], seed: int) -> None:
    whole, parts = entered(block), MeanSequence(5)
    rng = np.random.default_rng(seed)
    rest = np.array(block, dtype=np.int64)
    while rest.any():
        part = rng.integers(0, rest + 1)
        parts.enter(part)
        rest -= part
    assert parts.interval(0.95) == whole.interval(0.95)
    assert parts.evidence(0.4) == whole.evidence(0.4)


@given(counts)
def test_swapped_sides_give_the_same_negated(block: list[int]) -> None:
    low, high = entered(block, low=-1).interval(0.95)
    assert entered(block[::-1], low=-1).interval(0.95) == (-high, -low)
    assert entered(block[::-1], low=-1).evidence(-0.25) == entered(block, low=-1).evidence(0.25)


@given(counts, st.floats(0.5, 0.999), st.floats(0, 1))
def test_interval_and_exclusion(block: list[int], confidence: float, value: float) -> None:
    found = entered(block)
    low, high = found.interval(confidence)
    wide_low, wide_high = found.interval(0.9995)
    assert 0 <= wide_low <= low < high <= wide_high <= 1
    if found.deals:
        mean = float(found.counts @ np.linspace(0, 1, 5)) / found.deals
        assert low <= mean <= high
    if min(abs(value - low), abs(value - high)) > 1e-9:
        assert found.excludes(value, confidence) == (not low <= value <= high)


def test_the_ends_are_where_half_the_capital_has_grown_enough() -> None:
    found = entered([30, 120, 300, 200, 50])
    low, high = found.interval(0.9)
    assert float(log_capital(found.counts, low)) == pytest.approx(math.log(20), abs=1e-6)
    assert float(log_capital(found.counts[::-1], 1 - high)) == pytest.approx(math.log(20), abs=1e-6)


def test_a_few_deals_say_little() -> None:
    assert MeanSequence(5).interval(0.95) == (0, 1)
    assert entered([0, 0, 1, 0, 0]).interval(0.95) == pytest.approx((0, 1), abs=0.1)
    assert entered([0, 0, 0, 0, 10]).interval(0.95)[0] == pytest.approx(0.5, abs=0.15)
    assert entered([0, 0, 0, 0, 10]).interval(0.95)[1] == 1
    assert entered([10, 0, 0, 0, 0]).interval(0.95)[0] == 0
    assert entered([0, 0, 0, 0, 10]).excludes(0, 0.95)
    assert not entered([10, 0, 0, 0, 0]).excludes(0, 0.95)


def width_ratio(p: Shares, deals: int) -> float:
    """Width of the sequence against that of the normal interval for a fixed number of deals."""
    low, high = entered(expected_deals(p, deals)).interval(0.95)
    return (high - low) / (2 * 1.96 * deviation_of(p) / math.sqrt(deals))


@pytest.mark.parametrize("deals", [10**3, 10**4, 10**5, 10**6, 10**7, 10**8])
def test_width_against_a_fixed_number_of_deals(deals: int) -> None:
    for name in ("five", "even"):
        assert 1.74 < width_ratio(CASES[name], deals) < 1.87
    for name in ("losing", "winning"):
        assert 1.74 < width_ratio(CASES[name], deals) < (1.95 if 10**3 < deals < 10**8 else 2.2)


def test_a_small_effect_is_found_with_a_small_deviation() -> None:
    assert 1.74 < width_ratio(RARE, 10**5) < 1.85


def test_forecasts_come_true() -> None:
    found = entered([100, 200, 380, 210, 110])
    deals = found.forecast_exclusion(0.5, 0.95)
    width = found.forecast_width(0.01, 0.95)
    assert deals is not None
    assert width is not None
    shares = found.counts / 1000
    for needed, reached in (
        (deals, lambda later: later.excludes(0.5, 0.95)),
        (width, lambda later: np.ptp(later.interval(0.95)) <= 0.02),
    ):
        assert needed > 1000
        assert reached(entered(expected_deals(shares, int(needed * 1.002) + 20)))
        assert not reached(entered(expected_deals(shares, int(needed * 0.995))))


def test_forecasts_at_the_edges() -> None:
    assert MeanSequence(5).forecast_width(0.1, 0.95) is None
    assert entered([10, 20, 30, 20, 10]).forecast_exclusion(0.5, 0.95) is None
    assert entered([10, 20, 30, 20, 10]).forecast_width(1e-9, 0.95) is None
    assert entered([10, 20, 30, 20, 10]).forecast_width(0.5, 0.95) == 90
    assert FORECAST_LIMIT > 10**11


@pytest.mark.parametrize(
    "block", [[1, 2, 3, 4], [1, 2, -1, 0, 0], [0.5, 0, 0, 0, 0], [[1, 2, 3, 4, 5]]]
)
def test_bad_blocks_are_refused(block: list[float]) -> None:
    sequence = MeanSequence(5)
    with pytest.raises(ValueError, match=r"whole numbers|negative"):
        sequence.enter(np.array(block))
    assert sequence.deals == 0


def test_bad_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="two possible values"):
        MeanSequence(1)
    with pytest.raises(ValueError, match="no values"):
        MeanSequence(5, 1, 1)
    with pytest.raises(ValueError, match="does not lie"):
        MeanSequence(5).excludes(1.5, 0.95)
