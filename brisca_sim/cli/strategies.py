"""``brisca-sim strategies``: the catalogue and the author's tools."""

from __future__ import annotations

import json
import shlex
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brisca_sim.cli import options as o

if TYPE_CHECKING:
    from brisca_sim.catalogue import Entry

_WIDTH = 100
_MARKS = {True: "passed", False: "FAILED", None: "cheats"}

strategies_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The catalogue of strategies, and tools for writing one.",
)


@strategies_app.command("list")
def list_strategies(
    text: Annotated[
        str, typer.Argument(metavar="[TEXT]", help="Only those that mention this.")
    ] = "",
    format: o.Format = "text",
) -> None:
    """List the catalogue: name, tables, speed, idea, parameters.

    FORMAT is text or json. TEXT is looked for in all of that: pairs, slow, cheats, theta.

    Example: brisca-sim strategies list
    """
    from brisca_sim.catalogue import describe, scripts

    o.one_of(format, "--format", ("text", "json"))
    known = {path: describe(path) for path in scripts().values()}
    found = {path: entry for path, entry in known.items() if text.lower() in _all_text(entry)}
    if format == "json":
        rows = [_row(entry, path) for path, entry in found.items()]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    elif found:
        print("\n".join(_table(list(found.values()))))
    if not found:
        o.note(f"no strategy mentions {text!r}; 'brisca-sim strategies list' shows all")
        raise typer.Exit(1)


def _table(entries: list[Entry]) -> list[str]:
    """The catalogue as lines of a table; what a strategy says of itself goes below its idea."""
    rows = [(entry.name, entry.about.tables, entry.about.speed or "-") for entry in entries]
    head = ("name", "tables", "speed")
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    margin = " " * (sum(widths) + 2 * len(widths))
    lines = [_columns(head, widths) + "idea, and parameters with their defaults", "-" * _WIDTH]
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
    cheating = [f"cheats: {entry.about.cheating}"] if entry.about.cheating else []
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


@strategies_app.command("new")
def new_strategy(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A plain name, or a path that ends in .py.")
    ],
) -> None:
    """Write a commented script that plays, to be changed into a strategy of your own.

    Example: brisca-sim strategies new mine
    """
    from brisca_sim.inspection.draft import write_draft

    path = write_draft(name)
    where = shlex.quote(str(path))
    print(f"{path} is written and plays. Change it, then:")
    print(f"  brisca-sim strategies check {where}")
    print(f"  brisca-sim run {where} codiciosa")


@strategies_app.command("check")
def check_strategy(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A script's path, or a name of the catalogue."),
    ],
    deals: Annotated[
        str, typer.Option("--deals", metavar="N", help="Deals a table where plays are compared.")
    ] = "60",
    decisions: Annotated[
        str,
        typer.Option(
            "--decisions",
            metavar="N",
            help="Decisions judged for legality, at most; every table is played at least once.",
        ),
    ] = "1M",
    seconds: Annotated[
        str,
        typer.Option(
            "--seconds",
            metavar="N",
            help="Time for each check, about; a slow script is judged on less.",
        ),
    ] = "60",
    limit: Annotated[
        str, typer.Option("--limit", metavar="SECONDS", help="A decision never takes longer.")
    ] = "10",
    format: o.Format = "text",
    quiet: o.Quiet = False,
) -> int:
    """Check a script: compiles, legal, repeatable, sees nothing hidden, prefers no suit, ends; speed.

    FORMAT is text or json. Exit code 0 when it passes, 1 when a check fails, 2 when there is no such
    file.

    Example: brisca-sim strategies check mine.py
    """
    from brisca_sim.inspection.apart import examine_apart
    from brisca_sim.inspection.findings import Effort

    o.one_of(format, "--format", ("text", "json"))
    effort = Effort(
        decisions=o.whole(decisions, "--decisions", 1, 10**12),
        deals=o.whole(deals, "--deals", 1, 10**9),
        limit=o.whole(limit, "--limit", 1, 10**6),
        seconds=o.whole(seconds, "--seconds", 1, 10**6),
    )
    rows = []
    for finding in examine_apart(file, effort, (lambda _: None) if quiet else o.note):
        rows.append(finding)
        if format == "text":
            print(f"{_MARKS[finding.passed]}  {finding.check}: {finding.why}", flush=True)
    if format == "json":
        print(json.dumps([row.to_dict() for row in rows], ensure_ascii=False, indent=1))
    return 1 if any(row.passed is False for row in rows) else 0


@strategies_app.command("show")
def show_strategy(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A name of the catalogue, or a script's path.")
    ],
) -> None:
    """Show how a strategy plays, where the idea comes from, its parameters and its script.

    Example: brisca-sim strategies show ahorradora
    """
    from brisca_sim.catalogue import body, describe, locate

    path = locate(name)
    entry = describe(path)
    print(f"{entry.name}\n\n{entry.doc}\n")
    print(f"Tables: {entry.about.tables}\nSpeed: {entry.about.speed or 'not declared'}")
    if entry.about.cheating:
        print(f"Cheats: it {entry.about.cheating}, and is for reference only")
    if entry.parameters:
        print("Parameters:")
        for parameter, default, meaning in entry.parameters:
            print(f"  {parameter}={default}: {meaning}")
    else:
        print("It has no parameters.")
    print(f"\nScript: {path}\n")
    print(body(path))


@strategies_app.command("words")
def list_words(
    text: Annotated[
        str, typer.Argument(metavar="[TEXT]", help="Only those that mention this.")
    ] = "",
    format: o.Format = "text",
) -> None:
    """List the vocabulary in which strategies are written.

    FORMAT is text or md.

    Example: brisca-sim strategies words trump
    """
    from brisca_sim.catalogue import vocabulary

    o.one_of(format, "--format", ("text", "md"))
    section = ""
    for word in vocabulary():
        if text.lower() not in f"{word.call} {word.meaning}".lower():
            continue
        if word.section != section:
            section = word.section
            head = f"\n### {section.capitalize()}\n\n| word | meaning |\n|---|---|"
            print(head if format == "md" else f"\n{section}")
        row = f"| `{word.call}` | {word.meaning} |"
        print(row if format == "md" else f"  {word.call}\n      {word.meaning}")
