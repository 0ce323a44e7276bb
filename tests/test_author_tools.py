"""The author's tools: a script to begin with, and checks that each fail for some script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Script
from numpy.typing import NDArray

from brisca_sim import cli as command_line
from brisca_sim.catalogue import scripts
from brisca_sim.errors import StrategyError
from brisca_sim.inspection import checks, compare
from brisca_sim.inspection.apart import examine_apart
from brisca_sim.inspection.draft import template, write_draft
from brisca_sim.inspection.examine import examine
from brisca_sim.inspection.findings import Effort, Finding
from brisca_sim.inspection.probe import COUNT, WROTE, Pulse
from brisca_sim.inspection.tables import blind_tables, every_table
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.jit import DISABLED
from brisca_sim.loading import load_strategy
from brisca_sim.rules import PRESETS
from brisca_sim.simulation import play_deals
from brisca_sim.table import seat_down

CHECKS = [
    "compiles",
    "legal",
    "writes nothing",
    "deterministic",
    "sees nothing hidden",
    "suit-neutral",
    "speed",
    "ends",
]
FEW = Effort(decisions=5000, deals=5)
COMPILED = pytest.mark.skipif(DISABLED, reason="a fault that only compiled code can have")

Words = NDArray[np.int64]


def findings(path: Path | str, effort: Effort = FEW) -> dict[str, Finding]:
    return {finding.check: finding for finding in examine(str(path), effort, Pulse())}


def failed(found: dict[str, Finding]) -> list[str]:
    return [name for name, finding in found.items() if not finding.passed]


# --- strategies new --------------------------------------------------------------------------------


def test_the_draft_passes_and_plays_sensibly(tmp_path: Path) -> None:
    path = write_draft(str(tmp_path / "mine.py"))
    assert path.read_text(encoding="utf-8") == template()
    found = findings(path)
    assert list(found) == CHECKS
    assert failed(found) == []
    for opponent, least in (("ciegas", 0.7), ("baja", 0.6), ("codiciosa", 0.5)):
        counts = play_deals(seat_down([path, opponent], seed=3), 2000, threads=1).counts
        score = counts.measures[0][o.M_SCORE] / (o.WHOLE * 2 * counts.deals)
        assert score > least, opponent


def test_the_draft_explains_itself() -> None:
    text = template()
    assert text.count("#") > 8
    for part in ('"""', "parameter(", "def play(obs)", "def swap(obs)", "SUIT_NEUTRAL"):
        assert part in text


def test_a_plain_name_goes_into_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert write_draft("mine") == Path("mine.py")
    assert (tmp_path / "mine.py").is_file()


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("there.py", "exists already"),
        ("there", "exists already"),
        ("ahorradora", "the catalogue has a strategy named ahorradora"),
        ("ahorradora.py", "the catalogue has"),
        ("my-bot", "does not do as a name"),
        ("2nd.py", "does not do as a name"),
        ("class", "does not do as a name"),
        ("..", "does not do as a name"),
        ("mine.txt", "plain name"),
        ("folder/mine", "plain name"),
        ("", "plain name"),
        ("nul\0.py", "plain name"),
        ("nowhere/mine.py", "there is no folder nowhere"),
        ("a" * 300, "cannot write"),
    ],
)
def test_names_that_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, part: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.py").write_text("mine", encoding="utf-8")
    with pytest.raises(StrategyError, match=part) as refused:
        write_draft(name)
    assert "\n" not in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["there.py"]
    assert Path("there.py").read_text(encoding="utf-8") == "mine"


# --- strategies check: scripts that fail -------------------------------------------------------------


def test_a_script_that_does_not_compile(script: Script) -> None:
    found = findings(script("mine.py", "def play(obs):\n    return nonesuch(obs)\n"))
    assert list(found) == ["compiles"]
    assert not found["compiles"].passed
    assert "nonesuch" in found["compiles"].why


def test_a_script_that_is_not_python(script: Script) -> None:
    found = findings(script("mine.py", "def play(obs)\n    return 1\n"))
    assert failed(found) == ["compiles"]
    assert "not Python" in found["compiles"].why


