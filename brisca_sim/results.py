"""From integer counts to the document of a run: every figure with its interval."""

from __future__ import annotations

from typing import Any

from brisca_sim.convergence import convergence
from brisca_sim.counts import POINT_BINS, WHOLE, Counts
from brisca_sim.detail import detail_section
from brisca_sim.glossary import SIGN_NAMES
from brisca_sim.kernel import layout as o
from brisca_sim.simulation import Outcome
from brisca_sim.stats import (
    Sample,
    deviation_interval,
    mean_interval,
    moments,
    reduction,
    share_interval,
)
from brisca_sim.table import Table
from brisca_sim.version import VERSION

_POINTS = POINT_BINS - 1
_EVENTS = {
    # name: measure, most per hand (0: as many as there may be signs)
    "swaps": (o.M_SWAPS, 2),
    "swap_hands": (o.M_SWAP_HANDS, 1),
    "mano_negra": (o.M_NEGRA, 1),
    "signs": (o.M_SIGNS, 0),
    "signs_seen_by_partner": (o.M_SIGNS_TO_PARTNER, 0),
    "signs_seen_by_rivals": (o.M_SIGNS_TO_RIVALS, 0),
    "signs_false": (o.M_SIGNS_FALSE, 0),
}


def run_document(
    table: Table, outcome: Outcome, command: str, confidence: float = 0.95
) -> dict[str, Any]:
    """The document of a run, schema ``brisca-run/1``.

    Parameters
    ----------
    table : Table
    outcome : Outcome
        With at least one deal.
    command : str
        The command line that was typed.
    confidence : float
        Level of the intervals.
    """
    counts = outcome.counts
    hands = counts.deals * counts.seatings
    signs = table.rules.deck * table.rules.senas_limit
    config = {**table.describe(), "deals": counts.deals, "seatings": counts.seatings}
    return {
        "schema": "brisca-run/1",
        "version": VERSION,
        "command": command,
        **table.describe(),
        "strategies": [strategy.describe() for strategy in table.lineup],
        "warnings": table.warnings,
        "deals": counts.deals,
        "seatings": counts.seatings,
        "hands": hands,
        "complete": outcome.complete,
        "sides": [_side(table, counts, side, confidence) for side in range(counts.sides)],
        "seats": [_seat(counts, seat, confidence) for seat in range(table.rules.players)],
        "pairs": _pairs(counts, confidence),
        "convergence": _convergence(table, counts, confidence),
        **_detail(table, counts, confidence),
        "events": {name: _total(counts, at) for name, (at, _) in _EVENTS.items()}
        | {"signs_by_kind": _kinds(counts)},
        "event_rates": {
            name: _rate(counts, at, most or signs, confidence)
            for name, (at, most) in _EVENTS.items()
        },
        "confidence": confidence,
        "elapsed_s": round(outcome.elapsed, 3),
        "hands_per_s": round(hands / max(outcome.elapsed, 1e-9), 1),
        "digest": counts.digest(config),
    }


def _convergence(table: Table, counts: Counts, confidence: float) -> list[dict[str, Any]]:
    variances = [
        moments(counts.hand_points[:, side].sum(axis=0))[2] for side in range(counts.sides)
    ]
    exact = table.mirrored, table.mirrored and _total(counts, o.M_NEGRA) == 0
    return convergence(counts, variances, exact, confidence)


def _detail(table: Table, counts: Counts, confidence: float) -> dict[str, Any]:
    """What happened within the hands, if it was counted."""
    if counts.detail is None:
        return {}
    return {"detail": detail_section(table, counts, confidence)}


def _kinds(counts: Counts) -> dict[str, int]:
    """Signs given, by kind."""
    return {name: _total(counts, o.M_SIGN_KIND + i) for i, name in enumerate(SIGN_NAMES)}


def _total(counts: Counts, at: int) -> int:
    return int(counts.measures[0, at])


