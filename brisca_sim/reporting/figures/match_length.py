"""Figure: how many hands a match takes, and who wins it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brisca_sim.language import _
from brisca_sim.reporting.figures.frame import (
    MARGIN,
    SMALL,
    WIDTH,
    font,
    foot,
    place,
    sheet,
    styled,
    wrapped,
)
from brisca_sim.reporting.figures.lines import LEFT, y_label
from brisca_sim.reporting.figures.marks import ROW, Row, forest
from brisca_sim.reporting.figures.numbers import estimates, plain, ticked, told
from brisca_sim.reporting.figures.palette import light, side_colour

if TYPE_CHECKING:
    import pandas as pd

_BARS: Final = 1.3
_GAP: Final = 0.12


@styled
def match_length(frame: pd.DataFrame, *, title: str, note: str = "", wins: pd.DataFrame) -> Figure:
    """Draw who wins a match how often, and below it how many hands the match takes.

    Parameters
    ----------
    frame : DataFrame
        Columns `hands` and `share`, the probability (0 to 1) that a match takes so many.
    title, note : str
        The finding, and its conditions.
    wins : DataFrame
        Columns `name`, `win`, `win_lo`, `win_hi`, 0 to 1.

    Returns
    -------
    Figure
        Two axes: a row per side with its interval, dashed is an equal share; a bar per number
        of hands.
    """
    share = 100 / max(len(wins), 1)
    letters = font(SMALL)
    label = _("matches won in % and interval (dashed: equal share, {share})", share=plain(share))
    lines = wrapped(label, letters, WIDTH - 2 * MARGIN)
    bars = foot(1) + _BARS + _GAP
    tall = ROW * len(wins) + 0.2
    figure = sheet(title, note, bars + foot(len(lines)) + tall)
    upper = place(figure, MARGIN, bars + foot(len(lines)), WIDTH - 2 * MARGIN, tall)
    found = zip(wins["name"], estimates(wins, "win", 100), strict=True)
    rows = [
        Row(str(name), each, told(each), side_colour(index))
        for index, (name, each) in enumerate(found)
    ]
    forest(upper, rows, share)
    upper.set_xlabel("\n".join(lines))
    lower = place(figure, LEFT, foot(1), WIDTH - LEFT - MARGIN, _BARS)
    _lengths(lower, frame)
    return figure


def _lengths(axes: Axes, frame: pd.DataFrame) -> None:
    """Draw a bar per number of hands."""
    hands = [int(number) for number in frame["hands"]]
    shares = [100 * float(share) for share in frame["share"]]
    axes.bar(hands, shares, width=0.85, color=light("guide"))
    low, high = min(hands, default=0), max(hands, default=0)
    axes.set_xlim(low - 0.7, high + 0.7)
    ticked(axes.xaxis, low, high, 10, whole=True)
    peak = max(shares, default=0.0) or 1.0
    axes.set_ylim(0, 1.05 * peak)
    ticked(axes.yaxis, 0, 1.05 * peak, 4)
    axes.grid(visible=True, axis="y")
    axes.grid(visible=False, axis="x")
    axes.set_xlabel(_("hands that a match takes"))
    y_label(axes, _("% of matches"))
