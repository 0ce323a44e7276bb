"""Comparisons as a page and as a table: the answer in a sentence, the figures with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brisca_sim.reporting.grids import Page
from brisca_sim.reporting.tables import Document, Row
from brisca_sim.reporting.terminal import Cell, Grid, measured, rules_line

_PLAIN = ("a", "b", "at")
_BOUNDED = ("score", "points", "elo", "normalized", "winner_changed")
_AFTER = (
    "superiority",
    "verdict",
    "deals",
    "stopped",
    "interval",
    "confidence",
    "digest",
)
_SHARES = ("0", "1/2", "1", "3/2", "2")


def verdict_page(documents: Sequence[Document], break_even: Document | None = None) -> Page:
    """Lay out one comparison, or several of the same kind side by side.

    Parameters
    ----------
    documents : sequence of mapping
        Of the schema ``brisca-compare/1``.
    break_even : mapping, optional
        Where along a sweep the sign changes: ``at`` and ``ci``.
    """
    first = documents[0]
    page = Page(_title(documents))
    tables = [table for document in documents for table in document["tables"]]
    page.lines = list(dict.fromkeys(rules_line(table["rules"]) for table in first["tables"]))
    page.lines += ["seated: " + "; ".join(dict.fromkeys(", ".join(t["lineup"]) for t in tables))]
    page.lines.append(
        f"{first['deals']:,} deals, {first['hands']:,} hands, seed {first['seed']} ({first['deal_mode']})"
    )
    page.lines += dict.fromkeys(text for document in documents for text in document["warnings"])
    if any(document["stopped"] == "interrupted" for document in documents):
        page.lines.append("interrupted: what was finished is reported")
    page.grids = [("", _figures(documents))]
    page.notes = [document["sentence"] for document in documents]
    page.notes += [_break_even(break_even)] if break_even else []
    page.notes += _pair_results(first) if len(documents) == 1 else []
    kind = "at any stop" if first["interval"] == "anytime" else "for a number of deals fixed before"
    digests = ", ".join(document["digest"][:12] for document in documents)
    page.footer = (
        f"{100 * first['confidence']:g}% intervals over deals, valid {kind}; superiority under a flat"
        f" prior; stopped by: {first['stopped']}; digest {digests}"
    )
    return page


def verdict_rows(documents: Sequence[Document]) -> list[Row]:
    """One row a comparison, in full precision."""
    return [_row(document) for document in documents]


def _row(document: Document) -> Row:
    row: Row = {name: document.get(name) for name in _PLAIN}
    figures: dict[str, Any] = {**document, **document["difference"]}
    for name in _BOUNDED:
        low, high = figures[f"{name}_ci"] or (None, None)
        row |= {name: figures[name], f"{name}_lo": low, f"{name}_hi": high}
    return row | {name: document[name] for name in _AFTER}


def _title(documents: Sequence[Document]) -> str:
    first = documents[0]
    if len(documents) == 1:
        return f"{first['a']} against {first['b']}"
    return f"{first['effect']}: {first['subject']} under {len(documents)} conditions"


def _figures(documents: Sequence[Document]) -> Grid:
    """Figures as rows, a column for each comparison."""
    heads = ["difference"] if len(documents) == 1 else [document["a"] for document in documents]
    rows: list[tuple[str, list[Cell]]] = [
        ("score %", [_gap(document, "score", 100) for document in documents]),
        ("points", [_gap(document, "points", 1) for document in documents]),
    ]
    for label, name, scale in (("Elo", "elo", 1), ("winner changed %", "winner_changed", 100)):
        if any(document[name] is not None for document in documents):
            cells = [measured(d[name], d[f"{name}_ci"], scale) for d in documents]
            rows.append((label, cells))
    if any(document["mano_negra"] for document in documents):
        found = [document["mano_negra"] or {"per_hand": None, "ci": None} for document in documents]
        rows.append(("mano negra %", [measured(f["per_hand"], f["ci"], 100) for f in found]))
    cells = [measured(d["normalized"], d["normalized_ci"]) for d in documents]
    rows.append(("in sd of a deal", cells))
    rows.append(("superiority %", [(f"{100 * d['superiority']:.2f}", "") for d in documents]))
    return "", heads, rows


def _gap(document: Document, name: str, scale: float) -> Cell:
    if name in document["exact"]:
        return "0", "exact"
    return measured(document["difference"][name], document["difference"][f"{name}_ci"], scale)


def _break_even(found: Document) -> str:
    ends = ["?" if end is None else f"{end:.2f}" for end in found["ci"]]
    return (
        f"break-even at {found['at']:.2f} [{', '.join(ends)}], by straight lines between the points"
    )


def _pair_results(document: Document) -> list[str]:
    """How many deals gave A how much, where two share a deal of two hands."""
    counts = document["pair_counts"]
    if document["kind"] != "strategies" or len(counts) != len(_SHARES):
        return []
    shares = [f"{label}: {count:,}" for label, count in zip(_SHARES, counts, strict=True)]
    return [f"deals by the hands that {document['a']} won of two: {', '.join(shares)}"]
