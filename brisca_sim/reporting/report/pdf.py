"""A report as PDF."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from brisca_sim.language import _
from brisca_sim.reporting.report.columns import Cell
from brisca_sim.reporting.report.model import Block, Facts, Items, Picture, Report, Section, Table
from brisca_sim.reporting.report.page import GENERATOR

if TYPE_CHECKING:
    from fpdf import FPDF

_FONT: Final = "DejaVu"
_MONO: Final = "DejaVuMono"
_INK, _SOFT, _LINE, _BAND = (34, 34, 34), (85, 85, 85), (200, 200, 200), (243, 243, 243)
_SIZES: Final = (7.0, 6.5, 6.0, 5.5, 5.0, 4.5)
_PAD: Final = 3.0
"""What a cell needs beside its text, in mm."""

_MADE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The same report gives the same bytes whenever it is written."""


def pdf(report: Report) -> bytes:
    """Write a report as PDF, A4, with numbered pages and the headings as its outline."""
    paper = _paper(report)
    _paragraph(paper, report.asked, 9.5, _SOFT)
    paper.start_section(report.title)
    _paragraph(paper, report.title, 17, style="B")
    paper.set_fill_color(*_BAND)
    _paragraph(paper, report.answer, 11.5, fill=True)
    for text in report.warnings:
        _paragraph(paper, _listed(text), 9.5)
    for section in report.sections:
        _section(paper, section, 1)
    return bytes(paper.output())


