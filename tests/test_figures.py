"""Figures: what they draw, in which colours, and what their SVG brings into a page."""

from __future__ import annotations

import functools
import io
import itertools
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.patches import Rectangle
from matplotlib.text import Text

import brisca_sim.language
from brisca_sim.language import speaking
from brisca_sim.reporting import figures
from brisca_sim.reporting.figures import PALETTE
from brisca_sim.reporting.figures.frame import styled
from brisca_sim.reporting.figures.palette import SIDES, STEPS

NAN = float("nan")
LONG = "ahorradora:theta=10,theta_mid=5,hold=third"
POOL = [
    *("contadora", "codiciosa", "ahorradora", LONG, "/home/ana/carpeta/mine_$x$.py", "senadora"),
    *(f"strategy-{number}" for number in range(7, 21)),
]
BASELINE = Path(__file__).parent / "baseline"
TITLE = "contadora scores 61.2% [60.8, 61.6] against codiciosa & <others>"
NOTE = "2 players, rules tradicional; 10,000 deals x 2 seatings = 20,000 hands, seed 1 (stream)"
WORDS: dict[str, Any] = {"title": TITLE, "note": NOTE}
Frame = pd.DataFrame


def with_bounds(measure: str, values: Any, half: float, stem: str = "") -> dict[str, Any]:
    values = np.asarray(values, float)
    name = stem or measure
    return {measure: values, f"{name}_lo": values - half, f"{name}_hi": values + half}


def scores(count: int, half: float = 0.004) -> Frame:
    return Frame({"name": POOL[:count], **with_bounds("score", spread(count), half)})


def spread(count: int) -> Any:
    return 0.5 + 0.01 * (np.arange(count) * 7 % 11) - 0.03


def pairs(count: int, half: float = 0.012) -> Frame:
    names = [(a, b) for a in POOL[:count] for b in POOL[:count] if a != b]
    values = [0.5 + 0.02 * (POOL.index(b) - POOL.index(a)) / max(1, count / 12) for a, b in names]
    columns = {"name": [a for a, _ in names], "against": [b for _, b in names]}
    return Frame(columns | with_bounds("score", values, half))


def hands(count: int) -> Frame:
    points = np.arange(121)
    bells = [
        np.rint(900 * np.exp(-0.5 * ((points - 120 / count - 4 + 3 * i) / 17) ** 2))
        for i in range(count)
    ]
    return Frame({"points": points, **dict(zip(POOL, bells, strict=False))})


def means(frame: Frame, half: float = 0.2) -> Frame:
    sides = frame.drop(columns="points")
    values = [float(np.average(frame["points"], weights=sides[name])) for name in sides]
    return Frame({"name": list(sides), **with_bounds("points_mean", values, half, "points")})


def drawn_hands() -> Frame:
    frame = hands(2)
    frame.iloc[:, 1:] = 0
    frame.iloc[60, 1:] = 500
    return frame


def tricks(count: int, last: int = 20) -> Frame:
    rows = [
        (name, trick, (120 / count + 4 - 3 * i) * trick / last)
        for i, name in enumerate(POOL[:count])
        for trick in range(1, last + 1)
    ]
    frame = Frame(rows, columns=["name", "trick", "points"])
    return frame.assign(points_lo=frame["points"] - 0.5, points_hi=frame["points"] + 0.5)


def settling(count: int, last: int = 50_000) -> Frame:
    steps = [one * ten for ten in (100, 1000, 10_000) for one in (1, 2, 5) if one * ten <= last]
    rows = [(name, n, 0.5 - 0.02 * i) for i, name in enumerate(POOL[:count]) for n in steps]
    frame = Frame(rows, columns=["name", "deals", "score"])
    half = 0.7 / frame["deals"] ** 0.5
    return frame.assign(score_lo=frame["score"] - half, score_hi=frame["score"] + half)


def swept(at: list[Any]) -> Frame:
    return Frame({"at": at, **with_bounds("score", 0.01 * np.arange(len(at)) - 0.02, 0.006)})


