"""How the figures of a run came to rest: each side after 100, 200, 500, ... deals."""

from __future__ import annotations

from typing import Any

import numpy as np

from brisca_sim.counts import POINT_BINS, WHOLE, Counts
from brisca_sim.stats import Sample, mean_interval, share_interval

_POINTS = POINT_BINS - 1


def convergence(
    counts: Counts, variances: list[float], exact: tuple[bool, bool], confidence: float
) -> list[dict[str, Any]]:
    """Score and points of every side at the end of each stage, and at the end of the run.

    Parameters
    ----------
    counts : Counts
    variances : list of float
        Of the points of one hand, by side.
    exact : (bool, bool)
        Whether score and points follow from symmetry, so that there is no error.
    confidence : float

    Returns
    -------
    list of dict
        ``deals`` and ``sides``; empty for counts without stages.
    """
    entries = []
    so_far = np.cumsum(counts.stages, axis=0)
    for stage in np.flatnonzero(counts.stages[:, 0, 0]):
        sums = [[int(word) for word in side] for side in so_far[stage]]
        sides = [
            _side(words, counts.seatings, variance, exact, confidence)
            for words, variance in zip(sums, variances, strict=True)
        ]
        entries.append({"deals": sums[0][0], "sides": sides})
    return entries


def _side(
    words: list[int], seatings: int, variance: float, exact: tuple[bool, bool], confidence: float
) -> dict[str, Any]:
    deals, scores, squared_scores, points, squared_points = words
    score = Sample(deals, scores, squared_scores, WHOLE * seatings)
    share = Sample(deals, points, squared_points, _POINTS * seatings)
    mean = _POINTS * share.share
    bounds = mean_interval(share, variance / _POINTS**2, confidence)
    return {
        "score": score.share,
        "score_ci": [score.share] * 2 if exact[0] else list(share_interval(score, confidence)),
        "points_mean": mean,
        "points_ci": [mean] * 2 if exact[1] else [_POINTS * bound for bound in bounds],
    }
