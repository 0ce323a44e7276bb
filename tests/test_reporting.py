"""Reporting: tables, terminal text, figures and the run folder."""

from __future__ import annotations

import copy
import csv
import errno
import functools
import io
import itertools
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from brisca_sim.cards import POINTS, rank_of
from brisca_sim.errors import OutputError
from brisca_sim.language import speaking
from brisca_sim.reporting import cells, figures, folder, phrases, tables, terminal
from brisca_sim.rules import Rules

LONG = "ahorradora:theta=10,theta_mid=5"
Array = np.ndarray[Any, Any]


def played_points(rules: Rules, deals: int, skill: Sequence[float], seed: int) -> Array:
    """Points by deal, seating and side when tricks of random cards fall to sides by skill."""
    generator = np.random.default_rng(seed)
    worth = np.array([POINTS[rank_of(card)] for card in rules.cards])
    hands = deals * seatings_of(rules)
    tricks = generator.permuted(np.tile(worth, (hands, 1)), axis=1)
    tricks = tricks.reshape(hands, rules.tricks, rules.players).sum(axis=2)
    chances = np.array(skill) / sum(skill)
    winners = generator.choice(rules.sides, size=tricks.shape, p=chances)
    sides = [(tricks * (winners == side)).sum(axis=1) for side in range(rules.sides)]
    return np.stack(sides, axis=1).reshape(deals, -1, rules.sides)


def seatings_of(rules: Rules) -> int:
    return 2 if rules.sides == 2 else rules.sides


def estimate(by_deal: Array) -> tuple[float, list[float]]:
    mean = float(by_deal.mean())
    half = 1.96 * float(by_deal.std(ddof=1)) / math.sqrt(len(by_deal))
    return mean, [mean - half, mean + half]


