"""Every command with good and bad input, in this process and, where the process matters, in its own."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer.main
from conftest import IMPORTS, ROOT, Script

from brisca_sim import cli as command_line
from brisca_sim.catalogue import scripts
from brisca_sim.cli.app import app
from brisca_sim.durable.state import CHECKPOINT
from brisca_sim.options import OPTIONS
from brisca_sim.reporting.folder import RUN_FILES
from brisca_sim.rules import PRESETS
from brisca_sim.version import VERSION

PAIR = ("ahorradora", "codiciosa")
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")
DRIVEN = re.compile(rb"\b([1-9]\d*)/1000000000000\b")
ENDLESS = ("--deals", "1e12", "--threads", "1")


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str

    def fine(self) -> str:
        """Its output, if all went well."""
        assert self.code == 0, self.err
        return self.out

    def refused(self, *parts: str) -> str:
        """Its error, if that is one line (and a note at most), with these parts, and all there is."""
        assert self.code == 2, (self.code, self.out[:500], self.err)
        assert self.out == ""
        assert "Traceback" not in self.err
        lines = self.err.splitlines()
        assert 1 <= len(lines) <= 2, self.err
        assert all(re.match(r"brisca-sim: \S.{10}", line) for line in lines), self.err
        assert all(part in lines[-1] for part in parts), self.err
        return lines[-1]


Cli = Callable[..., Result]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run a command in this process."""

    def run(*words: object) -> Result:
        monkeypatch.setattr(sys, "argv", ["brisca-sim", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            command_line.main()
        out, err = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Result(left.value.code, out, err)

    return run


def environment(**more: str) -> dict[str, str]:
    """Of a process: as a user's, whose output is buffered."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def argv(*words: object) -> list[str]:
    return [sys.executable, "-m", "brisca_sim", *map(str, words)]


def process(command: Sequence[str], **env: str) -> Result:
    """Run a command line in a process of its own."""
    done = subprocess.run(
        command, env=environment(**env), capture_output=True, timeout=60, check=False
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def document(text: str) -> dict[str, Any]:
    value = json.loads(text)
    assert isinstance(value, dict)
    return value


# --- run: the forms of output ----------------------------------------------------------------------

RUN_KEYS = {
    "": "schema version command rules lineup seed deal_mode deals seatings hands complete sides seats "
    "pairs events confidence elapsed_s hands_per_s digest",
    "sides": "name score score_ci win draw loss points_mean points_ci points_sd points_histogram",
    "seats": "seat mano win draw points_mean points_ci",
    "pairs": "score_counts variance_reduction",
    "events": "swaps swap_hands mano_negra signs signs_seen_by_rivals",
}


def test_run_as_json(cli: Cli) -> None:
    doc = document(cli("run", *PAIR, "--deals", 300, "--seed", 7, "--format", "json").fine())
    for part, keys in RUN_KEYS.items():
        entries = doc.get(part, doc)
        for entry in entries if isinstance(entries, list) else [entries]:
            assert set(keys.split()) <= set(entry)
    assert doc["schema"] == "brisca-run/1"
    assert (
        doc["command"] == "brisca-sim run ahorradora codiciosa --deals 300 --seed 7 --format json"
    )
    assert doc["lineup"] == list(PAIR)
    assert (doc["deals"], doc["seatings"], doc["hands"], doc["seed"]) == (300, 2, 600, 7)
    assert doc["complete"] is True
    assert [len(side["points_histogram"]) for side in doc["sides"]] == [121, 121]
    assert sum(side["score"] for side in doc["sides"]) == pytest.approx(1)
    assert all(
        low <= side["score"] <= high for side in doc["sides"] for low, high in [side["score_ci"]]
    )
    assert sum(doc["pairs"]["score_counts"]) == 300
    assert set(doc["pairs"]["variance_reduction"]) >= {"score", "points"}
    assert re.fullmatch("[0-9a-f]{64}", doc["digest"])


def test_run_as_csv(cli: Cli) -> None:
    text = cli("run", *PAIR, "--deals", 300, "--format", "csv").fine()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["name"] for row in rows] == list(PAIR)
    assert sum(float(row["score"]) for row in rows) == pytest.approx(1)


def test_run_as_markdown(cli: Cli) -> None:
    text = cli("run", *PAIR, "--deals", 300, "--format", "md").fine()
    rows = [line.split("|") for line in text.splitlines() if line.startswith("|")]
    assert len(rows) > 6
    assert all(row[0] == row[-1] == "" and len(row) > 3 for row in rows)
    assert re.search(r"^\| ahorradora \| \d+\.\d+ \[\d", text, re.MULTILINE)


def test_run_as_table(cli: Cli) -> None:
    text = cli("run", *PAIR, "--deals", 300).fine()
    interval = r"\d+(?:\.\d+)? \[-?\d+(?:\.\d+)?, \d+(?:\.\d+)?\]"
    for measure in ("score %", "win %", "draw %", "loss %", "points", "points sd"):
        assert re.search(rf"^{measure} +{interval} +{interval}$", text, re.MULTILINE), measure
    assert "ahorradora against codiciosa" in text
    assert "300 deals x 2 seatings = 600 hands, seed 1" in text
    assert "\x1b" not in text


def test_quiet_is_quiet(cli: Cli, tmp_path: Path) -> None:
    idle = ("--set", "swap_by=team", "--deals", 50)
    assert "option swap_by = team has no effect" in cli("run", *PAIR, *idle).err
    result = cli("run", *PAIR, *idle, "--out", tmp_path / "run", "--quiet")
    assert (result.code, result.err) == (0, "")


def test_one_number_in_all_its_forms(cli: Cli) -> None:
    forms = ("1000", "1_000", "1e3", "1k", "0.001M")
    texts = [cli("run", *PAIR, "--deals", form, "--format", "json").fine() for form in forms]
    assert {document(text)["deals"] for text in texts} == {1000}
    assert len({document(text)["digest"] for text in texts}) == 1


def test_what_changes_a_result_and_what_does_not(cli: Cli) -> None:
    def digest(*words: object) -> str:
        text = cli("run", *PAIR, "--deals", 3000, "--format", "json", *words).fine()
        return str(document(text)["digest"])

    base = digest("--threads", 1)
    assert digest("--threads", 2) == base
    assert digest("--confidence", "99%") == base
    others = [("--seed", 2), ("--deal-mode", "shared"), ("--rules", "vip"), ("--set", "swap=off")]
    assert len({base, *(digest(*words) for words in others)}) == 5


def test_confidence(cli: Cli) -> None:
    widths = []
    for level in ("0.8", "99%"):
        text = cli("run", *PAIR, "--deals", 300, "--format", "json", "--confidence", level).fine()
        low, high = document(text)["sides"][0]["score_ci"]
        widths.append(high - low)
    assert widths[0] < widths[1]


def test_lineups_of_every_size(cli: Cli) -> None:
    for players, lineup, seatings in (
        (2, "alta baja", 2),
        (3, "alta baja ciegas", 3),
        (4, "alta baja", 2),
        (4, "alta baja ciegas codiciosa", 4),
        (6, "alta baja", 2),
    ):
        words = (*lineup.split(), "--players", players, "--deals", 20, "--format", "json")
        doc = document(cli("run", *words).fine())
        assert (doc["rules"]["players"], doc["seatings"]) == (players, seatings)
        assert len(doc["seats"]) == players


def test_rules_from_a_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('preset = "vip"\ntie = "draw"\n', encoding="utf-8")
    words = ("--rules", path, "--deals", 20, "--format", "json")
    rules = document(cli("run", *PAIR, *words).fine())["rules"]
    assert (rules["swap"], rules["tie"]) == ("on_turn", "draw")


def test_parameters_and_own_scripts(cli: Cli, script: Script) -> None:
    script(
        "own ones/mine.py",
        "X = parameter(2, 0, 9, 'x')\n\n\ndef play(obs):\n    return cheapest(obs)\n",
    )
    own = Path(script("own ones/other.py", "def play(obs):\n    return dearest(obs)\n"))
    words = (f"{own.with_name('mine.py')}:x=3", f"{own}", "--deals", 20, "--format", "json")
    assert document(cli("run", *words).fine())["lineup"] == ["mine:x=3", "other"]


CHEAT = """
ABOUT = about(sees="{sees}")
PLACE = choice("first", ("first", "last"), "place in the hand that it plays")
PRICE = parameter(2, 0, 9, "nothing")


def play(obs):
    return hand_card(obs, 0 if param(obs, PLACE) < 0.5 else hand_size(obs) - 1)
"""


@pytest.mark.parametrize(
    ("sees", "words"), [("all", "all hands"), ("partner", "its partner's hand"), ("own", "")]
)
def test_who_cheats_is_told_everywhere(cli: Cli, script: Script, sees: str, words: str) -> None:
    path = script("mirona.py", CHEAT.format(sees=sees))
    told = f"mirona sees {words}: it cheats and is for reference only"
    run = ("run", f"{path}:place=last", "baja", "--deals", 20)
    done = cli(*run, "--format", "json")
    doc = document(done.out)
    notes = [line for line in done.err.splitlines() if "compiling" not in line]
    assert (done.code, notes) == (0, [f"brisca-sim: {told}"] if words else [])
    assert doc["warnings"] == ([told] if words else [])
    mirona, baja = doc["strategies"]
    assert mirona["params"] == {"place": "last", "price": 2}
    assert (mirona["cheats"], baja["cheats"]) == (bool(words), False)
    for form in ("table", "md"):
        assert (told in cli(*run, "--format", form, "--quiet").fine()) == bool(words)
    replayed = cli("replay", path, "baja")
    assert (told in replayed.err) == bool(words)


def test_the_run_folder(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "run"
    result = cli("run", *PAIR, "--deals", 200, "--out", folder, "--format", "json")
    doc = document(result.fine())
    assert f"wrote {folder}" in result.err
    assert {path.name for path in folder.iterdir()} == {*RUN_FILES, CHECKPOINT}
    assert document((folder / "run.json").read_text(encoding="utf-8")) == doc
    with np.load(folder / "counts.npz") as counts:
        assert counts["deals"].tolist() == [200]
        assert counts["hand_points"].sum() == 2 * 400
    for name in ("sides", "seats"):
        table = (folder / f"{name}.csv").read_text(encoding="utf-8")
        assert len(list(csv.DictReader(io.StringIO(table)))) == len(doc[name])
    for name in ("win_rate.png", "points.png"):
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
    again = cli("run", *PAIR, "--deals", 100, "--out", folder, "--quiet").fine()
    assert "100 deals" in again
    assert document((folder / "run.json").read_text(encoding="utf-8"))["deals"] == 100


# --- bad input: options ----------------------------------------------------------------------------

NUMBERS = ("0", "-5", "abc", "1e30", "1e999", "", "1.5", "nan", "1__0", "1_", "0x10", "١٢")
BAD_OPTIONS = [
    *[(f"--deals|{text}", f"--deals takes a whole number from 1 to|{text}") for text in NUMBERS],
    *[(f"--players|{text}", "--players takes 2, 3, 4 or 6") for text in ("5", "x", "-2", "²")],
    ("--seed|-1", "--seed takes a whole number from 0|-1"),
    ("--seed|99999999999999999999", "--seed takes a whole number from 0 to 9223372036854775807"),
    ("--threads|0", "--threads takes a whole number from 1|0"),
    ("--threads|many", "--threads takes a whole number from 1|many"),
    ("--format|xml", "--format takes table, json, csv or md|xml"),
    ("--format|jsn", "did you mean json?"),
    ("--deal-mode|x", "--deal-mode takes stream or shared|x"),
    *[(f"--confidence|{text}", "--confidence takes|0.95") for text in ("2", "x", "", "0.1", "nan")],
    ("--set|nope=1", "no rule option 'nope'"),
    ("--set|swapp=off", "no rule option 'swapp'|did you mean swap"),
    ("--set|swap", "'swap'|KEY=VALUE"),
    ("--set|", "KEY=VALUE"),
    ("--set|=off", "no rule option"),
    ("--set|swap=maybe", "swap|maybe|takes winner, on_turn or off"),
    ("--set|players=5", "players|5|takes 2, 3, 4 or 6"),
    ("--set|mano_negra=hand|--set|objective=fewest", "mano_negra = hand|al revés|mano_negra = off"),
    ("--rules|nope", "'nope'|tradicional, vip and briscacard"),
    ("--rules|tradiconal", "did you mean tradicional?"),
    ("--rules|", "tradicional, vip and briscacard"),
    ("--nope", "--nope|brisca-sim run --help"),
    ("--deal", "--deal|--deals"),
    ("--deals", "--deals|argument|--help"),
]


@pytest.mark.parametrize(("words", "parts"), BAD_OPTIONS)
def test_bad_options(cli: Cli, words: str, parts: str) -> None:
    cli("run", *PAIR, *words.split("|")).refused(*parts.split("|"))


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("codiciosa", "2 players|2 strategies|not 1"),
        ("codiciosa baja alta", "2 players|2 strategies|not 3"),
        ("codiciosa baja --players 3", "3 players|3 strategies|not 2"),
        ("alta baja ciegas codiciosa --players 3", "3 players|3 strategies|not 4"),
        ("alta --players 4", "4 players|2 or 4 strategies|not 1"),
        ("alta baja ciegas --players 4", "4 players|2 or 4 strategies|not 3"),
        ("alta baja --players 4 --set teams=individual", "4 players|4 strategies|not 2"),
        ("alta baja ciegas codiciosa --players 6", "6 players|2 or 6 strategies|not 4"),
        ("codiciossa baja", "'codiciossa'|did you mean codiciosa?|strategies list"),
        ("Codiciosa baja", "'Codiciosa'|did you mean codiciosa?"),
        ("zzz baja", "'zzz'|strategies list"),
        ("'' baja", "needs a name or a path|strategies list"),
        ("nope.py baja", "no file nope.py"),
        ("'~nobody-here/nope.py' baja", "~nobody-here/nope.py"),
        ("ahorradora:thet=1 baja", "no parameter 'thet'|theta and theta_mid|did you mean theta"),
        ("ahorradora:theta=99 baja", "theta takes a number from 0 to 40|99"),
        ("ahorradora:theta=nan baja", "theta takes a number from 0 to 40|nan"),
        ("ahorradora:theta=x baja", "theta takes a number|'x'"),
        ("ahorradora:theta=1,theta=2 baja", "theta=2|NAME=VALUE"),
        ("ahorradora:theta=1,, baja", "NAME=VALUE"),
        ("ahorradora:theta baja", "ahorradora:theta|strategies list"),
        ("baja:theta=1 alta", "baja has no parameter 'theta'|none"),
    ],
)
def test_bad_lineups(cli: Cli, words: str, parts: str) -> None:
    cli("run", *shlex.split(words), "--deals", 5).refused(*parts.split("|"))


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"swap = \n", "is not TOML|line 1"),
        (b"\xff\xfe", "UTF-8"),
        (b"swapp = 'off'\n", "'swapp'|did you mean swap"),
        (b"[swap]\nx = 1\n", "swap|a table|takes winner, on_turn or off"),
        (b"swap = 3\n", "swap|3|takes winner, on_turn or off"),
        (b"preset = 'nope'\n", "'nope'|tradicional, vip or briscacard"),
        (b"x" * 2_000_000, "larger than 1 MB"),
    ],
)
def test_bad_rules_files(cli: Cli, tmp_path: Path, content: bytes, parts: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(content)
    for words in (("run", *PAIR, "--rules", path), ("rules", "show", path)):
        cli(*words).refused("ours.toml", *parts.split("|"))


def test_rules_from_nowhere(cli: Cli, tmp_path: Path) -> None:
    cli("run", *PAIR, "--rules", tmp_path).refused(str(tmp_path), "is a folder")
    cli("run", *PAIR, "--rules", tmp_path / "no.toml").refused("no.toml", "no such file")


@pytest.mark.parametrize("below", ["file", "file/deeper", "file/deeper/still"])
def test_an_output_that_is_no_folder(cli: Cli, tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    cli("run", *PAIR, "--deals", 5, "--out", tmp_path / below).refused(below, "name another folder")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder where nobody may write")
def test_an_output_that_cannot_be_written(cli: Cli) -> None:
    cli("run", *PAIR, "--deals", 5, "--out", "/proc/nope").refused("/proc/nope", "another folder")


def test_an_output_that_belongs_to_somebody_else(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"mine": 1}', encoding="utf-8")
    cli("run", *PAIR, "--deals", 5, "--out", tmp_path).refused("run.json", "no earlier run")
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
    assert (tmp_path / "run.json").read_text(encoding="utf-8") == '{"mine": 1}'


# --- bad input: strategies -------------------------------------------------------------------------

PLAY = "def play(obs):\n    return cheapest(obs)\n"
BAD_SCRIPTS = {
    "raises": (f"raise RuntimeError('boom')\n\n\n{PLAY}", "line 6|RuntimeError|boom"),
    "leaves": (f"raise SystemExit(3)\n\n\n{PLAY}", "line 6|SystemExit"),
    "imports": (f"import nonesuch\n\n\n{PLAY}", "line 6|ModuleNotFoundError|nonesuch"),
    "playless": ("def joue(obs):\n    return cheapest(obs)\n", "no function play(obs)"),
    "broken": ("def play(obs)\n    return 1\n", "line 6|not Python"),
    "unsupported": (
        "def play(obs):\n    with open('x') as file:\n        return cheapest(obs)\n",
        "does not compile|with",
    ),
    "unknown": (
        "def play(obs):\n    x = 1\n    return nonesuch(x)\n",
        "does not compile|line 8|nonesuch",
    ),
    "confused": (
        "def play(obs):\n    return helper(obs)\n\n\ndef helper(obs):\n    return obs.cards\n",
        "does not compile|line 11|cards",
    ),
    "half": ("def play(obs):\n    return cheapest(obs) * 0.5\n", "a card of the hand|fraction"),
    "silent": (
        "def play(obs):\n    if leading(obs):\n        return cheapest(obs)\n",
        "a card of the hand|nothing on some path",
    ),
    "worded": ("def play(obs):\n    return 'Ao'\n", "a card of the hand|a text"),
    "bare": ("def play():\n    return 1\n", "line 6|play takes one argument, obs"),
    "greedy": ("def play(obs, more):\n    return 1\n", "line 6|play takes one argument, obs"),
    "swapper": (
        f"{PLAY}\n\ndef swap():\n    return True\n",
        "line 10|swap takes one argument, obs",
    ),
    "unsure": (f"{PLAY}\n\ndef swap(obs):\n    return 0.5\n", "swap True or False|fraction"),
    "writer": ("def play(obs):\n    obs[3] = 4\n    return 1\n", "line 7|remember(obs"),
    "loose": (f"X = parameter(3, 4, 9, 'x')\n\n\n{PLAY}", "default of X|range"),
    "odd": (f"X = parameter('a', 4, 9, 'x')\n\n\n{PLAY}", "X|parameter(default, low, high"),
    "codiciosa": (PLAY, "the catalogue has another strategy named codiciosa|rename"),
}


@pytest.mark.parametrize("name", BAD_SCRIPTS)
def test_bad_scripts(cli: Cli, script: Script, name: str) -> None:
    text, parts = BAD_SCRIPTS[name]
    path = script(f"{name}.py", text)
    cli("run", path, "baja", "--deals", 5).refused(str(path), *parts.split("|"))


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"", "is empty"),
        (b"\n  \n", "is empty"),
        (f"{IMPORTS}\n\n{PLAY}".encode(), "no docstring"),
        (b"\xff\xfe", "UTF-8"),
        (b'"""D."""\n\0', "not Python"),
        (b'"""' + b"x" * 2_000_000, "larger than 1 MB"),
    ],
)
def test_files_that_are_no_scripts(cli: Cli, tmp_path: Path, content: bytes, parts: str) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(content)
    for words in (("run", path, "baja", "--deals", 5), ("strategies", "show", path)):
        cli(*words).refused("mine.py", parts)


