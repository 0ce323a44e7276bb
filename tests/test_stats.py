"""Intervals: against SciPy, against simulation, and at the edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from brisca_sim.stats import (
    Sample,
    deviation_interval,
    mean_interval,
    moments,
    normal_quantile,
    reduction,
    share_interval,
    student_quantile,
)


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95, 0.999])
@pytest.mark.parametrize("freedom", [1, 2, 9, 199, 200, 201, 1000, 10**6])
def test_quantiles(level: float, freedom: int) -> None:
    wanted = scipy.stats.t.ppf(0.5 + level / 2, freedom)
    assert student_quantile(level, freedom) == pytest.approx(wanted, rel=1e-8)
    assert normal_quantile(level) == pytest.approx(scipy.stats.norm.ppf(0.5 + level / 2))


def sample(values: list[int], per_deal: float) -> Sample:
    return Sample(len(values), sum(values), sum(v * v for v in values), per_deal)


@given(st.lists(st.integers(0, 24), min_size=1, max_size=50), st.floats(0.5, 0.999))
def test_intervals_hold_the_mean_and_stay_in_range(values: list[int], level: float) -> None:
    found = sample(values, 24)
    for low, high in (share_interval(found, level), mean_interval(found, 0.05, level)):
        assert 0 <= low <= found.share + 1e-12
        assert found.share - 1e-12 <= high <= 1
        assert high > low


def test_one_hand_a_deal_is_wilson() -> None:
    """Of independent hands that are won or lost it is nearly the classic interval."""
    wins = 300
    found = sample([12] * wins + [0] * 700, 12)
    low, high = share_interval(found, 0.95)
    wanted = scipy.stats.binomtest(wins, 1000).proportion_ci(0.95, method="wilson")
    assert low == pytest.approx(wanted.low, abs=2e-4)
    assert high == pytest.approx(wanted.high, abs=2e-4)


def test_no_certainty_from_a_few_deals_that_agree() -> None:
    assert share_interval(sample([24], 24), 0.95)[0] < 0.3
    assert share_interval(sample([24] * 10, 24), 0.95) == pytest.approx((0.7225, 1.0), abs=1e-3)
    low, high = share_interval(sample([12] * 5, 24), 0.95)
    assert low < 0.3
    assert high > 0.7
    assert mean_interval(sample([60], 120), 0.01, 0.95) == (0.0, 1.0)


def test_huge_sums_keep_their_digits() -> None:
    """Sums of squares near 10**17: a difference of floats would have nothing left."""
    deals = 10**12
    found = Sample(deals, 120 * deals, (120 * 120 + 1) * deals, 240)
    assert found.variance(0.0) == pytest.approx(1 / 240**2)


@pytest.mark.parametrize("share", [0.5, 0.9, 0.98])
@pytest.mark.parametrize("deals", [40, 300])
def test_coverage(share: float, deals: int) -> None:
    """Two hands a deal that lean on each other: the 95% interval holds the truth about as often.

    2000 runs have a standard error of 0.5 points; the bounds are 4 of them either way, with room
    above for the caution built in.
    """
    rng = np.random.default_rng(17)
    runs = 2000
    held = 0
    for _ in range(runs):
        common = rng.random(deals) < 0.5
        first, second = rng.random((2, deals)) < share
        second = np.where(common, first, second)
        found = sample((12 * first + 12 * second).tolist(), 24)
        low, high = share_interval(found, 0.95)
        held += low <= share <= high
    assert 0.93 <= held / runs <= 0.98


def test_coverage_of_the_mean() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(2000):
        values = rng.integers(0, 121, (2, 60)).sum(axis=0)
        found = sample(values.tolist(), 240)
        low, high = mean_interval(found, 121**2 / 12 / 120**2, 0.95)
        held += low <= 0.5 <= high
    assert 0.93 <= held / 2000 <= 0.97


def test_moments_and_deviation() -> None:
    values = np.array([0, 0, 3, 3, 3, 7])
    number, mean, variance, fourth = moments(np.bincount(values, minlength=9))
    assert (number, mean, variance) == (6, values.mean(), pytest.approx(values.var()))
    assert fourth == pytest.approx(((values - values.mean()) ** 4).mean())
    counts = np.bincount(np.random.default_rng(1).integers(0, 121, 20000), minlength=121)
    deviation, (low, high) = deviation_interval(counts, 20000, 0.95)
    assert low < deviation < high
    assert low < math.sqrt((121**2 - 1) / 12) < high


def test_reduction_knows_pairs_that_balance() -> None:
    """Two hands that always add up to the same: no variance left; twins: half as good as two."""
    counts = np.array([[30, 40, 30], [30, 40, 30]])
    assert reduction(counts, np.array([0, 0, 100, 0, 0]), 0.95) == (None, None)
    twins, (low, high) = reduction(counts, np.array([30, 0, 40, 0, 30]), 0.95)
    assert twins == pytest.approx(0.5)
    assert low < 0.5 < high
