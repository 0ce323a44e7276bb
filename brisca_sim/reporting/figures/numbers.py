"""Figures with their intervals: out of data frames, in words, and on axes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.axis import Axis
from matplotlib.ticker import MaxNLocator

from brisca_sim.language import _, decimal
from brisca_sim.reporting.cells import decimals

if TYPE_CHECKING:
    import pandas as pd


class Estimate(NamedTuple):
    """A figure and its bounds; both bounds are NaN where there are none."""

    value: float
    low: float
    high: float

    @property
    def bounded(self) -> bool:
        """Whether there is an interval."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def interval(self) -> list[float]:
        """Both bounds, or nothing."""
        return [self.low, self.high] if self.bounded else []

    @property
    def ends(self) -> list[float]:
        """What is drawn of it: the bounds and the figure, as far as there are any."""
        return [end for end in (*self.interval, self.value) if math.isfinite(end)]


def estimates(
    frame: pd.DataFrame, measure: str, scale: float = 1, stem: str = ""
) -> list[Estimate]:
    """Take a column with its bounds out of a data frame.

    Parameters
    ----------
    frame : DataFrame
        Has columns `measure`, and ``_lo`` and ``_hi`` after `stem`.
    measure : str
        Column of the figures.
    scale : float
        What all of them are multiplied by: 100 for percentages.
    stem : str
        What the bounds go by; `measure` itself if empty.
    """
    names = measure, f"{stem or measure}_lo", f"{stem or measure}_hi"
    columns = [frame[name].astype(float) * scale for name in names]
    return [Estimate(*map(float, row)) for row in zip(*columns, strict=True)]


def told(estimate: Estimate, *, signed: bool = False) -> str:
    """Write a figure and its interval with two significant digits of the half-width.

    Such as ``60.12 [60.02, 60.22]``; the figure alone, with one decimal, without an interval.
    """
    if not estimate.bounded:
        return number(estimate.value, 1, signed=signed)
    value = number(estimate.value, digits_of(estimate), signed=signed)
    return f"{value}\N{NO-BREAK SPACE}{bounds(estimate, signed=signed)}"


def bounds(estimate: Estimate, *, signed: bool = False) -> str:
    """Write an interval: ``[60.02, 60.22]``; nothing if there is none."""
    if not estimate.bounded:
        return ""
    low, high = (
        number(end, digits_of(estimate), signed=signed) for end in (estimate.low, estimate.high)
    )
    return _("[{low}, {high}]", low=low, high=high).replace(" ", "\N{NO-BREAK SPACE}")


def digits_of(estimate: Estimate) -> int:
    """Decimals that show two significant digits of the half-width; one without an interval."""
    return decimals((estimate.high - estimate.low) / 2) if estimate.bounded else 1


def number(value: float, digits: int, *, signed: bool = False) -> str:
    """Write a number with so many decimals, `signed` with a plus sign, too."""
    # A negative that rounds to nothing is nothing.
    value = round(value, digits) + 0.0
    return ("+" if signed and value > 0 else "") + decimal(value, digits)


def plain(value: float) -> str:
    """Write a number with as many decimals as it has, two at most."""
    return number(value, min(_needed([value]), 2))


def ticked(
    axis: Axis, low: float, high: float, most: int, *, signed: bool = False, whole: bool = False
) -> None:
    """Put at most so many ticks on an axis from `low` to `high`, in the language spoken.

    They are fixed at once, since a figure may be written after the language has changed.
    """
    steps = [1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10]
    found = MaxNLocator(most, steps=steps, integer=whole).tick_values(low, high)
    kept = [float(value) for value in found if low <= value <= high]
    digits = _needed(kept)
    axis.set_ticks(kept, [number(value, digits, signed=signed) for value in kept])


def _needed(values: list[float]) -> int:
    """Decimals that show all of some values, four at most."""
    return next((n for n in range(4) if all(abs(x - round(x, n)) < 1e-7 for x in values)), 4)
