"""A comparison in words and figures: for the terminal, as Markdown and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any, Final

from brisca_sim.reporting.terminal import (
    PLAIN_WIDTH,
    Cell,
    Row,
    fitting_table,
    markdown_table,
    measured,
    rules_text,
)
from brisca_sim.reporting.tables import Document

_COLUMNS: Final = (
    "a", "b", "at", "score", "score_lo", "score_hi", "points", "points_lo", "points_hi", "elo", "elo_lo",
    "elo_hi", "normalized", "superiority", "winner_changed", "winner_changed_lo", "winner_changed_hi",
    "verdict", "deals", "stopped", "interval", "confidence", "digest",
)  # fmt: skip


def verdict_text(documents: Sequence[Document], width: int = PLAIN_WIDTH) -> str:
    """Write comparisons as tables for a terminal: what was asked, the answers, the figures."""
    first = documents[0]
    lines = [_heading(first), *_conditions(first), ""]
    lines += [document["sentence"] for document in documents]
    lines += ["", fitting_table("", _titles(documents), _rows(documents), width).rstrip("\n")]
    if counts := _pair_line(first):
        lines += ["", counts]
    return "\n".join([*lines, "", *_footers(documents)]) + "\n"


def verdict_markdown(documents: Sequence[Document]) -> str:
    """Write comparisons as Markdown."""
    first = documents[0]
    parts = [f"## {_heading(first)}", "; ".join(_conditions(first)) + "."]
    parts += ["\n".join(f"- {document['sentence']}" for document in documents)]
    parts.append(markdown_table("", _titles(documents), _rows(documents)))
    parts += [line + "." for line in _footers(documents)]
    return "\n\n".join(parts) + "\n"


def verdict_csv(documents: Sequence[Document]) -> str:
    """Write comparisons as CSV, a line each, in full precision."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for document in documents:
        writer.writerow(_flat(document))
    return text.getvalue()


def _flat(document: Document) -> dict[str, Any]:
    row: dict[str, Any] = {name: document.get(name) for name in _COLUMNS}
    figures: Mapping[str, Any] = {**document, **document["difference"]}
    for name in ("score", "points", "elo", "winner_changed"):
        bounds = figures[f"{name}_ci"] or (None, None)
        row[name] = figures[name]
        row[f"{name}_lo"], row[f"{name}_hi"] = bounds
    return row


def _heading(document: Document) -> str:
    return f"{document['a']} against {document['b']}"


def _conditions(document: Document) -> list[str]:
    tables = document["tables"]
    lines = list(dict.fromkeys(rules_text(table["rules"]) for table in tables))
    lineups = list(dict.fromkeys(", ".join(table["lineup"]) for table in tables))
    lines.append("seated: " + "; ".join(lineups))
    deals, hands = f"{document['deals']:,} deals", f"{document['hands']:,} hands"
    lines.append(f"{deals}, {hands}, seed {document['seed']} ({document['deal_mode']})")
    return lines


def _titles(documents: Sequence[Document]) -> list[str]:
    if len(documents) == 1:
        return ["difference"]
    return [document["a"] for document in documents]


def _rows(documents: Sequence[Document]) -> list[Row]:
    """Figures as rows, one column for each comparison."""
    rows: list[Row] = [
        ("score %", [_gap(document, "score", 100) for document in documents]),
        ("points", [_gap(document, "points", 1) for document in documents]),
    ]
    if any(document["elo"] is not None for document in documents):
        cells = [measured(document["elo"], document["elo_ci"]) for document in documents]
        rows.append(("Elo", cells))
    rows.append(("normalized", [(f"{document['normalized']:+.4f}", "") for document in documents]))
    rows.append(
        ("superiority %", [(f"{100 * document['superiority']:.2f}", "") for document in documents])
    )
    if any(document["winner_changed"] is not None for document in documents):
        cells = [
            measured(document["winner_changed"], document["winner_changed_ci"], 100)
            for document in documents
        ]
        rows.append(("winner changed %", cells))
    return rows


def _gap(document: Document, name: str, scale: float) -> Cell:
    figures = document["difference"]
    if name in document["exact"]:
        return "0", "exact"
    return measured(figures[name], figures[f"{name}_ci"], scale)


def _pair_line(document: Document) -> str:
    """How many deals gave A how much, where the two share a deal of two hands."""
    counts = document["pair_counts"]
    if document["kind"] != "strategies" or len(counts) != 5:
        return ""
    shares = [
        f"{label}: {count:,}"
        for label, count in zip(("0", "1/2", "1", "3/2", "2"), counts, strict=True)
    ]
    return f"deals by what {document['a']} won of the two hands: {', '.join(shares)}"


def _footers(documents: Sequence[Document]) -> list[str]:
    first = documents[0]
    kind = "at any stop" if first["interval"] == "anytime" else "for this number of deals"
    lines = [
        f"{100 * first['confidence']:g}% intervals over deals, valid {kind}; superiority is that of a flat prior"
    ]
    lines += [
        f"stopped: {document['stopped']}; {document['elapsed_s']:.1f} s; digest {document['digest'][:12]}"
        for document in documents
    ]
    return lines
