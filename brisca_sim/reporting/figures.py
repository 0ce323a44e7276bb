"""Figures of a run: who scores how much, and how the captured points are spread."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from matplotlib.ticker import MaxNLocator

from brisca_sim.cards import DECK_POINTS
from brisca_sim.errors import listed
from brisca_sim.reporting.tables import Document, interval, side_names
from brisca_sim.reporting.terminal import conditions, measured_of, seat_label, shortened

_STYLE: Final = Path(__file__).with_name("brisca.mplstyle")

# Margins and sizes in inches, those of letters in points.
_LEFT: Final = 0.3
_RIGHT: Final = 0.3
_BOTTOM: Final = 0.6
_TITLE_SIZE: Final = 12.5
_SMALL: Final = 8.5
_LINE: Final = 0.18
_LONGEST_NAME: Final = 44
_MARK: Final = "#222222"
_GUIDE: Final = "#555555"
_LABEL: Final = "#444444"
_DASHES: Final = (0, (4, 3))
_HARD_SPACE: Final = "\u00a0"


def win_rate(doc: Document) -> Figure:
    """Draw the score of each side and of each seat with its interval.

    Parameters
    ----------
    doc : mapping
        The run document.

    Returns
    -------
    Figure
        Two axes, sides and seats: one row each, scores in percent, with a dashed line at the
        equal share. The title gives the score of the best side.
    """
    with mpl.rc_context(fname=_STYLE):
        sides, seats = doc["sides"], doc["seats"]
        share = 100 / len(sides)
        figure = _blank()
        top = _heading(figure, _score_title(doc), "; ".join(conditions(doc)))
        left, right = _panel(figure, _LEFT, 4.15, top), _panel(figure, 4.8, 2.9, top)
        colours = [_colour(index) for index in range(len(sides))]
        _forest(left, side_names(doc), sides, colours, share)
        _forest(right, [seat_label(seat) for seat in seats], seats, [_GUIDE] * len(seats), share)
        bars = f"{100 * doc['confidence']:g}% intervals"
        left.set_xlabel(f"score of each side in %, {bars} (dashed: equal share, {share:.4g})")
        right.set_xlabel("score of each seat in %, whoever sat there")
        return figure


def points(doc: Document) -> Figure:
    """Draw how the points that each side captures in a hand are spread.

    Parameters
    ----------
    doc : mapping
        The run document.

    Returns
    -------
    Figure
        One axes per side with 121 bars, in percent of all hands, unsmoothed; the second of two
        sides hangs upside down, since its points are 120 less the other's. Beyond the bars is
        the mean with its interval, and a dashed line marks the equal share.
    """
    with mpl.rc_context(fname=_STYLE):
        sides, share = doc["sides"], DECK_POINTS / len(doc["sides"])
        figure = _blank()
        top = _heading(figure, _points_title(doc), "; ".join(conditions(doc)))
        heights = [_percentages(side["points_histogram"]) for side in sides]
        peak = max(map(max, heights)) or 1.0
        for index, axes in enumerate(_panels(figure, len(sides), top)):
            axes.bar(range(DECK_POINTS + 1), heights[index], width=0.85, color=_tint(index))
            axes.axvline(share, color=_GUIDE, linewidth=1, linestyle=_DASHES)
            level, limit = _levels(axes, peak)
            _interval_mark(axes, sides[index], "points_mean", 1, level, _MARK)
            axes.set_ylim(0, limit)
            hanging = len(sides) == 2 and index == 1
            if hanging:
                axes.invert_yaxis()
            _panel_texts(axes, side_names(doc)[index], sides[index], hanging=hanging)
        figure.text(
            0.5,
            0.2 / figure.get_figheight(),
            f"points captured in a hand (dot: mean with {100 * doc['confidence']:g}% interval;"
            f" dashed: equal share, {share:g})",
            ha="center",
            va="center",
            fontsize=_SMALL,
            color=_LABEL,
        )
        return figure


def png(figure: Figure) -> bytes:
    """Render a figure as PNG, without the time, the program or anything of the machine."""
    with mpl.rc_context(fname=_STYLE):
        image = io.BytesIO()
        figure.savefig(image, format="png", dpi="figure", metadata={"Software": None})
        return image.getvalue()


def _blank() -> Figure:
    figure = Figure()
    FigureCanvasAgg(figure)
    return figure


def _colour(index: int) -> str:
    cycle = mpl.rcParams["axes.prop_cycle"].by_key()["color"]
    return str(cycle[index % len(cycle)])


def _tint(index: int) -> tuple[str, float]:
    return _colour(index), 0.7


def _score_title(doc: Document) -> str:
    best = _best(doc)
    value, bounds = measured_of(doc["sides"][best], "score", 100)
    return f"{_short_names(doc)[best]} scores {_unbroken(f'{value}%', bounds)}{_rivals(doc, best)}"


def _points_title(doc: Document) -> str:
    best = _best(doc)
    value, bounds = measured_of(doc["sides"][best], "points_mean")
    found = _unbroken(f"{value}{_HARD_SPACE}points a{_HARD_SPACE}hand", bounds)
    return f"{_short_names(doc)[best]} captures {found}{_rivals(doc, best)}"


def _best(doc: Document) -> int:
    """Side with the highest score, the first one of several."""
    scores = [side["score"] for side in doc["sides"]]
    return scores.index(max(scores))


def _rivals(doc: Document, best: int) -> str:
    names = _short_names(doc)
    del names[best]
    text = listed(names, "and")
    if len(names) > 1 and len(text) > 40:
        text = f"{len(names)}{_HARD_SPACE}others"
    return f" against {text}"


def _short_names(doc: Document) -> list[str]:
    names = (shortened(name, _LONGEST_NAME) for name in side_names(doc))
    return [name.replace(" #", f"{_HARD_SPACE}#") for name in names]


def _unbroken(value: str, bounds: str) -> str:
    """Join a figure and its interval so that no line ends within or before the interval."""
    note = "(exact by symmetry)" if bounds == "exact" else bounds
    return value + f" {note}".rstrip().replace(" ", _HARD_SPACE)


def _font(size: float, weight: str = "normal") -> FontProperties:
    return FontProperties(family=mpl.rcParams["font.family"], size=size, weight=weight)


def _width(text: str, font: FontProperties) -> float:
    """Width of a text in inches."""
    return float(text_to_path.get_text_width_height_descent(text, font, False)[0]) / 72


def _wrapped(text: str, font: FontProperties, limit: float) -> list[str]:
    """Break a text into lines of at most so many inches, all about as long."""
    lines = narrower = _broken(text, font, limit)
    while len(narrower) == len(lines) > 1 and limit > 1:
        lines, limit = narrower, limit - 0.5
        narrower = _broken(text, font, limit)
    return lines


def _broken(text: str, font: FontProperties, limit: float) -> list[str]:
    """Break a text at spaces and between parameters wherever a line is full."""
    lines = [""]
    for piece in re.split(r"(?<= )|(?<=[:,+/])(?=[A-Za-z])", text):
        if lines[-1] and _width((lines[-1] + piece).rstrip(" "), font) > limit:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip(" ") for line in lines]


def _heading(figure: Figure, title: str, subtitle: str) -> float:
    """Write title and subtitle from the top edge down; return where they end, 0 to 1."""
    width, height = figure.get_size_inches()
    depth = 0.2
    for text, font, colour in (
        (title, _font(_TITLE_SIZE, "bold"), _MARK),
        (subtitle, _font(_SMALL), _GUIDE),
    ):
        for line in _wrapped(text, font, width - _LEFT - _RIGHT):
            place = _LEFT / width, 1 - depth / height
            figure.text(*place, line, fontproperties=font, color=colour, va="top")
            depth += 1.4 * font.get_size_in_points() / 72
        depth += 0.04
    return float(1 - (depth + 0.08) / height)


def _panel(figure: Figure, left: float, wide: float, top: float) -> Axes:
    """Add axes that reach from the bottom margin up to the heading."""
    width, height = figure.get_size_inches()
    bottom = _BOTTOM / height
    return figure.add_axes((left / width, bottom, wide / width, top - bottom))


def _panels(figure: Figure, count: int, top: float) -> Iterator[Axes]:
    """Add axes for two sides back to back, for three one below the other, for four two by two."""
    width, height = figure.get_size_inches()
    columns = 2 if count > 3 else 1
    rows = -(-count // columns)
    left, bottom, across = 0.8 / width, _BOTTOM / height, 0.45 / width
    gap = 0.0 if count == 2 else 0.1 / height
    wide = (1 - left - _RIGHT / width - across * (columns - 1)) / columns
    tall = (top - bottom - gap * (rows - 1)) / rows
    middle = (bottom + top) / 2
    figure.text(_LEFT / width, middle, "% of hands", color=_LABEL, rotation=90, va="center")
    for index in range(count):
        row, column = divmod(index, columns)
        low = top - tall * (row + 1) - gap * row
        axes = figure.add_axes((left + (wide + across) * column, low, wide, tall))
        axes.set_xlim(-1.5, DECK_POINTS + 1.5)
        axes.set_xticks(range(0, DECK_POINTS + 1, 10 * columns))
        axes.tick_params(labelbottom=row == rows - 1)
        axes.yaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
        yield axes


def _levels(axes: Axes, peak: float) -> tuple[float, float]:
    """Heights of the mean's mark and of the whole panel, when bars go up to `peak`."""
    beyond = 0.18 + _LINE * len(_text_rows(axes, "", ""))
    per_inch = peak / (_inches(axes)[1] - beyond)
    return peak + 0.09 * per_inch, peak + beyond * per_inch


