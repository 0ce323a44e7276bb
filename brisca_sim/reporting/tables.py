"""The run document as rows and as data frames.

Rows are plain dicts, so that those who want no data frame never wait for pandas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from brisca_sim.reporting.detailed import (
    advantage,
    by_points,
    convergence,
    got_upcard,
    honours,
    openings,
    swapped,
    swaps,
    tricks_histogram,
    tricks_won,
    trumps,
    turned_up,
)
from brisca_sim.reporting.frames import Cell, Document, Row, frame, unique_names

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Cell",
    "Document",
    "Row",
    "advantage",
    "by_points",
    "convergence",
    "got_upcard",
    "histogram",
    "honours",
    "interval",
    "openings",
    "pairs",
    "seat_rows",
    "seats",
    "side_names",
    "side_rows",
    "sides",
    "swapped",
    "swaps",
    "tricks_histogram",
    "tricks_won",
    "trumps",
    "turned_up",
    "unique_names",
]

_SEAT_FIGURES: Final = {"score": "score", "win": "win", "draw": "draw", "points_mean": "points"}
_SIDE_FIGURES: Final = {
    "score": "score",
    "win": "win",
    "draw": "draw",
    "loss": "loss",
    "points_mean": "points",
    "points_sd": "points_sd",
}
"""Figures of a side, each with the word that its interval goes by."""


def interval(entry: Mapping[str, Any], figure: str) -> tuple[float | None, float | None]:
    """Interval of a figure of a side or a seat.

    Parameters
    ----------
    entry : mapping
        A side or a seat of the run document.
    figure : str
        ``"score"``, ``"win"``, ``"draw"``, ``"loss"``, ``"points_mean"`` or ``"points_sd"``.

    Returns
    -------
    (float, float) or (None, None)
        Lower and upper bound; None where the run was too short for an interval.
    """
    bounds = entry[f"{_SIDE_FIGURES[figure]}_ci"]
    return (None, None) if bounds is None else (bounds[0], bounds[1])


def side_names(doc: Document) -> list[str]:
    """Names of the sides, made unique."""
    return unique_names(side["name"] for side in doc["sides"])


def side_rows(doc: Document) -> list[Row]:
    """One row per side: its name, each figure with its bounds, and which figures are exact.

    Scores and shares of wins, draws and losses are between 0 and 1. Columns are as in `sides`.
    """
    return [
        {"name": name} | _figures(side, _SIDE_FIGURES) | {"exact": " ".join(side["exact"])}
        for name, side in zip(side_names(doc), doc["sides"], strict=True)
    ]


def seat_rows(doc: Document) -> list[Row]:
    """One row per seat, counted from the mano; columns are as in `seats`."""
    return [
        {"seat": seat["seat"], "mano": seat["mano"]} | _figures(seat, _SEAT_FIGURES)
        for seat in doc["seats"]
    ]


def sides(doc: Document) -> pd.DataFrame:
    """Table of the sides.

    Returns
    -------
    DataFrame
        Columns `name`; `score`, `win`, `draw`, `loss` (0 to 1), `points_mean` and `points_sd`,
        each followed by its bounds (`score_lo`, `score_hi`, ..., `points_lo`, `points_hi`,
        `points_sd_lo`, `points_sd_hi`; NaN where there are none); `exact`, the figures that are
        exact by symmetry, with spaces between them.
    """
    return frame(side_rows(doc), {"name", "exact"})


def seats(doc: Document) -> pd.DataFrame:
    """Table of the seats.

    Returns
    -------
    DataFrame
        Columns `seat` (0 is the mano), `mano`, and `score`, `win`, `draw` and `points_mean`
        with their bounds as in `sides`.
    """
    return frame(seat_rows(doc), {"seat", "mano"})


def histogram(doc: Document) -> pd.DataFrame:
    """Hands by captured points.

    Returns
    -------
    DataFrame
        121 rows; column `points`, 0 to 120, and one column of hands per side.
    """
    import pandas as pd

    columns: dict[str, Any] = {"points": range(121)}
    names = unique_names((side["name"] for side in doc["sides"]), taken=columns)
    for name, side in zip(names, doc["sides"], strict=True):
        columns[name] = side["points_histogram"]
    return pd.DataFrame(columns)


def pairs(doc: Document) -> pd.DataFrame:
    """Deals by what the first side scored in all seatings of the deal together.

    Returns
    -------
    DataFrame
        Columns `score`, the total over the seatings, `deals`, and `share`, the part of all
        deals (NaN if there are none).
    """
    import pandas as pd

    counts = doc["pairs"]["score_counts"]
    step = doc["pairs"]["score_step"]
    deals = sum(counts)
    return pd.DataFrame(
        {
            "score": [step * index for index in range(len(counts))],
            "deals": counts,
            "share": [count / deals if deals else float("nan") for count in counts],
        }
    )


def _figures(entry: Mapping[str, Any], figures: Mapping[str, str]) -> Row:
    row: Row = {}
    for figure, stem in figures.items():
        low, high = interval(entry, figure)
        row |= {figure: entry[figure], f"{stem}_lo": low, f"{stem}_hi": high}
    return row
