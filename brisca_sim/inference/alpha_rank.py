"""alpha-Rank of the meta-game: who survives evolution."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError
from brisca_sim.inference.metagame import Bands, bands_of, checked_game

Floats = NDArray[np.float64]

POPULATION = 50
PERTURBATION = 1e-4
_LEAST = 1e-100


def alpha_rank(
    matrix: Floats,
    alpha: float | None = None,
    population: int = POPULATION,
    perturbation: float = PERTURBATION,
) -> Floats:
    """How much of the time a population that imitates success plays each strategy.

    alpha-Rank of Omidshafiei and others (2019) for one population: it plays one strategy throughout,
    now and then a single mutant turns up with any of the others, each as likely, and takes over or
    dies out; the stationary distribution of that chain.

    Parameters
    ----------
    matrix : float64[..., n, n]
        Score differences, antisymmetric; all matrices of a stack are ranked at once.
    alpha : float, optional
        Strength of selection, above 0, per unit of score difference.  None is the limit of infinite
        alpha: a better mutant takes over, an equal one half the time, a worse one with the
        probability `perturbation`, without which the chain might never leave a strategy.
    population : int
        At least 2; without effect in the limit.
    perturbation : float
        Above 0 and at most 0.5; used in the limit only, where a better mutant fails as often.

    Returns
    -------
    float64[..., n]
        Weights that sum to 1.

    Raises
    ------
    BriscaError
        If a parameter is out of range or a matrix is not finite and antisymmetric.
    """
    games = np.asarray(matrix, dtype=np.float64)
    if games.ndim < 2:
        raise BriscaError("the meta-game takes a square matrix of score differences")
    stack = games.reshape(-1, *games.shape[-2:])
    stack = np.stack([checked_game(game) for game in stack]) if len(stack) else stack
    if alpha is None:
        if not 0 < perturbation <= 0.5:
            raise BriscaError(f"perturbation {perturbation}: takes a number above 0, at most 0.5")
        levels = np.array([1 - perturbation, 0.5, perturbation])
        # Row: who is played; column: the mutant.  A difference of rounding alone is none.
        fixed = levels[np.where(np.abs(stack) < 1e-12, 0, np.sign(stack)).astype(np.int64) + 1]
    else:
        if not (alpha > 0 and math.isfinite(alpha)):
            raise BriscaError(f"alpha {alpha}: takes a number above 0")
        if population < 2:
            raise BriscaError(f"population {population}: takes at least 2")
        fixed = _fixation(-alpha * stack, population)
    return _stationary(fixed).reshape(games.shape[:-1])


def alpha_rank_bands(
    matrix: Floats,
    samples: Floats,
    confidence: float = 0.95,
    alpha: float | None = None,
    population: int = POPULATION,
    perturbation: float = PERTURBATION,
) -> Bands:
    """alpha-Rank with bands from resampled matrices; parameters as for both others.

    Raises
    ------
    BriscaError
        As for `alpha_rank`.
    """
    return bands_of(
        matrix, samples, confidence, lambda s: alpha_rank(s, alpha, population, perturbation)
    )


def _fixation(gain: Floats, population: int) -> Floats:
    """Probability that a mutant takes over, (1 - exp(-u)) / (1 - exp(-m u)); 1 / m for u = 0."""
    size = np.maximum(np.abs(gain), 1e-300)
    # For u < 0 multiplied through with exp(m u), or both exponentials overflow.
    whole = np.expm1(-size) / np.expm1(-population * size)
    probability = np.where(gain < 0, whole * np.exp(-(population - 1) * size), whole)
    even = np.abs(gain) < 1e-12
    # A chance below the smallest number would cut the chain apart.
    return np.maximum(np.where(even, 1 / population, probability), _LEAST)


def _stationary(rates: Floats) -> Floats:
    """Stationary distributions of chains with these rates off the diagonal.

    By the elimination of Grassmann, Taksar and Heyman (1985), which never subtracts: rates of
    hundreds of orders of magnitude keep their digits.
    """
    chain = rates.copy()
    size = chain.shape[-1]
    for last in range(size - 1, 0, -1):
        out = chain[:, last, :last].sum(axis=1)
        chain[:, :last, last] /= out[:, None]
        chain[:, :last, :last] += chain[:, :last, last, None] * chain[:, last, None, :last]
    weights = np.ones(chain.shape[:-1])
    for state in range(1, size):
        weights[:, state] = (weights[:, :state] * chain[:, :state, state]).sum(axis=1)
    weights /= weights.max(axis=1, keepdims=True)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))
