"""Tournaments: the same figures as runs of their pairings, in any order, interrupted and gone on with."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Commands
from conftest import ROOT, Script

from brisca_sim.catalogue import scripts
from brisca_sim.cli.tournament import honest_and_quick
from brisca_sim.inference.ratings import Settings
from brisca_sim.loading import load_strategy
from brisca_sim.rules import Rules
from brisca_sim.verdicts import rounds
from brisca_sim.verdicts import tournament as verdict
from brisca_sim.verdicts.pairings import PART_BLOCKS, Pairing, Part, lineups
from brisca_sim.verdicts.tournament import Tournament, tournament_document, tournament_of

FIELD = ("codiciosa", "alta", "baja", "ciegas")
KEYS = {
    "schema", "names", "score", "score_ci", "points", "ratings", "superiority", "cycles", "equilibrium",
    "digest", "rules", "seed", "deal_mode", "deals", "complete", "warnings", "confidence", "version",
    "command", "alpha_rank", "equilibrium_ci", "alpha_rank_ci", "points_ci", "pairings",
}  # fmt: skip


@pytest.fixture(autouse=True)
def few_equilibria(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each resample is a linear programme, and most tests ask about something else."""
    monkeypatch.setattr(verdict, "_EQUILIBRIA", 20)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


def played(cli: Commands, *words: object) -> dict[str, Any]:
    return cli("tournament", *words, "--format", "json", "--quiet").document()


def result(document: dict[str, Any]) -> str:
    """All of it but how it was called and how long it took."""
    kept = {k: v for k, v in document.items() if k not in ("command", "elapsed_s")}
    return json.dumps(kept, sort_keys=True)


# --- what comes out --------------------------------------------------------------------------------


def test_a_tournament_agrees_with_runs_of_its_pairings(cli: Commands) -> None:
    document = played(cli, *FIELD, "--deals", 430, "--anchor", "ciegas=100")
    assert set(document) >= KEYS
    assert document["schema"] == "brisca-tournament/1"
    names = document["names"]
    assert names == sorted(FIELD)
    i, j = names.index("codiciosa"), names.index("alta")
    run = cli("run", "codiciosa", "alta", "--deals", 430, "--format", "json").document()
    side, rival = run["sides"]
    assert document["score"][i][j] == pytest.approx(side["score"], abs=1e-12)
    assert document["score"][j][i] == pytest.approx(rival["score"], abs=1e-12)
    assert document["score_ci"][i][j] == pytest.approx(side["score_ci"], abs=1e-9)
    assert document["points"][i][j] == pytest.approx(side["points_mean"], abs=1e-9)
    assert document["points"][j][i] == pytest.approx(rival["points_mean"], abs=1e-9)
    assert [document["score"][n][n] for n in range(4)] == [0.5] * 4
    assert document["points"][0][0] == 60
    ladder = [entry["elo"] for entry in document["ratings"]]
    assert ladder == sorted(ladder, reverse=True)
    anchored = next(e for e in document["ratings"] if e["name"] == "ciegas")
    assert (anchored["elo"], anchored["elo_ci"]) == (100, [100, 100])
    assert sum(document["equilibrium"].values()) == pytest.approx(1)
    top = document["ratings"][0]["name"]
    assert document["superiority"][names.index(top)][names.index("ciegas")] > 0.99


@pytest.mark.parametrize("players", [3, 4])
def test_each_for_himself_every_table_of_the_two(cli: Commands, players: int) -> None:
    words = ("--players", players, *(["--set", "teams=individual"] if players == 4 else []))
    document = played(cli, "alta", "baja", "--deals", 60, *words)
    gaps, points = [], []
    for seats in lineups(players):
        lineup = ["alta" if own else "baja" for own in seats]
        run = cli("run", *lineup, "--deals", 60, *words, "--format", "json").document()
        for name, into, key in (("score", gaps, "score"), ("points", points, "points_mean")):
            mean = {
                who: np.mean([s[key] for s in run["sides"] if s["name"] == who])
                for who in ("alta", "baja")
            }
            into.append(mean["alta"] - (mean["baja"] if name == "score" else 0))
    assert document["score"][0][1] == pytest.approx((1 + np.mean(gaps)) / 2, abs=1e-12)
    assert document["points"][0][1] == pytest.approx(np.mean(points), abs=1e-9)
    assert document["points"][0][0] == 120 / players