def test_paths_that_lead_to_no_script(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "my-own.py").write_text(PLAY, encoding="utf-8")
    for name, part in (
        ("folder.py", "is a folder"),
        ("my-own.py", "mine.py"),
        ("no.py", "no file"),
    ):
        for words in (("run", tmp_path / name, "baja"), ("strategies", "show", tmp_path / name)):
            cli(*words).refused(name, part)
    cli("run", tmp_path, "baja").refused(str(tmp_path), "is a folder")


def test_two_files_of_one_name(cli: Cli, script: Script) -> None:
    first = script("a/mine.py", PLAY)
    second = script("b/mine.py", PLAY.replace("cheapest", "dearest"))
    cli("run", first, second, "--deals", 5).refused("mine.py", "rename")
    assert cli("run", first, first, "--deals", 5).code == 0


# --- strategies that fail in the middle of a run ---------------------------------------------------

WHEN = "upcard(obs) == 11 and tricks_played(obs) == 5"  # the as de oros is turned up
FAILURES = {
    "cheats": (
        f"    if {WHEN}:\n        return 77\n",
        "chose 77 (no card), which is not in its hand",
    ),
    "raises": (
        f"    if {WHEN}:\n        raise ValueError('no idea')\n",
        "raised ValueError: no idea",
    ),
    "overruns": (
        f"    if {WHEN}:\n        return (1, 2)[tricks_played(obs)]\n",
        "raised IndexError: tuple index out of range",
    ),
    "divides": (
        f"    if {WHEN}:\n        raise ZeroDivisionError('by nothing')\n",
        "raised ZeroDivisionError: by nothing",
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_names_its_hand_and_the_command_that_shows_it(
    cli: Cli, script: Script, name: str
) -> None:
    text, what = FAILURES[name]
    path = script(f"my own/{name}.py", f"def play(obs):\n{text}    return cheapest(obs)\n")
    words = ("run", "codiciosa", path, "--rules", "vip", "--seed", 4, "--deals", "20_000")
    error = cli(*words, "--threads", 2).refused(f"{name} in seat ", what, "see it with: ")
    assert cli(*words, "--threads", 1).refused() == error
    place = re.search(r"in seat ([01]) of deal (\d+), seating ([01]), ", error)
    assert place is not None
    assert int(place[2]) > 0
    command = shlex.split(error.partition("see it with: ")[2])
    assert command[:2] == ["brisca-sim", "replay"]
    shown = cli(*command[1:])
    assert shown.code == 2
    assert "Traceback" not in shown.err
    assert what in shown.err
    assert what in " ".join(shown.out.split())
    assert "Baza 6" in shown.out
    assert "Baza 7" not in shown.out
    assert "see it with" not in shown.out + shown.err


def test_a_failure_at_a_larger_table(cli: Cli, script: Script) -> None:
    path = script("cheats.py", f"def play(obs):\n{FAILURES['cheats'][0]}    return cheapest(obs)\n")
    table = ("--players", 4, "--deal-mode", "shared", "--set", "show_partner=end")
    error = cli("run", "alta", "baja", path, "ciegas", *table, "--deals", 2000).refused("cheats in")
    command = shlex.split(error.partition("see it with: ")[2])
    shown = cli(*command[1:])
    assert shown.code == 2
    assert "chose 77" in shown.err
    assert error.split(";")[0] in shown.err
    assert "Baza 6" in shown.out
    records = cli(*command[1:], "--format", "json")
    records.refused("chose 77")


# --- replay and check ------------------------------------------------------------------------------


def test_replay_tells_a_hand(cli: Cli) -> None:
    text = cli("replay", *PAIR, "--deal", 12, "--seating", 1).fine()
    assert "deal 12" in text
    assert all(f"Baza {number} " in text for number in range(1, 21))
    assert "The count" in text
    assert text == cli("replay", *PAIR, "--deal", 12, "--seating", 1, "--quiet").fine()
    assert text != cli("replay", *PAIR, "--deal", 12).fine()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("lineup", "players", "seatings"),
    [
        ("ahorradora codiciosa", 2, 2),
        ("ahorradora codiciosa alta", 3, 3),
        ("ahorradora codiciosa", 4, 2),
        ("ahorradora codiciosa alta ciegas", 4, 4),
        ("ahorradora codiciosa", 6, 2),
    ],
)
def test_what_replay_writes_check_finds_legal(
    cli: Cli, tmp_path: Path, preset: str, lineup: str, players: int, seatings: int
) -> None:
    words = ("--rules", preset, "--players", players, "--count", 3, "--format", "json")
    text = cli("replay", *lineup.split(), *words).fine()
    assert text.count("\n") == 3 * seatings
    records = [document(line) for line in text.splitlines()]
    assert [record["deal"] for record in records] == [n for n in range(3) for _ in range(seatings)]
    path = tmp_path / "hands.jsonl"
    path.write_text(text, encoding="utf-8")
    verdicts = cli("check", path).fine().splitlines()
    assert len(verdicts) == 3 * seatings
    assert all(": legal; " in line for line in verdicts)


def test_replay_agrees_with_run(cli: Cli) -> None:
    text = cli("replay", *PAIR, "--count", 50, "--format", "json").fine()
    points = [0, 0]
    for line in text.splitlines():
        record = document(line)
        for name, side in zip(record["lineup"], record["result"]["side_points"], strict=True):
            points[PAIR.index(name)] += side
    doc = document(cli("run", *PAIR, "--deals", 50, "--format", "json").fine())
    means = [side["points_mean"] for side in doc["sides"]]
    assert [total / 100 for total in points] == pytest.approx(means)


@pytest.fixture
def record(cli: Cli) -> dict[str, Any]:
    return document(cli("replay", *PAIR, "--format", "json").fine())


def test_check_finds_what_is_wrong(cli: Cli, tmp_path: Path, record: dict[str, Any]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(record, indent=2), encoding="utf-8")
    plays = [i for i, event in enumerate(record["events"]) if event["type"] == "play"]
    record["events"][plays[9]]["card"] = record["events"][plays[0]]["card"]
    bad.write_text(json.dumps(record), encoding="utf-8")
    result = cli("check", bad)
    assert (result.code, result.err) == (1, "")
    assert f"bad.json, record 0, event {plays[9]}: illegal: " in result.out
    result = cli("check", good, bad, "--format", "json")
    assert result.code == 1
    rows = json.loads(result.out)
    assert [set(row) for row in rows] == [{"file", "record", "legal", "event", "why"}] * 2
    assert [(row["file"], row["legal"], row["event"]) for row in rows] == [
        (str(good), True, None),
        (str(bad), False, plays[9]),
    ]
    assert rows[1]["why"]


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"", "is empty"),
        (b"hello\n", "line 1|is not JSON"),
        (b"[1, 2]\n", "a list"),
        (b"\xff\xfe{}", "UTF-8"),
        (b"x" * 50_000_000, "longer than 1 MB"),
        (b"{}\n" * 5, "schema"),
        (b'{"schema": "brisca-hand/2"}', "schema"),
    ],
    ids=["empty", "words", "list", "bytes", "huge", "nothing", "other"],
)
def test_files_that_hold_no_records(cli: Cli, tmp_path: Path, content: bytes, parts: str) -> None:
    path = tmp_path / "hands.json"
    path.write_bytes(content)
    started = time.perf_counter()
    cli("check", path).refused("hands.json", *parts.split("|"))
    assert time.perf_counter() - started < 5