def _sample(counts: Counts, at: int, per_hand: float) -> Sample:
    """A measure of the kernel, as shares of its largest value."""
    total, squares = counts.measures[:, at]
    return Sample(counts.deals, int(total), int(squares), per_hand * counts.seatings)


def _share(counts: Counts, at: int, per_hand: int, name: str, confidence: float) -> dict[str, Any]:
    sample = _sample(counts, at, per_hand)
    return {name: sample.share, f"{name}_ci": list(share_interval(sample, confidence))}


def _shares(counts: Counts, at: int, confidence: float) -> dict[str, Any]:
    """Score, hands won and hands drawn, with intervals."""
    return {
        **_share(counts, at, WHOLE, "score", confidence),
        **_share(counts, at + o.M_WON, 1, "win", confidence),
        **_share(counts, at + o.M_DRAWN, 1, "draw", confidence),
    }


def _points(counts: Counts, at: int, variance: float, confidence: float) -> dict[str, Any]:
    sample = _sample(counts, at + o.M_POINTS, _POINTS)
    bounds = mean_interval(sample, variance / _POINTS**2, confidence)
    return {
        "points_mean": _POINTS * sample.share,
        "points_ci": [_POINTS * bound for bound in bounds],
    }


def _side(table: Table, counts: Counts, side: int, confidence: float) -> dict[str, Any]:
    at = o.M_SIDE + o.PER_SIDE * side
    histogram = counts.hand_points[:, side].sum(axis=0)
    variance = moments(histogram)[2]
    deviation, bounds = deviation_interval(histogram, counts.deals, confidence)
    entry: dict[str, Any] = {"name": table.side_names[side], **_shares(counts, at, confidence)}
    entry |= _share(counts, at + o.M_LOST, 1, "loss", confidence)
    entry |= _points(counts, at, variance, confidence)
    entry |= {
        "points_sd": deviation,
        "points_sd_ci": list(bounds),
        "points_histogram": histogram.tolist(),
        "exact": [],
    }
    if table.mirrored:
        _mark_exact(entry, counts)
    return entry


def _mark_exact(entry: dict[str, Any], counts: Counts) -> None:
    """One strategy in every seat shares every deal evenly: no estimate, and no error."""
    entry["exact"].append("score")
    entry["score_ci"] = [entry["score"], entry["score"]]
    if _total(counts, o.M_NEGRA) == 0:
        entry["exact"].append("points_mean")
        entry["points_ci"] = [entry["points_mean"], entry["points_mean"]]


def _seat(counts: Counts, seat: int, confidence: float) -> dict[str, Any]:
    at = o.M_CHAIR + o.PER_SIDE * seat
    shares = {"seat": seat, "mano": seat == 0, **_shares(counts, at, confidence)}
    # A chair has no histogram of its own: the widest spread stands in for that of a hand.
    mean = _sample(counts, at + o.M_POINTS, _POINTS).share
    return shares | _points(counts, at, mean * (1 - mean) * _POINTS**2, confidence)


def _pairs(counts: Counts, confidence: float) -> dict[str, Any]:
    """What the deals of the first side came to, and what pairing them has gained."""
    shares = {2: 2, 3: 6}.get(counts.sides, WHOLE)
    score, score_ci = reduction(counts.hand_scores[:, 0], counts.deal_scores[0], confidence)
    points, points_ci = reduction(counts.hand_points[:, 0], counts.deal_points[0], confidence)
    return {
        "score_counts": counts.deal_scores[0][:: WHOLE // shares].tolist(),
        "score_step": 1 / shares,
        "variance_reduction": {
            "score": score,
            "score_ci": None if score_ci is None else list(score_ci),
            "points": points,
            "points_ci": None if points_ci is None else list(points_ci),
        },
    }


def _rate(counts: Counts, at: int, most: int, confidence: float) -> dict[str, Any]:
    sample = _sample(counts, at, most)
    bounds = share_interval(sample, confidence)
    return {"per_hand": most * sample.share, "ci": [most * bound for bound in bounds]}
