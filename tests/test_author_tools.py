"""The author's tools: a script to begin with, and checks that each fail for some script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Script
from numpy.typing import NDArray

from brisca_sim import catalogue
from brisca_sim import cli as command_line
from brisca_sim.catalogue import describe, scripts
from brisca_sim.errors import StrategyError
from brisca_sim.inspection import checks, compare, speed
from brisca_sim.inspection.apart import examine_apart
from brisca_sim.inspection.draft import template, write_draft
from brisca_sim.inspection.examine import examine
from brisca_sim.inspection.findings import Effort, Finding
from brisca_sim.inspection.probe import COUNT, WROTE, Pulse
from brisca_sim.inspection.tables import TALKER, blind_tables, every_table, named
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.jit import DISABLED
from brisca_sim.loading import load_strategy
from brisca_sim.rules import PRESETS
from brisca_sim.simulation import play_deals
from brisca_sim.table import seat_down
from brisca_sim.vocabulary import About

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
AZAR = ROOT / "tests" / "strategies" / "azar.py"
COMPILED = pytest.mark.skipif(DISABLED, reason="a fault that only compiled code can have")

Words = NDArray[np.int64]


def findings(path: Path | str, effort: Effort = FEW) -> dict[str, Finding]:
    return {finding.check: finding for finding in examine(str(path), effort, Pulse())}


def failed(found: dict[str, Finding]) -> list[str]:
    return [name for name, finding in found.items() if finding.passed is False]


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
    for part in ('"""', "parameter(", "def play(obs)", "def swap(obs)", "SUIT_NEUTRAL", "about("):
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
    assert not checks.looks_beyond(pulse.rows[:0], strategy.address, pulse)
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


def tables_with_senas(name: str | Path, *, alone: bool = True) -> list[Any]:
    return [t for t in blind_tables(load_strategy(name), alone=alone) if t.rules.senas]


def test_what_is_noticed_stays_the_same() -> None:
    # azar chooses by a hash of all that it sees and has noticed: any difference would show.
    rng = np.random.default_rng(1)
    for table in tables_with_senas(AZAR):
        results = [compare.hidden_cards_exchanged(table, deal, rng) for deal in range(12)]
        assert [fault for _, fault in results] == [""] * 12
        assert sum(moved for moved, _ in results) > 40


def test_a_cheat_is_noticed_where_senas_are_played() -> None:
    rng = np.random.default_rng(1)
    cheat = replace(load_strategy(AZAR), about=About(sees="all"))
    faults = []
    for table in tables_with_senas(AZAR):
        cheating = replace(table, lineup=(cheat, *table.lineup[1:]))
        faults += [compare.hidden_cards_exchanged(cheating, deal, rng)[1] for deal in range(8)]
    assert sum(bool(fault) for fault in faults) > len(faults) / 2
    assert all(fault.startswith("seat 0 ") for fault in faults if fault)
    assert any("signs " in fault for fault in faults)


def log(*events: tuple[int, int, int, int]) -> Words:
    return np.array([k + 16 * s + 256 * a + 65536 * b for k, s, a, b in events], dtype=np.int64)


def test_who_parts_from_a_history() -> None:
    trick = (o.LOG_TRICK, 2, 0, 0)
    ours, theirs = (o.LOG_SIGN, 0, o.SIGN_AS, 0), (o.LOG_SIGN, 3, o.SIGN_REY, 1)
    late, play = (o.LOG_SIGN, 1, o.SIGN_REY, 1), (o.LOG_PLAY, 2, 5, 0)
    mine = (o.LOG_PLAY, 0, 7, 0)
    for before, after, seat in (
        ((trick, ours, play), (trick, ours, play), -1),
        ((trick, ours, play), (trick, play), 0),
        ((trick, play), (trick, ours, play), 0),
        # Seat 3 signs before seat 0 when seat 2 leads, seat 1 after it.
        ((trick, theirs, play), (trick, ours, play), 3),
        ((trick, ours, play), (trick, late, play), 0),
        # At the first trick seat 0 leads.
        ((ours, play), (theirs, play), 0),
        ((theirs, play), (play,), 3),
        ((trick, play, mine), (trick, play, (o.LOG_PLAY, 0, 8, 0)), 0),
        ((trick, play, mine), (trick, play), 0),
    ):
        found, fault = compare.parted(log(*before), log(*after), 4)
        assert found == seat
        assert bool(fault) == (seat >= 0)