def test_a_record_cut_off(cli: Cli, tmp_path: Path, record: dict[str, Any]) -> None:
    path, text = tmp_path / "hands.json", json.dumps(record)
    for end in (1, len(text) // 2, len(text) - 1):
        path.write_text(text[:end], encoding="utf-8")
        cli("check", path).refused("hands.json", "line 1", "breaks off")
    # What came before the cut is judged all the same.
    path.write_text(f"{text}\n{text[:-9]}", encoding="utf-8")
    result = cli("check", path)
    assert result.code == 2
    assert "record 0: legal" in result.out
    assert "line 2" in result.err


def test_records_from_nowhere(cli: Cli, tmp_path: Path) -> None:
    cli("check", tmp_path).refused(str(tmp_path), "is a folder")
    cli("check", tmp_path / "no.json").refused("no.json", "no such file")
    cli("check", "~nobody-here/no.json").refused("~nobody-here/no.json", "no such file")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("replay codiciosa", "2 strategies|not 1"),
        ("replay codiciosa baja --deal -1", "--deal takes a whole number from 0|-1"),
        ("replay codiciosa baja --deal x", "--deal takes|'x'"),
        ("replay codiciosa baja --seating 2", "--seating takes a whole number from 0 to 1|'2'"),
        ("replay codiciosa baja --count 0", "--count takes a whole number from 1|'0'"),
        ("replay codiciosa baja --format table", "--format takes text or json|'table'"),
        ("check x.json --format xml", "--format takes text or json|'xml'"),
        ("check", "FILE|brisca-sim check --help"),
        ("run", "LINEUP|brisca-sim run --help"),
        ("rules show", "NAME|brisca-sim rules show --help"),
        ("rules show nope", "'nope'|tradicional, vip and briscacard"),
        ("rules show vip --set x=1", "no rule option 'x'"),
        ("rules show vip --format yaml", "--format takes text or json"),
        ("rules nope", "'nope'|brisca-sim rules --help"),
        ("strategies show nope", "'nope'|strategies list"),
        ("strategies nope", "'nope'|brisca-sim strategies --help"),
        ("nope", "'nope'|brisca-sim --help"),
        ("--nope", "--nope|brisca-sim --help"),
    ],
)
def test_bad_words(cli: Cli, words: str, parts: str) -> None:
    cli(*words.split()).refused(*parts.split("|"))


