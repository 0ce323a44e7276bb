"""Who wins a match, and how long it takes, from the results of its hands."""

from __future__ import annotations

from brisca_sim.inference.match.bands import OddsBands, match_bands
from brisca_sim.inference.match.fair import Fair, fair_hands
from brisca_sim.inference.match.formats import Format, parse_format
from brisca_sim.inference.match.hands import NOBODY, Hands
from brisca_sim.inference.match.odds import MATCHES, SEED, Odds, match_odds, wilson

__all__ = [
    "MATCHES",
    "NOBODY",
    "SEED",
    "Fair",
    "Format",
    "Hands",
    "Odds",
    "OddsBands",
    "fair_hands",
    "match_bands",
    "match_odds",
    "parse_format",
    "wilson",
]
