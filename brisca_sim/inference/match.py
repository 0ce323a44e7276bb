"""Who wins a match, and how long it takes, from the results of its hands.

Hands of a match are independent and depend on who is mano, which moves on by one after every hand that
counts; the first mano is drawn at random unless it is given.  Where the rules leave it open:

- A tied hand that is dealt again has the same mano, and neither its points nor the hand count, but it
  takes its time.
- ``hands`` and ``time`` play all their hands; who is level at the end has drawn the match.
- ``best_of`` ends when nobody can catch up.  A drawn hand uses up its round, so the match can be drawn.
- ``time`` counts the hands that end in time; one that is still going on counts for nobody.
- Under al revés the fewest points are best: in ``points`` for him who has fewer when somebody has
  enough.
- Mano negra for the match ends it, whatever the totals say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError, shown
from brisca_sim.options import split_match
from brisca_sim.rules import Rules
from brisca_sim.stats import Interval, normal_quantile

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NOBODY: Final = -1
"""The winner of a drawn hand."""
SEED: Final = 20_190_709
MATCHES: Final = 20_000
_MOST_CELLS: Final = 1 << 22
_MOST_STEPS: Final = 200_000_000
_MOST_DRAWS: Final = 10_000_000
_MOST_HANDS: Final = 100_000
_REST: Final = 1e-13


@dataclass(frozen=True)
class Format:
    """How a match is decided.

    Attributes
    ----------
    kind : str
        ``hands``, ``points``, ``best_of``, ``first_to`` or ``time``.
    number : int
        Hands, points, rounds, hands won or minutes.
    by_wins : bool
        Whether `hands` counts hands won instead of points.
    fewest : bool
        Whether the fewest points are best (al revés).
    redeal : bool
        Whether a tied hand is dealt again.
    hand_minutes : float
        What a hand takes in a match over a time.
    """

    kind: str
    number: int
    by_wins: bool = False
    fewest: bool = False
    redeal: bool = False
    hand_minutes: float = 5.0

    @classmethod
    def of_rules(cls, rules: Rules) -> Format:
        """The match that a rule book plays."""
        return parse_format(
            rules.match, rules.hands_count, rules.hand_minutes, rules.tie, rules.objective
        )

    @property
    def counts_points(self) -> bool:
        """Whether points decide, not hands won."""
        return self.kind in ("points", "time") or (self.kind == "hands" and not self.by_wins)

    @property
    def slots(self) -> int:
        """Hands that are dealt at most: those of `hands`, or those that end within the time."""
        if self.kind == "time":
            # By what was typed: a tenth of a minute is no binary fraction.
            return math.floor(self.number / Fraction(str(self.hand_minutes)))
        return self.number


def parse_format(
    text: str,
    hands_count: str = "points",
    hand_minutes: float = 5.0,
    tie: str = "draw",
    objective: str = "most",
) -> Format:
    """Read a match such as ``best_of:3``; the rest are options of the rules.

    Raises
    ------
    BriscaError
        If it is no match, or not one hand ends within its time.
    """
    kind, number = split_match(text)
    if not (hand_minutes > 0 and math.isfinite(hand_minutes)):
        raise BriscaError(f"hand_minutes = {shown(hand_minutes)}: takes a number above 0")
    found = Format(
        kind, number, hands_count == "wins", objective == "fewest", tie == "replay", hand_minutes
    )
    if found.slots < 1:
        raise BriscaError(
            f"match {text}: not one hand of {hand_minutes:g} minutes ends in time:"
            " take more minutes or a lower hand_minutes"
        )
    return found


@dataclass(frozen=True)
class Hands:
    """What can come of a hand, and how likely it is by who is mano.

    Attributes
    ----------
    probabilities : float64[rotations, classes]
        Row h for hands in which the mano is h seats further on than in the first; rows sum to 1.
    winners : int64[classes]
        Winning side, or `NOBODY`.
    ends : bool[classes]
        Whether the winner wins the whole match (mano negra).
    sides : int
    points : int64[classes, sides] or None
        Points (or tricks, if those count) of each side; None if only wins are known.
    counts : int64[rotations, classes] or None
        Hands that were counted, for bands.
    """

    probabilities: Floats
    winners: Ints
    ends: Flags
    sides: int
    points: Ints | None = None
    counts: Ints | None = None

    def __post_init__(self) -> None:
        shape = self.probabilities.shape
        if len(shape) != 2 or 0 in shape or self.sides < 2:
            raise BriscaError("hands: takes a row of probabilities for each place of the mano")
        if self.winners.shape != shape[1:] or self.ends.shape != shape[1:]:
            raise BriscaError("hands: takes a winner for each class of results")
        if self.points is not None and self.points.shape != (shape[1], self.sides):
            raise BriscaError("hands: takes the points of each side for each class of results")
        rows = self.probabilities
        if not (rows >= -1e-12).all() or not (np.abs(rows.sum(axis=1) - 1) < 1e-9).all():
            raise BriscaError("hands: probabilities must not be negative and must sum to 1")
        if ((self.winners < NOBODY) | (self.winners >= self.sides)).any():
            raise BriscaError(f"hands: a winner is a side from 0 to {self.sides - 1}, or nobody")
        if (self.ends & (self.winners == NOBODY)).any():
            raise BriscaError("hands: a hand that nobody wins cannot win the match")

    @classmethod
    def of_classes(
        cls, weights: Floats | Ints, winners: Ints, points: Ints | None, sides: int, ends: Flags
    ) -> Hands:
        """Hands from classes of results; whole weights are counts of hands.

        Raises
        ------
        BriscaError
            If a row is empty or something does not fit.
        """
        table = np.asarray(weights)
        totals = table.sum(axis=1, keepdims=True) if table.ndim == 2 else np.zeros(1)
        if table.ndim != 2 or not (table >= 0).all() or not (totals > 0).all():
            raise BriscaError("hands: every place of the mano needs results that are not negative")
        seen = np.flatnonzero(table.any(axis=0))
        kept = table[:, seen]
        counts = kept.astype(np.int64) if table.dtype.kind in "iu" else None
        rows = np.asarray(kept if counts is None else kept / totals, dtype=np.float64)
        return cls(rows, winners[seen], ends[seen], sides, _rows(points, seen), counts)

    @classmethod
    def of_wins(cls, wins: Floats | Ints, draws: Floats | Ints) -> Hands:
        """Hands of which only the winner is known.

        Parameters
        ----------
        wins : float64 or int64[rotations, sides]
        draws : float64 or int64[rotations]

        Raises
        ------
        BriscaError
            As for `of_classes`.
        """
        sides = wins.shape[1]
        whole = wins.dtype.kind in "iu" and draws.dtype.kind in "iu"
        weights = np.concatenate((wins, draws[:, None]), axis=1, dtype=np.int64 if whole else float)
        winners = np.append(np.arange(sides, dtype=np.int64), NOBODY)
        return cls.of_classes(weights, winners, None, sides, np.zeros(sides + 1, dtype=np.bool_))

    @classmethod
    def of_points(cls, table: Floats | Ints, total: int = 120) -> Hands:
        """Hands of two sides by points and outcome.

        Parameters
        ----------
        table : float64 or int64[rotations, outcomes, bins] or [rotations, outcomes, bins, bins]
            Outcomes are: side 0 won, side 1 won, nobody won and, if there are five, side 0 and
            side 1 won the match.  Bins are the points of side 0, and of side 1 if they are not
            `total` less those of side 0.
        total : int

        Raises
        ------
        BriscaError
            As for `of_classes`.
        """
        if table.ndim not in (3, 4) or table.shape[1] not in (3, 5):
            raise BriscaError("hands: takes 3 or 5 outcomes by the points of one or both sides")
        index = np.indices(table.shape[1:]).reshape(table.ndim - 1, -1)
        other = index[2] if table.ndim == 4 else total - index[1]
        points = np.stack((index[1], other), axis=1).astype(np.int64)
        winners = np.array([0, 1, NOBODY, 0, 1], dtype=np.int64)[index[0]]
        return cls.of_classes(table.reshape(len(table), -1), winners, points, 2, index[0] > 2)

    @classmethod
    def of_histograms(cls, table: Floats | Ints, total: int = 120, fewest: bool = False) -> Hands:
        """Hands of two sides by the points of side 0 alone, where points tell the winner.

        That is without mano negra, and with a draw (or a new deal) at equal points.

        Parameters
        ----------
        table : float64 or int64[rotations, bins]
        total : int
            Points of a hand, at least bins - 1.
        fewest : bool
            Whether the fewest points win.

        Raises
        ------
        BriscaError
            As for `of_classes`.
        """
        own = np.arange(table.shape[1], dtype=np.int64)
        points = np.stack((own, total - own), axis=1)
        best = (total - 2 * own) if fewest else (2 * own - total)
        winners = np.where(best > 0, 0, np.where(best < 0, 1, NOBODY))
        return cls.of_classes(table, winners, points, 2, np.zeros(len(own), dtype=np.bool_))

    def without_draws(self) -> Hands:
        """The hands that count where a tied hand is dealt again.

        Raises
        ------
        BriscaError
            If nothing but ties is possible with some mano.
        """
        kept = np.flatnonzero(self.winners != NOBODY)
        rows = self.probabilities[:, kept]
        totals = rows.sum(axis=1, keepdims=True)
        if not (totals > _REST).all():
            raise BriscaError("the match never ends: every hand is tied and dealt again")
        points = _rows(self.points, kept)
        return Hands(rows / totals, self.winners[kept], self.ends[kept], self.sides, points)

    def by_winner(self, ending: bool) -> Floats:
        """Probabilities, [rotations, sides], of a hand won that ends the match or does not."""
        columns = [(self.winners == side) & (self.ends == ending) for side in range(self.sides)]
        return np.stack([self.probabilities[:, c].sum(axis=1) for c in columns], axis=1)

    def gains(self, how: Format) -> Ints:
        """What a class of results adds to each side's total, int64[classes, sides]."""
        if not how.counts_points:
            return np.asarray(self.winners[:, None] == np.arange(self.sides), dtype=np.int64)
        if self.points is None:
            raise BriscaError(f"match {how.kind}:{how.number} needs the points of the hands")
        return self.points

    def standing(self, how: Format) -> Ints:
        """The same with the sign turned where the fewest points are best."""
        gains = self.gains(how)
        return np.asarray(-gains if how.fewest and how.counts_points else gains)


