"""The equilibrium of largest entropy of the meta-game: the mixture that cannot be beaten."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError
from brisca_sim.inference.metagame import Bands, bands_of, checked_game

Floats = NDArray[np.float64]

_TOLERANCE = 1e-7
_DIGITS = (12, 6, 4)


def nash(matrix: Floats) -> Floats:
    """The equilibrium of largest entropy of the symmetric zero-sum game.

    No strategy gains against the mixture.  Where several mixtures are equilibria, the one that is
    spread most evenly is taken, so copies of a strategy share its weight and nothing depends on the
    order of the strategies.  Differences count to 12 digits of the largest; where strategies are so
    nearly equal that the solver cannot tell them apart, to six or four.

    Parameters
    ----------
    matrix : float64[n, n]
        Score differences, antisymmetric.

    Returns
    -------
    float64[n]
        Weights that sum to 1.

    Raises
    ------
    BriscaError
        If the matrix is not a finite antisymmetric one, or the solver fails.
    """
    game = checked_game(matrix)
    scale = float(np.abs(game).max())
    if scale < 1e-12:
        return np.full(len(game), 1 / len(game))
    for digits in _DIGITS:
        # Nearly equal strategies are the hard case for the solver, equal ones are not.
        rounded = np.round(game / scale, digits)
        weights = _mixture(rounded)
        if weights is not None and (weights @ game).min() >= -scale * (1e-6 + 10.0**-digits):
            return weights
    raise BriscaError("the equilibrium cannot be told from these differences: play more deals")


def nash_bands(matrix: Floats, samples: Floats, confidence: float = 0.95) -> Bands:
    """The equilibrium with bands from resampled matrices.

    Parameters
    ----------
    matrix : float64[n, n]
        The measured score differences.
    samples : float64[resamples, n, n]
        A linear programme is solved for each: some milliseconds.
    confidence : float

    Raises
    ------
    BriscaError
        As for `nash`.
    """
    return bands_of(matrix, samples, confidence, lambda stack: np.stack([nash(g) for g in stack]))


def _mixture(game: Floats) -> Floats | None:
    """The equilibrium of a game with entries up to 1, or None if the solver gives up."""
    used = _support(game)
    if used is None or not used.any():
        return None
    weights = np.zeros(len(game))
    weights[used] = _evenest(game[np.ix_(used, used)], game[np.ix_(used, ~used)])
    return weights


def _support(game: Floats) -> NDArray[np.bool_] | None:
    """Strategies with a weight in some equilibrium.

    Equilibria times any number, and their sums, form a cone; one linear programme finds a point of
    it at which as many weights as possible reach 1.  None if it fails.
    """
    from scipy.optimize import linprog

    size = len(game)
    none, one = np.zeros((size, size)), np.eye(size)
    answer = linprog(
        np.repeat([0.0, -1.0], size),  # variables: the weights, and the part of each up to 1
        A_ub=np.block([[-game.T, none], [-one, one]]),
        b_ub=np.zeros(2 * size),
        bounds=[(0, None)] * size + [(0, 1)] * size,
        method="highs",
    )
    return np.asarray(answer.x[size:] > 0.5) if answer.status == 0 else None


def _evenest(inside: Floats, outside: Floats) -> Floats:
    """Most even weights with which the used strategies are level and the others gain nothing.

    Parameters
    ----------
    inside : float64[k, k]
        Among the strategies used: complementary slackness makes weights @ inside zero.
    outside : float64[k, n - k]
        Against the others: weights @ outside is not negative.
    """
    left, spread, _ = np.linalg.svd(inside)
    rank = int((spread > _TOLERANCE).sum())
    if len(inside) - rank == 1:
        # A single equilibrium.
        weights = np.abs(left[:, -1])
        return np.asarray(weights / weights.sum())
    return _largest_entropy(left[:, :rank], outside)


def _largest_entropy(level: Floats, gains: Floats) -> Floats:
    """Maximise the entropy with weights @ level = 0 and weights @ gains >= 0.

    By the convex dual: the weights are proportional to exp(level @ a + gains @ b) with the a and
    the b >= 0 that make the logarithm of their sum least.
    """
    from scipy.optimize import minimize

    features = np.hstack((level, gains))
    free = level.shape[1]

    def dual(factors: Floats) -> tuple[float, Floats]:
        weights, logarithm = _softmax(features @ factors)
        return logarithm, weights @ features

    answer = minimize(
        dual,
        np.zeros(features.shape[1]),
        jac=True,
        method="L-BFGS-B",
        bounds=[(None, None)] * free + [(0, None)] * gains.shape[1],
        options={"maxiter": 5000, "maxfun": 50_000, "ftol": 1e-15, "gtol": 1e-10},
    )
    factors = np.asarray(answer.x)
    active = np.concatenate((np.ones(free, dtype=np.bool_), factors[free:] > _TOLERANCE))
    return _polished(features[:, active], factors[active])


def _polished(features: Floats, factors: Floats) -> Floats:
    """A few Newton steps on the constraints that hold with equality: the last digits."""
    for _ in range(20):
        weights, _ = _softmax(features @ factors)
        slope = weights @ features
        if np.abs(slope).max(initial=0.0) < 1e-15:
            break
        bend = (features.T * weights) @ features - np.outer(slope, slope)
        step = np.linalg.lstsq(bend, slope, rcond=1e-12)[0]
        factors = factors - step / max(1.0, float(np.abs(step).max()))
    return _softmax(features @ factors)[0]


def _softmax(exponents: Floats) -> tuple[Floats, float]:
    top = float(exponents.max())
    raw = np.exp(exponents - top)
    total = float(raw.sum())
    return raw / total, top + math.log(total)
