"""``brisca-sim strategies show``: all about one strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from brisca_sim.cli import options as o
from brisca_sim.language import N_, _, chosen, speaking

if TYPE_CHECKING:
    from brisca_sim.catalogue import Entry

_CHEATS = {
    "all": N_("Cheats: it sees all hands, and is for reference only"),
    "partner": N_("Cheats: it sees its partner's hand, and is for reference only"),
}


def show_strategy(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A name of the catalogue, or a script's path.")
    ],
    lang: o.Lang = "",
) -> None:
    """Show how a strategy plays, where the idea comes from, its parameters and its script.

    Example: brisca-sim strategies show ahorradora
    """
    from brisca_sim.catalogue import body, describe, locate

    code = chosen(lang)
    path = locate(name)
    entry = describe(path)
    print(f"{entry.name}\n\n{entry.doc}\n")
    with speaking(code):
        print("\n".join(_facts(entry)))
        script = _("Script: {path}", path=path)
    print(f"\n{script}\n")
    print(body(path))


def _facts(entry: Entry) -> Iterator[str]:
    """What the script declares, line by line."""
    about = entry.about
    yield _("Tables: {tables}", tables=_(about.tables))
    yield _("Speed: {speed}", speed=_(about.speed) if about.speed else _("not declared"))
    if about.cheating:
        yield _(_CHEATS[about.sees])
    if not entry.parameters:
        yield _("It has no parameters.")
        return
    yield _("Parameters:")
    for parameter, default, meaning in entry.parameters:
        yield f"  {parameter}={default}: {meaning}"
