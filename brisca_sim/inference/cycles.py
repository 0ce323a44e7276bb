"""Cycles of a tournament: strategies each of which beats the next, and the last the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Cycle:
    """Strategies each of which beats the next, and the last the first, by the measured means.

    Attributes
    ----------
    names : tuple of str
    share : float
        Share of the resamples in which every one of these still beats the next.
    """

    names: tuple[str, ...]
    share: float


def cycles_of(names: Sequence[str], scores: Floats, longest: int) -> list[Cycle]:
    """Cycles of 3 up to `longest` strategies; `scores` are the measured ones and the resamples."""
    # Rounding of sums must not make a winner of an even score.
    ahead = np.nan_to_num(scores, nan=0.0) > 0.5 + 1e-12
    found = []
    for length in range(3, longest + 1):
        for cycle in _walks(ahead[0], length):
            held = np.ones(len(ahead) - 1, dtype=np.bool_)
            for i, j in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                held &= ahead[1:, i, j]
            found.append(Cycle(_from_first(tuple(names[i] for i in cycle)), float(held.mean())))
    return sorted(found, key=lambda cycle: (len(cycle.names), -cycle.share, cycle.names))


def _from_first(cycle: tuple[str, ...]) -> tuple[str, ...]:
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]


def _walks(ahead: Flags, length: int) -> Iterator[list[int]]:
    """Closed walks over different strategies, each once: its lowest index comes first."""
    open_walks = [[i] for i in range(len(ahead))]
    while open_walks:
        walk = open_walks.pop()
        if len(walk) == length:
            if ahead[walk[-1], walk[0]]:
                yield walk
            continue
        for nxt in np.flatnonzero(ahead[walk[-1]]).tolist():
            if nxt > walk[0] and nxt not in walk:
                open_walks.append([*walk, nxt])
