"""``brisca-sim rules``: the presets and their options."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from brisca_sim.cli import options as o
from brisca_sim.options import OPTIONS
from brisca_sim.rules import PRESETS, Rules, preset_about

rules_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The rule sets, with every option and its meaning.",
)


@rules_app.command("list")
def list_rules() -> None:
    """List the presets.

    Example: brisca-sim rules list
    """
    width = max(map(len, PRESETS))
    for name in PRESETS:
        print(f"{name:<{width}}  {preset_about(name)}")
    print(
        "\n'brisca-sim rules show NAME' shows every option of one of them, or of a file of yours."
    )


@rules_app.command("show")
def show_rules(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A preset, or a TOML file.")],
    players: o.Players = "",
    settings: o.Settings = None,
    format: o.Format = "text",
) -> None:
    """Show every option of a rule set, what it takes and what it means.

    FORMAT is text or json.

    Example: brisca-sim rules show vip --players 3
    """
    o.one_of(format, "--format", ("text", "json"))
    rules = o.read_rules(name, players, settings)
    if format == "json":
        print(json.dumps(rules.to_dict(), ensure_ascii=False, indent=1))
        return
    print(_text(rules), end="")
    for line in rules.notes():
        o.note(line)


def _text(rules: Rules) -> str:
    """One paragraph an option; a star marks what differs from the default."""
    changed = rules.differences("tradicional")
    lines = []
    for name, value in rules.to_dict().items():
        option = OPTIONS[name]
        shown = "-" if value is None else str(value).lower() if isinstance(value, bool) else value
        star = "*" if name in changed else " "
        lines.append(
            f"{star} {name} = {shown}\n      {option.meaning}\n      takes {option.takes}\n"
        )
    return "".join(lines) + "\n* differs from tradicional at a table of this size\n"
