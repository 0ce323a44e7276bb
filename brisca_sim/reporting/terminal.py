"""A run in words and figures: for the terminal, as Markdown and as CSV.

Loads neither pandas nor matplotlib, so that a short run stays short.
"""

from __future__ import annotations

import csv
import io
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TextIO

from brisca_sim.language import N_, _, decimal, level, whole
from brisca_sim.reporting.cells import Cell, Grid, Row, measured, measured_of, shortened
from brisca_sim.reporting.layout import PLAIN_WIDTH, escaped, fitting, markdown_table
from brisca_sim.reporting.phrases import conditions, lineup_text, seat_label
from brisca_sim.reporting.tables import Document, side_names, side_rows
from brisca_sim.reporting.told import all_told

_SIDE_MEASURES: Final = (
    (N_("score %"), "score", 100),
    (N_("win %"), "win", 100),
    (N_("draw %"), "draw", 100),
    (N_("loss %"), "loss", 100),
    (N_("points"), "points_mean", 1),
    (N_("points sd"), "points_sd", 1),
)
_SEAT_MEASURES: Final = (
    (N_("score %"), "score", 100),
    (N_("win %"), "win", 100),
    (N_("points"), "points_mean", 1),
)
_EVENTS: Final = {
    "swaps": N_("swaps"),
    "swap_hands": N_("hands with a swap"),
    "mano_negra": N_("mano negra"),
    "signs": N_("signs"),
    "signs_seen_by_rivals": N_("signs seen by rivals"),
}
_LONGEST_HEADER: Final = 42


def table_text(doc: Document, width: int = PLAIN_WIDTH, *, styled: bool = False) -> str:
    """Write a run as tables for a terminal.

    Parameters
    ----------
    doc : mapping
        The run document.
    width : int
        Columns to fit into. Where a table does not fit, intervals go below their figures.
    styled : bool
        Whether to add the escape sequences for bold and dim text.

    Returns
    -------
    str
        Lines, the last one ended too. Without `styled` they are plain text.
    """
    from rich.console import Console
    from rich.text import Text

    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=styled,
        highlight=False,
        legacy_windows=False,
    )
    with console.capture() as capture:
        console.print(Text(lineup_text(doc), style="bold"))
        console.print(Text("\n".join(conditions(doc))))
        for line in all_told(doc.get("warnings", ())):
            console.print(Text(line, style="bold"))
        for head, headers, rows in _terminal_grids(doc):
            console.print()
            console.print(fitting(console, head, headers, rows))
        console.print()
        console.print(Text(_pairing_text(doc)))
        console.print(Text(_footer_text(doc), style="dim"))
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def show(doc: Document, file: TextIO | None = None) -> None:
    """Print the tables of a run: styled and as wide as it is on a terminal, else plain.

    Parameters
    ----------
    doc : mapping
        The run document.
    file : text file or None
        Where to; standard output if None.
    """
    file = sys.stdout if file is None else file
    live = file.isatty()
    width = shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns if live else PLAIN_WIDTH
    file.write(table_text(doc, width, styled=live))


def markdown_text(doc: Document) -> str:
    """Write a run as Markdown: a heading, a paragraph, one table each of sides, seats, events."""
    parts = [f"## {escaped(lineup_text(doc))}", f"{escaped('; '.join(conditions(doc)))}."]
    parts += [f"{escaped(line)}." for line in all_told(doc.get("warnings", ()))]
    sides = zip(side_names(doc), _cells(doc["sides"], _SIDE_MEASURES), strict=True)
    parts.append(markdown_table(_("side"), _titles(_SIDE_MEASURES), list(sides)))
    parts.append(markdown_table(*_seats_grid(doc)))
    if rows := _event_rows(doc):
        parts.append(markdown_table(_("event"), [_("hands or times"), _("per hand")], rows))
    parts += [f"{_pairing_text(doc)}.", f"{_footer_text(doc)}."]
    return "\n\n".join(parts) + "\n"


def csv_text(doc: Document) -> str:
    """Write the sides as CSV: the columns of ``tables.sides``, in full precision."""
    rows = side_rows(doc)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _terminal_grids(doc: Document) -> Iterator[Grid]:
    """Give the tables of a run: sides as columns, which leaves room for long names, then seats."""
    measures = list(zip(*_cells(doc["sides"], _SIDE_MEASURES), strict=True))
    names = [shortened(name, _LONGEST_HEADER) for name in side_names(doc)]
    yield "", names, list(zip(_titles(_SIDE_MEASURES), measures, strict=True))
    yield _seats_grid(doc)
    if rows := _event_rows(doc):
        yield _("event"), [_("count"), _("per hand")], rows


def _titles(measures: Sequence[tuple[str, str, float]]) -> list[str]:
    return [_(title) for title, *__ in measures]


def _seats_grid(doc: Document) -> Grid:
    labels = [seat_label(seat) for seat in doc["seats"]]
    rows = list(zip(labels, _cells(doc["seats"], _SEAT_MEASURES), strict=True))
    return _("seat"), _titles(_SEAT_MEASURES), rows


def _cells(
    entries: Sequence[Mapping[str, Any]], measures: Sequence[tuple[str, str, float]]
) -> list[list[Cell]]:
    return [[measured_of(entry, name, scale) for __, name, scale in measures] for entry in entries]


def _event_rows(doc: Document) -> list[Row]:
    """Events that happened at all, each with its count and its rate per hand."""
    rows: list[Row] = []
    for name, label in _EVENTS.items():
        if count := doc["events"][name]:
            rate = doc["event_rates"][name]
            cells = [(whole(count), ""), measured(rate["per_hand"], rate["ci"])]
            rows.append((_(label), cells))
    return rows


def _pairing_text(doc: Document) -> str:
    """Say what playing each deal in all seatings was worth."""
    found = doc["pairs"]["variance_reduction"]
    gains = {
        name: " ".join(measured(found[name], found[f"{name}_ci"])).strip()
        for name in ("score", "points")
        if found[name] is not None
    }
    if len(gains) == 2:
        return _("pairing gain in variance: score x{score}, points x{points}", **gains)
    if "score" in gains:
        return _("pairing gain in variance: score x{score}", **gains)
    if "points" in gains:
        return _("pairing gain in variance: points x{points}", **gains)
    return _("pairing gain in variance: none to tell")


def _footer_text(doc: Document) -> str:
    return _(
        "{level} intervals over deals; {speed} hands/s for {seconds} s; digest {digest}",
        level=level(doc["confidence"]), speed=whole(round(doc["hands_per_s"])),
        seconds=decimal(doc["elapsed_s"], 1), digest=doc["digest"][:12],
    )  # fmt: skip