def test_the_tables_that_two_can_fill() -> None:
    def texts(sides: int) -> list[str]:
        return ["".join("ab"[not own] for own in seats) for seats in lineups(sides)]

    assert texts(2) == ["ab"]
    assert texts(3) == ["aab", "abb"]
    assert texts(4) == ["aaab", "aabb", "abab", "abbb"]


def test_neither_threads_nor_the_order_of_names_change_anything(cli: Commands) -> None:
    first = played(cli, *FIELD, "--deals", 200, "--threads", 1)
    again = played(cli, *reversed(FIELD), "--deals", 200, "--threads", 2)
    assert result(first) == result(again)
    for other in (("--seed", 2), ("--deal-mode", "shared"), ("--set", "swap=off")):
        assert played(cli, *FIELD, "--deals", 200, *other)["digest"] != first["digest"]


def test_a_copy_scores_exactly_half(cli: Commands, tmp_path: Path) -> None:
    copy = tmp_path / "doble.py"
    copy.write_bytes((ROOT / "strategies" / "codiciosa.py").read_bytes())
    document = played(cli, "codiciosa", copy, "baja", "--deals", 100)
    i, j = (document["names"].index(name) for name in ("codiciosa", "doble"))
    assert document["score"][i][j] == 0.5
    assert document["score_ci"][i][j] == [0.5, 0.5]
    assert document["superiority"][i][j] == 0.5


def test_a_gauntlet_plays_only_its_own(cli: Commands) -> None:
    document = played(cli, "alta", "baja", "--gauntlet", "codiciosa", "--deals", 100)
    names = document["names"]
    assert names == ["alta", "baja", "codiciosa"]
    assert [(p["a"], p["b"]) for p in document["pairings"]] == [
        ("alta", "codiciosa"),
        ("baja", "codiciosa"),
    ]
    assert document["score"][0][1] is None
    assert document["score_ci"][1][0] is None
    assert document["equilibrium"] is None
    assert any("round robin" in line for line in document["warnings"])
    assert all(entry["elo"] is not None for entry in document["ratings"])


def test_mano_negra_leaves_points_uncounted(cli: Commands) -> None:
    document = played(cli, "alta", "baja", "--deals", 600, "--set", "mano_negra=hand")
    assert document["points"][0][0] is None
    assert 115 < document["points"][0][1] + document["points"][1][0] < 120


def test_by_default_the_honest_and_quick_play() -> None:
    field = honest_and_quick()
    assert {"codiciosa", "contadora"} <= set(field)
    assert not {"vidente", "telepata", "pimc"} & set(field)
    assert set(field) < set(scripts())


def test_cheats_are_named(cli: Commands) -> None:
    document = played(cli, "telepata", "codiciosa", "--deals", 20)
    assert any("telepata" in line and "cheats" in line for line in document["warnings"])
    told = cli("tournament", "telepata", "codiciosa", "--deals", 20, "--format", "json")
    assert document["warnings"][0] in told.err


def test_every_form_of_output(cli: Commands) -> None:
    words = ("tournament", *FIELD, "--deals", 100, "--quiet", "--format")
    rows = list(csv.DictReader(io.StringIO(cli(*words, "csv").out)))
    assert rows[0]["name"] == "codiciosa"
    assert {"elo", "elo_lo", "elo_hi", "equilibrium", "alpha_rank_hi"} <= set(rows[0])
    assert float(rows[0]["elo_lo"]) < float(rows[0]["elo"]) < float(rows[0]["elo_hi"])
    table = cli(*words, "table").out
    assert "tournament of 4" in table
    assert "6 pairings of 100 deals" in table
    assert max(map(len, table.splitlines())) <= 100
    markdown = cli(*words, "md").out
    assert markdown.startswith("## tournament of 4")
    assert "| 1. codiciosa |" in markdown


