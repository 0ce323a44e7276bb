"""The meta-game of strategies: which mixture cannot be beaten, and who survives evolution.

Both take the antisymmetric matrix of score differences: entry [i, j] is what strategy i scores against
j less what j scores against i.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError

Floats = NDArray[np.float64]

POPULATION = 50
PERTURBATION = 1e-4
_TOLERANCE = 1e-7
_DIGITS = (12, 6, 4)
_LEAST = 1e-100


@dataclass(frozen=True)
class Bands:
    """Weights of the strategies with percentiles over resamples.

    Attributes
    ----------
    weights : float64[n]
        Of the measured matrix; they sum to 1.
    low, high : float64[n]
        Ends of the band of each weight.
    """

    weights: Floats
    low: Floats
    high: Floats


def differences(scores: Floats) -> Floats:
    """Score differences from mean scores, such as `Ratings.scores` or all of `Ratings.samples`.

    Parameters
    ----------
    scores : float64[..., n, n]

    Raises
    ------
    BriscaError
        If a pairing is missing: the meta-game needs them all.
    """
    matrix: Floats = scores - np.swapaxes(scores, -1, -2)
    if np.isnan(matrix).any():
        raise BriscaError("the meta-game needs a result of every pairing: play a round robin")
    return matrix


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
    game = _checked(matrix)
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


def _mixture(game: Floats) -> Floats | None:
    """The equilibrium of a game with entries up to 1, or None if the solver gives up."""
    used = _support(game)
    if used is None or not used.any():
        return None
    weights = np.zeros(len(game))
    weights[used] = _evenest(game[np.ix_(used, used)], game[np.ix_(used, ~used)])
    return weights


def _checked(matrix: Floats) -> Floats:
    game = np.asarray(matrix, dtype=np.float64)
    if game.ndim != 2 or game.shape[0] != game.shape[1] or game.shape[0] == 0:
        raise BriscaError("the meta-game takes a square matrix of score differences")
    if not np.isfinite(game).all():
        raise BriscaError("the meta-game needs a result of every pairing: play a round robin")
    if np.abs(game + game.T).max() > 1e-9 * max(1.0, float(np.abs(game).max())):
        raise BriscaError("score differences must be antisymmetric: [i, j] is minus [j, i]")
    return (game - game.T) / 2


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
    stack = np.stack([_checked(game) for game in stack]) if len(stack) else stack
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
    return _bands(matrix, samples, confidence, lambda stack: np.stack([nash(g) for g in stack]))


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
    return _bands(
        matrix, samples, confidence, lambda s: alpha_rank(s, alpha, population, perturbation)
    )


def _bands(
    matrix: Floats, samples: Floats, confidence: float, solve: Callable[[Floats], Floats]
) -> Bands:
    if not 0 < confidence < 1:
        raise BriscaError(f"confidence {confidence}: takes a number between 0 and 1")
    if samples.ndim != 3 or len(samples) < 2 or samples.shape[1:] != matrix.shape:
        raise BriscaError("bands: takes at least two resampled matrices, as large as the measured")
    weights = solve(np.asarray(matrix)[None])[0]
    drawn = solve(samples)
    tail = (1 - confidence) / 2
    return Bands(
        weights,
        np.quantile(drawn, tail, axis=0, method="lower"),
        np.quantile(drawn, 1 - tail, axis=0, method="higher"),
    )
