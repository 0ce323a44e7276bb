"""Which pairing plays next, what has been played, and how an interrupted tournament goes on.

A tournament is played in rounds; the plain one gives every pairing the same deals in each.

The adaptive one spends the same number of parts, half of them evenly.  Then round after round goes to
the two neighbours in the ladder whose order is least certain (superiority nearest to 1/2; of equals
those who stand higher): the pairings that one of them plays get a part each, their own two, as the
difference of two ratings rests on these.  Stopping and going on by results would spoil intervals, so
the results that decide are not those that are reported: the first block of every part is a scout.
Scouts alone choose who plays next, and no reported figure contains them.  Given the scouts, the
numbers of deals are fixed, and all intervals mean what they mean in a plain tournament.  It costs a
fifth of the deals.  Ratings weigh every pairing alike, however often it played, so that both kinds of
tournament estimate the same ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.inference.ratings import Ratings, Settings, rate_blocks
from brisca_sim.verdicts.pairings import PART_BLOCKS, Pairing, Part, play_part

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Store = list[list[Part]]
"""The parts of every pairing, in the order of their deals."""

BLOCKS = 100
"""Blocks at least, where there are as many deals."""
SCOUTS = 1
"""Blocks of a part that scout, in an adaptive tournament."""
_SCOUTING = Settings(resamples=200)


@dataclass(frozen=True)
class Plan:
    """How much is played.

    Attributes
    ----------
    names : tuple of str
    pairings : tuple of Pairing
    deals : int
        Of each pairing, or on average in an adaptive tournament.
    adaptive : bool
    hub : int or None
        Place in the field of the one who plays a gauntlet.
    """

    names: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    deals: int
    adaptive: bool = False
    hub: int | None = None

    @property
    def size(self) -> int:
        """Deals of a block."""
        return max(1, self.deals // BLOCKS)

    @property
    def parts(self) -> int:
        """Parts of each pairing, or on average."""
        return -(-self.deals // (self.size * PART_BLOCKS))

    @property
    def scouts(self) -> int:
        """Blocks of a part that scout."""
        return SCOUTS if self.adaptive else 0

    def span(self, part: int) -> tuple[int, int]:
        """First deal of a part, and the one after its last."""
        first = part * self.size * PART_BLOCKS
        last = first + self.size * PART_BLOCKS
        return first, last if self.adaptive else min(last, self.deals)

    def rounds(self, played: Callable[[], Store]) -> Iterator[list[int]]:
        """The pairings of each round; `played` tells what came of the rounds before."""
        every = list(range(len(self.pairings)))
        even = max(2, self.parts // 2) if self.adaptive else self.parts
        for _ in range(even):
            yield every
        left = len(every) * (self.parts - even)
        while left > 0:
            chosen = doubtful(self, played())[:left]
            left -= len(chosen)
            yield chosen


@dataclass
class Played:
    """What has been played.

    Attributes
    ----------
    parts : Store
        Of all rounds that are finished.
    complete : bool
    elapsed : float
        Seconds of this process.
    """

    parts: Store
    complete: bool = True
    elapsed: float = 0.0
    rounds: int = 0


@dataclass
class Watch:
    """Who is told while a tournament is played.

    Attributes
    ----------
    progress : callable
        Called with the parts done, a fraction included, all parts, and the pairing.
    save : callable
        Called with all parts that are finished, after each.
    """

    progress: Callable[[float, int, Pairing], None] = field(default=lambda *_: None)
    save: Callable[[Store], None] = field(default=lambda _: None)


def play_rounds(
    plan: Plan, store: Store, *, threads: int | None = None, watch: Watch | None = None
) -> Played:
    """Play what is missing in the store, round by round.

    Parameters
    ----------
    plan : Plan
    store : Store
        What has been played before; what is played now is added to it, whole parts only.
    threads : int, optional
    watch : Watch, optional

    Returns
    -------
    Played
        After Ctrl-C the rounds that were finished, and ``complete = False``.

    Raises
    ------
    StrategyError
        If a strategy fails.
    """
    watch = watch or Watch()
    used = [0] * len(store)
    finished = list(used)
    started, rounds, complete = perf_counter(), 0, True
    try:
        for chosen in plan.rounds(lambda: _taken(store, finished)):
            for number in chosen:
                if used[number] == len(store[number]):
                    part = _play(plan, number, used, threads, watch)
                    store[number].append(part)
                    watch.save(store)
                used[number] += 1
            finished[:] = used
            rounds += 1
    except KeyboardInterrupt:
        complete = False
    return Played(_taken(store, finished), complete, perf_counter() - started, rounds)


def _taken(store: Store, finished: Sequence[int]) -> Store:
    return [parts[:number] for parts, number in zip(store, finished, strict=True)]


def _play(plan: Plan, number: int, used: Sequence[int], threads: int | None, watch: Watch) -> Part:
    pairing, done, whole = plan.pairings[number], sum(used), plan.parts * len(plan.pairings)
    watch.progress(done, whole, pairing)
    return play_part(
        pairing, *plan.span(used[number]), plan.size, scouts=plan.scouts, threads=threads,
        progress=lambda some, all_: watch.progress(done + some / all_, whole, pairing),
    )  # fmt: skip


def blocks_of(plan: Plan, store: Store, scouts: bool = False) -> tuple[Floats, Floats]:
    """Sums of a's share and deals of every block, as `rate_blocks` takes them.

    Each column is scaled so that every pairing weighs the same, however much it played.

    Parameters
    ----------
    plan : Plan
    store : Store
    scouts : bool
        The blocks that scout, instead of those that count.

    Returns
    -------
    totals, deals : float64[blocks, pairings]
    """
    which = slice(0, plan.scouts) if scouts else slice(plan.scouts, PART_BLOCKS)
    longest = max(len(parts) for parts in store) * len(range(PART_BLOCKS)[which])
    totals, deals = (np.zeros((longest, len(store))) for _ in range(2))
    for column, (pairing, parts) in enumerate(zip(plan.pairings, store, strict=True)):
        number = np.concatenate([part.deals[which] for part in parts])
        score = np.concatenate([part.score[which] for part in parts])
        deals[: len(number), column] = number
        totals[: len(number), column] = (number + score / pairing.span) / 2
    weights = deals.sum(axis=0).mean() / deals.sum(axis=0)
    played = deals.any(axis=1)
    return totals[played] * weights, deals[played] * weights


def rate(plan: Plan, store: Store, settings: Settings, scouts: bool = False) -> Ratings:
    """Ratings from the blocks that count, or from those that scout."""
    pairs = [(pairing.a, pairing.b) for pairing in plan.pairings]
    return rate_blocks(plan.names, pairs, *blocks_of(plan, store, scouts), settings)


def doubtful(plan: Plan, store: Store) -> list[int]:
    """The pairings that tell most about the least certain order in the ladder of the scouts."""
    rated = rate(plan, store, _SCOUTING, scouts=True)
    ladder = climb(plan.names, rated.ratings)
    gaps = np.array([rated.superiority[i, j] for i, j in pairwise(ladder)])
    # What nothing is known about is the most uncertain.
    place = int(np.argmin(np.abs(np.nan_to_num(gaps, nan=0.5) - 0.5)))
    two = {ladder[place], ladder[place + 1]}
    own = [n for n, pairing in enumerate(plan.pairings) if {pairing.a, pairing.b} == two]
    # In a gauntlet the hub's other pairings say nothing about the one whom it is compared with.
    near = two - {plan.hub}
    others = [n for n, p in enumerate(plan.pairings) if near & {p.a, p.b} and n not in own]
    return own + own + others


def climb(names: Sequence[str], ratings: Sequence[float | None]) -> list[int]:
    """Places in the field, best rating first; equals by name, and those without one last."""

    def key(i: int) -> tuple[bool, float, str]:
        value = ratings[i]
        return value is None, -(value or 0.0), names[i]

    return sorted(range(len(names)), key=key)


def arrays_of(store: Store) -> dict[str, Ints]:
    """All parts as arrays, in the order of the pairings."""
    rows = [(number, part) for number, parts in enumerate(store) for part in parts]
    found: dict[str, Ints] = {"pairing": np.array([n for n, _ in rows], dtype=np.int64)}
    for name in _names():
        found[name] = np.stack([getattr(part, name) for _, part in rows])
    return found


def store_of(arrays: Any, pairings: Sequence[Pairing]) -> Store:
    """The parts that `arrays_of` has written down.

    Raises
    ------
    ValueError, KeyError
        If they are not those of these pairings.
    """
    store: Store = [[] for _ in pairings]
    kept = {name: np.asarray(arrays[name], dtype=np.int64) for name in ("pairing", *_names())}
    for row, number in enumerate(kept["pairing"].tolist()):
        part = Part(*(kept[name][row] for name in _names()))
        wanted = Part.empty(pairings[number].bins())
        if any(getattr(part, n).shape != getattr(wanted, n).shape for n in _names()):
            raise ValueError("these are counts of other pairings")
        store[number].append(part)
    return store


def _names() -> tuple[str, ...]:
    return tuple(Part.__dataclass_fields__)
