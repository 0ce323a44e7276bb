"""Figures: a data frame in, a figure out, a module each; the run folder's two are in `run`."""

from __future__ import annotations

from brisca_sim.reporting.figures.advantage import advantage
from brisca_sim.reporting.figures.by_seat import by_seat
from brisca_sim.reporting.figures.convergence import convergence
from brisca_sim.reporting.figures.differences import differences
from brisca_sim.reporting.figures.distributions import distributions
from brisca_sim.reporting.figures.heat_map import heat_map
from brisca_sim.reporting.figures.honours import honours
from brisca_sim.reporting.figures.ladder import ladder
from brisca_sim.reporting.figures.match_length import match_length
from brisca_sim.reporting.figures.opening import opening
from brisca_sim.reporting.figures.output import png, svg, svg_file
from brisca_sim.reporting.figures.palette import PALETTE
from brisca_sim.reporting.figures.run import points, win_rate
from brisca_sim.reporting.figures.score_forest import score_forest
from brisca_sim.reporting.figures.sweep import sweep

__all__ = [
    "PALETTE",
    "advantage",
    "by_seat",
    "convergence",
    "differences",
    "distributions",
    "heat_map",
    "honours",
    "ladder",
    "match_length",
    "opening",
    "png",
    "points",
    "score_forest",
    "svg",
    "svg_file",
    "sweep",
    "win_rate",
]
