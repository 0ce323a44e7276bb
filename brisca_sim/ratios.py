"""Means over a class of hands, of which every deal has another number.

The mean is a ratio of two sums over deals; its error follows by linearization: what a deal adds to
the error is its value less the mean times its number of hands.  Deals are the observations, as in
`brisca_sim.stats`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from brisca_sim.stats import Interval, normal_quantile, student_quantile, wilson

FEWEST = 10
"""Deals below which there is no interval: linearization needs some."""


@dataclass(frozen=True)
class Ratio:
    """Sums over deals of the hands n of a class and of their values x.

    Attributes
    ----------
    n, x : int
        Hands and values.
    nn, xx, nx : int
        Sums of squares and products of what each deal has.
    whole : float
        Largest value of one hand; with it a value becomes a share between 0 and 1.
    """

    n: int
    x: int
    nn: int
    xx: int
    nx: int
    whole: float

    @property
    def share(self) -> float:
        """Mean of a hand as a share of the largest value; nan without hands."""
        return self.x / self.n / self.whole if self.n else math.nan

    @property
    def deals(self) -> float:
        """Deals that have hands of the class; less when they have unequal numbers of them."""
        return self.n**2 / self.nn if self.nn else 0.0

    @property
    def spread(self) -> float:
        """Variance of the mean share; whole numbers as long as possible, since the sums cancel."""
        errors = self.xx * self.n**2 - 2 * self.x * self.n * self.nx + self.x**2 * self.nn
        return errors / self.n**4 / self.whole**2

    def variance(self, hand_variance: float) -> float:
        """The same with one more deal that varies like a single hand, see `stats.Sample.variance`."""
        return self.spread + hand_variance / self.deals**2


def ratio_share_interval(ratio: Ratio, confidence: float) -> Interval | None:
    """Wilson's interval for a share, as `stats.share_interval`; None with fewer than 10 deals."""
    if ratio.deals < FEWEST:
        return None
    share, z, effective = ratio.share, normal_quantile(confidence), ratio.deals
    binomial = share * (1 - share)
    if binomial > 0:
        t = student_quantile(confidence, _freedom(ratio))
        effective = binomial / ratio.variance(binomial) * (z / t) ** 2
    return wilson(share, effective, z)


def ratio_mean_interval(ratio: Ratio, hand_variance: float, confidence: float) -> Interval | None:
    """Student's interval for a mean share, within 0 and 1; None with fewer than 10 deals.

    `hand_variance` is that of the share of one hand.
    """
    if ratio.deals < FEWEST:
        return None
    half = student_quantile(confidence, _freedom(ratio)) * math.sqrt(ratio.variance(hand_variance))
    return max(0.0, ratio.share - half), min(1.0, ratio.share + half)


@dataclass(frozen=True)
class Contrast:
    """Hands of a class against all others of the same deals.

    Attributes
    ----------
    inside : Ratio
        The class.
    deals, hands : int
        Deals, and hands in each of them.
    total, squares : int
        Sums over deals of the value X of all hands of a deal, and of X squared.
    n_all, x_all : int
        Sums over deals of n and of x times X.
    """

    inside: Ratio
    deals: int
    hands: int
    total: int
    squares: int
    n_all: int
    x_all: int

    @property
    def outside(self) -> Ratio:
        """The other hands."""
        mine, hands = self.inside, self.hands
        return Ratio(
            hands * self.deals - mine.n,
            self.total - mine.x,
            hands**2 * self.deals - 2 * hands * mine.n + mine.nn,
            self.squares - 2 * self.x_all + mine.xx,
            hands * (self.total - mine.x) - self.n_all + mine.nx,
            mine.whole,
        )

    @property
    def difference(self) -> float:
        """Mean share of the class less that of the others; nan if either is empty."""
        return self.inside.share - self.outside.share

    def interval(self, confidence: float, hand_variance: float | None = None) -> Interval | None:
        """Student's interval for the difference; None with fewer than 10 deals on either side.

        Parameters
        ----------
        confidence : float
        hand_variance : float, optional
            Of the share of one hand; by default that of a share that is all or nothing.
        """
        inside, outside = self.inside, self.outside
        fewest = min(inside, outside, key=lambda ratio: ratio.deals)
        if fewest.deals < FEWEST:
            return None
        variance = _error(inside, hand_variance) + _error(outside, hand_variance)
        variance = max(variance - 2 * self._covariance(), 0.0)
        half = student_quantile(confidence, _freedom(fewest)) * math.sqrt(variance)
        return max(-1.0, self.difference - half), min(1.0, self.difference + half)

    def _covariance(self) -> float:
        """Of both means: hands of one deal are not independent."""
        a, b, hands = self.inside, self.outside, self.hands
        errors = (self.x_all - a.xx) * a.n * b.n
        errors -= b.x * a.n * (hands * a.x - a.nx)
        errors -= a.x * b.n * (self.n_all - a.nx)
        errors += a.x * b.x * (hands * a.n - a.nn)
        return errors / (a.n * b.n) ** 2 / a.whole**2


def _error(ratio: Ratio, hand_variance: float | None) -> float:
    """Variance of a mean; that of a share never found to vary is not taken for nothing."""
    if hand_variance is not None:
        return ratio.variance(hand_variance)
    share = ratio.share
    if ratio.spread == 0:
        share = (ratio.deals * share + 1) / (ratio.deals + 2)
        return share * (1 - share) / ratio.deals
    return ratio.variance(share * (1 - share))


def _freedom(ratio: Ratio) -> int:
    return max(1, round(ratio.deals) - 1)
