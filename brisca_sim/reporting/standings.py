"""A tournament as a page and as tables: the ladder, who beats whom, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brisca_sim.language import N_, _, brief, decimal, level, ngettext, percent, whole
from brisca_sim.reporting.cells import Cell, Grid, measured, shortened
from brisca_sim.reporting.grids import Page, give_or_take
from brisca_sim.reporting.phrases import deals_text, hands_text, rules_line
from brisca_sim.reporting.tables import Document, Row
from brisca_sim.reporting.told import all_told

_MOST_CYCLES = 10
_MOST_STATED = 7
"""Strategies up to which every figure of a matrix has its interval beside it."""
_MOST_COLUMNS = 10
_LONGEST_NAME = 28
_MATRICES = (
    (N_("score %, row against column"), "score", 100.0),
    (N_("points, row against column"), "points", 1.0),
    (N_("likelihood in % that the row is better"), "superiority", 100.0),
)
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
    for caption, key, scale in _MATRICES:
        page.grids += _matrix(doc, _(caption), key, scale)
    page.notes = [*_cycles(doc), *all_told(doc["warnings"])]
    page.footer = _(
        "{level} intervals, of ratings and mixtures by resampling blocks of deals; {hands};"
        " digest {digest}",
        level=level(doc["confidence"]), hands=hands_text(doc["hands"]), digest=doc["digest"][:12],
    )  # fmt: skip
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
        return _("gauntlet of {name} against {number}",
                 name=doc["gauntlet"], number=whole(number - 1))  # fmt: skip
    return _("tournament of {number}", number=whole(number))


def _conditions(doc: Document) -> list[str]:
    lines = [rules_line(doc["rules"]), _played(doc)]
    if doc["adaptive"]:
        lines.append(
            _("adaptive: a fifth of the deals only chose who plays more, and is not counted")
        )
    if not doc["complete"]:
        played = deals_text(min(pair["deals"] for pair in doc["pairings"]))
        lines.append(_("interrupted after {deals} of each pairing", deals=played))
    return lines


def _played(doc: Document) -> str:
    """Say how many pairings played how much."""
    found = {"deals": deals_text(doc["deals"]), "seed": doc["seed"], "deal_mode": doc["deal_mode"]}
    if doc["adaptive"]:
        return ngettext(
            "{number} pairing of {deals} on average, seed {seed} ({deal_mode})",
            "{number} pairings of {deals} on average, seed {seed} ({deal_mode})",
            len(doc["pairings"]), **found,
        )  # fmt: skip
    return ngettext(
        "{number} pairing of {deals}, seed {seed} ({deal_mode})",
        "{number} pairings of {deals}, seed {seed} ({deal_mode})",
        len(doc["pairings"]), **found,
    )  # fmt: skip


def _order(doc: Document) -> list[int]:
    return [doc["names"].index(entry["name"]) for entry in doc["ratings"]]


def _elo(entry: Mapping[str, Any]) -> Cell:
    value, bounds = entry["elo"], entry["elo_ci"]
    if value is not None and abs(value) > _BOTTOM:
        return (_("above all"), "") if value > 0 else (_("below all"), "")
    return measured(value, bounds)


def _ladder(doc: Document) -> Grid:
    headers = ["Elo", _("equilibrium %"), _("alpha-rank %")]
    rows = []
    for rank, entry in enumerate(doc["ratings"], start=1):
        cells = [_elo(entry)]
        for key in ("equilibrium", "alpha_rank"):
            weights, bands = doc[key] or {}, doc[f"{key}_ci"] or {}
            cells.append(measured(weights.get(entry["name"]), bands.get(entry["name"]), 100))
        rows.append((f"{rank}. {entry['name']}", cells))
    return _("strategy"), headers, rows


def _matrix(doc: Document, caption: str, key: str, scale: float) -> list[tuple[str, Grid]]:
    """A matrix in the order of the ladder; a wide one is written shorter, and in several tables."""
    order = _order(doc)
    short = len(order) > _MOST_STATED
    if short and key != "superiority":
        caption = _("{caption} (±{width} at most)",
                    caption=caption, width=brief(_widest(doc, key, scale), 2))  # fmt: skip
    grids: list[tuple[str, Grid]] = []
    for first in range(0, len(order), _MOST_COLUMNS):
        columns = range(first, min(first + _MOST_COLUMNS, len(order)))
        rows: list[tuple[str, list[Cell]]] = [
            (
                f"{rank}. {shortened(doc['names'][i], _LONGEST_NAME)}",
                [_entry(doc, key, scale, i, order[column], short) for column in columns],
            )
            for rank, i in enumerate(order, start=1)
        ]
        grids.append((caption, ("", [str(column + 1) for column in columns], rows)))
    return grids


def _entry(doc: Document, key: str, scale: float, i: int, j: int, short: bool) -> Cell:
    value = doc[key][i][j]
    if i == j:
        return "", ""
    if value is None:
        return "-", ""
    if key == "superiority":
        return _likelihood(value, 0 if short else 1), ""
    bounds = doc[f"{key}_ci"][i][j]
    return (decimal(scale * value, 1), "") if short else give_or_take(value, bounds, scale)


def _widest(doc: Document, key: str, scale: float) -> float:
    """Largest half-width of the intervals of a matrix."""
    cells = [cell for row in doc[f"{key}_ci"] for cell in row if cell is not None]
    return float(max(scale * (high - low) / 2 for low, high in cells))


def _likelihood(share: float, digits: int) -> str:
    """A share of the resamples in percent; no number of them makes it certain."""
    found, step = 100 * share, 10.0**-digits
    if found > 100 - step:
        return f">{decimal(100 - step, digits)}"
    return f"<{decimal(step, digits)}" if found < step else decimal(found, digits)


def _cycles(doc: Document) -> list[str]:
    found = doc["cycles"]
    lines = [
        _("cycle: {chain}, in {share} of the resamples",
          chain=_chain([*cycle["names"], cycle["names"][0]]), share=percent(cycle["share"], 1))
        for cycle in found[:_MOST_CYCLES]
    ]  # fmt: skip
    if len(found) > _MOST_CYCLES:
        lines.append(
            ngettext(
                "and {number} more cycle that is less sure",
                "and {number} more cycles that are less sure",
                len(found) - _MOST_CYCLES,
            )
        )
    return lines or [_("no cycle: no strategies beat one another in a ring")]


def _chain(names: Sequence[str]) -> str:
    """Say who beats whom, one after the other."""
    text = names[0]
    for name in names[1:]:
        text = _("{names} beats {name}", names=text, name=name)
    return text
