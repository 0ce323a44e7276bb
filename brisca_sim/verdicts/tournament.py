"""Who is best: everybody against everybody on the same deals, and the document that tells."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import BriscaError, listed, shown, suggest
from brisca_sim.inference.alpha_rank import alpha_rank_bands
from brisca_sim.inference.elo import ELO_CLIP
from brisca_sim.inference.metagame import Bands, differences
from brisca_sim.inference.nash import nash_bands
from brisca_sim.inference.paired import Pairs, difference
from brisca_sim.inference.ratings import Ratings, Settings
from brisca_sim.inference.sequential import MeanSequence
from brisca_sim.loading import load_strategy
from brisca_sim.rules import Rules
from brisca_sim.stats import Interval, Sample, mean_interval
from brisca_sim.strategy import Strategy
from brisca_sim.verdicts.pairings import Pairing, Part, field_of, pairings_of, pairs_of
from brisca_sim.verdicts.rounds import Plan, Played, Store, arrays_of, climb, rate
from brisca_sim.version import VERSION

SCHEMA = "brisca-tournament/1"
_EQUILIBRIA = 200
"""Resamples whose equilibrium is worked out: each is a linear programme."""
_FEW_BLOCKS = 20

Floats = NDArray[np.float64]
Matrix = list[list[Any]]


@dataclass(frozen=True)
class Tournament:
    """A tournament that can be played.

    Attributes
    ----------
    field : tuple of Strategy
        In alphabetical order.
    rules : Rules
    plan : Plan
    gauntlet : str or None
        Label of the one whose pairings alone are played.
    """

    field: tuple[Strategy, ...]
    rules: Rules
    plan: Plan
    gauntlet: str | None = None

    @property
    def warnings(self) -> list[str]:
        """What users should be told of the field: who cheats."""
        return list(dict.fromkeys(s.warning for s in self.field if s.cheats))

    @property
    def config(self) -> dict[str, Any]:
        """What decides the result, in JSON types."""
        table = self.plan.pairings[0].tables[0]
        return {
            "schema": SCHEMA,
            "rules": self.rules.to_dict(),
            "names": list(self.plan.names),
            "seed": table.seed,
            "deal_mode": table.deal_mode,
            "deals": self.plan.deals,
            "gauntlet": self.gauntlet,
            "adaptive": self.plan.adaptive,
        }

    @property
    def identity(self) -> dict[str, Any]:
        """The same with the version and the scripts: an interrupted one goes on only if all agree."""
        scripts = {strategy.label: strategy.sha256 for strategy in self.field}
        return {**self.config, "scripts": scripts, "version": VERSION}


def tournament_of(
    strategies: Sequence[Strategy],
    rules: Rules,
    deals: int,
    *,
    gauntlet: str | None = None,
    adaptive: bool = False,
    seed: int = 1,
    deal_mode: str = "stream",
) -> Tournament:
    """Set all tables of a tournament.

    Raises
    ------
    BriscaError
        As for `field_of` and `pairings_of`.
    """
    field = field_of(strategies)
    names = tuple(strategy.label for strategy in field)
    pairings = tuple(pairings_of(field, rules, gauntlet, seed, deal_mode))
    hub = None if gauntlet is None else names.index(gauntlet)
    return Tournament(tuple(field), rules, Plan(names, pairings, deals, adaptive, hub), gauntlet)


def joined(field: list[Strategy], hub: Strategy) -> str:
    """Put who plays the gauntlet into the field, if it is not there."""
    if hub.label not in [strategy.label for strategy in field]:
        field.append(hub)
    return hub.label


def label_of(field: Sequence[Strategy], spec: str) -> str:
    """Label of a strategy of the field.

    Raises
    ------
    BriscaError
        If it is not there.
    """
    labels = [strategy.label for strategy in field]
    if spec in labels:
        return spec
    if os.path.sep in spec or spec.endswith(".py") or ":" in spec:
        spec = load_strategy(spec).label
    if spec not in labels:
        raise BriscaError(
            f"anchor {shown(spec)} is not in the field: {listed(labels)}{suggest(spec, labels)}"
        )
    return spec


def tournament_document(
    tournament: Tournament, played: Played, command: str, settings: Settings
) -> dict[str, Any]:
    """The document of a tournament, schema ``brisca-tournament/1``.

    Parameters
    ----------
    tournament : Tournament
    played : Played
        At least one round.
    command : str
        The command line that was typed.
    settings : Settings
        Confidence, anchor and resamples of the ratings.
    """
    plan = tournament.plan
    rated = rate(plan, played.parts, settings)
    anytime = not played.complete
    pairs = [
        _pairing(tournament, pairing, parts, settings.confidence, anytime)
        for pairing, parts in zip(plan.pairings, played.parts, strict=True)
    ]
    meta, warned = _meta_game(rated, settings.confidence)
    return {
        **tournament.config,
        "version": VERSION,
        "command": command,
        "strategies": [{**s.describe(), "name": s.label} for s in tournament.field],
        "complete": played.complete,
        "rounds": played.rounds,
        **_matrices(tournament, pairs),
        "ratings": _ladder(rated),
        "anchor": {"name": settings.anchor, "elo": settings.anchor_value},
        "superiority": _superiority(plan, rated),
        "cycles": [{"names": list(c.names), "share": c.share} for c in rated.cycles],
        **meta,
        "pairings": pairs,
        "warnings": [*rated.warnings, *warned, *_warnings(tournament, played)],
        "confidence": settings.confidence,
        "interval": "anytime" if anytime else "fixed",
        "hands": sum(pair["hands"] for pair in pairs),
        "elapsed_s": round(played.elapsed, 3),
        "digest": digest(tournament, played.parts),
    }  # fmt: skip


def digest(tournament: Tournament, store: Store) -> str:
    """SHA-256 over the configuration and the counts; nothing in it depends on time or machine."""
    text = json.dumps(tournament.config, sort_keys=True, separators=(",", ":"))
    sha = hashlib.sha256(text.encode())
    for name, array in arrays_of(store).items():
        sha.update(name.encode())
        sha.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
    return sha.hexdigest()


def _pairing(
    tournament: Tournament,
    pairing: Pairing,
    parts: Sequence[Part],
    confidence: float,
    anytime: bool,
) -> dict[str, Any]:
    """One pairing as it is shown: a's score, both points, all with intervals."""
    plan, counted = tournament.plan, pairs_of(parts, pairing)
    low, high = _difference_interval(counted, pairing, confidence, anytime)
    points = [_points(plan, pairing, parts, side, confidence) for side in range(2)]
    return {
        "a": plan.names[pairing.a],
        "b": plan.names[pairing.b],
        "deals": counted.deals,
        "hands": counted.deals * pairing.hands,
        "score": (1 + counted.mean) / 2,
        "score_ci": [(1 + low) / 2, (1 + high) / 2],
        "points": [value for value, _ in points],
        "points_ci": [list(bounds) for _, bounds in points],
        "exact": ["score"] if pairing.symmetric else [],
        "pair_counts": counted.counts.tolist(),
    }


