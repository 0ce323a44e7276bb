"""Figure: how the points that each side captures in a hand are spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brisca_sim.cards import DECK_POINTS
from brisca_sim.language import _
from brisca_sim.reporting.figures.frame import (
    MARGIN,
    SMALL,
    WIDTH,
    font,
    foot,
    inches,
    place,
    sheet,
    styled,
    wrapped,
)
from brisca_sim.reporting.figures.marks import interval_mark, text_line, upright
from brisca_sim.reporting.figures.numbers import Estimate, estimates, plain, ticked, told
from brisca_sim.reporting.figures.palette import light, side_colour

if TYPE_CHECKING:
    import pandas as pd

_LINE: Final = 0.18
_PANEL: Final = {1: 1.9, 2: 1.1, 3: 0.9}
_LEAST: Final = 0.75


class Spread(NamedTuple):
    """The points of a side: hands in percent by points 0 to 120, mean, and the mean in words."""

    name: str
    heights: Sequence[float]
    mean: Estimate
    words: str


@styled
def distributions(
    frame: pd.DataFrame, *, title: str, note: str = "", means: pd.DataFrame
) -> Figure:
    """Draw the captured points of each side, in percent of its hands, unsmoothed.

    Parameters
    ----------
    frame : DataFrame
        Column `points`, 0 to 120, and one column of hands per side.
    title, note : str
        The finding, and its conditions.
    means : DataFrame
        Columns `name`, `points_mean`, `points_lo`, `points_hi`, sides in the order of `frame`.

    Returns
    -------
    Figure
        One axes per side; the second of two hangs upside down, since its points are 120 less
        the other's. Beyond the bars is the mean with its interval; dashed is the equal share.
    """
    found = zip(
        frame.columns.drop("points"), estimates(means, "points_mean", stem="points"), strict=True
    )
    spreads = [
        Spread(str(name), shares(frame[name]), mean, _("mean {value}", value=told(mean)))
        for name, mean in found
    ]
    label = wrapped(points_label(len(spreads)), font(SMALL), WIDTH - 2 * MARGIN)
    tall, gap = _PANEL.get(len(spreads), _LEAST), 0.0 if len(spreads) == 2 else 0.08
    bottom = foot(len(label)) + 0.04
    figure = sheet(title, note, bottom + (tall + gap) * len(spreads) - gap)
    panels = [
        place(figure, 0.7, bottom + (tall + gap) * up, WIDTH - 0.7 - MARGIN, tall)
        for up in reversed(range(len(spreads)))
    ]
    draw_spreads(panels, spreads)
    panels[-1].tick_params(labelbottom=True)
    middle = bottom + (tall + gap) * len(spreads) / 2
    side_label(figure, MARGIN, middle)
    bottom_label(figure, "\n".join(label), 0.06)
    return figure


def points_label(sides: int) -> str:
    """What lies along the axis of points."""
    return _(
        "points captured in a hand (dot: mean and its interval; dashed: equal share, {share})",
        share=plain(DECK_POINTS / sides),
    )


def side_label(figure: Figure, left: float, middle: float) -> None:
    """Write what bars are measured in up the left margin, around a height."""
    width, height = figure.get_size_inches()
    figure.text(
        (left + 0.06) / width,
        middle / height,
        _("% of hands"),
        color=light("soft"),
        fontsize=SMALL,
        rotation=90,
        rotation_mode="anchor",
        ha="center",
        va="center",
    )


def bottom_label(figure: Figure, text: str, low: float) -> None:
    """Write a text in the middle of the bottom margin."""
    figure.text(
        0.5,
        low / figure.get_figheight(),
        text,
        ha="center",
        va="bottom",
        fontsize=SMALL,
        color=light("soft"),
    )


def shares(counts: Any) -> list[float]:
    """Counts in percent of their sum; nothing of nothing."""
    total = sum(counts)
    return [100 * count / total if total else 0.0 for count in counts]


def draw_spreads(panels: Sequence[Axes], spreads: Sequence[Spread], step: int = 10) -> None:
    """Draw each side into its axes, all on one scale, with a tick every `step` points."""
    peak = max(max(spread.heights) for spread in spreads) or 1.0
    for index, (axes, spread) in enumerate(zip(panels, spreads, strict=True)):
        axes.bar(range(DECK_POINTS + 1), spread.heights, width=0.85, color=side_colour(index))
        upright(axes, DECK_POINTS / len(spreads))
        mark, limit = _levels(axes, peak)
        interval_mark(axes, spread.mean, mark, light("ink"))
        axes.set_xlim(-1.5, DECK_POINTS + 1.5)
        axes.set_xticks(range(0, DECK_POINTS + 1, step))
        axes.tick_params(labelbottom=False)
        hanging = len(spreads) == 2 and index == 1
        ticked(axes.yaxis, 0, peak, 3)
        if hanging:
            # The zero between two sides is the upper one's.
            labels = [label.get_text() for label in axes.get_yticklabels()]
            axes.set_yticks(axes.get_yticks()[1:], labels[1:])
        axes.set_ylim(0, limit)
        if hanging:
            axes.invert_yaxis()
        edge = axes.get_ylim()[0 if hanging else 1]
        for row, texts in enumerate(_text_rows(axes, spread.name, spread.words)):
            shift = 4 + 72 * _LINE * row
            text_line(axes, edge, *((shift, "bottom") if hanging else (-shift, "top")), texts)


def _levels(axes: Axes, peak: float) -> tuple[float, float]:
    """Heights of the mean's mark and of the whole panel, when bars go up to `peak`."""
    beyond = 0.18 + _LINE * sum(1 for _row in _text_rows(axes, "", ""))
    per_inch = peak / (inches(axes)[1] - beyond)
    return peak + 0.09 * per_inch, peak + beyond * per_inch


def _text_rows(axes: Axes, left: str, right: str) -> Iterator[tuple[str, str]]:
    """Put two texts on one line, or on two in narrow axes."""
    yield from [(left, right)] if inches(axes)[0] > 4.5 else [(left, ""), ("", right)]