def test_what_seat_0_sees_of_a_log() -> None:
    events = log(
        (o.LOG_SIGN, 0, o.SIGN_AS, 0b1110),
        (o.LOG_SIGN, 1, o.SIGN_REY, 0b1100),
        (o.LOG_SIGN, 2, o.SIGN_REY, 0b1011),
        (o.LOG_DRAW, 1, 5, 0),
        (o.LOG_DRAW, 0, 6, 0),
    )
    assert (
        compare.visible(events).tolist()
        == log(
            (o.LOG_SIGN, 0, o.SIGN_AS, 0), (o.LOG_SIGN, 2, o.SIGN_REY, 0), (o.LOG_DRAW, 0, 6, 0)
        ).tolist()
    )


def test_a_hand_seen_through_a_sign_is_not_hidden() -> None:
    rules = next(t.rules for t in tables_with_senas(AZAR) if t.rules.players == 4)
    deck = np.array(rules.cards)
    dealt = {seat: set(deck[seat:12:4].tolist()) for seat in range(4)}
    known = dealt[0] | {int(deck[12])}
    noticed, unnoticed = 0b0001, 0b1100
    for seat, by, more in ((1, noticed, dealt[1]), (1, unnoticed, set()), (2, noticed, set())):
        events = log((o.LOG_SIGN, seat, o.SIGN_MIRAR, by))
        assert compare.seen_cards(events, deck, rules) == known | more
    signs = replace(rules, interception="sign")
    assert compare.seen_cards(log((o.LOG_SIGN, 1, 8, 1)), deck, signs) == known
    # What a rival draws before the sign is seen too, what it has played anyway.
    played = int(deck[1])
    events = log((o.LOG_PLAY, 1, played, 0), (o.LOG_DRAW, 1, 20, 0), (o.LOG_SIGN, 1, 8, 1))
    assert compare.seen_cards(events, deck, rules) == known | dealt[1] | {20}


def test_where_two_logs_part() -> None:
    log = np.array([o.LOG_PLAY + 256 * 11, o.LOG_PLAY + 16 + 256 * 3], dtype=np.int64)
    assert compare.parted(log, log, 2) == (-1, "")
    assert compare.parted(log, log[:1], 2) == (0, "the hand goes on differently")
    other = log + np.array([0, 256])
    assert "seat 1 plays 7o where plays 6o" in compare.parted(log, other, 2)[1]
    sign = np.array([o.LOG_SIGN + 16 + 256 * o.SIGN_REY])
    assert "seat 1 signs rey where gives no sign" in compare.parted(log, sign, 2)[1]
    assert "seat 1 gives no sign where signs rey" in compare.parted(sign, log, 2)[1]


SIGNS = """
def play(obs):
    return cheapest(obs)


def sign(obs):
    {body}
"""


def test_a_sign_that_is_not_true(script: Script) -> None:
    lie = SIGNS.format(body="return SIGN_AS")
    found = findings(script("mine.py", lie))
    assert "legal" in failed(found)
    why = found["legal"].why
    assert "gave the sign as, which its hand does not bear out" in why
    assert "--set senas=true" in why
    assert str(TALKER) in why
    allowed = "return SIGN_AS if signs_may_be_false(obs) or sign_is_true(obs, SIGN_AS) else NO_SIGN"
    assert failed(findings(script("honest.py", SIGNS.format(body=allowed)))) == []


def test_signs_that_prefer_a_suit(script: Script) -> None:
    body = "return SIGN_SOPLAR if suit_of(hand_card(obs, 0)) == 2 else SIGN_MIRAR"
    found = findings(script("mine.py", SIGNS.format(body=body)))
    assert failed(found) == ["suit-neutral"]
    assert "senas" in found["suit-neutral"].why
    assert "signs " in found["suit-neutral"].why