def _rows(points: Ints | None, kept: NDArray[np.intp]) -> Ints | None:
    return None if points is None else points[kept]


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


@dataclass
class _Tally:
    """Collects probability as matches end."""

    sides: int
    win: Floats = field(init=False)
    score: Floats = field(init=False)
    drawn: float = 0.0
    lengths: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.win, self.score = np.zeros(self.sides), np.zeros(self.sides)

    def won(self, side: int, mass: float, length: int) -> None:
        self.win[side] += mass
        self.score[side] += mass
        self._ended(mass, length)

    def ranked(self, totals: Floats | Ints, mass: Floats, length: int) -> None:
        """Matches that end with totals, [sides, ...], the largest of which is best."""
        best = totals == totals.max(axis=0)
        number = best.sum(axis=0)
        for side in range(self.sides):
            self.win[side] += mass[best[side] & (number == 1)].sum()
            self.score[side] += (mass * best[side] / number).sum()
        self.drawn += float(mass[number > 1].sum())
        self._ended(float(mass.sum()), length)

    def _ended(self, mass: float, length: int) -> None:
        self.lengths[length] = self.lengths.get(length, 0.0) + mass

    def odds(self) -> Odds:
        lengths = np.zeros(max(self.lengths) + 1)
        for length, mass in self.lengths.items():
            lengths[length] = max(mass, 0.0)
        # Rounding, and the little that was left when a race was broken off.
        whole = float(self.win.sum()) + self.drawn
        parts = np.clip(np.array([*self.win, self.drawn, *self.score]) / whole, 0.0, 1.0)
        win, score = parts[: self.sides], parts[self.sides + 1 :]
        return Odds(win, float(parts[self.sides]), score, lengths / lengths.sum())


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
    tally = _Tally(hands.sides)
    for start, weight in _starts(hands, how, first):
        if how.kind in ("hands", "time"):
            _totals(hands, how, start, weight, tally)
            continue
        counted = hands.without_draws() if how.redeal else hands
        if how.kind == "points":
            _points_race(counted, how, start, weight, tally)
        else:
            _wins_race(counted, how, start, weight, tally)
    return tally.odds()


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
    return _cost(hands, how) <= _MOST_STEPS


