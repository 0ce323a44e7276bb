"""Figure: every strategy against every other."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brisca_sim.language import _
from brisca_sim.reporting.figures.cells import KEY, bare, cell, key, reach_of, step_of
from brisca_sim.reporting.figures.frame import (
    MARGIN,
    SMALL,
    WIDTH,
    column,
    fitted,
    font,
    place,
    sheet,
    sheet_of,
    styled,
    text_width,
    wrapped,
)
from brisca_sim.reporting.figures.numbers import Estimate, bounds, estimates, number, plain
from brisca_sim.reporting.figures.palette import light

if TYPE_CHECKING:
    import pandas as pd

_LONGEST: Final = 1.5
_LINE: Final = 0.165
_TINY: Final = 7.5


class _Measure(NamedTuple):
    scale: float
    """What figures are multiplied by."""
    whole: float
    """What the two of a pair have between them, after that."""


_MEASURES: Final = {
    "score": _Measure(100, 100),
    "win": _Measure(100, 100),
    "points": _Measure(1, 120),
}


@styled
def heat_map(frame: pd.DataFrame, *, title: str, note: str = "", measure: str = "score") -> Figure:
    """Draw a table of pairs in colours, each cell with its figure and its interval.

    Parameters
    ----------
    frame : DataFrame
        Columns `name`, `against`, and `measure` with its bounds ``_lo`` and ``_hi``: scores 0
        to 1, points 0 to 120. Strategies come in the order in which they appear.
    title, note : str
        The finding, and its conditions.
    measure : str
        ``"score"``, ``"win"`` or ``"points"``.

    Returns
    -------
    Figure
        Rows against columns. Intervals stand below their figures where there is room, and are
        lines along the bottom of the cell, of which each is a whole from left to right, where
        there is none. Figures whose interval excludes an equal share are bold.
    """
    kind = _MEASURES[measure]
    names = list(dict.fromkeys([*map(str, frame["name"]), *map(str, frame["against"])]))
    found = {
        (names.index(str(name)), names.index(str(against))): estimate
        for name, against, estimate in zip(
            frame["name"], frame["against"], estimates(frame, measure, kind.scale), strict=True
        )
        if isfinite(estimate.value)
    }
    left = MARGIN + column(_numbered(names), font(SMALL), _LONGEST) + 0.08
    wide = (WIDTH - MARGIN - left) / max(len(names), 1)
    roomy = _roomy(found, wide)
    label = wrapped(_label(measure), font(SMALL), WIDTH - 2 * MARGIN)
    if not roomy:
        label.append(
            _(
                "line in a cell: interval, 0 at the left edge, {whole} at the right edge",
                whole=plain(kind.whole),
            )
        )
    reach = reach_of([each.value / kind.whole - 0.5 for each in found.values()])
    ends = plain(kind.whole * (0.5 - reach)), plain(kind.whole * (0.5 + reach))
    axes = _table(names, (title, note), label, (left, wide), ends)
    for (row, against), estimate in found.items():
        cell(axes, against, row, step_of(estimate.value / kind.whole - 0.5, reach))
        _figures(axes, against, row, estimate, kind.whole, roomy=roomy)
    return sheet_of(axes)


def _label(measure: str) -> str:
    texts = {
        "score": _("score of the row against the column in %; bold: interval excludes 50"),
        "win": _("hands that the row wins against the column in %; bold: interval excludes 50"),
        "points": _("points of the row against the column; bold: interval excludes 60"),
    }
    return texts[measure]


def _numbered(names: list[str]) -> list[str]:
    return [f"{index + 1} {name}" for index, name in enumerate(names)]


def _table(
    names: list[str],
    heading: tuple[str, str],
    label: list[str],
    across: tuple[float, float],
    ends: tuple[str, str],
) -> Axes:
    """Lay out the table with its names and its key; `across` is where cells start, and how wide."""
    letters, count, (left, wide) = font(SMALL), max(len(names), 1), across
    tall = min(max(wide, 0.21), 0.42)
    below = KEY + _LINE * len(label) + 0.08
    figure = sheet(*heading, tall * count + 0.2 + below)
    axes = place(figure, left, below, wide * count, tall * count)
    bare(axes, count, count)
    _names(axes, _numbered(names), wide, tall)
    key(figure, WIDTH / 2 - 0.9, 1.8, below - KEY + 0.08, ends)
    figure.text(
        0.5,
        0.06 / figure.get_figheight(),
        "\n".join(label),
        ha="center",
        va="bottom",
        fontproperties=letters,
        color=light("soft"),
    )
    return axes


def _names(axes: Axes, names: list[str], wide: float, tall: float) -> None:
    """Write names left of their rows and above their columns; only numbers if they are long."""
    letters = font(SMALL)
    short = all(text_width(name, letters) < wide - 0.05 for name in names)
    style: dict[str, Any] = {"fontproperties": letters, "color": light("ink")}
    for index, name in enumerate(names):
        row = fitted(name, letters, _LONGEST)
        head = name if short else f"{index + 1}"
        axes.text(-0.5 - 0.06 / wide, index, row, ha="right", va="center", **style)
        axes.text(index, -0.5 - 0.03 / tall, head, ha="center", va="bottom", **style)


def _roomy(found: dict[tuple[int, int], Estimate], wide: float) -> bool:
    """Whether all intervals can be written into their cells."""
    widest = max((text_width(bounds(each), font(_TINY)) for each in found.values()), default=0)
    return widest < wide - 0.06


def _figures(axes: Axes, x: int, y: int, estimate: Estimate, whole: float, *, roomy: bool) -> None:
    """Write a figure into its cell, and its interval below it, as text or as a line."""
    half = whole / 2
    clear = estimate.bounded and not estimate.low <= half <= estimate.high
    letters = font(SMALL if roomy else _TINY, "bold" if clear else "normal")
    text = number(estimate.value, 1 if roomy else 0)
    lift = (-0.17 if roomy else -0.1) if estimate.bounded else 0
    style: dict[str, Any] = {"ha": "center", "va": "center", "color": light("ink")}
    axes.text(x, y + lift, text, fontproperties=letters, **style)
    if roomy:
        axes.text(x, y + 0.22, bounds(estimate), fontproperties=font(_TINY), **style)
    elif estimate.bounded:
        ends = [x - 0.5 + end / whole for end in (estimate.low, estimate.high)]
        axes.plot(
            ends,
            [y + 0.36] * 2,
            "-",
            color=light("ink"),
            linewidth=1.6,
            solid_capstyle="projecting",
        )
