"""``brisca-sim effect``: what one thing is worth."""

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


def effect(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="mano, swap, senas, mano_negra; OPTION=VALUE[,VALUE...]; STRATEGY:param=value.",
        ),
    ],
    lineup: Annotated[
        list[str] | None, typer.Argument(metavar="[LINEUP]...", help="Who plays.")
    ] = None,
    rules: o.RulesName = "tradicional",
    players: o.Players = "",
    settings: o.Settings = None,
    deals: MostDeals = "",
    until_width: Width = "",
    decide: Decide = False,
    margin: Margin = "",
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
    """Say what one thing is worth to the first side: the same cards, one thing changed.

    mano: leading first, when all play alike. swap: taking it at once, late, for honours or with a
    hunt, against never. senas: at every chance of being seen, and where they stop paying. mano_negra:
    with and without. An option of the rules or a parameter: so, and as it is. FORMAT is table, json,
    csv or md.

    Example: brisca-sim effect swap=off contadora codiciosa
    """
    code = language.chosen(lang)
    chosen = o.read_rules(rules, players or ("4" if name == "senas" else ""), settings)
    number = o.whole(seed, "--seed", 0, MAX_SEED)
    o.one_of(deal_mode, "--deal-mode", DEAL_MODES)
    typed = list(lineup or ())

    def parts(setting: Setting) -> list[Part]:
        from brisca_sim.verdicts.effects import effect_parts

        return effect_parts(name, typed, setting)

    asked = Asked(name, typed, chosen, number, deal_mode)
    stopping = Stopping(deals, until_width, margin, "", confidence, decide)
    return settle_and_report(
        asked, parts, stopping, threads, out, format, code, report=report, quiet=quiet
    )