def _cost(hands: Hands, how: Format) -> float:
    """About how many additions the exact answer takes; infinite if there is none."""
    gains, rows = hands.gains(how), len(hands.probabilities)
    if how.kind in ("hands", "time"):
        cells = math.prod(_spans(gains, how.slots))
        rounds = how.slots if how.kind == "time" and how.redeal else 1
        return 10.0 * rows * rounds * cells if cells <= _MOST_CELLS else math.inf
    length = rows * _expected(hands, how)
    if how.kind == "points":
        step = int(gains.max()) + 1
        if hands.sides > 2:
            return math.inf
        if _constant(hands, gains):
            return 0.3 * (how.number + step) * step * length
        return 10.0 * (how.number + step) ** 2 * length
    target = how.number // 2 + 1 if how.kind == "best_of" else how.number
    return float(target) ** hands.sides * length


def _expected(hands: Hands, how: Format) -> float:
    """About how many hands a match can take, those that are dealt again included."""
    rows = hands.probabilities.mean(axis=0)
    drawn = float(rows[hands.winners == NOBODY].sum())
    if how.kind == "points":
        total = (
            hands.sides * (how.number + 1) / max(float(rows @ hands.gains(how).sum(axis=1)), _REST)
        )
    elif how.kind == "first_to":
        total = hands.sides * how.number / max(1 - drawn, _REST)
    else:
        return float(how.slots) / (max(1 - drawn, _REST) if how.redeal else 1.0)
    return total / (1 - drawn) if how.redeal and how.kind == "points" else total


