"""Figure: what a change of conditions is worth to each strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from brisca_sim.language import _
from brisca_sim.reporting.figures.frame import MARGIN, plot, sheet_of, styled
from brisca_sim.reporting.figures.marks import ROW, Row, forest
from brisca_sim.reporting.figures.numbers import estimates, told
from brisca_sim.reporting.figures.palette import light

if TYPE_CHECKING:
    import pandas as pd


@styled
def differences(frame: pd.DataFrame, *, title: str, note: str = "") -> Figure:
    """Draw differences of scores with their intervals, in percentage points.

    Parameters
    ----------
    frame : DataFrame
        Columns `name`, `score`, `score_lo`, `score_hi`: differences, -1 to 1.
    title, note : str
        The finding, and its conditions.

    Returns
    -------
    Figure
        One row each; those whose interval lies on one side of zero are drawn in colour.
    """
    label = _(
        "difference in score, percentage points (dashed: no difference; grey: interval includes it)"
    )
    axes = plot(title, note, label, ROW * len(frame) + 0.2, MARGIN, MARGIN)
    rows = []
    for name, found in zip(frame["name"], estimates(frame, "score", 100), strict=True):
        clear = found.bounded and (found.low > 0 or found.high < 0)
        better = light("side-1" if found.value > 0 else "side-2")
        colour = better if clear else light("guide")
        rows.append(Row(str(name), found, told(found, signed=True), colour))
    forest(axes, rows, 0, signed=True)
    return sheet_of(axes)
