"""Tables laid out for a terminal and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from brisca_sim.reporting.cells import Row

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


PLAIN_WIDTH: Final = 100
"""Columns of plain text, and of a terminal that does not tell its width."""
# Underscores inside a word are safe, those at its ends would start italics.
_MARKDOWN: Final = re.compile(r"[\\`*|<>\[\]]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])")


def fitting(console: Console, head: str, headers: Sequence[str], rows: Sequence[Row]) -> Table:
    """Lay out a table on single lines, or with intervals below their figures if that is wider."""
    from rich.measure import Measurement

    table = _grid(head, headers, rows, stacked=False)
    boundless = console.options.update(width=10_000)
    if Measurement.get(console, boundless, table).maximum <= console.width:
        return table
    return _grid(head, headers, rows, stacked=True)


def _grid(head: str, headers: Sequence[str], rows: Sequence[Row], *, stacked: bool) -> Table:
    from rich.box import Box
    from rich.table import Table
    from rich.text import Text

    # Plain hyphens under the header, for output that is no UTF-8.
    line = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
    table = Table(box=line, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(Text(head))
    for header in headers:
        table.add_column(Text(_broken(header) if stacked else header), overflow="fold")
    widths = [max(len(cells[i][0]) for _, cells in rows) for i in range(len(headers))]
    for label, cells in rows:
        texts = [Text(label)]
        for (value, bounds), width in zip(cells, widths, strict=True):
            number, gap = (value, "\n") if stacked and bounds else (value.rjust(width), " ")
            texts.append(Text.assemble((number, "bold"), gap, (bounds, "dim")))
        table.add_row(*texts)
    return table


def _broken(name: str) -> str:
    """Put the parameters of a long name on lines of their own."""
    return name if len(name) <= 20 else re.sub(r"([:+]|,(?!\d))(?=\S)", "\\1\n", name)


def markdown_table(head: str, headers: Sequence[str], rows: Sequence[Row]) -> str:
    """Write a table as Markdown; intervals stand beside their figures."""
    lines = [[head, *headers], ["---"] + ["---:"] * len(headers)]
    lines += [
        [escaped(label), *(" ".join(filter(None, cell)) for cell in cells)] for label, cells in rows
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _MARKDOWN.sub(r"\\\g<0>", text)
