"""The meta-game of strategies: its matrix of score differences, and bands over resamples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError

Floats = NDArray[np.float64]


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

    The matrix is antisymmetric: entry [i, j] is what strategy i scores against j less what j scores
    against i.

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


def checked_game(matrix: Floats) -> Floats:
    """The matrix as a finite antisymmetric one, or an error."""
    game = np.asarray(matrix, dtype=np.float64)
    if game.ndim != 2 or game.shape[0] != game.shape[1] or game.shape[0] == 0:
        raise BriscaError("the meta-game takes a square matrix of score differences")
    if not np.isfinite(game).all():
        raise BriscaError("the meta-game needs a result of every pairing: play a round robin")
    if np.abs(game + game.T).max() > 1e-9 * max(1.0, float(np.abs(game).max())):
        raise BriscaError("score differences must be antisymmetric: [i, j] is minus [j, i]")
    return (game - game.T) / 2


def bands_of(
    matrix: Floats, samples: Floats, confidence: float, solve: Callable[[Floats], Floats]
) -> Bands:
    """Weights that `solve` gives a stack of matrices, with percentiles over the resampled ones."""
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
