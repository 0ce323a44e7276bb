"""The report of a study: its answer first, then what it rests on, then how to play it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from brisca_sim.errors import suggest
from brisca_sim.language import LANGUAGES, _, speaking, whole
from brisca_sim.reporting.shelf import csv_of
from brisca_sim.reporting.writing import encoded
from brisca_sim.study.data import Source, Sources, words_of
from brisca_sim.study.drawing import FIGURES, drawn, note_of
from brisca_sim.study.model import Wanted
from brisca_sim.study.reading import Opened, StudyError
from brisca_sim.study.rows import KINDS, rows_of
from brisca_sim.study.tabulating import markdown_of
from brisca_sim.study.texts import said
from brisca_sim.version import VERSION

REPORTS: Final = {code: "report.md" if code == "en" else f"report.{code}.md" for code in LANGUAGES}


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


def texts(opened: Opened, sources: Sources, languages: Sequence[str]) -> dict[str, bytes]:
    """The reports and the tables, by name of the file: the same bytes everywhere.

    Raises
    ------
    StudyError
        If a text or a table asks for what the documents do not hold.
    """
    files = {REPORTS[code]: encoded(_report(opened, sources, code)) for code in languages}
    for i, wanted in enumerate(opened.study.tables):
        rows = rows_of(wanted.name, _of(sources, wanted), "en")
        files[table_file(i, wanted)] = encoded(csv_of(rows))
    return files


def pictures(opened: Opened, sources: Sources) -> dict[str, bytes]:
    """The figures as PNG, in English, by name of the file."""
    data, files = words_of(sources, "en"), {}
    with speaking("en"):
        for i, wanted in enumerate(opened.study.figures):
            caption = said(opened, f"figures[{i}].caption", wanted.caption, "en", data)
            files[figure_file(i, wanted)] = drawn(wanted.name, _of(sources, wanted), caption)
    return files


def figure_file(number: int, wanted: Wanted) -> str:
    """File of a figure."""
    return f"figure{number + 1}-{wanted.name}.png"


def table_file(number: int, wanted: Wanted) -> str:
    """File of a table."""
    return f"table{number + 1}-{wanted.name}.csv"


def answer_of(opened: Opened, sources: Sources, code: str) -> str:
    """The answer in a language."""
    return said(opened, "answer", opened.study.answer, code, words_of(sources, code))


def _of(sources: Sources, wanted: Wanted) -> list[Source]:
    return [source for part in wanted.part for source in sources[part]]


def _report(opened: Opened, sources: Sources, code: str) -> str:
    with speaking(code):
        blocks = [block.strip() for block in _blocks(opened, sources, code)]
        return "\n\n".join(blocks) + "\n"


def _blocks(opened: Opened, sources: Sources, code: str) -> Iterator[str]:
    study, data = opened.study, words_of(sources, code)
    yield f"# {said(opened, 'title', study.title, code, data)}"
    yield said(opened, "answer", study.answer, code, data)
    question = said(opened, "question", study.question, code, data)
    yield _("The question: {question}", question=question)
    if study.findings:
        yield f"## {_('Findings')}"
        yield "\n".join(
            f"- {said(opened, f'findings[{i}]', text, code, data)}"
            for i, text in enumerate(study.findings)
        )
    for i, wanted in enumerate(study.figures):
        caption = said(opened, f"figures[{i}].caption", wanted.caption, code, data)
        alt = caption.replace("[", "(").replace("]", ")")
        yield f"![{alt}]({figure_file(i, wanted)})"
        yield f"*{caption}* {_note(sources, wanted)}"
    yield from _tables(opened, sources, code, data)
    yield from _method(opened, sources)


def _tables(opened: Opened, sources: Sources, code: str, data: dict[str, Any]) -> Iterator[str]:
    if opened.study.tables:
        yield f"## {_('Tables')}"
    for i, wanted in enumerate(opened.study.tables):
        caption = said(opened, f"tables[{i}].caption", wanted.caption, code, data)
        yield f"**{caption}** {_note(sources, wanted)} ([CSV]({table_file(i, wanted)}))"
        yield markdown_of(wanted.name, rows_of(wanted.name, _of(sources, wanted)))


def _note(sources: Sources, wanted: Wanted) -> str:
    return f"({note_of(_of(sources, wanted))})"


def _method(opened: Opened, sources: Sources) -> Iterator[str]:
    yield f"## {_('How it was done')}"
    every = [source for own in sources.values() for source in own]
    hands = sum(_hands(source.document) for source in every)
    yield _(
        "{hands} hands were played by brisca-sim {version}. Intervals are in brackets. Each line is a"
        " command that plays a part again, with the digest of its counts:",
        hands=whole(hands), version=VERSION,
    )  # fmt: skip
    lines = [
        f"| {source.job.name} | `{source.job.command}` | {', '.join(_digests(source.document))} |"
        for source in every
    ]
    yield "\n".join([f"| {_('part')} | {_('command')} | {_('digest')} |", "|---|---|---|", *lines])
    yield _("All of it, and this page, come from {command}.", command="`brisca-sim study .`")


def _hands(document: dict[str, Any]) -> int:
    return sum(part["hands"] for part in document.get("parts", [document]))


def _digests(document: dict[str, Any]) -> list[str]:
    return [part["digest"][:12] for part in document.get("parts", [document])]
