"""Exact odds where the match ends when somebody has enough."""

from __future__ import annotations

import numpy as np

from brisca_sim.errors import BriscaError
from brisca_sim.inference.match.endings import Endings
from brisca_sim.inference.match.formats import MOST_HANDS, Format
from brisca_sim.inference.match.hands import REST, Floats, Hands, Ints
from brisca_sim.inference.match.totals import fast_size


def race_for_wins(hands: Hands, how: Format, start: int, weight: float, endings: Endings) -> None:
    """`first_to` and `best_of`: the hands that each side has won, before anybody has enough."""
    rounds = how.number if how.kind == "best_of" else MOST_HANDS
    target = how.number // 2 + 1 if how.kind == "best_of" else how.number
    alive = np.zeros((target,) * hands.sides)
    alive.flat[0] = weight
    wins, ending = hands.by_winner(False), hands.by_winner(True)
    still = 1 - wins.sum(axis=1) - ending.sum(axis=1)
    for hand in range(1, rounds + 1):
        place = (start + hand - 1) % len(wins)
        before, alive = alive, alive * max(still[place], 0.0)
        mass = float(before.sum())
        for side in range(hands.sides):
            endings.won(side, mass * ending[place, side], hand)
            moved = np.moveaxis(before, side, 0) * wins[place, side]
            endings.won(side, float(moved[-1].sum()), hand)
            np.moveaxis(alive, side, 0)[1:] += moved[:-1]
        if how.kind == "best_of":
            _settle(alive, rounds - hand, hand, endings)
        if alive.sum() <= REST * weight:
            return
    raise BriscaError(f"match {how.kind}:{how.number} is too long: nearly every hand is a draw")


def _settle(alive: Floats, left: int, hand: int, endings: Endings) -> None:
    """End the matches in which nobody can catch up, and all of them after the last round."""
    won = np.indices(alive.shape)
    ordered = np.sort(won, axis=0)
    over = (ordered[-1] - ordered[-2] > left) | (left == 0)
    endings.ranked(won[:, over], alive[over], hand)
    alive[over] = 0.0


def race_for_points(hands: Hands, how: Format, start: int, weight: float, endings: Endings) -> None:
    """`points` of two sides: all pairs of totals, before either has enough.

    Where every hand shares out as many points, the total of one side tells that of the other.
    """
    gains, ending = hands.gains(how), hands.by_winner(True)
    single, sign = constant_sum(hands, gains), -1 if how.fewest else 1
    steps = [_step(row[~hands.ends], gains[~hands.ends], single) for row in hands.probabilities]
    share = int(gains[~hands.ends][0].sum()) if single else 0
    alive, level = np.full((1,) if single else (1, 1), weight), 0.0
    for hand in range(1, MOST_HANDS + 1):
        place = (start + hand - 1) % len(steps)
        mass = float(alive.sum()) + level
        for side in range(2):
            endings.won(side, mass * ending[place, side], hand)
        alive = _convolved(alive, steps[place])
        totals = _both(alive.shape, share * hand)
        over = totals.max(axis=0) >= how.number
        even = totals[0] == totals[1]
        decided = over & ~even
        endings.ranked(sign * totals[:, decided], alive[decided], hand)
        # Level with enough points: only what the next hands add to it counts.
        level = _play_off(hands, how, place, level, hand, endings) + float(alive[over & even].sum())
        alive = _trimmed(np.where(over, 0.0, alive), how.number)
        if float(alive.sum()) + level <= REST * weight:
            return
    raise BriscaError(f"match points:{how.number} is too long: hands bring next to nothing")


def constant_sum(hands: Hands, gains: Ints) -> bool:
    """Whether every hand that goes on shares out as many points."""
    totals = gains[~hands.ends].sum(axis=1)
    return bool(len(totals) and totals[0] > 0 and (totals == totals[0]).all())


def _step(row: Floats, gains: Ints, single: bool) -> Floats:
    """Probability of the points of side 0, or of both sides."""
    columns = gains[:, :1] if single else gains
    step = np.zeros(tuple(columns.max(axis=0, initial=0) + 1))
    np.add.at(step, tuple(columns.T), row)
    return step


def _convolved(alive: Floats, step: Floats) -> Floats:
    if alive.ndim == 1:
        return np.convolve(alive, step)
    shape = [fast_size(a + b - 1) for a, b in zip(alive.shape, step.shape, strict=True)]
    product = np.fft.rfft2(alive, s=shape) * np.fft.rfft2(step, s=shape)
    return np.asarray(np.fft.irfft2(product, s=shape))


def _both(shape: tuple[int, ...], total: int) -> Ints:
    index = np.indices(shape, dtype=np.int64)
    return index if len(shape) == 2 else np.concatenate((index, total - index))


def _trimmed(alive: Floats, number: int) -> Floats:
    return alive[(slice(0, number),) * alive.ndim]


def _play_off(
    hands: Hands, how: Format, place: int, level: float, hand: int, endings: Endings
) -> float:
    """One more hand between sides that are level; returns what stays level."""
    if level == 0:
        return 0.0
    gains = hands.standing(how)
    row = np.where(hands.ends, 0.0, hands.probabilities[place]) * level
    for side in range(2):
        endings.won(side, float(row[gains[:, side] > gains[:, 1 - side]].sum()), hand)
    return float(row[gains[:, 0] == gains[:, 1]].sum())
