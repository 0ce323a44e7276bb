"""``brisca-sim strategies``: the catalogue."""

from __future__ import annotations

from typing import Annotated

import typer

from brisca_sim.cli import options as o

strategies_app = typer.Typer(
    rich_markup_mode=None, no_args_is_help=True, help="The catalogue of strategies."
)


@strategies_app.command("list")
def list_strategies(
    text: Annotated[
        str, typer.Argument(metavar="[TEXT]", help="Only those that mention this.")
    ] = "",
) -> None:
    """List the catalogue: name, idea, parameters.

    Example: brisca-sim strategies list
    """
    from brisca_sim.catalogue import describe, scripts

    entries = [describe(path) for path in scripts().values()]
    found = [entry for entry in entries if text.lower() in f"{entry.name} {entry.doc}".lower()]
    if not found:
        o.note(f"no strategy mentions {text!r}; 'brisca-sim strategies list' shows all")
        raise typer.Exit(1)
    width = max(len(entry.name) for entry in found)
    for entry in found:
        print(f"{entry.name:<{width}}  {entry.summary}")
        for name, default, meaning in entry.parameters:
            print(f"{'':<{width}}    {name}={default}: {meaning}")


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
