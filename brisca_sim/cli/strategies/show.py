"""``brisca-sim strategies show``: all about one strategy."""

from __future__ import annotations

from typing import Annotated

import typer


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
