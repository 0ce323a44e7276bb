"""A run in words and figures: for the terminal, as Markdown and as CSV.

Loads neither pandas nor matplotlib, so that a short run stays short.
"""

from __future__ import annotations

import csv
import io
import math
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TextIO

from brisca_sim.errors import shown
from brisca_sim.language import (
    N_,
    _,
    between,
    brief,
    decimal,
    level,
    listed,
    ngettext,
    whole,
)
from brisca_sim.reporting.tables import Document, interval, side_names, side_rows
from brisca_sim.reporting.told import all_told
from brisca_sim.rules import PRESETS, Rules

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Cell = tuple[str, str]
"""A figure and its interval, both as text; the interval may be empty."""

Row = tuple[str, Sequence[Cell]]
Grid = tuple[str, Sequence[str], Sequence[Row]]
"""Header of the first column, the other headers, and the rows."""

PLAIN_WIDTH: Final = 100
"""Columns of plain text, and of a terminal that does not tell its width."""

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
_MOST_DECIMALS: Final = 6
# Underscores inside a word are safe, those at its ends would start italics.
_MARKDOWN: Final = re.compile(r"[\\`*|<>\[\]]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])")


def measured(value: float | None, bounds: Sequence[float | None] | None, scale: float = 1) -> Cell:
    """Write a figure and its interval with two significant digits of the half-width.

    Parameters
    ----------
    value : float or None
        The figure; None, which is written ``-``, where there is none.
    bounds : (float, float), (None, None) or None
        Its interval; without one the figure gets a single decimal.
    scale : float
        What both are multiplied by: 100 for percentages.

    Returns
    -------
    (str, str)
        Such as ``("60.12", "[60.02, 60.22]")``; the second is empty without an interval.
    """
    if value is None:
        return "-", ""
    low, high = bounds or (None, None)
    if low is None or high is None:
        return decimal(value * scale, 1), ""
    digits = decimals((high - low) * scale / 2)
    ends = between(decimal(low * scale, digits), decimal(high * scale, digits))
    return decimal(value * scale, digits), ends


def measured_of(entry: Mapping[str, Any], figure: str, scale: float = 1) -> Cell:
    """Write a figure of a side or a seat; one that is exact by symmetry says so.

    Returns
    -------
    (str, str)
        As `measured`, or such as ``("50", "exact")``.
    """
    if figure in entry.get("exact", ()):
        return brief(round(entry[figure] * scale, 2)), _("exact")
    return measured(entry[figure], interval(entry, figure), scale)


def shortened(name: str, limit: int) -> str:
    """Take the middle out of a name that is too long: paths and parameters differ at the end."""
    if len(name) <= limit:
        return name
    tail = (limit - 3) * 2 // 3
    return f"{name[: limit - 3 - tail]}...{name[len(name) - tail :]}"


def seat_label(seat: Mapping[str, Any]) -> str:
    """Name a seat: ``seat 0 (mano)``."""
    if seat["mano"]:
        return _("seat {number} (mano)", number=seat["seat"])
    return _("seat {number}", number=seat["seat"])


def lineup_text(doc: Document) -> str:
    """Say who played: ``contadora against codiciosa``, or a list of more than two."""
    names = side_names(doc)
    if len(names) == 2:
        return _("{name} against {other}", name=names[0], other=names[1])
    return listed(names)


def conditions(doc: Document) -> list[str]:
    """Say under which rules, how often, and whether to the end a lineup played.

    Returns
    -------
    list of str
        Two or three phrases, without full stops.

    Raises
    ------
    RulesError
        If the rules of the document are none.
    """
    played = _("{deals} x {seatings} = {hands}, seed {seed} ({deal_mode})",
               deals=deals_text(doc["deals"]), seatings=seatings_text(doc["seatings"]),
               hands=hands_text(doc["hands"]), seed=doc["seed"], deal_mode=doc["deal_mode"])  # fmt: skip
    lines = [rules_line(doc["rules"]), played]
    if not doc["complete"]:
        lines.append(_("interrupted after {deals}", deals=deals_text(doc["deals"])))
    return lines


def deals_text(number: int) -> str:
    """A number of deals: ``20,000 deals``."""
    return ngettext("{number} deal", "{number} deals", number)


def seatings_text(number: int) -> str:
    """A number of seatings: ``2 seatings``."""
    return ngettext("{number} seating", "{number} seatings", number)


def hands_text(number: int) -> str:
    """A number of hands: ``1 hand``."""
    return ngettext("{number} hand", "{number} hands", number)


def rules_line(rules: dict[str, Any]) -> str:
    """Say how many play, and under which rules: those of the nearest preset, and what differs.

    Raises
    ------
    RulesError
        If the rules are none.
    """
    chosen = Rules.from_dict(rules)
    preset = min(PRESETS, key=lambda name: len(chosen.differences(name)))
    changes = ", ".join(
        f"{name}={value if isinstance(value, str) else shown(value)}"
        for name, (value, __) in chosen.differences(preset).items()
    )
    found: dict[str, object] = {
        "players": chosen.players, "preset": preset, "changes": changes
    }  # fmt: skip
    if chosen.teams == "pairs":
        if changes:
            return _("{players} players in pairs, rules {preset} with {changes}", **found)
        return _("{players} players in pairs, rules {preset}", **found)
    if changes:
        return _("{players} players, rules {preset} with {changes}", **found)
    return _("{players} players, rules {preset}", **found)


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


def decimals(half_width: float) -> int:
    """Decimals that show two significant digits of a half-width."""
    if half_width <= 0 or not math.isfinite(half_width):
        return 1
    # Formatting first: 0.0996 rounds up to 0.10, which needs one decimal less.
    exponent = int(f"{half_width:.1e}".partition("e")[2])
    return min(max(1 - exponent, 0), _MOST_DECIMALS)


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
    return name if len(name) <= 20 else re.sub(r"([:,+])(?=\S)", "\\1\n", name)


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
