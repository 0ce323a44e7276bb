"""``brisca-sim run``: play a lineup and report."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from brisca_sim import language
from brisca_sim.cli import options as o
from brisca_sim.cli.output import FORMATS
from brisca_sim.cli.progress import bar
from brisca_sim.cli.report import check_report, write_beside
from brisca_sim.limits import MAX_DEALS, MAX_THREADS

if TYPE_CHECKING:
    from brisca_sim.api import Run


def run(
    lineup: o.Lineup,
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
    detail: o.Detail = False,
    format: o.Format = "table",
    lang: o.Lang = "",
    quiet: o.Quiet = False,
) -> int:
    """Play a lineup and report score, wins, draws and points, each with its interval.

    FORMAT is table, json, csv or md. With --out the run folder gets run.json, the counts, three
    CSV files and two figures. With --detail the document also tells what happened within the hands
    (tricks, first hands, swaps, trumps), and the run folder gets a CSV file of each.

    Example: brisca-sim run ahorradora codiciosa --deals 500_000 --out my-run
    """
    number = o.whole(deals, "--deals", 1, MAX_DEALS)
    workers = o.whole(threads, "--threads", 1, MAX_THREADS) if threads else None
    level = o.fraction(confidence, "--confidence")
    o.one_of(format, "--format", FORMATS)
    code = language.chosen(lang)
    check_report(report, out)
    chosen = o.read_rules(rules, players, settings)
    folder = Path(os.path.expanduser(out)) if out else None
    if folder is not None:
        from brisca_sim.reporting.folder import prepare_folder

        prepare_folder(folder)
    table = o.set_table(lineup, chosen, seed, deal_mode, quiet=quiet)
    from brisca_sim.api import simulate_table

    typed = shlex.join(["brisca-sim", *sys.argv[1:]])
    try:
        with bar("deals", quiet=quiet, whole=number) as tell:
            progress = None if tell is None else lambda done, whole: tell(done, whole, "")
            result, outcome = simulate_table(
                table,
                number,
                threads=workers,
                confidence=level,
                progress=progress,
                command=typed,
                detail=detail,
            )
    except KeyboardInterrupt:
        o.note("interrupted before a deal was finished: there is nothing to report")
        return o.INTERRUPTED
    with language.speaking(code):
        _print(result, format)
    if folder is not None:
        if not outcome.complete:
            # The counts first: drawing takes seconds, and a second Ctrl-C may cut it short.
            result.save(folder, figures=False)
        result.save(folder)
        if not quiet:
            o.note(f"wrote {folder}")
        if report:
            write_beside(folder, result.document, code, quiet=quiet)
    if outcome.complete:
        return 0
    o.note(f"interrupted: the first {outcome.counts.deals} deals are reported")
    return o.INTERRUPTED


def _print(result: Run, format: str) -> None:
    from brisca_sim.reporting import terminal

    if format == "json":
        print(json.dumps(result.document, ensure_ascii=False, indent=1))
    elif format == "csv":
        print(terminal.csv_text(result.document), end="")
    elif format == "md":
        print(terminal.markdown_text(result.document))
    else:
        terminal.show(result.document)
