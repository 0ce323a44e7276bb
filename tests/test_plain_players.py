"""Strategies in plain Python: a class `Player`, asked by the same kernel under the same contract."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Script
from numba.core.dispatcher import Dispatcher

from brisca_sim import cli as command_line
from brisca_sim import vocabulary
from brisca_sim.catalogue import describe, scripts
from brisca_sim.counts import Counts
from brisca_sim.errors import StrategyError
from brisca_sim.inspection.examine import examine
from brisca_sim.inspection.findings import Effort, Finding
from brisca_sim.inspection.probe import Pulse
from brisca_sim.kernel import layout as o
from brisca_sim.kernel import rng
from brisca_sim.kernel.jit import DISABLED, INT, entry
from brisca_sim.loading import load_strategy
from brisca_sim.plain import numbers, words
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_deals, what_failed
from brisca_sim.table import seat_down
from brisca_sim.trace import hand_records, trace_deal

EXAMPLE = ROOT / "strategies" / "examples" / "memoria.py"
INSTRUMENTS = ROOT / "tests" / "strategies"
AUTHORS = (ROOT / "strategies" / "README.md").read_text(encoding="utf-8")
CARD = "hand_card(obs, 0)"
COMPILED = pytest.mark.skipif(DISABLED, reason="nothing is compiled to compare with")


def plain(source: str) -> str:
    """A script of functions as one with a class."""
    hooks = re.findall(r"^def (play|swap|sign)\(obs\)", source, re.MULTILINE)
    source = re.sub(r"^def (play|swap|sign)\(obs\)", r"def _\1(obs)", source, flags=re.MULTILINE)
    methods = [f"    def {hook}(self, obs):\n        return _{hook}(obs)\n" for hook in hooks]
    return source + "\n\nclass Player:\n" + "\n".join(methods)


def player(play: str, more: str = "") -> str:
    """A class whose `play` has this body of one line."""
    return f"class Player:\n    def play(self, obs):\n        {play}\n{more}"


def counts(path: object, rules: Rules, deals: int, **how: Any) -> Counts:
    table = seat_down([path, *["codiciosa"] * (rules.sides - 1)], rules, seed=7)
    return play_deals(table, deals, **how).counts


def failure(path: Path, **rules: Any) -> str:
    with pytest.raises(StrategyError) as refused:
        counts(path, Rules(**rules), 30, threads=2)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def module_of(path: Path) -> Any:
    """The module as which a script was loaded."""
    return sys.modules[f"brisca_strategy_{path.stem}_{load_strategy(path).sha256[:12]}"]


SENAS: dict[str, Any] = {"players": 4, "senas": True, "false_signs": True, "interception": "hand"}
TABLES: list[dict[str, Any]] = [
    {"players": 2, "swap": "on_turn"},
    {"players": 3},
    {"players": 4},
    {"players": 2, "objective": "fewest"},
    SENAS,
]


@entry(INT, INT)
def _following(state, _):
    return rng.following(state)


@entry(INT, INT)
def _high32(state, _):
    return rng.high32(state)


@entry(INT, INT)
def _stream(key, number):
    return rng.stream(key, number)


COMPILED_NUMBERS = {"following": _following, "high32": _high32, "stream": _stream}


# --- the same play as compiled -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for translated scripts, which are then loaded only once."""
    return tmp_path_factory.mktemp("plain")


@pytest.mark.parametrize("rules", TABLES)
@pytest.mark.parametrize(
    "name", ["ciegas", "ahorradora:theta=5", "contadora_final", "azar", "ojeadora"]
)
def test_a_translation_plays_the_very_same_cards(
    name: str, rules: dict[str, Any], translations: Path
) -> None:
    name, colon, values = name.partition(":")
    original = scripts().get(name, INSTRUMENTS / f"{name}.py")
    copy = translations / f"{name}_plain.py"
    copy.write_text(plain(original.read_text(encoding="utf-8")), encoding="utf-8")
    deals = {"azar": 8, "contadora_final": 8, "ojeadora": 1}.get(name, 40)
    wanted = counts(f"{original}{colon}{values}", Rules(**rules), deals, threads=1)
    for how in ({"threads": 1}, {"threads": 2, "block_size": 3}):
        found = counts(f"{copy}{colon}{values}", Rules(**rules), deals, **how)
        assert found.digest({}) == wanted.digest({})
        for array in ("hand_points", "hand_scores", "deal_scores", "deal_points", "measures"):
            assert (getattr(found, array) == getattr(wanted, array)).all()


