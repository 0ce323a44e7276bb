"""Comparisons as a page and as a table: the answer in a sentence, the figures with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brisca_sim.language import N_, _, between, decimal, language, level, whole
from brisca_sim.reporting.cells import Cell, Grid, measured
from brisca_sim.reporting.grids import Page
from brisca_sim.reporting.phrases import deals_text, hands_text, rules_line
from brisca_sim.reporting.tables import Document, Row
from brisca_sim.reporting.told import all_told, told
from brisca_sim.reporting.verdict_words import verdict_sentence

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
_STOPPED = {
    "deals": N_("stopped by: deals"),
    "width": N_("stopped by: width"),
    "decided": N_("stopped by: decided"),
    "interrupted": N_("stopped by: interrupted"),
}
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
    lineups = "; ".join(dict.fromkeys(", ".join(table["lineup"]) for table in tables))
    page.lines.append(_("seated: {lineups}", lineups=lineups))
    page.lines.append(
        _("{deals}, {hands}, seed {seed} ({deal_mode})", deals=deals_text(first["deals"]),
          hands=hands_text(first["hands"]), seed=first["seed"], deal_mode=first["deal_mode"])
    )  # fmt: skip
    page.lines += all_told(text for document in documents for text in document["warnings"])
    if any(document["stopped"] == "interrupted" for document in documents):
        page.lines.append(_("interrupted: what was finished is reported"))
    page.grids = [("", _figures(documents))]
    page.notes = [_sentence(document) for document in documents]
    page.notes += [_break_even(break_even)] if break_even else []
    page.notes += _pair_results(first) if len(documents) == 1 else []
    page.footer = _footer(documents)
    return page


def _sentence(document: Document) -> str:
    """The verdict; English as it was written, by whichever version."""
    return document["sentence"] if language() == "en" else verdict_sentence(document)


def _footer(documents: Sequence[Document]) -> str:
    first = documents[0]
    digests = ", ".join(document["digest"][:12] for document in documents)
    found = {"level": level(first["confidence"]), "stopped": _(_STOPPED[first["stopped"]]),
             "digests": digests}  # fmt: skip
    if first["interval"] == "anytime":
        return _("{level} intervals over deals, valid at any stop; superiority under a flat prior;"
                 " {stopped}; digest {digests}", **found)  # fmt: skip
    return _("{level} intervals over deals, valid for a number of deals fixed before; superiority"
             " under a flat prior; {stopped}; digest {digests}", **found)  # fmt: skip


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
        return _("{name} against {other}", name=told(first["a"]), other=told(first["b"]))
    return _("{effect}: {subject} under {number} conditions", effect=first["effect"],
             subject=told(first["subject"]), number=whole(len(documents)))  # fmt: skip


def _figures(documents: Sequence[Document]) -> Grid:
    """Figures as rows, a column for each comparison."""
    heads = [told(document["a"]) for document in documents]
    if len(documents) == 1:
        heads = [_("difference")]
    rows: list[tuple[str, list[Cell]]] = [
        (_("score %"), [_gap(document, "score", 100) for document in documents]),
        (_("points"), [_gap(document, "points", 1) for document in documents]),
    ]
    changed = (_("winner changed %"), "winner_changed", 100)
    for label, name, scale in (("Elo", "elo", 1), changed):
        if any(document[name] is not None for document in documents):
            cells = [measured(d[name], d[f"{name}_ci"], scale) for d in documents]
            rows.append((label, cells))
    if any(document["mano_negra"] for document in documents):
        found = [document["mano_negra"] or {"per_hand": None, "ci": None} for document in documents]
        rows.append((_("mano negra %"), [measured(f["per_hand"], f["ci"], 100) for f in found]))
    cells = [measured(d["normalized"], d["normalized_ci"]) for d in documents]
    rows.append((_("in sd of a deal"), cells))
    rows.append((_("superiority %"), [(decimal(100 * d["superiority"], 2), "") for d in documents]))
    return "", heads, rows


def _gap(document: Document, name: str, scale: float) -> Cell:
    if name in document["exact"]:
        return "0", _("exact")
    return measured(document["difference"][name], document["difference"][f"{name}_ci"], scale)


def _break_even(found: Document) -> str:
    low, high = ("?" if end is None else decimal(end, 2) for end in found["ci"])
    return _("break-even at {at} {interval}, by straight lines between the points",
             at=decimal(found["at"], 2), interval=between(low, high))  # fmt: skip


def _pair_results(document: Document) -> list[str]:
    """How many deals gave A how much, where two share a deal of two hands."""
    counts = document["pair_counts"]
    if document["kind"] != "strategies" or len(counts) != len(_SHARES):
        return []
    shares = [f"{label}: {whole(count)}" for label, count in zip(_SHARES, counts, strict=True)]
    return [
        _("deals by the hands that {name} won of two: {counts}",
          name=document["a"], counts=", ".join(shares))
    ]  # fmt: skip
