"""Who wins a match: the hands of a lineup are played and counted, the match is worked out from them."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.counts import POINT_BINS, WHOLE
from brisca_sim.errors import BriscaError
from brisca_sim.inference.match import (
    MATCHES,
    NOBODY,
    Fair,
    Format,
    Hands,
    Odds,
    OddsBands,
    fair_hands,
    match_bands,
    match_odds,
    parse_format,
)
from brisca_sim.options import OPTIONS
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_together
from brisca_sim.stats import Interval, normal_quantile
from brisca_sim.table import Table
from brisca_sim.version import VERSION

SCHEMA = "brisca-match/1"
USUAL = "best_of:3"
"""The match that is played when none is asked for."""
_SCORE, _POINTS = 0, 1
_DECK_POINTS = POINT_BINS - 1
_RESAMPLES = 200
_SIMULATED_RESAMPLES = 100
"""Where every resample is simulated, which takes long."""
_LEAST = 1e-9
"""Lengths of a match that are less likely than this are left out of the document."""

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Results:
    """Hands of a lineup by result, for each place of the mano.

    Attributes
    ----------
    deals : int
    points : int64[classes, sides]
    winners : int64[classes]
        Winning side, or `NOBODY`.
    ends : bool[classes]
        Won by a mano negra that wins the match.
    counts : int64[rotations, classes]
        Row h for hands in which place h of the lineup is mano.
    complete : bool
    elapsed : float
    """

    deals: int
    points: Ints
    winners: Ints
    ends: NDArray[np.bool_]
    counts: Ints
    complete: bool = True
    elapsed: float = 0.0

    def hands(self, how: Format) -> Hands:
        """The hands as a match of this format sees them: without points where only wins count."""
        sides = self.points.shape[1]
        if how.counts_points:
            return Hands.of_classes(self.counts, self.winners, self.points, sides, self.ends)
        code = 2 * self.winners + self.ends
        kinds, where = np.unique(code, return_inverse=True)
        counts = np.zeros((len(self.counts), len(kinds)), dtype=np.int64)
        for row, own in zip(counts, self.counts, strict=True):
            np.add.at(row, where, own)
        winners = np.asarray(kinds // 2, dtype=np.int64)
        return Hands.of_classes(counts, winners, None, sides, kinds % 2 == 1)


def match_of(rules: Rules, *, named: bool) -> str:
    """The match to be played; a single hand is what `run` reports, so it has to be `named`."""
    return rules.match if named or rules.match != OPTIONS["match"].default else USUAL


def format_of(rules: Rules, text: str) -> Format:
    """The match to be played under these rules.

    Raises
    ------
    BriscaError
        If `text` is no match, or counts what the hands do not tell.
    """
    how = parse_format(text, rules.hands_count, rules.hand_minutes, rules.tie, rules.objective)
    if how.counts_points and rules.objective == "fewest" and rules.reverse_counts == "tricks":
        raise BriscaError(
            f"match {text} adds up points, and reverse_counts = tricks counts tricks: take a match"
            " of hands won, as best_of:3"
        )
    return how


def play_results(
    table: Table,
    deals: int,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Play a lineup and count the results of its hands.

    Parameters
    ----------
    table, deals, threads, progress
        As in `brisca_sim.simulation.play_deals`.

    Raises
    ------
    StrategyError
        If a strategy fails.
    KeyboardInterrupt
        If not even one deal was finished.
    """
    tally = _Tally(table)
    outcome = play_together([table], deals, tally.enter, threads=threads, progress=progress)
    if tally.deals == 0:
        raise KeyboardInterrupt
    return tally.results(outcome.complete, outcome.elapsed)


