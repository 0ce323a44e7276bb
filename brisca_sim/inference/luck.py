"""Luck and skill: how much of the spread of a hand's result comes from what.

A hand of two sides is worth 1, 1/2 or 0.  Its distance from 1/2, squared, is on the average
``(1 - draws) / 4``, and every deal is played twice, the second time with the chairs exchanged.  That
splits it into three parts that add up: *skill*, as one side is better on the average over all deals;
*interplay*, as on some deals that side does better than on others, in whichever chair; and the *deal*,
which is what goes to the chair, whoever sits there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from brisca_sim.errors import BriscaError
from brisca_sim.stats import normal_quantile


def luck_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The three shares of a run of two sides, with intervals.

    Parameters
    ----------
    document : mapping
        Of the schema ``brisca-run/1``.

    Returns
    -------
    dict
        ``skill``, ``interplay``, ``deal``: shares that add up to 1; each with its ``_ci``, by the
        normal law over deals.

    Raises
    ------
    BriscaError
        If it has not two sides that exchange chairs.
    """
    if len(document["sides"]) != 2 or document["seatings"] != 2:
        raise BriscaError("luck and skill are told apart for two sides with two seatings")
    counts = np.asarray(document["pairs"]["score_counts"], dtype=np.float64)
    means = np.arange(counts.size) * document["pairs"]["score_step"] / 2
    deals = float(counts.sum())
    weights = counts / deals
    first = document["sides"][0]
    total = (1 - first["draw"]) / 4
    gap = float(weights @ (means - 0.5))
    within = float(weights @ (means - 0.5 - gap) ** 2)
    error = normal_quantile(document["confidence"]) / math.sqrt(deals)
    # Errors of a square of a mean, and of a variance; that of `total` is of second order.
    skill_half = 2 * abs(gap) * math.sqrt(within) * error
    fourth = float(weights @ (means - 0.5 - gap) ** 4)
    within_half = math.sqrt(max(fourth - within**2, 0.0)) * error
    return (
        _share("skill", gap**2 / total, skill_half / total)
        | _share("interplay", within / total, within_half / total)
        | _share("deal", 1 - (gap**2 + within) / total, math.hypot(skill_half, within_half) / total)
    )


def _share(key: str, value: float, half: float) -> dict[str, Any]:
    return {key: value, f"{key}_ci": [max(0.0, value - half), min(1.0, value + half)]}