@COMPILED
def test_no_word_is_compiled() -> None:
    assert words.__all__ == vocabulary.__all__
    seen: set[int] = set()

    def look(function: Any) -> None:
        assert not isinstance(function, Dispatcher)
        if id(function) in seen or not hasattr(function, "__code__"):
            return
        seen.add(id(function))
        for cell in function.__closure__ or ():
            look(cell.cell_contents)
        for name in function.__code__.co_names:
            look(function.__globals__.get(name))

    for name in vocabulary.__all__:
        look(getattr(words, name))
    assert len(seen) > 100


@COMPILED
def test_random_numbers_in_whole_numbers_of_python() -> None:
    for state in (0, 1, -1, 2**62 + 3, -(2**63), 2**63 - 1):
        for function in ("following", "high32", "stream"):
            more = (17,) if function == "stream" else ()
            found = getattr(numbers, function)(np.int64(state), *more)
            assert found == COMPILED_NUMBERS[function](state, 17)
            assert type(found) is int
            assert -(2**63) <= found < 2**63


def test_without_a_compiler_at_all(script: Script, tmp_path: Path) -> None:
    path = script(
        "mine.py", plain("def play(obs):\n    return hand_card(obs, random_below(obs, 2))\n")
    )
    code = (
        "from brisca_sim.simulation import play_deals; from brisca_sim.table import seat_down\n"
        f"print(play_deals(seat_down([{str(path)!r}] * 2), 2, threads=1).counts.digest({{}}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    here = play_deals(seat_down([path, path]), 2, threads=1).counts.digest({})
    assert done.stdout.strip() == here


# --- what a player keeps, sees and may write -----------------------------------------------------------


def test_a_new_player_for_each_seat_and_hand_and_none_left(script: Script) -> None:
    text = (
        "ALIVE = MADE = MOST = 0\n\n\nclass Player:\n"
        "    def __init__(self):\n        global ALIVE, MADE, MOST\n"
        "        ALIVE, MADE, self.asked, self.seat = ALIVE + 1, MADE + 1, 0, None\n"
        "        MOST = max(MOST, ALIVE)\n"
        "    def __del__(self):\n        global ALIVE\n        ALIVE -= 1\n"
        "    def play(self, obs):\n"
        "        assert self.asked == tricks_played(obs), 'another hand'\n"
        "        assert self.seat in (None, my_seat(obs)), 'another seat'\n"
        "        self.asked, self.seat = self.asked + 1, my_seat(obs)\n"
        "        return hand_card(obs, self.asked % hand_size(obs))\n"
    )
    path = script("mine.py", text)
    rules = Rules(players=4, teams="individual")
    table = seat_down([path] * 4, rules)
    one = play_deals(table, 60, threads=1, block_size=60).counts
    module = module_of(path)
    gc.collect()
    # One was made when the script was loaded, then four a hand.
    state = vars(module)
    assert state["MADE"] == 1 + 60 * table.seatings * 4
    assert module.MOST <= 9
    assert module.ALIVE == 0
    two = play_deals(table, 60, threads=2, block_size=7).counts
    assert two.digest({}) == one.digest({})


def test_what_is_seen_stays_as_it_was_and_cannot_be_written(script: Script) -> None:
    text = player(
        "KEPT.append(obs); COPIES.append(obs.copy()); LEFT.append(random_below(obs, 1000)); "
        "return hand_card(obs, 0)"
    )
    path = script("mine.py", f"KEPT, COPIES, LEFT = [], [], []\n\n\n{text}")
    trace_deal(seat_down([path, "ciegas"]), 3)
    module = module_of(path)
    assert len(module.KEPT) == 38
    for kept, copy in zip(module.KEPT, module.COPIES, strict=True):
        differs = np.flatnonzero(kept != copy).tolist()
        assert differs == [o.RNG]
        with pytest.raises(ValueError, match="read-only"):
            kept[o.TRUMP] = 1
    assert len(set(module.LEFT)) > 25
    assert module.KEPT[0].dtype == np.int64
    assert module.KEPT[0].shape == (o.OBS_WORDS,)
    # A row of a table of one's own is written where it lies, not in the table that owns it.
    rows = np.stack(module.KEPT)
    words.remember(rows[5], 2, 77)
    assert words.recall(rows[5], 2) == 77
    assert rows[0, o.MEMORY + 2] == 0


def test_notes_and_parameters(script: Script) -> None:
    text = (
        "SHIFT = parameter(1, 0, 9, 'places to shift')\n"
        "WAY = choice('up', ('down', 'up'), 'which way')\n\n\n"
        + player(
            "assert recall(obs, 15) == tricks_played(obs); remember(obs, 15, recall(obs, 15) + 1); "
            "return hand_card(obs, int(param(obs, SHIFT) + param(obs, WAY)) % hand_size(obs))"
        )
    )
    path = script("mine.py", text)
    results = {
        counts(f"{path}{values}", Rules(), 20, threads=1).digest({})
        for values in ("", ":shift=0", ":way=down", ":shift=0,way=down")
    }
    assert len(results) == 3
    with pytest.raises(StrategyError, match="shift takes a number from 0 to 9"):
        load_strategy(f"{path}:shift=10")
    assert describe(path).parameters[0][0] == "shift"


@pytest.mark.parametrize(
    ("play", "swap"),
    [
        ("np.int64(hand_card(obs, 0))", "np.bool_(False)"),
        ("np.int8(hand_card(obs, 0))", "0"),
        ("np.array(hand_card(obs, 0))", "np.int32(0)"),
        ("int(hand_card(obs, 0))", "bool(0)"),
    ],
)
def test_answers_that_are_whole_numbers_of_another_kind(
    script: Script, play: str, swap: str
) -> None:
    swaps = f"    def swap(self, obs):\n        return {swap}\n"
    path = script("mine.py", "import numpy as np\n\n\n" + player(f"return {play}", swaps))
    wanted = counts(INSTRUMENTS / "primera.py", Rules(), 20)
    assert counts(path, Rules(), 20).digest({}) == wanted.digest({})
    assert load_strategy(path).asks_swap
    assert not load_strategy(path).asks_sign


def test_a_player_may_have_hands_played_while_it_thinks(script: Script) -> None:
    text = (
        "from brisca_sim.table import seat_down\nfrom brisca_sim.trace import trace_deal\n\n\n"
        "class Player:\n    asked = 0\n"
        "    def play(self, obs):\n        self.asked += 1\n"
        "        assert self.asked == tricks_played(obs) + 1\n"
        "        trace_deal(seat_down(['ciegas', 'baja']), self.asked)\n"
        "        return hand_card(obs, 0)\n"
    )
    assert counts(script("mine.py", text), Rules(), 3).deals == 3


def test_every_question_shows_that_an_examination_moves(script: Script) -> None:
    pulse = Pulse()
    before = pulse.reading
    counts(script("mine.py", player(f"return {CARD}")), Rules(), 1)
    assert pulse.reading[:3] == before[:3]
    assert pulse.reading[3] == before[3] + 38


# --- what goes wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "part"),
    [
        ("tricks_played(obs) < 4 or 1 / 0; return hand_card(obs, 0)", "raised ZeroDivisionError: "),
        ("raise KeyError('lost\\nhere')", "raised KeyError: "),
        ("raise SystemExit(3)", "raised SystemExit: 3"),
        ("raise type('Odd', (BaseException,), {})()", "raised Odd: Odd"),
        ("return self.play(obs)", "raised RecursionError: "),
        ("mine = obs; mine[54] = 1", "raised ValueError: assignment destination is read-only"),
        ("return 99", "chose 99 (no card), which is not in its hand"),
        ("return NO_CARD", "chose -1 (no card), which is not in its hand"),
        ("return 2.5", "answered 2.5 where play has to return a card of the hand, a whole number"),
        ("pass", "answered nothing where play has to return"),
        ("return 'Ao'", "answered 'Ao' where play"),
        ("return [3]", "answered a list where play"),
        ("return 10**30", "answered a huge number where play"),
    ],
)
def test_a_player_that_fails_is_named_with_file_and_line(
    script: Script, play: str, part: str
) -> None:
    path = script("mine.py", player(play))
    said = failure(path)
    assert said.startswith("mine in seat ")
    assert part in said
    assert re.search(r" of deal \d+, seating \d, ", said)
    assert f"see it with: brisca-sim replay {path} codiciosa --seed 7 --deal " in said
    if "chose" not in part:
        first = path.read_text(encoding="utf-8").split("\n").index("    def play(self, obs):") + 1
        assert f"({path}, line {first + ('raised' in part)})" in said
    # The hand can be seen up to there, as that of a compiled script.
    seen = []
    deal = int(re.search(r" of deal (\d+)", said)[1])
    with pytest.raises(StrategyError, match=r"^mine in seat "):
        seen.extend(hand_records(seat_down([path, "codiciosa"], seed=7), deal))


