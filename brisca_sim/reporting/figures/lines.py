"""Lines over a common axis, with a name at the end of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from matplotlib.axes import Axes

from brisca_sim.reporting.figures.frame import (
    MARGIN,
    SMALL,
    column,
    fitted,
    font,
    inches,
    wrapped,
)
from brisca_sim.reporting.figures.numbers import Estimate
from brisca_sim.reporting.figures.palette import light, side_colour, side_marker

LEFT: Final = 0.7
"""Left margin, for tick labels and the label of the vertical axis."""

_LONGEST: Final = 1.25
_MARK: Final = 0.3
_GAP: Final = 0.17


class Line(NamedTuple):
    """A line: its name, where it is known, and what it is there."""

    name: str
    places: Sequence[float]
    estimates: Sequence[Estimate]


def right_margin(names: Sequence[str]) -> float:
    """Room for the names to the right of the axes."""
    return MARGIN + _MARK + column(list(names), font(SMALL), _LONGEST)


def draw_lines(axes: Axes, lines: Sequence[Line]) -> None:
    """Draw lines with their intervals, and their names at the right edge."""
    for index, line in enumerate(lines):
        intervals(axes, line, side_colour(index))
        values = [estimate.value for estimate in line.estimates]
        axes.plot(
            line.places,
            values,
            color=side_colour(index),
            marker=side_marker(index),
            markersize=3.5,
            linewidth=1.4,
        )


def intervals(axes: Axes, line: Line, colour: str) -> None:
    """Draw an upright interval with caps at every place that has one."""
    known = [(x, e) for x, e in zip(line.places, line.estimates, strict=True) if e.bounded]
    places = [x for x, _estimate in known]
    lows, highs = [e.low for _x, e in known], [e.high for _x, e in known]
    axes.vlines(places, lows, highs, colors=colour, linewidth=1.2)
    axes.plot(places * 2, lows + highs, "_", color=colour, markersize=5, markeredgewidth=1.1)


def end_names(axes: Axes, lines: Sequence[Line]) -> None:
    """Write the names right of the axes, near the ends of their lines but clear of each other.

    Needs the limits of the axes.
    """
    low, high = axes.get_ylim()
    wide, tall = inches(axes)
    ends = [line.estimates[-1].value for line in lines]
    wanted = [tall * (end - low) / (high - low) for end in ends]
    for index, height in enumerate(_apart(wanted, tall)):
        spot: dict[str, Any] = {"transform": axes.transAxes, "clip_on": False}
        axes.plot(
            [1 + 0.14 / wide],
            [height / tall],
            color=side_colour(index),
            marker=side_marker(index),
            markersize=5,
            **spot,
        )
        axes.text(
            1 + (_MARK - 0.06) / wide,
            height / tall,
            fitted(lines[index].name, font(SMALL), _LONGEST),
            fontproperties=font(SMALL),
            color=light("ink"),
            va="center_baseline",
            **spot,
        )


def _apart(wanted: Sequence[float], tall: float) -> list[float]:
    """Heights as near to the wanted ones as a gap between them allows, within the axes."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    found = list(wanted)
    lowest = 0.05
    for index in order:
        found[index] = max(found[index], lowest)
        lowest = found[index] + _GAP
    highest = tall - 0.05
    for index in reversed(order):
        found[index] = min(found[index], highest)
        highest = found[index] - _GAP
    return found


def y_label(axes: Axes, text: str) -> None:
    """Write what the vertical axis measures up the left margin."""
    wide, tall = inches(axes)
    axes.text(
        -(LEFT - 0.2) / wide,
        0.5,
        "\n".join(wrapped(text, font(SMALL), tall + 0.4)),
        transform=axes.transAxes,
        fontproperties=font(SMALL),
        color=light("soft"),
        rotation=90,
        rotation_mode="anchor",
        ha="center",
        va="center",
    )