def openings() -> Frame:
    rows = [(t, b, 1000 * (4 - t), 0.4 + 0.06 * t + 0.03 * b) for t in range(4) for b in range(4)]
    frame = Frame(rows, columns=["trumps", "briscas", "hands", "score"])
    points = with_bounds("points", 20 + 80 * frame["score"], 1.5)
    return frame.assign(**with_bounds("score", frame["score"], 0.013), **points)


def cards() -> Frame:
    names = ["as", "tres", "rey", "caballo", "sota", "7", "6", "5", "4", "2"]
    worth = np.linspace(0.12, -0.01, 10)
    return Frame(
        {"card": names, **with_bounds("score", worth, 0.01)}
        | with_bounds("points", 100 * worth, 0.6)
    )


def ratings(count: int) -> Frame:
    return Frame({"name": POOL[:count], **with_bounds("elo", 1600 - 21.0 * np.arange(count), 12)})


def lengths(low: int, high: int) -> Frame:
    count = high - low + 1
    return Frame({"hands": range(low, high + 1), "share": [1 / count] * count})


def boundless(frame: Frame) -> Frame:
    frame = frame.copy()
    frame[[name for name in frame if str(name).endswith(("_lo", "_hi"))]] = NAN
    return frame


def seats(count: int) -> Frame:
    leads = [seat == 0 for seat in range(count)]
    return Frame({"seat": range(count), "mano": leads, **with_bounds("score", spread(count), 0.01)})


def wins(count: int) -> Frame:
    return Frame({"name": POOL[:count], **with_bounds("win", spread(count), 0.01)})


def decided(count: int) -> Frame:
    """Pairs in which the first always wins, which takes three digits."""
    frame = pairs(count)
    return frame.assign(**with_bounds("score", (frame["name"] == POOL[0]).astype(float), 0.0))


LABEL = "theta (points that a trick must hold)"
CASES: dict[str, Callable[[], Figure]] = {
    "forest": lambda: figures.score_forest(scores(2), share=0.5, **WORDS),
    "forest of 20": lambda: figures.score_forest(scores(20), share=0.5, **WORDS),
    "one, no bounds": lambda: figures.score_forest(boundless(scores(1)), share=1 / 3, title="x"),
    "no width": lambda: figures.score_forest(scores(3, 0.0), share=0.5, **WORDS),
    "heat": lambda: figures.heat_map(pairs(3), **WORDS),
    "heat of 8": lambda: figures.heat_map(pairs(8), **WORDS),
    "heat of 20": lambda: figures.heat_map(pairs(20), **WORDS),
    "heat of 16, decided": lambda: figures.heat_map(decided(16), **WORDS),
    "heat, no bounds": lambda: figures.heat_map(boundless(pairs(4)), **WORDS),
    "points of 1": lambda: figures.distributions(hands(1), means=means(hands(1)), **WORDS),
    "points of 2": lambda: figures.distributions(hands(2), means=means(hands(2)), **WORDS),
    "points of 3": lambda: figures.distributions(
        hands(3), means=boundless(means(hands(3))), **WORDS
    ),
    "all draws": lambda: figures.distributions(
        drawn_hands(), means=means(drawn_hands(), 0.0), **WORDS
    ),
    "advantage": lambda: figures.advantage(tricks(2), **WORDS),
    "advantage of 6": lambda: figures.advantage(boundless(tricks(6, 8)), **WORDS),
    "seats": lambda: figures.by_seat(seats(2), share=0.5, **WORDS),
    "seats of 6": lambda: figures.by_seat(seats(6), share=0.5, **WORDS),
    "sweep": lambda: figures.sweep(
        swept([0, 5, 10, 15, 20]), label=LABEL, break_even=(10.0, 7.0, 13.0), **WORDS
    ),
    "sweep, open": lambda: figures.sweep(
        swept([0, 5, 10]), label=LABEL, break_even=(10.0, 7.0, None), **WORDS
    ),
    "sweep of words": lambda: figures.sweep(
        swept(["low", "never", "a_rather_long_word_for_it", "x"]), label="habit", **WORDS
    ),
    "sweep of 1": lambda: figures.sweep(boundless(swept([5])), label=LABEL, title="x"),
    "ladder": lambda: figures.ladder(ratings(4), **WORDS),
    "ladder of 20": lambda: figures.ladder(ratings(20), **WORDS),
    "ladder of 1": lambda: figures.ladder(boundless(ratings(1)), **WORDS),
    "convergence": lambda: figures.convergence(settling(2), share=0.5, **WORDS),
    "convergence of 6": lambda: figures.convergence(settling(6), share=1 / 6, **WORDS),
    "short convergence": lambda: figures.convergence(
        boundless(settling(1, 200)), share=0.5, **WORDS
    ),
    "opening": lambda: figures.opening(openings(), **WORDS),
    "honours": lambda: figures.honours(cards(), **WORDS),
    "match": lambda: figures.match_length(lengths(3, 12), wins=wins(2), **WORDS),
    "match of 1 hand": lambda: figures.match_length(
        lengths(1, 1), wins=boundless(wins(6)), **WORDS
    ),
    "differences": lambda: figures.differences(
        Frame({"name": POOL[:4], **with_bounds("score", [0.03, -0.03, 0.001, 0], 0.01)}), **WORDS
    ),
}
every_case = pytest.mark.parametrize("case", CASES)
HEAVY = {
    "heat of 16, decided",
    "forest of 20",
    "heat of 20",
    "all draws",
    "points of 1",
    "points of 3",
    "ladder of 20",
}
light_case = pytest.mark.parametrize("case", [case for case in CASES if case not in HEAVY])