def test_an_illegal_choice_in_a_rare_position(script: Script) -> None:
    text = (
        "def play(obs):\n    if players(obs) == 6 and stock_empty(obs):\n"
        "        return NO_CARD\n    return cheapest(obs)\n"
    )
    found = findings(script("mine.py", text))
    assert "legal" in failed(found)
    why = found["legal"].why
    assert "no card" in why
    assert "brisca-sim replay" in why
    assert "--players 6" in why
    assert "writes nothing" not in failed(found)


def test_a_script_that_raises(script: Script) -> None:
    text = (
        "def play(obs):\n    if stock_empty(obs):\n        raise ValueError('lost')\n"
        "    return cheapest(obs)\n"
    )
    found = findings(script("mine.py", text))
    assert "ValueError: lost" in found["legal"].why
    assert "legal" in failed(found)


def test_writing_through_another_name(script: Script) -> None:
    text = (
        f"def play(obs):\n    mine = obs\n    if last_to_play(obs):\n        mine[{o.TRUMP}] = 9\n"
        "    return cheapest(obs)\n"
    )
    found = findings(script("mine.py", text))
    assert "writes nothing" in failed(found)
    assert f"word {o.TRUMP} of obs" in found["writes nothing"].why
    assert "legal" not in failed(found)


def test_notes_and_chance_are_no_writing(script: Script) -> None:
    text = (
        "def play(obs):\n    remember(obs, 15, recall(obs, 15) + 1)\n"
        "    return hand_card(obs, (recall(obs, 15) + random_below(obs, 2)) % hand_size(obs))\n"
    )
    assert failed(findings(script("mine.py", text))) == []


@COMPILED
def test_chance_from_elsewhere(script: Script) -> None:
    text = (
        "import numpy as np\n\n\ndef play(obs):\n"
        "    return hand_card(obs, np.random.randint(hand_size(obs)))\n"
    )
    found = findings(script("mine.py", text))
    assert "deterministic" in failed(found)
    assert "random_below" in found["deterministic"].why


def test_a_favourite_suit(script: Script) -> None:
    text = (
        "def play(obs):\n    for i in range(hand_size(obs)):\n"
        "        if suit_of(hand_card(obs, i)) == 2:\n            return hand_card(obs, i)\n"
        "    return cheapest(obs)\n"
    )
    found = findings(script("mine.py", text))
    assert failed(found) == ["suit-neutral"]
    assert "SUIT_NEUTRAL = False" in found["suit-neutral"].why
    found = findings(script("said.py", f"SUIT_NEUTRAL = False\n\n\n{text}"))
    assert failed(found) == []
    assert "says that it is not" in found["suit-neutral"].why
    assert failed(findings(script("denied.py", f"SUIT_NEUTRAL = True\n\n\n{text}"))) == [
        "suit-neutral"
    ]


@COMPILED
@pytest.mark.parametrize("word", [-40, o.OBS_WORDS + 600])
def test_reading_beside_the_observation(script: Script, word: int) -> None:
    text = f"def play(obs):\n    return hand_card(obs, obs[{word}] & 1)\n"
    strategy = load_strategy(script("mine.py", text))
    honest = load_strategy("baja")
    pulse = Pulse()
    list(checks.check_play(honest, FEW, pulse))
    assert len(pulse.rows) > 100
    assert checks.looks_beyond(pulse.rows, strategy.address, pulse)
    assert not checks.looks_beyond(pulse.rows, honest.address, pulse)


def test_seeing_hidden_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    # The kernel shows nothing hidden, so that the cheat has to sit in the log.
    real = compare.trace_deal

    def peeking(table: Any, deal: int, deck: Words | None = None) -> Any:
        logs, laid, block = real(table, deal, deck)
        mine = np.flatnonzero((logs[0] & 15 == o.LOG_PLAY) & (logs[0] >> 4 & 15 == 0))
        logs[0][mine[0]] ^= (int(laid[-1]) & 1) << 8
        return logs, laid, block

    honest = load_strategy("baja")
    assert checks.check_hidden(honest, FEW, Pulse()).passed
    monkeypatch.setattr(compare, "trace_deal", peeking)
    found = checks.check_hidden(honest, FEW, Pulse())
    assert not found.passed
    assert "with other hidden cards in deal" in found.why
    assert "seat 0 plays" in found.why


