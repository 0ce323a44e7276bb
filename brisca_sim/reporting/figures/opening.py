"""Figure: what the first hand of three cards is worth."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brisca_sim.language import _, ngettext
from brisca_sim.reporting.figures.cells import KEY, bare, cell, key, reach_of, step_of
from brisca_sim.reporting.figures.frame import (
    MARGIN,
    SMALL,
    WIDTH,
    font,
    place,
    sheet,
    sheet_of,
    styled,
)
from brisca_sim.reporting.figures.lines import LEFT, y_label
from brisca_sim.reporting.figures.numbers import (
    Estimate,
    bounds,
    digits_of,
    estimates,
    number,
    plain,
)
from brisca_sim.reporting.figures.palette import light

if TYPE_CHECKING:
    import pandas as pd

_TALL: Final = 0.82
_TINY: Final = 7.5


class _Cell(NamedTuple):
    trumps: int
    briscas: int
    hands: int
    score: Estimate
    points: Estimate


@styled
def opening(frame: pd.DataFrame, *, title: str, note: str = "") -> Figure:
    """Draw score and points by the trumps and the briscas of the first hand.

    Parameters
    ----------
    frame : DataFrame
        Columns `trumps`, `briscas` (how many), `hands`, `score` (0 to 1) and `points` (0 to 120)
        with their bounds; a row per combination.
    title, note : str
        The finding, and its conditions.

    Returns
    -------
    Figure
        A table in colours: score, its interval, points, their interval, hands. Colours tell
        what the score is above or below the mean of all hands.
    """
    rows = [
        _Cell(int(trumps), int(briscas), int(hands), score, points)
        for trumps, briscas, hands, score, points in zip(
            frame["trumps"],
            frame["briscas"],
            frame["hands"],
            estimates(frame, "score", 100),
            estimates(frame, "points"),
            strict=True,
        )
        if hands and isfinite(score.value)
    ]
    mean = sum(row.score.value * row.hands for row in rows) / max(sum(r.hands for r in rows), 1)
    reach = reach_of([(row.score.value - mean) / 100 for row in rows])
    axes = _table(rows, (title, note), mean, reach)
    for row in rows:
        cell(axes, row.briscas, row.trumps, step_of((row.score.value - mean) / 100, reach))
        _figures(axes, row)
    return sheet_of(axes)


def _table(rows: list[_Cell], texts: tuple[str, str], mean: float, reach: float) -> Axes:
    """Lay out rows of trumps and columns of briscas above the key to the colours."""
    columns = max((row.briscas for row in rows), default=0) + 1
    lines = max((row.trumps for row in rows), default=0) + 1
    below = 0.48 + KEY
    figure = sheet(*texts, _TALL * lines + below)
    axes = place(figure, LEFT, below, WIDTH - LEFT - MARGIN, _TALL * lines)
    bare(axes, columns, lines)
    axes.set_xticks(range(columns), [str(count) for count in range(columns)])
    axes.set_yticks(range(lines), [str(count) for count in range(lines)])
    axes.tick_params(length=0)
    axes.set_xlabel(_("aces and threes (briscas) in the first hand"))
    y_label(axes, _("trumps in the first hand"))
    ends = plain(round(mean - 100 * reach, 1)), plain(round(mean + 100 * reach, 1))
    key(figure, WIDTH / 2 - 0.4, 1.8, 0.1, ends)
    figure.text(
        MARGIN / WIDTH,
        0.1 / figure.get_figheight(),
        _("score in %"),
        fontproperties=font(SMALL),
        color=light("soft"),
    )
    return axes


def _figures(axes: Axes, row: _Cell) -> None:
    """Write the figures of a combination into its cell."""
    mean = number(row.points.value, digits_of(row.points))
    texts = (
        number(row.score.value, digits_of(row.score)) + "%",
        bounds(row.score),
        _("{points} points", points=mean),
        bounds(row.points),
        ngettext("{number} hand", "{number} hands", row.hands),
    )
    for line, text in enumerate(texts):
        axes.text(
            row.briscas,
            row.trumps + (line - 2) * 0.185,
            text,
            fontproperties=font(SMALL if line == 0 else _TINY, "bold" if line == 0 else "normal"),
            color=light("ink"),
            ha="center",
            va="center",
        )