def _paper(report: Report) -> FPDF:
    from fpdf import FPDF
    from fpdf.enums import XPos, YPos

    class Paper(FPDF):
        def footer(self) -> None:
            self.set_y(-12)
            self.set_font(_FONT, size=8)
            self.set_text_color(*_SOFT)
            page = _("page {number}", number=self.page_no())
            self.cell(0, 6, f"{GENERATOR} · {page}", align="C", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    paper = Paper(format="A4")
    paper.set_creation_date(_MADE)
    paper.set_lang(report.lang)
    paper.set_title(report.title)
    paper.set_subject(report.asked)
    paper.set_creator(GENERATOR)
    paper.set_producer(GENERATOR)
    paper.set_margin(18)
    paper.set_auto_page_break(True, margin=18)
    folder = _fonts()
    paper.add_font(_FONT, "", folder / "DejaVuSans.ttf")
    paper.add_font(_FONT, "B", folder / "DejaVuSans-Bold.ttf")
    paper.add_font(_MONO, "", folder / "DejaVuSansMono.ttf")
    paper.add_page()
    return paper


def _fonts() -> Path:
    """Where matplotlib keeps its fonts."""
    import matplotlib as mpl

    return Path(mpl.get_data_path()) / "fonts" / "ttf"


def _section(paper: FPDF, section: Section, depth: int) -> None:
    paper.ln(3)
    first = section.blocks[0] if section.blocks else None
    below = _size(paper, first)[1] if isinstance(first, Picture) else 30
    # A heading does not stay behind at the foot of a page.
    if paper.get_y() + below + 30 > paper.h - 18:
        paper.add_page()
    paper.start_section(section.heading, depth)
    _paragraph(paper, section.heading, 13 if depth == 1 else 11, style="B")
    for block in section.blocks:
        _block(paper, block)
    for part in section.parts:
        _section(paper, part, depth + 1)


def _block(paper: FPDF, block: Block) -> None:
    match block:
        case Picture():
            _picture(paper, block)
        case Table():
            _table(paper, block)
        case Facts():
            for label, value in block.rows:
                _fact(paper, label, value, label in block.code)
            paper.ln(2)
        case Items():
            for text in block.texts:
                _paragraph(paper, _listed(text), 9.5)
        case _:
            _paragraph(paper, f"{block.text.rstrip('.')}.", 9.5)


def _listed(text: str) -> str:
    return f"• {text.rstrip('.')}."


def _paragraph(
    paper: FPDF, text: str, size: float, colour: tuple[int, int, int] = _INK, *,
    style: str = "", font: str = _FONT, fill: bool = False,
) -> None:  # fmt: skip
    from fpdf.enums import WrapMode, XPos, YPos

    paper.set_font(font, style, size)
    paper.set_text_color(*colour)
    # Commands and names have no spaces where a line ends.
    mode = WrapMode.CHAR if font == _MONO else WrapMode.WORD
    paper.multi_cell(
        0, size * 0.5, text, align="L", fill=fill, padding=2 if fill else 0, wrapmode=mode,
        new_x=XPos.LMARGIN, new_y=YPos.NEXT,
    )  # fmt: skip
    paper.ln(1.5)


def _fact(paper: FPDF, label: str, value: str, code: bool) -> None:
    _paragraph(paper, label, 8, _SOFT)
    paper.set_y(paper.get_y() - 1.5)
    _paragraph(paper, value, 9, font=_MONO if code else _FONT)


def _size(paper: FPDF, picture: Picture) -> tuple[float, float]:
    """Width and height of a figure on the page, in mm."""
    wide, tall = (25.4 * float(inches) for inches in picture.figure.get_size_inches())
    scale = min(1.0, paper.epw / wide, (paper.eph - 30) / tall)
    return scale * wide, scale * tall


def _picture(paper: FPDF, picture: Picture) -> None:
    width, height = _size(paper, picture)
    if paper.get_y() + height + 8 > paper.h - 18:
        paper.add_page()
    image = io.BytesIO()
    _saved(picture.figure, image)
    paper.image(
        image, x=paper.l_margin + (paper.epw - width) / 2, w=width, h=height, alt_text=picture.alt
    )
    paper.ln(1)
    _paragraph(paper, f"{picture.caption}.", 8.5, _SOFT)


def _saved(figure: Any, image: io.BytesIO) -> None:
    from brisca_sim.reporting.figures import png

    image.write(png(figure))
    image.seek(0)


def _table(paper: FPDF, table: Table) -> None:
    from fpdf.fonts import FontFace

    _paragraph(paper, f"{table.caption}.", 8.5, _SOFT)
    texts = [[_cell(cell) for cell in cells] for cells in table.cells]
    heads = [column.label for column in table.columns]
    widths = _fitted(paper, [heads, *texts])
    paper.set_text_color(*_INK)
    paper.set_draw_color(*_LINE)
    # What a paragraph was filled with would fill the cells.
    paper.set_fill_color(255)
    with paper.table(
        borders_layout="HORIZONTAL_LINES", line_height=4.2, padding=(0.4, 1),
        headings_style=FontFace(emphasis="BOLD", fill_color=_BAND),
        col_widths=widths, first_row_as_headings=True,
        text_align=tuple("RIGHT" if column.numeric else "LEFT" for column in table.columns),
        wrapmode="CHAR" if any(column.kind == "code" for column in table.columns) else "WORD",
    ) as grid:  # fmt: skip
        for line in [heads, *texts]:
            grid.row(line)
    paper.ln(3)


def _cell(cell: Cell) -> str:
    """A cell whose interval is not broken between its ends."""
    interval = cell.interval.replace(" ", "\N{NO-BREAK SPACE}")
    return " ".join(filter(None, (cell.text, interval))) or " "


def _fitted(paper: FPDF, lines: list[list[str]]) -> tuple[float, ...]:
    """Widths of the columns, in letters so small that no word is broken; sets their size."""
    for size in _SIZES:
        paper.set_font(_FONT, "B", size)
        columns = list(zip(*lines, strict=True))
        least = [max(map(partial(_longest, paper), column)) + _PAD for column in columns]
        most = [max(map(paper.get_string_width, column)) + _PAD for column in columns]
        if sum(least) <= paper.epw:
            break
    room, wanted = paper.epw - sum(least), sum(most) - sum(least)
    share = min(1.0, max(0.0, room) / wanted) if wanted > 0 else 0.0
    paper.set_font(_FONT, size=size)
    return tuple(low + share * (high - low) for low, high in zip(least, most, strict=True))


def _longest(paper: FPDF, text: str) -> float:
    """Width of the longest word."""
    return max(map(paper.get_string_width, text.split(" ")))
