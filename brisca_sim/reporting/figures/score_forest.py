"""Figure: the score of each strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from brisca_sim.language import _
from brisca_sim.reporting.figures.frame import MARGIN, plot, sheet_of, styled
from brisca_sim.reporting.figures.marks import ROW, Row, forest
from brisca_sim.reporting.figures.numbers import estimates, plain, told
from brisca_sim.reporting.figures.palette import row_colour

if TYPE_CHECKING:
    import pandas as pd


@styled
def score_forest(frame: pd.DataFrame, *, title: str, note: str = "", share: float) -> Figure:
    """Draw one score per row with its interval, in percent.

    Parameters
    ----------
    frame : DataFrame
        Columns `name`, `score`, `score_lo`, `score_hi`, 0 to 1; NaN for bounds that are missing.
    title, note : str
        The finding, and its conditions.
    share : float
        The equal share, 0 to 1: a dashed line.

    Returns
    -------
    Figure
        5.6 inches wide, higher with more rows.
    """
    label = _(
        "score in % and its interval (dashed: equal share, {share})", share=plain(100 * share)
    )
    axes = plot(title, note, label, ROW * len(frame) + 0.2, MARGIN, MARGIN)
    found = zip(frame["name"], estimates(frame, "score", 100), strict=True)
    rows = [
        Row(str(name), estimate, told(estimate), row_colour(index, len(frame)))
        for index, (name, estimate) in enumerate(found)
    ]
    forest(axes, rows, 100 * share)
    return sheet_of(axes)
