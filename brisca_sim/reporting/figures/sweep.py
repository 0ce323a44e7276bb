"""Figure: what each value of a parameter or an option is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brisca_sim.language import _
from brisca_sim.reporting.figures.frame import (
    MARGIN,
    SMALL,
    fitted,
    font,
    inches,
    plot,
    sheet_of,
    styled,
    text_width,
)
from brisca_sim.reporting.figures.lines import LEFT, Line, draw_lines, y_label
from brisca_sim.reporting.figures.marks import level, widened
from brisca_sim.reporting.figures.numbers import Estimate, estimates, number, ticked, told
from brisca_sim.reporting.figures.palette import light

if TYPE_CHECKING:
    import pandas as pd

Bounds = tuple[float, float | None, float | None]


@styled
def sweep(
    frame: pd.DataFrame, *, title: str, note: str = "", label: str, break_even: Bounds | None = None
) -> Figure:
    """Draw differences of scores over the values of a parameter, in percentage points.

    Parameters
    ----------
    frame : DataFrame
        Columns `at` (numbers in order, or words), `score`, `score_lo`, `score_hi`: -1 to 1.
    title, note : str
        The finding, and its conditions.
    label : str
        What `at` is, with its unit.
    break_even : (float, float or None, float or None) or None
        Where the difference is nothing, with its bounds; None for a bound beyond the values.

    Returns
    -------
    Figure
        Points with their intervals joined by a line; dashed is no difference. The break-even is
        an upright line on the band of its interval, and stands in words above the axes.
    """
    words = not all(isinstance(value, int | float) for value in frame["at"].tolist())
    places = [float(x) for x in range(len(frame))] if words else frame["at"].astype(float).tolist()
    found = estimates(frame, "score", 100)
    axes = plot(title, note, label, 2.2, LEFT, MARGIN)
    _shrunk(axes, break_even is not None)
    level(axes, 0)
    draw_lines(axes, [Line("", places, found)])
    low, high = widened([0.0, *(end for each in found for end in each.ends)])
    axes.set_ylim(low, high)
    ticked(axes.yaxis, low, high, 6, signed=True)
    axes.grid(visible=True, axis="y")
    _across(axes, places, [str(value) for value in frame["at"]] if words else [])
    if break_even is not None:
        _crossing(axes, break_even)
    y_label(axes, _("difference in score, percentage points"))
    return sheet_of(axes)


def _shrunk(axes: Axes, crossed: bool) -> None:
    """Leave room above the axes for the words of the break-even."""
    if crossed:
        box = axes.get_position()
        height = box.height - 0.2 / sheet_of(axes).get_figheight()
        axes.set_position((box.x0, box.y0, box.width, height))


def _across(axes: Axes, places: list[float], words: list[str]) -> None:
    """Set limits and ticks of the horizontal axis: numbers, or words side by side."""
    low, high = min(places, default=0.0), max(places, default=0.0)
    margin = 0.5 if words else 0.04 * (high - low) or 0.5
    axes.set_xlim(low - margin, high + margin)
    if not words:
        ticked(axes.xaxis, low - margin, high + margin, 8)
        return
    room = inches(axes)[0] / len(words) - 0.08
    axes.set_xticks(places, [fitted(word, font(SMALL), room) for word in words])


def _crossing_words(at: float, low: float | None, high: float | None) -> str:
    """Write where the break-even is; a bound beyond the values becomes dots."""
    if low is not None and high is not None:
        return told(Estimate(at, low, high))
    ends = ["..." if end is None else number(end, 1) for end in (low, high)]
    return number(at, 1) + " " + _("[{low}, {high}]", low=ends[0], high=ends[1])


def _crossing(axes: Axes, break_even: Bounds) -> None:
    """Draw the break-even with its interval, and tell it above the axes."""
    at, low, high = break_even
    left, right = axes.get_xlim()
    axes.axvspan(
        left if low is None else low, right if high is None else high, color=light("band"), zorder=0
    )
    axes.axvline(at, color=light("side-2"), linewidth=1.4)
    text = _("break-even at {value}", value=_crossing_words(at, low, high))
    wide = inches(axes)[0]
    half = text_width(text, font(SMALL)) / 2
    centre = wide * (at - left) / (right - left)
    axes.text(
        min(max(centre, half), wide - half) / wide,
        1.02,
        text,
        transform=axes.transAxes,
        fontproperties=font(SMALL),
        color=light("ink"),
        ha="center",
        va="bottom",
    )
    axes.set_xlim(left, right)