def estimates(values: dict[str, Array]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for figure, by_deal in values.items():
        word = "points" if figure == "points_mean" else figure
        found[figure], found[f"{word}_ci"] = estimate(by_deal)
    return found


def side_entry(name: str, own: dict[str, Array], points: Array) -> dict[str, Any]:
    spread = float(points.std())
    return {
        "name": name,
        **estimates({key: array.mean(axis=1) for key, array in own.items()}),
        "points_sd": spread,
        "points_sd_ci": [spread - 0.21, spread + 0.21],
        "points_histogram": np.bincount(points.ravel(), minlength=121).tolist(),
        "exact": [],
    }


def seat_entry(seat: int, values: dict[str, Array]) -> dict[str, Any]:
    by_seating = next(iter(values.values())).shape
    chairs = [(seat + seating) % by_seating[2] for seating in range(by_seating[1])]
    own = {
        key: np.stack([array[:, j, side] for j, side in enumerate(chairs)], axis=1).mean(axis=1)
        for key, array in values.items()
        if key != "loss"
    }
    return {"seat": seat, "mano": seat == 0, **estimates(own)}


@functools.cache
def built_doc(
    names: tuple[str, ...], deals: int, skill: tuple[float, ...], options: tuple[Any, ...]
) -> dict[str, Any]:
    rules = Rules.preset(**dict(options))
    points = played_points(rules, deals, skill or (1.3, *[1.0] * (rules.sides - 1)), 5)
    best = points == points.max(axis=2, keepdims=True)
    shares = best / best.sum(axis=2, keepdims=True)
    values = {
        "score": shares,
        "win": (shares == 1).astype(float),
        "draw": ((shares > 0) & (shares < 1)).astype(float),
        "loss": (shares == 0).astype(float),
        "points_mean": points,
    }
    step = 0.5 if rules.sides == 2 else 1 / 12
    totals = np.rint(shares[:, :, 0].sum(axis=1) / step).astype(int)
    return {
        "schema": "brisca-run/1",
        "version": "0.1.0",
        "command": "brisca-sim run " + " ".join(names),
        "rules": rules.to_dict(),
        "lineup": list(names),
        "strategies": [{"name": name, "params": {}, "sha256": "0" * 64} for name in names],
        "seed": 7,
        "deal_mode": "stream",
        "deals": deals,
        "seatings": points.shape[1],
        "hands": deals * points.shape[1],
        "complete": True,
        "sides": [
            side_entry(
                name, {key: array[:, :, i] for key, array in values.items()}, points[:, :, i]
            )
            for i, name in enumerate(names)
        ],
        "seats": [seat_entry(seat, values) for seat in range(rules.players)],
        "pairs": {
            "score_counts": np.bincount(totals).tolist(),
            "score_step": step,
            "variance_reduction": {
                "score": 1.34,
                "score_ci": [1.29, 1.39],
                "points": 1.72,
                "points_ci": [1.66, 1.78],
            },
        },
        "events": dict.fromkeys(EVENTS, 0) | {"swaps": 1234, "swap_hands": 1200},
        "event_rates": {name: {"per_hand": 0.0, "ci": [0.0, 0.0]} for name in EVENTS}
        | {
            "swaps": {"per_hand": 0.3085, "ci": [0.2931, 0.3239]},
            "swap_hands": {"per_hand": 0.3, "ci": [0.285, 0.315]},
        },
        "confidence": 0.95,
        "elapsed_s": 1.24,
        "hands_per_s": 912345.6,
        "digest": "3f2a9c1b77e0" + "0" * 52,
    }


def make_doc(
    *names: str, deals: int = 1000, skill: Sequence[float] = (), **options: Any
) -> dict[str, Any]:
    """Build the document of a run in which the sides win tricks by luck and skill."""
    found = built_doc(names, deals, tuple(skill), tuple(options.items()))
    return copy.deepcopy(found)


def two() -> dict[str, Any]:
    """Build two sides with round figures."""
    doc = make_doc("ahorradora", "codiciosa")
    for side, score, mean in zip(doc["sides"], (0.60123, 0.39877), (64.25, 55.75), strict=True):
        side |= {"score": score, "score_ci": [score - 0.001, score + 0.001]}
        side |= {"points_mean": mean, "points_ci": [mean - 0.15, mean + 0.15]}
    return doc


def mirror() -> dict[str, Any]:
    """Build a strategy against itself, where symmetry makes figures exact."""
    doc = make_doc("codiciosa", "codiciosa", skill=(1, 1))
    for side in doc["sides"]:
        side |= {"score": 0.5, "score_ci": [0.5, 0.5], "exact": ["score", "points_mean"]}
        side |= {"points_mean": 60.0, "points_ci": [60.0, 60.0]}
    return doc


@functools.cache
def figure_of(name: str, kind: str) -> Figure:
    """Draw a figure of one of the documents once for all tests, which only look at it."""
    figure: Figure = getattr(figures, kind)(DOCS[name]())
    figure.draw_without_rendering()
    return figure


EVENTS = ("swaps", "swap_hands", "mano_negra", "signs", "signs_seen_by_rivals")
DOCS: dict[str, Callable[[], dict[str, Any]]] = {
    "two": two,
    "mirror": mirror,
    "long": lambda: make_doc(LONG, LONG.replace("10", "12"), swap="off", tie="last_trick"),
    "path": lambda: make_doc("/home/ana/" + "carpeta/" * 12 + "$mine_$.py", "codiciosa"),
    "three": lambda: make_doc("ahorradora", "codiciosa", "codiciosa", players=3),
    "four": lambda: make_doc(
        LONG, "contadora", "senadora:risk=0.25,other=1", LONG, players=4, teams="individual"
    ),
    "pairs": lambda: make_doc(f"contadora+{LONG}", "codiciosa", players=4, senas=True),
    "six": lambda: make_doc("contadora", "codiciosa", players=6),
    "unequal": lambda: make_doc("contadora", "aleatoria", skill=(30, 1)),
}
every_doc = pytest.mark.parametrize("name", DOCS)


# Tables.


@every_doc
def test_sides_table_holds_what_the_document_says(name: str) -> None:
    doc = DOCS[name]()
    table = tables.sides(doc)
    assert len(table) == len(doc["sides"])
    for row, side in zip(table.to_dict("records"), doc["sides"], strict=True):
        for figure in ("score", "win", "draw", "loss", "points_mean", "points_sd"):
            stem = "points" if figure == "points_mean" else figure
            found = [row[figure], row[f"{stem}_lo"], row[f"{stem}_hi"]]
            assert found == [side[figure], *side[f"{stem}_ci"]]
        assert row["exact"].split() == side["exact"]


def test_columns_of_the_sides_table() -> None:
    wanted = (
        "name score score_lo score_hi win win_lo win_hi draw draw_lo draw_hi"
        " loss loss_lo loss_hi points_mean points_lo points_hi points_sd points_sd_lo"
        " points_sd_hi exact"
    )
    assert " ".join(tables.sides(two()).columns) == wanted


@every_doc
def test_seats_table_holds_what_the_document_says(name: str) -> None:
    doc = DOCS[name]()
    table = tables.seats(doc)
    assert table["seat"].tolist() == list(range(len(doc["seats"])))
    assert table["mano"].tolist() == [True] + [False] * (len(doc["seats"]) - 1)
    for row, seat in zip(table.to_dict("records"), doc["seats"], strict=True):
        assert [row["score"], row["score_lo"], row["score_hi"]] == [
            seat["score"],
            *seat["score_ci"],
        ]
        assert [row["points_mean"], row["points_lo"], row["points_hi"]] == [
            seat["points_mean"],
            *seat["points_ci"],
        ]


def test_missing_intervals_are_nan_in_float_columns() -> None:
    doc = two()
    for side in doc["sides"]:
        side["score_ci"] = None
        side["win_ci"] = [None, None]
    table = tables.sides(doc)
    assert table[["score_lo", "score_hi", "win_lo", "win_hi"]].isna().all(axis=None)
    assert {str(table[column].dtype) for column in table.columns[1:-1]} == {"float64"}


@every_doc
def test_histogram_counts_every_hand_once_for_each_side(name: str) -> None:
    doc = DOCS[name]()
    table = tables.histogram(doc)
    assert table["points"].tolist() == list(range(121))
    assert (table.drop(columns="points").sum() == doc["hands"]).all()
    means = table.drop(columns="points").mul(table["points"], axis=0).sum() / doc["hands"]
    assert means.sum() == pytest.approx(120)
    assert table.shape[1] == 1 + len(doc["sides"])


def test_pairs_table() -> None:
    doc = two()
    doc["pairs"]["score_counts"] = [10, 0, 50, 0, 40]
    table = tables.pairs(doc)
    assert table["score"].tolist() == [0, 0.5, 1, 1.5, 2]
    assert table["deals"].tolist() == [10, 0, 50, 0, 40]
    assert table["share"].tolist() == [0.1, 0, 0.5, 0, 0.4]
    doc["pairs"]["score_counts"] = [0, 0]
    assert tables.pairs(doc)["share"].isna().all()


@pytest.mark.parametrize(
    ("names", "unique"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "a", "a"], ["a", "a #2", "a #3"]),
        (["a #2", "a", "a"], ["a #2", "a", "a #3"]),
        (["a\nb", "a\x1b[31m"], ["a?b", "a?[31m"]),
    ],
)
def test_unique_names(names: list[str], unique: list[str]) -> None:
    assert tables.unique_names(names) == unique


