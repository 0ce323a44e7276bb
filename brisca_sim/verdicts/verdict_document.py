"""The document of a comparison, schema ``brisca-compare/1``: every figure with its interval."""

from __future__ import annotations

from typing import Any

from brisca_sim.inference.elo import ELO_CLIP, elo, elo_interval
from brisca_sim.inference.paired import (
    Pairs,
    difference,
    further_to_decide,
    superiority,
    verdict,
)
from brisca_sim.inference.sequential import MeanSequence
from brisca_sim.inference.sprt import Sprt
from brisca_sim.kernel.layout import M_NEGRA
from brisca_sim.language import speaking
from brisca_sim.reporting.verdict_words import verdict_sentence
from brisca_sim.simulation import Outcome
from brisca_sim.stats import Interval, Sample, share_interval
from brisca_sim.verdicts.duel import Duel
from brisca_sim.verdicts.stopping import Stop
from brisca_sim.verdicts.tallies import Tallies
from brisca_sim.version import VERSION

SCHEMA = "brisca-compare/1"


def errors_of(stop: Stop) -> tuple[float, float]:
    """Chances of both errors of a test between two hypotheses."""
    return 1 - stop.confidence, 1 - stop.confidence


def _interval(
    pairs: Pairs, sequence: MeanSequence, stop: Stop, anytime: bool, symmetric: bool
) -> Interval:
    if symmetric:
        return difference(pairs, stop.confidence, symmetric=True).interval
    if anytime:
        return sequence.interval(stop.confidence)
    return difference(pairs, stop.confidence).interval


def compare_document(
    tallies: Tallies, stop: Stop, race: Sprt | None, reason: str, command: str, outcome: Outcome
) -> dict[str, Any]:
    """The document of a comparison, schema ``brisca-compare/1``."""
    duel = tallies.duel
    anytime = stop.sequential or reason == "interrupted"
    score = _interval(tallies.score, tallies.score_sequence, stop, anytime, duel.symmetric)
    exact_points = (
        duel.symmetric and not tallies.points.counts[: tallies.points.counts.size // 2].any()
    )
    points = _interval(tallies.points, tallies.points_sequence, stop, anytime, exact_points)
    answer = verdict(score, stop.margin)
    table = duel.tables[0]
    hands = tallies.deals * sum(table.seatings for table in duel.tables)
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "version": VERSION,
        "command": command,
        **duel.describe(),
        "kind": duel.kind,
        "subject": "the mano" if duel.kind == "mano" else table.side_names[0],
        "seed": table.seed,
        "deal_mode": table.deal_mode,
        "strategies": _strategies(duel),
        "difference": {
            "score": tallies.score.mean,
            "score_ci": list(score),
            "points": duel.points_unit * tallies.points.mean,
            "points_ci": [duel.points_unit * end for end in points],
        },
        "exact": (["score"] if duel.symmetric else []) + (["points"] if exact_points else []),
        "interval": "anytime" if anytime else "fixed",
        **_normalized(tallies, score),
        **_elo(tallies, score),
        "superiority": superiority(tallies.score),
        "verdict": answer,
        "margin": stop.margin,
        "deals": tallies.deals,
        "hands": hands,
        "stopped": reason,
        "pair_counts": tallies.score.counts.tolist(),
        **_changes(tallies, stop.confidence),
        "mano_negra": _negra(tallies, stop.confidence, outcome),
        "warnings": list(dict.fromkeys(text for each in duel.tables for text in each.warnings)),
        "confidence": stop.confidence,
        "elapsed_s": round(outcome.elapsed, 3),
        "digest": tallies.digest(),
    }
    if race is not None:
        document["sprt"] = {
            "elo0": race.elo0,
            "elo1": race.elo1,
            "llr": race.llr,
            "decision": race.decision(*errors_of(stop)),
        }
    document["deals_missing"] = _missing(tallies, stop, anytime)
    # Documents are English, whatever is spoken.
    with speaking("en"):
        document["sentence"] = verdict_sentence(document)
    return document


def _strategies(duel: Duel) -> list[dict[str, Any]]:
    """Who plays at any of the tables, each once, by the name that the lineups have."""
    found = {strategy.label: strategy for table in duel.tables for strategy in table.lineup}
    return [{**strategy.describe(), "name": label} for label, strategy in found.items()]


def _normalized(tallies: Tallies, score: Interval) -> dict[str, Any]:
    """The difference in standard deviations of a deal, with the interval of the difference; None where
    the deals do not vary.
    """
    deviation = tallies.score.deviation
    if not deviation > 0:
        return {"normalized": None, "normalized_ci": None}
    ends = [end / deviation for end in score]
    return {"normalized": tallies.score.normalized, "normalized_ci": ends}


def _elo(tallies: Tallies, score: Interval) -> dict[str, Any]:
    """The difference of two strategies on the scale of Elo.

    In company it is that of what the two divide between them, as if the rest were not there; how
    much that is on the average is taken as known, which is of second order in the error.
    """
    if tallies.duel.kind != "strategies":
        return {"elo": None, "elo_ci": None}
    part = tallies.shared / (tallies.deals * tallies.duel.score_span)
    low, high = (max(-1.0, min(1.0, end / part)) if part else end for end in score)
    gap = elo(tallies.score.mean / part if part else 0.0, ELO_CLIP)
    return {"elo": gap, "elo_ci": list(elo_interval((low, high), ELO_CLIP))}


def _negra(tallies: Tallies, confidence: float, outcome: Outcome) -> dict[str, Any] | None:
    """How often a hand under the first condition was ended by a mano negra; None where it is not played."""
    table = tallies.duel.tables[0]
    if tallies.duel.kind != "conditions" or table.rules.mano_negra == "off" or not outcome.complete:
        return None
    total, squares = (int(value) for value in outcome.counts.measures[:, M_NEGRA])
    sample = Sample(outcome.counts.deals, total, squares, table.seatings)
    return {"per_hand": sample.share, "ci": list(share_interval(sample, confidence))}


def _changes(tallies: Tallies, confidence: float) -> dict[str, Any]:
    """How often the winner changed."""
    if not tallies.duel.tells_changes:
        return {"winner_changed": None, "winner_changed_ci": None}
    sample = Sample(tallies.deals, tallies.changed, tallies.changed_squares, tallies.changeable)
    bounds = share_interval(sample, confidence)
    return {"winner_changed": sample.share, "winner_changed_ci": list(bounds)}


def _missing(tallies: Tallies, stop: Stop, anytime: bool) -> int | None:
    """Deals that would still be needed for a verdict, if things go on as they did."""
    if not anytime:
        return further_to_decide(tallies.score, stop.confidence, stop.margin)
    needed = tallies.score_sequence.forecast_exclusion(0.0, stop.confidence)
    return None if needed is None else max(needed - tallies.deals, 0)