@functools.cache
def drawn(case: str) -> Figure:
    """Draw a figure once for all tests, which only look at it."""
    figure = CASES[case]()
    figure.draw_without_rendering()
    return figure


@functools.cache
def inlined(case: str) -> str:
    return figures.svg(drawn(case), "f1")


def texts(figure: Figure) -> list[Text]:
    """Every text that shows; ticks beyond the limits do not."""
    found = [text for text in figure.findobj(Text) if text.get_text() and text.get_visible()]
    hidden: set[Any] = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
                if not (tick.get_visible() and low - 1e-9 <= tick.get_loc() <= high + 1e-9):
                    hidden |= {tick.label1, tick.label2}
    return [text for text in found if text not in hidden]


def said(axes: Axes) -> list[str]:
    return [text.get_text().replace("\u00a0", " ") for text in axes.texts if text.get_text()]


def marks(axes: Axes) -> list[list[float]]:
    return [np.asarray(x.get_xdata()).tolist() for x in axes.lines if x.get_marker() == "|"]


def dots(axes: Axes) -> list[float]:
    return [float(np.asarray(x.get_xdata())[0]) for x in axes.lines if x.get_marker() == "o"]


def dashed(axes: Axes) -> list[float]:
    """Where guides are: x of upright ones, y of level ones."""
    lines = [line for line in axes.lines if line.get_linestyle() == "--"]
    ends = [(np.asarray(line.get_xdata()), np.asarray(line.get_ydata())) for line in lines]
    return [float(x[0] if x[0] == x[1] else y[0]) for x, y in ends]


def stems(axes: Axes) -> list[list[float]]:
    """Bounds of the upright intervals."""
    return [
        path.vertices[:, 1].tolist()
        for lines in axes.collections
        for path in lines.get_paths()
        if len(path.vertices) == 2
    ]


def curves(axes: Axes) -> list[Any]:
    lines = [line for line in axes.lines if line.get_marker() in "osD^vP" and line.get_clip_on()]
    return [np.asarray(line.get_xydata()) for line in lines]


# All of them.


@every_case
def test_texts_stay_inside_and_clear_of_each_other(case: str) -> None:
    figure = drawn(case)
    # Once more: as a picture it may have been written at another resolution.
    figure.draw_without_rendering()
    assert figure.get_figwidth() == 5.6
    boxes = np.array([text.get_window_extent().extents for text in texts(figure)])
    names = [text.get_text() for text in texts(figure)]
    width, height = figure.bbox.size
    for name, (left, low, right, high) in zip(names, boxes, strict=True):
        assert left >= 0 <= low, name
        assert right <= width, name
        assert high <= height, name
    low, high = boxes[:, None, :2], boxes[:, None, 2:]
    # A pixel of two boxes may touch: they are higher than their letters.
    apart = np.maximum(low - high.swapaxes(0, 1), low.swapaxes(0, 1) - high).max(axis=2) > -1.01
    for first, second in np.argwhere(~apart):
        assert first == second, (names[first], names[second])


