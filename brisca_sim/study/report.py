"""The report of a study: its answer, what it rests on, and how to play it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from brisca_sim.errors import suggest
from brisca_sim.language import _, speaking
from brisca_sim.reporting.report.method import rules_table, strategies_table
from brisca_sim.reporting.report.model import (
    Block,
    Column,
    Items,
    Picture,
    Report,
    Section,
    Table,
    Text,
)
from brisca_sim.reporting.report.render import rendered
from brisca_sim.reporting.terminal import hands_text
from brisca_sim.study.data import Source, Sources, words_of
from brisca_sim.study.drawing import FIGURES, figure_of, note_of
from brisca_sim.study.model import Wanted
from brisca_sim.study.reading import Opened, StudyError
from brisca_sim.study.rows import KINDS, Row, rows_of
from brisca_sim.study.tabulating import columns_of, filled
from brisca_sim.study.texts import said

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Draw = Callable[[str, Sequence[Source], str], "Figure"]
SHARED: Final = ("figures", "tables")
"""Folders of what is written once, in English."""


def check_wanted(opened: Opened) -> None:
    """Refuse figures and tables of parts that there are not, or that nothing can show.

    Raises
    ------
    StudyError
        In one line: the file, which of them, what there is.
    """
    parts = opened.study.parts
    for kind, names in (("figures", FIGURES), ("tables", tuple(KINDS))):
        for i, wanted in enumerate(getattr(opened.study, kind)):
            where = f"{opened.place}: {kind}[{i}]"
            if wanted.name not in names:
                raise StudyError(
                    f"{where}.name: there is no {wanted.name!r}{suggest(wanted.name, names)};"
                    f" it is one of {', '.join(names)}"
                )
            for part in wanted.part:
                if part not in parts:
                    raise StudyError(
                        f"{where}.part: there is no part {part!r}{suggest(part, parts)}"
                    )


def files_of(
    opened: Opened, sources: Sources, code: str, formats: Sequence[str], *, draw: bool = True
) -> dict[str, bytes]:
    """The files of a report in a language, by their paths: the same bytes everywhere, but for figures.

    Parameters
    ----------
    opened : Opened
    sources : Sources
    code : str
        Figures and tables have their own files in English only.
    formats : sequence of str
        As `brisca_sim.reporting.report.render.rendered` takes them.
    draw : bool
        Whether there is more than blank paper in the figures.

    Raises
    ------
    StudyError
        If a text or a table asks for what the documents do not hold.
    """
    with speaking(code):
        found = rendered(_report(opened, sources, code, figure_of if draw else _blank), formats)
    return {
        _named(name, code): content
        for name, content in found.items()
        if code == "en" or PurePath(name).parts[0] not in SHARED
    }


def _named(name: str, code: str) -> str:
    path = PurePath(name)
    return name if code == "en" else str(path.with_suffix(f".{code}{path.suffix}"))


def _blank(name: str, sources: Sequence[Source], title: str) -> Figure:
    """Paper for those who only read the texts."""
    from matplotlib.figure import Figure

    return Figure()


def name_of(number: int, wanted: Wanted) -> str:
    """Name of the file of a figure or a table."""
    return f"{number + 1}-{wanted.name.replace('_', '-')}"


def answer_of(opened: Opened, sources: Sources, code: str) -> str:
    """The answer in a language."""
    return said(opened, "answer", opened.study.answer, code, words_of(sources, code))


def _of(sources: Sources, wanted: Wanted) -> list[Source]:
    return [source for part in wanted.part for source in sources[part]]


def _report(opened: Opened, sources: Sources, code: str, draw: Draw) -> Report:
    study, data = opened.study, words_of(sources, code)

    def text(place: str, words: Any) -> str:
        return said(opened, place, words, code, data)

    findings = [text(f"findings[{i}]", words) for i, words in enumerate(study.findings)]
    blocks: list[Block] = [Items(findings)] if findings else []
    for i, wanted in enumerate(study.figures):
        caption = text(f"figures[{i}].caption", wanted.caption)
        blocks.append(_picture(i, wanted, _of(sources, wanted), caption, draw))
    tables: list[Block] = []
    for i, wanted in enumerate(study.tables):
        caption = text(f"tables[{i}].caption", wanted.caption)
        rows = filled(rows_of(wanted.name, _of(sources, wanted)))
        tables.append(Table(name_of(i, wanted), caption, columns_of(wanted.name, rows), rows))
    sections = [Section(_("Findings"), blocks)] if blocks else []
    sections += [Section(_("Tables"), tables)] if tables else []
    return Report(
        text("title", study.title), text("question", study.question), text("answer", study.answer),
        [*sections, _method(sources)], code,
    )  # fmt: skip


def _picture(
    number: int, wanted: Wanted, sources: Sequence[Source], caption: str, draw: Draw
) -> Picture:
    figure = draw(wanted.name, sources, caption)
    return Picture(name_of(number, wanted), figure, caption, note_of(sources))


def _method(sources: Sources) -> Section:
    """Which commands play the parts again, by which rules, with which strategies."""
    every = [source for own in sources.values() for source in own]
    documents = [part for source in every for part in parts_of(source.document)]
    hands = hands_text(sum(document["hands"] for document in documents))
    rows: list[Row] = [
        {
            "part": source.job.name,
            "command": source.job.command,
            "digest": ", ".join(part["digest"][:12] for part in parts_of(source.document)),
        }
        for source in every
    ]
    columns = [
        Column("part", _("part"), "text"),
        Column("command", _("command"), "code"),
        Column("digest", _("digest"), "code"),
    ]
    played = Table("parts", _("Commands that play the parts again"), columns, rows)
    below = [Section(_("Rules"), [rules_table(documents)])]
    who = strategies_table([source.document for source in every] + documents)
    below += [Section(_("Strategies"), [who])] if who.rows else []
    text = _("{hands} in all; brisca-sim study writes this page from them.", hands=hands)
    return Section(_("How it was done"), [Text(text), played], below)


def parts_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The comparisons of an effect, or the document itself."""
    parts: list[dict[str, Any]] = document.get("parts", [document])
    return parts
