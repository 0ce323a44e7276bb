"""What the number of hands that were counted leaves open about a match."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from brisca_sim.errors import BriscaError
from brisca_sim.inference.match.cost import MOST_STEPS, exact_cost
from brisca_sim.inference.match.formats import Format
from brisca_sim.inference.match.hands import Floats, Hands, Ints
from brisca_sim.inference.match.odds import SEED, Odds, match_odds
from brisca_sim.stats import Interval


@dataclass(frozen=True)
class OddsBands:
    """Percentiles of a match over resampled hands.

    Attributes
    ----------
    win, score : list of (float, float)
        By side.
    draw, mean_length : (float, float)
    """

    win: list[Interval]
    score: list[Interval]
    draw: Interval
    mean_length: Interval


def match_bands(
    hands: Hands,
    how: Format,
    first: int | None = None,
    resamples: int = 200,
    seed: int = SEED,
    confidence: float = 0.95,
    matches: int = 4000,
) -> OddsBands:
    """What the number of hands that were counted leaves open about a match.

    The hands of each place of the mano are resampled by a multinomial of their own.  Seatings of
    one deal make up for each other's luck, so bands are rather too wide than too short.

    Parameters
    ----------
    hands : Hands
        With counts.
    how, first, seed, confidence
        As for `match_odds`.
    resamples : int
    matches : int
        Where exact answers would take too long, simulated matches for each resample.

    Raises
    ------
    BriscaError
        If the hands have no counts, or as for `match_odds`.
    """
    if hands.counts is None:
        raise BriscaError("bands of a match need counts of hands, not probabilities")
    if resamples < 2 or not 0 < confidence < 1:
        raise BriscaError("bands take at least 2 resamples and a confidence between 0 and 1")
    random = np.random.Generator(np.random.PCG64(seed))
    exact = exact_cost(hands, how) * resamples <= 2 * MOST_STEPS
    method = "exact" if exact else "simulate"
    found = []
    for _ in range(resamples):
        drawn = replace(hands, probabilities=_resampled(hands.counts, random), counts=None)
        found.append(_figures(match_odds(drawn, how, first, method, matches, seed)))
    values = np.stack(found)
    if not exact:
        # What chance the resamples share is taken out again: their spread lies around the figure.
        values += _figures(match_odds(hands, how, first)) - values.mean(axis=0)
        values[:, :-1] = np.clip(values[:, :-1], 0, 1)
    bands = _percentiles(values, confidence)
    sides = hands.sides
    return OddsBands(bands[:sides], bands[sides : 2 * sides], bands[-2], bands[-1])


def _resampled(counts: Ints, random: np.random.Generator) -> Floats:
    deals = counts.sum(axis=1)
    rows = [random.multinomial(n, c / n) / n for n, c in zip(deals, counts, strict=True)]
    return np.stack(rows)


def _figures(odds: Odds) -> Floats:
    return np.concatenate((odds.win, odds.score, [odds.draw, odds.mean_length]))


def _percentiles(values: Floats, confidence: float) -> list[Interval]:
    tail = (1 - confidence) / 2
    low = np.quantile(values, tail, axis=0, method="lower")
    high = np.quantile(values, 1 - tail, axis=0, method="higher")
    return list(zip(low.tolist(), high.tolist(), strict=True))
