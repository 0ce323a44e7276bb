"""What a document has to offer: an answer, and pictures and tables by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from brisca_sim.errors import BriscaError, listed, shown, suggest
from brisca_sim.language import language
from brisca_sim.reporting.report.model import Block, Picture, Report, Section, Table

Part = TypeVar("Part")


@dataclass(frozen=True)
class Chapter:
    """Where named pictures and tables stand in a report; it is left out when it holds none.

    Attributes
    ----------
    heading : str
    names : sequence of str
        Pictures and tables in order; a name that both have stands for the picture, then the table.
    blocks : sequence of Block
        Before them.
    """

    heading: str
    names: Sequence[str] = ()
    blocks: Sequence[Block] = ()


@dataclass(frozen=True)
class Material:
    """All that can be said of a document, in the language spoken.

    Pictures and tables are made when they are asked for, in the language that is spoken then.

    Attributes
    ----------
    title, asked, answer : str
    pictures, tables : mapping of str to callable
        By name.
    chapters : sequence of Chapter
        The order in a report.
    method : sequence of Section
        How it was done.
    warnings : sequence of str
    """

    title: str
    asked: str
    answer: str
    pictures: Mapping[str, Callable[[], Picture]]
    tables: Mapping[str, Callable[[], Table]]
    chapters: Sequence[Chapter]
    method: Sequence[Section]
    warnings: Sequence[str] = field(default_factory=tuple)

    def picture(self, name: str) -> Picture:
        """Draw a picture.

        Raises
        ------
        BriscaError
            If there is none of this name, with those that there are.
        """
        return _taken(name, self.pictures, "figure")()

    def table(self, name: str) -> Table:
        """Make a table; errors as for `picture`."""
        return _taken(name, self.tables, "table")()

    def report(
        self, figures: Sequence[str] | None = None, tables: Sequence[str] | None = None
    ) -> Report:
        """Put it all in order.

        Parameters
        ----------
        figures, tables : sequence of str, optional
            Names of those that are wanted; all by default.

        Raises
        ------
        BriscaError
            If there is no figure or no table of a name.
        """
        drawn = self._wanted(figures, self.pictures, "figure")
        told = self._wanted(tables, self.tables, "table")
        sections = [
            section for chapter in self.chapters for section in self._section(chapter, drawn, told)
        ]
        return Report(
            self.title,
            self.asked,
            self.answer,
            [*sections, *self.method],
            language(),
            self.warnings,
        )

    @staticmethod
    def _wanted(
        names: Sequence[str] | None, offered: Mapping[str, object], kind: str
    ) -> frozenset[str]:
        if names is None:
            return frozenset(offered)
        for name in names:
            _taken(name, offered, kind)
        return frozenset(names)

    def _section(
        self, chapter: Chapter, drawn: frozenset[str], told: frozenset[str]
    ) -> list[Section]:
        found: list[Block] = []
        for name in chapter.names:
            found += [self.picture(name)] if name in drawn and name in self.pictures else []
            if name in told and name in self.tables:
                found += [table for table in [self.table(name)] if table.rows]
        return [Section(chapter.heading, [*chapter.blocks, *found])] if found else []


def _taken(name: str, offered: Mapping[str, Part], kind: str) -> Part:
    if name in offered:
        return offered[name]
    if not offered:
        raise BriscaError(f"no {kind} {shown(name)}: there is none here")
    raise BriscaError(f"no {kind} {shown(name)}{suggest(name, offered)}; it is {listed(offered)}")