def _inches(axes: Axes) -> tuple[float, float]:
    """Width and height of axes."""
    box = axes.get_window_extent()
    return float(box.width) / axes.figure.dpi, float(box.height) / axes.figure.dpi


def _forest(
    axes: Axes,
    labels: Sequence[str],
    entries: Sequence[Mapping[str, Any]],
    colours: Sequence[str],
    share: float,
) -> None:
    """Draw one row per side or seat: its name and its score in words above its interval."""
    ends = [share]
    axes.axvline(share, color=_GUIDE, linewidth=1, linestyle=_DASHES)
    for row, (label, entry, colour) in enumerate(zip(labels, entries, colours, strict=True)):
        axes.axhline(row, color="#E4E4E4", linewidth=0.7, zorder=0.5)
        ends += _interval_mark(axes, entry, "score", 100, row, colour)
        value = " ".join(measured_of(entry, "score", 100)).strip()
        _text_line(axes, row, 8, "bottom", (label, value))
    low, high = min(ends), max(ends)
    # Scores that are all alike would leave no axis at all.
    margin = max(0.08 * (high - low), 0.5 - (high - low) / 2)
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(len(labels) - 0.6, -0.75)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))


def _interval_mark(
    axes: Axes, entry: Mapping[str, Any], figure: str, scale: float, y: float, colour: str
) -> list[float]:
    """Draw a figure as a dot on its interval; return every x that was drawn."""
    bounds = [scale * bound for bound in interval(entry, figure) if bound is not None]
    value = scale * entry[figure]
    axes.plot(bounds, [y] * len(bounds), "|-", color=colour, linewidth=1.8, ms=9, mew=1.3)
    axes.plot([value], [y], "o", color=colour, markersize=4)
    return [*bounds, value]


