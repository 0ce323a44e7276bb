"""What a report is made of, whatever it is written as."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from brisca_sim.reporting.report.columns import Cell, Column
from brisca_sim.reporting.tables import Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