# Totals: every hand is played, and then the sums are compared.


def _relative(gains: Ints) -> Ints:
    """What each other side gains on side 0, in the largest common unit."""
    ahead = gains[:, 1:] - gains[:, :1]
    unit = int(np.gcd.reduce(np.abs(ahead), axis=None))
    return np.asarray(ahead // max(unit, 1))


def _spans(gains: Ints, number: int) -> list[int]:
    """Cells along each axis, enough for what `number` hands can reach."""
    ahead = _relative(gains)
    spread = ahead.max(axis=0) - ahead.min(axis=0)
    return [_smooth(int(width) * number + 1) for width in spread]


def _smooth(size: int) -> int:
    """The next size, a power of two or three times one, that transforms fast."""
    power = 1 << (size - 1).bit_length()
    return power * 3 // 4 if power >= 4 and power * 3 // 4 >= size else power


def _totals(hands: Hands, how: Format, start: int, weight: float, tally: _Tally) -> None:
    """Sums by the product of the transforms of the hands."""
    finished = _finished(hands, how, start)
    counted = hands.without_draws() if how.redeal else hands
    rows, ending = counted.probabilities, counted.by_winner(True)
    places = [(start + hand) % len(rows) for hand in range(len(finished) - 1)]
    # Still to be played when hand h is reached: more than h hands have time to finish.
    reached = weight * np.cumsum(finished[::-1])[::-1]
    for hand, place in enumerate(places):
        for side in np.flatnonzero(ending[place]):
            tally.won(int(side), float(reached[hand + 1] * ending[place, side]), hand + 1)
        reached[hand + 2 :] *= 1 - ending[place].sum()
    _sums(counted, how, places, weight * finished, tally)


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


def _sums(hands: Hands, how: Format, places: list[int], finished: Floats, tally: _Tally) -> None:
    """Compare the totals after each number of hands that has a probability."""
    standing = hands.standing(how)
    shape, ahead = _spans(standing, len(places)), _relative(standing)
    transforms = _transforms(hands, ahead, shape)
    if finished[0] > 0:
        tally.ranked(np.zeros((hands.sides, 1)), finished[:1], 0)
    whole, done = np.ones_like(transforms[0]), 0
    for number in np.flatnonzero(finished[1:] > 0).tolist():
        number += 1
        whole = _product(whole, transforms, places[done:number])
        done = number
        mass = finished[number] * np.fft.irfftn(whole, s=shape, axes=range(len(shape)))
        tally.ranked(_grid(shape, ahead.min(axis=0) * done), mass, done)


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


# Races: the match ends when somebody has enough.


def _wins_race(hands: Hands, how: Format, start: int, weight: float, tally: _Tally) -> None:
    """`first_to` and `best_of`: the hands that each side has won, before anybody has enough."""
    rounds = how.number if how.kind == "best_of" else _MOST_HANDS
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
            tally.won(side, mass * ending[place, side], hand)
            moved = np.moveaxis(before, side, 0) * wins[place, side]
            tally.won(side, float(moved[-1].sum()), hand)
            np.moveaxis(alive, side, 0)[1:] += moved[:-1]
        if how.kind == "best_of":
            _settle(alive, rounds - hand, hand, tally)
        if alive.sum() <= _REST * weight:
            return
    raise BriscaError(f"match {how.kind}:{how.number} is too long: nearly every hand is a draw")


def _settle(alive: Floats, left: int, hand: int, tally: _Tally) -> None:
    """End the matches in which nobody can catch up, and all of them after the last round."""
    won = np.indices(alive.shape)
    ordered = np.sort(won, axis=0)
    over = (ordered[-1] - ordered[-2] > left) | (left == 0)
    tally.ranked(won[:, over], alive[over], hand)
    alive[over] = 0.0


def _constant(hands: Hands, gains: Ints) -> bool:
    totals = gains[~hands.ends].sum(axis=1)
    return bool(len(totals) and totals[0] > 0 and (totals == totals[0]).all())


def _points_race(hands: Hands, how: Format, start: int, weight: float, tally: _Tally) -> None:
    """`points` of two sides: all pairs of totals, before either has enough.

    Where every hand shares out as many points, the total of one side tells that of the other.
    """
    gains, ending = hands.gains(how), hands.by_winner(True)
    single, sign = _constant(hands, gains), -1 if how.fewest else 1
    steps = [_step(row[~hands.ends], gains[~hands.ends], single) for row in hands.probabilities]
    share = int(gains[~hands.ends][0].sum()) if single else 0
    alive, level = np.full((1,) if single else (1, 1), weight), 0.0
    for hand in range(1, _MOST_HANDS + 1):
        place = (start + hand - 1) % len(steps)
        mass = float(alive.sum()) + level
        for side in range(2):
            tally.won(side, mass * ending[place, side], hand)
        alive = _convolved(alive, steps[place])
        totals = _both(alive.shape, share * hand)
        over = totals.max(axis=0) >= how.number
        even = totals[0] == totals[1]
        decided = over & ~even
        tally.ranked(sign * totals[:, decided], alive[decided], hand)
        # Level with enough points: only what the next hands add to it counts.
        level = _play_off(hands, how, place, level, hand, tally) + float(alive[over & even].sum())
        alive = _trimmed(np.where(over, 0.0, alive), how.number)
        if float(alive.sum()) + level <= _REST * weight:
            return
    raise BriscaError(f"match points:{how.number} is too long: hands bring next to nothing")


def _step(row: Floats, gains: Ints, single: bool) -> Floats:
    """Probability of the points of side 0, or of both sides."""
    columns = gains[:, :1] if single else gains
    step = np.zeros(tuple(columns.max(axis=0, initial=0) + 1))
    np.add.at(step, tuple(columns.T), row)
    return step


def _convolved(alive: Floats, step: Floats) -> Floats:
    if alive.ndim == 1:
        return np.convolve(alive, step)
    shape = [_smooth(a + b - 1) for a, b in zip(alive.shape, step.shape, strict=True)]
    product = np.fft.rfft2(alive, s=shape) * np.fft.rfft2(step, s=shape)
    return np.asarray(np.fft.irfft2(product, s=shape))


def _both(shape: tuple[int, ...], total: int) -> Ints:
    index = np.indices(shape, dtype=np.int64)
    return index if len(shape) == 2 else np.concatenate((index, total - index))


def _trimmed(alive: Floats, number: int) -> Floats:
    return alive[(slice(0, number),) * alive.ndim]


def _play_off(
    hands: Hands, how: Format, place: int, level: float, hand: int, tally: _Tally
) -> float:
    """One more hand between sides that are level; returns what stays level."""
    if level == 0:
        return 0.0
    gains = hands.standing(how)
    row = np.where(hands.ends, 0.0, hands.probabilities[place]) * level
    for side in range(2):
        tally.won(side, float(row[gains[:, side] > gains[:, 1 - side]].sum()), hand)
    return float(row[gains[:, 0] == gains[:, 1]].sum())


# Simulation: hand by hand as the rules say, sharing nothing with the above.


def _simulated(
    hands: Hands, how: Format, first: int | None, matches: int, seed: int, confidence: float
) -> Odds:
    expected = _expected(hands, how)
    if expected > _MOST_HANDS:
        raise BriscaError(
            f"match {how.kind}:{how.number} takes about {expected:.0f} hands:"
            f" take a match of at most {_MOST_HANDS}"
        )
    if matches < 1:
        raise BriscaError(f"matches = {matches}: takes at least 1")
    number = min(matches, max(1000, int(_MOST_DRAWS / max(expected, 1.0))))
    totals, ended_by, length = _played(hands, how, first, number, seed)
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


def _played(
    hands: Hands, how: Format, first: int | None, number: int, seed: int
) -> tuple[Ints, Ints, Ints]:
    """Totals [matches, sides], who won the match at once (or nobody), and hands that counted."""
    random = np.random.Generator(np.random.PCG64(seed))
    rotations = len(hands.probabilities)
    gains, rows = hands.gains(how), np.cumsum(hands.probabilities, axis=1)
    place = random.integers(rotations, size=number) if first is None else np.full(number, first)
    totals = np.zeros((number, hands.sides), dtype=np.int64)
    ended_by, length = np.full(number, NOBODY), np.zeros(number, dtype=np.int64)
    open_ = np.arange(number)
    for dealt in range(1, 20 * _MOST_HANDS):
        draws = random.random(len(open_))
        result = np.empty(len(open_), dtype=np.int64)
        for row in range(rotations):
            here = place[open_] % rotations == row
            result[here] = np.searchsorted(rows[row], draws[here] * rows[row, -1], side="right")
        counts = (hands.winners[result] != NOBODY) | (not how.redeal)
        some, what = open_[counts], result[counts]
        totals[some] += gains[what]
        length[some] += 1
        place[some] += 1
        ended_by[some] = np.where(hands.ends[what], hands.winners[what], NOBODY)
        over = _over(totals[open_], length[open_], dealt, how) | (ended_by[open_] != NOBODY)
        open_ = open_[~over]
        if not len(open_):
            return totals, ended_by, length
    raise BriscaError(f"match {how.kind}:{how.number} is too long to simulate")


def _over(totals: Ints, length: Ints, dealt: int, how: Format) -> Flags:
    ordered = np.sort(totals, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    if how.kind == "first_to":
        return np.asarray(ordered[:, -1] >= how.number)
    if how.kind == "best_of":
        return np.asarray((lead > how.number - length) | (length == how.number))
    if how.kind == "points":
        margin = ordered[:, 1] - ordered[:, 0] if how.fewest else lead
        return np.asarray((ordered[:, -1] >= how.number) & (margin > 0))
    return np.asarray(length >= how.slots) | (how.kind == "time" and dealt >= how.slots)


def wilson(successes: int, number: int, confidence: float) -> Interval:
    """Wilson's interval for a share of independent trials."""
    z2 = normal_quantile(confidence) ** 2
    centre = (successes + z2 / 2) / (number + z2)
    spread = successes * (number - successes) / number + z2 / 4
    half = math.sqrt(z2 * spread) / (number + z2)
    return max(0.0, centre - half), min(1.0, centre + half)


# What the uncertainty of the hands leaves, and how long a match must be.


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
    exact = _cost(hands, how) * resamples <= 2 * _MOST_STEPS
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


@dataclass(frozen=True)
class Fair:
    """How many hands it takes until the better side mostly wins.

    Attributes
    ----------
    side : int or None
        The better side by its mean of what counts; None if both are equal.
    hands : int or None
        The least number; None if it is not reached.
    score : float
        Probability that the better side wins so many hands (or the most that were tried), a drawn
        match counted half; 0.5 if both are equal.
    """

    side: int | None
    hands: int | None
    score: float


def fair_hands(
    hands: Hands,
    probability: float = 0.8,
    how: Format | None = None,
    first: int | None = None,
    most: int = 10_000,
) -> Fair:
    """How many hands until the better of two sides wins ``hands:N`` with a given probability.

    An even number of hands can be drawn and an odd one favours who is mano once more; drawn matches
    count half and the first mano is drawn at random, so both are treated alike, and the
    least number is reported whichever it is.  Beyond 64 hands whole rounds of the deal
    are searched first.

    Parameters
    ----------
    hands : Hands
        Of two sides.
    probability : float
        Above 0.5 and below 1.
    how : Format, optional
        Its options; kind and number are without effect.  Points decide unless it says otherwise.
    first : int, optional
        As for `match_odds`.
    most : int
        So many hands are tried at most.

    Raises
    ------
    BriscaError
        If there are not two sides or the probability is out of range.
    """
    if hands.sides != 2:
        raise BriscaError(f"a fair number of hands takes two sides, not {hands.sides}")
    if not 0.5 < probability < 1:
        raise BriscaError(f"probability {probability}: takes a number above 0.5 and below 1")
    how = replace(how or Format("hands", 1), kind="hands")
    side = _better(hands, how)
    if side is None:
        return Fair(None, None, 0.5)

    def score(number: int) -> float:
        odds = match_odds(hands, replace(how, number=number), first, method="exact")
        return float(odds.score[side])

    for number in range(1, min(64, most) + 1):
        if score(number) >= probability:
            return Fair(side, number, score(number))
    found = _least(score, probability, len(hands.probabilities), most)
    return Fair(side, found, score(found or most))


def _better(hands: Hands, how: Format) -> int | None:
    counted = hands.without_draws() if how.redeal else hands
    standing = counted.standing(how)
    mean = counted.probabilities.mean(axis=0) @ (standing[:, 0] - standing[:, 1])
    return None if abs(mean) < 1e-12 else int(mean < 0)


def _least(
    score: Callable[[int], float], probability: float, rotations: int, most: int
) -> int | None:
    """Least number beyond 64, by halving over whole rounds of the deal, then hand by hand."""
    low, high = 64 // rotations, 128 // rotations
    while score(min(high * rotations, most)) < probability:
        if high * rotations >= most:
            return None
        low, high = high, 2 * high
    high = min(high, -(-most // rotations))
    while high - low > 1:
        middle = (low + high) // 2
        if score(middle * rotations) >= probability:
            high = middle
        else:
            low = middle
    tried = range(max(1, (low - 1) * rotations + 1), min(high * rotations, most) + 1)
    return next((number for number in tried if score(number) >= probability), None)
