"""What a report is made of, whatever it is written as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from brisca_sim.language import _, brief, decimal, whole
from brisca_sim.reporting.tables import Cell as Raw
from brisca_sim.reporting.tables import Row
from brisca_sim.reporting.terminal import measured

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Kind = Literal["text", "code", "share", "number", "whole", "likelihood", "hash"]
"""How a column is written: names, monospaced (a hash by its first letters), percentages, numbers, whole numbers, percentages that
no number of resamples makes certain."""

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


@dataclass(frozen=True)
class Text:
    """One paragraph."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list of sentences."""

    texts: Sequence[str]


@dataclass(frozen=True)
class Facts:
    """Names and what they are; `code` holds the labels of those that are typed or copied."""

    rows: Sequence[tuple[str, str]]
    code: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Picture:
    """A figure.

    Attributes
    ----------
    name : str
        Of its files, without an ending.
    figure : Figure
    alt : str
        The finding, with the numbers, for those who do not see it.
    caption : str
        What is drawn.
    """

    name: str
    figure: Figure
    alt: str
    caption: str


@dataclass(frozen=True)
class Table:
    """A table; the first column names the rows.

    Attributes
    ----------
    name : str
        Of its file, without an ending.
    caption : str
    columns : sequence of Column
    rows : sequence of dict
        Raw values by the keys of the columns; ``exact`` names those that are no estimates.
    """

    name: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Row]

    @property
    def cells(self) -> list[list[Cell]]:
        """All cells, written for the language spoken."""
        return [[column.cell(row) for column in self.columns] for row in self.rows]

    @property
    def raw(self) -> list[Row]:
        """The rows as they go into the CSV, with the columns in order."""
        keys = [key for column in self.columns for key in column.keys]
        return [{key: row[key] for key in keys} for row in self.rows]


Block = Text | Items | Facts | Picture | Table


@dataclass(frozen=True)
class Section:
    """A heading, what is below it, and sections one level lower."""

    heading: str
    blocks: Sequence[Block]
    parts: Sequence[Section] = ()

    def every(self) -> list[Block]:
        """All blocks, those of the lower sections too."""
        return [*self.blocks, *(block for part in self.parts for block in part.every())]


@dataclass(frozen=True)
class Report:
    """A report.

    Attributes
    ----------
    title, asked : str
    answer : str
        Two sentences, the first with its interval.
    sections : sequence of Section
    lang : str
    warnings : sequence of str
        What a reader has to know before he trusts the answer.
    """

    title: str
    asked: str
    answer: str
    sections: Sequence[Section]
    lang: str
    warnings: Sequence[str] = ()

    @property
    def pictures(self) -> list[Picture]:
        """All pictures in order."""
        return [block for block in self._blocks() if isinstance(block, Picture)]

    @property
    def tables(self) -> list[Table]:
        """All tables in order."""
        return [block for block in self._blocks() if isinstance(block, Table)]

    def _blocks(self) -> list[Any]:
        return [block for section in self.sections for block in section.every()]
