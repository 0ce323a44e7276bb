"""Blocks, interruption, failures, the documents made of counts, and the Python interface."""

from __future__ import annotations

import json
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brisca_sim
from brisca_sim import BriscaError, Rules, load_strategy, replay, simulate, simulation
from brisca_sim.counts import Counts
from brisca_sim.errors import StrategyError
from brisca_sim.kernel import layout as o
from brisca_sim.records.judge import judge
from brisca_sim.results import run_document
from brisca_sim.simulation import play_deals
from brisca_sim.table import seat_down

HERE = Path(__file__).parent / "strategies"
PAIR = ["ahorradora", "codiciosa"]


def test_an_interruption_keeps_the_deals_without_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seat_down(PAIR)
    calls = 0
    real = simulation.wait

    def wait_then_stop(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 4:
            signal.raise_signal(signal.SIGINT)
        return real(*args, **kwargs)

    monkeypatch.setattr(simulation, "wait", wait_then_stop)
    outcome = play_deals(table, 10**9, threads=3)
    assert not outcome.complete
    assert not outcome.hung
    assert 0 < outcome.counts.deals < 10**6
    monkeypatch.undo()
    again = play_deals(table, outcome.counts.deals, threads=1)
    assert again.complete
    assert again.counts.digest({}) == outcome.counts.digest({})
    assert run_document(table, outcome, "x")["complete"] is False


def test_progress_is_told_and_ends_at_the_end() -> None:
    told: list[tuple[int, int]] = []
    play_deals(
        seat_down(PAIR), 5000, threads=2, progress=lambda done, todo: told.append((done, todo))
    )
    assert told[-1] == (5000, 5000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 60), st.integers(1, 25), st.integers(1, 4))
def test_any_block_size_and_threads(deals: int, size: int, threads: int) -> None:
    table = seat_down(PAIR)
    counts = play_deals(table, deals, threads=threads, block_size=size).counts
    assert counts.deals == deals
    assert counts.digest({}) == play_deals(table, deals, threads=1).counts.digest({})