def test_hidden_cards_are_exchanged() -> None:
    rng = np.random.default_rng(1)
    for table in blind_tables(load_strategy("codiciosa"), alone=True):
        results = [compare.hidden_cards_exchanged(table, deal, rng) for deal in range(10)]
        assert sum(moved for moved, _ in results) > 40
        assert [fault for _, fault in results] == [""] * 10


def test_where_two_logs_part() -> None:
    log = np.array([o.LOG_PLAY + 256 * 11, o.LOG_PLAY + 16 + 256 * 3], dtype=np.int64)
    assert compare.difference(log, log) == ""
    assert compare.difference(log, log[:1]) == "the hand goes on differently"
    other = log + np.array([0, 256])
    assert "seat 1 plays 7o where plays 6o" in compare.difference(log, other)


def test_suits_get_other_names() -> None:
    cards = np.array([0, 17, 34, 51 + 8])
    assert compare.rename(cards, np.array([3, 2, 1, 0])).tolist() == [48, 33, 18, 11]


# --- strategies check: scripts that pass ---------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(scripts()))
def test_the_catalogue_passes(name: str) -> None:
    found = findings(name, Effort(decisions=3000, deals=3))
    assert list(found) == CHECKS
    assert failed(found) == []


@pytest.mark.parametrize("decisions", [1, 20_000])
def test_as_many_decisions_as_wanted_at_every_table(
    monkeypatch: pytest.MonkeyPatch, decisions: int
) -> None:
    tables, real = [], checks.play_watched

    def noted(table: Any, *rest: Any) -> Any:
        tables.append((table.rules, table.lineup[-1].name))
        return real(table, *rest)

    monkeypatch.setattr(checks, "play_watched", noted)
    pulse = Pulse()
    legal, _ = checks.check_play(load_strategy("baja"), Effort(decisions=decisions), pulse)
    assert legal.passed
    assert len({(str(rules), name) for rules, name in tables}) == 90
    assert decisions <= pulse.reading[2] < decisions + 10_000
    assert f"{pulse.reading[2]:,} decisions" in legal.why
    assert set(pulse.rows[:, o.PLAYERS]) == {2, 3, 4, 6}


def test_every_table_is_different() -> None:
    tables = list(every_table(load_strategy("baja")))
    met = {(table.rules.players, table.rules.teams) for table in tables}
    assert met >= {
        (2, "individual"),
        (3, "individual"),
        (4, "pairs"),
        (4, "individual"),
        (6, "pairs"),
    }
    assert {table.rules.objective for table in tables} == {"most", "fewest"}
    assert {table.rules.mano_negra for table in tables} == {"off", "hand"}
    assert {table.rules.swap for table in tables} >= {"winner", "on_turn"}
    assert len(tables) == 2 * len(PRESETS) * 15


def test_the_probe_counts_what_the_hand_asks() -> None:
    # Two players with 40 cards: 19 of 20 tricks leave a choice to each.
    table = seat_down(["baja", "ciegas"])
    pulse = Pulse()
    watched = checks.watched(table.lineup[0], pulse)
    block = checks.play_watched(seat_down([watched, "ciegas"]), 0, 10, pulse)
    assert block.failure == ""
    swaps = int(pulse.buffer[COUNT]) - 10 * 2 * 19
    assert 0 <= swaps < 40
    assert pulse.buffer[WROTE] == -1


def test_parameters_are_used_and_their_faults_reported(script: Script) -> None:
    text = (
        "X = parameter(0, 0, 1, 'whether it plays what it may not')\n\n\ndef play(obs):\n"
        "    return NO_CARD if param(obs, X) > 0.5 else cheapest(obs)\n"
    )
    path = script("mine.py", text)
    assert failed(findings(path)) == []
    assert "legal" in failed(findings(f"{path}:x=1"))
    with pytest.raises(StrategyError, match="x takes a number from 0 to 1"):
        findings(f"{path}:x=2")


