"""``brisca-sim strategies new``: a script to begin with."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer


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
