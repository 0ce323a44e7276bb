"""Cells in steps of colour with figures in them, and the key to their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from brisca_sim.reporting.figures.frame import SMALL, font, place
from brisca_sim.reporting.figures.palette import STEPS, light

KEY: Final = 0.3
"""Height of the key to the colours, in inches."""

_REACHES: Final = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4)


def reach_of(deviations: Sequence[float]) -> float:
    """A round number that no deviation exceeds; they are parts of a whole, -0.5 to 0.5 or more."""
    most = max(map(abs, deviations), default=0.0)
    return next((reach for reach in _REACHES if most <= reach), 0.5 if most <= 0.5 else 1.0)


def step_of(deviation: float, reach: float) -> str:
    """The colour for a deviation, one of nine equal steps from `-reach` to `reach`."""
    last = len(STEPS) - 1
    index = int((deviation / reach + 1) / 2 * len(STEPS))
    return STEPS[min(max(index, 0), last)]


def cell(axes: Axes, x: float, y: float, step: str) -> None:
    """Draw a cell around a point, one wide and one high."""
    axes.add_patch(
        Rectangle(
            (x - 0.5, y - 0.5),
            1,
            1,
            facecolor=light(step),
            edgecolor=light("paper"),
            linewidth=1,
        )
    )


def bare(axes: Axes, columns: int, rows: int) -> None:
    """Leave nothing of axes but room for so many cells, the first at the top left."""
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def key(figure: Figure, left: float, wide: float, bottom: float, ends: tuple[str, str]) -> Axes:
    """Draw the nine steps in a row, with what the first and the last of them stand for."""
    axes = place(figure, left, bottom, wide, 0.12)
    for index, step in enumerate(STEPS):
        cell(axes, index, 0, step)
    bare(axes, len(STEPS), 1)
    for text, x, shift, side in ((ends[0], 0, -4, "right"), (ends[1], 1, 4, "left")):
        axes.annotate(
            text,
            (x, 0.5),
            (shift, 0),
            xycoords="axes fraction",
            textcoords="offset points",
            fontproperties=font(SMALL),
            color=light("soft"),
            ha=side,
            va="center_baseline",
        )
    return axes
