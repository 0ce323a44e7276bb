"""Marks that several figures share: intervals, guides, rows of names and figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from matplotlib.axes import Axes

from brisca_sim.reporting.figures.frame import SMALL, fitted, font, inches, text_width
from brisca_sim.reporting.figures.numbers import Estimate, ticked
from brisca_sim.reporting.figures.palette import light

DASHES: Final = (0, (4, 3))
ROW: Final = 0.4
"""Height of a row with its texts above its interval, in inches."""


class Row(NamedTuple):
    """A row of a forest: its name, its figure, the figure in words, and its colour."""

    name: str
    estimate: Estimate
    words: str
    colour: str


def upright(axes: Axes, x: float) -> None:
    """Draw a dashed guide from the bottom to the top."""
    axes.axvline(x, color=light("guide"), linewidth=1, linestyle=DASHES)


def level(axes: Axes, y: float) -> None:
    """Draw a dashed guide from the left to the right."""
    axes.axhline(y, color=light("guide"), linewidth=1, linestyle=DASHES)


def interval_mark(axes: Axes, estimate: Estimate, y: float, colour: str) -> None:
    """Draw a figure as a dot on its interval."""
    ends = estimate.interval
    axes.plot(ends, [y] * len(ends), "|-", color=colour, linewidth=1.8, ms=9, mew=1.3)
    axes.plot([estimate.value], [y], "o", color=colour, markersize=4)


def forest(axes: Axes, rows: Sequence[Row], share: float | None, *, signed: bool = False) -> None:
    """Draw one row each: its name and its figure in words above its interval.

    Parameters
    ----------
    axes : Axes
        Where to; its limits and ticks are set.
    rows : sequence of Row
        From the top down.
    share : float or None
        Where the dashed guide goes.
    signed : bool
        Whether ticks are differences, with plus signs.
    """
    if share is not None:
        upright(axes, share)
    for y, row in enumerate(rows):
        axes.axhline(y, color=light("grid"), linewidth=0.7, zorder=0.5)
        interval_mark(axes, row.estimate, y, row.colour)
        text_line(axes, y, 8, "bottom", (row.name, row.words))
    spread(axes, rows, share, signed=signed)
    axes.set_ylim(len(rows) - 0.6, -0.75)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def spread(
    axes: Axes,
    rows: Sequence[Row],
    share: float | None,
    *,
    signed: bool = False,
    most: int = 6,
    least: float = 1,
) -> None:
    """Let the horizontal axis reach from the lowest to the highest mark, and a little beyond."""
    ends = [end for row in rows for end in row.estimate.ends]
    ends += [] if share is None else [share]
    low, high = widened(ends, least)
    axes.set_xlim(low, high)
    ticked(axes.xaxis, low, high, most, signed=signed)


def widened(ends: Sequence[float], least: float = 1) -> tuple[float, float]:
    """Limits of an axis around what is drawn, `least` apart or more."""
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    # Figures that are all alike would leave no axis at all.
    margin = max(0.08 * (high - low), (least - (high - low)) / 2)
    return low - margin, high + margin


def text_line(axes: Axes, y: float, shift: float, align: str, texts: tuple[str, str]) -> None:
    """Write two texts at the left and right end of a height, the first cut to what is left.

    `shift` goes up from the height, in points.
    """
    room = inches(axes)[0] - 0.35 - text_width(texts[1], font(SMALL))
    name = fitted(texts[0], font(SMALL, "bold"), room)
    for text, x, weight in ((name, 0, "bold"), (texts[1], 1, "normal")):
        axes.annotate(
            text,
            (x, y),
            (4 - 8 * x, shift),
            xycoords=axes.get_yaxis_transform(),
            textcoords="offset points",
            fontproperties=font(SMALL, weight),
            color=light("ink"),
            ha="right" if x else "left",
            va=align,
            # Hides the guides behind a text.
            bbox={"facecolor": light("paper"), "edgecolor": "none", "pad": 0.8} if text else None,
        )
