"""``brisca-sim compare``: whether A is better than B."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from brisca_sim import language
from brisca_sim.cli import options as o
from brisca_sim.cli.settling import (
    Asked,
    Decide,
    Margin,
    MostDeals,
    Stopping,
    Width,
    settle_and_report,
)
from brisca_sim.limits import DEAL_MODES, MAX_SEED

if TYPE_CHECKING:
    from brisca_sim.verdicts.effects import Part, Setting


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A strategy.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    company: Annotated[
        str,
        typer.Option(
            "--company", metavar="NAME", help="Who else plays, with three sides and more."
        ),
    ] = "ahorradora",
    rules: o.RulesName = "tradicional",
    players: o.Players = "",
    settings: o.Settings = None,
    deals: MostDeals = "",
    until_width: Width = "",
    decide: Decide = False,
    margin: Margin = "",
    sprt: Annotated[
        str,
        typer.Option(
            "--sprt", metavar="E0,E1", help="Stop when one of two Elo differences is ruled out."
        ),
    ] = "",
    seed: o.Seed = "1",
    deal_mode: o.DealMode = "stream",
    threads: o.Threads = "",
    confidence: o.Confidence = "0.95",
    out: o.Out = "",
    report: o.Report = False,
    format: o.Format = "table",
    lang: o.Lang = "",
    quiet: o.Quiet = False,
) -> int:
    """Say whether A is better than B, from the same deals in every seating.

    The score decides; points are a second test. With --decide, --until-width or --sprt it stops
    early, and its intervals hold at any stop, as after Ctrl-C. FORMAT is table, json, csv or md.

    Example: brisca-sim compare contadora ahorradora --decide --margin 0.5pp
    """
    code = language.chosen(lang)
    chosen = o.read_rules(rules, players, settings)
    number = o.whole(seed, "--seed", 0, MAX_SEED)
    o.one_of(deal_mode, "--deal-mode", DEAL_MODES)

    def parts(_: Setting) -> list[Part]:
        from brisca_sim.verdicts.duel import strategies_duel
        from brisca_sim.verdicts.effects import Part

        return [Part(lambda: strategies_duel(a, b, chosen, company, number, deal_mode))]

    asked = Asked("", [a, b, *([company] if chosen.sides > 2 else [])], chosen, number, deal_mode)
    stopping = Stopping(deals, until_width, margin, sprt, confidence, decide)
    return settle_and_report(
        asked, parts, stopping, threads, out, format, code, report=report, quiet=quiet
    )