def test_the_report_says_who_cheats(
    script: Script, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        'ABOUT = about(speed="fast", sees="all")\n\n\ndef play(obs):\n    seen = 0\n'
        "    for seat in range(players(obs)):\n        seen += size(known_cards(obs, seat))\n"
        "        seen += points_in(known_cards(obs, seat))\n"
        "    return hand_card(obs, seen % hand_size(obs))\n"
    )
    path = script("mirona.py", text)
    found = findings(path)
    assert failed(found) == []
    hidden = found["sees nothing hidden"]
    assert hidden.passed is None
    assert hidden.why.startswith("cheats: declared to see all hands")
    undeclared = replace(load_strategy(path), about=About())
    assert checks.check_hidden(undeclared, FEW, Pulse()).passed
    code, out, _ = call(monkeypatch, capsys, "check", path, "--decisions", 1, "--deals", 1)
    assert code == 0
    assert "\ncheats  sees nothing hidden: cheats: " in out


# --- strategies check: the speed -------------------------------------------------------------------


def test_the_classes_of_speed() -> None:
    for ratio, name in ((0.1, "fast"), (4, "fast"), (5, "medium"), (400, "medium"), (401, "slow")):
        assert speed.speed_class(ratio) == name
    for declared, ratio, wrong in (
        ("fast", 7.9, False), ("fast", 8.1, True), ("medium", 1.9, True), ("medium", 2.1, False),
        ("medium", 799, False), ("medium", 801, True), ("slow", 201, False), ("slow", 199, True),
        ("fast", 1000, True), ("slow", 1, True),
    ):  # fmt: skip
        assert speed.misdeclared(declared, ratio) == wrong, (declared, ratio)


@pytest.mark.parametrize(
    ("declared", "ratio", "passed", "part"),
    [
        ("fast", 1.0, True, ""),
        ("", 50.0, True, 'declare it: ABOUT = about(speed="medium")'),
        ("slow", 1.0, False, 'ABOUT declares speed="slow", declare "fast"'),
        ("fast", 6.0, True, "medium: a decision takes 6.00 times"),
    ],
)
def test_a_class_has_to_be_the_one_measured(
    monkeypatch: pytest.MonkeyPatch, declared: str, ratio: float, passed: bool, part: str
) -> None:
    monkeypatch.setattr(speed, "_time_decisions", lambda *_: (np.full(9, ratio), 1e-7))
    strategy = replace(load_strategy("ahorradora"), about=About(speed=declared))
    found = speed.measure_speed(strategy, Pulse())
    assert found.passed == passed
    assert part in found.why
    # Other parameters may take longer than what is declared for the defaults.
    assert speed.measure_speed(strategy.with_values(theta=9), Pulse()).passed


@COMPILED
def test_a_slow_script_is_found_slow(script: Script) -> None:
    text = (
        'ABOUT = about(speed="fast")\n\n\ndef play(obs):\n    total = hand_size(obs)\n'
        "    for i in range(10_000):\n        total = (total * 31 + i) % 1009\n"
        "    return cheapest(obs) if total > 9 else dearest(obs)\n"
    )
    found = findings(script("mine.py", text), Effort(decisions=1000, deals=1, seconds=2))
    assert failed(found) == ["speed"]
    assert found["speed"].why.startswith("slow: ")


def test_suits_get_other_names() -> None:
    cards = np.array([0, 17, 34, 51 + 8])
    assert compare.rename(cards, np.array([3, 2, 1, 0])).tolist() == [48, 33, 18, 11]


# --- strategies check: scripts that pass ---------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(scripts()))
def test_the_catalogue_passes(name: str) -> None:
    # Two layouts keep to the same as thirty.
    found = findings(name + (":n=2" if name == "pimc" else ""), Effort(decisions=1000, deals=2))
    assert list(found) == CHECKS
    assert failed(found) == []