class _Tally:
    """Counts hands by a code of their result: points of each side, winner, end of the match."""

    def __init__(self, table: Table) -> None:
        self.sides, self.rotations = table.rules.sides, table.seatings
        self.negra_ends = table.rules.mano_negra == "match"
        self.deals = 0
        self.codes = [np.zeros(0, dtype=np.int64) for _ in range(self.rotations)]
        self.counts = [np.zeros(0, dtype=np.int64) for _ in range(self.rotations)]

    def enter(self, rows: Sequence[Ints]) -> bool:
        (row,) = rows
        self.deals += len(row)
        code = self._coded(row)
        for place in range(self.rotations):
            new, number = np.unique(code[:, place], return_counts=True)
            both = np.concatenate((self.codes[place], new))
            self.codes[place], where = np.unique(both, return_inverse=True)
            total = np.zeros(len(self.codes[place]), dtype=np.int64)
            np.add.at(total, where, np.concatenate((self.counts[place], number)))
            self.counts[place] = total
        return False

    def _coded(self, row: Ints) -> Ints:
        """One number for each hand, int64[deals, seatings]."""
        score, points = row[..., _SCORE], row[..., _POINTS]
        won = score == WHOLE
        winner = np.where(won.any(axis=2), won.argmax(axis=2), NOBODY)
        # Only a mano negra leaves cards uncounted: as, tres and rey of trumps are still in a hand.
        ends = self.negra_ends & (points.sum(axis=2) < _DECK_POINTS)
        code = 2 * (winner + 1) + ends
        for side in range(self.sides):
            code = code * POINT_BINS + points[..., side]
        return np.asarray(code, dtype=np.int64)

    def results(self, complete: bool, elapsed: float) -> Results:
        codes = np.unique(np.concatenate(self.codes))
        counts = np.zeros((self.rotations, len(codes)), dtype=np.int64)
        for row, own, number in zip(counts, self.codes, self.counts, strict=True):
            row[np.searchsorted(codes, own)] = number
        points = np.zeros((len(codes), self.sides), dtype=np.int64)
        rest = codes
        for side in reversed(range(self.sides)):
            rest, points[:, side] = np.divmod(rest, POINT_BINS)
        return Results(self.deals, points, rest // 2 - 1, rest % 2 == 1, counts, complete, elapsed)


def match_document(
    table: Table,
    results: Results,
    how: Format,
    command: str,
    confidence: float = 0.95,
    fair: float | None = None,
) -> dict[str, Any]:
    """The document of a match, schema ``brisca-match/1``.

    Parameters
    ----------
    table : Table
    results : Results
    how : Format
    command : str
        The command line that was typed.
    confidence : float
    fair : float, optional
        Probability with which the better side is to win, see `fair_hands`.

    Raises
    ------
    BriscaError
        If the match never ends, or a fair number of hands takes two sides.
    """
    hands = results.hands(how)
    odds = match_odds(hands, how, matches=MATCHES, confidence=confidence)
    bands = _bands(hands, how, odds, confidence)
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "version": VERSION,
        "command": command,
        "format": f"{how.kind}:{how.number}",
        **table.describe(),
        "strategies": [strategy.describe() for strategy in table.lineup],
        "sides": table.side_names,
        "deals": results.deals,
        "seatings": table.seatings,
        "hands": results.deals * table.seatings,
        "complete": results.complete,
        **_odds(odds, bands),
        "confidence": confidence,
        "warnings": table.warnings,
        "elapsed_s": round(results.elapsed, 3),
        "digest": digest(table, results),
    }
    if fair is not None:
        document["fair"] = _fair(table, results, how, fair, confidence)
    return document


def _odds(odds: Odds, bands: OddsBands) -> dict[str, Any]:
    """Chances of a match; intervals hold what the hands leave open, and what a simulation does."""
    win = odds.win.tolist()
    own = odds.win_intervals or [(value, value) for value in win]
    return {
        "win": win,
        "win_ci": [list(_joint(*three)) for three in zip(win, bands.win, own, strict=True)],
        "draw": odds.draw,
        "draw_ci": list(bands.draw),
        "score": odds.score.tolist(),
        "score_ci": [list(ends) for ends in bands.score],
        "hands_mean": odds.mean_length,
        "hands_mean_ci": list(bands.mean_length),
        "hands_distribution": {
            str(length): value for length, value in enumerate(odds.lengths.tolist())
            if value > _LEAST
        },
        "exact": odds.exact,
        "matches": odds.matches,
    }  # fmt: skip