def test_equal_sides_keep_a_column_each() -> None:
    doc = make_doc("points", "codiciosa", "codiciosa", players=3)
    assert list(tables.histogram(doc)) == ["points", "points #2", "codiciosa", "codiciosa #2"]
    assert tables.sides(doc)["name"].tolist() == ["points", "codiciosa", "codiciosa #2"]


# Figures in words.


@pytest.mark.parametrize(
    ("value", "bounds", "scale", "cell"),
    [
        (0.60123, [0.60023, 0.60223], 100, ("60.12", "[60.02, 60.22]")),
        (0.6, [0.58, 0.62], 100, ("60.0", "[58.0, 62.0]")),
        (0.6, [0.4, 0.8], 100, ("60", "[40, 80]")),
        # A half-width of 0.0996 reads 0.10.
        (0.6, [0.599004, 0.600996], 100, ("60.00", "[59.90, 60.10]")),
        (66.123456, [66.110056, 66.136856], 1, ("66.123", "[66.110, 66.137]")),
        (1.0, [1.0, 1.0], 100, ("100.0", "[100.0, 100.0]")),
        (0.5, [0.5 - 1e-12, 0.5 + 1e-12], 100, ("50.000000", "[50.000000, 50.000000]")),
        (0.5, None, 100, ("50.0", "")),
        (0.5, [None, None], 100, ("50.0", "")),
        (None, None, 100, ("-", "")),
    ],
)
def test_decimals_follow_the_interval(
    value: float, bounds: list[float | None] | None, scale: float, cell: tuple[str, str]
) -> None:
    assert cells.measured(value, bounds, scale) == cell


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "50"), (1 / 3, "33.33"), (0.25, "25"), (1.0, "100")]
)
def test_exact_figures_say_so(value: float, text: str) -> None:
    side = {"score": value, "score_ci": [value, value], "exact": ["score"]}
    assert cells.measured_of(side, "score", 100) == (text, "exact")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "2 players, rules tradicional"),
        ({"players": 4}, "4 players in pairs, rules tradicional"),
        ({"swap": "off"}, "2 players, rules briscacard"),
        ({"name": "vip"}, "2 players, rules vip"),
        ({"name": "vip", "tie": "replay"}, "2 players, rules vip with tie=replay"),
        ({"blind": True}, "2 players, rules tradicional with blind=true"),
        (
            {"players": 3, "deck": 39},
            "3 players, rules tradicional with deck=39, removed=2o",
        ),
    ],
)
def test_rules_are_told_from_the_nearest_preset(options: dict[str, Any], text: str) -> None:
    doc = two()
    doc["rules"] = Rules.preset(**options).to_dict()
    assert phrases.conditions(doc)[0] == text


