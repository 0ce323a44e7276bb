"""Figure: the points each side has captured up to every trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from brisca_sim.cards import DECK_POINTS
from brisca_sim.language import _
from brisca_sim.reporting.figures.frame import plot, sheet_of, styled
from brisca_sim.reporting.figures.lines import (
    LEFT,
    Line,
    draw_lines,
    end_names,
    right_margin,
    y_label,
)
from brisca_sim.reporting.figures.marks import level
from brisca_sim.reporting.figures.numbers import estimates, plain, ticked

if TYPE_CHECKING:
    import pandas as pd


@styled
def advantage(frame: pd.DataFrame, *, title: str, note: str = "") -> Figure:
    """Draw how the captured points of each side grow from trick to trick.

    Parameters
    ----------
    frame : DataFrame
        Columns `name`, `trick` (1 is the first), `points`, `points_lo`, `points_hi`: mean points
        captured up to and with that trick.
    title, note : str
        The finding, and its conditions.

    Returns
    -------
    Figure
        One line per side with its intervals; dashed is the equal share of the whole deck.
    """
    groups = [(str(name), part) for name, part in frame.groupby("name", sort=False)]
    lines = [
        Line(name, [float(trick) for trick in part["trick"]], estimates(part, "points"))
        for name, part in groups
    ]
    share = DECK_POINTS / max(len(lines), 1)
    label = _("trick (dashed: equal share of the deck, {share} points)", share=plain(share))
    axes = plot(title, note, label, 2.2, LEFT, right_margin([line.name for line in lines]))
    level(axes, share)
    draw_lines(axes, lines)
    top = max((end for line in lines for each in line.estimates for end in each.ends), default=0)
    last = max((trick for line in lines for trick in line.places), default=1)
    axes.set_xlim(0.5, last + 0.5)
    axes.set_ylim(0, 1.06 * max(top, share))
    ticked(axes.xaxis, 1, last, 10, whole=True)
    ticked(axes.yaxis, 0, 1.06 * max(top, share), 6)
    axes.grid(visible=True, axis="y")
    end_names(axes, lines)
    y_label(axes, _("mean points so far"))
    return sheet_of(axes)
