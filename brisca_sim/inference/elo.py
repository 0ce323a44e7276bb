"""Differences of shares as Elo differences, and back."""

from __future__ import annotations

import math
from typing import Final

from brisca_sim.stats import Interval

ELO_CLIP: Final = 5000.0
"""Beyond every Elo difference that can be found other than by one side taking all."""
_ELO_SCALE = 800 / math.log(10)


def elo(difference: float, clip: float = math.inf) -> float:
    """Elo difference of two sides who share every deal, by the logistic curve.

    Parameters
    ----------
    difference : float
        A's share less B's, between -1 and 1.  400 Elo are odds of ten to one.
    clip : float
        Largest result.  Without it, a side that takes all is infinitely better; `ELO_CLIP` is for
        formats that have no infinity.

    Raises
    ------
    ValueError
        If the difference is not between -1 and 1.
    """
    if not -1 <= difference <= 1:
        raise ValueError(f"{difference} is no difference of two shares")
    if abs(difference) == 1:
        return math.copysign(clip, difference)
    return max(-clip, min(clip, _ELO_SCALE * math.atanh(difference)))


def from_elo(rating: float) -> float:
    """Difference of the shares, between -1 and 1, that an Elo difference leads to."""
    return math.tanh(rating / _ELO_SCALE)


def elo_interval(interval: Interval, clip: float = math.inf) -> Interval:
    """Turn an interval of differences into one of Elo differences; it keeps its confidence."""
    return elo(interval[0], clip), elo(interval[1], clip)
