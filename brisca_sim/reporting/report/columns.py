"""Columns of the tables of a report, and their cells written for the language spoken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from brisca_sim.language import _, brief, decimal, whole
from brisca_sim.reporting.cells import measured
from brisca_sim.reporting.tables import Cell as Raw

Kind = Literal["text", "code", "share", "number", "whole", "likelihood", "hash"]
"""How a column is written: names, monospaced, percentages, numbers, whole numbers, percentages that no
number of resamples makes certain, hashes by their first letters."""
_ENDS = ("lo", "hi")
_SURE = 0.999
_HASH = 16


@dataclass(frozen=True)
class Cell:
    """One cell, written for the language spoken.

    Attributes
    ----------
    text, interval : str
        What is read; the interval may be empty.
    raw : int, float, str, bool or None
        The value as it goes into the CSV.
    bounds : (float or None, float or None) or None
        None where the column has no intervals.
    """

    text: str
    interval: str
    raw: Raw
    bounds: tuple[Raw, Raw] | None = None


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes
    ----------
    key : str
        Its name in the rows and in the CSV.
    label : str
        Its head, in the language spoken.
    kind : str
    stem : str
        The rows hold an interval as ``stem_lo`` and ``stem_hi``; empty where they hold none.
    words : mapping
        What raw values are called; others are shown as they are.
    """

    key: str
    label: str
    kind: Kind = "number"
    stem: str = ""
    words: Mapping[Raw, str] = field(default_factory=dict)

    @property
    def keys(self) -> list[str]:
        """Columns of the CSV."""
        return [self.key, *(f"{self.stem}_{end}" for end in _ENDS if self.stem)]

    @property
    def numeric(self) -> bool:
        """Whether it holds numbers, which stand at the right."""
        return self.kind not in ("text", "code", "hash")

    def cell(self, row: Mapping[str, Raw]) -> Cell:
        """The cell of a row."""
        raw = row[self.key]
        ends = (row[f"{self.stem}_lo"], row[f"{self.stem}_hi"]) if self.stem else None
        text, interval = self._written(raw, ends)
        if self.key in str(row.get("exact", "")).split():
            interval = _("exact")
        return Cell(text, interval, raw, ends)

    def _written(self, raw: Raw, ends: tuple[Raw, Raw] | None) -> tuple[str, str]:
        if raw in self.words:
            return self.words[raw], ""
        if raw is None:
            return ("-" if self.numeric else ""), ""
        if self.kind == "hash":
            return str(raw)[:_HASH], ""
        if isinstance(raw, str | bool):
            return str(raw).lower() if isinstance(raw, bool) else raw, ""
        if self.kind == "whole":
            return whole(int(raw)), ""
        if self.kind == "likelihood":
            return likelihood(raw), ""
        return _number(raw, ends, 100 if self.kind == "share" else 1)


def bounded(key: str, label: str, kind: Kind = "number", stem: str = "") -> Column:
    """A column of numbers with intervals, which go by its key unless there is a `stem`."""
    return Column(key, label, kind, stem or key)


def _number(raw: float, ends: tuple[Raw, Raw] | None, scale: float) -> tuple[str, str]:
    low, high = ends or (None, None)
    if isinstance(low, int | float) and isinstance(high, int | float) and low < high:
        return measured(raw, (low, high), scale)
    # Nothing says how many digits mean something.
    return brief(round(raw * scale, 2), 8), ""


def likelihood(share: float) -> str:
    """A share of resamples in percent: none makes it certain, so ``>99.9`` is the most."""
    if share > _SURE:
        return f">{decimal(100 * _SURE, 1)}"
    return f"<{decimal(100 - 100 * _SURE, 1)}" if share < 1 - _SURE else decimal(100 * share, 1)
