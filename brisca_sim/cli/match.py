"""``brisca-sim match``: who wins a match, and how long it takes."""

from __future__ import annotations

import math
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brisca_sim import language
from brisca_sim.cli import options as o
from brisca_sim.cli.output import FORMATS, prepared, print_page
from brisca_sim.cli.report import check_report, write_beside
from brisca_sim.errors import BriscaError, shown
from brisca_sim.limits import MAX_DEALS, MAX_THREADS
from brisca_sim.rules import Rules

if TYPE_CHECKING:
    from brisca_sim.table import Table
    from brisca_sim.verdicts.matches import Results

MatchFormat = Annotated[
    str,
    typer.Option(
        "--match", metavar="FORMAT", help="hands:N, points:N, best_of:N, first_to:N or time:M."
    ),
]
Fair = Annotated[
    str, typer.Option("--fair", metavar="P", help="Hands until the better side wins that often.")
]


def match(
    lineup: o.Lineup,
    match: MatchFormat = "",
    fair: Fair = "",
    rules: o.RulesName = "tradicional",
    players: o.Players = "",
    settings: o.Settings = None,
    deals: o.Deals = "100_000",
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
    """Play the hands of a lineup, and work out who wins a match and how long it takes.

    Without --match it is the match of the rules, or best_of:3 if they name none. FORMAT of --format
    is table, json, csv or md.

    Example: brisca-sim match ahorradora codiciosa --match points:500 --fair 0.8
    """
    number = o.whole(deals, "--deals", 1, MAX_DEALS)
    workers = o.whole(threads, "--threads", 1, MAX_THREADS) if threads else None
    level = o.fraction(confidence, "--confidence")
    o.one_of(format, "--format", FORMATS)
    code = language.chosen(lang)
    check_report(report, out)
    texts = [*(settings or ()), *([f"match={match}"] if match else [])]
    chosen = o.read_rules(rules, players, texts)
    named = any(text.partition("=")[0].strip() == "match" for text in texts)
    probability = _probability(fair, chosen) if fair else None
    from brisca_sim.reporting.shelf import MATCH

    folder = prepared(out, MATCH)
    from brisca_sim.verdicts.matches import format_of, match_document, match_of, play_results

    wanted = match_of(chosen, named=named)
    how = format_of(chosen, wanted)
    table = o.set_table(lineup, chosen.replace(match=wanted), seed, deal_mode, quiet=quiet)
    try:
        results = _played(table, number, workers, play_results, quiet=quiet)
    except KeyboardInterrupt:
        o.note("interrupted before a deal was finished: there is nothing to report")
        return o.INTERRUPTED
    typed = shlex.join(["brisca-sim", *sys.argv[1:]])
    document = match_document(table, results, how, typed, level, probability)
    with language.speaking(code):
        _print(document, format)
    if folder is not None:
        _write(folder, document, results)
        if not quiet:
            o.note(f"wrote {folder}")
        if report:
            write_beside(folder, document, code, quiet=quiet)
    if results.complete:
        return 0
    o.note(f"interrupted: the match is worked out from the first {results.deals} deals")
    return o.INTERRUPTED


def _probability(text: str, rules: Rules) -> float:
    digits = text.strip().removesuffix("%")
    try:
        value = float(digits) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        value = math.nan
    if not 0.5 < value < 1:
        raise BriscaError(f"--fair takes a probability above 0.5 and below 1, not {shown(text)}")
    if rules.sides != 2:
        raise BriscaError(f"--fair takes two sides, and {rules.sides} play here: leave it out")
    return value


def _played(table: Table, deals: int, workers: int | None, play: Any, *, quiet: bool) -> Results:
    from brisca_sim.cli.progress import bar

    with bar("deals", quiet=quiet, whole=deals) as tell:
        progress = None if tell is None else lambda done, whole: tell(done, whole, "hands")
        results: Results = play(table, deals, threads=workers, progress=progress)
        return results


def _write(folder: Path, document: dict[str, Any], results: Results) -> None:
    from brisca_sim.reporting.matches import length_rows, side_rows
    from brisca_sim.reporting.shelf import MATCH
    from brisca_sim.verdicts.matches import arrays_of

    tables = {"match.csv": side_rows(document), "lengths.csv": length_rows(document)}
    MATCH.write(folder, document, arrays_of(results), tables)


def _print(document: dict[str, Any], format: str) -> None:
    from brisca_sim.reporting.matches import match_page, side_rows

    print_page(document, format, lambda: match_page(document), lambda: side_rows(document))