# The terminal.


def test_table_of_two_sides() -> None:
    lines = terminal.table_text(two()).splitlines()
    assert lines[:3] == [
        "ahorradora against codiciosa",
        "2 players, rules tradicional",
        "1,000 deals x 2 seatings = 2,000 hands, seed 7 (stream)",
    ]
    score = next(line for line in lines if line.startswith("score %"))
    assert re.split(" {2,}", score)[1:] == ["60.12 [60.02, 60.22]", "39.88 [39.78, 39.98]"]
    points = next(line for line in lines if line.startswith("points "))
    assert re.split(" {2,}", points)[1:] == ["64.25 [64.10, 64.40]", "55.75 [55.60, 55.90]"]
    assert any(line.startswith("seat 0 (mano)  ") for line in lines)
    assert any(line.startswith("seat 1 ") for line in lines)
    swaps = next(line for line in lines if line.startswith("swaps"))
    assert swaps.split(maxsplit=2)[1:] == ["1,234", "0.308 [0.293, 0.324]"]
    assert "mano negra" not in "".join(lines)
    assert lines[-2:] == [
        "pairing gain in variance: score x1.340 [1.290, 1.390], points x1.720 [1.660, 1.780]",
        "95% intervals over deals; 912,346 hands/s for 1.2 s; digest 3f2a9c1b77e0",
    ]


@every_doc
def test_table_fits_and_shows_every_figure(name: str) -> None:
    doc = DOCS[name]()
    text = terminal.table_text(doc, 100)
    assert max(map(len, text.splitlines())) <= 100
    assert "\x1b" not in text
    shown = " ".join(text.split())
    for side in doc["sides"]:
        for figure, scale in (("score", 100), ("win", 100), ("draw", 100), ("points_mean", 1)):
            value, bounds = cells.measured_of(side, figure, scale)
            assert value in shown
            assert bounds in shown
    for seat in doc["seats"]:
        assert " ".join(cells.measured_of(seat, "score", 100)) in shown


@pytest.mark.parametrize("name", ["two", "mirror", "long", "path", "pairs", "six", "unequal"])
def test_two_sides_never_wrap(name: str) -> None:
    doc = DOCS[name]()
    for side in doc["sides"]:
        # As precise as after 10^10 deals.
        side |= {"win": 0.6, "win_ci": [0.59999, 0.60001]}
        side |= {"points_sd": 18.1, "points_sd_ci": [18.09999, 18.10001]}
    lines = terminal.table_text(doc, 100).splitlines()
    assert max(map(len, lines)) <= 100
    # Only the names in the first line may need a second one.
    wide = terminal.table_text(doc, 1000).splitlines()
    assert lines[-len(wide) + 1 :] == wide[1:]
    assert next(line for line in lines if line.startswith("win %")).count("]") == 2


def test_four_long_names_get_lines_of_their_own() -> None:
    lines = terminal.table_text(DOCS["four"](), 100).splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("----"))
    assert [line.split() for line in lines[at - 3 : at]] == [
        ["ahorradora:", "senadora:", "ahorradora:"],
        ["theta=10,", "risk=0.25,", "theta=10,"],
        ["theta_mid=5", "contadora", "other=1", "theta_mid=5", "#2"],
    ]


def test_table_without_a_terminal_is_plain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = terminal.table_text(two(), 100)
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    terminal.show(two())
    assert capsys.readouterr().out == plain


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_table_on_a_terminal_is_styled_and_as_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = FakeTerminal()
    terminal.show(two(), screen)
    assert "\x1b[1m" in screen.getvalue()
    plain = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    assert max(len(line.rstrip()) for line in plain.splitlines()) <= 60
    assert plain.split() == terminal.table_text(two(), 60).split()


def test_names_are_text_and_not_markup() -> None:
    doc = make_doc("[bold]a[/bold]", "b:[1,2]")
    assert "[bold]a[/bold] against b:[1,2]" in terminal.table_text(doc)


def test_interrupted_run_says_so_everywhere() -> None:
    doc = two()
    assert "interrupted" not in terminal.table_text(doc) + terminal.markdown_text(doc)
    doc["complete"] = False
    for text in (terminal.table_text(doc), terminal.markdown_text(doc)):
        assert "interrupted after 1,000 deals" in text
    assert "interrupted after 1,000 deals" in heading_of(figures.win_rate(doc))[1]


