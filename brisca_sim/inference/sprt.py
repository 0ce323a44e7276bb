"""The sequential test of two Elo differences, as engine testers run it, on pair results.

A generalized sequential probability ratio test: the likelihood of the deals under "the difference
is E1", over that under "the difference is E0", each with the distribution of pair results that
fits best among those with the right mean (Li, Liu and Ying, "Generalized sequential probability
ratio test for separate families of hypotheses", Sequential Analysis 33, 2014; for pair results of
any number of values, Van den Bergh's notes on the GSPRT approximation).  Its error rates are those
of Wald's bounds in the limit of small differences, not proven for every number of deals:
`brisca_sim.inference.sequential` is for those who want that.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError
from brisca_sim.inference.elo import from_elo
from brisca_sim.inference.tally import Tally

Decision = Literal["h0", "h1", "undecided"]
Floats = NDArray[np.float64]

_HALVINGS = 45
"""Of the range of a multiplier; with more, 1 + multiplier * deviation would be rounded to 0."""


def _total(terms: Floats) -> Floats:
    """Sum over the last axis that is the same, to the last bit, for the terms in reverse order."""
    return np.asarray((terms + terms[..., ::-1]).sum(axis=-1) / 2)


def misfit(counts: NDArray[np.int64], mean: float) -> Floats:
    r"""Log likelihood that a given mean difference costs, against leaving the mean free.

    Parameters
    ----------
    counts : int64[..., bins]
        Deals by difference, evenly spaced from -1 to 1.
    mean : float
        Of the difference, above -1 and below 1.

    Returns
    -------
    float64[...]
        Not negative.

    Notes
    -----
    The frequencies f become :math:`f / (1 + x (d - mean))` with the multiplier x that maximizes
    :math:`\sum f \log(1 + x (d - mean))`.  x is kept where no value on the grid would get a
    negative probability; at the end of that range, the values that did not come up take what is
    missing.  So values without deals need no made-up counts, and one value is enough.
    """
    offsets = np.linspace(-1.0, 1.0, counts.shape[-1])
    offsets = (offsets - offsets[::-1]) / 2 - mean
    low = np.full(counts.shape[:-1], -1 / (1 - mean))
    high = np.full(counts.shape[:-1], 1 / (1 + mean))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = _total(counts * offsets / (1 + middle[..., None] * offsets))
        # A slope of exactly 0 moves both ends, so that mirrored counts do the same.
        low, high = np.where(slope >= 0, middle, low), np.where(slope <= 0, middle, high)
    middle = (low + high) / 2
    return _total(counts * np.log1p(middle[..., None] * offsets))


def log_ratio(counts: NDArray[np.int64], elo0: float, elo1: float) -> Floats:
    """Log likelihood ratio of two Elo differences.

    Parameters
    ----------
    counts : int64[..., bins]
        Deals by difference, evenly spaced from -1 to 1.
    elo0, elo1 : float
        Elo differences, logistic, A less B.

    Returns
    -------
    float64[...]
        Above 0 where the deals speak for `elo1`.
    """
    return misfit(counts, from_elo(elo0)) - misfit(counts, from_elo(elo1))


class Sprt(Tally):
    """Sequential test of "A is E0 better" against "A is E1 better".

    Parameters
    ----------
    bins : int
        Number of values of a deal; the first is all for B, the last all for A.
    elo0, elo1 : float
        The two differences, the smaller one first.

    Raises
    ------
    BriscaError
        If the differences are not finite, the wrong way round, or too large to tell from a side
        that takes all.
    """

    def __init__(self, bins: int, elo0: float, elo1: float) -> None:
        super().__init__(bins)
        means = from_elo(elo0), from_elo(elo1)
        if not -1 < means[0] < means[1] < 1:
            raise BriscaError(
                f"sprt: E0 and E1 are {elo0:g} and {elo1:g}; give two Elo differences within"
                " -5000 and 5000, the smaller one first, as in 0,5"
            )
        self.elo0, self.elo1 = elo0, elo1

    @property
    def llr(self) -> float:
        """Log likelihood ratio of the deals so far; a function of their counts alone."""
        return float(log_ratio(self.counts, self.elo0, self.elo1))

    def decision(self, alpha: float = 0.05, beta: float = 0.05) -> Decision:
        """What the deals so far decide; to be asked after every block until it is not "undecided".

        Parameters
        ----------
        alpha : float
            Probability of "h1" when the difference is E0.
        beta : float
            Probability of "h0" when the difference is E1.
        """
        lower, upper = bounds(alpha, beta)
        if self.llr >= upper:
            return "h1"
        return "h0" if self.llr <= lower else "undecided"


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds of the log likelihood ratio, for "h0" and "h1".

    Raises
    ------
    BriscaError
        If an error rate is not between 0 and 1, or both together are 1 or more.
    """
    if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
        raise BriscaError(
            f"sprt: error rates of {alpha:g} and {beta:g} make no test; give two above 0 that"
            " add up to less than 1, as in 0.05 and 0.05"
        )
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
