"""The commands by name."""

from __future__ import annotations

from typing import Annotated

import typer

from brisca_sim.cli.check import check
from brisca_sim.cli.compare import compare
from brisca_sim.cli.effect import effect
from brisca_sim.cli.match import match
from brisca_sim.cli.merge import merge
from brisca_sim.cli.replay import replay
from brisca_sim.cli.report import report
from brisca_sim.cli.rules import rules_app
from brisca_sim.cli.run import run
from brisca_sim.cli.strategies import strategies_app
from brisca_sim.cli.study import study
from brisca_sim.cli.tournament import tournament
from brisca_sim.cli.verify import verify
from brisca_sim.version import VERSION

app = typer.Typer(
    name="brisca-sim",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    help="Play millions of hands of Brisca between scripted strategies and report who wins.",
    epilog="Example: brisca-sim run ahorradora codiciosa --deals 500_000",
)
app.command()(run)
app.command()(merge)
app.command()(verify)
app.command()(compare)
app.command()(effect)
app.command()(tournament)
app.command()(match)
app.command()(study)
app.command()(report)
app.command()(replay)
app.command()(check)
app.add_typer(rules_app, name="rules")
app.add_typer(strategies_app, name="strategies")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"brisca-sim {VERSION}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Play millions of hands of Brisca between scripted strategies and report who wins."""
