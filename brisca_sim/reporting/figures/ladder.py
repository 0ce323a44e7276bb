"""Figure: strategies by their rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brisca_sim.language import _, decimal
from brisca_sim.reporting.figures.frame import (
    MARGIN,
    SMALL,
    column,
    fitted,
    font,
    plot,
    sheet_of,
    styled,
    text_width,
)
from brisca_sim.reporting.figures.marks import Row, interval_mark, spread
from brisca_sim.reporting.figures.numbers import Estimate, estimates
from brisca_sim.reporting.figures.palette import light

if TYPE_CHECKING:
    import pandas as pd

_ROW: Final = 0.2
_LONGEST: Final = 1.9
_GAP: Final = 0.1


@styled
def ladder(frame: pd.DataFrame, *, title: str, note: str = "") -> Figure:
    """Draw the rating of each strategy with its interval.

    Parameters
    ----------
    frame : DataFrame
        Columns `name`, `elo`, `elo_lo`, `elo_hi`, best first.
    title, note : str
        The finding, and its conditions.

    Returns
    -------
    Figure
        One row per strategy: name, interval, rating in words.
    """
    names = [
        fitted(f"{place + 1}. {name}", font(SMALL), _LONGEST)
        for place, name in enumerate(frame["name"])
    ]
    found = estimates(frame, "elo")
    words = [_told(estimate) for estimate in found]
    left = MARGIN + column(names, font(SMALL), _LONGEST) + _GAP
    right = MARGIN + max((text_width(text, font(SMALL)) for text in words), default=0) + _GAP
    label = _("Elo and its interval (dashed: the best)")
    axes = plot(title, note, label, max(_ROW * len(names), 0.5), left, right)
    rows = [
        Row(name, estimate, text, light("side-1"))
        for name, estimate, text in zip(names, found, words, strict=True)
    ]
    _rungs(axes, rows)
    return sheet_of(axes)


def _rungs(axes: Axes, rows: list[Row]) -> None:
    """Draw the rows with their names to the left and their figures to the right."""
    for y, row in enumerate(rows):
        axes.axhline(y, color=light("grid"), linewidth=0.7, zorder=0.5)
        interval_mark(axes, row.estimate, y, row.colour)
        for text, x, shift, side in ((row.name, 0, -5, "right"), (row.words, 1, 5, "left")):
            axes.annotate(
                text,
                (x, y),
                (shift, 0),
                xycoords=axes.get_yaxis_transform(),
                textcoords="offset points",
                fontproperties=font(SMALL),
                color=light("ink"),
                ha=side,
                va="center",
            )
    best = rows[0].estimate.value if rows else None
    if best is not None:
        axes.axvline(best, color=light("guide"), linewidth=1, linestyle="--", zorder=0.6)
    spread(axes, rows, best, most=4, least=20)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def _told(estimate: Estimate) -> str:
    """Write a rating in whole points: decimals of an Elo say nothing."""
    value = decimal(round(estimate.value) + 0.0, 0)
    if not estimate.bounded:
        return value
    low, high = (decimal(round(end) + 0.0, 0) for end in (estimate.low, estimate.high))
    return f"{value} " + _("[{low}, {high}]", low=low, high=high)