def test_exact_figures_are_marked_in_every_table() -> None:
    lines = terminal.table_text(mirror()).splitlines()
    assert next(line for line in lines if line.startswith("score %")).count("50 exact") == 2
    assert next(line for line in lines if line.startswith("points ")).count("60 exact") == 2
    assert terminal.markdown_text(mirror()).count("| 50 exact |") == 2


def test_no_events_and_no_variance() -> None:
    doc = two()
    doc["events"] = dict.fromkeys(EVENTS, 0)
    reduction = doc["pairs"]["variance_reduction"]
    reduction |= {"score": None, "score_ci": None}
    text = terminal.table_text(doc)
    assert "event" not in text
    assert "pairing gain in variance: points x1.720 [1.660, 1.780]\n" in text
    reduction |= {"points": None, "points_ci": None}
    assert "pairing gain in variance: none to tell\n" in terminal.table_text(doc)


@every_doc
def test_markdown_tables_are_rectangular(name: str) -> None:
    doc = DOCS[name]()
    text = terminal.markdown_text(doc)
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert [len(block) - 2 for block in blocks] == [len(doc["sides"]), len(doc["seats"]), 2]
    for block in blocks:
        assert len({line.count("|") for line in block}) == 1
    for row, side in zip(blocks[0][2:], doc["sides"], strict=True):
        assert " ".join(cells.measured_of(side, "loss", 100)) in row


def test_markdown_escapes_names() -> None:
    text = terminal.markdown_text(make_doc("a|b*c_d_", "_x"))
    assert "| a\\|b\\*c_d\\_ |" in text
    assert "| \\_x |" in text


@every_doc
def test_csv_is_the_sides_table_without_pandas(name: str) -> None:
    doc = DOCS[name]()
    text = terminal.csv_text(doc)
    assert text == tables.sides(doc).to_csv(index=False, lineterminator="\n")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [float(row["score"]) for row in rows] == [side["score"] for side in doc["sides"]]


def test_csv_without_an_interval_has_empty_cells() -> None:
    doc = two()
    doc["sides"][0]["score_ci"] = None
    text = terminal.csv_text(doc)
    assert next(csv.DictReader(io.StringIO(text)))["score_lo"] == ""
    assert text == tables.sides(doc).to_csv(index=False, lineterminator="\n")


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("terminal", {"pandas", "matplotlib", "rich", "numpy"}),
        ("tables", {"pandas", "matplotlib", "rich", "numpy"}),
        ("folder", {"pandas", "matplotlib", "rich"}),
        ("figures", {"pandas", "rich", "matplotlib.pyplot"}),
    ],
)
def test_modules_load_only_what_they_need(module: str, unwanted: set[str]) -> None:
    code = f"import sys, brisca_sim.reporting.{module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    )
    assert not unwanted & set(done.stdout.split())


