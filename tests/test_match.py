"""Matches: closed forms, exact answers against simulation, and every format of the rules."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError
from brisca_sim.inference.match import (
    NOBODY,
    Format,
    Hands,
    Odds,
    fair_hands,
    match_bands,
    match_odds,
    parse_format,
    wilson,
)
from brisca_sim.rules import Rules

FORMATS = (
    "hands:4",
    "hands:5",
    "points:500",
    "points:90",
    "best_of:1",
    "best_of:3",
    "best_of:5",
    "first_to:4",
    "time:22",
)


def coin(*rows: tuple[float, float]) -> Hands:
    """Hands by the probabilities that side 0 and side 1 win, for each mano."""
    wins = np.array(rows)
    return Hands.of_wins(wins, 1 - wins.sum(axis=1))


def by_points(shift: float = 2.0, rotations: int = 2, negra: bool = False) -> Hands:
    """A bell of points that favours side 0, and side 0 more in later places of the mano."""
    points = np.arange(121)
    table = np.zeros((rotations, 5, 121))
    for row in range(rotations):
        bell = np.exp(-0.5 * ((points - 60 - shift - 3 * row) / 22) ** 2)
        bell[[1, 119]] = 0
        bell /= bell.sum()
        table[row, 0, 61:], table[row, 1, :60], table[row, 2, 60] = bell[61:], bell[:60], bell[60]
    if negra:
        table *= 0.95
        table[:, 3, 70] += 0.03
        table[:, 4, 20] += 0.02
    return Hands.of_points(table)


def cut_short() -> Hands:
    """Some hands end early, so the points of both sides do not add up."""
    table = np.zeros((2, 5, 121, 121))
    points = np.arange(121)
    table[:, 0, points[61:], 120 - points[61:]] = 0.5 / 60
    table[:, 1, points[:60], 120 - points[:60]] = 0.3 / 60
    table[0, 2, 60, 60] += 0.1
    table[1, 1, 50, 70] += 0.1
    table[:, 0, 20, 10] += 0.06
    table[:, 1, 0, 0] += 0.03
    table[:, 4, 11, 11] += 0.01
    return Hands.of_points(table)


def three_sides() -> Hands:
    points = np.array([[a, b, 120 - a - b] for a in range(0, 121, 8) for b in range(0, 121 - a, 8)])
    best = points == points.max(axis=1, keepdims=True)
    winners = np.where(best.sum(axis=1) == 1, points.argmax(axis=1), NOBODY)
    weights = np.random.Generator(np.random.PCG64(5)).random((3, len(points)))
    ends = (np.arange(len(points)) % 31 == 5) & (winners != NOBODY)
    weights /= weights.sum(axis=1, keepdims=True)
    return Hands.of_classes(weights, winners, points, 3, ends)


def padded(lengths: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    return np.pad(lengths, (0, size - len(lengths)))


def assert_agree(exact: Odds, drawn: Odds) -> None:
    """Every probability within 4.5 standard errors of the simulation."""
    assert exact.exact
    assert not drawn.exact
    size = max(len(exact.lengths), len(drawn.lengths))
    true = np.concatenate((exact.win, [exact.draw], padded(exact.lengths, size)))
    seen = np.concatenate((drawn.win, [drawn.draw], padded(drawn.lengths, size)))
    # A rare event may be counted once by chance, so no error is below one match.
    error = np.sqrt(true * (1 - true) / drawn.matches) + 1 / drawn.matches
    assert (np.abs(true - seen) <= 4.5 * error).all()
    assert exact.score == pytest.approx(drawn.score, abs=4.5 * 0.5 / math.sqrt(drawn.matches))


@pytest.mark.parametrize("p", [0.0, 0.2, 0.5, 0.7, 1.0])
def test_closed_forms(p: float) -> None:
    hands = coin((p, 1 - p))
    three = match_odds(hands, parse_format("best_of:3"))
    assert three.win[0] == pytest.approx(p**2 * (3 - 2 * p))
    assert three.lengths == pytest.approx(
        [0, 0, p**2 + (1 - p) ** 2, 2 * p * (1 - p)][: len(three.lengths)]
    )
    assert three.draw == 0
    q = 1 - p
    assert match_odds(hands, parse_format("best_of:5")).win[0] == pytest.approx(
        p**3 * (1 + 3 * q + 6 * q**2)
    )
    two = match_odds(hands, parse_format("hands:2", hands_count="wins"))
    assert (two.win[0], two.draw) == pytest.approx((p**2, 2 * p * q))
    first = match_odds(hands, parse_format("first_to:4"))
    assert first.win[0] == pytest.approx(
        sum(math.comb(3 + k, k) * p**4 * q**k for k in range(4)), abs=1e-12
    )


def test_draws_take_up_rounds_and_give_nobody_a_hand() -> None:
    hands = coin((0.5, 0.3))
    odds = match_odds(hands, parse_format("best_of:3"))
    wanted, lengths = {0: 0.0, 1: 0.0, NOBODY: 0.0}, [0.0] * 4
    for rounds in product((0, 1, NOBODY), repeat=3):
        mass = math.prod({0: 0.5, 1: 0.3, NOBODY: 0.2}[r] for r in rounds)
        leads = np.cumsum([{0: 1, 1: -1, NOBODY: 0}[r] for r in rounds])
        length = next(n for n in (1, 2, 3) if abs(leads[n - 1]) > 3 - n or n == 3)
        lengths[length] += mass
        lead = leads[length - 1]
        wanted[0 if lead > 0 else 1 if lead < 0 else NOBODY] += mass
    assert odds.win == pytest.approx([wanted[0], wanted[1]])
    assert odds.draw == pytest.approx(wanted[NOBODY])
    assert odds.lengths == pytest.approx(lengths)
    assert odds.score == pytest.approx([odds.win[0] + odds.draw / 2, odds.win[1] + odds.draw / 2])
    single = match_odds(hands, parse_format("best_of:1"))
    assert (*single.win, single.draw) == pytest.approx((0.5, 0.3, 0.2))
    again = match_odds(hands, parse_format("best_of:1", tie="replay"))
    assert (*again.win, again.draw) == pytest.approx((0.625, 0.375, 0))


def test_the_deal_rotates() -> None:
    """The mano always wins: what the first hand decides, the second takes back."""
    hands = coin((1, 0), (0, 1))
    wins = parse_format("hands:2", hands_count="wins")
    assert match_odds(hands, wins).draw == pytest.approx(1)
    three = parse_format("best_of:3")
    assert match_odds(hands, three, first=0).win == pytest.approx([1, 0])
    assert match_odds(hands, three, first=1).win == pytest.approx([0, 1])
    assert match_odds(hands, three).win == pytest.approx([0.5, 0.5])
    assert match_odds(hands, three).lengths[3] == pytest.approx(1)


def test_a_race_for_points() -> None:
    """Hands of 80 to 40: the first with 100 after two hands, level after them plays on."""
    table = np.zeros((1, 3, 121))
    table[0, 0, 80] = table[0, 1, 40] = 0.5
    odds = match_odds(Hands.of_points(table), parse_format("points:100"))
    # 160:80 at once, or 120:120 and the next hand decides.
    assert odds.lengths == pytest.approx([0, 0, 0.5, 0.5])
    assert odds.win == pytest.approx([0.5, 0.5])
    # Hands of 40 to 80 and 100 to 20: 140 to 100 passes the mark on both sides in one hand.
    table[0, 0, 80], table[0, 0, 100] = 0.0, 0.5
    hands = Hands.of_points(table)
    odds = match_odds(hands, parse_format("points:100"))
    assert odds.win == pytest.approx([0.75, 0.25])
    assert odds.lengths == pytest.approx([0, 0.5, 0.5])
    fewest = match_odds(hands, parse_format("points:100", objective="fewest"))
    assert fewest.win == pytest.approx([0.25, 0.75])


def test_mano_negra_wins_the_match() -> None:
    ends = np.array([False, False, True])
    hands = Hands.of_classes(
        np.array([[0.6, 0.3, 0.1]]), np.array([0, 1, 1], dtype=np.int64), None, 2, ends
    )
    odds = match_odds(hands, parse_format("best_of:3"))
    assert odds.win[0] == pytest.approx(0.6**2 + 2 * 0.6**2 * 0.3)
    assert odds.lengths[1] == pytest.approx(0.1)
    three = match_odds(hands, parse_format("hands:3", hands_count="wins"))
    assert three.win[0] == pytest.approx(0.6**3 + 3 * 0.6**2 * 0.3)
    assert three.lengths == pytest.approx([0, 0.1, 0.09, 0.81])


def test_time() -> None:
    """Hands that end in time, and ties that are dealt again take some of it."""
    assert parse_format("time:22").slots == 4
    # 7 / 0.07 is less than 100 in binary fractions.
    assert parse_format("time:7", hand_minutes=0.07).slots == 100
    hands = by_points()
    assert match_odds(hands, parse_format("time:22")).win == pytest.approx(
        match_odds(hands, parse_format("hands:4")).win
    )
    table = np.zeros((1, 3, 121))
    table[0, 0, 70], table[0, 1, 50], table[0, 2, 60] = 0.3, 0.2, 0.5
    odds = match_odds(Hands.of_points(table), parse_format("time:10", tie="replay"))
    assert odds.lengths == pytest.approx([0.25, 0.5, 0.25])
    assert odds.draw == pytest.approx(0.25 + 2 * 0.3 * 0.2)
    assert odds.win[0] == pytest.approx(0.5 * 0.6 + 0.3**2)


@pytest.mark.parametrize("text", FORMATS)
@pytest.mark.parametrize("tie", ["draw", "replay"])
def test_exact_and_simulated_agree(text: str, tie: str) -> None:
    for hands, count, objective in (
        (by_points(), "points", "most"),
        (by_points(negra=True), "wins", "most"),
        (by_points(rotations=4, negra=True), "points", "fewest"),
    ):
        how = parse_format(text, count, 5.0, tie, objective)
        exact = match_odds(hands, how, method="exact")
        assert_agree(exact, match_odds(hands, how, method="simulate", seed=3))


@pytest.mark.parametrize("text", ["hands:4", "points:150", "first_to:3", "time:22"])
def test_hands_cut_short_agree(text: str) -> None:
    for tie, objective in (("draw", "most"), ("replay", "fewest")):
        how = parse_format(text, tie=tie, objective=objective)
        exact = match_odds(cut_short(), how, method="exact")
        assert_agree(exact, match_odds(cut_short(), how, method="simulate", seed=4))


@pytest.mark.parametrize("text", ["hands:4", "best_of:5", "first_to:3", "time:22"])
def test_three_sides_agree(text: str) -> None:
    hands = three_sides()
    for tie, count in (("draw", "points"), ("replay", "wins")):
        how = parse_format(text, count, tie=tie)
        assert_agree(match_odds(hands, how), match_odds(hands, how, method="simulate", seed=5))


def test_three_sides_race_for_points() -> None:
    odds = match_odds(three_sides(), parse_format("points:500"))
    assert not odds.exact
    assert odds.win_intervals is not None
    for share, (low, high) in zip(odds.win, odds.win_intervals, strict=True):
        assert low < share < high
        assert high - low < 0.02
    assert odds.score.sum() == pytest.approx(1)
    with pytest.raises(BriscaError, match="too long for an exact answer"):
        match_odds(three_sides(), parse_format("points:500"), method="exact")


def test_both_ways_to_race_for_points_agree() -> None:
    """The sums of two totals and of one give the same where both can be used."""
    table = np.zeros((2, 3, 121))
    table[:, 0, 61:], table[:, 1, :60], table[0, 2, 60], table[1, 0, 120] = (
        0.6 / 60,
        0.3 / 60,
        0.1,
        0.11,
    )
    wide = np.zeros((2, 3, 121, 121))
    wide[:, :, np.arange(121), 120 - np.arange(121)] = table
    # A result that never counts forces the way of two totals.
    wide[:, 0, 3, 3] = 1e-13
    how = parse_format("points:300")
    one, two = (match_odds(Hands.of_points(t), how, method="exact") for t in (table, wide))
    assert one.win == pytest.approx(two.win, abs=1e-10)
    assert one.mean_length == pytest.approx(two.mean_length, abs=1e-8)


probability = st.floats(0.05, 0.9)


@given(
    st.lists(st.tuples(probability, probability, st.floats(0.01, 0.9)), min_size=1, max_size=4),
    st.sampled_from(["hands:3", "best_of:3", "best_of:5", "first_to:2"]),
    st.sampled_from(["draw", "replay"]),
)
def test_a_mirrored_match_comes_out_mirrored(
    rows: list[tuple[float, float, float]], text: str, tie: str
) -> None:
    table = np.array(rows) / np.sum(rows, axis=1, keepdims=True)
    how = parse_format(text, "wins", tie=tie)
    odds = match_odds(Hands.of_wins(table[:, :2], table[:, 2]), how)
    mirrored = match_odds(Hands.of_wins(table[:, 1::-1], table[:, 2]), how)
    assert odds.win == pytest.approx(mirrored.win[::-1])
    assert odds.lengths == pytest.approx(mirrored.lengths)
    assert odds.win.sum() + odds.draw == pytest.approx(1)
    assert odds.score.sum() == pytest.approx(1)
    assert odds.lengths.sum() == pytest.approx(1)


def test_an_even_match_is_even() -> None:
    table = np.zeros((2, 3, 121))
    table[0, 0, 70], table[0, 1, 30] = 0.4, 0.6
    table[1, 1, 50], table[1, 0, 90] = 0.4, 0.6
    for text in FORMATS:
        assert match_odds(Hands.of_points(table), parse_format(text)).score == pytest.approx(
            [0.5, 0.5]
        )


def test_points_tell_the_winner() -> None:
    table = np.zeros((2, 121), dtype=np.int64)
    table[:, 75], table[:, 40], table[0, 60], table[1, 120] = 3, 4, 3, 3
    hands = Hands.of_histograms(table)
    assert hands.by_winner(False) == pytest.approx(np.array([[0.3, 0.4], [0.6, 0.4]]))
    assert hands.counts is not None
    assert hands.counts.sum(axis=1).tolist() == [10, 10]
    assert hands.points is not None
    assert hands.points[:, 1].tolist() == [80, 60, 45, 0]
    fewest = Hands.of_histograms(table, fewest=True)
    assert fewest.by_winner(False) == pytest.approx(np.array([[0.4, 0.3], [0.4, 0.6]]))
    odds = match_odds(hands, parse_format("hands:2"))
    # With 60 and then 75, say, side 0 has 135 of 240.
    assert odds.win[0] == pytest.approx(0.3 * 0.6 + 0.3 * 0.6 + 0.4 * 0.3)


def test_fair_hands() -> None:
    """With hands counted, an even number gains nothing over the odd one before it."""
    hands, wins = coin((0.6, 0.4)), Format("hands", 1, by_wins=True)

    def score(number: int) -> float:
        return sum(
            math.comb(number, k) * 0.6**k * 0.4 ** (number - k) * (0.5 if 2 * k == number else 1)
            for k in range((number + 1) // 2, number + 1)
        )

    wanted = next(n for n in range(1, 200) if score(n) >= 0.8)
    fair = fair_hands(hands, 0.8, wins)
    assert (fair.side, fair.hands) == (0, wanted)
    assert wanted % 2 == 1
    assert fair.score == pytest.approx(score(wanted))
    assert fair_hands(coin((0.4, 0.6)), 0.8, wins).side == 1
    assert fair_hands(coin((0.3, 0.3)), 0.8, wins) == type(fair)(None, None, 0.5)


def test_fair_hands_of_a_small_difference() -> None:
    hands, wins = coin((0.57, 0.43), (0.47, 0.53)), Format("hands", 1, by_wins=True)
    fair = fair_hands(hands, 0.9, wins)
    assert fair.hands is not None

    def score(number: int) -> float:
        return float(match_odds(hands, parse_format(f"hands:{number}", "wins")).score[0])

    # Normal approximation: 1.2816 deviations of 0.4975 over a mean lead of 0.02.
    assert fair.hands == pytest.approx((1.2816 * 0.4975 / 0.02) ** 2, rel=0.02)
    assert score(fair.hands) >= 0.9
    assert all(score(fair.hands - back) < 0.9 for back in (1, 2, 3))
    short = fair_hands(hands, 0.9, wins, most=100)
    assert short.hands is None
    assert short.score == pytest.approx(score(100))


def test_bands_cover() -> None:
    """In 120 runs of 400 hands each way the band holds the truth as often as it says."""
    truth = np.array([[220, 140, 40], [180, 190, 30]]) / 400
    how = parse_format("best_of:3")
    true = match_odds(Hands.of_wins(truth[:, :2], truth[:, 2]), how, first=0).win[0]
    random = np.random.Generator(np.random.PCG64(8))
    held = 0
    for run in range(120):
        counts = np.stack([random.multinomial(400, row) for row in truth])
        hands = Hands.of_wins(counts[:, :2], counts[:, 2])
        low, high = match_bands(hands, how, 0, resamples=40, seed=run, confidence=0.9).win[0]
        held += low <= true <= high
    assert held / 120 == pytest.approx(0.9, abs=4 * math.sqrt(0.09 / 120))


def test_bands_of_a_simulated_match() -> None:
    hands = three_sides()
    counts = np.round(hands.probabilities * 100_000).astype(np.int64)
    counted = Hands.of_classes(counts, hands.winners, hands.points, 3, hands.ends)
    how = parse_format("points:150")
    bands = match_bands(counted, how, resamples=40, matches=2000)
    odds = match_odds(counted, how)
    for share, (low, high) in zip(odds.win, bands.win, strict=True):
        assert low - 0.01 < share < high + 0.01
        # A single resample of 2000 matches has a deviation of 0.011 of its own.
        assert high - low < 4 * 0.011
    assert match_bands(counted, how, resamples=40, matches=2000) == bands


BROKEN = (
    " best_of best_of:2 best_of:7 hands:0 hands:-1 hands:1.5 points:1e3 first_to:"
    " time:9999999 first_to:٣ Best_of:3 sets:3"
)


@pytest.mark.parametrize("text", [*BROKEN.split(" "), "hands:3 ", "hands:3\n"])
def test_no_format(text: str) -> None:
    with pytest.raises(BriscaError) as caught:
        parse_format(text)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=12))
def test_any_text_is_a_format_or_one_line(text: str) -> None:
    try:
        how = parse_format(text)
    except BriscaError as error:
        assert "\n" not in str(error)
    else:
        assert f"{how.kind}:{how.number}" == text


@given(st.sampled_from(["hands", "points", "first_to"]), st.integers(1, 10**6))
def test_formats_are_read(kind: str, number: int) -> None:
    how = parse_format(f"{kind}:{number}")
    assert (how.kind, how.number, how.by_wins, how.fewest, how.redeal) == (
        kind,
        number,
        *[False] * 3,
    )


def test_format_of_rules() -> None:
    rules = Rules(match="hands:7", hands_count="wins", tie="replay", objective="fewest")
    assert Format.of_rules(rules) == Format("hands", 7, True, True, True)
    assert Format.of_rules(Rules(match="time:30", hand_minutes=4.0)).slots == 7


def test_refusals() -> None:
    hands = coin((0.6, 0.4))
    drawn = coin((0.0, 0.0))
    for call, words in (
        (lambda: parse_format("time:4"), "not one hand"),
        (lambda: parse_format("time:4", hand_minutes=math.nan), "hand_minutes"),
        (lambda: match_odds(hands, parse_format("points:500")), "needs the points"),
        (lambda: match_odds(drawn, parse_format("first_to:2")), "never ends"),
        (lambda: match_odds(drawn, parse_format("best_of:3", tie="replay")), "never ends"),
        (lambda: match_odds(hands, parse_format("best_of:3"), first=1), "first hand"),
        (lambda: match_odds(hands, parse_format("best_of:3"), method="guess"), "'guess'"),
        (lambda: match_odds(hands, parse_format("first_to:900000")), "takes about"),
        (lambda: match_bands(hands, parse_format("best_of:3")), "counts"),
        (lambda: fair_hands(hands, 0.5), "above 0.5"),
        (lambda: fair_hands(three_sides()), "two sides"),
        (lambda: coin((0.6, 0.6)), "not negative|not be negative"),
        (lambda: Hands.of_wins(np.zeros((1, 2), np.int64), np.zeros(1, np.int64)), "every place"),
        (lambda: Hands.of_points(np.ones((2, 4, 121))), "3 or 5 outcomes"),
    ):
        with pytest.raises(BriscaError, match=words) as caught:
            call()
        assert "\n" not in str(caught.value)


def test_wilson() -> None:
    from scipy.stats import binomtest

    for successes, number in ((0, 10), (3, 10), (10, 10), (617, 1000)):
        wanted = binomtest(successes, number).proportion_ci(0.9, method="wilson")
        assert wilson(successes, number, 0.9) == pytest.approx((wanted.low, wanted.high))
