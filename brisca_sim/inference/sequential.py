r"""Intervals for a mean that hold whenever one looks, and stop whenever one likes.

Somebody bets against "the mean is m": with a capital of 1, before every deal, the stake c wins
:math:`c\,(v / m - 1)` when the deal has the value v.  If the mean is m, no way of betting makes
the capital grow on average, so by Ville's inequality it ever reaches 1/alpha with a probability of
at most alpha.  The m whose bettor never got so rich form a confidence sequence (Waudby-Smith and
Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86, 2024, 1-27).

Here the capital is divided beforehand among fixed stakes, from nearly everything down to a
millionth, and every part is staked anew in each deal: a mixture in the sense of Robbins (1970).

- The capital is a function of the cumulative counts alone.  Neither the order of the deals nor
  where one block ends and the next begins makes a difference, to the last bit.
- Whatever number of deals turns out to be needed, some of the stakes were about the best for it.
  Not knowing that number costs a factor in the capital that hardly depends on the number.
- Stakes are relative to the largest possible one, 1/m, not to the deviation.  So nothing has to
  be estimated before betting, and the capital falls as m grows, which makes the m that are left
  an interval.

As usual, one half of the capital bets on a mean above m and the other on a mean below; either
half alone, doubled, has to reach 1/alpha, which excludes hardly less than their sum and keeps the
set an interval.

The intervals of all looks could be intersected.  That would depend on when one looked, hence on
the size of blocks and on threads; it is not done.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brisca_sim.inference.tally import Tally
from brisca_sim.stats import Interval

Floats = NDArray[np.float64]
Amounts = NDArray[np.int64] | NDArray[np.float64]

FORECAST_LIMIT: Final = 10**12
"""Deals beyond which a forecast says that it will not happen."""
_LARGEST = 0.98
_SMALLEST = 1e-6
_RATIO = 1.4
"""Between neighbouring stakes; with a finer grid no interval gets visibly shorter."""
_FLAT_FROM = 3e-4
"""Stakes from here on get the same part each: they serve 100 million deals and fewer."""
_LEAST = 1e-200
"""A smaller mean than this would let the gains overflow; the capital there is rather larger."""
_BITS = 44
"""Ends of intervals are multiples of 2**-44, so that 1 - x and 2 * x - 1 are exact."""


def _stakes() -> tuple[Floats, Floats]:
    """Stakes as parts of the largest, and the logarithms of the capital that each begins with."""
    steps = math.ceil(math.log(_LARGEST / _SMALLEST) / math.log(_RATIO))
    stakes = _LARGEST * _RATIO ** -np.arange(steps + 1, dtype=np.float64)
    parts = np.minimum(stakes / _FLAT_FROM, 1.0)
    return stakes, np.log(parts / parts.sum())


_STAKES, _LOG_PARTS = _stakes()


def log_capital(counts: Amounts, mean: float) -> Floats:
    """Logarithm of what 1 has become by betting on more than a mean.

    Parameters
    ----------
    counts : int64[..., bins] or float64[..., bins]
        Deals by value, evenly spaced from 0 to 1.
    mean : float
        The mean that is bet against, 0 to 1.

    Returns
    -------
    float64[...]
        It falls as `mean` grows.  If the true mean is `mean` or less, the capital ever reaches x,
        in however many looks, with a probability of at most 1/x.
    """
    values = np.linspace(0.0, 1.0, counts.shape[-1])
    if mean <= 0:
        return np.where((counts[..., 1:] > 0).any(axis=-1), math.inf, 0.0)
    gains = np.log1p(np.outer(values / max(mean, _LEAST) - 1, _STAKES))
    logs = counts.astype(np.float64) @ gains + _LOG_PARTS
    top = logs.max(axis=-1)
    return np.asarray(top + np.log(np.exp(logs - top[..., None]).sum(axis=-1)))


class MeanSequence(Tally):
    """Confidence sequence for the mean of bounded deals.

    Parameters
    ----------
    bins : int
        Number of values of a deal, evenly spaced.
    low, high : float
        Least and largest value; -1 and 1 for differences.

    Notes
    -----
    Compared with the normal interval of a number of deals fixed beforehand, it is wider by a
    factor that is nearly the same from a thousand deals to a hundred million; it is larger with
    so few deals that the smallest bets would have to be larger than allowed.
    """

    def __init__(self, bins: int, low: float = 0.0, high: float = 1.0) -> None:
        super().__init__(bins)
        if not low < high:
            raise ValueError(f"no values lie between {low} and {high}")
        self.low, self.high = low, high

    def interval(self, confidence: float) -> Interval:
        """Interval that holds the mean at every look at once, hence at any stop.

        Parameters
        ----------
        confidence : float
            Between 0 and 1: probability that the intervals of all looks hold it.
        """
        return self._interval(self.counts, confidence)

    def excludes(self, value: float, confidence: float) -> bool:
        """Whether the mean is not `value`; wrong, ever, with probability 1 - confidence at most."""
        return self.evidence(value) >= -math.log(1 - confidence)

    def evidence(self, value: float) -> float:
        """Logarithm of the e-value against a mean of `value`.

        ``exp(-evidence)`` is a p-value that may be looked at any time (where it is below 1).
        """
        return self._evidence(self.counts, value)

    def forecast_width(self, half_width: float, confidence: float) -> int | None:
        """Deals in all until the interval has a half-width, if they go on as they did.

        Returns
        -------
        int or None
            About 0.1% too many at most; None without deals or beyond `FORECAST_LIMIT`.
        """

        def narrow(counts: Floats) -> bool:
            low, high = self._interval(counts, confidence)
            return high - low <= 2 * half_width

        return self._forecast(narrow)

    def forecast_exclusion(self, value: float, confidence: float) -> int | None:
        """Deals in all until `value` is excluded, if they go on as they did.

        Returns
        -------
        int or None
            About 0.1% too many at most; None without deals or beyond `FORECAST_LIMIT`, as when the
            mean found is `value`.
        """
        bar = -math.log(1 - confidence)
        return self._forecast(lambda counts: self._evidence(counts, value) >= bar)

    def _interval(self, counts: Amounts, confidence: float) -> Interval:
        low, high = _lower(counts, confidence), 1 - _lower(counts[::-1], confidence)
        span = self.high - self.low
        return self.low + span * low, self.low + span * high

    def _evidence(self, counts: Amounts, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        if not 0 <= share <= 1:
            raise ValueError(f"{value} does not lie between {self.low} and {self.high}")
        above, below = log_capital(counts, share), log_capital(counts[::-1], 1 - share)
        return max(float(above), float(below)) - math.log(2)

    def _forecast(self, reached: Callable[[Floats], bool]) -> int | None:
        """Least number of deals that suffice, with values in the proportions found so far.

        In the number of deals each bettor's log capital is convex and begins at 0: once above a
        bar, it stays there.
        """
        if not self.deals:
            return None
        shares = self.counts / self.deals
        few, many = self.deals, FORECAST_LIMIT
        if reached(shares * few):
            return few
        if not reached(shares * float(many)):
            return None
        while many - few > max(1, few // 1000):
            middle = math.isqrt(few * many)
            middle = min(max(middle, few + 1), many - 1)
            few, many = (few, middle) if reached(shares * middle) else (middle, many)
        return many


def _lower(counts: Amounts, confidence: float) -> float:
    """Lower end for a mean between 0 and 1, by bisection; an excluded value or 0."""
    bar = math.log(2 / (1 - confidence))
    low, high = 0, 2**_BITS
    while high - low > 1:
        middle = (low + high) // 2
        excluded = log_capital(counts, math.ldexp(middle, -_BITS)) >= bar
        low, high = (middle, high) if excluded else (low, middle)
    return math.ldexp(low, -_BITS)
