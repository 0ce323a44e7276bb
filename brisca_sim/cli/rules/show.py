"""``brisca-sim rules show``: every option of a rule set."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from brisca_sim.cli import options as o
from brisca_sim.language import chosen, speaking


def show_rules(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A preset, or a TOML file.")],
    players: o.Players = "",
    settings: o.Settings = None,
    format: o.Format = "text",
    lang: o.Lang = "",
) -> None:
    """Show every option of a rule set, what it takes and what it means.

    FORMAT is text or json.

    Example: brisca-sim rules show vip --players 3
    """
    o.one_of(format, "--format", ("text", "json"))
    code = chosen(lang)
    rules = o.read_rules(name, players, settings)
    if format == "json":
        print(json.dumps(rules.to_dict(), ensure_ascii=False, indent=1))
        return
    from brisca_sim.reporting.option_words import options_text

    with speaking(code):
        print(options_text(rules), end="")
    for line in rules.notes():
        o.note(line)
