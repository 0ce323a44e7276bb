"""Paired estimates, verdicts, Elo, and the sequential test of two Elo differences."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.optimize
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError
from brisca_sim.inference.elo import ELO_CLIP, elo, elo_interval, from_elo
from brisca_sim.inference.paired import (
    Pairs,
    difference,
    further_for_width,
    further_to_decide,
    superiority,
    verdict,
)
from brisca_sim.inference.sprt import Sprt, bounds, log_ratio, misfit
from brisca_sim.stats import Sample, share_interval

Counts = NDArray[np.int64]

blocks = st.lists(st.integers(0, 40), min_size=5, max_size=5).filter(any)


def pairs(block: list[int]) -> Pairs:
    found = Pairs(len(block))
    found.enter(np.array(block, dtype=np.int64))
    return found


def spread_out(block: list[int]) -> NDArray[np.float64]:
    return np.repeat(np.linspace(-1, 1, len(block)), block)


@given(blocks.filter(lambda block: sum(block) > 1))
def test_moments_are_those_of_the_deals(block: list[int]) -> None:
    found, deals = pairs(block), spread_out(block)
    assert found.deals == deals.size
    assert found.mean == pytest.approx(deals.mean(), abs=1e-12)
    assert found.deviation == pytest.approx(deals.std(ddof=1), abs=1e-7)
    if deals.std() > 0:
        assert found.normalized == pytest.approx(deals.mean() / deals.std(ddof=1))


def test_moments_of_a_hundred_million_deals_keep_their_digits() -> None:
    found = pairs([0, 1, 10**8, 0, 0])
    assert found.mean == pytest.approx(-0.5 / (10**8 + 1), rel=1e-12)
    assert found.deviation == pytest.approx(0.5 / math.sqrt(10**8 + 1), rel=1e-6)


def test_one_sided_and_empty_moments() -> None:
    assert pairs([0, 0, 0, 0, 9]).normalized == math.inf
    assert pairs([9, 0, 0, 0, 0]).normalized == -math.inf
    assert pairs([0, 0, 9, 0, 0]).normalized == 0
    assert math.isnan(Pairs(5).mean)
    assert math.isnan(pairs([0, 1, 0, 0, 0]).deviation)


def test_interval_is_that_of_the_share() -> None:
    values = [0] * 10 + [1] * 20 + [2] * 40 + [3] * 21 + [4] * 15
    sample = Sample(len(values), sum(values), sum(v * v for v in values), 4)
    low, high = share_interval(sample, 0.95)
    found = difference(pairs([10, 20, 40, 21, 15]), 0.95)
    assert found.interval == pytest.approx((2 * low - 1, 2 * high - 1), abs=1e-15)
    assert found.value == pytest.approx(2 * sample.share - 1)
    assert not found.exact


def test_interval_covers_as_often_as_it_says() -> None:
    rng = np.random.default_rng(11)
    p = np.array([0.05, 0.15, 0.4, 0.25, 0.15])
    true = float(p @ np.linspace(-1, 1, 5))
    covered = 0
    for block in rng.multinomial(300, p, size=2000):
        low, high = difference(pairs(block.tolist()), 0.9).interval
        covered += low <= true <= high
    assert abs(covered / 2000 - 0.9) < 4 * math.sqrt(0.9 * 0.1 / 2000) + 0.003


@given(blocks)
def test_swapped_sides_give_the_same_negated(block: list[int]) -> None:
    one, other = pairs(block), pairs(block[::-1])
    a, b = difference(one, 0.95), difference(other, 0.95)
    assert b.value == -a.value
    assert b.interval == (-a.interval[1], -a.interval[0])
    assert a.interval[0] <= a.value + 1e-12
    assert a.value - 1e-12 <= a.interval[1]
    low, high = elo_interval(a.interval)
    assert elo_interval(b.interval) == (-high, -low)
    assert superiority(one) + superiority(other) == pytest.approx(1)
    assert other.normalized == -one.normalized or one.deals == 1
    named = {"a": "b", "b": "a"}
    found = verdict(a.interval, 0.1)
    assert verdict(b.interval, 0.1) == named.get(found, found)


def test_a_side_against_itself() -> None:
    exact = difference(pairs([0, 0, 50, 0, 0]), 0.95, symmetric=True)
    assert (exact.value, exact.interval, exact.exact) == (0.0, (0.0, 0.0), True)
    assert verdict(exact.interval) == "equal"
    happened = difference(pairs([0, 0, 50, 0, 0]), 0.95)
    assert happened.value == 0
    assert not happened.exact
    assert happened.interval[0] == -happened.interval[1] < 0
    for block in ([0, 0, 50, 1, 0], [0, 1, 1, 0]):
        with pytest.raises(ValueError, match="did not share"):
            difference(pairs(block), 0.95, symmetric=True)
    nothing = difference(Pairs(5), 0.95)
    assert math.isnan(nothing.value)
    assert nothing.interval == (-1, 1)


@pytest.mark.parametrize(
    ("interval", "margin", "wanted"),
    [
        ((0.01, 0.03), None, "a"),
        ((-0.03, -0.01), None, "b"),
        ((-0.01, 0.02), None, "undecided"),
        ((-0.01, 0.02), 0.03, "equal"),
        ((-0.01, 0.02), 0.02, "undecided"),
        ((-0.02, 0.01), 0.02, "undecided"),
        ((0.01, 0.02), 0.03, "a"),
        ((-0.02, -0.01), 0.03, "b"),
        ((0.0, 0.02), None, "undecided"),
        ((-0.02, 0.0), None, "undecided"),
        ((0.0, 0.0), None, "equal"),
        ((-0.5, 0.5), 0.1, "undecided"),
    ],
)
def test_verdict(interval: tuple[float, float], margin: float | None, wanted: str) -> None:
    assert verdict(interval, margin) == wanted


def test_verdict_refuses_nonsense() -> None:
    for interval in ((0.2, 0.1), (math.nan, 1.0)):
        with pytest.raises(ValueError, match="no interval"):
            verdict(interval)
    for margin in (0.0, -0.1, math.nan):
        with pytest.raises(ValueError, match="margin"):
            verdict((0.0, 0.1), margin)


def test_elo_closed_form() -> None:
    assert elo(0.0) == 0
    assert elo(2 * 10 / 11 - 1) == pytest.approx(400)
    assert elo(0.5) == pytest.approx(400 * math.log10(3))
    assert from_elo(400) == pytest.approx(9 / 11)
    assert elo_interval((-1.0, 0.5)) == (-math.inf, pytest.approx(190.8485, abs=1e-4))
    assert elo_interval((-1.0, 1.0), ELO_CLIP) == (-ELO_CLIP, ELO_CLIP)
    assert elo(0.5, clip=100) == 100
    assert elo(1 - 2e-11) < ELO_CLIP
    for wrong in (1.01, -2.0, math.nan):
        with pytest.raises(ValueError, match="no difference"):
            elo(wrong)


@given(st.floats(-3000, 3000))
def test_elo_and_back(rating: float) -> None:
    assert from_elo(rating) == pytest.approx(2 / (1 + 10 ** (-rating / 400)) - 1, abs=1e-14)
    assert elo(from_elo(rating)) == pytest.approx(
        rating, abs=1e-9 + 1e-14 * 10 ** abs(rating / 400)
    )


def test_superiority() -> None:
    many = pairs([100, 200, 400, 220, 110])
    deals = spread_out([100, 200, 400, 220, 110])
    score = deals.mean() / (deals.std() / math.sqrt(deals.size))
    assert superiority(many) == pytest.approx(scipy.stats.norm.cdf(score), abs=1e-3)
    assert superiority(many) == pytest.approx(
        scipy.stats.norm.cdf(many.mean / many.error), rel=1e-12
    )
    few = pairs([10, 20, 40, 22, 11])
    assert superiority(few) == pytest.approx(
        scipy.stats.t.cdf(few.mean / few.error, few.deals - 1), rel=1e-9
    )
    assert superiority(Pairs(5)) == 0.5
    assert superiority(pairs([0, 0, 7, 0, 0])) == pytest.approx(0.5)
    assert 0.8 < superiority(pairs([0, 0, 0, 0, 3])) < 0.99
    assert superiority(pairs([0, 0, 0, 0, 1000])) == pytest.approx(1)


def test_superiority_is_uniform_for_equal_sides() -> None:
    rng = np.random.default_rng(5)
    drawn = rng.multinomial(400, [0.1, 0.2, 0.4, 0.2, 0.1], size=1500)
    found = [superiority(pairs(block.tolist())) for block in drawn]
    assert scipy.stats.kstest(found, "uniform").statistic < 0.06
    drawn = rng.multinomial(400, [0.07, 0.2, 0.4, 0.2, 0.13], size=200)
    assert np.mean([superiority(pairs(block.tolist())) for block in drawn]) > 0.9


def test_further_deals_are_about_right() -> None:
    """With as many deals more as named, of the same proportions, the aim is just reached."""
    block = np.array([1000, 2000, 3900, 2050, 1050])
    found = pairs(block.tolist())
    missing = further_for_width(found, 0.005, 0.95)
    deciding = further_to_decide(found, 0.95)
    assert missing is not None
    assert deciding is not None
    for further, reached in (
        (missing, lambda low, high: high - low <= 0.01),
        (deciding, lambda low, high: verdict((low, high)) == "a"),
    ):
        for factor, wanted in ((1.01, True), (0.99, False)):
            more = np.round(block * (1 + factor * further / found.deals)).astype(np.int64)
            assert reached(*difference(pairs(more.tolist()), 0.95).interval) is wanted


def test_further_deals_at_the_edges() -> None:
    even = pairs([100, 200, 400, 200, 100])
    assert further_for_width(even, 0.5, 0.95) == 0
    assert further_for_width(Pairs(5), 0.5, 0.95) is None
    assert further_to_decide(Pairs(5), 0.95) is None
    assert further_to_decide(even, 0.95) is None
    assert further_to_decide(even, 0.95, margin=0.5) == 0
    assert further_to_decide(even, 0.95, margin=0.01) == further_for_width(even, 0.01, 0.95)
    assert further_to_decide(pairs([0, 0, 0, 0, 100]), 0.95) == 0
    with pytest.raises(ValueError, match="half-width"):
        further_for_width(even, 0, 0.95)


def best_fit(block: list[int], mean: float) -> float:
    """Largest log likelihood with a given mean, by SciPy over the probabilities themselves."""
    values, counts = np.linspace(-1, 1, len(block)), np.array(block, dtype=float)
    deals = counts.sum()

    def cost(p: NDArray[np.float64]) -> float:
        return -float(counts @ np.log(np.maximum(p, 1e-12))) / deals

    start = np.full(len(block), 1 / len(block))
    limits = [
        {"type": "eq", "fun": lambda p: p.sum() - 1},
        {"type": "eq", "fun": lambda p: p @ values - mean},
    ]
    found = scipy.optimize.minimize(
        cost,
        start,
        bounds=[(0, 1)] * len(block),
        constraints=limits,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert found.success
    return -float(found.fun) * deals


@pytest.mark.parametrize("block", [[3, 5, 9, 7, 4], [0, 2, 9, 7, 0], [0, 0, 4, 1, 0]])
@pytest.mark.parametrize("mean", [-0.4, 0.0, 0.3, 0.7])
def test_misfit_is_that_of_the_best_probabilities(block: list[int], mean: float) -> None:
    counts = np.array(block)
    some = counts[counts > 0]
    free = float(some @ np.log(some / some.sum()))
    assert float(misfit(counts, mean)) == pytest.approx(free - best_fit(block, mean), abs=1e-4)


def test_misfit_closed_forms() -> None:
    wins = np.array([30, 70])
    wanted = 70 * math.log(0.7 / 0.6) + 30 * math.log(0.3 / 0.4)
    assert float(misfit(wins, 0.2)) == pytest.approx(wanted, rel=1e-9)
    shared = np.array([0, 0, 50, 0, 0])
    assert float(misfit(shared, 0.0)) == 0
    assert float(misfit(shared, 0.1)) == pytest.approx(-50 * math.log(0.9), rel=1e-9)
    lost = np.array([10, 0, 0, 0, 0])
    assert float(misfit(lost, 0.0)) == pytest.approx(10 * math.log(2), rel=1e-9)


def test_ratio_of_many_deals_is_nearly_normal() -> None:
    counts = np.array([10_000, 20_000, 39_000, 20_500, 10_500])
    found = pairs(counts.tolist())
    mean0, mean1 = from_elo(0), from_elo(5)
    wanted = (mean1 - mean0) * (2 * found.mean - mean0 - mean1) / 2
    wanted *= found.deals / found.deviation**2
    assert float(log_ratio(counts, 0, 5)) == pytest.approx(wanted, rel=0.01)


@given(blocks, st.floats(-200, 200), st.floats(1, 100))
def test_the_test_mirrored(block: list[int], elo0: float, apart: float) -> None:
    one, other = Sprt(5, elo0, elo0 + apart), Sprt(5, -elo0 - apart, -elo0)
    for values in ([*block[:2], 0, 0, 0], [0, 0, *block[2:]]):
        one.enter(np.array(values))
        other.enter(np.array(values[::-1]))
    whole = Sprt(5, elo0, elo0 + apart)
    whole.enter(np.array(block))
    assert whole.llr == one.llr == -other.llr
    assert math.isfinite(one.llr)


ZERO = np.array([0.1, 0.2, 0.4, 0.2, 0.1])


def accepted_shares(mean: float, runs: int) -> tuple[float, float, int]:
    """Shares of runs that accept H0 and H1 of 0 against 30 Elo, asked every 20 deals; mean deals."""
    rng = np.random.default_rng(99)
    p = ZERO + np.array([-mean / 2, 0, 0, 0, mean / 2])
    lower, upper = bounds(0.05, 0.05)
    total = np.zeros((runs, 5), dtype=np.int64)
    accepted, deals = [0, 0], 0
    while total.size:
        total += rng.multinomial(20, p, size=total.shape[0])
        deals += 20 * total.shape[0]
        ratio = log_ratio(total, 0, 30)
        accepted[0] += int((ratio <= lower).sum())
        accepted[1] += int((ratio >= upper).sum())
        total = total[(ratio > lower) & (ratio < upper)]
    return accepted[0] / runs, accepted[1] / runs, deals // runs


def test_error_rates_of_the_test() -> None:
    runs = 2000
    air = 4 * math.sqrt(0.05 * 0.95 / runs)
    h0, wrong, few = accepted_shares(0.0, runs)
    assert 0.01 < wrong < 0.05 + air
    assert h0 + wrong == 1
    missed, h1, deals = accepted_shares(from_elo(30), runs)
    assert 0.01 < missed < 0.05 + air
    assert h1 + missed == 1
    # As many as a test of fixed size with these error rates would take.
    fixed = (2 * 1.645 / from_elo(30)) ** 2 * float(ZERO @ np.linspace(-1, 1, 5) ** 2)
    assert max(few, deals) < 0.75 * fixed


def test_decisions() -> None:
    assert bounds(0.05, 0.1) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    sprt = Sprt(5, 0, 5)
    assert sprt.llr == 0
    assert sprt.decision() == "undecided"
    sprt.enter(np.array([1000, 2000, 4000, 2500, 1500]))
    assert sprt.decision() == "h1"
    worse = Sprt(5, 0, 5)
    worse.enter(np.array([1500, 2500, 4000, 2000, 1000]))
    assert worse.decision() == "h0"
    assert Sprt(5, 0, 5).decision(0.4, 0.4) == "undecided"


@pytest.mark.parametrize("elos", [(5, 0), (3, 3), (0, math.inf), (math.nan, 1), (0, 10**5)])
def test_hypotheses_that_cannot_be_told_apart(elos: tuple[float, float]) -> None:
    with pytest.raises(BriscaError, match="E0 and E1"):
        Sprt(5, *elos)


@pytest.mark.parametrize("rates", [(0, 0.05), (0.05, 1), (0.5, 0.5), (math.nan, 0.05)])
def test_error_rates_that_make_no_test(rates: tuple[float, float]) -> None:
    with pytest.raises(BriscaError, match="error rates"):
        bounds(*rates)
