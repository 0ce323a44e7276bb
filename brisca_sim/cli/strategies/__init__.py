"""``brisca-sim strategies``: the catalogue and the author's tools."""

from __future__ import annotations

import typer

from brisca_sim.cli.strategies.check import check_strategy
from brisca_sim.cli.strategies.listing import list_strategies
from brisca_sim.cli.strategies.new import new_strategy
from brisca_sim.cli.strategies.show import show_strategy
from brisca_sim.cli.strategies.words import list_words

strategies_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The catalogue of strategies, and tools for writing one.",
)
strategies_app.command("list")(list_strategies)
strategies_app.command("new")(new_strategy)
strategies_app.command("check")(check_strategy)
strategies_app.command("show")(show_strategy)
strategies_app.command("words")(list_words)