def write(folder: Path, name: str, body: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(
        f'"""A test script.\n\nSource: none.\n"""\n\nfrom brisca_sim.vocabulary import *\n\n\n{body}',
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("threads", [1, 4])
def test_the_first_illegal_choice_is_named_whatever_the_threads(
    tmp_path: Path, threads: int
) -> None:
    script = write(
        tmp_path,
        "tramposa",
        "def play(obs):\n    if tricks_played(obs) == 3 and upcard(obs) == 43:\n"
        "        return upcard(obs)\n    return hand_card(obs, 0)\n",
    )
    with pytest.raises(StrategyError) as found:
        play_deals(seat_down([script, "baja"]), 5000, threads=threads, block_size=50)
    text = str(found.value)
    assert "chose Ae, which is not in its hand" in text
    assert "tramposa in seat 0 of deal" in text
    # The smallest deal is the same for every number of threads.
    assert text == first_failure(script)


def first_failure(script: Path) -> str:
    with pytest.raises(StrategyError) as found:
        play_deals(seat_down([script, "baja"]), 5000, threads=1, block_size=1)
    return str(found.value)


def test_an_exception_in_a_script_reaches_the_user(tmp_path: Path) -> None:
    script = write(
        tmp_path,
        "lanza",
        "def play(obs):\n    if stock_empty(obs):\n        raise ValueError('no idea')\n"
        "    return hand_card(obs, 0)\n",
    )
    with pytest.raises(
        StrategyError, match="lanza in seat 0 of deal 0, seating 0, raised ValueError: no idea;"
    ):
        play_deals(seat_down([script, "baja"]), 10)


def test_a_block_can_be_stopped_from_another_thread() -> None:
    table = seat_down(PAIR)
    stop = np.zeros(1, dtype=np.int64)
    threading.Timer(0.2, stop.fill, (1,)).start()
    block = simulation.play_one_block(table, 0, 10**9, stop)
    assert 0 < block.counts.deals < 10**9
    assert int(block.counts.hand_points.sum()) == block.counts.deals * 4


def test_counts_add_up() -> None:
    table = seat_down(PAIR)
    first = play_deals(table, 30).counts
    whole = Counts.empty(2, 2)
    whole.add(first)
    whole.add(play_deals(table, 70, first=30).counts)
    assert whole.digest({"a": 1}) == play_deals(table, 100).counts.digest({"a": 1})
    assert whole.digest({"a": 1}) != whole.digest({"a": 2})
    assert set(whole.arrays()) == {
        "deals",
        "hand_points",
        "hand_scores",
        "deal_scores",
        "deal_points",
        "measures",
        "stages",
    }


LINEUPS: list[tuple[list[str], dict[str, Any]]] = [
    (PAIR, {}),
    (["ahorradora", "codiciosa", "alta"], {"players": 3}),
    (PAIR, {"players": 4}),
    (["ahorradora", "alta", "codiciosa", "baja"], {"players": 4}),
    (["ahorradora", "alta", "codiciosa", "baja"], {"players": 4, "teams": "individual"}),
    (PAIR, {"players": 6}),
    (PAIR, {"mano_negra": "hand"}),
]


@pytest.mark.parametrize(("lineup", "options"), LINEUPS)
def test_the_document_agrees_with_the_counts(lineup: list[str], options: dict[str, Any]) -> None:
    run = simulate(lineup, Rules(**options), deals=2000)
    doc, counts = run.document, run.counts
    assert json.loads(json.dumps(doc)) == doc
    assert doc["hands"] == 2000 * doc["seatings"]
    assert sum(side["score"] for side in doc["sides"]) == pytest.approx(1)
    for side in doc["sides"]:
        assert side["win"] + side["draw"] + side["loss"] == pytest.approx(1)
        histogram = np.array(side["points_histogram"])
        assert histogram.sum() == doc["hands"]
        assert histogram @ np.arange(121) / doc["hands"] == pytest.approx(side["points_mean"])
        values = np.repeat(np.arange(121), histogram)
        assert values.std() == pytest.approx(side["points_sd"])
        for name in ("score", "win", "draw", "loss"):
            low, high = side[f"{name}_ci"]
            assert 0 <= low <= side[name] <= high <= 1
        assert side["points_ci"][0] < side["points_mean"] < side["points_ci"][1]
    assert sum(seat["points_mean"] for seat in doc["seats"]) == pytest.approx(
        sum(side["points_mean"] for side in doc["sides"])
    )
    pairs = doc["pairs"]
    assert sum(pairs["score_counts"]) == 2000
    steps = np.arange(len(pairs["score_counts"])) * pairs["score_step"]
    mean = pairs["score_counts"] @ steps / doc["hands"]
    assert mean == pytest.approx(doc["sides"][0]["score"])
    assert doc["events"]["swaps"] == int(counts.measures[0, o.M_SWAPS])
    assert len(doc["digest"]) == 64


def test_the_interval_of_a_score_is_that_of_the_deals() -> None:
    """Worked out once more from single hands: mean and error over deals."""
    table = seat_down(PAIR)
    totals = []
    for deal in range(400):
        hands = list(brisca_sim.trace.hand_records(table, deal))
        total = 0.0
        for seating, hand in enumerate(hands):
            winner = hand["result"]["winner"]
            total += 0.5 if winner is None else float(winner == seating)
        totals.append(total / 2)
    doc = simulate(PAIR, deals=400).document
    score, (low, high) = doc["sides"][0]["score"], doc["sides"][0]["score_ci"]
    assert score == pytest.approx(np.mean(totals))
    error = np.std(totals, ddof=1) / 20
    assert (high - low) / 2 == pytest.approx(1.966 * error, rel=0.03)


def test_pairing_gains_what_it_should() -> None:
    """Variance of a deal's mean against independent hands, within 4 errors of the house's figures."""
    wanted = {2: (1.25, 1.6), 3: (1.15, 1.5), 4: (1.15, 1.45)}
    for players, (score, points) in wanted.items():
        lineup = ["ahorradora", *["codiciosa"] * (1 if players != 3 else 2)]
        found = simulate(lineup, Rules(players=players), deals=40_000).document
        gain = found["pairs"]["variance_reduction"]
        assert gain["score_ci"][0] > score
        assert gain["points_ci"][0] > points


def test_a_mirror_is_exact_and_says_so() -> None:
    doc = simulate(["ciegas", "ciegas"], deals=50).document
    for side in doc["sides"]:
        assert side["exact"] == ["score", "points_mean"]
        assert side["score_ci"] == [0.5, 0.5]
        assert side["points_ci"] == [60, 60]
    doc = simulate(["ahorradora", "ahorradora:theta=4"], deals=50).document
    assert doc["sides"][0]["exact"] == []
    assert doc["lineup"] == ["ahorradora", "ahorradora:theta=4"]


def test_frames() -> None:
    run = simulate(PAIR, Rules(players=4), deals=300)
    assert list(run.sides["name"]) == PAIR
    assert len(run.seats) == 4
    assert run.histogram.shape[0] == 121
    assert run.histogram["ahorradora"].sum() == 600
    assert int(run.pairs.iloc[:, 1].sum()) == 300


def test_save(tmp_path: Path) -> None:
    run = simulate(PAIR, deals=300)
    names = {path.name for path in run.save(tmp_path / "deep" / "folder")}
    assert names >= {"run.json", "counts.npz", "win_rate.png", "points.png"}
    with np.load(tmp_path / "deep" / "folder" / "counts.npz") as saved:
        for name, array in run.counts.arrays().items():
            assert (saved[name] == array).all()


def test_replays_are_legal_and_agree_with_the_counts() -> None:
    for lineup, options in LINEUPS:
        rules = Rules(**options)
        points = np.zeros(rules.sides)
        run = simulate(lineup, rules, deals=40)
        for number, hand in enumerate(replay(lineup, rules, count=40)):
            verdict = judge(hand)
            assert verdict.legal, verdict.why
            seating = number % run.document["seatings"]
            for side in range(rules.sides):
                owner = (side + seating) % rules.sides
                points[owner] += hand["result"]["side_points"][side]
        means = [side["points_mean"] for side in run.document["sides"]]
        assert points / run.document["hands"] == pytest.approx(means)


SPEAKS = """
def play(obs):
    return cheapest(obs)


def sign(obs):
    chosen = random_below(obs, 9)
    return chosen if sign_is_true(obs, chosen) else NO_SIGN
"""


def test_signs_that_nobody_reads_change_no_card(tmp_path: Path) -> None:
    """Not by the cards, nor by the random numbers, whoever sees them."""
    speaks = write(tmp_path, "habla", SPEAKS)
    rules = Rules(players=4, senas=True, rival_sees=0.5, senas_limit=2)
    silent = simulate(["baja", "ciegas"], Rules(players=4, swap="off"), deals=400)
    loud = simulate([speaks, "ciegas"], rules.replace(swap="off"), deals=400)
    assert (silent.counts.hand_points == loud.counts.hand_points).all()
    assert silent.document["events"]["signs"] == 0
    events = loud.document["events"]
    assert 0 < events["signs_seen_by_rivals"] < events["signs_seen_by_partner"] == events["signs"]
    assert sum(events["signs_by_kind"].values()) == events["signs"]
    assert events["signs_false"] == 0
    low, high = loud.document["event_rates"]["signs"]["ci"]
    assert low < events["signs"] / loud.document["hands"] < high


def test_noticing_follows_its_chances() -> None:
    """Of signs that a partner notices with 0.8 and each of two rivals with 0.3."""
    rules = Rules(players=4, senas=True, partner_sees=0.8, rival_sees=0.3)
    events = simulate([HERE / "azar.py"] * 2, rules, deals=4000).document["events"]
    signs = events["signs"]
    for name, chance in (("signs_seen_by_partner", 0.8), ("signs_seen_by_rivals", 1 - 0.7**2)):
        # The two seatings of a mirrored deal repeat each other: half as many are independent.
        error = (chance * (1 - chance) / (signs / 2)) ** 0.5
        assert abs(events[name] / signs - chance) < 4.5 * error


def test_records_with_signs_are_legal() -> None:
    for options in (
        {"rival_sees": 0.4, "senas_limit": 3},
        {"false_signs": True, "senas_from": 3},
        {"players": 6, "brisca": "ace_king", "partner_sees": 0.5},
    ):
        rules = Rules(**{"players": 4, "senas": True, **options})
        signs = 0
        for hand in replay([HERE / "azar.py"] * 2, rules, count=60):
            verdict = judge(hand)
            assert verdict.legal, verdict.why
            signs += sum(event["type"] == "sign" for event in hand["events"])
        assert signs > 100


def test_a_false_sign_is_named(tmp_path: Path) -> None:
    script = write(
        tmp_path,
        "miente",
        "def play(obs):\n    return cheapest(obs)\n\n\ndef sign(obs):\n    return SIGN_AS\n",
    )
    with pytest.raises(StrategyError, match="gave the sign as, which its hand does not bear out"):
        play_deals(seat_down([script, "baja"], Rules(players=4, senas=True)), 50)
    rules = Rules(players=4, senas=True, false_signs=True)
    events = simulate([script, "baja"], rules, deals=50).document["events"]
    assert events["signs_false"] > events["signs"] / 2


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"deals": 0}, "deals takes"),
        ({"deals": 10**13}, "deals takes"),
        ({"threads": 0}, "threads takes"),
        ({"seed": -1}, "seed takes"),
        ({"deal_mode": "both"}, "deal mode takes stream or shared"),
        ({"confidence": 1.0}, "confidence takes"),
        ({"rules": Rules(players=3)}, "3 players"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(BriscaError, match=text) as found:
        simulate(PAIR, **{"deals": 10, **arguments})
    assert "\n" not in str(found.value)


def test_names_of_the_package() -> None:
    for name in brisca_sim.__all__:
        assert getattr(brisca_sim, name) is not None
    assert callable(brisca_sim.simulate)
    assert load_strategy("ahorradora:theta=10").label == "ahorradora:theta=10"
    with pytest.raises(AttributeError):
        _ = brisca_sim.nothing
