"""Tables of what is counted trick by trick and hand by hand, for runs that have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from brisca_sim.glossary import RANK_NAMES
from brisca_sim.language import N_, _
from brisca_sim.reporting.report.columns import Column, Kind
from brisca_sim.reporting.report.material import Chapter
from brisca_sim.reporting.report.model import Table
from brisca_sim.reporting.tables import Document, Row, side_names, unique_names

_MARKS: Final = ["2", "4", "5", "6", "7", "8", "9", "S", "C", "R", "3", "A"]
"""Ranks as documents write them, weakest first."""

_CAPTIONS: Final = {
    "tricks": N_("Points captured up to each trick, on average"),
    "tricks_won": N_("Tricks that each side wins in a hand"),
    "openings": N_("Score and points by the trumps and briscas of the first hand"),
    "honours": N_("What holding a trump in the first hand is worth: with it less without it"),
    "turned_up": N_("Score and points by the card turned up"),
    "got_upcard": N_("Drawing the turned-up card at the end"),
    "swapped": N_("Hands with a swap of one's own"),
    "swaps": N_("Swaps by cards and trick"),
    "trumps": N_("How trumps are spent, by hand"),
}
_COLUMNS: Final[tuple[tuple[str, str, Kind], ...]] = (
    ("side", N_("side"), "text"),
    ("rank", N_("card"), "text"),
    ("gives", N_("gives"), "text"),
    ("takes", N_("takes"), "text"),
    ("trick", N_("trick"), "whole"),
    ("trumps", N_("trumps"), "whole"),
    ("briscas", N_("briscas"), "whole"),
    ("count", N_("count"), "whole"),
    ("hands", N_("hands"), "whole"),
    ("per_hand", N_("per hand"), "number"),
    ("mean", N_("tricks"), "number"),
    ("spent", N_("trumps spent"), "whole"),
    ("spent_per_hand", N_("trumps spent per hand"), "number"),
    ("waste", N_("wasted"), "whole"),
    ("waste_per_hand", N_("wasted per hand"), "number"),
    ("overkill", N_("higher than needed"), "whole"),
    ("overkill_per_hand", N_("higher than needed per hand"), "number"),
    ("score", N_("score %"), "share"),
    ("points", N_("points"), "number"),
)


def detail_chapters() -> list[Chapter]:
    """Where pictures and tables of the details stand in the report of a run."""
    return [
        Chapter(_("Trick by trick"), ("advantage", "tricks", "tricks_won")),
        Chapter(_("The first hand"), ("opening", "openings", "honours")),
        Chapter(_("The card turned up"), ("turned_up", "got_upcard", "swapped", "swaps")),
        Chapter(_("Trumps"), ("trumps",)),
        Chapter(_("Convergence"), ("convergence",)),
    ]


def detail_tables(doc: Document) -> dict[str, Callable[[], Table]]:
    """The tables that a run has, by name."""
    found: dict[str, Callable[[], Table]] = {
        name: partial(_detail_table, doc, name)
        for name in _CAPTIONS
        if doc.get("detail", {}).get(name)
    }
    if doc.get("convergence"):
        found["convergence"] = lambda: _convergence_table(doc)
    return found


def detail_rows(doc: Document, name: str) -> list[Row]:
    """Rows of a detail: ``x_ci`` becomes ``x_lo`` and ``x_hi``, lists are left out."""
    return [_flat(entry) for entry in doc["detail"][name]]


def convergence_rows(doc: Document) -> list[Row]:
    """One row for each side after so many deals."""
    names = side_names(doc)
    return [
        {"name": name, "deals": step["deals"], **_flat(side)}
        for step in doc["convergence"]
        for name, side in zip(names, step["sides"], strict=True)
    ]


def rank_words() -> dict[Any, str]:
    """Names of cards, in the language spoken, by the marks that documents write."""
    # Marked for translation where cards are named in sentences.
    return dict(zip(_MARKS, map(_, RANK_NAMES), strict=True))


def _flat(entry: Mapping[str, Any]) -> Row:
    row: Row = {}
    # A lone interval belongs to the one figure that a hand has on average.
    mean = "mean" if "mean" in entry else "per_hand"
    for key, value in entry.items():
        if key == "ci" or key.endswith("_ci"):
            stem = mean if key == "ci" else key.removesuffix("_ci")
            stem = f"{stem}_per_hand" if f"{stem}_per_hand" in entry else stem
            row[f"{stem}_lo"], row[f"{stem}_hi"] = value or (None, None)
        elif not isinstance(value, list | dict):
            row[key] = value
    return row


def _detail_table(doc: Document, name: str) -> Table:
    rows = detail_rows(doc, name)
    columns = []
    for key, label, kind in _COLUMNS:
        if all(key in row for row in rows):
            stem = key if all(f"{key}_lo" in row for row in rows) else ""
            words = rank_words() if key in ("rank", "gives", "takes") else {}
            columns.append(Column(key, _(label), kind, stem, words))
    return Table(name, _(_CAPTIONS[name]), columns, rows)


def _convergence_table(doc: Document) -> Table:
    columns = [
        Column("name", _("side"), "text"),
        Column("deals", _("deals"), "whole"),
        Column("score", _("score %"), "share", "score"),
        Column("points_mean", _("points"), "number", "points"),
    ]
    return Table("convergence", _("Score and points after so many deals"), columns,
                 convergence_rows(doc))  # fmt: skip


def sides_of(rows: list[Row]) -> list[str]:
    """Sides that rows are about, in order, each once."""
    return unique_names(dict.fromkeys(str(row["side"]) for row in rows))