def _bands(hands: Hands, how: Format, odds: Odds, confidence: float) -> OddsBands:
    """What the number of hands leaves open.

    Three sides and more that add up points take too long for exact resamples.  What chance the
    simulations share is not what the measured match is off by, so their bands have a width but no
    place: they are laid around the figures.
    """
    if hands.sides == 2 or not how.counts_points:
        return match_bands(hands, how, resamples=_RESAMPLES, confidence=confidence)
    found = match_bands(hands, how, resamples=_SIMULATED_RESAMPLES, confidence=confidence)
    return OddsBands(
        [_around(*pair) for pair in zip(odds.win.tolist(), found.win, strict=True)],
        [_around(*pair) for pair in zip(odds.score.tolist(), found.score, strict=True)],
        _around(odds.draw, found.draw),
        _around(odds.mean_length, found.mean_length, math.inf),
    )


def _around(value: float, band: Interval, most: float = 1.0) -> Interval:
    half = (band[1] - band[0]) / 2
    return max(0.0, value - half), min(most, value + half)


def _joint(value: float, *intervals: Interval) -> Interval:
    """Two independent uncertainties of one probability: their half-widths add up in squares."""
    low = math.hypot(*(max(value - low, 0.0) for low, _ in intervals))
    high = math.hypot(*(max(high - value, 0.0) for _, high in intervals))
    return max(0.0, value - low), min(1.0, value + high)


def _fair(
    table: Table, results: Results, how: Format, probability: float, confidence: float
) -> dict[str, Any]:
    by = Format("hands", 1, how.by_wins, how.fewest, how.redeal)
    hands = results.hands(by)
    found = fair_hands(hands, probability, by)
    ends = _fair_interval(hands, by, found, confidence)
    return {
        "probability": probability,
        "name": None if found.side is None else table.side_names[found.side],
        "hands": found.hands,
        "hands_ci": ends,
        "score": found.score,
        "counts": "hands won" if how.by_wins else "points",
    }


def _fair_interval(
    hands: Hands, how: Format, found: Fair, confidence: float
) -> list[int | None] | None:
    """About which numbers of hands the results leave open; an end is None if there is no limit.

    The number falls with the square of the lead per hand, and the lead is what is uncertain.
    Seatings of a deal are taken as independent, which makes it rather too wide.
    """
    if found.hands is None or hands.counts is None:
        return None
    counted = hands.without_draws() if how.redeal else hands
    standing = counted.standing(how)
    lead, rows = standing[:, 0] - standing[:, 1], counted.probabilities
    means = rows @ lead
    number = hands.counts.sum(axis=1) * (_kept(hands) if how.redeal else 1.0)
    error = math.sqrt(float(((rows @ lead**2 - means**2) / number).sum())) / len(rows)
    mean, half = abs(float(means.mean())), normal_quantile(confidence) * error
    low = max(1, math.floor(found.hands * (mean / (mean + half)) ** 2))
    if mean <= half:
        return [low, None]
    return [low, math.ceil(found.hands * (mean / (mean - half)) ** 2)]


def _kept(hands: Hands) -> NDArray[np.float64]:
    """Share of the hands that are not dealt again, by place of the mano."""
    kept: NDArray[np.float64] = hands.probabilities[:, hands.winners != NOBODY].sum(axis=1)
    return kept


def arrays_of(results: Results) -> dict[str, NDArray[Any]]:
    """The integer counts by name."""
    return {
        "deals": np.array([results.deals], dtype=np.int64),
        "points": results.points,
        "winners": results.winners,
        "ends": results.ends.astype(np.int64),
        "counts": results.counts,
    }


def digest(table: Table, results: Results) -> str:
    """SHA-256 over the table and the counts of hands; nothing in it depends on time or machine."""
    text = json.dumps(table.describe(), sort_keys=True, separators=(",", ":"))
    sha = hashlib.sha256(text.encode())
    for name, array in arrays_of(results).items():
        sha.update(name.encode())
        sha.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
    return sha.hexdigest()
