"""The tables of comparisons and effects, and what their rows are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brisca_sim.language import N_, _
from brisca_sim.reporting.report.columns import Column, bounded
from brisca_sim.reporting.report.model import Table
from brisca_sim.reporting.tables import Document, Row, unique_names
from brisca_sim.reporting.told import told
from brisca_sim.reporting.verdict import verdict_rows

_VERDICTS: Final = {
    "a": N_("the first is better"),
    "b": N_("the other is better"),
    "equal": N_("within the margin"),
    "undecided": N_("undecided"),
}
_SHARES: Final = ("0", "1/2", "1", "3/2", "2")


def who(parts: Sequence[Document]) -> str:
    """Whom the comparisons are about; without parameters where these differ."""
    found = {part["subject"] for part in parts}
    return told(found.pop() if len(found) == 1 else parts[0]["subject"].partition(":")[0])


def part_names(parts: Sequence[Document]) -> list[str]:
    """What each comparison is called, made unique."""
    if len(parts) == 1 and parts[0]["kind"] == "strategies":
        found = [
            _("{name} against {other}", name=told(part["a"]), other=told(part["b"]))
            for part in parts
        ]
        return unique_names(found)
    return unique_names(told(part["a"]) for part in parts)


def difference_columns(parts: Sequence[Document]) -> list[Column]:
    """Columns of the table of differences; those that no comparison has are left out."""
    called = {part[side]: told(part[side]) for part in parts for side in ("a", "b")}
    columns = [
        Column("a", _("case"), "text", words=called),
        Column("b", _("against"), "text", words=called),
        Column("at", _("at")),
        bounded("score", _("score %"), "share"),
        bounded("points", _("points")),
        bounded("elo", "Elo"),
        bounded("winner_changed", _("winner changed %"), "share"),
        bounded("normalized", _("in sd of a deal")),
        Column("superiority", _("superiority %"), "likelihood"),
        Column(
            "verdict", _("verdict"), "text", words={key: _(text) for key, text in _VERDICTS.items()}
        ),
        Column("deals", _("deals"), "whole"),
    ]
    rows = verdict_rows(parts)
    return [column for column in columns if any(row[column.key] is not None for row in rows)]


def difference_rows(parts: Sequence[Document]) -> list[Row]:
    """Rows of the table of differences."""
    return [
        row | {"exact": " ".join(part["exact"])}
        for row, part in zip(verdict_rows(parts), parts, strict=True)
    ]


def differences_table(parts: Sequence[Document]) -> Table:
    """Differences of every comparison, in full."""
    caption = _("Difference in hands of a hundred and in points a hand, the first less the other")
    return Table("differences", caption, difference_columns(parts), difference_rows(parts))


def has_pairs(parts: Sequence[Document]) -> bool:
    """Whether there are deals to be sorted by the hands that one side won of two."""
    return (
        len(parts) == 1
        and parts[0]["kind"] == "strategies"
        and len(parts[0]["pair_counts"]) == len(_SHARES)
    )


def pairs_table(part: Document) -> Table:
    """Deals by the hands that the first won of two."""
    counts: list[int] = list(part["pair_counts"])
    total = sum(counts)
    rows: list[Row] = [
        {"won": label, "deals": count, "share": count / total}
        for label, count in zip(_SHARES, counts, strict=True)
    ]
    columns = [
        Column("won", _("hands won of two"), "text"),
        Column("deals", _("deals"), "whole"),
        Column("share", _("share %"), "share"),
    ]
    name = told(part["a"])
    caption = _("Deals by the hands that {name} won of the two of a deal", name=name)
    return Table("pairs", caption, columns, rows)
