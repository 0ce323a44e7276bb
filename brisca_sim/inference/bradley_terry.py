"""Bradley-Terry strengths: the fit, and ratings on an Elo scale."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

ELO = 400 / math.log(10)
"""Elo points of one unit of log odds."""
_STEPS = 200
_ENOUGH = 1e-7
_ROUNDING = 1e-14


def centre_of(reach: Flags, names: Sequence[str], anchor: str | None) -> int:
    """A strategy of the group that gets finite ratings: the anchor's, or else the largest."""
    if anchor is not None:
        return list(names).index(anchor)
    sizes = (reach & reach.T).sum(axis=1)
    # The first name of the alphabet among equals, whatever the order of the lineup.
    return min(range(len(names)), key=lambda i: (-sizes[i], names[i]))


def fit(total: Floats, weight: Floats, reach: Flags) -> Floats:
    """Maximum likelihood strengths in log odds, zero on average within each group.

    A pairing counts with the shares of the score that its first strategy made of each deal, halves
    and other fractions included: a quasi-likelihood, whose maximum makes every strategy's total share
    what its rating expects.  No prior is added, so a strategy that lost nothing at all has no finite
    rating.

    A finite maximum exists just within groups whose members have all made something of each other,
    directly or through others (Ford, 1957); pairings across groups say only which is above.
    """
    same = reach & reach.transpose(0, 2, 1)
    weight, gained = np.where(same, weight, 0.0), np.where(same, total, 0.0)
    diagonal = np.arange(weight.shape[1])
    theta = np.zeros(weight.shape[:2])
    scale = np.maximum(weight.sum(axis=2), 1.0)
    for _ in range(_STEPS):
        # Beyond 700 the exponential overflows, and nothing is left of the share anyway.
        behind = np.minimum(theta[:, None, :] - theta[:, :, None], 700.0)
        expected = 1 / (1 + np.exp(behind))
        slope = (gained - weight * expected).sum(axis=2)
        curve = weight * expected * expected.transpose(0, 2, 1)
        # The mean of a group is free: any pull on it makes the matrix invertible, none is left over.
        bend = same * np.maximum(curve.max(axis=(1, 2)), 1e-300)[:, None, None] - curve
        bend[:, diagonal, diagonal] += curve.sum(axis=2)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        # Damped as a quasi-self-concordant function needs it to rise with every step.
        apart = np.abs(step[:, :, None] - step[:, None, :]) * (weight > 0)
        spread = np.maximum(apart.max(axis=(1, 2))[:, None], 1e-300)
        theta += step * np.log1p(spread) / spread
        # Or the slope is what rounding leaves of sums of this size.
        if ((spread <= _ENOUGH) | (np.abs(slope) <= _ROUNDING * scale).all(axis=1)[:, None]).all():
            return theta - _means(theta, same)
    raise BriscaError("the ratings do not converge: a strategy made next to nothing of its deals")


def _means(theta: Floats, group: Flags) -> Floats:
    sums: Floats = np.einsum("bij,bj->bi", group.astype(np.float64), theta)
    return np.asarray(sums / group.sum(axis=2))


def placed(theta: Floats, reach: Flags, centre: int, anchored: bool, value: float) -> Floats:
    """Elo ratings as seen from the group of `centre`: infinite above or below it, NaN beside it.

    `value` is the rating of `centre` itself if it is `anchored`, or else the mean of its group.
    """
    up, down = reach[:, :, centre], reach[:, centre, :]
    shift = theta[:, centre] if anchored else 0.0
    rated = ELO * (theta - np.reshape(shift, (-1, 1))) + value
    rated = np.where(up & ~down, np.inf, np.where(down & ~up, -np.inf, rated))
    return np.where(up | down, rated, np.nan)
