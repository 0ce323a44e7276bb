"""Figures and their intervals as cells of tables, and the tables they make."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from brisca_sim.language import _, between, brief, decimal
from brisca_sim.reporting.tables import interval

Cell = tuple[str, str]
"""A figure and its interval, both as text; the interval may be empty."""

Row = tuple[str, Sequence[Cell]]
Grid = tuple[str, Sequence[str], Sequence[Row]]
"""Header of the first column, the other headers, and the rows."""

_MOST_DECIMALS: Final = 6


def measured(value: float | None, bounds: Sequence[float | None] | None, scale: float = 1) -> Cell:
    """Write a figure and its interval with two significant digits of the half-width.

    Parameters
    ----------
    value : float or None
        The figure; None, which is written ``-``, where there is none.
    bounds : (float, float), (None, None) or None
        Its interval; without one the figure gets a single decimal.
    scale : float
        What both are multiplied by: 100 for percentages.

    Returns
    -------
    (str, str)
        Such as ``("60.12", "[60.02, 60.22]")``; the second is empty without an interval.
    """
    if value is None:
        return "-", ""
    low, high = bounds or (None, None)
    if low is None or high is None:
        return decimal(value * scale, 1), ""
    digits = decimals((high - low) * scale / 2)
    ends = between(decimal(low * scale, digits), decimal(high * scale, digits))
    return decimal(value * scale, digits), ends


def measured_of(entry: Mapping[str, Any], figure: str, scale: float = 1) -> Cell:
    """Write a figure of a side or a seat; one that is exact by symmetry says so.

    Returns
    -------
    (str, str)
        As `measured`, or such as ``("50", "exact")``.
    """
    if figure in entry.get("exact", ()):
        return brief(round(entry[figure] * scale, 2)), _("exact")
    return measured(entry[figure], interval(entry, figure), scale)


def shortened(name: str, limit: int) -> str:
    """Take the middle out of a name that is too long: paths and parameters differ at the end."""
    if len(name) <= limit:
        return name
    tail = (limit - 3) * 2 // 3
    return f"{name[: limit - 3 - tail]}...{name[len(name) - tail :]}"


def decimals(half_width: float) -> int:
    """Decimals that show two significant digits of a half-width."""
    if half_width <= 0 or not math.isfinite(half_width):
        return 1
    # Formatting first: 0.0996 rounds up to 0.10, which needs one decimal less.
    exponent = int(f"{half_width:.1e}".partition("e")[2])
    return min(max(1 - exponent, 0), _MOST_DECIMALS)
