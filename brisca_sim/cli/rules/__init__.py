"""``brisca-sim rules``: the presets and their options."""

from __future__ import annotations

import typer

from brisca_sim.cli.rules.listing import list_rules
from brisca_sim.cli.rules.show import show_rules

rules_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The rule sets, with every option and its meaning.",
)
rules_app.command("list")(list_rules)
rules_app.command("show")(show_rules)
