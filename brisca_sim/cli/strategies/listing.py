"""``brisca-sim strategies list``: the catalogue as a table."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brisca_sim.cli import options as o
from brisca_sim.language import N_, _, chosen, speaking

if TYPE_CHECKING:
    from brisca_sim.catalogue import Entry

_WIDTH = 100
_CHEATS = {"all": N_("cheats: sees all hands"), "partner": N_("cheats: sees its partner's hand")}
# Scripts are read without the program's marks: what they say of tables and speed is marked here.
WORDS = (N_("all"), N_("pairs"), N_("al reves"), N_("fast"), N_("medium"), N_("slow"))
"""What scripts of the catalogue say of their tables and their speed."""


def list_strategies(
    text: Annotated[
        str, typer.Argument(metavar="[TEXT]", help="Only those that mention this.")
    ] = "",
    format: o.Format = "text",
    lang: o.Lang = "",
) -> None:
    """List the catalogue: name, tables, speed, idea, parameters.

    FORMAT is text or json. TEXT is looked for in all of that: pairs, slow, cheats, theta.

    Example: brisca-sim strategies list
    """
    from brisca_sim.catalogue import describe, scripts

    o.one_of(format, "--format", ("text", "json"))
    code = chosen(lang)
    known = {path: describe(path) for path in scripts().values()}
    found = {path: entry for path, entry in known.items() if text.lower() in _all_text(entry)}
    if format == "json":
        rows = [_row(entry, path) for path, entry in found.items()]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    elif found:
        with speaking(code):
            print("\n".join(_table(list(found.values()))))
    if not found:
        o.note(f"no strategy mentions {text!r}; 'brisca-sim strategies list' shows all")
        raise typer.Exit(1)


def _table(entries: list[Entry]) -> list[str]:
    """The catalogue as lines of a table; what a strategy says of itself goes below its idea."""
    rows = [
        (entry.name, _(entry.about.tables), _(entry.about.speed) if entry.about.speed else "-")
        for entry in entries
    ]
    head = (_("name"), _("tables"), _("speed"))
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    margin = " " * (sum(widths) + 2 * len(widths))
    idea = _("idea, and parameters with their defaults")
    lines = [_columns(head, widths) + idea, "-" * _WIDTH]
    for row, entry in zip(rows, entries, strict=True):
        lines += textwrap.wrap(
            entry.summary,
            max(_WIDTH, len(margin) + 40),
            initial_indent=_columns(row, widths),
            subsequent_indent=margin,
        )
        for remark in _remarks(entry):
            lines += textwrap.wrap(
                remark,
                max(_WIDTH, len(margin) + 40),
                initial_indent=margin,
                subsequent_indent=margin + "  ",
            )
    return lines


def _columns(cells: tuple[str, ...], widths: list[int]) -> str:
    return "".join(f"{cell:<{width}}  " for cell, width in zip(cells, widths, strict=True))


def _remarks(entry: Entry) -> list[str]:
    """Whether it cheats, and its parameters."""
    cheating = [_(_CHEATS[entry.about.sees])] if entry.about.cheating else []
    return cheating + [f"{name}={value}: {meaning}" for name, value, meaning in entry.parameters]


def _all_text(entry: Entry) -> str:
    """Everything in which a text is looked for."""
    about = entry.about
    return "\n".join([entry.name, entry.doc, about.tables, about.speed, *_remarks(entry)]).lower()


def _row(entry: Entry, path: Path) -> dict[str, Any]:
    """One strategy in JSON types."""
    return {
        "name": entry.name,
        "tables": entry.about.tables,
        "speed": entry.about.speed or None,
        "idea": entry.summary,
        "cheats": bool(entry.about.cheating),
        "sees": entry.about.sees,
        "parameters": [parameter.to_dict() for parameter in entry.declared],
        "script": str(path),
    }