def test_a_large_field_fits_a_terminal(cli: Commands) -> None:
    field = [f"ahorradora:theta={theta}" for theta in range(17)]
    table = cli("tournament", *field, "--deals", 20, "--quiet").out
    assert max(map(len, table.splitlines())) <= 100
    # 17 columns are two tables; the intervals are only told by their largest.
    captions = [line for line in table.splitlines() if line.startswith("score %, row")]
    assert len(captions) == 2
    assert all(re.search(r"\(±\d+ at most\)$", line) for line in captions)
    rows = [line for line in table.splitlines() if line.startswith("17. ahorradora")]
    assert len(rows) == 1 + 3 * 2
    assert all(len(row.split()) >= 3 for row in rows)


# --- interrupted, and gone on with -----------------------------------------------------------------


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let Ctrl-C come in a part; 0: never again."""
    real, count = rounds.play_part, [0, 0]

    def part(*words: Any, **options: Any) -> Part:
        count[0] += 1
        if count[0] == count[1]:
            raise KeyboardInterrupt
        return real(*words, **options)

    def at(number: int) -> None:
        count[:] = [0, number]

    monkeypatch.setattr(rounds, "play_part", part)
    return at


@pytest.mark.parametrize("mode", [(), ("--adaptive",)])
def test_it_goes_on_where_it_was_interrupted(
    cli: Commands, tmp_path: Path, interrupt: Callable[[int], None], mode: tuple[str, ...]
) -> None:
    words = ("alta", "baja", "ciegas", "--deals", 100, *mode)
    folder = ("--out", tmp_path / "new")
    at_once = played(cli, *words)
    interrupt(45)
    broken = cli("tournament", *words, *folder, "--format", "json")
    document = broken.document(130)
    assert "repeat the command to go on" in broken.err
    assert not document["complete"]
    assert document["interval"] == "anytime"
    # 44 parts were finished: 14 rounds of three pairings, and two parts that wait for the third;
    # or, adaptive, ten even rounds and three of four parts each, and again two that wait.
    assert document["rounds"] == (13 if mode else 14)
    if not mode:
        assert {pair["deals"] for pair in document["pairings"]} == {14 * PART_BLOCKS}
    with np.load(tmp_path / "new" / "counts.npz") as counts:
        assert len(counts["pairing"]) == 44
    interrupt(0)
    later = cli("tournament", *words, *folder, "--format", "json")
    assert "going on" in later.err
    assert result(later.document()) == result(at_once)
    # 20 parts of 5 deals for each of three pairings; a deal of each part scouts.
    assert sum(pair["deals"] for pair in at_once["pairings"]) == (240 if mode else 300)
    interrupt(1)
    # Nothing is left to be played.
    assert result(played(cli, *words, *folder)) == result(at_once)


def test_interrupted_before_the_first_round(
    cli: Commands, tmp_path: Path, interrupt: Callable[[int], None]
) -> None:
    interrupt(2)
    found = cli("tournament", "alta", "baja", "ciegas", "--deals", 100, "--out", tmp_path)
    assert (found.code, found.out) == (130, "")
    assert "nothing to report" in found.err
    assert {path.name for path in tmp_path.iterdir()} == {"counts.npz"}


def test_the_folder(cli: Commands, tmp_path: Path) -> None:
    words = ("alta", "baja", "--deals", 40, "--out", tmp_path / "t")
    document = played(cli, *words)
    files = {path.name for path in (tmp_path / "t").iterdir()}
    assert files == {"tournament.json", "counts.npz", "ratings.csv", "matrix.csv"}
    assert json.loads((tmp_path / "t" / "tournament.json").read_text("utf-8")) == document
    matrix = list(csv.DictReader(io.StringIO((tmp_path / "t" / "matrix.csv").read_text("utf-8"))))
    assert len(matrix) == 2
    assert float(matrix[0]["score"]) + float(matrix[1]["score"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("other", "part"),
    [
        (("--seed", 2), "seed 1, not 2"),
        (("--deals", 60), "deals 40, not 60"),
        (("--set", "swap=off"), "other rules"),
        (("ciegas",), "other names"),
        (("--adaptive",), "adaptive false, not true"),
    ],
)
def test_another_tournament_is_refused(
    cli: Commands, tmp_path: Path, other: tuple[object, ...], part: str
) -> None:
    words = ("tournament", "alta", "baja", "--deals", 40, "--out", tmp_path, "--quiet")
    assert cli(*words).code == 0
    before = (tmp_path / "counts.npz").read_bytes()
    cli(*words, *other).refused("belongs to a tournament with", part)
    assert (tmp_path / "counts.npz").read_bytes() == before


def test_a_changed_script_is_another_tournament(
    cli: Commands, tmp_path: Path, script: Script
) -> None:
    mine = script("mine.py", "def play(obs):\n    return cheapest(obs)\n")
    words = ("tournament", mine, "baja", "--deals", 40, "--out", tmp_path / "t", "--quiet")
    assert cli(*words).code == 0
    mine.rename(tmp_path / "old.py")
    other = script("new/mine.py", "def play(obs):\n    return dearest(obs)\n")
    cli("tournament", other, *words[2:]).refused("other scripts")


def test_foreign_and_spoilt_folders(cli: Commands, tmp_path: Path) -> None:
    words = ("tournament", "alta", "baja", "--deals", 40, "--quiet", "--out")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "counts.npz").write_bytes(b"something else")
    cli(*words, tmp_path / "run").refused("comes from no earlier tournament")
    assert cli(*words, tmp_path / "t").code == 0
    path = tmp_path / "t" / "counts.npz"
    path.write_bytes(path.read_bytes()[:-200])
    cli(*words, tmp_path / "t").refused("cannot be read as counts of a tournament")
    (tmp_path / "file").write_text("x")
    cli(*words, tmp_path / "file").refused("is a file")


# --- where the next deals go -----------------------------------------------------------------------


def synthetic(deals: int, *, adaptive: bool, size: int = 4, hub: str | None = None) -> Tournament:
    names = ("alta", "baja", "ciegas", "codiciosa")[:size]
    field = [load_strategy(name) for name in names]
    return tournament_of(field, Rules(), deals, adaptive=adaptive, gauntlet=hub)


def coins(shares: Callable[[Pairing], float], seed: int) -> Callable[..., Part]:
    """Parts whose deals are single games that a wins so often."""
    random = np.random.default_rng(seed)

    def part(pairing: Pairing, first: int, last: int, size: int, **options: Any) -> Part:
        made = Part.empty(pairing.bins())
        for block in range(-(-(last - first) // size)):
            deals = min(size, last - first - block * size)
            won = random.binomial(deals, shares(pairing))
            made.deals[block], made.score[block] = deals, pairing.span * (2 * won - deals)
            if block >= options["scouts"]:
                made.counts[[0, -1]] += (deals - won, won)
        return made

    return part


def test_a_cycle_is_found_and_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = synthetic(2000, adaptive=False, size=3)
    ahead = {(0, 1): 0.6, (1, 2): 0.6, (0, 2): 0.4}
    monkeypatch.setattr(rounds, "play_part", coins(lambda p: ahead[p.a, p.b], 1))
    document = play(found)
    assert [cycle["names"] for cycle in document["cycles"]] == [["alta", "baja", "ciegas"]]
    assert document["cycles"][0]["share"] > 0.99
    assert list(document["equilibrium"].values()) == pytest.approx([1 / 3] * 3, abs=0.1)
    for name, (low, high) in document["equilibrium_ci"].items():
        assert low < document["equilibrium"][name] < high


def play(found: Tournament) -> dict[str, Any]:
    store: rounds.Store = [[] for _ in found.plan.pairings]
    outcome = rounds.play_rounds(found.plan, store)
    return tournament_document(found, outcome, "", Settings(resamples=200))


STRENGTHS = np.array([0.0, 0.02, -1.0, 1.0])  # the first two are nearly equal


def by_strength(pairing: Pairing) -> float:
    return float(1 / (1 + np.exp(STRENGTHS[pairing.b] - STRENGTHS[pairing.a])))


def test_adaptive_play_goes_where_the_order_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "play_part", coins(by_strength, 2))
    plain, found = synthetic(1000, adaptive=False), synthetic(1000, adaptive=True)
    deals = {(p["a"], p["b"]): p["deals"] for p in play(found)["pairings"]}
    even = {(p["a"], p["b"]): p["deals"] for p in play(plain)["pairings"]}
    assert set(even.values()) == {1000}
    # As many deals in all, of which every fifth is a scout.
    assert sum(deals.values()) == 0.8 * sum(even.values())
    assert max(deals, key=lambda pair: deals[pair]) == ("alta", "baja")
    assert deals["ciegas", "codiciosa"] == min(deals.values()) == 400


def test_scouts_decide_and_are_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "play_part", coins(by_strength, 3))
    found = synthetic(1000, adaptive=True)
    store: rounds.Store = [[] for _ in found.plan.pairings]
    outcome = rounds.play_rounds(found.plan, store)
    before = tournament_document(found, outcome, "", Settings(resamples=50))
    asked = rounds.doubtful(found.plan, outcome.parts)
    assert asked[0] == asked[1] == 0
    for parts, pairing in zip(outcome.parts, found.plan.pairings, strict=True):
        for part in parts:
            # The scouts now say that alta is above baja, and the last two are equal below.
            apart = pairing.span // 2 if (pairing.a, pairing.b) != (2, 3) else 0
            part.score[0] = apart * part.deals[0]
    after = tournament_document(found, outcome, "", Settings(resamples=50))
    for key in ("score", "score_ci", "ratings", "superiority", "equilibrium"):
        assert before[key] == after[key]
    assert rounds.doubtful(found.plan, outcome.parts)[:2] == [5, 5]


def test_all_pairings_weigh_alike_however_much_they_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rounds, "play_part", coins(by_strength, 4))
    found = synthetic(1000, adaptive=True)
    store: rounds.Store = [[] for _ in found.plan.pairings]
    rounds.play_rounds(found.plan, store)
    totals, deals = rounds.blocks_of(found.plan, store)
    weights = deals.sum(axis=0)
    assert weights == pytest.approx(np.full(6, weights.mean()))
    assert len({len(parts) for parts in store}) > 1
    assert (totals <= deals + 1e-9).all()


@pytest.mark.parametrize(
    ("shares", "wanted"),
    [
        # alta and baja are compared through the hub; what ciegas does there says nothing of them.
        ((0.75, 0.75, 0.875), [0, 1]),
        # The hub and alta are level, and no other pairing says anything of the two.
        ((0.5, 0.75, 0.875), [0, 0]),
    ],
)
def test_a_gauntlet_asks_for_the_pairings_that_tell(
    shares: tuple[float, ...], wanted: list[int]
) -> None:
    found = synthetic(1000, adaptive=True, hub="codiciosa")
    store: rounds.Store = []
    for pairing, share in zip(found.plan.pairings, shares, strict=True):
        part = Part.empty(pairing.bins())
        part.deals[:] = 8
        part.score[:] = (2 * share - 1) * pairing.span * 8
        store.append([part] * 4)
    assert rounds.doubtful(found.plan, store) == wanted


# --- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("codiciosa", "at least two strategies|codiciosa"),
        ("codiciosa baja codiciosa", "'codiciosa'|twice|exactly 1/2"),
        ("codiciosa ahorradora ahorradora:theta=3", "twice"),
        ("codiciosa bajja", "did you mean baja?"),
        ("codiciosa baja --anchor alta=0", "anchor 'alta' is not in the field|codiciosa or baja"),
        ("codiciosa baja --anchor baja=x", "--anchor takes NAME=ELO"),
        ("codiciosa baja --anchor =0", "--anchor takes NAME=ELO"),
        ("codiciosa baja --anchor baja=inf", "--anchor takes NAME=ELO"),
        ("codiciosa baja --gauntlet nobody", "no strategy 'nobody'"),
        ("codiciosa baja --deals 19", "--deals takes a whole number from 20"),
        ("codiciosa baja --format xml", "--format takes table, json, csv or md"),
        ("codiciosa baja --players 5", "--players takes 2, 3, 4 or 6"),
        ("codiciosa baja --seed x", "--seed takes"),
        ("codiciosa baja --deal-mode x", "--deal-mode takes"),
    ],
)
def test_bad_input(cli: Commands, words: str, parts: str) -> None:
    cli("tournament", *words.split(), "--quiet").refused(*parts.split("|"))
