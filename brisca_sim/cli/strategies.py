"""``brisca-sim strategies``: the catalogue and the author's tools."""

from __future__ import annotations

import json
import shlex
from typing import Annotated

import typer

from brisca_sim.cli import options as o

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
) -> None:
    """List the catalogue: name, players, idea, parameters.

    Example: brisca-sim strategies list
    """
    from brisca_sim.catalogue import describe, scripts

    entries = [describe(path) for path in scripts().values()]
    found = [entry for entry in entries if text.lower() in f"{entry.name} {entry.doc}".lower()]
    if not found:
        o.note(f"no strategy mentions {text!r}; 'brisca-sim strategies list' shows all")
        raise typer.Exit(1)
    width = max(len(entry.name) for entry in found)
    head = f"{'name':<{width}}  players  idea, and parameters with their defaults"
    print(head)
    print("-" * len(head))
    for entry in found:
        # A strategy plays at every table; the check of a script insists on that.
        print(f"{entry.name:<{width}}  All      {entry.summary}")
        for name, default, meaning in entry.parameters:
            print(f"{'':<{width}}             {name}={default}: {meaning}")


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
        str, typer.Option("--decisions", metavar="N", help="Decisions judged for legality.")
    ] = "1M",
    limit: Annotated[
        str, typer.Option("--limit", metavar="SECONDS", help="A decision never takes longer.")
    ] = "10",
    budget: Annotated[
        str,
        typer.Option(
            "--budget",
            metavar="SECONDS",
            help="A script in plain Python is judged no longer a check.",
        ),
    ] = "60",
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
        budget=o.whole(budget, "--budget", 1, 10**6),
    )
    rows = []
    for finding in examine_apart(file, effort, (lambda _: None) if quiet else o.note):
        rows.append(finding)
        if format == "text":
            mark = "passed" if finding.passed else "FAILED"
            print(f"{mark}  {finding.check}: {finding.why}", flush=True)
    if format == "json":
        print(json.dumps([row.to_dict() for row in rows], ensure_ascii=False, indent=1))
    return 0 if all(row.passed for row in rows) else 1


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