def _difference_interval(
    pairs: Pairs, pairing: Pairing, confidence: float, anytime: bool
) -> Interval:
    if anytime and not pairing.symmetric:
        # Who looks at what there is and goes on or does not has stopped by the results.
        sequence = MeanSequence(pairing.bins(), -1.0, 1.0)
        sequence.enter(pairs.counts)
        return sequence.interval(confidence)
    return difference(pairs, confidence, symmetric=pairing.symmetric).interval


def _points(
    plan: Plan, pairing: Pairing, parts: Sequence[Part], side: int, confidence: float
) -> tuple[float, Interval]:
    """Mean points a hand of one seat or side, and the interval."""
    counted = slice(plan.scouts, None)
    sample = Sample(
        sum(int(part.deals[counted].sum()) for part in parts),
        sum(int(part.points[counted, side].sum()) for part in parts),
        sum(int(part.squares[side]) for part in parts),
        pairing.points_span,
    )
    most = pairing.points_span / (pairing.hands * pairing.scale)
    share = sample.share
    low, high = mean_interval(sample, share * (1 - share), confidence)
    return most * share, (most * low, most * high)


def _matrices(tournament: Tournament, pairs: Sequence[Mapping[str, Any]]) -> dict[str, Matrix]:
    """Scores and points, row against column; None where two have not met."""
    names = tournament.plan.names
    size = range(len(names))
    found: dict[str, Matrix] = {
        name: [[None for _ in size] for _ in size]
        for name in ("score", "score_ci", "points", "points_ci")
    }
    own = 120 / tournament.rules.sides if tournament.rules.mano_negra == "off" else None
    for i in size:
        # Against itself, over all seatings of a deal.
        found["score"][i][i], found["score_ci"][i][i] = 0.5, [0.5, 0.5]
        found["points"][i][i], found["points_ci"][i][i] = own, own and [own, own]
    for pair in pairs:
        i, j = names.index(pair["a"]), names.index(pair["b"])
        low, high = pair["score_ci"]
        found["score"][i][j], found["score"][j][i] = pair["score"], 1 - pair["score"]
        found["score_ci"][i][j], found["score_ci"][j][i] = [low, high], [1 - high, 1 - low]
        found["points"][i][j], found["points"][j][i] = pair["points"]
        found["points_ci"][i][j], found["points_ci"][j][i] = pair["points_ci"]
    return found


