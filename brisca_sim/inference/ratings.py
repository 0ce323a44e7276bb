"""Ratings of a tournament with intervals from resampling deals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError, listed, shown
from brisca_sim.inference.bradley_terry import centre_of, fit, placed
from brisca_sim.inference.connected import components_of, reach_of, warnings_of
from brisca_sim.inference.cycles import Cycle, cycles_of
from brisca_sim.inference.rated_deals import Histogram, check_pair, checked_blocks, rest_of

Floats = NDArray[np.float64]

SEED = 20_190_709


@dataclass(frozen=True)
class Ratings:
    """What a tournament says about who is best.

    Attributes
    ----------
    names : tuple of str
    ratings : list of float or None
        In Elo points.  Infinite for a strategy that lost nothing (or won nothing) against those that
        have finite ratings, even through others; None where the results say nothing about it.
    intervals : list of (float, float) or None
        Ends may be infinite; None where the rating is None.
    scores : float64[n, n]
        Mean share of the row's strategy against the column's; 0.5 on the diagonal, NaN where two
        have not met.
    superiority : float64[n, n]
        Share of the resamples in which the row is rated above the column, ties as halves; NaN where
        no resample compares them.
    cycles : list of Cycle
        The surest first.
    components : list of list of str
        Strategies connected by pairings, directly or through others.
    warnings : list of str
        One line each.
    samples : float64[resamples, n, n]
        `scores` of every resample.
    """

    names: tuple[str, ...]
    ratings: list[float | None]
    intervals: list[tuple[float, float] | None]
    scores: Floats
    superiority: Floats
    cycles: list[Cycle]
    components: list[list[str]]
    warnings: list[str]
    samples: Floats = field(repr=False)


@dataclass(frozen=True)
class Settings:
    """How to rate.

    Attributes
    ----------
    anchor : str or None
        The strategy whose rating is `anchor_value`; None puts the mean of the finite ratings there.
    anchor_value : float
        In Elo points.
    confidence : float
        Level of the intervals, between 0 and 1.
    resamples : int
        At least 2.
    seed : int
        Of the generator (PCG64), so that a result comes out the same everywhere.
    longest_cycle : int
        Cycles of 3 up to so many strategies are looked for.
    """

    anchor: str | None = None
    anchor_value: float = 0.0
    confidence: float = 0.95
    resamples: int = 1000
    seed: int = SEED
    longest_cycle: int = 3


def rate_histograms(
    names: Sequence[str],
    pairings: Mapping[tuple[int, int], Histogram],
    settings: Settings | None = None,
) -> Ratings:
    """Rate from a histogram over deals of every pairing that was played.

    The deals of each pairing are resampled by a multinomial of their own.  That takes the pairings
    as independent given the histograms; when all of them played the same deals they are not, and
    `rate_blocks` keeps what they share.

    Parameters
    ----------
    names : sequence of str
    pairings : mapping of (i, j) to Histogram
        By indices of names, i before j; pairings may be missing.
    settings : Settings, optional

    Raises
    ------
    BriscaError
        If there are fewer than two names, names repeat, the anchor is not among them or a histogram
        is not one.
    """
    settings = settings or Settings()
    _check(names, settings)
    size, draws = len(names), settings.resamples
    total, weight = np.zeros((1 + draws, size, size)), np.zeros((1 + draws, size, size))
    random = np.random.Generator(np.random.PCG64(settings.seed))
    # In the order of the names, so that the order of the lineup changes nothing.
    for i, j in sorted(pairings, key=lambda pair: sorted(names[index] for index in pair)):
        check_pair(names, i, j, pairings[i, j])
        turned = names[i] > names[j]
        histogram = (pairings[i, j].turned() if turned else pairings[i, j]).ordered()
        deals = int(histogram.counts.sum())
        if deals == 0:
            continue
        resampled = random.multinomial(deals, histogram.counts / deals, size=draws)
        sums = np.vstack((histogram.counts, resampled)) @ histogram.values
        a, b = (j, i) if turned else (i, j)
        total[:, a, b], total[:, b, a] = sums, rest_of(deals, sums)
        weight[:, a, b] = weight[:, b, a] = deals
    return _rate(names, total, weight, settings)


def rate_blocks(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    totals: Floats,
    deals: NDArray[np.int64] | Floats,
    settings: Settings | None = None,
) -> Ratings:
    """Rate from sums over blocks of deals, all pairings of a block on the same deals.

    Whole blocks are resampled, so what the pairings share through the cards stays in.  One block
    fewer than there are is drawn each time (Rao and Wu, 1988), which makes the spread of few blocks
    right on average; with fewer than about 20 the intervals are still rough.

    Parameters
    ----------
    names : sequence of str
    pairs : sequence of (int, int)
        Indices of names of each column; a pair may come in several columns.
    totals : float64[blocks, pairs]
        Sum over the deals of a block of the share that the pair's first strategy made.
    deals : int64[blocks] or [blocks, pairs]
        Deals of the block (of that pairing; 0 if it did not play).
    settings : Settings, optional

    Raises
    ------
    BriscaError
        As for `rate_histograms`, or with fewer than two blocks or sums that are not possible.
    """
    settings = settings or Settings()
    _check(names, settings)
    blocks, played = checked_blocks(names, pairs, totals, deals)
    number, draws = len(blocks), settings.resamples
    random = np.random.Generator(np.random.PCG64(settings.seed))
    picked = random.multinomial(number - 1, np.full(number, 1 / number), size=draws)
    uses = np.vstack((np.ones(number, dtype=np.int64), picked)).astype(np.float64)
    total, weight = (np.zeros((1 + draws, len(names), len(names))) for _ in range(2))
    sums, counts = uses @ blocks, uses @ played
    for column, (i, j) in enumerate(pairs):
        total[:, i, j] += sums[:, column]
        total[:, j, i] += rest_of(counts[:, column], sums[:, column])
        weight[:, i, j] += counts[:, column]
        weight[:, j, i] += counts[:, column]
    return _rate(names, total, weight, settings)


def _check(names: Sequence[str], settings: Settings) -> None:
    if len(names) < 2:
        raise BriscaError(f"ratings need at least two strategies, got {len(names)}")
    if len(set(names)) < len(names):
        double = next(name for name in names if list(names).count(name) > 1)
        raise BriscaError(f"the strategy {shown(double)} is in the tournament twice: name it once")
    if settings.anchor is not None and settings.anchor not in names:
        raise BriscaError(f"anchor {shown(settings.anchor)} is not in the field: {listed(names)}")
    if not math.isfinite(settings.anchor_value):
        raise BriscaError("the anchor's rating must be a finite number")
    if not 0 < settings.confidence < 1:
        raise BriscaError(f"confidence {settings.confidence}: takes a number between 0 and 1")
    if settings.resamples < 2:
        raise BriscaError(f"resamples = {settings.resamples}: takes at least 2")


def _rate(names: Sequence[str], total: Floats, weight: Floats, settings: Settings) -> Ratings:
    """Ratings from totals and numbers of deals, the measured ones first and then the resamples."""
    reach = reach_of(total > 0)
    centre = centre_of(reach[0], names, settings.anchor)
    theta = fit(total, weight, reach)
    rated = placed(theta, reach, centre, settings.anchor is not None, settings.anchor_value)
    scores = np.divide(total, weight, out=np.full_like(total, np.nan), where=weight > 0)
    scores[:, range(len(names)), range(len(names))] = 0.5
    components = components_of(weight[0] > 0)
    ratings = [None if math.isnan(value) else float(value) for value in rated[0]]
    return Ratings(
        names=tuple(names),
        ratings=ratings,
        intervals=_intervals(ratings, rated[1:], settings.confidence),
        scores=scores[0],
        superiority=_superiority(rated[1:]),
        cycles=cycles_of(names, scores, settings.longest_cycle),
        components=[[names[i] for i in component] for component in components],
        warnings=list(warnings_of(names, components, ratings, settings.anchor)),
        samples=scores[1:],
    )


def _intervals(
    ratings: Sequence[float | None], rated: Floats, confidence: float
) -> list[tuple[float, float] | None]:
    """Percentiles, rounded outwards; what a resample leaves open could be anything."""
    tail = (1 - confidence) / 2 * (len(rated) - 1)
    low = np.sort(np.where(np.isnan(rated), -np.inf, rated), axis=0)[math.floor(tail)]
    high = np.sort(np.where(np.isnan(rated), np.inf, rated), axis=0)[-1 - math.floor(tail)]
    return [
        None if value is None else (float(low[i]), float(high[i]))
        for i, value in enumerate(ratings)
    ]


def _superiority(rated: Floats) -> Floats:
    left, right = rated[:, :, None], rated[:, None, :]
    better = np.where(left > right, 1.0, np.where(left == right, 0.5, 0.0))
    known = ~(np.isnan(left) | np.isnan(right))
    number = known.sum(axis=0)
    above = np.where(known, better, 0.0).sum(axis=0)
    shares: Floats = np.divide(above, number, out=np.full(above.shape, np.nan), where=number > 0)
    return shares
