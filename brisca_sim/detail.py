"""From the kernel's detail to the section of the run document: what happened within the hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.cards import POINTS, RANKS, card_text
from brisca_sim.counts import POINT_BINS, WHOLE, Counts
from brisca_sim.kernel import layout as o
from brisca_sim.ratios import Contrast, Ratio, ratio_mean_interval, ratio_share_interval
from brisca_sim.reporting.frames import unique_names
from brisca_sim.stats import Interval, Sample, mean_interval, moments, share_interval
from brisca_sim.table import Table

_POINTS = POINT_BINS - 1
_RANK_TEXTS = [card_text(rank)[0] for rank in RANKS]
_TRUMPS = ("spent", "waste", "overkill")
_SCORE_WORDS = (o.K_S, o.K_SS, o.K_NS)
_POINT_WORDS = (o.K_P, o.K_PP, o.K_NP)
Entry = dict[str, Any]


def detail_section(table: Table, counts: Counts, confidence: float) -> dict[str, list[Entry]]:
    """The ``detail`` of a run document: lists of entries, the sides in their order.

    Parameters
    ----------
    table : Table
    counts : Counts
        With detail.
    confidence : float
        Level of the intervals; a bound is None where fewer than ten deals have something to tell.

    Notes
    -----
    ``tricks`` (points captured up to and with each trick), ``tricks_won`` (a hand), ``openings`` (by
    trumps and briscas in the first hand of a chair), ``honours`` (holding a trump in the first hand,
    less not holding it), ``turned_up`` (by the card turned up at the deal), ``got_upcard`` (hands in
    which the side drew the card that lay face up at the end), ``swapped`` (hands in which it
    swapped), ``swaps``, and ``trumps``: spent (took a trick led in another suit), waste (took the
    lead in such a trick although a card of the suit led would have), overkill (took the lead in such
    a trick although a lower trump in hand would have).
    """
    section: dict[str, list[Entry]] = {}
    for side, name in enumerate(unique_names(table.side_names)):
        words = _Side(table, counts, side, confidence)
        for key, entries in words.entries():
            section.setdefault(key, []).extend({"side": name, **entry} for entry in entries)
    return section


@dataclass(frozen=True)
class _Side:
    """The detail of one side of the lineup."""

    table: Table
    counts: Counts
    side: int
    confidence: float

    def entries(self) -> Iterator[tuple[str, list[Entry]]]:
        yield "tricks", self._tricks()
        yield "tricks_won", [self._tricks_won()]
        yield "openings", self._openings()
        yield "honours", self._honours()
        yield "turned_up", self._by_rank(o.CLASS_TURNED_UP)
        yield "got_upcard", [self._event(o.CLASS_GOT_UPCARD)]
        yield "swapped", [self._event(o.CLASS_SWAPPED)]
        yield "swaps", self._swaps()
        yield "trumps", [self._trumps()]

    @property
    def words(self) -> NDArray[np.int64]:
        """The D_ words."""
        assert self.counts.detail is not None  # noqa: S101 - the caller has seen to it
        words: NDArray[np.int64] = self.counts.detail[self.side]
        return words

    @property
    def hands(self) -> int:
        return self.counts.deals * self.counts.seatings

    @property
    def variance(self) -> float:
        """Of the points of a hand, as shares of 120."""
        return moments(self.counts.hand_points[:, self.side].sum(axis=0))[2] / _POINTS**2

    def _sample(self, at: int, per_hand: int) -> Sample:
        total, squares = (int(word) for word in self.words[at : at + 2])
        return Sample(self.counts.deals, total, squares, per_hand * self.counts.seatings)

    def _tricks(self) -> list[Entry]:
        entries = []
        for trick in range(self.table.rules.tricks):
            sample = self._sample(o.D_TRICKS + 2 * trick, _POINTS)
            bounds = mean_interval(sample, self.variance, self.confidence)
            entry = {"trick": trick + 1, "points": _POINTS * sample.share}
            entries.append(entry | {"points_ci": _scaled(bounds, _POINTS)})
        return entries

    def _tricks_won(self) -> Entry:
        tricks = self.table.rules.tricks
        histogram = self.words[o.D_WON_HANDS : o.D_WON_HANDS + tricks + 1]
        sample = self._sample(o.D_WON, tricks)
        bounds = mean_interval(sample, moments(histogram)[2] / tricks**2, self.confidence)
        return {
            "mean": tricks * sample.share,
            "ci": _scaled(bounds, tricks),
            "histogram": histogram.tolist(),
        }

    def _class(self, number: int) -> list[int]:
        at = o.D_CLASSES + o.CLASS_WORDS * number
        return [int(word) for word in self.words[at : at + o.CLASS_WORDS]]

    def _means(self, number: int) -> Entry:
        """Hands, score and points of a class."""
        sums = self._class(number)
        score, points = _ratio(sums, _SCORE_WORDS, WHOLE), _ratio(sums, _POINT_WORDS, _POINTS)
        bounds = ratio_mean_interval(points, self.variance, self.confidence)
        return {
            "hands": score.n,
            "score": score.share if score.n else None,
            "score_ci": _scaled(ratio_share_interval(score, self.confidence), 1),
            "points": _POINTS * points.share if score.n else None,
            "points_ci": _scaled(bounds, _POINTS),
        }

    def _openings(self) -> list[Entry]:
        """First hands that have come up."""
        cells = [
            {"trumps": trumps, "briscas": briscas}
            | self._means(o.CLASS_OPENING + 4 * trumps + briscas)
            for trumps in range(4)
            for briscas in range(4 - trumps)
        ]
        return [cell for cell in cells if cell["hands"]]

    def _by_rank(self, first: int) -> list[Entry]:
        """Classes by rank that have come up, the strongest first."""
        ranks = [{"rank": _RANK_TEXTS[i]} | self._means(first + i) for i in reversed(range(12))]
        return [entry for entry in ranks if entry["hands"]]

    def _honours(self) -> list[Entry]:
        entries = []
        for rank in reversed(range(12)):
            sums = self._class(o.CLASS_HONOUR + rank)
            if sums[o.K_N]:
                entries.append(
                    {"rank": _RANK_TEXTS[rank], "hands": sums[o.K_N], **self._worth(sums)}
                )
        return entries

    def _worth(self, sums: list[int]) -> Entry:
        """Score and points of the hands of a class less those of all other first hands."""
        at = o.M_SIDE + o.PER_SIDE * self.side
        score = self._contrast(
            _ratio(sums, _SCORE_WORDS, WHOLE), at, sums[o.K_N_ALL_S], sums[o.K_S_ALL_S]
        )
        points = self._contrast(
            _ratio(sums, _POINT_WORDS, _POINTS), at + o.M_POINTS, *sums[o.K_N_ALL_P :]
        )
        alone = score.outside.n == 0
        return {
            "score": None if alone else score.difference,
            "score_ci": _scaled(score.interval(self.confidence), 1),
            "points": None if alone else _POINTS * points.difference,
            "points_ci": _scaled(points.interval(self.confidence, self.variance), _POINTS),
        }

    def _contrast(self, inside: Ratio, at: int, n_all: int, x_all: int) -> Contrast:
        rules, counts = self.table.rules, self.counts
        chairs = rules.players // rules.sides
        total, squares = (int(word) for word in counts.measures[:, at])
        hands = chairs * counts.seatings
        return Contrast(
            inside, counts.deals, hands, chairs * total, chairs**2 * squares, n_all, x_all
        )

    def _event(self, number: int) -> Entry:
        """How often a side has hands of a class, and how it fares in them."""
        means = self._means(number)
        n, squares = self._class(number)[o.K_N], self._class(number)[o.K_NN]
        sample = Sample(self.counts.deals, n, squares, self.counts.seatings)
        rate = {"per_hand": sample.share, "ci": list(share_interval(sample, self.confidence))}
        return {"hands": n} | rate | means

    def _swaps(self) -> list[Entry]:
        """Swaps that were made, by card given, card taken and trick."""
        end = o.D_SWAPS + 2 * 12 * o.MAX_TRICKS
        counted = self.words[o.D_SWAPS : end].reshape(2, 12, o.MAX_TRICKS)
        return [
            {
                "gives": "27"[seven],
                "takes": _RANK_TEXTS[rank],
                "trick": trick + 1,
                "count": int(counted[seven, rank, trick]),
            }
            for seven, rank, trick in np.argwhere(counted).tolist()
        ]

    def _trumps(self) -> Entry:
        tricks = self.table.rules.tricks
        entry: Entry = {}
        for i, name in enumerate(_TRUMPS):
            sample = self._sample(o.D_TRUMPS + 2 * i, tricks)
            entry[name] = sample.total
            entry[f"{name}_per_hand"] = tricks * sample.share
            entry[f"{name}_ci"] = _scaled(share_interval(sample, self.confidence), tricks)
        bins = 1 + _most_points(self.table)
        return entry | {"by_points": self.words[o.D_BY_POINTS :][:bins].tolist()}


def _ratio(sums: list[int], words: tuple[int, int, int], whole: int) -> Ratio:
    x, xx, nx = (sums[word] for word in words)
    return Ratio(sums[o.K_N], x, sums[o.K_NN], xx, nx, whole)


def _scaled(bounds: Interval | None, whole: float) -> list[float | None]:
    return [None, None] if bounds is None else [whole * bound for bound in bounds]


def _most_points(table: Table) -> int:
    """Most points that one trick can have."""
    return sum(sorted(POINTS[card & 15] for card in table.rules.cards)[-table.rules.players :])
