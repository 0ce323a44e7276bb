"""Figure: how scores settle with the number of deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from brisca_sim.language import _, whole
from brisca_sim.reporting.figures.frame import plot, sheet_of, styled
from brisca_sim.reporting.figures.lines import (
    LEFT,
    Line,
    draw_lines,
    end_names,
    right_margin,
    y_label,
)
from brisca_sim.reporting.figures.marks import level, widened
from brisca_sim.reporting.figures.numbers import estimates, plain, ticked

if TYPE_CHECKING:
    import pandas as pd


@styled
def convergence(frame: pd.DataFrame, *, title: str, note: str = "", share: float) -> Figure:
    """Draw the score of each side, as it was known after so many deals.

    Parameters
    ----------
    frame : DataFrame
        Columns `name`, `deals`, `score`, `score_lo`, `score_hi`, 0 to 1.
    title, note : str
        The finding, and its conditions.
    share : float
        The equal share, 0 to 1: a dashed line.

    Returns
    -------
    Figure
        One line per side with its intervals over a logarithmic axis of deals.
    """
    lines = [
        Line(str(name), [float(deals) for deals in part["deals"]], estimates(part, "score", 100))
        for name, part in frame.groupby("name", sort=False)
    ]
    label = _("deals played (dashed: equal share, {share}%)", share=plain(100 * share))
    axes = plot(title, note, label, 2.2, LEFT, right_margin([line.name for line in lines]))
    level(axes, 100 * share)
    draw_lines(axes, lines)
    ends = [end for line in lines for each in line.estimates for end in each.ends]
    low, high = widened([*ends, 100 * share])
    axes.set_ylim(low, high)
    ticked(axes.yaxis, low, high, 6)
    axes.grid(visible=True, axis="y")
    _powers(axes, [deals for line in lines for deals in line.places])
    end_names(axes, lines)
    y_label(axes, _("score in %"))
    return sheet_of(axes)


def _powers(axes: Axes, places: list[float]) -> None:
    """Make the axis of deals logarithmic, with ticks at 1, 10, 100 or between where few fit."""
    low, high = min(places, default=1.0), max(places, default=10.0)
    axes.set_xscale("log")
    axes.set_xlim(low / 1.3, high * 1.3)
    steps = [10**power for power in range(13)]
    if high / low < 100:
        steps = [step * one for step in steps for one in (1, 2, 5)]
    kept = [step for step in steps if low / 1.3 <= step <= high * 1.3]
    axes.set_xticks(kept, [whole(step) for step in kept])
    axes.xaxis.set_minor_locator(NullLocator())
