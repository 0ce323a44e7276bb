"""Whom the results of a tournament connect, and warnings of what they leave open."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import listed

Flags = NDArray[np.bool_]


def reach_of(beats: Flags) -> Flags:
    """Who has made something of whom, directly or through others, oneself included."""
    size = beats.shape[-1]
    reach = beats | np.eye(size, dtype=np.bool_)
    for _ in range(max(1, (size - 1).bit_length())):
        # float32 multiplies fast, and counts up to the number of names are exact in it.
        steps = reach.astype(np.float32)
        reach = steps @ steps > 0
    return reach


def components_of(met: Flags) -> list[list[int]]:
    """Indices of those whom pairings connect, directly or through others."""
    reach = reach_of(met | met.T)
    firsts = [i for i in range(len(met)) if not reach[i, :i].any()]
    return [np.flatnonzero(reach[i]).tolist() for i in firsts]


def warnings_of(
    names: Sequence[str],
    components: Sequence[Sequence[int]],
    ratings: Sequence[float | None],
    anchor: str | None,
) -> Iterator[str]:
    """One line for each thing that keeps somebody from a finite rating."""
    if len(components) > 1:
        groups = " | ".join(listed([names[i] for i in part], "and") for part in components)
        yield f"the results do not connect everybody, play more pairings: {groups}"
    connected = next((c for c in components if any(_finite(ratings[i]) for i in c)), components[0])
    beside = [names[i] for i in connected if ratings[i] is None]
    if beside:
        whom = anchor if anchor is not None else "the others"
        yield f"the results do not rank {listed(beside, 'and')} against {whom}: play more deals"
    for sign, word in ((math.inf, "lost"), (-math.inf, "won")):
        ends = [name for name, value in zip(names, ratings, strict=True) if value == sign]
        if ends:
            yield f"no finite rating: {listed(ends, 'and')} {word} nothing against the rated ones"


def _finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)
