"""Figure: the score of each seat, whoever sat there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from brisca_sim.language import _
from brisca_sim.reporting.figures.frame import MARGIN, plot, sheet_of, styled
from brisca_sim.reporting.figures.marks import ROW, Row, forest
from brisca_sim.reporting.figures.numbers import estimates, plain, told
from brisca_sim.reporting.figures.palette import light

if TYPE_CHECKING:
    import pandas as pd


@styled
def by_seat(frame: pd.DataFrame, *, title: str, note: str = "", share: float) -> Figure:
    """Draw the score of each seat with its interval, in percent.

    Parameters
    ----------
    frame : DataFrame
        Columns `seat` (number), `mano` (whether it leads first), `score`, `score_lo`,
        `score_hi`, 0 to 1.
    title, note : str
        The finding, and its conditions.
    share : float
        The equal share, 0 to 1: a dashed line.

    Returns
    -------
    Figure
        One row per seat; the mano's is drawn in another colour.
    """
    label = _(
        "score of each seat in % and its interval, whoever sat there"
        " (dashed: equal share, {share})",
        share=plain(100 * share),
    )
    axes = plot(title, note, label, ROW * len(frame) + 0.2, MARGIN, MARGIN)
    found = zip(frame["seat"], frame["mano"], estimates(frame, "score", 100), strict=True)
    rows = [
        Row(_seat(seat, mano), estimate, told(estimate), light("side-1" if mano else "guide"))
        for seat, mano, estimate in found
    ]
    forest(axes, rows, 100 * share)
    return sheet_of(axes)


def _seat(seat: int, mano: bool) -> str:
    return _("seat {seat} (mano)", seat=seat) if mano else _("seat {seat}", seat=seat)
