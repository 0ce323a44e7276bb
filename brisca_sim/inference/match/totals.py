"""Exact odds where every hand is played, and then the sums are compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brisca_sim.inference.match.endings import Endings
from brisca_sim.inference.match.formats import Format
from brisca_sim.inference.match.hands import NOBODY, Floats, Hands, Ints


def compare_totals(hands: Hands, how: Format, start: int, weight: float, endings: Endings) -> None:
    """Sums by the product of the transforms of the hands."""
    finished = _finished(hands, how, start)
    counted = hands.without_draws() if how.redeal else hands
    rows, ending = counted.probabilities, counted.by_winner(True)
    places = [(start + hand) % len(rows) for hand in range(len(finished) - 1)]
    # Still to be played when hand h is reached: more than h hands have time to finish.
    reached = weight * np.cumsum(finished[::-1])[::-1]
    for hand, place in enumerate(places):
        for side in np.flatnonzero(ending[place]):
            endings.won(int(side), float(reached[hand + 1] * ending[place, side]), hand + 1)
        reached[hand + 2 :] *= 1 - ending[place].sum()
    _sums(counted, how, places, weight * finished, endings)


def _finished(hands: Hands, how: Format, start: int) -> Floats:
    """Probability of each number of hands that count; ties that are dealt again take time."""
    number = np.zeros(how.slots + 1)
    number[0 if how.kind == "time" and how.redeal else -1] = 1.0
    if how.kind == "hands" or not how.redeal:
        return number
    drawn = hands.probabilities[:, hands.winners == NOBODY].sum(axis=1)
    again = drawn[(start + np.arange(how.slots + 1)) % len(drawn)]
    for _ in range(how.slots):
        stayed = number * again
        stayed[1:] += (number * (1 - again))[:-1]
        number = stayed
    return number


def _sums(hands: Hands, how: Format, places: list[int], finished: Floats, endings: Endings) -> None:
    """Compare the totals after each number of hands that has a probability."""
    standing = hands.standing(how)
    shape, ahead = spans(standing, len(places)), _relative(standing)
    transforms = _transforms(hands, ahead, shape)
    if finished[0] > 0:
        endings.ranked(np.zeros((hands.sides, 1)), finished[:1], 0)
    whole, done = np.ones_like(transforms[0]), 0
    for number in np.flatnonzero(finished[1:] > 0).tolist():
        number += 1
        whole = _product(whole, transforms, places[done:number])
        done = number
        mass = finished[number] * np.fft.irfftn(whole, s=shape, axes=range(len(shape)))
        endings.ranked(_grid(shape, ahead.min(axis=0) * done), mass, done)


def _transforms(hands: Hands, ahead: Ints, shape: list[int]) -> list[NDArray[np.complex128]]:
    """Fourier transform of what one hand adds, for each place of the mano."""
    going = ~hands.ends
    found = []
    for row in hands.probabilities:
        small = np.zeros(shape)
        np.add.at(small, tuple((ahead - ahead.min(axis=0))[going].T), row[going])
        found.append(np.fft.rfftn(small, axes=range(len(shape))))
    return found


def _product(
    whole: NDArray[np.complex128], transforms: list[NDArray[np.complex128]], places: list[int]
) -> NDArray[np.complex128]:
    """The transform of so many more hands; powers are slow, so whole rounds are taken at once."""
    times = [places.count(place) for place in range(len(transforms))]
    rounds = min(times)
    if rounds:
        whole = whole * np.prod(transforms, axis=0) ** rounds
    for transform, number in zip(transforms, times, strict=True):
        if number > rounds:
            whole = whole * transform ** (number - rounds)
    return whole


def _grid(shape: list[int], least: Ints) -> Ints:
    """Totals less those of side 0 in every cell, [sides, ...]."""
    index = np.indices(shape, dtype=np.int64) + least.reshape(-1, *[1] * len(shape))
    return np.concatenate((np.zeros((1, *shape), dtype=np.int64), index))


def _relative(gains: Ints) -> Ints:
    """What each other side gains on side 0, in the largest common unit."""
    ahead = gains[:, 1:] - gains[:, :1]
    unit = int(np.gcd.reduce(np.abs(ahead), axis=None))
    return np.asarray(ahead // max(unit, 1))


def spans(gains: Ints, number: int) -> list[int]:
    """Cells along each axis, enough for what `number` hands can reach."""
    ahead = _relative(gains)
    spread = ahead.max(axis=0) - ahead.min(axis=0)
    return [fast_size(int(width) * number + 1) for width in spread]


def fast_size(size: int) -> int:
    """The next size, a power of two or three times one, that transforms fast."""
    power = 1 << (size - 1).bit_length()
    return power * 3 // 4 if power >= 4 and power * 3 // 4 >= size else power
