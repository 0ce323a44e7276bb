"""Bradley-Terry ratings of a tournament on an Elo scale, with intervals from resampling deals.

A pairing counts with the shares of the score that its first strategy made of each deal, halves and
other fractions included: a quasi-likelihood, whose maximum makes every strategy's total share what
its rating expects.  No prior is added, so a strategy that lost nothing at all has no finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError, listed, shown

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

ELO = 400 / math.log(10)
"""Elo points of one unit of log odds."""
SEED = 20_190_709
_STEPS = 200
_ENOUGH = 1e-7
_ROUNDING = 1e-14


@dataclass(frozen=True)
class Histogram:
    """Deals of one pairing by the share of the score that its first strategy made.

    Attributes
    ----------
    counts : int64[bins]
    values : float64[bins]
        The share of each bin, 0 to 1.
    """

    counts: NDArray[np.int64]
    values: Floats

    def turned(self) -> Histogram:
        """The same deals seen from the second strategy."""
        return Histogram(self.counts, 1 - self.values)

    def ordered(self) -> Histogram:
        """The same deals with the smallest share first."""
        order = np.argsort(self.values, kind="stable")
        return Histogram(self.counts[order], self.values[order])


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
        _check_pair(names, i, j, pairings[i, j])
        turned = names[i] > names[j]
        histogram = (pairings[i, j].turned() if turned else pairings[i, j]).ordered()
        deals = int(histogram.counts.sum())
        if deals == 0:
            continue
        resampled = random.multinomial(deals, histogram.counts / deals, size=draws)
        sums = np.vstack((histogram.counts, resampled)) @ histogram.values
        a, b = (j, i) if turned else (i, j)
        total[:, a, b], total[:, b, a] = sums, _rest(deals, sums)
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
    blocks, played = _checked_blocks(names, pairs, totals, deals)
    number, draws = len(blocks), settings.resamples
    random = np.random.Generator(np.random.PCG64(settings.seed))
    picked = random.multinomial(number - 1, np.full(number, 1 / number), size=draws)
    uses = np.vstack((np.ones(number, dtype=np.int64), picked)).astype(np.float64)
    total, weight = (np.zeros((1 + draws, len(names), len(names))) for _ in range(2))
    sums, counts = uses @ blocks, uses @ played
    for column, (i, j) in enumerate(pairs):
        total[:, i, j] += sums[:, column]
        total[:, j, i] += _rest(counts[:, column], sums[:, column])
        weight[:, i, j] += counts[:, column]
        weight[:, j, i] += counts[:, column]
    return _rate(names, total, weight, settings)


def table_pairs(
    lineups: Sequence[Sequence[int]], sums: Floats, deals: NDArray[np.int64]
) -> tuple[list[tuple[int, int]], Floats, Floats]:
    """Comparisons of two within tables of three or more, each for himself, ready for `rate_blocks`.

    On a deal that gives i and j the shares x and y of the score, i makes (1 + x - y) / 2 of the
    comparison: what they did to each other and to the rest counts the same, and at a table of two
    it is i's share itself.  A hand won by a third player is half each, so ratings from such tables
    lie closer together than from tables of two; compare only those of tables of one size.

    Parameters
    ----------
    lineups : sequence of sequence of int
        Strategies at each table, as indices of names; two seats of one strategy are not compared.
    sums : float64[blocks, lineups, players]
        Sum over the deals of a block of each one's share of the deal's score.
    deals : int64[blocks]

    Returns
    -------
    pairs, totals, deals
        As `rate_blocks` takes them.
    """
    pairs, columns = [], []
    for table, lineup in enumerate(lineups):
        for a in range(len(lineup)):
            for b in range(a + 1, len(lineup)):
                if lineup[a] != lineup[b]:
                    pairs.append((lineup[a], lineup[b]))
                    columns.append((deals + sums[:, table, a] - sums[:, table, b]) / 2)
    if not pairs:
        raise BriscaError("ratings need a table with two different strategies")
    totals = np.stack(columns, axis=1)
    return pairs, totals, np.repeat(deals[:, None].astype(np.float64), len(pairs), axis=1)


def _rest(deals: Floats | int, sums: Floats) -> Floats:
    """What the second strategy made; a remainder of rounding is nothing, and not a win."""
    rest: Floats = deals - sums
    return np.where(rest <= 1e-12 * np.asarray(deals), 0.0, rest)


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


def _check_pair(names: Sequence[str], i: int, j: int, histogram: Histogram) -> None:
    if not 0 <= i < j < len(names):
        raise BriscaError(f"pairing ({i}, {j}): takes two of {len(names)} names, the lower first")
    counts, values = histogram.counts, histogram.values
    where = f"pairing {names[i]} against {names[j]}"
    if counts.ndim != 1 or counts.shape != values.shape:
        raise BriscaError(f"{where}: counts and values must be two lists of one length")
    if (counts < 0).any() or not ((values >= 0) & (values <= 1)).all():
        raise BriscaError(f"{where}: counts cannot be negative, and shares lie between 0 and 1")


def _checked_blocks(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    totals: Floats,
    deals: NDArray[np.int64] | Floats,
) -> tuple[Floats, Floats]:
    sums = np.asarray(totals, dtype=np.float64)
    if sums.ndim != 2 or sums.shape[0] < 2 or sums.shape[1] != len(pairs):
        raise BriscaError("blocks: takes a sum for each of at least two blocks and of each pairing")
    played = np.asarray(deals, dtype=np.float64)
    if played.shape not in (sums.shape[:1], sums.shape):
        raise BriscaError("blocks: takes one number of deals a block, or one a block and pairing")
    played = np.broadcast_to(played[:, None] if played.ndim == 1 else played, sums.shape)
    for i, j in pairs:
        if i == j or not (0 <= i < len(names) and 0 <= j < len(names)):
            raise BriscaError(f"pairing ({i}, {j}): takes two different ones of {len(names)} names")
    slack = 1e-9 * (1 + played)
    if not ((sums >= -slack) & (sums <= played + slack)).all():
        raise BriscaError("blocks: a sum of shares lies between 0 and the number of deals")
    return np.clip(sums, 0, played), played


def _rate(names: Sequence[str], total: Floats, weight: Floats, settings: Settings) -> Ratings:
    """Ratings from totals and numbers of deals, the measured ones first and then the resamples."""
    reach = _reach(total > 0)
    centre = _centre(reach[0], names, settings.anchor)
    theta = _fit(total, weight, reach)
    rated = _placed(theta, reach, centre, settings)
    scores = np.divide(total, weight, out=np.full_like(total, np.nan), where=weight > 0)
    scores[:, range(len(names)), range(len(names))] = 0.5
    components = _components(weight[0] > 0)
    ratings = [None if math.isnan(value) else float(value) for value in rated[0]]
    return Ratings(
        names=tuple(names),
        ratings=ratings,
        intervals=_intervals(ratings, rated[1:], settings.confidence),
        scores=scores[0],
        superiority=_superiority(rated[1:]),
        cycles=_cycles(names, scores, settings.longest_cycle),
        components=[[names[i] for i in component] for component in components],
        warnings=list(_warnings(names, components, ratings, settings.anchor)),
        samples=scores[1:],
    )


def _reach(beats: Flags) -> Flags:
    """Who has made something of whom, directly or through others, oneself included."""
    size = beats.shape[-1]
    reach = beats | np.eye(size, dtype=np.bool_)
    for _ in range(max(1, (size - 1).bit_length())):
        # float32 multiplies fast, and counts up to the number of names are exact in it.
        steps = reach.astype(np.float32)
        reach = steps @ steps > 0
    return reach


def _centre(reach: Flags, names: Sequence[str], anchor: str | None) -> int:
    """A strategy of the group that gets finite ratings: the anchor's, or else the largest."""
    if anchor is not None:
        return list(names).index(anchor)
    sizes = (reach & reach.T).sum(axis=1)
    # The first name of the alphabet among equals, whatever the order of the lineup.
    return min(range(len(names)), key=lambda i: (-sizes[i], names[i]))


