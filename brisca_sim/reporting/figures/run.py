"""The two figures of a run folder: who scores how much, and how points are spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brisca_sim.cards import DECK_POINTS
from brisca_sim.language import _, level, listed, whole
from brisca_sim.reporting.cells import measured_of, shortened
from brisca_sim.reporting.figures.distributions import (
    Spread,
    bottom_label,
    draw_spreads,
    shares,
    side_label,
)
from brisca_sim.reporting.figures.frame import (
    HARD_SPACE,
    SMALL,
    blank,
    font,
    foot,
    heading,
    place,
    styled,
    wrapped,
)
from brisca_sim.reporting.figures.marks import Row, forest
from brisca_sim.reporting.figures.numbers import Estimate, plain
from brisca_sim.reporting.figures.palette import light, side_colour
from brisca_sim.reporting.phrases import conditions, seat_label
from brisca_sim.reporting.tables import Document, interval, side_names

_MARGIN: Final = 0.3
_BOTTOM: Final = 0.6
_LONGEST_NAME: Final = 44


@styled
def win_rate(doc: Document) -> Figure:
    """Draw the score of each side and of each seat with its interval.

    Parameters
    ----------
    doc : mapping
        The run document.

    Returns
    -------
    Figure
        Two axes, sides and seats: one row each, scores in percent, with a dashed line at the
        equal share. The title gives the score of the best side.
    """
    sides, seats = doc["sides"], doc["seats"]
    share = 100 / len(sides)
    labels = _score_labels(doc["confidence"], share)
    bottom = max(_BOTTOM, foot(max(map(len, labels))))
    figure, top = _sheet(_score_title(doc), doc)
    left = place(figure, _MARGIN, bottom, 4.15, top - bottom)
    right = place(figure, 4.8, bottom, 2.9, top - bottom)
    colours = [side_colour(index) for index in range(len(sides))]
    forest(left, _rows(side_names(doc), sides, colours), share)
    chairs = [seat_label(seat) for seat in seats]
    forest(right, _rows(chairs, seats, [light("guide")] * len(seats)), share)
    for axes, lines in zip((left, right), labels, strict=True):
        axes.set_xlabel("\n".join(lines))
    return figure


@styled
def points(doc: Document) -> Figure:
    """Draw how the points that each side captures in a hand are spread.

    Parameters
    ----------
    doc : mapping
        The run document.

    Returns
    -------
    Figure
        One axes per side with 121 bars, in percent of all hands, unsmoothed; the second of two
        sides hangs upside down, since its points are 120 less the other's. Beyond the bars is
        the mean with its interval, and a dashed line marks the equal share.
    """
    sides = doc["sides"]
    figure, top = _sheet(_points_title(doc), doc)
    spreads = [
        Spread(
            name, shares(side["points_histogram"]), _estimate(side, "points_mean", 1), _mean(side)
        )
        for name, side in zip(side_names(doc), sides, strict=True)
    ]
    panels, columns = _panels(figure, len(sides), top)
    draw_spreads(panels, spreads, 10 * columns)
    for axes in panels[-columns:]:
        axes.tick_params(labelbottom=True)
    side_label(figure, _MARGIN, (_BOTTOM + top) / 2)
    label = _(
        "points captured in a hand (dot: mean with {level} interval; dashed: equal share, {share})",
        level=level(doc["confidence"]),
        share=plain(DECK_POINTS / len(sides)),
    )
    bottom_label(figure, label, 0.13)
    return figure


def _score_labels(confidence: float, share: float) -> list[list[str]]:
    """Lines of what stands below the scores of sides and of seats."""
    sides = _(
        "score of each side in %, {level} intervals (dashed: equal share, {share})",
        level=level(confidence),
        share=plain(share),
    )
    seats = _("score of each seat in %, whoever sat there")
    return [wrapped(sides, font(SMALL), 4.5), wrapped(seats, font(SMALL), 3.1)]


def _sheet(title: str, doc: Document) -> tuple[Figure, float]:
    """A figure with its heading, and the height at which that ends, in inches."""
    figure = blank(*mpl.rcParams["figure.figsize"])
    top = heading(figure, title, "; ".join(conditions(doc)), _MARGIN, 12.5)
    return figure, top * figure.get_figheight()


def _panels(figure: Figure, count: int, top: float) -> tuple[list[Axes], int]:
    """Add axes for two sides back to back, for three one below the other, for four two by two."""
    columns = 2 if count > 3 else 1
    rows = -(-count // columns)
    left, across, gap = 0.8, 0.45, 0.0 if count == 2 else 0.1
    wide = (figure.get_figwidth() - left - _MARGIN - across * (columns - 1)) / columns
    tall = (top - _BOTTOM - gap * (rows - 1)) / rows
    places = [divmod(index, columns) for index in range(count)]
    return [
        place(figure, left + (wide + across) * at, top - tall * (row + 1) - gap * row, wide, tall)
        for row, at in places
    ], columns


def _rows(
    labels: Sequence[str], entries: Sequence[Mapping[str, Any]], colours: Sequence[str]
) -> list[Row]:
    return [
        Row(label, _estimate(entry, "score", 100), _words(entry, "score", 100), colour)
        for label, entry, colour in zip(labels, entries, colours, strict=True)
    ]


def _estimate(entry: Mapping[str, Any], figure: str, scale: float) -> Estimate:
    bounds = (float("nan") if end is None else scale * end for end in interval(entry, figure))
    return Estimate(scale * entry[figure], *bounds)


def _words(entry: Mapping[str, Any], figure: str, scale: float = 1) -> str:
    return " ".join(measured_of(entry, figure, scale)).strip()


def _mean(side: Mapping[str, Any]) -> str:
    return _(
        "mean {value}, sd {deviation}",
        value=_words(side, "points_mean"),
        deviation=measured_of(side, "points_sd")[0],
    )


def _score_title(doc: Document) -> str:
    best = _best(doc)
    value, bounds = measured_of(doc["sides"][best], "score", 100)
    return _(
        "{name} scores {value} against {rivals}",
        name=_short_names(doc)[best],
        value=_unbroken(_("{percent}%", percent=value), bounds),
        rivals=_rivals(doc, best),
    )


def _points_title(doc: Document) -> str:
    best = _best(doc)
    value, bounds = measured_of(doc["sides"][best], "points_mean")
    # Hard spaces, but for one where the line may break.
    found = _("{points}\u00a0points a\u00a0hand", points=value)
    return _(
        "{name} captures {value} against {rivals}",
        name=_short_names(doc)[best],
        value=_unbroken(found, bounds),
        rivals=_rivals(doc, best),
    )


def _best(doc: Document) -> int:
    """Side with the highest score, the first one of several."""
    scores = [side["score"] for side in doc["sides"]]
    return scores.index(max(scores))


def _rivals(doc: Document, best: int) -> str:
    names = _short_names(doc)
    del names[best]
    text = listed(names)
    if len(names) > 1 and len(text) > 40:
        text = _hard(_("{number} others", number=whole(len(names))))
    return text


def _short_names(doc: Document) -> list[str]:
    names = (shortened(name, _LONGEST_NAME) for name in side_names(doc))
    return [name.replace(" #", f"{HARD_SPACE}#") for name in names]


def _unbroken(value: str, bounds: str) -> str:
    """Join a figure and its interval so that no line ends within or before the interval."""
    note = _("(exact by symmetry)") if bounds == _("exact") else bounds
    return value + _hard(f" {note}".rstrip())


def _hard(text: str) -> str:
    """A text that is kept on one line."""
    return text.replace(" ", HARD_SPACE)
