"""The match command: against runs, against matches played hand by hand, and in every format."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Commands
from numpy.typing import NDArray

from brisca_sim.inference.match import NOBODY
from brisca_sim.rules import Rules
from brisca_sim.simulation import Outcome, play_together
from brisca_sim.table import Table, seat_down
from brisca_sim.verdicts import matches
from brisca_sim.verdicts.matches import Results, format_of, match_document, play_results

PAIR = ("ahorradora", "codiciosa")
KEYS = {
    "schema", "format", "win", "win_ci", "hands_mean", "hands_distribution", "exact", "draw", "score",
    "sides", "rules", "seed", "deals", "complete", "confidence", "digest", "warnings",
}  # fmt: skip


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


def worked(cli: Commands, *words: object) -> dict[str, Any]:
    return cli("match", *words, "--format", "json", "--quiet").document()


def table(*names: str, players: int = 2, **options: object) -> Table:
    return seat_down(names, Rules(players=players, **options))


# --- what comes out --------------------------------------------------------------------------------


def test_a_match_of_one_hand_is_what_a_run_reports(cli: Commands) -> None:
    document = worked(cli, *PAIR, "--match", "best_of:1", "--deals", 1500)
    assert set(document) >= KEYS
    assert (document["schema"], document["format"]) == ("brisca-match/1", "best_of:1")
    run = cli("run", *PAIR, "--deals", 1500, "--format", "json").document()
    assert document["win"] == pytest.approx([side["win"] for side in run["sides"]], abs=1e-12)
    assert document["score"] == pytest.approx([side["score"] for side in run["sides"]], abs=1e-12)
    assert document["draw"] == pytest.approx(run["sides"][0]["draw"], abs=1e-12)
    assert document["hands_distribution"] == {"1": 1.0}
    # Seatings are taken as independent, so the interval is no shorter than that of the run.
    (low, high), (least, most) = document["win_ci"][0], run["sides"][0]["win_ci"]
    assert low < document["win"][0] < high
    assert 0.9 * (most - least) < high - low < 2 * (most - least)


def test_best_of_three_from_the_tree_of_its_hands(cli: Commands) -> None:
    document = worked(cli, *PAIR, "--deals", 800)
    assert document["format"] == "best_of:3"
    assert document["exact"] is True
    found = play_results(table(*PAIR), 800)
    rows = np.array([[found.counts[h][found.winners == side].sum() for side in (0, 1, NOBODY)]
                     for h in range(2)]) / 800  # fmt: skip
    win, two = 0.0, 0.0
    for first in range(2):
        for a in range(3):
            for b in range(3):
                chance = rows[first][a] * rows[1 - first][b] / 2
                if a == b != 2:
                    # Two hands for one side: nobody can catch up.
                    two, win = two + chance, win + chance * (a == 0)
                    continue
                for c in range(3):
                    wins = [(a, b, c).count(side) for side in range(2)]
                    win += chance * rows[first][c] * (wins[0] > wins[1])
    assert document["win"][0] == pytest.approx(win, abs=1e-12)
    assert document["hands_distribution"]["2"] == pytest.approx(two, abs=1e-12)
    assert document["hands_mean"] == pytest.approx(2 * two + 3 * (1 - two), abs=1e-12)


def hands_of(seated: Table, deals: int) -> NDArray[np.int64]:
    """Every hand as it was played: int64[deals, seatings, sides, 2]."""
    kept: list[NDArray[np.int64]] = []
    play_together([seated], deals, lambda rows: kept.append(rows[0].copy()) is not None)
    return np.concatenate(kept)


def race_to(number: int, rows: NDArray[np.int64], random: np.random.Generator) -> tuple[int, int]:
    """One match, its hands drawn from those that were played; who wins and how many hands."""
    total, mano, hands = np.zeros(rows.shape[2]), int(random.integers(rows.shape[1])), 0
    while True:
        total += rows[random.integers(len(rows)), mano, :, 1]
        mano, hands = (mano + 1) % rows.shape[1], hands + 1
        if total.max() >= number and (total == total.max()).sum() == 1:
            return int(total.argmax()), hands


@pytest.mark.parametrize("players", [2, 3])
def test_points_against_matches_played_hand_by_hand(players: int) -> None:
    seated = table(*PAIR, *["arrastradora"] * (players - 2), players=players)
    rows = hands_of(seated, 1000)
    random = np.random.default_rng(5)
    played = [race_to(250, rows, random) for _ in range(3000)]
    how = format_of(seated.rules, "points:250")
    document = match_document(seated, play_results(seated, 1000), how, "")
    assert document["exact"] is (players == 2)
    for side, win in enumerate(document["win"]):
        share = np.mean([winner == side for winner, _ in played])
        assert share == pytest.approx(win, abs=0.04)
        low, high = document["win_ci"][side]
        assert low < win < high
    mean = np.mean([hands for _, hands in played])
    assert mean == pytest.approx(document["hands_mean"], abs=0.06)
    assert sum(document["hands_distribution"].values()) == pytest.approx(1, abs=1e-6)


def test_mirrored_lineups_mirror_the_match(cli: Commands) -> None:
    for words in ((), ("--match", "points:300"), ("--set", "mano_negra=match")):
        one = worked(cli, *PAIR, "--deals", 300, *words)
        two = worked(cli, *reversed(PAIR), "--deals", 300, *words)
        assert one["win"] == pytest.approx(two["win"][::-1], abs=1e-9)
        assert one["hands_mean"] == pytest.approx(two["hands_mean"], abs=1e-9)


def test_neither_threads_nor_the_run_change_anything(cli: Commands) -> None:
    documents = [worked(cli, *PAIR, "--deals", 500, "--threads", n) for n in (1, 2)]
    for document in documents:
        del document["command"], document["elapsed_s"]
    assert documents[0] == documents[1]
    other = worked(cli, *PAIR, "--deals", 500, "--seed", 2)
    assert other["digest"] != documents[0]["digest"]


# --- the counted hands -----------------------------------------------------------------------------


def test_rows_are_the_places_of_the_mano(cli: Commands) -> None:
    seated = table("ahorradora", "baja", "alta", "ciegas", players=4)
    found = play_results(seated, 200)
    rows = hands_of(seated, 200)
    assert found.counts.sum(axis=1).tolist() == [200] * 4
    for place in range(4):
        won = [(rows[:, place, side, 0] == 12).sum() for side in range(2)]
        assert won == [found.counts[place][found.winners == side].sum() for side in range(2)]
        mean = found.counts[place] @ found.points / 200
        assert mean == pytest.approx(rows[:, place, :, 1].mean(axis=0))


def test_a_mano_negra_ends_the_match_only_where_it_does(cli: Commands) -> None:
    words = (*PAIR, "--deals", 2000, "--set")
    run = cli("run", *words, "mano_negra=match", "--format", "json").document()
    number = run["events"]["mano_negra"]
    assert number > 5
    found = play_results(table(*PAIR, mano_negra="match"), 2000)
    assert found.counts[:, found.ends].sum() == number
    assert not play_results(table(*PAIR, mano_negra="hand"), 2000).ends.any()
    quick = worked(cli, *words, "mano_negra=match", "--match", "hands:9")
    assert quick["hands_mean"] < 9
    assert worked(cli, *words, "mano_negra=hand", "--match", "hands:9")["hands_mean"] == 9


def test_ties_under_all_three_rules(cli: Commands) -> None:
    def drawn(tie: str) -> float:
        words = (*PAIR, "--match", "best_of:1", "--deals", 1000, "--set", f"tie={tie}")
        return float(worked(cli, *words)["draw"])

    assert drawn("draw") > 0.01
    assert drawn("last_trick") == drawn("replay") == 0


def test_wins_need_no_points() -> None:
    found = play_results(table(*PAIR), 300)
    wins, points = (found.hands(format_of(Rules(), text)) for text in ("best_of:3", "points:300"))
    assert wins.points is None
    assert wins.probabilities.shape == (2, 3)
    for side in range(2):
        assert wins.by_winner(False)[:, side] == pytest.approx(points.by_winner(False)[:, side])


# --- formats and fair matches ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ((), "best_of:3"),
        (("--set", "match=best_of:1"), "best_of:1"),
        (("--set", "match=points:200"), "points:200"),
        (("--set", "match=points:200", "--match", "first_to:2"), "first_to:2"),
        (("--match", "time:30"), "time:30"),
        (("--players", "3", "--match", "hands:3"), "hands:3"),
        (("--players", "4"), "best_of:3"),
    ],
)
def test_which_match(cli: Commands, words: tuple[str, ...], wanted: str) -> None:
    lineup = (*PAIR, "baja") if "3" in words else PAIR
    document = worked(cli, *lineup, "--deals", 100, *words)
    assert document["format"] == document["rules"]["match"] == wanted
    assert sum(document["win"]) + document["draw"] == pytest.approx(1)
    assert sum(document["score"]) == pytest.approx(1)


def test_a_fair_match_is_the_shortest_one(cli: Commands) -> None:
    words = (*PAIR, "--deals", 500)
    fair = worked(cli, *words, "--fair", "0.8")["fair"]
    assert fair["name"] == "ahorradora"
    assert fair == worked(cli, *words, "--fair", "80%")["fair"]
    low, high = fair["hands_ci"]
    assert low <= fair["hands"] <= high
    reached = [
        worked(cli, *words, "--match", f"hands:{fair['hands'] - less}")["score"][0]
        for less in range(3)
    ]
    assert reached[0] == pytest.approx(fair["score"], abs=1e-9)
    assert reached[0] >= 0.8 > max(reached[1:])
    text = cli("match", *words, "--fair", "0.8").out
    assert f"fair: {fair['hands']} hands" in text


def test_equals_have_no_fair_match(cli: Commands) -> None:
    fair = worked(cli, "baja", "baja", "--deals", 100, "--fair", "0.8")["fair"]
    assert (fair["name"], fair["hands"], fair["hands_ci"]) == (None, None, None)


def test_few_hands_leave_more_open(cli: Commands) -> None:
    widths = []
    for deals in (100, 1600):
        low, high = worked(cli, *PAIR, "--deals", deals)["win_ci"][0]
        widths.append(high - low)
    assert 3 < widths[0] / widths[1] < 5.5


# --- forms of output, folder, Ctrl-C ---------------------------------------------------------------


def test_every_form_of_output(cli: Commands) -> None:
    words = ("match", *PAIR, "--deals", 200, "--quiet", "--format")
    rows = list(csv.DictReader(io.StringIO(cli(*words, "csv").out)))
    assert [row["name"] for row in rows] == list(PAIR)
    assert float(rows[0]["win_lo"]) < float(rows[0]["win"]) < float(rows[0]["win_hi"])
    table_text = cli(*words, "table").out
    assert table_text.startswith("best_of:3 between ahorradora and codiciosa")
    assert "worked out exactly" in table_text
    assert cli(*words, "md").out.startswith("## best_of:3 between ahorradora and codiciosa")
    long = cli("match", *PAIR, "--deals", 200, "--quiet", "--match", "first_to:30").out
    assert "50% take at most" in long


def test_the_folder(cli: Commands, tmp_path: Path) -> None:
    words = (*PAIR, "--deals", 100, "--out", tmp_path / "m")
    document = worked(cli, *words)
    names = {"match.json", "counts.npz", "match.csv", "lengths.csv"}
    assert {path.name for path in (tmp_path / "m").iterdir()} == names
    assert json.loads((tmp_path / "m" / "match.json").read_text("utf-8")) == document
    with np.load(tmp_path / "m" / "counts.npz") as counts:
        assert counts["counts"].sum() == 200
    lengths = (tmp_path / "m" / "lengths.csv").read_text("utf-8")
    assert [row["hands"] for row in csv.DictReader(io.StringIO(lengths))] == ["2", "3"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "match.json").write_text("{}")
    cli("match", *PAIR, "--out", tmp_path / "other").refused("comes from no earlier match")


def test_ctrl_c(cli: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(deals: int) -> None:
        def play(tables: Any, _: int, watch: Any, **options: Any) -> Outcome:
            if deals == 0:
                return Outcome(None, False, 0.1)
            done = play_together(tables, deals, watch)
            return Outcome(done.counts, False, done.elapsed)

        monkeypatch.setattr(matches, "play_together", play)

    broken(70)
    found = cli("match", *PAIR, "--deals", 1000, "--format", "json")
    document = found.document(130)
    assert (document["deals"], document["complete"]) == (70, False)
    assert "first 70 deals" in found.err
    broken(0)
    nothing = cli("match", *PAIR, "--deals", 1000)
    assert (nothing.code, nothing.out) == (130, "")


# --- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("--match best_of:2", "match|'best_of:2'|takes"),
        ("--match whist", "match|'whist'|takes"),
        ("--match time:3", "not one hand of 5 minutes ends in time"),
        ("--fair 0.5", "--fair takes a probability above 0.5"),
        ("--fair x", "--fair takes a probability|'x'"),
        ("--fair nan", "--fair takes a probability|'nan'"),
        ("--players 3 --fair 0.8", "--fair takes two sides|3"),
        ("--players 3", "3 strategies"),
        ("--deals 0", "--deals takes a whole number from 1"),
        ("--format xml", "--format takes table, json, csv or md"),
        (
            "--match points:50 --set objective=fewest --set reverse_counts=tricks",
            "counts tricks|best_of:3",
        ),
    ],
)
def test_bad_input(cli: Commands, words: str, parts: str) -> None:
    cli("match", *PAIR, *words.split(), "--quiet").refused(*parts.split("|"))


def test_results_hold_whole_counts() -> None:
    found = play_results(table("baja", "alta", "ciegas", players=3), 50)
    assert isinstance(found, Results)
    assert found.counts.dtype == np.int64
    assert (found.points.sum(axis=1) == 120).all()