def test_swaps_and_signs_that_fail(script: Script) -> None:
    swap = player(f"return {CARD}", "    def swap(self, obs):\n        pass\n")
    assert "answered nothing where swap has to return True or False" in failure(
        script("a.py", swap), swap="on_turn", swap_by="anyone"
    )
    sign = player(f"return {CARD}", "    def sign(self, obs):\n        return 0.5\n")
    assert "answered 0.5 where sign has to return a sign or NO_SIGN" in failure(
        script("b.py", sign), players=4, senas=True
    )
    false = player(f"return {CARD}", "    def sign(self, obs):\n        return SIGN_AS\n")
    assert "gave the sign as, which its hand does not bear out" in failure(
        script("c.py", false), players=4, senas=True
    )


def test_an_interruption_that_is_none(script: Script) -> None:
    said = failure(script("mine.py", player("raise KeyboardInterrupt")))
    assert "raised KeyboardInterrupt: KeyboardInterrupt" in said


def test_a_method_from_elsewhere_that_answers_wrongly(script: Script) -> None:
    path = script("mine.py", "class Player(list):\n    play = list.append\n")
    wanted = (
        f"answered nothing where play has to return a card of the hand, a whole number ({path});"
    )
    assert wanted in failure(path)


def test_a_failed_hand_leaves_nothing_behind(script: Script) -> None:
    path = script("mine.py", player(f"assert tricks_played(obs) < 9; return {CARD}"))
    before = counts("ahorradora", Rules(), 50).digest({})
    for _ in range(3):
        assert "raised AssertionError: AssertionError" in failure(path)
    assert counts("ahorradora", Rules(), 50).digest({}) == before
    assert what_failed(ValueError("a\nb")) == "raised ValueError: a"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (f"def play(obs):\n    return 1\n\n\n{player('return 1')}", "a function play and a class Player"),
        (f"def swap(obs):\n    return 1\n\n\n{player('return 1')}", "a function swap and a class"),
        ("class Gamer:\n    pass\n", "no function play(obs) that returns a card of the hand (and no"),
        ("class Player:\n    pass\n", "line 6: class Player has no method play(self, obs)"),
        ("class Player(dict):\n    pass\n", "class Player has no method play(self, obs)"),
        ("class Player:\n    def play(self):\n        return 1\n", "line 7: play takes self and one"),
        (player("return 1", "    def swap(obs):\n        return 1\n"), "swap takes self and one"),
        (player("obs[3] = 1"), "line 8: play writes into obs"),
        (player("return 1", "    def __init__(self, size):\n        pass\n"), "TypeError while a Player"),
        (player("return 1", "    def __init__(self):\n        1 / 0\n"), "line 10: ZeroDivisionError"),
        ("import brisca_sim.vocabulary as v\n" + player("return 1"), "import the words themselves"),
        ("from brisca_sim import vocabulary\n" + player("return 1"), "import the words themselves"),
        ("import nonesuch_module\n" + player("return 1"), "line 6: ModuleNotFoundError while loading"),
    ],
)  # fmt: skip
def test_scripts_that_are_refused(script: Script, text: str, part: str) -> None:
    path = script("mine.py", text)
    with pytest.raises(StrategyError, match=re.escape(part)) as refused:
        load_strategy(path)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)


