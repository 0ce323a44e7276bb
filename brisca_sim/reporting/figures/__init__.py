"""Figures: a data frame in, a figure out, a module each; the run folder's two are in `run`."""

from __future__ import annotations

from brisca_sim.reporting.figures.by_seat import by_seat
from brisca_sim.reporting.figures.differences import differences
from brisca_sim.reporting.figures.distributions import distributions
from brisca_sim.reporting.figures.heat_map import heat_map
from brisca_sim.reporting.figures.ladder import ladder
from brisca_sim.reporting.figures.output import png, svg, svg_file
from brisca_sim.reporting.figures.palette import PALETTE
from brisca_sim.reporting.figures.run import points, win_rate
from brisca_sim.reporting.figures.score_forest import score_forest

__all__ = [
    "PALETTE",
    "by_seat",
    "differences",
    "distributions",
    "heat_map",
    "ladder",
    "png",
    "points",
    "score_forest",
    "svg",
    "svg_file",
    "win_rate",
]