def test_text_of_a_run_needs_no_pandas(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps(two()), encoding="utf-8")
    code = (
        "import json, sys\n"
        "from brisca_sim.reporting import terminal\n"
        "doc = json.load(open(sys.argv[1]))\n"
        "terminal.table_text(doc), terminal.markdown_text(doc), terminal.csv_text(doc)\n"
        "print('rich' in sys.modules, 'pandas' in sys.modules, 'matplotlib' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "run.json")],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.split() == ["True", "False", "False"]


# Figures.


def heading_of(figure: Figure) -> tuple[str, str]:
    """Title and subtitle, their lines joined."""
    texts = [(text.get_text(), text.get_fontweight()) for text in figure.texts]
    title = " ".join(text for text, weight in texts if weight == "bold")
    rest = " ".join(text for text, weight in texts if weight != "bold")
    return title.replace("\u00a0", " "), rest


def texts_of(axes: Axes) -> list[Text]:
    return [text for text in axes.texts if text.get_text()]


def marks_of(axes: Axes) -> list[list[float]]:
    """X values of each interval that is drawn: lower bound, upper bound."""
    return [
        np.asarray(line.get_xdata()).tolist() for line in axes.lines if line.get_marker() == "|"
    ]


def bars_of(axes: Axes) -> list[Rectangle]:
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def dots_of(axes: Axes) -> list[float]:
    return [np.asarray(line.get_xdata())[0] for line in axes.lines if line.get_marker() == "o"]


def dashed_of(axes: Axes) -> list[float]:
    return [np.asarray(line.get_xdata())[0] for line in axes.lines if line.get_linestyle() == "--"]


@every_doc
def test_win_rate_draws_scores_and_intervals(name: str) -> None:
    doc = DOCS[name]()
    left, right = figure_of(name, "win_rate").axes
    for axes, entries in ((left, doc["sides"]), (right, doc["seats"])):
        assert dots_of(axes) == [100 * entry["score"] for entry in entries]
        assert marks_of(axes) == [[100 * end for end in entry["score_ci"]] for entry in entries]
        assert dashed_of(axes) == [100 / len(doc["sides"])]
        low, high = axes.get_xlim()
        for x in (*dots_of(axes), *dashed_of(axes), *itertools.chain(*marks_of(axes))):
            assert low < x < high
        written = {text.get_text() for text in texts_of(axes)}
        for entry in entries:
            assert " ".join(cells.measured_of(entry, "score", 100)) in written
    assert {"seat 0 (mano)", "seat 1"} <= {text.get_text() for text in right.texts}


def test_rows_run_downwards() -> None:
    axes = figure_of("two", "win_rate").axes[0]
    names = [text for text in axes.texts if text.get_text() in {"ahorradora", "codiciosa"}]
    heights = {text.get_text(): text.get_window_extent().y0 for text in names}
    assert heights["ahorradora"] > heights["codiciosa"]


@every_doc
def test_points_draws_the_histogram_itself(name: str) -> None:
    doc = DOCS[name]()
    panels = figure_of(name, "points").axes
    assert len(panels) == len(doc["sides"])
    for axes, side in zip(panels, doc["sides"], strict=True):
        bars = bars_of(axes)
        assert [bar.get_x() + bar.get_width() / 2 for bar in bars] == pytest.approx(range(121))
        counts = [bar.get_height() * doc["hands"] / 100 for bar in bars]
        assert counts == pytest.approx(side["points_histogram"])
        assert dots_of(axes) == [side["points_mean"]]
        assert marks_of(axes) == [side["points_ci"]]
        assert dashed_of(axes) == [120 / len(doc["sides"])]
        written = " ".join(text.get_text() for text in axes.texts)
        assert " ".join(cells.measured_of(side, "points_mean")) in written


def test_two_sides_share_a_scale_back_to_back() -> None:
    upper, lower = figure_of("two", "points").axes
    assert upper.get_ylim() == lower.get_ylim()[::-1]
    assert upper.get_ylim()[0] == 0
    assert upper.get_position().y0 == pytest.approx(lower.get_position().y1)
    assert upper.get_xlim() == lower.get_xlim()


@pytest.mark.parametrize(
    ("name", "score", "points"),
    [
        (
            "two",
            "ahorradora scores 60.12% [60.02, 60.22] against codiciosa",
            "ahorradora captures 64.25 points a hand [64.10, 64.40] against codiciosa",
        ),
        (
            "mirror",
            "codiciosa scores 50% (exact by symmetry) against codiciosa #2",
            "codiciosa captures 60 points a hand (exact by symmetry) against codiciosa #2",
        ),
    ],
)
def test_titles_state_the_finding(name: str, score: str, points: str) -> None:
    assert heading_of(figure_of(name, "win_rate"))[0] == score
    assert heading_of(figure_of(name, "points"))[0] == points
    subtitle = heading_of(figure_of(name, "win_rate"))[1]
    assert "rules tradicional" in subtitle
    assert "1,000 deals x 2 seatings = 2,000 hands, seed 7" in subtitle


def test_titles_name_the_best_side_and_few_rivals() -> None:
    doc = two()
    doc["sides"].reverse()
    assert heading_of(figures.win_rate(doc))[0].startswith("ahorradora scores 60.12%")
    title, _ = heading_of(figure_of("three", "win_rate"))
    assert title.endswith("against codiciosa and codiciosa #2")
    assert heading_of(figure_of("four", "win_rate"))[0].endswith("against 3 others")


@every_doc
@pytest.mark.parametrize("kind", ["win_rate", "points"])
def test_no_text_overlaps_or_leaves_the_figure(name: str, kind: str) -> None:
    texts_stand_apart(figure_of(name, kind))


@pytest.mark.parametrize("code", ["es", "ca"])
@pytest.mark.parametrize("name", ["two", "mirror", "four"])
def test_figures_of_another_language(name: str, code: str) -> None:
    for kind in ("win_rate", "points"):
        with speaking(code):
            figure: Figure = getattr(figures, kind)(DOCS[name]())
        texts_stand_apart(figure)
        written = " ".join(text.get_text() for text in figure.findobj(Text))
        assert not re.search(r"\b(score|points|mean|sd|seat|share|exact|others)\b", written)
        assert "95\u00a0%" in written
        plain = re.sub(r"theta=\d+|risk=[\d.]+", "", written)
        assert not re.search(r"\d\.(?!\d{3}(?!\d))\d", plain)


def texts_stand_apart(figure: Figure) -> None:
    """Check that all texts of a figure are inside of it and none covers another."""
    figure.draw_without_rendering()
    assert (figure.bbox.width, figure.bbox.height) == (1200, 675)
    found = [text for axes in figure.axes for text in texts_of(axes)] + figure.texts
    for axes in figure.axes:
        ticks = [tick for tick in axes.get_xticklabels() if tick.get_visible()]
        low, high = axes.get_xlim()
        found += [tick for tick in ticks if low <= tick.get_position()[0] <= high]
        found += [axes.xaxis.label] if axes.get_xlabel() else []
    boxes = [(text.get_text(), Text.get_window_extent(text)) for text in found]
    for index, (text, box) in enumerate(boxes):
        assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1, text
        assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1, text
        for other, other_box in boxes[:index]:
            assert not box.overlaps(other_box), (text, other)


@every_doc
def test_mean_marks_stay_clear_of_texts_and_bars(name: str) -> None:
    for axes in figure_of(name, "points").axes:
        (mark,) = [line for line in axes.lines if line.get_marker() == "|"]
        y = np.asarray(mark.get_ydata())[0]
        middle = axes.transData.transform((60, y))[1]
        reach = mark.get_markersize() / 2 * axes.figure.dpi / 72
        for text in texts_of(axes):
            box = Text.get_window_extent(text)
            assert middle + reach <= box.y0 or middle - reach >= box.y1
        assert y > max(bar.get_height() for bar in bars_of(axes))


def test_missing_interval_leaves_the_dot() -> None:
    doc = two()
    doc["sides"][0] |= {"score_ci": None, "points_ci": None}
    axes = figures.win_rate(doc).axes[0]
    assert len(dots_of(axes)) == 2
    assert marks_of(axes)[0] == []
    assert marks_of(figures.points(doc).axes[0]) == [[]]


def test_dollar_signs_are_no_mathematics() -> None:
    figure = figures.win_rate(make_doc("a$x^2$", "b"))
    assert not any(text.get_parse_math() for text in figure.findobj(Text) if "$" in text.get_text())


def png_chunks(data: bytes) -> list[bytes]:
    """Types of the chunks of a PNG."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = [], 8
    while at < len(data):
        found.append(data[at + 4 : at + 8])
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return found


def test_pictures_depend_on_the_document_alone() -> None:
    first = figures.png(figures.win_rate(two()))
    with mpl.rc_context({"font.size": 30, "figure.dpi": 50, "savefig.bbox": "tight"}):
        before = dict(mpl.rcParams)
        assert figures.png(figures.win_rate(two())) == first
        assert dict(mpl.rcParams) == before
    assert not {b"tEXt", b"iTXt", b"zTXt", b"tIME", b"eXIf"} & set(png_chunks(first))
    assert int.from_bytes(first[16:20], "big") == 1200
    assert int.from_bytes(first[20:24], "big") == 675


# The run folder.

COUNTS = {"points": np.arange(242).reshape(2, 121), "deals": np.array(1000)}


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir()}


def write_tables(path: Path) -> None:
    folder.write_run_folder(path, two(), COUNTS, figures=False)


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_run_folder_holds_the_run(tmp_path: Path) -> None:
    doc, place = two(), tmp_path / "a" / "b"
    written = folder.write_run_folder(place, doc, COUNTS)
    assert [path.name for path in written] == list(folder.RUN_FILES)
    assert sorted(path.name for path in place.iterdir()) == sorted(folder.RUN_FILES)
    assert json.loads((place / "run.json").read_text(encoding="utf-8")) == doc
    with np.load(place / "counts.npz") as counts:
        assert {name: array.tolist() for name, array in counts.items()} == {
            name: array.tolist() for name, array in COUNTS.items()
        }
    for name in ("sides", "seats", "histogram"):
        text = (place / f"{name}.csv").read_bytes().decode()
        assert text == getattr(tables, name)(doc).to_csv(index=False, lineterminator="\n")
    rows = list(csv.reader((place / "histogram.csv").read_text(encoding="utf-8").splitlines()))
    assert [int(row[1]) for row in rows[1:]] == doc["sides"][0]["points_histogram"]
    assert (place / "win_rate.png").read_bytes() == figures.png(figures.win_rate(doc))
    assert (place / "points.png").read_bytes() == figures.png(figures.points(doc))


def test_same_run_gives_same_bytes(tmp_path: Path) -> None:
    folder.write_run_folder(tmp_path / "a", two(), COUNTS)
    folder.write_run_folder(tmp_path / "b", two(), dict(reversed(COUNTS.items())))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_files_have_the_usual_rights(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    folder.write_run_folder(tmp_path / "run", two(), COUNTS, figures=False)
    assert (tmp_path / "run/run.json").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_earlier_run_is_replaced_and_foreign_files_stay(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    folder.write_run_folder(tmp_path, make_doc("contadora", "aleatoria"), COUNTS)
    written = folder.write_run_folder(tmp_path, two(), COUNTS, figures=False)
    found = contents(tmp_path)
    assert found.pop("notes.txt") == b"mine"
    # Figures of the earlier run would contradict the new tables.
    assert set(found) == {path.name for path in written} == set(folder.RUN_FILES[:5])
    assert json.loads(found["run.json"])["lineup"] == ["ahorradora", "codiciosa"]


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"schema": "other/1"}', "[" * 100_000, "\xff"], ids=range(6)
)
def test_foreign_run_json_is_not_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="latin-1")
    for attempt in (folder.prepare_folder, write_tables):
        with pytest.raises(OutputError, match=r"run\.json.*comes from no earlier run") as error:
            attempt(tmp_path)
        assert "\n" not in str(error.value)
    assert contents(tmp_path) == {"run.json": text.encode("latin-1")}


def test_foreign_picture_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "points.png").write_bytes(b"holiday")
    with pytest.raises(OutputError, match=r"points\.png.*comes from no earlier run"):
        folder.prepare_folder(tmp_path)
    assert contents(tmp_path) == {"points.png": b"holiday"}


def test_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    folder.write_run_folder(tmp_path, two(), COUNTS, figures=False)
    (tmp_path / "points.png").mkdir()
    with pytest.raises(OutputError, match=r"points\.png.*is no file"):
        folder.prepare_folder(tmp_path)


def test_prepared_folder_is_empty(tmp_path: Path) -> None:
    folder.prepare_folder(tmp_path / "a" / "b")
    assert contents(tmp_path / "a" / "b") == {}
    folder.prepare_folder(tmp_path / "a" / "b")


def test_path_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(OutputError, match=r"file' is a file: name another folder"):
        folder.prepare_folder(tmp_path / "file")
    with pytest.raises(OutputError, match="cannot be written: "):
        folder.prepare_folder(tmp_path / "file" / "sub")


@pytest.mark.parametrize("wrong", ["a\0b", "x" * 5000])
def test_impossible_paths(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(OutputError) as error:
        folder.prepare_folder(tmp_path / wrong)
    assert len(str(error.value).splitlines()) == 1
    assert len(str(error.value)) < 400


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder that takes no files")
def test_unwritable_folder() -> None:
    with pytest.raises(OutputError, match=r"'/proc/self' cannot be written: .*another folder"):
        folder.prepare_folder(Path("/proc/self"))


def test_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write_run_folder(tmp_path, make_doc("contadora", "aleatoria"), COUNTS)
    before = contents(tmp_path)
    calls = iter(range(100))
    # The probe passes, and so do the first two files.
    monkeypatch.setattr(os, "fsync", lambda _: full_disk() if next(calls) > 2 else None)
    with pytest.raises(OutputError, match=r"cannot be written: No space left.*: free some space"):
        folder.write_run_folder(tmp_path, two(), COUNTS)
    assert contents(tmp_path) == before


def test_failed_replacement_leaves_whole_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write_run_folder(tmp_path / "good", two(), COUNTS, figures=False)
    good, replace, calls = contents(tmp_path / "good"), os.replace, iter(range(100))

    def failing(part: Path, path: Path) -> None:
        replace(part, path) if next(calls) < 2 else full_disk()

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OutputError):
        folder.write_run_folder(tmp_path / "bad", two(), COUNTS, figures=False)
    monkeypatch.undo()
    found = contents(tmp_path / "bad")
    assert found == {name: good[name] for name in ("run.json", "counts.npz")}
    folder.write_run_folder(tmp_path / "bad", two(), COUNTS, figures=False)
    assert contents(tmp_path / "bad") == good


def test_interruption_leaves_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        folder.prepare_folder(tmp_path)
    assert contents(tmp_path) == {}


def test_names_that_are_not_unicode(tmp_path: Path) -> None:
    doc = make_doc("se\u00f1a", "codiciosa")
    doc["lineup"][1] = "\udcff.py"
    folder.write_run_folder(tmp_path, doc, COUNTS, figures=False)
    text = (tmp_path / "run.json").read_text(encoding="utf-8")
    assert "se\u00f1a" in text
    assert json.loads(text)["lineup"][1] == "\udcff.py"