def test_a_player_may_inherit_and_fill_tables_of_its_own(script: Script) -> None:
    text = (
        "import numpy as np\nfrom brisca_sim.vocabulary.sets import lowest as least\n\n\n"
        "def fill(table, card):\n    table[0] = card\n\n\n"
        "class Base:\n    def play(self, obs):\n        table = np.zeros(1, dtype=int)\n"
        "        fill(table, least(my_cards(obs)))\n        return table[0]\n\n\n"
        "class Player(Base):\n    pass\n"
    )
    assert counts(script("mine.py", text), Rules(), 5).deals == 5


# --- the commands -----------------------------------------------------------------------------------


def findings(path: Path, effort: Effort) -> dict[str, Finding]:
    return {finding.check: finding for finding in examine(str(path), effort, Pulse())}


def test_the_check_says_how_much_it_judged(script: Script) -> None:
    path = script("mine.py", player(f"return {CARD}"))
    found = findings(path, Effort(deals=60, seconds=1))
    assert [name for name, finding in found.items() if not finding.passed] == []
    assert len(found) == 8
    judged = re.match(r"([\d,]+) decisions .*\(no more in 1 s\)", found["legal"].why)
    assert judged is not None
    assert 3000 < int(judged[1].replace(",", "")) < 1_000_000
    assert re.match(r"deals 0 to [1-4]?\d at", found["deterministic"].why)


