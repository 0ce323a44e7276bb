"""Comparisons: the same deals for both, whole numbers all the way, stops that anybody can repeat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Commands

from brisca_sim import Rules, replay, simulate
from brisca_sim.errors import BriscaError
from brisca_sim.verdicts.decide import Decision, settle
from brisca_sim.verdicts.duel import conditions_duel, mano_duel, strategies_duel
from brisca_sim.verdicts.effects import Setting, break_even, effect_parts
from brisca_sim.verdicts.stopping import Stop

ALONE = {"players": 4, "teams": "individual"}


def versus(
    a: str, b: str, rules: Rules | None = None, stop: Stop | None = None, **more: Any
) -> Decision:
    duel = strategies_duel(a, b, rules or Rules(), more.pop("company", "codiciosa"))
    return settle(duel, stop or Stop(600), "typed", **more)


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 4}, ALONE])
def test_turned_round_it_says_the_opposite(options: dict[str, Any]) -> None:
    one = versus("ahorradora", "alta", Rules(**options)).document
    other = versus("alta", "ahorradora", Rules(**options)).document
    for name in ("score", "points"):
        assert one["difference"][name] == -other["difference"][name] != 0
        low, high = other["difference"][f"{name}_ci"]
        assert one["difference"][f"{name}_ci"] == [-high, -low]
    assert one["pair_counts"] == other["pair_counts"][::-1]
    assert (one["verdict"], other["verdict"]) == ("a", "b")


@pytest.mark.parametrize(
    "stop", [Stop(3000), Stop(3000, decide=True, margin=0.01), Stop(9000, width=0.02)]
)
def test_threads_change_nothing(stop: Stop) -> None:
    one, two = (
        versus("ahorradora", "ahorradora:theta=6", stop=stop, threads=threads).document
        for threads in (1, 2)
    )
    assert one["digest"] == two["digest"]
    assert one["deals"] == two["deals"]
    assert one["difference"] == two["difference"]


@pytest.mark.parametrize("options", [{}, {"players": 4}])
def test_the_difference_is_that_of_a_run(options: dict[str, Any]) -> None:
    found = versus("contadora", "codiciosa", Rules(**options)).document["difference"]
    sides = simulate(["contadora", "codiciosa"], Rules(**options), deals=600).document["sides"]
    assert found["score"] == pytest.approx(sides[0]["score"] - sides[1]["score"], abs=1e-12)
    assert found["points"] == pytest.approx(sides[0]["points_mean"] - sides[1]["points_mean"])


@pytest.mark.parametrize("options", [{"players": 3}, ALONE])
def test_in_company_they_sit_at_every_distance(options: dict[str, Any]) -> None:
    rules = Rules(**options)
    found = versus("ahorradora", "alta", rules, company="baja").document["difference"]["score"]
    gaps = []
    for place in range(1, rules.sides):
        lineup = ["ahorradora", *["baja"] * (rules.sides - 1)]
        lineup[place] = "alta"
        sides = simulate(lineup, rules, deals=600).document["sides"]
        gaps.append(sides[0]["score"] - sides[place]["score"])
    assert found == pytest.approx(np.mean(gaps), abs=1e-12)


def test_elo_in_company_is_that_of_what_the_two_divide() -> None:
    found = versus("ahorradora", "alta", Rules(players=3), company="baja").document
    scores = np.zeros(2)
    for lineup, place in ((["ahorradora", "alta", "baja"], 1), (["ahorradora", "baja", "alta"], 2)):
        sides = simulate(lineup, Rules(players=3), deals=600).document["sides"]
        scores += sides[0]["score"], sides[place]["score"]
    expected = 400 * np.log10(scores[0] / scores[1])
    assert found["elo"] == pytest.approx(expected)
    low, high = found["elo_ci"]
    assert low < found["elo"] < high
    two = versus("ahorradora", "alta").document
    share = (1 + two["difference"]["score"]) / 2
    assert two["elo"] == pytest.approx(400 * np.log10(share / (1 - share)))


def test_how_often_the_winner_changed_is_counted_hand_by_hand() -> None:
    rules, other = Rules(), Rules(swap="off")
    names = ["contadora", "codiciosa"]
    duel = conditions_duel("on", "off", (names, names), (rules, other))
    found = settle(duel, Stop(40), "typed").document
    winners = [
        [record["result"]["winner"] for record in replay(names, chosen, count=40)]
        for chosen in (rules, other)
    ]
    changed = sum(a != b for a, b in zip(*winners, strict=True))
    assert changed > 0
    assert found["winner_changed"] == changed / 80


def test_an_effect_is_the_difference_of_two_runs() -> None:
    (part,) = effect_parts("swap=off", ["contadora", "codiciosa"], Setting(Rules()))
    found = settle(part.duel(), Stop(500), "typed").document
    scores = [
        simulate(["contadora", "codiciosa"], rules, deals=500).document["sides"][0]["score"]
        for rules in (Rules(swap="off"), Rules())
    ]
    assert found["difference"]["score"] == pytest.approx(scores[0] - scores[1], abs=1e-12)
    assert found["elo"] is None


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 4}])
def test_what_leading_first_is_worth_is_what_the_seats_show(options: dict[str, Any]) -> None:
    rules = Rules(**options)
    found = settle(mano_duel("ahorradora", rules), Stop(500), "typed").document
    seats = simulate(["ahorradora"] * rules.sides, rules, deals=500).document["seats"]
    others = [seat["score"] for seat in seats[1 : rules.sides]]
    gap = seats[0]["score"] - float(np.mean(others))
    assert found["difference"]["score"] == pytest.approx(gap, abs=1e-12)


def test_leading_first_is_told_for_every_strategy_that_is_named() -> None:
    parts = effect_parts("mano", ["alta", "baja"], Setting(Rules()))
    found = [settle(part.duel(), Stop(300), "typed").document for part in parts]
    assert [document["a"] for document in found] == ["mano (alta)", "mano (baja)"]
    assert found[0]["difference"] != found[1]["difference"]


def test_a_strategy_against_itself_is_exactly_equal() -> None:
    found = versus("contadora", "contadora").document
    assert found["difference"] == {
        "score": 0.0, "score_ci": [0.0, 0.0], "points": 0.0, "points_ci": [0.0, 0.0],
    }  # fmt: skip
    assert (found["exact"], found["verdict"]) == (["score", "points"], "equal")
    with pytest.raises(BriscaError, match="nothing to decide"):
        versus("contadora", "contadora", stop=Stop(100, decide=True))


def test_it_stops_when_it_may_and_not_before() -> None:
    decided = versus("contadora", "codiciosa", stop=Stop(10**6, decide=True))
    assert decided.document["stopped"] == "decided"
    assert decided.document["verdict"] == "a"
    assert decided.document["interval"] == "anytime"
    assert decided.document["deals"] < 2000
    width = versus("contadora", "codiciosa", stop=Stop(10**6, width=0.05)).document
    low, high = width["difference"]["score_ci"]
    assert width["stopped"] == "width"
    assert high - low <= 0.1
    raced = versus("contadora", "codiciosa", stop=Stop(10**6, sprt=(0.0, 30.0))).document
    assert raced["sprt"]["decision"] == "h1"
    assert raced["stopped"] == "decided"
    open_end = versus("ahorradora", "ahorradora:theta=4", stop=Stop(100, decide=True)).document
    assert open_end["stopped"] == "deals"
    assert open_end["verdict"] == "undecided"
    assert "more deals would be needed" in open_end["sentence"]


def test_within_a_margin() -> None:
    found = versus("ahorradora", "ahorradora:theta=3.5", stop=Stop(10**6, decide=True, margin=0.05))
    assert found.document["verdict"] in ("equal", "a", "b")
    assert found.document["deals"] < 50_000


def test_where_a_sweep_changes_its_sign() -> None:
    def document(at: float, gap: float) -> dict[str, Any]:
        return {"at": at, "difference": {"score": gap, "score_ci": [gap - 0.1, gap + 0.1]}}

    found = break_even([document(0, 0.3), document(0.5, 0.1), document(1, -0.3)])
    assert found is not None
    assert found["at"] == pytest.approx(0.625)
    assert found["ci"] == pytest.approx([0.5, 0.75])
    assert break_even([document(0, 0.3), document(1, 0.1)]) is None


@pytest.mark.parametrize(
    ("name", "lineup", "options", "why"),
    [
        ("sawp=off", [], {}, "no effect 'sawp=off'; did you mean swap"),
        ("swap=of", [], {}, "did you mean off"),
        ("swap", [], {"swap": "off"}, "no swap"),
        ("senas", [], {}, "add --players 4"),
        ("rival_sees=0.5", [], {"players": 4}, "nothing without senas"),
        ("swap=off", ["alta"], {}, "take 2 strategies"),
    ],
)
def test_what_does_not_fit_is_refused(
    name: str, lineup: list[str], options: dict[str, Any], why: str
) -> None:
    with pytest.raises(BriscaError, match=why):
        _ = [part.duel() for part in effect_parts(name, lineup, Setting(Rules(**options)))]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


def test_the_commands(run: Commands, tmp_path: Path) -> None:
    folder = tmp_path / "found"
    few = ("--deals", "200", "--out", str(folder))
    document = run("compare", "alta", "baja", *few, "--format", "json").document()
    assert document["schema"] == "brisca-compare/1"
    assert document == json.loads((folder / "compare.json").read_text())
    counts = np.load(folder / "counts.npz")
    assert counts["part0_score"].tolist() == document["pair_counts"]
    shown = run("compare", "alta", "baja", "--deals", "200").out
    assert document["sentence"] in " ".join(shown.split())
    sweep = ("effect", "rival_sees=0,1", "senadora", "cazasenas", "--players", "4")
    found = run(*sweep, "--set", "senas=true", "--deals", "100", "--format", "csv")
    assert found.code == 0
    assert len(found.out.splitlines()) == 3
    assert found.out.splitlines()[1].startswith("rival_sees=0,rival_sees=0.0,0.0,")


def test_who_cheats_is_told(run: Commands) -> None:
    found = run("compare", "vidente", "alta", "--deals", "50")
    assert "it cheats" in found.err
    assert "it cheats" in found.out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["compare", "alta", "bajo"], "did you mean baja"),
        (["compare", "alta", "baja", "--margin", "1pp"], "goes with --decide"),
        (["compare", "alta", "baja", "--until-width", "wide"], "as 0.5pp or 0.005"),
        (["compare", "alta", "baja", "--sprt", "5"], "as 0,5"),
        (["compare", "alta", "baja", "--format", "xml"], "--format takes"),
        (["compare", "alta", "alta", "--decide"], "nothing to decide"),
        (["effect", "nothing"], "no effect"),
    ],
)
def test_bad_input_gets_one_line(run: Commands, words: list[str], why: str) -> None:
    run(*words).refused(why)


def test_the_mano_negra_is_as_frequent_as_it_must_be_and_more_so_later() -> None:
    parts = effect_parts("mano_negra", ["alta", "baja"], Setting(Rules()))
    dealt, later = (settle(part.duel(), Stop(100_000), "typed").document for part in parts)
    exact = 7 / 45695  # somebody is dealt as, tres and rey of trumps, of 40 cards with two players
    assert abs(dealt["mano_negra"]["per_hand"] - exact) < 4.5 * (exact / 100_000) ** 0.5
    assert later["mano_negra"]["per_hand"] > 3 * dealt["mano_negra"]["per_hand"]
    assert later["winner_changed"] > 0
