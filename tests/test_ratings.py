"""Ratings: closed forms, coverage on known strengths, and results that rate nobody."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError
from brisca_sim.inference.bradley_terry import ELO
from brisca_sim.inference.cycles import Cycle
from brisca_sim.inference.rated_deals import Histogram, table_pairs
from brisca_sim.inference.ratings import Ratings, Settings, rate_blocks, rate_histograms

GRID = np.array([0, 0.25, 0.5, 0.75, 1])
STRENGTHS = np.array([0.0, 0.3, -0.2, 0.6])
NAMES = ("a", "b", "c", "d")
QUICK = Settings(resamples=200)


def expected(i: int, j: int) -> float:
    return float(1 / (1 + np.exp(STRENGTHS[j] - STRENGTHS[i])))


def histogram(*counts: int) -> Histogram:
    """Deals lost, drawn and won; or by quarters."""
    values = GRID if len(counts) == 5 else np.array([0, 0.5, 1])
    return Histogram(np.array(counts, dtype=np.int64), values)


def wins(first: int, second: int) -> Histogram:
    return histogram(second, 0, first)


def test_two_have_the_closed_form() -> None:
    found = rate_histograms(["a", "b"], {(0, 1): histogram(100, 50, 250)}, QUICK)
    share = 275 / 400
    elo = 400 * math.log10(share / (1 - share))
    assert found.ratings == pytest.approx([elo / 2, -elo / 2])
    assert found.scores[0, 1] == pytest.approx(share)
    # The slope of the log odds times the error of the share.
    error = ELO * math.sqrt((50 * 0.25 + 250) / 400 - share**2) / 20 / (share * (1 - share))
    interval = found.intervals[0]
    assert interval is not None
    assert (interval[1] - interval[0]) / 2 == pytest.approx(1.96 * error / 2, rel=0.25)
    anchored = rate_histograms(
        ["a", "b"], {(0, 1): histogram(100, 50, 250)}, Settings("b", 1000.0, resamples=50)
    )
    assert anchored.ratings == pytest.approx([1000 + elo, 1000])
    assert anchored.intervals[1] == (1000, 1000)
    assert not anchored.warnings


def test_expected_totals_are_met() -> None:
    """At the maximum everybody's total is what the ratings expect, in an incomplete tournament."""
    pairs = {(0, 1): wins(30, 20), (1, 2): wins(5, 45), (2, 3): wins(60, 21), (0, 3): wins(7, 8)}
    found = rate_histograms(NAMES, pairs, QUICK)
    theta = np.array(found.ratings) / ELO
    assert theta.mean() == pytest.approx(0, abs=1e-9)
    surplus = np.zeros(4)
    for (i, j), deals in pairs.items():
        number = deals.counts.sum()
        gain = deals.counts @ deals.values - number / (1 + math.exp(theta[j] - theta[i]))
        surplus[i] += gain
        surplus[j] -= gain
    assert surplus == pytest.approx(np.zeros(4), abs=1e-6)
    assert np.isnan(found.scores[0, 2])


def tournament(random: np.random.Generator, deals: int) -> dict[tuple[int, int], Histogram]:
    """Binomial quarters with the means of the true strengths."""
    drawn = {}
    for i in range(4):
        for j in range(i + 1, 4):
            quarters = random.binomial(4, expected(i, j), size=deals)
            drawn[i, j] = histogram(*np.bincount(quarters, minlength=5).tolist())
    return drawn


def held(found: Ratings, truth: NDArray[np.float64]) -> int:
    inside = 0
    for interval, true in zip(found.intervals, truth, strict=True):
        assert interval is not None
        inside += interval[0] <= true <= interval[1]
    return inside


def test_intervals_cover() -> None:
    """300 tournaments of known strengths: 95% intervals cover between 90% and 99%."""
    random = np.random.Generator(np.random.PCG64(1))
    truth = ELO * (STRENGTHS - STRENGTHS.mean())
    inside = sum(
        held(rate_histograms(NAMES, tournament(random, 120), QUICK), truth) for _ in range(300)
    )
    # Four ratings of one tournament are taken as a single observation: 0.95 with 4 errors of 0.0126.
    assert inside / 1200 == pytest.approx(0.95, abs=0.0504)