@every_case
def test_title_and_note_stand_at_the_top(case: str) -> None:
    figure = drawn(case)
    title = " ".join(x.get_text() for x in figure.texts if x.get_fontweight() == "bold")
    assert title == ("x" if title == "x" else TITLE)
    assert figure.get_label() == title
    if title == TITLE:
        assert NOTE in " ".join(text.get_text() for text in figure.texts)


@light_case
def test_svg_fits_into_a_page(case: str) -> None:
    root = ET.fromstring(inlined(case))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("role") == "img"
    assert root.get("aria-label") == drawn(case).get_label()
    assert root.get("width") is root.get("height") is None
    box = [float(number) for number in root.attrib["viewBox"].split()]
    assert box == pytest.approx([0, 0, *(72 * drawn(case).get_size_inches())], abs=0.01)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "g", "path", "defs", "use", "text", "tspan", "clipPath", "rect"}
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("f1-") for name in ids)
    attributes = [value for element in root.iter() for value in element.attrib.values()]
    links = re.findall(r"url\(([^)]*)\)", " ".join(attributes))
    links += [x.attrib["href"] for x in root.iter() if "href" in x.attrib]
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert not any("//" in value for value in attributes if value != root.get("aria-label"))


@light_case
def test_svg_has_colours_of_the_palette_alone(case: str) -> None:
    variable = re.compile(r"var\(--([a-z0-9-]+), (#[0-9a-f]{6})\)")
    styles = " ".join(x.get("style", "") for x in ET.fromstring(inlined(case)).iter())
    found = set(variable.findall(styles))
    assert {"paper", "ink"} <= {name for name, _ in found}
    assert all(PALETTE[name][0].lower() == colour for name, colour in found)
    assert "opacity" not in inlined(case)
    assert re.findall(r"(?:fill|stroke): (?!var|none)[^;\"]*", inlined(case)) == []


@light_case
def test_svg_keeps_text_as_text(case: str) -> None:
    root = ET.fromstring(inlined(case))
    written = " ".join(
        "".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text")
    )
    for text in texts(drawn(case)):
        for line in text.get_text().split("\n"):
            assert line in written


def test_svg_knows_no_other_colours() -> None:
    figure = figures.ladder(ratings(2), title="#123456")
    assert 'aria-label="#123456"' in figures.svg(figure, "f1")
    figure.axes[0].axvline(1500, color="#123456")
    with pytest.raises(ValueError, match="no colour of the palette: #123456"):
        figures.svg(figure, "f1")


def test_same_figure_gives_same_bytes() -> None:
    first = [CASES["ladder"]()]
    with mpl.rc_context({"font.size": 30, "svg.hashsalt": "x", "text.color": "red"}):
        first.append(CASES["ladder"]())
        assert len({figures.svg(figure, "a") for figure in first}) == 1
        assert len({figures.png(figure) for figure in first}) == 1
    other = figures.svg(first[0], "a").replace('="a-', '="b-').replace("#a-", "#b-")
    assert figures.svg(first[0], "b") == other


def test_svg_file_stands_alone() -> None:
    text = figures.svg_file(drawn("forest"))
    assert text.startswith('<?xml version="1.0" encoding="utf-8"?>\n<svg ')
    assert "var(" not in text
    assert ET.fromstring(text.encode()).get("width") == f"{72 * 5.6:g}pt"
    assert "#0072b2" in text
    assert "<!DOCTYPE" not in text


# The palette.