def test_the_check_finds_chance_from_elsewhere_and_favourite_suits(script: Script) -> None:
    few = Effort(decisions=500, deals=4)
    chance_text = "import random\n\n\n" + player(
        "return hand_card(obs, random.randrange(hand_size(obs)))"
    )
    found = findings(script("a.py", chance_text), few)
    assert not found["deterministic"].passed
    found = findings(
        script("b.py", player("return max(hand_card(obs, i) for i in range(hand_size(obs)))")), few
    )
    assert [name for name, finding in found.items() if not finding.passed] == ["suit-neutral"]


def command(*words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "brisca_sim", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("loop", "why"),
    [
        ("while stock_empty(obs): pass", "no answer for 1 s to decision "),
        # Nobody else gets Python's lock while this goes on.
        ("stock_empty(obs) and sum(range(10**15))", "no answer after the check 'compiles': a call"),
    ],
)
def test_a_player_that_never_answers_is_ended_and_named(
    script: Script, loop: str, why: str
) -> None:
    path = script("mine.py", player(f"{loop}\n        return {CARD}"))
    with command("strategies", "check", path, "--limit", "1", "--quiet") as check:
        out, err = check.communicate(timeout=60)
    assert (check.returncode, err) == (1, "")
    assert out.splitlines()[-1].startswith(f"FAILED  ends: {why}")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    "play", [f"return {CARD}", f"while stock_empty(obs): pass\n        return {CARD}"]
)
def test_ctrl_c(script: Script, play: str) -> None:
    """Deals done are reported; a player that never answers does not keep the command from ending."""
    path = script(
        "mine.py", "import sys\n\nprint('ready', file=sys.stderr, flush=True)\n\n\n" + player(play)
    )
    with command("run", path, "codiciosa", "--deals", "1e12", "--threads", "2") as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "ready\n"
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        started = time.monotonic()
        out, _ = run.communicate(timeout=30)
    assert time.monotonic() - started < 15
    assert run.returncode == 130
    assert ("interrupted after" in out) == ("while" not in play)


# --- the examples ---------------------------------------------------------------------------------


def test_the_example_beats_codiciosa() -> None:
    strategy = load_strategy(EXAMPLE)
    assert strategy.plain
    assert EXAMPLE.stem not in scripts()
    table = seat_down([EXAMPLE, "codiciosa"])
    played = play_deals(table, 400, threads=2).counts
    total = played.measures[:, o.M_SCORE] / (o.WHOLE * table.seatings)
    mean = total[0] / played.deals
    spread = (
        played.measures[1, o.M_SCORE] / (o.WHOLE * table.seatings) ** 2 / played.deals - mean**2
    ) ** 0.5
    assert mean - 3 * spread / played.deals**0.5 > 0.5


def test_the_example_is_listed_as_any_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["brisca-sim", "strategies", "show", str(EXAMPLE)])
    with pytest.raises(SystemExit) as left:
        command_line.main()
    out = capsys.readouterr().out
    assert left.value.code == 0
    assert out.startswith("memoria\n\nA linear model in plain Python")
    assert "class Player:" in out


def test_the_example_passes_the_check() -> None:
    found = findings(EXAMPLE, Effort(decisions=1, deals=1))
    assert [finding.why for finding in found.values() if not finding.passed] == []


def test_the_authors_example_plays(tmp_path: Path) -> None:
    section = AUTHORS.split("## In plain Python")[1].split("\n## ")[0]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    path = tmp_path / "mine.py"
    path.write_text(code, encoding="utf-8")
    assert load_strategy(path).plain
    assert counts(path, Rules(), 20).deals == 20
    found = findings(path, Effort(decisions=1, deals=1))
    assert [finding.why for finding in found.values() if not finding.passed] == []


def test_a_player_may_use_linear_algebra(script: Script) -> None:
    """Commands start without it, and must not keep it from a script."""
    text = "from scipy import linalg\n\n\n" + player("linalg.hilbert(2); return hand_card(obs, 0)")
    path = script("algebra.py", text)
    done = subprocess.run(
        [sys.executable, "-m", "brisca_sim", "run", path, "ciegas", "--deals", "5", "--quiet"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