def blocks(
    random: np.random.Generator, number: int, size: int, shared: float
) -> tuple[list[tuple[int, int]], NDArray[np.float64], NDArray[np.int64]]:
    """Sums over blocks of deals in which some cards favour a over b and over c at once."""
    pairs = [(0, 1), (0, 2), (1, 2)]
    luck = shared * random.standard_normal((number, size))
    columns = []
    for i, j in pairs:
        mean = expected(i, j)
        pull = luck if i == 0 else 0.0
        share = mean + min(mean, 1 - mean) * np.tanh(pull + random.standard_normal((number, size)))
        columns.append(share.sum(axis=1))
    return pairs, np.stack(columns, axis=1), np.full(number, size, dtype=np.int64)


def test_intervals_from_blocks_cover_in_spite_of_shared_cards() -> None:
    random = np.random.Generator(np.random.PCG64(2))
    truth = ELO * (STRENGTHS[:3] - STRENGTHS[:3].mean())
    settings = Settings(resamples=200, confidence=0.9)
    inside = 0
    for _ in range(300):
        inside += held(rate_blocks(NAMES[:3], *blocks(random, 40, 5, 2.0), settings), truth)
    assert inside / 900 == pytest.approx(0.9, abs=4 * math.sqrt(0.09 / 300))


def test_blocks_keep_what_pairings_share() -> None:
    """Cards that favour a everywhere make a's rating less sure than its pairings alone tell."""
    random = np.random.Generator(np.random.PCG64(3))
    pairs, totals, deals = blocks(random, 400, 1, 2.0)
    together = rate_blocks(NAMES[:3], pairs, totals, deals)
    apart = np.stack([random.permutation(column) for column in totals.T], axis=1)
    alone = rate_blocks(NAMES[:3], pairs, apart, deals)
    assert together.ratings == pytest.approx(alone.ratings)
    widths = [found.intervals[0][1] - found.intervals[0][0] for found in (together, alone)]
    assert widths[0] > 1.15 * widths[1]


def test_blocks_and_histograms_have_the_same_ratings() -> None:
    random = np.random.Generator(np.random.PCG64(4))
    drawn = tournament(random, 50)
    totals = np.array([[h.counts @ h.values / 2 for h in drawn.values()]] * 2)
    one = rate_histograms(NAMES, drawn, QUICK)
    two = rate_blocks(NAMES, list(drawn), totals, np.array([25, 25]), QUICK)
    assert one.ratings == pytest.approx(two.ratings)
    assert one.scores == pytest.approx(two.scores)


def test_the_order_of_names_changes_nothing() -> None:
    drawn = tournament(np.random.Generator(np.random.PCG64(5)), 60)
    found = rate_histograms(NAMES, drawn, QUICK)
    order = [2, 0, 3, 1]
    turned = {}
    for a in range(4):
        for b in range(a + 1, 4):
            i, j = order[a], order[b]
            turned[a, b] = drawn[i, j] if i < j else drawn[j, i].turned()
    other = rate_histograms([NAMES[i] for i in order], turned, QUICK)
    assert other.ratings == pytest.approx([found.ratings[i] for i in order])
    assert np.array(other.intervals) == pytest.approx(np.array(found.intervals)[order])
    assert other.superiority == pytest.approx(found.superiority[np.ix_(order, order)])
    again = rate_histograms(NAMES, drawn, QUICK)
    assert again.intervals == found.intervals


def test_superiority() -> None:
    drawn = {(0, 1): wins(55, 45), (0, 2): wins(90, 10), (1, 2): wins(90, 10)}
    above = rate_histograms(NAMES[:3], drawn, Settings(resamples=2000)).superiority
    assert above + above.T == pytest.approx(np.ones((3, 3)))
    assert above[0, 2] == 1
    # a and b differ by 0.1 with an error of about 0.1 in a share: one deviation, 0.84.
    assert 0.7 < above[0, 1] < 0.95
    even = rate_histograms(NAMES[:2], {(0, 1): histogram(0, 10, 0)}, QUICK)
    assert even.superiority == pytest.approx(np.full((2, 2), 0.5))
    assert even.ratings == pytest.approx([0, 0])


def test_who_lost_nothing_is_infinitely_good() -> None:
    drawn = {(0, 1): wins(20, 0), (0, 2): wins(20, 0), (1, 2): wins(12, 8), (2, 3): wins(20, 0)}
    found = rate_histograms(NAMES, drawn, QUICK)
    assert found.ratings[0] == math.inf
    assert found.ratings[3] == -math.inf
    elo = 400 * math.log10(1.5)
    assert found.ratings[1:3] == pytest.approx([elo / 2, -elo / 2])
    assert found.intervals[0] == (math.inf, math.inf)
    assert found.superiority[0, 3] == 1
    assert len(found.warnings) == 2
    assert any("a lost nothing" in text for text in found.warnings)
    assert any("d won nothing" in text for text in found.warnings)
    assert not np.isnan(found.superiority).any()


