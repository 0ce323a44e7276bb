"""What `compare` and `effect` share: when to stop, playing the duels, and reporting them."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brisca_sim.cli import options as o
from brisca_sim.cli.output import FORMATS, prepared, print_page
from brisca_sim.cli.report import check_report, write_beside
from brisca_sim.errors import BriscaError, shown
from brisca_sim.language import speaking
from brisca_sim.limits import MAX_DEALS, MAX_THREADS

if TYPE_CHECKING:
    from brisca_sim.rules import Rules
    from brisca_sim.verdicts.decide import Decision
    from brisca_sim.verdicts.effects import Part, Setting

_FIXED, _SEQUENTIAL = 100_000, 100_000_000

Width = Annotated[
    str,
    typer.Option(
        "--until-width",
        metavar="W",
        help="Stop at this half-width of the score, as 0.1pp or 0.001.",
    ),
]
Decide = Annotated[bool, typer.Option("--decide", help="Stop as soon as there is a verdict.")]
Margin = Annotated[
    str,
    typer.Option(
        "--margin", metavar="M", help="A difference in score that does not matter, as 0.5pp."
    ),
]
MostDeals = Annotated[
    str,
    typer.Option(
        "--deals", metavar="N", help="Deals: 100_000; at most 100M where it may stop early."
    ),
]


class Asked:
    """What is compared, as it was typed; `effect` is empty for a comparison."""

    def __init__(
        self, effect: str, specs: Sequence[str], rules: Rules, seed: int, deal_mode: str
    ) -> None:
        self.effect, self.specs, self.rules = effect, specs, rules
        self.seed, self.deal_mode = seed, deal_mode


class Stopping:
    """When to stop, as it was typed."""

    def __init__(
        self, deals: str, width: str, margin: str, sprt: str, confidence: str, decide: bool
    ) -> None:
        if margin and not decide:
            raise BriscaError("--margin goes with --decide, whose verdict may then be 'within it'")
        early = bool(width or sprt or decide)
        usual = _SEQUENTIAL if early else _FIXED
        self.deals = o.whole(deals, "--deals", 1, MAX_DEALS) if deals else usual
        self.width = _share(width, "--until-width") if width else None
        self.margin = _share(margin, "--margin") if margin else None
        self.sprt = _elos(sprt) if sprt else None
        self.confidence = o.fraction(confidence, "--confidence")
        self.decide = decide


def _share(text: str, option: str) -> float:
    """Read a difference in score: ``0.1pp`` (of a hundred hands) or ``0.001``."""
    digits = text.strip().lower()
    scale = 100 if digits.endswith(("pp", "%")) else 1
    try:
        value = float(digits.removesuffix("pp").removesuffix("%")) / scale
    except ValueError:
        value = math.nan
    if not 0 < value < 1:
        raise BriscaError(
            f"{option} takes a difference above 0 and below 1, as 0.5pp or 0.005, not {shown(text)}"
        )
    return value


def _elos(text: str) -> tuple[float, float]:
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BriscaError(f"--sprt takes two Elo differences, as 0,5, not {shown(text)}") from None
    return low, high


def settle_and_report(
    asked: Asked,
    parts: Callable[[Setting], list[Part]],
    stopping: Stopping,
    threads: str,
    out: str,
    format: str,
    lang: str,
    *,
    report: bool,
    quiet: bool,
) -> int:
    """Play what was asked for and report it in a language; the exit code."""
    o.one_of(format, "--format", FORMATS)
    check_report(report, out)
    workers = o.whole(threads, "--threads", 1, MAX_THREADS) if threads else None
    from brisca_sim.reporting.shelf import COMPARE, EFFECT

    folder = prepared(out, EFFECT if asked.effect else COMPARE)
    o.note_rules(asked.rules, quiet=quiet)

    def build() -> list[Part]:
        from brisca_sim.verdicts.effects import Setting

        return parts(Setting(asked.rules, asked.seed, asked.deal_mode))

    chosen = o.compiled(asked.specs, build, quiet=quiet)
    try:
        decisions = _played(chosen, stopping, workers, quiet=quiet)
    except KeyboardInterrupt:
        o.note("interrupted before a deal was finished: there is nothing to report")
        return o.INTERRUPTED
    from brisca_sim.verdicts.effects import joined

    document = joined([decision.document for decision in decisions], asked.effect)
    if not quiet:
        for text in {text for decision in decisions for text in decision.document["warnings"]}:
            o.note(text)
    with speaking(lang):
        _print(document, format)
    if folder is not None:
        _write(folder, document, decisions)
        if not quiet:
            o.note(f"wrote {folder}")
        if report:
            write_beside(folder, document, lang, quiet=quiet)
    if len(decisions) == len(chosen) and all(d.outcome.complete for d in decisions):
        return 0
    o.note("interrupted: what was finished is reported")
    return o.INTERRUPTED


def _played(
    parts: Sequence[Part], stopping: Stopping, workers: int | None, *, quiet: bool
) -> list[Decision]:
    from brisca_sim.cli.progress import bar
    from brisca_sim.verdicts.decide import settle_all
    from brisca_sim.verdicts.stopping import Stop

    stop = Stop(
        stopping.deals, stopping.width, stopping.decide, stopping.margin, stopping.sprt,
        stopping.confidence,
    )  # fmt: skip
    typed = shlex.join(["brisca-sim", *sys.argv[1:]])
    with bar("deals", quiet=quiet, whole=stopping.deals) as tell:
        progress = None if tell is None else lambda done, whole: tell(done, whole, "deals")
        return settle_all(
            [(part.duel, part.at) for part in parts],
            stop,
            typed,
            threads=workers,
            progress=progress,
        )


def _print(document: dict[str, Any], format: str) -> None:
    from brisca_sim.reporting.verdict import verdict_page, verdict_rows

    parts = document.get("parts", [document])
    print_page(
        document, format,
        lambda: verdict_page(parts, document.get("break_even")), lambda: verdict_rows(parts),
    )  # fmt: skip


def _write(folder: Path, document: dict[str, Any], decisions: Sequence[Decision]) -> None:
    from brisca_sim.reporting.shelf import COMPARE, EFFECT
    from brisca_sim.reporting.verdict import verdict_rows

    rows = verdict_rows(document.get("parts", [document]))
    counts = {
        f"part{number}_{name}": array
        for number, decision in enumerate(decisions)
        for name, array in decision.tallies.arrays().items()
    }
    shelf = EFFECT if "effect" in document else COMPARE
    shelf.write(folder, document, counts, {shelf.names[-1]: rows})
