"""A tournament as a page and as tables: the ladder, who beats whom, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brisca_sim.reporting.grids import Page, give_or_take, rules_line
from brisca_sim.reporting.tables import Document, Row
from brisca_sim.reporting.terminal import Cell, Grid, measured

_MOST_CYCLES = 10
_BOTTOM = 4999.0
"""Ratings beyond are infinite ones that were cut for JSON."""


def tournament_page(doc: Document) -> Page:
    """Lay out a tournament.

    Parameters
    ----------
    doc : mapping
        Of the schema ``brisca-tournament/1``.
    """
    page = Page(_title(doc), _conditions(doc))
    page.grids.append(("", _ladder(doc)))
    page.grids.append(("score %, row against column", _matrix(doc, "score", 100)))
    page.grids.append(("points, row against column", _matrix(doc, "points", 1)))
    page.grids.append(("likelihood in % that the row is better", _superiority(doc)))
    page.notes = [*_cycles(doc), *doc["warnings"]]
    page.footer = (
        f"{100 * doc['confidence']:g}% intervals, of ratings and mixtures by resampling blocks of"
        f" deals; {doc['hands']:,} hands; digest {doc['digest'][:12]}"
    )
    return page


def rating_rows(doc: Document) -> list[Row]:
    """One row a strategy, best first: rating, equilibrium and alpha-rank, each with its bounds."""
    rows: list[Row] = []
    for entry in doc["ratings"]:
        row: Row = {"name": entry["name"]} | _bounded("elo", entry["elo"], entry["elo_ci"])
        for key in ("equilibrium", "alpha_rank"):
            weights, bands = doc[key] or {}, doc[f"{key}_ci"] or {}
            row |= _bounded(key, weights.get(entry["name"]), bands.get(entry["name"]))
        rows.append(row)
    return rows


def matrix_rows(doc: Document) -> list[Row]:
    """One row for each strategy against each other one, in the order of the ladder."""
    names, order = doc["names"], _order(doc)
    rows: list[Row] = []
    for i in order:
        for j in order:
            if i != j:
                row: Row = {"name": names[i], "against": names[j]}
                for key in ("score", "points"):
                    row |= _bounded(key, doc[key][i][j], doc[f"{key}_ci"][i][j])
                rows.append(row | {"superiority": doc["superiority"][i][j]})
    return rows


def _bounded(key: str, value: float | None, bounds: Sequence[float] | None) -> Row:
    low, high = bounds or (None, None)
    return {key: value, f"{key}_lo": low, f"{key}_hi": high}


def _title(doc: Document) -> str:
    number = len(doc["names"])
    if doc["gauntlet"] is not None:
        return f"gauntlet of {doc['gauntlet']} against {number - 1}"
    return f"tournament of {number}"


def _conditions(doc: Document) -> list[str]:
    pairings, deals = len(doc["pairings"]), doc["deals"]
    on_average = " on average" if doc["adaptive"] else ""
    lines = [
        rules_line(doc["rules"]),
        f"{pairings} pairing{'' if pairings == 1 else 's'} of {deals:,} deals{on_average},"
        f" seed {doc['seed']} ({doc['deal_mode']})",
    ]
    if doc["adaptive"]:
        lines.append("adaptive: a fifth of the deals only chose who plays more, and is not counted")
    if not doc["complete"]:
        played = min(pair["deals"] for pair in doc["pairings"])
        lines.append(f"interrupted after {played:,} deals of each pairing")
    return lines


def _order(doc: Document) -> list[int]:
    return [doc["names"].index(entry["name"]) for entry in doc["ratings"]]


def _elo(entry: Mapping[str, Any]) -> Cell:
    value, bounds = entry["elo"], entry["elo_ci"]
    if value is not None and abs(value) > _BOTTOM:
        return ("above all", "") if value > 0 else ("below all", "")
    return measured(value, bounds)


def _ladder(doc: Document) -> Grid:
    headers = ["Elo", "equilibrium %", "alpha-rank %"]
    rows = []
    for rank, entry in enumerate(doc["ratings"], start=1):
        cells = [_elo(entry)]
        for key in ("equilibrium", "alpha_rank"):
            weights, bands = doc[key] or {}, doc[f"{key}_ci"] or {}
            cells.append(measured(weights.get(entry["name"]), bands.get(entry["name"]), 100))
        rows.append((f"{rank}. {entry['name']}", cells))
    return "strategy", headers, rows


def _matrix(doc: Document, key: str, scale: float) -> Grid:
    order = _order(doc)
    rows = []
    for rank, i in enumerate(order, start=1):
        cells: list[Cell] = [
            ("", "") if i == j else give_or_take(doc[key][i][j], doc[f"{key}_ci"][i][j], scale)
            for j in order
        ]
        rows.append((f"{rank}. {doc['names'][i]}", cells))
    return "", [str(rank) for rank in range(1, len(order) + 1)], rows


def _superiority(doc: Document) -> Grid:
    order = _order(doc)
    rows = []
    for rank, i in enumerate(order, start=1):
        cells = [_likelihood(doc["superiority"][i][j]) if i != j else ("", "") for j in order]
        rows.append((f"{rank}. {doc['names'][i]}", cells))
    return "", [str(rank) for rank in range(1, len(order) + 1)], rows


def _likelihood(share: float | None) -> Cell:
    if share is None:
        return "-", ""
    # No number of resamples makes it certain.
    percent = 100 * share
    return (">99.9" if percent > 99.9 else "<0.1" if percent < 0.1 else f"{percent:.1f}"), ""


def _cycles(doc: Document) -> list[str]:
    found = doc["cycles"]
    lines = [
        f"cycle: {' beats '.join([*cycle['names'], cycle['names'][0]])},"
        f" in {100 * cycle['share']:.1f}% of the resamples"
        for cycle in found[:_MOST_CYCLES]
    ]
    if len(found) > _MOST_CYCLES:
        lines.append(f"and {len(found) - _MOST_CYCLES} cycles more that are less sure")
    return lines or ["no cycle: nobody beats one who beats one who beats him"]