def test_a_close_call_reaches_infinity_in_some_resamples() -> None:
    found = rate_histograms(NAMES[:2], {(0, 1): wins(49, 1)}, QUICK)
    assert found.ratings == pytest.approx([200 * math.log10(49), -200 * math.log10(49)])
    interval = found.intervals[1]
    assert interval is not None
    # A third of the resamples lack the one deal.
    assert interval[0] == -math.inf
    assert math.isfinite(interval[1])


def test_disconnected_results() -> None:
    drawn = {(0, 1): wins(12, 8), (2, 3): wins(8, 12)}
    found = rate_histograms(NAMES, drawn, QUICK)
    assert found.components == [["a", "b"], ["c", "d"]]
    assert any("do not connect everybody" in text and "c and d" in text for text in found.warnings)
    assert found.ratings[2:] == [None, None]
    assert found.intervals[2:] == [None, None]
    assert found.ratings[0] == pytest.approx(200 * math.log10(1.5))
    assert math.isnan(found.superiority[0, 2])
    anchored = rate_histograms(NAMES, drawn, Settings("d", resamples=50))
    assert anchored.ratings[:2] == [None, None]
    assert anchored.ratings[2] == pytest.approx(-400 * math.log10(1.5))


def test_connected_but_not_comparable() -> None:
    """Both a and b beat c without a loss: nothing says which of them is better."""
    drawn = {(0, 2): wins(9, 0), (1, 2): wins(9, 0)}
    found = rate_histograms(NAMES[:3], drawn, Settings("a", resamples=50))
    assert found.ratings == [0, None, -math.inf]
    assert any("do not rank b against a" in text for text in found.warnings)
    assert len(found.components) == 1


def test_extreme_shares_converge() -> None:
    drawn = {(0, 1): wins(10**9, 1), (1, 2): wins(1, 10**9), (0, 2): wins(1, 1)}
    found = rate_histograms(NAMES[:3], drawn, QUICK)
    assert found.ratings[0] == pytest.approx(found.ratings[2], abs=1e-3)
    assert found.ratings[0] - found.ratings[1] == pytest.approx(3600, abs=1)


def test_steps_do_not_run_away() -> None:
    """Long odds through one strategy and a single deal the other way: plain Newton steps fail."""
    drawn = {
        (0, 1): wins(0, 1000),
        (0, 2): wins(0, 100_000),
        (0, 3): wins(10, 1),
        (1, 2): wins(10_000, 0),
        (1, 3): wins(100_000, 1),
        (2, 3): wins(1, 0),
    }
    found = rate_histograms(NAMES, drawn, Settings(resamples=20))
    values = np.array(found.ratings, dtype=float)
    assert np.isfinite(values).all()
    assert not found.warnings
    # Almost only the two deals of d against the others hold them together: all totals are met.
    odds = 1 / (1 + np.exp((values[None, :] - values[:, None]) / ELO))
    for i in range(4):
        gained = sum(
            h.counts @ (h.values if i == a else 1 - h.values)
            for (a, b), h in drawn.items()
            if i in (a, b)
        )
        wanted = sum(
            h.counts.sum() * odds[i, b if i == a else a]
            for (a, b), h in drawn.items()
            if i in (a, b)
        )
        assert gained == pytest.approx(wanted, abs=1e-4)


def test_cycles() -> None:
    drawn = {(0, 1): wins(80, 20), (1, 2): wins(80, 20), (0, 2): wins(20, 80)}
    found = rate_histograms(NAMES[:3], drawn, QUICK)
    assert found.cycles == [Cycle(("a", "b", "c"), 1.0)]
    assert found.ratings == pytest.approx([0, 0, 0], abs=1e-6)
    # A winner by a single deal: each of three holds in a little over half of the resamples.
    close = {(0, 1): wins(50, 51), (1, 2): wins(50, 51), (0, 2): wins(51, 50)}
    (cycle,) = rate_histograms(NAMES[:3], close, Settings(resamples=4000)).cycles
    assert cycle.names == ("a", "c", "b")
    assert cycle.share == pytest.approx(0.54**3, abs=4 * math.sqrt(0.16 * 0.84 / 4000) + 0.01)
    straight = rate_histograms(NAMES[:3], drawn | {(0, 2): wins(80, 20)}, QUICK)
    assert straight.cycles == []
    even = rate_histograms(NAMES[:3], drawn | {(0, 2): wins(50, 50)}, QUICK)
    assert even.cycles == []