# --- rules, strategies, help -----------------------------------------------------------------------


def test_rules(cli: Cli) -> None:
    listed = cli("rules", "list").fine()
    assert [line.split()[0] for line in listed.splitlines()[: len(PRESETS)]] == list(PRESETS)
    for preset in PRESETS:
        shown = cli("rules", "show", preset).fine()
        for name, option in OPTIONS.items():
            assert re.search(rf"^[ *] {name} = ", shown, re.MULTILINE), name
            assert option.meaning in shown
        values = document(cli("rules", "show", preset, "--format", "json").fine())
        assert list(values) == list(OPTIONS)
    assert "* swap = on_turn" in cli("rules", "show", "vip", "--players", 3).fine()
    changed = cli("rules", "show", "vip", "--set", "swap=off", "--format", "json").fine()
    assert document(changed)["swap"] == "off"


def test_strategies(cli: Cli, script: Script) -> None:
    listed = cli("strategies", "list").fine()
    for name, path in scripts().items():
        assert re.search(
            rf"^{name}  +[a-z0-9 ]+  (fast|medium|slow) +[A-Z]", listed, re.MULTILINE
        ), name
        shown = cli("strategies", "show", name).fine()
        assert shown.startswith(f"{name}\n\n")
        assert "def play(obs):" in shown
        assert str(path) in shown
    assert "theta=3: points on the table" in listed
    assert "ahorradora" not in cli("strategies", "list", "greedy").fine()
    nothing = cli("strategies", "list", "zzz")
    assert (nothing.code, nothing.out) == (1, "")
    assert "'zzz'" in nothing.err
    assert "points_on_table(obs)" in cli("strategies", "words", "table").fine()
    path = script("mine.py", PLAY)
    text = path.read_text(encoding="utf-8")
    for quoted in (text, text.replace('"""', "'''"), f"# mine\n{text}", text.replace('"""', '"')):
        path.write_text(quoted, encoding="utf-8")
        shown = cli("strategies", "show", path).fine()
        assert shown.startswith("mine\n\nPlays for a test.\n")
        assert f"\n\n{IMPORTS}" in shown


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Words of every command and group."""
    yield words
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*words, name))


@pytest.mark.parametrize("words", list(commands(typer.main.get_command(app))), ids=" ".join)
def test_help_has_an_example(cli: Cli, words: tuple[str, ...]) -> None:
    text = cli(*words, "--help").fine()
    assert text.startswith(f"Usage: brisca-sim {' '.join(words)}".rstrip())
    if words not in (("rules",), ("strategies",)):
        assert re.search(r"Example: brisca-sim \w+", text)
    else:
        assert text == cli(*words).fine()


def test_no_words_at_all(cli: Cli) -> None:
    assert cli().fine() == cli("--help").fine()


def test_version(cli: Cli) -> None:
    assert cli("--version").fine() == f"brisca-sim {VERSION}\n"
    assert process(argv("--version")).fine() == f"brisca-sim {VERSION}\n"


@POSIX
def test_completion() -> None:
    # Two commands, so that bash stays and can be recognised as the shell.
    shown = process(["bash", "-c", f"{shlex.join(argv('--show-completion'))}; exit $?"]).fine()
    assert "complete -o default -F _brisca_sim_completion brisca-sim" in shown
    assert "_BRISCA_SIM_COMPLETE=complete_bash" in shown

    def complete(typed: str) -> list[str]:
        words = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
        found = process(argv(), _BRISCA_SIM_COMPLETE="complete_bash", **words).fine()
        return found.split()

    assert {"run", "replay", "check", "rules", "strategies"} <= set(complete("brisca-sim "))
    assert {"run", "replay", "rules"} <= set(complete("brisca-sim r"))
    assert "check" not in complete("brisca-sim r")
    assert set(complete("brisca-sim rules ")) == {"list", "show"}
    assert {"--deals", "--deal-mode"} == set(complete("brisca-sim run alta baja --deal"))
    zsh = process(argv(), _BRISCA_SIM_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="brisca-sim r")
    assert "replay" in zsh.fine()


# --- the process -----------------------------------------------------------------------------------


def test_exit_codes_of_the_process(tmp_path: Path) -> None:
    good = process(argv("run", *PAIR, "--deals", 50, "--quiet"))
    assert (good.code, good.err) == (0, "")
    process(argv("run", *PAIR, "--deals", "0")).refused("--deals")
    (tmp_path / "x.json").write_text("{", encoding="utf-8")
    process(argv("check", tmp_path / "x.json")).refused("x.json")


@POSIX
def test_whoever_reads_may_stop_reading() -> None:
    words = argv("replay", *PAIR, "--count", "100_000", "--format", "json")
    running = subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    assert running.stderr is not None
    assert document(running.stdout.readline())["deal"] == 0
    running.stdout.close()
    assert running.wait(timeout=20) == 2
    assert running.stderr.read() == ""
    running.stderr.close()
    words = argv("run", *PAIR, "--deals", 50)
    piped = process(["bash", "-c", f"{shlex.join(words)} | head -n 1"])
    assert (piped.fine(), piped.err) == ("ahorradora against codiciosa\n", "")


@POSIX
def test_no_output_at_all(tmp_path: Path) -> None:
    words = argv("run", *PAIR, "--deals", 50, "--out", tmp_path / "run")
    assert process(["sh", "-c", f"exec {shlex.join(words)} >&- <&- 2>&-"]).code == 0
    assert {path.name for path in (tmp_path / "run").iterdir()} == {*RUN_FILES, CHECKPOINT}
    for words in (argv("--help"), argv("rules", "list"), argv("strategies", "list")):
        assert process(["sh", "-c", f"exec {shlex.join(words)} >&-"]).fine() == ""
    words = argv("rules", "show", "nope")
    process(["sh", "-c", f"exec {shlex.join(words)} >&-"]).refused("'nope'")
    assert process(["sh", "-c", f"exec {shlex.join(words)} 2>&-"]).code == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk() -> None:
    for words in (argv("rules", "list"), argv("replay", *PAIR, "--quiet")):
        result = process(["sh", "-c", f"exec {shlex.join(words)} > /dev/full"])
        result.refused("the output cannot be written", "No space left")


def test_a_terminal_of_ascii_only() -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    shown = process(argv("rules", "show", "tradicional"), **ascii_only).fine()
    assert "al rev?s" in shown
    words = argv("rules", "show", "vip", "--set", "mano_negra=hand", "--set", "objective=fewest")
    process(words, **ascii_only).refused("al rev?s")


# --- terminals and Ctrl-C --------------------------------------------------------------------------


class Terminal:
    """A command whose stderr, and stdout if asked, is a terminal."""

    def __init__(self, *words: object, both: bool = False, **env: str) -> None:
        import pty

        self.end, end = pty.openpty()
        self.command = subprocess.Popen(
            argv(*words),
            env=environment(TERM="xterm", **env),
            stdout=end if both else subprocess.PIPE,
            stderr=end,
        )
        os.close(end)
        self.text = b""

    def read(self, seconds: float) -> bool:
        """Take in what has been written; False at its end."""
        if not select.select([self.end], [], [], seconds)[0]:
            return True
        try:
            more = os.read(self.end, 65536)
        except OSError:  # what Linux says of a terminal that nobody holds any more
            more = b""
        self.text += more
        return bool(more)

    def wait_for(self, pattern: re.Pattern[bytes]) -> None:
        """Read until something has been written."""
        deadline = time.monotonic() + 60
        while not pattern.search(self.text):
            assert time.monotonic() < deadline, self.text[-1000:]
            assert self.read(0.1), self.text[-1000:]

    def watch(self, seconds: float) -> None:
        """Let it run for some time."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self.read(0.1), self.text[-1000:]

    def finish(self, *, interrupt: bool = False) -> tuple[int, str, float]:
        """Exit code, what stdout got if it is no terminal, and the seconds that the end took."""
        started = time.monotonic()
        if interrupt:
            self.command.send_signal(signal.SIGINT)
        try:
            out, _ = self.command.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.command.kill()
            self.command.communicate()
            raise
        seconds = time.monotonic() - started
        while self.read(0.1) and seconds < 60:
            pass
        os.close(self.end)
        return self.command.returncode, (out or b"").decode(), seconds


