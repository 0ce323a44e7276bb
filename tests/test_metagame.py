"""The meta-game: games with known equilibria, degenerate ones above all."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError
from brisca_sim.inference.alpha_rank import alpha_rank, alpha_rank_bands
from brisca_sim.inference.metagame import differences
from brisca_sim.inference.nash import nash, nash_bands

Floats = NDArray[np.float64]
CIRCLE = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
"""Each beats the next: paper, scissors, stone."""


def copies(*which: int) -> Floats:
    return CIRCLE[np.ix_(which, which)]


def skew(size: int, entries: list[float]) -> Floats:
    game = np.zeros((size, size))
    game[np.triu_indices(size, 1)] = entries[: size * (size - 1) // 2]
    return game - game.T


@pytest.mark.parametrize("scale", [1.0, 1e-4, 1e3])
def test_known_equilibria(scale: float) -> None:
    third = 1 / 3
    for game, wanted in (
        (np.zeros((1, 1)), [1]),
        (np.zeros((4, 4)), [0.25] * 4),
        (CIRCLE, [third] * 3),
        (skew(2, [1]), [1, 0]),
        (skew(2, [-1]), [0, 1]),
        (skew(3, [1, 1, 1]), [1, 0, 0]),
        # Two equal ones above a third: they share.
        (skew(3, [0, 1, 1]), [0.5, 0.5, 0]),
        # Copies share the weight of one.
        (copies(0, 1, 2, 2), [third, third, third / 2, third / 2]),
        (copies(1, 0, 1, 2, 1), [third / 3, third, third / 3, third, third / 3]),
        # 2, 1 and 3 to 1 along the circle: weights as the opposite edges.
        (skew(3, [2, -1, 3]), [3 / 6, 1 / 6, 2 / 6]),
    ):
        assert nash(scale * np.asarray(game)) == pytest.approx(wanted, abs=1e-9)


def test_the_dominated_gets_nothing() -> None:
    game = np.zeros((4, 4))
    game[:3, :3] = CIRCLE
    game[3, :3], game[:3, 3] = -0.01, 0.01
    assert nash(game) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)


def test_an_inequality_binds() -> None:
    """Three level strategies; a fourth beats one of them and is beaten by another."""
    game = np.zeros((4, 4))
    game[0, 3], game[1, 3] = -1.0, 0.5
    game -= game.T
    # Thirds are no equilibrium: the fourth would gain.  0, 1 and 2 in any shares in which 1 has at
    # least twice what 0 has are, and on that bound the entropy of (x, 2 x, 1 - 3 x) is largest.
    weights = nash(game)
    x = np.linspace(0.001, 0.333, 5000)
    entropy = -(x * np.log(x) + 2 * x * np.log(2 * x) + (1 - 3 * x) * np.log(1 - 3 * x))
    best = x[entropy.argmax()]
    assert weights == pytest.approx([best, 2 * best, 1 - 3 * best, 0], abs=1e-3)


@given(st.integers(2, 6), st.lists(st.integers(-2, 2), min_size=15, max_size=15))
@settings(max_examples=150)
def test_nobody_gains_against_it_and_no_other_is_more_even(size: int, entries: list[int]) -> None:
    game = skew(size, [float(entry) for entry in entries])
    weights = nash(game)
    assert weights.sum() == pytest.approx(1)
    assert (weights >= 0).all()
    assert (weights @ game >= -1e-7).all()
    # Where the entropy is largest its slope is: no move to another equilibrium goes upwards.
    slope = -np.log(np.maximum(weights, 1e-300)) - 1
    for other in vertices(game):
        used = (weights > 1e-9) | (other > 1e-9)
        assert ((other - weights)[used] @ slope[used]) <= 1e-5


def vertices(game: Floats) -> list[Floats]:
    """Some corners of the set of equilibria: the ends in each direction of a weight."""
    from scipy.optimize import linprog

    size = len(game)
    found = []
    for target in np.vstack((np.eye(size), -np.eye(size))):
        answer = linprog(
            target, A_ub=-game.T, b_ub=np.zeros(size), A_eq=np.ones((1, size)), b_eq=[1]
        )
        assert answer.status == 0
        found.append(np.maximum(answer.x, 0))
    return found


@given(st.permutations(range(5)), st.lists(st.floats(-1, 1), min_size=10, max_size=10))
def test_the_order_of_the_strategies_changes_nothing(
    order: list[int], entries: list[float]
) -> None:
    # Differences as of 1000 deals: smaller ones are below the tolerance of the programme.
    game = np.round(skew(5, entries), 3)
    turned = game[np.ix_(order, order)]
    assert nash(turned) == pytest.approx(nash(game)[order], abs=1e-6)
    for alpha in (None, 3.0):
        assert alpha_rank(turned, alpha) == pytest.approx(alpha_rank(game, alpha)[order], abs=1e-9)


def chain_rank(game: Floats, alpha: float, population: int) -> Floats:
    """alpha-Rank as the paper writes it, by an eigenvector."""
    size = len(game)
    chain = np.zeros((size, size))
    for i in range(size):
        for j in set(range(size)) - {i}:
            gain = alpha * game[j, i]
            taken = 1 / population
            if gain != 0:
                taken = (1 - np.exp(-gain)) / (1 - np.exp(-population * gain))
            chain[i, j] = taken / (size - 1)
        chain[i, i] = 1 - chain[i].sum()
    values, vectors = scipy.linalg.eig(chain.T)
    vector = np.real(vectors[:, np.argmax(np.real(values))])
    return np.asarray(vector / vector.sum())


@pytest.mark.parametrize("size", [5, 8, 12])
@pytest.mark.parametrize("noise", [1e-2, 1e-5, 1e-7, 1e-9, 1e-15])
def test_nearly_equal_strategies_are_no_obstacle(size: int, noise: float) -> None:
    random = np.random.Generator(np.random.PCG64(9))
    for _ in range(10):
        game = copies(*random.integers(0, 3, size)) + skew(
            size, list(noise * random.normal(size=66))
        )
        weights = nash(game)
        assert weights.sum() == pytest.approx(1)
        assert (weights @ game).min() > -2e-4


@pytest.mark.parametrize("alpha", [0.1, 1.0, 4.0])
@pytest.mark.parametrize("population", [2, 10])
def test_alpha_rank_is_that_of_the_paper(alpha: float, population: int) -> None:
    random = np.random.Generator(np.random.PCG64(2))
    games = [skew(size, list(random.uniform(-1, 1, 15))) for size in (2, 3, 5, 6)]
    for game in [*games, copies(0, 1, 2, 2), np.zeros((3, 3))]:
        found = alpha_rank(game, alpha, population)
        assert found == pytest.approx(chain_rank(game, alpha, population), rel=1e-6)


def test_alpha_rank_of_known_games() -> None:
    for alpha in (None, 1e-3, 5.0, 1e6):
        assert alpha_rank(np.zeros((4, 4)), alpha) == pytest.approx([0.25] * 4)
        assert alpha_rank(CIRCLE, alpha) == pytest.approx([1 / 3] * 3)
    best = skew(3, [1, 1, 1])
    for alpha in (None, 5.0, 1e6):
        weights = alpha_rank(best, alpha)
        assert weights[0] > 0.99
        assert weights.sum() == pytest.approx(1)
    # Weak selection ranks everybody nearly alike.
    assert alpha_rank(best, 1e-6) == pytest.approx([1 / 3] * 3, abs=1e-3)


def test_the_limit_is_that_of_growing_alpha() -> None:
    game = skew(4, [0.3, -0.2, 0.1, 0.25, 0.4, -0.3])
    assert alpha_rank(game, perturbation=1e-9) == pytest.approx(alpha_rank(game, 1e4, 50), abs=1e-6)


def test_a_stack_is_ranked_as_one_by_one() -> None:
    random = np.random.Generator(np.random.PCG64(6))
    stack = np.stack([skew(4, list(random.uniform(-1, 1, 6))) for _ in range(5)])
    for alpha in (None, 2.0):
        ranked = alpha_rank(stack, alpha)
        assert ranked == pytest.approx(np.stack([alpha_rank(game, alpha) for game in stack]))


def test_bands() -> None:
    random = np.random.Generator(np.random.PCG64(7))
    game = np.pad(0.1 * CIRCLE, (0, 1)) + skew(4, [0, 0, 0.2, 0, 0.2, 0.2])
    noise = random.normal(scale=0.01, size=(100, 4, 4))
    samples = game + noise - noise.transpose(0, 2, 1)
    for bands in (nash_bands(game, samples, 0.9), alpha_rank_bands(game, samples, 0.9, 10.0)):
        assert (bands.low <= bands.weights).all()
        assert (bands.weights <= bands.high).all()
        assert bands.weights.sum() == pytest.approx(1)
    bands = nash_bands(game, samples, 0.9)
    assert bands.weights == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)
    assert bands.high[3] == pytest.approx(0)
    # A weight is its edge over the sum of three of 0.1, each with a deviation of 0.014.
    assert 0.1 < (bands.high - bands.low)[:3].mean() < 0.2
    # Without noise there is no band.
    still = nash_bands(game, np.stack([game, game]))
    assert still.low == pytest.approx(still.high)


def test_refusals() -> None:
    missing = np.full((2, 2), 0.5)
    missing[0, 1] = np.nan
    for call, words in (
        (lambda: differences(missing), "every pairing"),
        (lambda: nash(missing - missing.T), "every pairing"),
        (lambda: nash(np.ones((2, 2))), "antisymmetric"),
        (lambda: nash(np.zeros((2, 3))), "square"),
        (lambda: alpha_rank(np.zeros(3)), "square"),
        (lambda: alpha_rank(CIRCLE, 0.0), "alpha 0.0"),
        (lambda: alpha_rank(CIRCLE, 1.0, 1), "population 1"),
        (lambda: alpha_rank(CIRCLE, perturbation=0.0), "perturbation 0.0"),
        (lambda: nash_bands(CIRCLE, CIRCLE[None]), "at least two"),
        (lambda: nash_bands(CIRCLE, np.stack([CIRCLE] * 2), 1.0), "confidence"),
    ):
        with pytest.raises(BriscaError, match=words) as caught:
            call()
        assert "\n" not in str(caught.value)


def test_differences() -> None:
    scores = np.array([[0.5, 0.6], [0.4, 0.5]])
    assert differences(scores) == pytest.approx(np.array([[0, 0.2], [-0.2, 0]]))
    assert differences(np.stack([scores, scores.T]))[1, 0, 1] == pytest.approx(-0.2)