# --- the command, in processes of its own --------------------------------------------------------------


def call(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["brisca-sim", "strategies", *map(str, words)])
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        command_line.main()
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(left.value.code or 0), out, err


def test_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = call(monkeypatch, capsys, "new", "mine")
    assert code == 0
    assert "brisca-sim strategies check mine.py" in out
    assert "brisca-sim run mine.py codiciosa" in out
    few = ("--decisions", 3000, "--deals", 3, "--quiet")
    code, out, _ = call(monkeypatch, capsys, "check", "mine.py", *few)
    assert code == 0
    assert [line.split("  ")[0] for line in out.splitlines()] == ["passed"] * len(CHECKS)
    code, out, _ = call(monkeypatch, capsys, "check", "mine.py", *few, "--format", "json")
    rows = json.loads(out)
    assert code == 0
    assert [row["check"] for row in rows] == CHECKS
    assert all(list(row) == ["check", "passed", "why"] for row in rows)
    code, out, err = call(monkeypatch, capsys, "new", "mine")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_exit_codes(
    script: Script, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = script("broken.py", "def play(obs)\n    return 1\n")
    code, out, err = call(monkeypatch, capsys, "check", broken, "--quiet")
    assert (code, err) == (1, "")
    assert out.startswith("FAILED  compiles: ")
    binary = broken.with_name("binary.py")
    binary.write_bytes(b"\xff\xfe\x00")
    for words in (
        ["nowhere.py"],
        [binary],
        [broken.parent],
        ["codiciosaa"],
        ["ahorradora:theta=99"],
        ["ahorradora", "--decisions", "none"],
        ["ahorradora", "--deals", "0"],
        ["ahorradora", "--limit", "0"],
        ["ahorradora", "--format", "xml"],
    ):
        code, out, err = call(monkeypatch, capsys, "check", *words, "--quiet")
        assert (code, out, err.count("\n")) == (2, "", 1), words


@COMPILED
def test_a_script_that_loops_for_ever(script: Script) -> None:
    text = (
        "def play(obs):\n    i = 0\n    while stock_empty(obs) and i < 9:\n        i = (i + 1) & 7\n"
        "    return cheapest(obs)\n"
    )
    path = script("mine.py", text)
    words = ["strategies", "check", str(path), "--limit", "2", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-m", "brisca_sim", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    last = done.stdout.splitlines()[-1]
    assert done.returncode == 1, done.stderr
    assert last.startswith("FAILED  ends: no answer for 2 s to decision ")
    assert "2 players" in last
    assert done.stderr == ""


def test_a_script_that_brings_its_process_down(script: Script) -> None:
    path = script("mine.py", "import os\n\nos._exit(3)\n\n\ndef play(obs):\n    return 1\n")
    found = list(examine_apart(str(path), FEW, lambda _: None))
    assert [finding.check for finding in found] == ["ends"]
    assert not found[0].passed
    assert "broke down" in found[0].why


def test_a_script_that_prints_while_it_is_loaded(script: Script) -> None:
    path = script("mine.py", "print('{')\n\n\ndef play(obs):\n    return cheapest(obs)\n")
    found = list(examine_apart(str(path), Effort(decisions=1000, deals=1), lambda _: None))
    assert [finding.check for finding in found] == CHECKS


def test_the_list_is_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = call(monkeypatch, capsys, "list")
    head, rule, *rows = out.splitlines()
    assert code == 0
    assert head.split()[:3] == ["name", "players", "idea,"]
    assert set(rule) == {"-"}
    column = head.index("players")
    names = [row.split()[0] for row in rows if row[0] != " "]
    assert names == sorted(scripts())
    assert all(row[column:].startswith("All ") for row in rows if row[0] != " ")


def test_listing_and_drafting_leave_the_compiler_alone(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom brisca_sim.cli.app import app\n"
        "for words in (['strategies', 'list'], ['strategies', 'new', 'mine']):\n"
        "    app(words, standalone_mode=False)\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert (tmp_path / "mine.py").is_file()