def test_longer_cycles() -> None:
    drawn = {(0, 1): wins(9, 1), (1, 2): wins(9, 1), (2, 3): wins(9, 1), (0, 3): wins(1, 9)}
    assert rate_histograms(NAMES, drawn, QUICK).cycles == []
    (cycle,) = rate_histograms(NAMES, drawn, Settings(resamples=50, longest_cycle=4)).cycles
    assert cycle.names == ("a", "b", "c", "d")
    assert cycle.share > 0.9


def test_tables_of_three() -> None:
    """Shares of 0.5, 0.3 and 0.2 of the score compare as 0.6, 0.65 and 0.55."""
    sums = np.tile(np.array([[[5.0, 3.0, 2.0]]]), (3, 1, 1))
    deals = np.full(3, 10)
    pairs, totals, played = table_pairs([(0, 1, 2)], sums, deals)
    assert pairs == [(0, 1), (0, 2), (1, 2)]
    found = rate_blocks(NAMES[:3], pairs, totals, played, QUICK)
    assert found.scores[0] == pytest.approx([0.5, 0.6, 0.65])
    assert found.scores[1, 2] == pytest.approx(0.55)
    # One strategy twice: two comparisons with the third, none with itself.
    pairs, totals, played = table_pairs([(0, 1, 0)], sums, deals)
    assert pairs == [(0, 1), (1, 0)]
    doubled = rate_blocks(NAMES[:2], pairs, totals, played, QUICK)
    assert doubled.scores[0, 1] == pytest.approx((0.6 + 0.45) / 2)
    # At a table of two it is the share itself.
    two = np.tile(np.array([[[7.0, 3.0]]]), (3, 1, 1))
    assert table_pairs([(0, 1)], two, deals)[1][:, 0] == pytest.approx([7, 7, 7])


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=6, max_size=6),
    st.floats(-1000, 1000),
)
def test_any_results_rate_or_say_why_not(counts: list[list[int]], value: float) -> None:
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    drawn = {pair: histogram(*row) for pair, row in zip(pairs, counts, strict=True)}
    found = rate_histograms(NAMES, drawn, Settings(None, value, resamples=20))
    finite = [r for r in found.ratings if r is not None and math.isfinite(r)]
    assert finite
    assert np.mean(finite) == pytest.approx(value, abs=1e-6)
    assert bool(found.warnings) == (len(finite) < 4)
    for rating, interval in zip(found.ratings, found.intervals, strict=True):
        assert (rating is None) == (interval is None)
        assert interval is None or interval[0] <= interval[1]
    known = ~np.isnan(found.superiority)
    assert (found.superiority + found.superiority.T)[known] == pytest.approx(1.0)
    turned = {pair: deals.turned() for pair, deals in drawn.items()}
    mirrored = rate_histograms(NAMES, turned, Settings(None, -value, resamples=20))
    for one, other in zip(found.ratings, mirrored.ratings, strict=True):
        assert one is other is None or one == pytest.approx(-other, abs=1e-5)


def test_refusals() -> None:
    one = {(0, 1): wins(3, 2)}
    sums, deals = np.ones((3, 1)), np.array([2, 2, 2])
    for call, words in (
        (lambda: rate_histograms(["a"], {}), "at least two"),
        (lambda: rate_histograms(["a", "a"], one), "twice"),
        (lambda: rate_histograms(["a", "b"], one, Settings("x")), "anchor 'x' is not in the field"),
        (lambda: rate_histograms(["a", "b"], one, Settings("a", math.inf)), "finite"),
        (lambda: rate_histograms(["a", "b"], one, Settings(confidence=95)), "confidence 95"),
        (lambda: rate_histograms(["a", "b"], one, Settings(resamples=1)), "resamples = 1"),
        (lambda: rate_histograms(["a", "b"], {(1, 0): wins(1, 1)}), "the lower first"),
        (lambda: rate_histograms(["a", "b"], {(0, 1): histogram(-1, 0, 2)}), "negative"),
        (lambda: rate_blocks(["a", "b"], [(0, 0)], sums, deals), "two different"),
        (lambda: rate_blocks(["a", "b"], [(0, 1)], sums[:1], deals[:1]), "at least two blocks"),
        (lambda: rate_blocks(["a", "b"], [(0, 1)], 3 * sums, deals), "between 0 and"),
        (lambda: rate_blocks(["a", "b"], [(0, 1)], sums, deals[:2]), "number of deals"),
        (lambda: table_pairs([(0, 0)], np.ones((3, 1, 2)), deals), "two different"),
    ):
        with pytest.raises(BriscaError, match=words) as caught:
            call()
        assert "\n" not in str(caught.value)
