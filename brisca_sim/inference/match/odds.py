"""Who wins a match and how long it takes: worked out exactly, or simulated."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from brisca_sim.errors import BriscaError, shown
from brisca_sim.inference.match.cost import MOST_STEPS, exact_cost, expected_hands
from brisca_sim.inference.match.endings import Endings
from brisca_sim.inference.match.formats import MOST_HANDS, Format
from brisca_sim.inference.match.hands import NOBODY, Floats, Hands
from brisca_sim.inference.match.playing import play_matches
from brisca_sim.inference.match.races import race_for_points, race_for_wins
from brisca_sim.inference.match.totals import compare_totals
from brisca_sim.stats import Interval, normal_quantile

SEED: Final = 20_190_709
MATCHES: Final = 20_000
_MOST_DRAWS: Final = 10_000_000


@dataclass(frozen=True)
class Odds:
    """How a match comes out.

    Attributes
    ----------
    win : float64[sides]
        Probability that a side wins alone.
    draw : float
        Probability that the match is drawn.
    score : float64[sides]
        With a drawn match shared by those who are level; sums to 1.
    lengths : float64[hands + 1]
        Probability of each number of hands that count.
    exact : bool
        False if the match was simulated.
    win_intervals : list of (float, float) or None
        Wilson's, of the simulation; None if exact.
    matches : int
        Simulated matches; 0 if exact.
    """

    win: Floats
    draw: float
    score: Floats
    lengths: Floats
    exact: bool = True
    win_intervals: list[Interval] | None = None
    matches: int = 0

    @property
    def mean_length(self) -> float:
        """Mean number of hands."""
        return float(self.lengths @ np.arange(len(self.lengths)))


def match_odds(
    hands: Hands,
    how: Format,
    first: int | None = None,
    method: str = "auto",
    matches: int = MATCHES,
    seed: int = SEED,
    confidence: float = 0.95,
) -> Odds:
    """Who wins a match, and after how many hands.

    Hands of a match are independent and depend on who is mano, which moves on by one after every
    hand that counts; the first mano is drawn at random unless it is given.

    Parameters
    ----------
    hands : Hands
    how : Format
    first : int, optional
        The row of `hands` for the first hand; None draws it at random.
    method : str
        ``exact``, ``simulate``, or ``auto``: exact where that does not take too long.
    matches : int
        To simulate; fewer, down to 1000, if they are long.
    seed, confidence
        Of a simulation.

    Raises
    ------
    BriscaError
        If points are needed and not known, the match never ends or is too long to work out.
    """
    _check_first(hands, first)
    _check_ends(hands, how)
    if method not in ("auto", "exact", "simulate"):
        raise BriscaError(f"method {shown(method)}: takes auto, exact or simulate")
    feasible = method != "simulate" and _feasible(hands, how)
    if method == "exact" and not feasible:
        raise BriscaError(f"match {how.kind}:{how.number} is too long for an exact answer")
    if feasible:
        return _exact(hands, how, first)
    return _simulated(hands, how, first, matches, seed, confidence)


def _check_first(hands: Hands, first: int | None) -> None:
    if first is not None and not 0 <= first < len(hands.probabilities):
        raise BriscaError(f"first hand {first}: takes 0 to {len(hands.probabilities) - 1}")


def _check_ends(hands: Hands, how: Format) -> None:
    """Refuse a race in which nobody ever moves."""
    if how.redeal:
        hands.without_draws()
    moving = hands.gains(how).any(axis=1) | hands.ends
    if how.kind in ("first_to", "points") and not hands.probabilities[:, moving].any():
        raise BriscaError(f"match {how.kind}:{how.number} never ends: no hand brings anything")


def _exact(hands: Hands, how: Format, first: int | None) -> Odds:
    endings = Endings(hands.sides)
    for start, weight in _starts(hands, how, first):
        if how.kind in ("hands", "time"):
            compare_totals(hands, how, start, weight, endings)
            continue
        counted = hands.without_draws() if how.redeal else hands
        if how.kind == "points":
            race_for_points(counted, how, start, weight, endings)
        else:
            race_for_wins(counted, how, start, weight, endings)
    return Odds(*endings.shares())


def _starts(hands: Hands, how: Format, first: int | None) -> Iterator[tuple[int, float]]:
    """First places of the mano that make a difference, and how likely they are."""
    rows = hands.probabilities
    whole = how.kind == "hands" and how.number % len(rows) == 0 and not hands.ends.any()
    if first is not None or whole or (rows == rows[0]).all():
        yield first or 0, 1.0
        return
    for start in range(len(rows)):
        yield start, 1 / len(rows)


def _feasible(hands: Hands, how: Format) -> bool:
    """Whether the exact answer takes no longer than a few seconds."""
    return exact_cost(hands, how) <= MOST_STEPS


def _simulated(
    hands: Hands, how: Format, first: int | None, matches: int, seed: int, confidence: float
) -> Odds:
    expected = expected_hands(hands, how)
    if expected > MOST_HANDS:
        raise BriscaError(
            f"match {how.kind}:{how.number} takes about {expected:.0f} hands:"
            f" take a match of at most {MOST_HANDS}"
        )
    if matches < 1:
        raise BriscaError(f"matches = {matches}: takes at least 1")
    number = min(matches, max(1000, int(_MOST_DRAWS / max(expected, 1.0))))
    totals, ended_by, length = play_matches(hands, how, first, number, seed)
    totals = -totals if how.fewest and how.counts_points else totals
    best = totals == totals.max(axis=1, keepdims=True)
    early = ended_by != NOBODY
    best[early] = ended_by[early, None] == np.arange(hands.sides)
    sole = best & (best.sum(axis=1, keepdims=True) == 1)
    wins = sole.sum(axis=0)
    return Odds(
        win=wins / number,
        draw=(number - int(wins.sum())) / number,
        score=(best / best.sum(axis=1, keepdims=True)).mean(axis=0),
        lengths=np.bincount(length) / number,
        exact=False,
        win_intervals=[wilson(int(count), number, confidence) for count in wins],
        matches=number,
    )


def wilson(successes: int, number: int, confidence: float) -> Interval:
    """Wilson's interval for a share of independent trials."""
    z2 = normal_quantile(confidence) ** 2
    centre = (successes + z2 / 2) / (number + z2)
    spread = successes * (number - successes) / number + z2 / 4
    half = math.sqrt(z2 * spread) / (number + z2)
    return max(0.0, centre - half), min(1.0, centre + half)
