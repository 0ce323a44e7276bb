"""Figures in sentences: with their intervals, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from brisca_sim.language import _, listed, whole
from brisca_sim.reporting.cells import shortened
from brisca_sim.reporting.report.columns import Column
from brisca_sim.reporting.tables import Row

_MOST = 8
_LONGEST = 40


def stated(column: Column, row: Row) -> str:
    """The cell of a row as it stands in a sentence: ``72.4 [71.2, 73.5]``."""
    cell = column.cell(row)
    # An interval is not broken between its ends.
    return " ".join(filter(None, (cell.text, cell.interval.replace(" ", "\N{NO-BREAK SPACE}"))))


def each(names: Iterable[str], values: Iterable[str]) -> str:
    """Several figures: ``a 72.4 [71.2, 73.5]; b ...``, the first of them if they are many."""
    found = [
        _("{name} {value}", name=name, value=value)
        for name, value in zip(names, values, strict=True)
    ]
    if len(found) > _MOST:
        # Eyes skim a long figure too; the table below it has them all.
        more = _("and {number} more", number=whole(len(found) - _MOST))
        found = [*found[:_MOST], more]
    return "; ".join(found)


def of_rows(rows: Sequence[Row], names: Sequence[str], column: Column) -> str:
    """One figure of several rows, see `each`."""
    return each(names, [stated(column, row) for row in rows])


def short(name: str) -> str:
    """A name that does not burst a title."""
    return shortened(name, _LONGEST)


def together(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return listed([short(name) for name in names])
