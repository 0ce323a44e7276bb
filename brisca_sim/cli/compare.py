"""``brisca-sim compare`` and ``effect``: what is better, what a thing is worth."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brisca_sim.cli import options as o
from brisca_sim.cli.run import FORMATS, progress_bar
from brisca_sim.errors import BriscaError, shown
from brisca_sim.limits import DEAL_MODES, MAX_DEALS, MAX_SEED, MAX_THREADS

if TYPE_CHECKING:
    from brisca_sim.rules import Rules
    from brisca_sim.verdicts.decide import Decision, Stop
    from brisca_sim.verdicts.duel import Duel

_FIXED, _SEQUENTIAL = 100_000, 100_000_000

Width = Annotated[
    str,
    typer.Option(
        "--until-width", metavar="W", help="Stop at this half-width of the score: 0.1pp, 0.001."
    ),
]
Decide = Annotated[bool, typer.Option("--decide", help="Stop as soon as there is a verdict.")]
Margin = Annotated[
    str,
    typer.Option("--margin", metavar="M", help="A difference in score that does not matter: 0.5pp."),
]
Sprt = Annotated[
    str,
    typer.Option("--sprt", metavar="E0,E1", help="Stop when one of two Elo differences is decided for."),
]
MostDeals = Annotated[
    str,
    typer.Option(
        "--deals", metavar="N", help="Deals; the most of them when it may stop early. [100_000; 100M]"
    ),
]


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A strategy.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    company: Annotated[
        str,
        typer.Option("--company", metavar="NAME", help="Who else plays, with three sides and more."),
    ] = "ahorradora",
    rules: o.RulesName = "tradicional",
    players: o.Players = "",
    settings: o.Settings = None,
    deals: MostDeals = "",
    until_width: Width = "",
    decide: Decide = False,
    margin: Margin = "",
    sprt: Sprt = "",
    seed: o.Seed = "1",
    deal_mode: o.DealMode = "stream",
    threads: o.Threads = "",
    confidence: o.Confidence = "0.95",
    out: o.Out = "",
    format: o.Format = "table",
    quiet: o.Quiet = False,
) -> int:
    """Is A better than B? Both play the same deals in every seating, and the answer is a sentence.

    With --decide, --until-width or --sprt it stops early; its intervals hold at any stop. FORMAT is
    table, json, csv or md.

    Example: brisca-sim compare contadora ahorradora --decide --margin 0.5pp
    """
    chosen = o.read_rules(rules, players, settings)
    stop = _stop(deals, until_width, margin, sprt, confidence, decide=decide)
    number = o.whole(seed, "--seed", 0, MAX_SEED)
    o.one_of(deal_mode, "--deal-mode", DEAL_MODES)
    names = [a, b] + ([company] if chosen.sides > 2 else [])

    def duel() -> Duel:
        from brisca_sim.verdicts.duel import strategies_duel

        return strategies_duel(a, b, chosen, company, number, deal_mode)

    def make() -> list[tuple[Any, float | None]]:
        return [(duel, None)]

    return _settle(make, names, chosen, stop, threads, out, format, quiet=quiet)


def effect(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="mano, swap, senas, mano_negra; OPTION=VALUE[,VALUE...] of the rules; STRATEGY:param=value.",
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
    format: o.Format = "table",
    quiet: o.Quiet = False,
) -> int:
    """What is one thing worth? The same cards, one thing changed: the difference for the first side.

    mano: leading first, when all play alike; swap: using it early, late, for honours or with a hunt
    against never; senas: with every chance of being seen, and where they stop paying; mano_negra: with
    it and without. FORMAT is table, json, csv or md.

    Example: brisca-sim effect swap=off contadora codiciosa
    """
    typed = list(lineup or ())
    chosen = o.read_rules(rules, players or ("4" if name == "senas" else ""), settings)
    stop = _stop(deals, until_width, margin, "", confidence, decide=decide)
    number = o.whole(seed, "--seed", 0, MAX_SEED)
    o.one_of(deal_mode, "--deal-mode", DEAL_MODES)

    def make() -> list[tuple[Any, float | None]]:
        from brisca_sim.verdicts.effects import Setting, effect_parts

        parts = effect_parts(name, typed, Setting(chosen, number, deal_mode))
        return [(part.duel, part.at) for part in parts]

    return _settle(make, typed, chosen, stop, threads, out, format, quiet=quiet, effect=name)


def _stop(
    deals: str, width: str, margin: str, sprt: str, confidence: str, *, decide: bool
) -> Stop:
    """Read when to stop."""
    early = bool(width or sprt or decide)
    if margin and not decide:
        raise BriscaError("--margin goes with --decide: the verdict that it allows is 'within it'")
    most = o.whole(deals, "--deals", 1, MAX_DEALS) if deals else _SEQUENTIAL if early else _FIXED
    elos = _elos(sprt) if sprt else None
    from brisca_sim.verdicts.stop import Stop

    return Stop(
        most,
        o.share(width, "--until-width") if width else None,
        decide,
        o.share(margin, "--margin") if margin else None,
        elos,
        o.fraction(confidence, "--confidence"),
    )


def _elos(text: str) -> tuple[float, float]:
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BriscaError(
            f"--sprt takes two Elo differences, as 0,5, not {shown(text)}"
        ) from None
    return low, high


def _settle(
    make: Any,
    names: Sequence[str],
    rules: Rules,
    stop: Stop,
    threads: str,
    out: str,
    format: str,
    *,
    quiet: bool,
    effect: str = "",
) -> int:
    o.one_of(format, "--format", FORMATS)
    workers = o.whole(threads, "--threads", 1, MAX_THREADS) if threads else None
    folder = Path(os.path.expanduser(out)) if out else None
    if folder is not None:
        from brisca_sim.reporting.folder import prepare_folder

        prepare_folder(folder)
    typed = shlex.join(["brisca-sim", *sys.argv[1:]])
    try:
        with o.loading(names, rules, quiet=quiet):
            from brisca_sim.verdicts.decide import settle_all

            duels = make()
        with progress_bar(stop.deals, quiet=quiet) as progress:
            decisions = settle_all(duels, stop, typed, threads=workers, progress=progress)
    except KeyboardInterrupt:
        o.note("interrupted before a deal was finished: there is nothing to report")
        return o.INTERRUPTED
    _print(decisions, effect, format)
    if folder is not None:
        _save(folder, decisions, effect)
        if not quiet:
            o.note(f"wrote {folder}")
    if all(decision.outcome.complete for decision in decisions) and len(decisions) == len(duels):
        return 0
    o.note("interrupted: what was finished is reported")
    return o.INTERRUPTED


def _document(decisions: Sequence[Decision], effect: str) -> dict[str, Any]:
    """The document to print or to write: one comparison, or the parts of an effect."""
    from brisca_sim.verdicts.effects import break_even

    documents = [decision.document for decision in decisions]
    if effect:
        for document in documents:
            document["effect"] = effect
    if len(documents) == 1:
        return documents[0]
    return {
        "schema": "brisca-effects/1",
        "effect": effect,
        "parts": documents,
        "break_even": break_even(documents),
    }


def _print(decisions: Sequence[Decision], effect: str, format: str) -> None:
    from brisca_sim.reporting import verdict

    document = _document(decisions, effect)
    parts = document.get("parts", [document])
    if format == "json":
        print(json.dumps(document, ensure_ascii=False, indent=1))
    elif format == "csv":
        print(verdict.verdict_csv(parts), end="")
    else:
        write = verdict.verdict_markdown if format == "md" else verdict.verdict_text
        print(write(parts), end="")
        if found := document.get("break_even"):
            ends = ["?" if end is None else f"{end:.2f}" for end in found["ci"]]
            print(f"\nbreak-even at {found['at']:.2f} [{', '.join(ends)}]")


def _save(folder: Path, decisions: Sequence[Decision], effect: str) -> None:
    """Write the document, the counts and the table."""
    from brisca_sim.reporting.folder import write_files
    from brisca_sim.reporting.verdict import verdict_csv

    document = _document(decisions, effect)
    counts = {
        f"{number}_{name}": array
        for number, decision in enumerate(decisions)
        for name, array in decision.tallies.arrays().items()
    }
    write_files(folder, "compare", document, counts, {"compare.csv": verdict_csv(document.get("parts", [document]))})