def _fit(total: Floats, weight: Floats, reach: Flags) -> Floats:
    """Maximum likelihood strengths in log odds, zero on average within each group.

    A finite maximum exists just within groups whose members have all made something of each other,
    directly or through others (Ford, 1957); pairings across groups say only which is above.
    """
    same = reach & reach.transpose(0, 2, 1)
    weight, gained = np.where(same, weight, 0.0), np.where(same, total, 0.0)
    diagonal = np.arange(weight.shape[1])
    theta = np.zeros(weight.shape[:2])
    scale = np.maximum(weight.sum(axis=2), 1.0)
    for _ in range(_STEPS):
        # Beyond 700 the exponential overflows, and nothing is left of the share anyway.
        behind = np.minimum(theta[:, None, :] - theta[:, :, None], 700.0)
        expected = 1 / (1 + np.exp(behind))
        slope = (gained - weight * expected).sum(axis=2)
        curve = weight * expected * expected.transpose(0, 2, 1)
        # The mean of a group is free: any pull on it makes the matrix invertible, none is left over.
        bend = same * np.maximum(curve.max(axis=(1, 2)), 1e-300)[:, None, None] - curve
        bend[:, diagonal, diagonal] += curve.sum(axis=2)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        # Damped as a quasi-self-concordant function needs it to rise with every step.
        apart = np.abs(step[:, :, None] - step[:, None, :]) * (weight > 0)
        spread = np.maximum(apart.max(axis=(1, 2))[:, None], 1e-300)
        theta += step * np.log1p(spread) / spread
        # Or the slope is what rounding leaves of sums of this size.
        if ((spread <= _ENOUGH) | (np.abs(slope) <= _ROUNDING * scale).all(axis=1)[:, None]).all():
            return theta - _means(theta, same)
    raise BriscaError("the ratings do not converge: a strategy made next to nothing of its deals")


def _means(theta: Floats, group: Flags) -> Floats:
    sums: Floats = np.einsum("bij,bj->bi", group.astype(np.float64), theta)
    return np.asarray(sums / group.sum(axis=2))


def _placed(theta: Floats, reach: Flags, centre: int, settings: Settings) -> Floats:
    """Elo ratings as seen from the group of `centre`: infinite above or below it, NaN beside it."""
    up, down = reach[:, :, centre], reach[:, centre, :]
    shift = theta[:, centre] if settings.anchor is not None else 0.0
    rated = ELO * (theta - np.reshape(shift, (-1, 1))) + settings.anchor_value
    rated = np.where(up & ~down, np.inf, np.where(down & ~up, -np.inf, rated))
    return np.where(up | down, rated, np.nan)


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


def _cycles(names: Sequence[str], scores: Floats, longest: int) -> list[Cycle]:
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


def _components(met: Flags) -> list[list[int]]:
    reach = _reach(met | met.T)
    firsts = [i for i in range(len(met)) if not reach[i, :i].any()]
    return [np.flatnonzero(reach[i]).tolist() for i in firsts]


def _warnings(
    names: Sequence[str],
    components: Sequence[Sequence[int]],
    ratings: Sequence[float | None],
    anchor: str | None,
) -> Iterator[str]:
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