def linear(colour: str) -> Any:
    parts = np.array(to_rgba(colour)[:3])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Ratio of luminances after the accessibility guidelines, WCAG 2."""
    low, high = sorted(float(linear(x) @ [0.2126, 0.7152, 0.0722]) + 0.05 for x in (one, other))
    return high / low


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
def test_contrasts(mode: int) -> None:
    colours = {name: both[mode] for name, both in PALETTE.items()}
    for text in ("ink", "soft", "guide"):
        assert contrast(colours[text], colours["paper"]) >= 4.5
    for mark in (*SIDES, "edge", "guide"):
        assert contrast(colours[mark], colours["paper"]) >= 3, mark
    for ground in (*STEPS, "band"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground
    assert contrast(colours["side-2"], colours["band"]) >= 3


def test_colours_can_be_told_by_their_light_value() -> None:
    assert len({light.lower() for light, _ in PALETTE.values()}) == len(PALETTE)
    assert all(re.fullmatch("#[0-9A-F]{6}", x) for both in PALETTE.values() for x in both)


# Machado, Oliveira and Fernandes (2009), severity 1, for linear light.
BLINDNESS = {
    "none": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
TO_XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]


def cielab(light: Any) -> Any:
    parts = np.array(TO_XYZ) @ np.clip(light, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(parts > 0.008856, np.cbrt(parts), 7.787 * parts + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("kind", BLINDNESS)
def test_sides_differ_for_the_colour_blind(kind: str, mode: int) -> None:
    seen = [cielab(np.array(BLINDNESS[kind]) @ linear(PALETTE[side][mode])) for side in SIDES]
    for one, other in itertools.combinations(seen, 2):
        assert np.linalg.norm(one - other) > 12
    ends = [cielab(np.array(BLINDNESS[kind]) @ linear(PALETTE[x][mode])) for x in STEPS[::8]]
    assert np.linalg.norm(ends[0] - ends[1]) > 20


# One by one.


def test_forest() -> None:
    (axes,) = drawn("forest").axes
    assert dots(axes) == pytest.approx([47, 54])
    assert np.array(marks(axes)) == pytest.approx(np.array([[46.6, 47.4], [53.6, 54.4]]))
    assert dashed(axes) == [50]
    assert said(axes) == ["contadora", "47.00 [46.60, 47.40]", "codiciosa", "54.00 [53.60, 54.40]"]
    assert "equal share, 50)" in axes.get_xlabel()
    (alone,) = drawn("one, no bounds").axes
    assert marks(alone) == [[]]
    assert dashed(alone) == [pytest.approx(100 / 3)]
    assert "33.33" in alone.get_xlabel()
    assert drawn("forest of 20").get_figheight() > 3 * drawn("forest").get_figheight()


def test_seats() -> None:
    (axes,) = drawn("seats").axes
    assert dots(axes) == pytest.approx([47, 54])
    assert said(axes)[::2] == ["seat 0 (mano)", "seat 1"]


def test_differences() -> None:
    (axes,) = drawn("differences").axes
    assert dashed(axes) == [0]
    assert said(axes)[1::2][:2] == ["+3.0 [+2.0, +4.0]", "-3.0 [-4.0, -2.0]"]
    colours = [to_hex(x.get_color()).upper() for x in axes.lines if x.get_marker() == "o"]
    wanted = ["side-1", "side-2", "guide", "guide"]
    assert colours == [PALETTE[name][0] for name in wanted]
    assert "+2" in [text.get_text() for text in axes.get_xticklabels()]


def test_heat_map() -> None:
    axes, key = drawn("heat").axes
    cells = [x for x in axes.patches if isinstance(x, Rectangle)]
    steps = {PALETTE[name][0].lower(): number for number, name in enumerate(STEPS, 1)}
    found = {
        (round(x.get_y() + 0.5), round(x.get_x() + 0.5)): steps[to_hex(x.get_facecolor())]
        for x in cells
    }
    assert found == {(0, 1): 7, (0, 2): 9, (1, 2): 7, (1, 0): 3, (2, 0): 1, (2, 1): 3}
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    written = said(axes)
    assert written[:2] == ["1 contadora", "1 contadora"]
    at = written.index("52.0")
    assert written[at + 1] == "[50.8, 53.2]"
    assert all(x.get_fontweight() == "bold" for x in axes.texts if x.get_text() == "52.0")
    assert said(key) == ["45", "55"]


def test_heat_map_of_many_draws_intervals_as_lines() -> None:
    axes, _ = drawn("heat of 20").axes
    lines = [np.asarray(line.get_xdata()) for line in axes.lines]
    assert len(lines) == 20 * 19
    first = pairs(20).iloc[0]
    assert lines[0] == pytest.approx([0.5 + first["score_lo"], 0.5 + first["score_hi"]])
    assert "line in a cell: interval" in drawn("heat of 20").texts[-1].get_text()
    narrow = axes.texts[-1].get_fontweight()
    assert narrow == "normal"  # 49.0 to 51.4


def test_heat_map_of_points() -> None:
    frame = pairs(2)
    frame = frame.assign(**with_bounds("points", [66, 54], 2))
    axes, key = figures.heat_map(frame, title="x", measure="points").axes
    assert {"66.0", "[64.0, 68.0]", "54.0"} <= set(said(axes))
    assert said(key) == ["54", "66"]


def test_distributions() -> None:
    upper, lower = drawn("points of 2").axes
    frame = hands(2)
    for axes, name, mean in zip((upper, lower), POOL, means(frame)["points_mean"], strict=False):
        heights = [x.get_height() for x in axes.patches if isinstance(x, Rectangle)]
        assert heights == pytest.approx((100 * frame[name] / frame[name].sum()).tolist())
        assert dots(axes) == [pytest.approx(mean)]
        assert marks(axes) == [pytest.approx([mean - 0.2, mean + 0.2])]
        assert dashed(axes) == [60]
    assert upper.get_ylim() == pytest.approx(lower.get_ylim()[::-1])
    assert [dashed(axes) for axes in drawn("points of 3").axes] == [[40]] * 3


def test_advantage() -> None:
    (axes,) = drawn("advantage").axes
    frame = tricks(2)
    for line, name in zip(curves(axes), POOL, strict=False):
        part = frame[frame["name"] == name]
        assert line == pytest.approx(part[["trick", "points"]].to_numpy(float))
    assert np.array(stems(axes)) == pytest.approx(frame[["points_lo", "points_hi"]].to_numpy())
    assert dashed(axes) == [60]
    assert said(axes)[:2] == ["contadora", "codiciosa"]
    assert stems(drawn("advantage of 6").axes[0]) == []
    heights = [text.get_window_extent().y0 for text in drawn("advantage of 6").axes[0].texts[:6]]
    assert heights == sorted(heights, reverse=True)


def test_lines_differ_by_their_markers() -> None:
    for case in ("advantage of 6", "convergence of 6"):
        (axes,) = drawn(case).axes
        lines = [line for line in axes.lines if line.get_clip_on() and len(line.get_xydata()) > 2]
        markers = [line.get_marker() for line in lines if line.get_marker() in "osD^vP"]
        assert len(set(markers)) == 6


def test_convergence() -> None:
    (axes,) = drawn("convergence").axes
    assert axes.get_xscale() == "log"
    frame = settling(2)
    assert curves(axes)[0][:, 0].tolist() == sorted(set(frame["deals"]))
    bounds = 100 * frame[["score_lo", "score_hi"]].to_numpy()
    assert np.array(stems(axes)) == pytest.approx(bounds)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["100", "1,000", "10,000"]
    assert dashed(axes) == [50]


def test_sweep_marks_its_break_even() -> None:
    (axes,) = drawn("sweep").axes
    assert curves(axes)[0] == pytest.approx(np.array([[0, -2], [5, -1], [10, 0], [15, 1], [20, 2]]))
    assert stems(axes)[0] == pytest.approx([-2.6, -1.4])
    upright = [x for x in axes.lines if to_hex(x.get_color()).upper() == PALETTE["side-2"][0]]
    assert [np.asarray(line.get_xdata())[0] for line in upright] == [10]
    (band,) = axes.patches
    assert (band.get_x(), band.get_x() + band.get_width()) == (7, 13)
    assert "break-even at 10.0 [7.0, 13.0]" in said(axes)
    assert dashed(axes) == [0]
    assert axes.get_xlabel() == LABEL
    (axes,) = drawn("sweep, open").axes
    (band,) = axes.patches
    assert band.get_x() + band.get_width() == pytest.approx(axes.get_xlim()[1])
    assert "break-even at 10.0 [7.0, ...]" in said(axes)


def test_sweep_of_words_stands_side_by_side() -> None:
    (axes,) = drawn("sweep of words").axes
    found = [text.get_text() for text in axes.get_xticklabels()]
    assert found[:2] == ["low", "never"]
    assert found[2].startswith("a_r")
    assert "..." in found[2]
    assert not axes.patches


def test_ladder() -> None:
    (axes,) = drawn("ladder of 20").axes
    assert dots(axes) == [1600 - 21 * place for place in range(20)]
    assert marks(axes)[1] == [1567, 1591]
    assert said(axes)[:4] == [
        *("1. contadora", "1600 [1588, 1612]", "2. codiciosa", "1579 [1567, 1591]"),
    ]
    first, second = (text for text in axes.texts if text.get_text()[:2] in ("1.", "2."))
    assert first.get_window_extent().y0 > second.get_window_extent().y0
    assert drawn("ladder of 20").get_figheight() > drawn("ladder").get_figheight() + 3


def test_opening() -> None:
    axes, key = drawn("opening").axes
    assert len(axes.patches) == 16
    best = said(axes)[-5:]
    assert best == ["67.0%", "[65.7, 68.3]", "73.6 points", "[72.1, 75.1]", "1,000 hands"]
    steps = [to_hex(cell.get_facecolor()) for cell in axes.patches]
    assert PALETTE["step-9"][0].lower() == steps[-1]
    assert STEPS.index("step-5") > [PALETTE[name][0].lower() for name in STEPS].index(steps[0])
    mean = float(np.average(openings()["score"], weights=openings()["hands"]))
    ends = [float(text) for text in said(key)]
    assert sum(ends) / 2 == pytest.approx(100 * mean, abs=0.11)


def test_honours() -> None:
    left, right = drawn("honours").axes
    assert dots(left) == pytest.approx((100 * cards()["score"]).tolist())
    assert dots(right) == pytest.approx(cards()["points"].tolist())
    assert dashed(left) == dashed(right) == [0]
    assert [text.get_text() for text in left.get_yticklabels()] == cards()["card"].tolist()
    assert said(left)[0] == "+12.0 [+11.0, +13.0]"


def test_match_length() -> None:
    upper, lower = drawn("match").axes
    assert dots(upper) == pytest.approx([47, 54])
    assert dashed(upper) == [50]
    bars = {round(x.get_x() + x.get_width() / 2): x.get_height() for x in lower.patches}
    assert bars == pytest.approx(dict.fromkeys(range(3, 13), 10.0))


# Languages and pictures.


def test_numbers_follow_the_language_in_which_a_figure_was_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(brisca_sim.language, "_catalogue", lambda _: NullTranslations())
    with speaking("es"):
        figure = figures.score_forest(scores(1, 0.001), share=0.475, title="x")
    (axes,) = figure.axes
    assert said(axes)[1].startswith("47,00 [46,90")
    figure.draw_without_rendering()
    ticks = [text.get_text() for text in axes.get_xticklabels()]
    assert any("," in tick for tick in ticks)
    assert not any("." in tick for tick in ticks)
    assert "47,5" in axes.get_xlabel()


@pytest.mark.parametrize(("case", "name"), [("heat", "heat_map"), ("sweep", "sweep")])
def test_pictures_look_as_they_did(case: str, name: str) -> None:
    """Compare coarse grey pictures, so that another version of a font does not matter."""
    picture = io.BytesIO(small_picture(case))
    found, wanted = (coarse(imread(each)) for each in (picture, BASELINE / f"{name}.png"))
    assert found.shape == wanted.shape
    assert np.abs(found - wanted).mean() < 0.01
    assert np.abs(found - wanted).max() < 0.35


def small_picture(case: str) -> bytes:
    picture = io.BytesIO()
    styled(CASES[case]().savefig)(picture, dpi=75, metadata={"Software": None})
    return picture.getvalue()


def coarse(picture: Any, size: int = 6) -> Any:
    """Mean grey of squares of so many pixels, 0 to 1."""
    grey = picture[..., :3].mean(axis=2)
    rows, columns = (math.floor(length / size) for length in grey.shape)
    squares = grey[: rows * size, : columns * size].reshape(rows, size, columns, size)
    return squares.mean(axis=(1, 3))
