"""Figure: what it is worth to hold a trump in the first hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brisca_sim.language import _
from brisca_sim.reporting.figures.frame import (
    MARGIN,
    SMALL,
    WIDTH,
    column,
    fitted,
    font,
    foot,
    place,
    sheet,
    styled,
    wrapped,
)
from brisca_sim.reporting.figures.marks import ROW, Row, forest
from brisca_sim.reporting.figures.numbers import estimates, told
from brisca_sim.reporting.figures.palette import light

if TYPE_CHECKING:
    import pandas as pd

_LONGEST: Final = 0.9
_GAP: Final = 0.2


@styled
def honours(frame: pd.DataFrame, *, title: str, note: str = "") -> Figure:
    """Draw what each trump in the first hand adds to the score and to the points.

    Parameters
    ----------
    frame : DataFrame
        Columns `card` (its name), `score` (-1 to 1) and `points` (-120 to 120) with their
        bounds: means of hands with the card less those without.
    title, note : str
        The finding, and its conditions.

    Returns
    -------
    Figure
        Two axes over the same rows, scores in percentage points and points; dashed is nothing.
    """
    letters = font(SMALL, "bold")
    names = [fitted(str(name), letters, _LONGEST) for name in frame["card"]]
    left = MARGIN + column(names, letters, _LONGEST) + 0.1
    wide = (WIDTH - left - MARGIN - _GAP) / 2
    panels = (
        (_("score, percentage points"), estimates(frame, "score", 100), "side-1"),
        (_("points a hand"), estimates(frame, "points"), "side-2"),
    )
    labels = [wrapped(label, font(SMALL), wide) for label, *_rest in panels]
    bottom, tall = foot(max(map(len, labels))), ROW * len(names) + 0.2
    figure = sheet(title, note, bottom + tall)
    for index, (_label, found, colour) in enumerate(panels):
        axes = place(figure, left + (wide + _GAP) * index, bottom, wide, tall)
        forest(
            axes,
            [Row("", each, told(each, signed=True), light(colour)) for each in found],
            0,
            signed=True,
        )
        axes.set_xlabel("\n".join(labels[index]))
        if index == 0:
            _names(axes, names)
    return figure


def _names(axes: Axes, names: list[str]) -> None:
    """Write the cards left of their rows."""
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0)
    for text in axes.get_yticklabels():
        text.set_fontproperties(font(SMALL, "bold"))
        text.set_color(light("ink"))