@POSIX
def test_progress_and_colours_on_a_terminal() -> None:
    terminal = Terminal("run", *PAIR, "--deals", "50_000", both=True, NO_COLOR="1")
    terminal.wait_for(re.compile(rb"digest [0-9a-f]{12}"))
    assert terminal.finish()[0] == 0
    assert re.search(rb"\d/50000\b.*deals", terminal.text)
    codes = set(re.findall(rb"\x1b\[([0-9;]*)m", terminal.text))
    assert codes
    assert codes <= {b"0", b"1", b"2", b""}, codes
    terminal = Terminal("run", *PAIR, "--deals", "50_000", "--quiet")
    assert terminal.finish()[0] == 0
    assert terminal.text == b""


@POSIX
def test_ctrl_c_in_a_long_run(tmp_path: Path) -> None:
    terminal = Terminal("run", *PAIR, *ENDLESS)
    terminal.wait_for(DRIVEN)
    code, out, seconds = terminal.finish(interrupt=True)
    assert code == 130
    assert seconds < 3
    assert "Traceback" not in terminal.text.decode()
    found = re.search(r"^interrupted after ([\d,]+) deals?$", out, re.MULTILINE)
    assert found is not None
    assert f"the first {found[1].replace(',', '')} deals are reported" in terminal.text.decode()
    assert re.search(r"score % +\d+\.\d+ \[", out)