def _panel_texts(axes: Axes, name: str, side: Mapping[str, Any], *, hanging: bool) -> None:
    """Write the name and the mean of a side into the room beyond its bars."""
    mean = " ".join(measured_of(side, "points_mean")).strip()
    found = f"mean {mean}, sd {measured_of(side, 'points_sd')[0]}"
    edge = axes.get_ylim()[0 if hanging else 1]
    for row, texts in enumerate(_text_rows(axes, name, found)):
        shift = 4 + 72 * _LINE * row
        _text_line(axes, edge, *((shift, "bottom") if hanging else (-shift, "top")), texts)


def _text_rows(axes: Axes, left: str, right: str) -> list[tuple[str, str]]:
    """Put two texts on one line, or on two in narrow axes."""
    return [(left, right)] if _inches(axes)[0] > 5 else [(left, ""), ("", right)]


def _text_line(axes: Axes, y: float, shift: float, align: str, texts: tuple[str, str]) -> None:
    """Write two texts at the left and right end of a height, the first cut to what is left.

    `shift` goes up from the height, in points.
    """
    room = _inches(axes)[0] - 0.35 - _width(texts[1], _font(_SMALL))
    limit = len(texts[0])
    while _width(shortened(texts[0], limit), _font(_SMALL, "bold")) > room and limit > 3:
        limit -= 1
    for text, x, weight in ((shortened(texts[0], limit), 0, "bold"), (texts[1], 1, "normal")):
        axes.annotate(
            text,
            (x, y),
            (4 - 8 * x, shift),
            xycoords=axes.get_yaxis_transform(),
            textcoords="offset points",
            fontproperties=_font(_SMALL, weight),
            ha="right" if x else "left",
            va=align,
            # Hides the guides behind a text.
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )


def _percentages(counts: Sequence[int]) -> list[float]:
    total = sum(counts)
    return [100 * count / total if total else 0.0 for count in counts]