def _ladder(rated: Ratings) -> list[dict[str, Any]]:
    """Ratings, best first; infinite ones are cut to what JSON can hold."""
    ladder = []
    for i in climb(rated.names, rated.ratings):
        value, bounds = rated.ratings[i], rated.intervals[i]
        ladder.append({
            "name": rated.names[i],
            "elo": None if value is None else _clipped(value),
            "elo_ci": None if bounds is None else [_clipped(end) for end in bounds],
        })  # fmt: skip
    return ladder


def _clipped(value: float) -> float:
    return max(-ELO_CLIP, min(ELO_CLIP, value))


def _superiority(plan: Plan, rated: Ratings) -> Matrix:
    """The matrix with None where nothing is known; between copies only rounding would decide."""
    shares = rated.superiority.copy()
    for pairing in plan.pairings:
        if pairing.symmetric:
            shares[[pairing.a, pairing.b], [pairing.b, pairing.a]] = 0.5
    return [[None if math.isnan(value) else value for value in row] for row in shares.tolist()]


def _meta_game(rated: Ratings, confidence: float) -> tuple[dict[str, Any], list[str]]:
    """Equilibrium and alpha-rank with their bands, and why there are none."""
    keys = ("equilibrium", "equilibrium_ci", "alpha_rank", "alpha_rank_ci")
    try:
        matrix, samples = differences(rated.scores), differences(rated.samples)
        mixed = nash_bands(matrix, samples[:_EQUILIBRIA], confidence)
        ranked = alpha_rank_bands(matrix, samples, confidence)
    except BriscaError as error:
        return dict.fromkeys(keys), [f"no equilibrium and no alpha-rank: {error}"]
    found = [*_banded(rated.names, mixed), *_banded(rated.names, ranked)]
    return dict(zip(keys, found, strict=True)), []


def _banded(names: Sequence[str], bands: Bands) -> tuple[dict[str, float], dict[str, list[float]]]:
    weights = dict(zip(names, bands.weights.tolist(), strict=True))
    ends = np.stack((bands.low, bands.high), axis=1).tolist()
    return weights, dict(zip(names, ends, strict=True))


def _warnings(tournament: Tournament, played: Played) -> list[str]:
    lines = tournament.warnings
    blocks = min(sum(int((p.deals[tournament.plan.scouts :] > 0).sum()) for p in parts)
                 for parts in played.parts)  # fmt: skip
    if blocks < _FEW_BLOCKS:
        lines.append(f"only {blocks} blocks of deals: intervals of ratings are rough")
    if not played.complete:
        lines.append(
            f"interrupted after {played.rounds} rounds; scores have intervals for any stop, those of"
            " ratings hold if the results did not decide when"
        )
    return lines