def tables_played(monkeypatch: pytest.MonkeyPatch, effort: Effort) -> tuple[int, str, Pulse]:
    """How many tables `check_play` plays for an honest script, what it says, and its pulse."""
    tables, real = [], checks.play_watched

    def noted(table: Any, *rest: Any) -> Any:
        tables.append((str(table.rules), len(table.lineup), table.lineup[-1].name))
        return real(table, *rest)

    monkeypatch.setattr(checks, "play_watched", noted)
    pulse = Pulse()
    legal, _ = checks.check_play(load_strategy("baja"), effort, pulse)
    assert legal.passed
    assert f"{pulse.reading[2]:,} decisions" in legal.why
    assert set(pulse.rows[:, o.PLAYERS]) == {2, 3, 4, 6}
    return len(set(tables)), legal.why, pulse


def test_at_most_as_many_decisions_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    every = len(list(every_table(load_strategy("baja"))))
    played, _, pulse = tables_played(monkeypatch, Effort(decisions=1))
    once = pulse.reading[2]
    assert played == every
    played, why, pulse = tables_played(monkeypatch, Effort(decisions=40_000))
    assert played == every
    assert once < 10_000
    assert 38_000 < pulse.reading[2] <= 40_000
    assert "no more in" not in why


def test_no_more_decisions_than_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    every = len(list(every_table(load_strategy("baja"))))
    played, why, pulse = tables_played(monkeypatch, Effort(decisions=10**9, seconds=0.5))
    assert played == every
    assert pulse.reading[2] < 10**8
    assert why.endswith("(no more in 0.5 s)")
    assert 0 < pulse.pace < 1


def test_comparisons_keep_to_their_time() -> None:
    assert list(checks._parts(Effort(deals=60))) == [
        (0, 2), (2, 4), (4, 8), (8, 16), (16, 32), (32, 60)
    ]  # fmt: skip
    assert list(checks._parts(Effort(deals=1))) == [(0, 1)]
    parts = []
    for part in checks._parts(Effort(deals=10**6, seconds=0.1)):
        parts.append(part)
        time.sleep(0.02)
    assert [last - first for first, last in parts][:3] == [2, 2, 4]
    assert len(parts) <= 3
    found = checks.check_repeatable(load_strategy("baja"), Effort(seconds=0.0), Pulse())
    assert found.why.startswith("deals 0 to 1 at ")


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
    silent = [table for table in tables if not table.rules.senas]
    assert len(silent) == 2 * len(PRESETS) * 15
    talkers = 2 if "senadora" in scripts() else 1
    assert len(tables) - len(silent) == talkers * len(PRESETS) * 2 * 2 * 2
    described = {(str(table.rules), tuple(s.name for s in table.lineup)) for table in tables}
    assert len(described) == len(tables)


def test_senas_are_played_at_some_tables() -> None:
    for tables in (
        list(every_table(load_strategy("baja"))),
        list(blind_tables(load_strategy("baja"), alone=True)),
        list(blind_tables(load_strategy("baja"), alone=False)),
    ):
        rules = [table.rules for table in tables if table.rules.senas]
        assert {(each.players, each.false_signs) for each in rules} == {
            (4, False),
            (4, True),
            (6, False),
            (6, True),
        }
        assert all(each.rival_sees == 0.5 and each.interception == "hand" for each in rules)
        assert all(s.asks_sign for t in tables if t.rules.senas for s in t.lineup[1:])
        assert any("senas, false ones too" in named(table) for table in tables)


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
    assert head.split()[:4] == ["name", "tables", "speed", "idea,"]
    assert set(rule) == {"-"}
    column = head.index("idea,")
    names = [row.split()[0] for row in rows if row[0] != " "]
    assert names == sorted(scripts())
    assert all(len(row) <= 100 for row in out.splitlines())
    assert all(row[column - 1] == " " and row[column:].strip() for row in rows)


KINDS = """
ABOUT = about("pairs", sees="{sees}", speed="slow")
POLICY = choice("late", ("never", "late"), meaning="when it takes the trump")
PRICE = parameter(-1.5, -2, high=40, meaning="what it asks")
N = parameter(3, 1, 9, "how often", whole=True)


def play(obs):
    return cheapest(obs)
"""


