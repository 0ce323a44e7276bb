"""The detail and the convergence of a run document as data frames.

Bounds are in columns ``_lo`` and ``_hi``, NaN where there are none; `name` tells the sides apart.
Scores are between 0 and 1 (their differences between -1 and 1), points those of a hand.  All but
`convergence` need a run with detail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from brisca_sim.errors import BriscaError
from brisca_sim.reporting.frames import Document, Row, frame, unique_names

if TYPE_CHECKING:
    import pandas as pd

_KEPT = {"name", "card", "trick", "trumps", "briscas", "hands", "deals"}
_MEANS = {"score": "score", "points": "points"}


def advantage(doc: Document) -> pd.DataFrame:
    """Columns `name`, `trick` (from 1) and `points` captured up to and with it, with bounds."""
    return _table(doc, "tricks", ("trick",), {"points": "points"})


def tricks_won(doc: Document) -> pd.DataFrame:
    """Columns `name` and `mean`, the tricks won in a hand, with `mean_lo` and `mean_hi`."""
    rows = [_head(e) | _bounded(e, "mean", "ci", "mean") for e in _entries(doc, "tricks_won")]
    return frame(rows, _KEPT)


def tricks_histogram(doc: Document) -> pd.DataFrame:
    """Column `tricks` (0 and up), and one column of hands per side."""
    return _histogram(doc, "tricks_won", "histogram", "tricks")


def openings(doc: Document) -> pd.DataFrame:
    """Columns `name`, `trumps`, `briscas`, `hands`, then `score` and `points` with bounds.

    By the first hand of a chair: its trumps and briscas.
    """
    return _table(doc, "openings", ("trumps", "briscas", "hands"), _MEANS)


def honours(doc: Document) -> pd.DataFrame:
    """Columns `name`, `card` (a rank), `hands`, then `score` and `points` with bounds.

    What holding that trump in the first hand is worth: the mean with it less that without.
    """
    return _table(doc, "honours", ("rank", "hands"), _MEANS)


def turned_up(doc: Document) -> pd.DataFrame:
    """Columns as `honours`: the means by the rank of the card turned up at the deal."""
    return _table(doc, "turned_up", ("rank", "hands"), _MEANS)


def got_upcard(doc: Document) -> pd.DataFrame:
    """Columns `name`, `hands`, then `per_hand`, `score` and `points` with bounds.

    Hands in which the side drew the card that lay face up at the end.
    """
    return _events(doc, "got_upcard")


def swapped(doc: Document) -> pd.DataFrame:
    """Columns as `got_upcard`: hands in which the side made a swap."""
    return _events(doc, "swapped")


def swaps(doc: Document) -> pd.DataFrame:
    """Columns `name`, `gives`, `takes` (ranks), `trick` (from 1) and `count`."""
    import pandas as pd

    columns = ["gives", "takes", "trick", "count"]
    rows = [_head(e, *columns) for e in _entries(doc, "swaps")]
    return pd.DataFrame(rows, columns=["name", *columns])


def trumps(doc: Document) -> pd.DataFrame:
    """Columns `name`, then `spent`, `waste` and `overkill`, each as the mean of a hand with bounds."""
    rows = []
    for entry in _entries(doc, "trumps"):
        row = _head(entry)
        for name in ("spent", "waste", "overkill"):
            row |= _bounded(entry, f"{name}_per_hand", f"{name}_ci", name)
        rows.append(row)
    return frame(rows, _KEPT - {"trumps"})


def by_points(doc: Document) -> pd.DataFrame:
    """Column `points` of a trick, and one column per side of the tricks that cost it a trump."""
    return _histogram(doc, "trumps", "by_points", "points")


def convergence(doc: Document) -> pd.DataFrame:
    """Columns `name`, `deals`, then `score` and `points` with bounds: after so many deals."""
    names = unique_names(side["name"] for side in doc["sides"])
    rows: list[Row] = []
    for at, name in enumerate(names):
        for stage in doc["convergence"]:
            row: Row = {"name": name, "deals": stage["deals"]}
            row |= _bounded(stage["sides"][at], "score", "score_ci", "score")
            rows.append(row | _bounded(stage["sides"][at], "points_mean", "points_ci", "points"))
    return frame(rows, _KEPT)


def _entries(doc: Document, key: str) -> list[dict[str, Any]]:
    if "detail" not in doc:
        raise BriscaError("this run was played without --detail: play it again with it")
    entries: list[dict[str, Any]] = doc["detail"][key]
    return entries


def _head(entry: Mapping[str, Any], *columns: str) -> Row:
    """Name and columns without an interval; a rank is the column `card`."""
    row: Row = {"name": entry["side"]}
    return row | {{"rank": "card"}.get(name, name): entry[name] for name in columns}


def _bounded(entry: Mapping[str, Any], figure: str, bounds: str, name: str) -> Row:
    low, high = entry[bounds]
    return {name: entry[figure], f"{name}_lo": low, f"{name}_hi": high}


def _table(
    doc: Document, key: str, columns: tuple[str, ...], figures: Mapping[str, str]
) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for entry in _entries(doc, key):
        row = _head(entry, *columns)
        for figure, name in figures.items():
            row |= _bounded(entry, figure, f"{name}_ci", name)
        rows.append(row)
    if rows:
        return frame(rows, _KEPT)
    names = [{"rank": "card"}.get(name, name) for name in columns]
    bounds = [f"{name}{end}" for name in figures.values() for end in ("", "_lo", "_hi")]
    return pd.DataFrame(columns=["name", *names, *bounds])


def _events(doc: Document, key: str) -> pd.DataFrame:
    rows = []
    for entry in _entries(doc, key):
        row = _head(entry, "hands") | _bounded(entry, "per_hand", "ci", "per_hand")
        row |= _bounded(entry, "score", "score_ci", "score")
        rows.append(row | _bounded(entry, "points", "points_ci", "points"))
    return frame(rows, _KEPT)


def _histogram(doc: Document, key: str, counts: str, label: str) -> pd.DataFrame:
    import pandas as pd

    entries = _entries(doc, key)
    columns: dict[str, Any] = {label: range(len(entries[0][counts]))}
    names = unique_names((entry["side"] for entry in entries), taken=columns)
    for name, entry in zip(names, entries, strict=True):
        columns[name] = entry[counts]
    return pd.DataFrame(columns)