@POSIX
def test_ctrl_c_in_a_hand_that_never_ends(script: Script, tmp_path: Path) -> None:
    path = script(
        "ponders.py",
        "def play(obs):\n"
        "    while tricks_played(obs) == 3 and random_below(obs, 100000) == 0:\n"
        "        while tricks_played(obs) == 3:\n"
        "            pass\n"
        "    return cheapest(obs)\n",
    )
    folder = tmp_path / "run"
    terminal = Terminal("run", path, "baja", *ENDLESS, "--out", folder, "--format", "json")
    terminal.wait_for(DRIVEN)
    terminal.watch(1.5)
    code, out, seconds = terminal.finish(interrupt=True)
    assert code == 130
    # The endless loop goes on while the figures are drawn.
    assert seconds < 15
    doc = document(out)
    assert doc["complete"] is False
    assert 0 < doc["deals"] < 10**12
    assert {file.name for file in folder.iterdir()} == {*RUN_FILES, CHECKPOINT}
    assert document((folder / "run.json").read_text(encoding="utf-8")) == doc


@POSIX
def test_ctrl_c_before_there_is_anything_to_report(script: Script, tmp_path: Path) -> None:
    text = "def play(obs):\n    while tricks_played(obs) == 3:\n        pass\n    return cheapest(obs)\n"
    path, folder = script("stuck.py", text), tmp_path / "run"
    terminal = Terminal("run", path, "baja", *ENDLESS, "--out", folder)
    terminal.wait_for(re.compile(rb"\b0/1000000000000\b"))
    terminal.watch(1)
    code, out, seconds = terminal.finish(interrupt=True)
    assert (code, out) == (130, "")
    assert seconds < 4
    assert b"nothing to report" in terminal.text
    assert b"Traceback" not in terminal.text
    assert list(folder.iterdir()) == []
    terminal = Terminal("replay", script("stuck_too.py", text), "baja")
    terminal.wait_for(re.compile(rb"compiling"))
    terminal.watch(2)
    code, out, seconds = terminal.finish(interrupt=True)
    assert (code, out) == (130, "")
    assert seconds < 3


@POSIX
def test_ctrl_c_while_compiling(tmp_path: Path) -> None:
    terminal = Terminal("run", *PAIR, BRISCA_SIM_CACHE=str(tmp_path / "cache"))
    terminal.wait_for(re.compile(rb"compiling"))
    code, out, seconds = terminal.finish(interrupt=True)
    assert (code, out) == (130, "")
    assert seconds < 3
    assert b"Traceback" not in terminal.text