def test_the_list_shows_what_scripts_declare(
    script: Script, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sees = {"honest": "own", "mirona": "all", "vecina": "partner"}
    known = {name: script(f"{name}.py", KINDS.format(sees=word)) for name, word in sees.items()}
    known["plain"] = script("plain.py", "def play(obs):\n    return cheapest(obs)\n")
    monkeypatch.setattr(catalogue, "scripts", lambda: known)
    code, out, _ = call(monkeypatch, capsys, "list")
    assert code == 0
    assert "policy=late: when it takes the trump (never, late)" in out
    assert "price=-1.5: what it asks (-2 to 40)" in out
    assert "n=3: how often (1 to 9, whole)" in out
    assert "honest  pairs   slow   Plays for a test." in out
    assert "plain   all     -      Plays for a test." in out
    assert out.count("cheats: sees all hands") == 1
    assert out.count("cheats: sees its partner's hand") == 1
    for text, names in (
        ("Cheat", ["mirona", "vecina"]),
        ("slow", ["honest", "mirona", "vecina"]),
        ("when it takes", ["honest", "mirona", "vecina"]),
        ("never", ["honest", "mirona", "vecina"]),
        ("plain", ["plain"]),
        ("for a TEST", [*sees, "plain"]),
    ):
        code, out, _ = call(monkeypatch, capsys, "list", text, "--format", "json")
        assert code == 0
        assert [row["name"] for row in json.loads(out)] == names, text
    row = json.loads(call(monkeypatch, capsys, "list", "mirona", "--format", "json")[1])[0]
    assert row == {
        "name": "mirona", "tables": "pairs", "speed": "slow", "idea": "Plays for a test.",
        "cheats": True, "sees": "all", "script": str(known["mirona"]),
        "parameters": [
            {"name": "policy", "default": "late", "choices": ["never", "late"],
             "meaning": "when it takes the trump"},
            {"name": "price", "default": -1.5, "low": -2, "high": 40, "whole": False,
             "meaning": "what it asks"},
            {"name": "n", "default": 3, "low": 1, "high": 9, "whole": True, "meaning": "how often"},
        ],
    }  # fmt: skip
    code, out, err = call(monkeypatch, capsys, "list", "zzz", "--format", "json")
    assert (code, json.loads(out), err.count("\n")) == (1, [], 1)
    code, out, _ = call(monkeypatch, capsys, "show", known["mirona"])
    assert "Tables: pairs\nSpeed: slow\nCheats: it sees all hands" in out
    assert "  policy=late: when it takes the trump (never, late)\n" in out
    code, out, _ = call(monkeypatch, capsys, "show", known["plain"])
    assert "Speed: not declared" in out
    assert "Cheats" not in out


@pytest.mark.parametrize("name", sorted(scripts()))
def test_what_is_read_is_what_is_loaded(name: str) -> None:
    entry, strategy = describe(scripts()[name]), load_strategy(name)
    about = strategy.about
    assert (entry.about.tables, entry.about.speed) == (about.tables, about.speed)
    assert entry.about.sees == about.sees
    assert about.speed
    for declared, (own, parameter) in zip(entry.declared, strategy.parameters.items(), strict=True):
        assert (declared.name, declared.meaning) == (own, parameter.meaning)
        assert (declared.choices, declared.whole) == (parameter.choices, parameter.whole)


@pytest.mark.parametrize(
    "text",
    [
        'about(sees="a" + "ll")',
        "about(**HIDDEN)",
        "about(*HIDDEN)",
        "about(sees=HIDDEN)",
        'About("all", "", HIDDEN)',
    ],
)
def test_cheating_has_to_be_declared_in_plain_words(script: Script, text: str) -> None:
    path = script("mine.py", f"ABOUT = {text}\n\n\ndef play(obs):\n    return cheapest(obs)\n")
    for read in (describe, load_strategy):
        with pytest.raises(StrategyError, match="ABOUT takes plain texts"):
            read(path)


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
