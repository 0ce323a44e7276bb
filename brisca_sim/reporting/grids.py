"""Lines and tables of a document, laid out for a terminal or as Markdown."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TextIO

from brisca_sim.language import brief, decimal
from brisca_sim.reporting.cells import Cell, Grid, decimals
from brisca_sim.reporting.layout import PLAIN_WIDTH, escaped, fitting, markdown_table


@dataclass
class Page:
    """What a document says, in order, whatever it is printed on.

    Attributes
    ----------
    title : str
    lines : list of str
        Below the title, without full stops.
    grids : list of (str, Grid)
        A line that says what the table shows, and the table.
    notes : list of str
        Below the tables.
    footer : str
    """

    title: str
    lines: list[str] = field(default_factory=list)
    grids: list[tuple[str, Grid]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    footer: str = ""

    def text(self, width: int = PLAIN_WIDTH, *, styled: bool = False) -> str:
        """The page for a terminal of so many columns; plain text if not `styled`."""
        from rich.console import Console
        from rich.text import Text

        console = Console(
            file=io.StringIO(), width=width, force_terminal=styled, highlight=False,
            legacy_windows=False,
        )  # fmt: skip
        with console.capture() as capture:
            console.print(Text(self.title, style="bold"))
            console.print(Text("\n".join(self.lines)))
            for caption, grid in self.grids:
                console.print()
                if caption:
                    console.print(Text(caption, style="bold"))
                console.print(fitting(console, *grid))
            console.print()
            for line in self.notes:
                console.print(Text(line))
            console.print(Text(self.footer, style="dim"))
        return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())

    def markdown(self) -> str:
        """The page as Markdown: a heading, paragraphs and tables."""
        parts = [f"## {escaped(self.title)}", f"{escaped('; '.join(self.lines))}."]
        for caption, grid in self.grids:
            parts += [f"{escaped(caption)}:"] if caption else []
            parts.append(markdown_table(*grid))
        parts += [f"{escaped(line.rstrip('.'))}." for line in [*self.notes, self.footer]]
        return "\n\n".join(parts) + "\n"

    def show(self, file: TextIO | None = None) -> None:
        """Print it: styled and as wide as it is on a terminal, else plain."""
        file = sys.stdout if file is None else file
        live = file.isatty()
        width = shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns if live else PLAIN_WIDTH
        file.write(self.text(width, styled=live))


def give_or_take(value: float | None, bounds: Sequence[float] | None, scale: float = 1.0) -> Cell:
    """A figure with the half-width of its interval, as ``("60.12", "±0.10")``; ``-`` for none."""
    if value is None:
        return "-", ""
    half = 0.0 if bounds is None else (bounds[1] - bounds[0]) * scale / 2
    if half == 0:
        return brief(round(value * scale, 2)), ""
    digits = decimals(half)
    return decimal(value * scale, digits), f"±{decimal(half, digits)}"
