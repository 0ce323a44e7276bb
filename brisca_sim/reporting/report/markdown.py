"""A report as Markdown, with pictures beside it."""

from __future__ import annotations

from collections.abc import Iterator

from brisca_sim.reporting.layout import escaped
from brisca_sim.reporting.report.model import Block, Facts, Items, Picture, Report, Section, Table
from brisca_sim.reporting.report.page import GENERATOR

PICTURES = "figures"
"""Folder of the pictures, beside the text."""


def markdown(report: Report) -> str:
    """Write a report as Markdown; its pictures are ``figures/NAME.png``."""
    parts = [f"# {_line(report.title)}", f"*{_line(report.asked)}*", f"**{_line(report.answer)}**"]
    parts += [f"- {_sentence(text)}" for text in report.warnings]
    for section in report.sections:
        parts += _section(section, "##")
    return "\n\n".join([*parts, f"<!-- {GENERATOR} -->"]) + "\n"


def _section(section: Section, marks: str) -> Iterator[str]:
    yield f"{marks} {_line(section.heading)}"
    for block in section.blocks:
        yield _block(block)
    for part in section.parts:
        yield from _section(part, f"{marks}#")


def _block(block: Block) -> str:
    match block:
        case Picture():
            alt = _line(block.alt)
            return f"![{alt}]({PICTURES}/{block.name}.png)\n\n*{_sentence(block.caption)}*"
        case Table():
            return _table(block)
        case Facts():
            return _facts(block)
        case Items():
            return "\n".join(f"- {_sentence(text)}" for text in block.texts)
        case _:
            return _sentence(block.text)


def _table(table: Table) -> str:
    lines = [
        [_line(column.label) for column in table.columns],
        ["---:" if column.numeric else "---" for column in table.columns],
    ]
    for cells in table.cells:
        lines.append([_line(" ".join(filter(None, (c.text, c.interval)))) for c in cells])
    grid = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{_sentence(table.caption)}\n\n{grid}"


def _facts(facts: Facts) -> str:
    rows = []
    for label, value in facts.rows:
        # A backtick ends code; a fence longer than any run of them does not end early.
        text = f"`` {value} ``" if "`" in value else f"`{value}`"
        rows.append(f"- {_line(label)}: {text if label in facts.code else _line(value)}")
    return "\n".join(rows)


def _sentence(text: str) -> str:
    return f"{_line(text.rstrip('.'))}."


def _line(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return escaped(" ".join(text.split()))
