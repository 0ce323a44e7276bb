"""What a number of paired deals, fixed beforehand, says about the difference of two sides."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np

from brisca_sim.inference.tally import Counts, Tally
from brisca_sim.stats import Interval, Sample, normal_quantile, share_interval

Verdict = Literal["a", "b", "equal", "undecided"]

_HAND_VARIANCE = 0.25
"""Of a share that is all or nothing, half the time each: no hand can vary more."""
_MANY = 200
"""Deals from which Student's distribution is taken for the normal one."""


class Pairs(Tally):
    """Deals by difference: the first bin is -1, the middle 0, the last 1.

    A deal with all its seatings is one observation.  Its value is a difference between -1 and 1: A's
    share of the score (or of the points) less B's, or what two configurations made of the same cards.
    Everything is computed from how often each value came up.  Swapping the two sides turns the counts
    round and negates every result, to the last bit.

    Parameters
    ----------
    bins : int
        As for `Tally`.
    hands : int
        Hands of a deal: the more there are, the less a deal can vary.

    A's share of a deal that two sides divide between them, 0 to 1, has the same counts: the
    difference is twice the share, less 1.
    """

    def __init__(self, bins: int, hands: int = 1) -> None:
        super().__init__(bins)
        self.hands = hands

    @property
    def sample(self) -> Sample:
        """The deals by A's share, as `brisca_sim.stats` wants them."""
        return _sample(self.counts)

    @property
    def mean(self) -> float:
        """Mean difference; nan without deals."""
        return self._total / (self.deals * (self.counts.size - 1)) if self.deals else math.nan

    @property
    def deviation(self) -> float:
        """Standard deviation of the difference of one deal; nan with fewer than two deals."""
        n = self.deals
        return 2 * math.sqrt(self.sample.variance(0.0) * n / (n - 1)) if n > 1 else math.nan

    @property
    def normalized(self) -> float:
        """Mean difference in standard deviations of a deal: it alone decides how many deals a test needs.

        Infinite when all deals agree on a difference; 0 when they agree on none.
        """
        if self.deviation == 0:
            return math.copysign(math.inf, self.mean) if self.mean else 0.0
        return self.mean / self.deviation

    @property
    def _total(self) -> int:
        """Sum of the differences, in units of one over the number of steps; a whole number."""
        steps = self.counts.size - 1
        return int(self.counts @ np.arange(-steps, steps + 1, 2, dtype=np.int64))

    @property
    def error(self) -> float:
        """Standard error of the mean, as if one more deal had varied as much as a deal can.

        The extra deal vanishes among many; without it, a few deals that agree would look certain.
        """
        return 2 * math.sqrt(self.sample.variance(_HAND_VARIANCE / self.hands) / self.deals)


def _sample(counts: Counts) -> Sample:
    values = np.arange(counts.size, dtype=np.int64)
    sums = int(counts @ values), int(counts @ values**2)
    return Sample(int(counts.sum()), *sums, counts.size - 1)


@dataclass(frozen=True)
class Estimate:
    """A mean difference and its interval; `exact` when it follows from symmetry, not from deals."""

    value: float
    interval: Interval
    exact: bool = False


def difference(pairs: Pairs, confidence: float, *, symmetric: bool = False) -> Estimate:
    """Estimate the mean difference from a number of deals fixed beforehand.

    That number must not depend on the results; for stopping early see
    `brisca_sim.inference.sequential`.

    Parameters
    ----------
    pairs : Pairs
    confidence : float
        Between 0 and 1.
    symmetric : bool
        The caller knows that both sides are the same, so that every deal is shared equally.  Deals
        that merely happen to agree are no proof of that.

    Returns
    -------
    Estimate
        Of differences between -1 and 1, by `brisca_sim.stats.share_interval`; -1 to 1 without
        deals.

    Raises
    ------
    ValueError
        If a deal of a symmetric pairing is not shared equally.
    """
    if symmetric:
        if np.flatnonzero(pairs.counts).tolist() not in ([], [(pairs.counts.size - 1) / 2]):
            raise ValueError("two sides that are the same did not share a deal equally")
        return Estimate(0.0, (0.0, 0.0), exact=True)
    if not pairs.deals:
        return Estimate(math.nan, (-1.0, 1.0))
    # The side that is ahead comes first, so that mirrored counts go through the same arithmetic.
    ahead = pairs.counts if pairs.mean >= 0 else pairs.counts[::-1]
    low, high = (2 * end - 1 for end in share_interval(_sample(ahead), confidence, pairs.hands))
    if pairs.mean == 0:
        low = -high
    return Estimate(pairs.mean, (low, high) if pairs.mean >= 0 else (-high, -low))


def superiority(pairs: Pairs) -> float:
    """Probability that the true difference is above 0.

    Of the posterior under a flat prior: normal with the standard error found, and below 200 deals
    Student's, which the unknown deviation makes of it.  0.5 without deals.  It is no error rate
    of a test that stops early.
    """
    if not pairs.deals:
        return 0.5
    score = pairs.mean / pairs.error
    if pairs.deals < _MANY:
        from scipy.special import stdtr

        return float(stdtr(max(pairs.deals - 1, 1), score))
    return NormalDist().cdf(score)


def further_for_width(pairs: Pairs, half_width: float, confidence: float) -> int | None:
    """Deals still missing to a half-width, if they go on to vary as they did; None without deals."""
    if half_width <= 0:
        raise ValueError(f"a half-width of {half_width} takes endless deals")
    if not pairs.deals:
        return None
    spread = pairs.error**2 * pairs.deals
    needed = math.ceil(spread * (normal_quantile(confidence) / half_width) ** 2)
    return max(0, needed - pairs.deals)


def further_to_decide(pairs: Pairs, confidence: float, margin: float | None = None) -> int | None:
    """Deals still missing to a verdict, if the mean and the deviation stay as they are.

    Since the mean will move, the verdict comes with about that many deals, half the time earlier.

    Returns
    -------
    int or None
        0 when the interval decides already; None when no number of deals would.
    """
    if not pairs.deals:
        return None
    if verdict(difference(pairs, confidence).interval, margin) != "undecided":
        return 0
    inside = 0.0 if margin is None else margin - abs(pairs.mean)
    half_width = max(abs(pairs.mean), inside)
    if half_width == 0:
        return None
    # Wilson's interval is a little wider than the normal one: at least one deal is missing.
    return max(1, further_for_width(pairs, half_width, confidence) or 0)


def verdict(interval: Interval, margin: float | None = None) -> Verdict:
    """Say who is better.

    Parameters
    ----------
    interval : (float, float)
        Of the mean difference, A less B.
    margin : float, optional
        The difference that would not matter, above 0.

    Returns
    -------
    "a" or "b"
        The interval lies above or below 0.  That goes before "equal": a difference may be certain
        and small.
    "equal"
        The interval lies between -margin and margin, or is exactly 0.
    "undecided"
        None of these.

    Raises
    ------
    ValueError
        If the ends are the wrong way round or the margin is not above 0.
    """
    low, high = interval
    if not low <= high:
        raise ValueError(f"{low} to {high} is no interval")
    if margin is not None and not margin > 0:
        raise ValueError(f"a margin of {margin} leaves nothing between its ends")
    if low > 0:
        return "a"
    if high < 0:
        return "b"
    if low == high == 0 or (margin is not None and -margin < low and high < margin):
        return "equal"
    return "undecided"
