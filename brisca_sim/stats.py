"""Intervals for means over deals.

A deal with all its seatings is one observation: its hands share their cards and are not independent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]
_MANY = 200
"""Degrees of freedom from which the expansion of Student's quantile is exact to 9 digits."""


def normal_quantile(confidence: float) -> float:
    """Two-sided quantile of the normal distribution: 1.96 for 0.95."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def student_quantile(confidence: float, freedom: int) -> float:
    """Two-sided quantile of Student's distribution.

    Parameters
    ----------
    confidence : float
        Between 0 and 1.
    freedom : int
        Degrees of freedom, at least 1.

    Notes
    -----
    From 200 degrees of freedom on by the expansion of Abramowitz and Stegun, 26.7.5; below by SciPy,
    which takes too long to load for every run.
    """
    if freedom < _MANY:
        from scipy.special import stdtrit

        return float(stdtrit(freedom, 0.5 + confidence / 2))
    z = normal_quantile(confidence)
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + float(sum(term / freedom**power for power, term in enumerate(terms, start=1)))


@dataclass(frozen=True)
class Sample:
    """Sums over deals of what a deal counts over its seatings.

    Attributes
    ----------
    deals : int
        Number of observations.
    total, squares : int
        Sum over deals, and sum of squares.
    per_deal : float
        Largest value that one deal can have; dividing by it gives a share between 0 and 1.
    """

    deals: int
    total: int
    squares: int
    per_deal: float

    @property
    def share(self) -> float:
        """Mean of a deal as a share of the largest value."""
        return self.total / (self.deals * self.per_deal)

    def variance(self, hand_variance: float) -> float:
        """Variance of one deal's share, with one more deal that varies like a single hand.

        The extra deal vanishes among many and keeps a few deals that happen to agree from being
        taken for certainty.
        """
        # Whole numbers as long as possible: the difference of two large sums loses all its digits.
        spread = (self.deals * self.squares - self.total**2) / self.deals / self.per_deal**2
        return (spread + hand_variance) / self.deals


def share_interval(sample: Sample, confidence: float, hands: int = 1) -> Interval:
    """Interval for a share between 0 and 1 (a score, or how often something happens).

    Wilson's interval (1927) with the effective number of observations of Korn and Graubard (1998):
    the number of independent hands whose share would vary as much as that of these deals, corrected
    for the estimate of that variance (the extra deal of `Sample.variance` varies like the mean of so
    many independent `hands`).  It stays within 0 and 1 and keeps its level near them, where
    the plain normal interval is too short or has no width at all.
    """
    share = sample.share
    binomial = share * (1 - share)
    effective = float(sample.deals)
    z = normal_quantile(confidence)
    if binomial > 0:
        t = student_quantile(confidence, max(sample.deals - 1, 1))
        effective = binomial / (sample.variance(binomial / hands) / sample.deals)
        effective *= (z / t) ** 2 if sample.deals > 1 else 1.0
    return wilson(share, effective, z)


def wilson(share: float, effective: float, z: float) -> Interval:
    """Wilson's interval for a share among so many independent observations."""
    centre = share + z**2 / (2 * effective)
    half = z * math.sqrt(share * (1 - share) / effective + z**2 / (4 * effective**2))
    scale = 1 + z**2 / effective
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def mean_interval(sample: Sample, hand_variance: float, confidence: float) -> Interval:
    """Student's interval for a mean share, within 0 and 1; `hand_variance` is that of one hand."""
    if sample.deals < 2:
        return 0.0, 1.0
    error = math.sqrt(sample.variance(hand_variance) / sample.deals)
    half = student_quantile(confidence, sample.deals - 1) * error
    return max(0.0, sample.share - half), min(1.0, sample.share + half)


def moments(counts: NDArray[np.int64]) -> tuple[int, float, float, float]:
    """Number, mean, variance and fourth central moment of values 0, 1, ... that were counted."""
    number = int(counts.sum())
    values = np.arange(counts.size, dtype=np.float64)
    mean = float(counts @ values) / number
    centred = values - mean
    return number, mean, float(counts @ centred**2) / number, float(counts @ centred**4) / number


def deviation_interval(
    counts: NDArray[np.int64], observations: int, confidence: float
) -> tuple[float, Interval]:
    """Standard deviation of a hand and its interval.

    The error is that of a variance estimated from `observations` independent values (deals, not
    hands): hands of one deal can tell at most as much as one and the same hand, so the interval
    is rather too wide than too short.
    """
    _, _, variance, fourth = moments(counts)
    half = normal_quantile(confidence) * math.sqrt(max(fourth - variance**2, 0.0) / observations)
    return math.sqrt(variance), (math.sqrt(max(variance - half, 0.0)), math.sqrt(variance + half))


def reduction(
    hands: NDArray[np.int64], deals: NDArray[np.int64], confidence: float
) -> tuple[float | None, Interval | None]:
    """How much less the mean varies than with as many hands of independent deals.

    Parameters
    ----------
    hands : int64[seatings, bins]
        Hands by value, in each seating.
    deals : int64[bins]
        The same deals by their total over the seatings.
    confidence : float

    Returns
    -------
    ratio, interval
        Variance of the total if every seating had its own deal, over the variance found; None when
        the deals do not vary.  The interval is on the logarithm, from the errors of both
        variances added as if they were independent; they rise and fall together, so it is
        rather too wide.
    """
    number, _, paired, fourth = moments(deals)
    if paired <= 0:
        return None, None
    rows = [moments(row) for row in hands]
    alone = sum(variance for _, _, variance, _ in rows)
    if alone <= 0:
        return None, None
    error = sum(max(m4 - v**2, 0.0) for _, _, v, m4 in rows) / alone**2
    error += max(fourth - paired**2, 0.0) / paired**2
    half = normal_quantile(confidence) * math.sqrt(error / number)
    ratio = alone / paired
    return ratio, (ratio * math.exp(-half), ratio * math.exp(half))
