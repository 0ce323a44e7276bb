"""``brisca-sim run``: play a lineup and report."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brisca_sim import language
from brisca_sim.cli import keeping
from brisca_sim.cli import options as o
from brisca_sim.cli.output import FORMATS, Telling, print_run
from brisca_sim.cli.progress import bar
from brisca_sim.cli.report import check_report
from brisca_sim.errors import BriscaError
from brisca_sim.limits import MAX_DEALS, MAX_THREADS
from brisca_sim.rules import PRESETS

if TYPE_CHECKING:
    from brisca_sim.simulation import Hire
    from brisca_sim.table import Table

RunLineup = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="LINEUP...",
        help="Strategies, one a side or one a seat: a name of the catalogue or a script's path, "
        "with parameters after a colon (ahorradora:theta=10).",
    ),
]
_RESUMED = ("resume", "deals", "threads", "dask", "format", "lang", "report", "quiet", "checkpoint")
"""What goes with --resume; everything else is in the folder."""


def run(
    context: typer.Context,
    lineup: RunLineup = None,
    rules: o.RulesName = "tradicional",
    players: o.Players = "",
    settings: o.Settings = None,
    deals: o.Deals = "100_000",
    seed: o.Seed = "1",
    deal_mode: o.DealMode = "stream",
    threads: o.Threads = "",
    dask: o.Dask = "",
    confidence: o.Confidence = "0.95",
    out: o.Out = "",
    report: o.Report = False,
    detail: o.Detail = False,
    checkpoint: keeping.Checkpoint = "10",
    resume: keeping.Resume = "",
    shard: keeping.Shard = "",
    format: o.Format = "table",
    lang: o.Lang = "",
    quiet: o.Quiet = False,
) -> int:
    """Play a lineup and report score, wins, draws and points, each with its interval.

    FORMAT is table, json, csv or md. With --out the run folder gets run.json, the counts, three
    CSV files and two figures; while it is played a checkpoint goes there, from which --resume goes
    on after whatever has ended the process. With --detail the document also tells what happened
    within the hands (tricks, first hands, swaps, trumps), and the folder gets a CSV file of each.
    With --dask the deals are played by the workers of a Dask cluster, with the same result.

    Example: brisca-sim run ahorradora codiciosa --deals 500_000 --out my-run
    """
    workers = o.whole(threads, "--threads", 1, MAX_THREADS) if threads else None
    if threads and dask:
        raise BriscaError(
            "--threads does not go with --dask: the workers have threads of their own"
        )
    every = keeping.seconds(checkpoint, "--checkpoint")
    o.one_of(format, "--format", FORMATS)
    telling = Telling(format, language.chosen(lang), report=report, quiet=quiet)
    if resume:
        given = _given(context)
        _refuse_others(given)
        more = o.whole(deals, "--deals", 1, MAX_DEALS) if "deals" in given else None
        with o.hired(dask) as hire:
            return _resume(keeping.path_of(resume), more, every, workers, hire, telling)
    check_report(report, out)
    if not lineup:
        raise BriscaError("Missing argument 'LINEUP...'; see 'brisca-sim run --help'")
    number = o.whole(deals, "--deals", 1, MAX_DEALS)
    level = o.fraction(confidence, "--confidence")
    chosen = o.read_rules(rules, players, settings)
    if shard and not out:
        raise BriscaError("--shard needs --out DIR, a folder that merge can take it from")
    part = keeping.shard_of(shard, number) if shard else (0, number)
    if not out:
        with o.hired(dask) as hire:
            table = o.set_table(lineup, chosen, seed, deal_mode, quiet=quiet)
            return _play(table, number, workers, hire, level, telling, detail=detail)
    from brisca_sim.durable.lock import Lock
    from brisca_sim.reporting.folder import prepare_folder

    folder = keeping.path_of(out)
    prepare_folder(folder)
    with o.hired(dask) as hire, Lock(folder) as lock:
        keeping.refuse_unfinished(folder)
        table = o.set_table(lineup, chosen, seed, deal_mode, quiet=quiet)
        from brisca_sim.durable.state import State

        state = State.begin(table, number, part, detail=detail, confidence=level)
        if rules not in PRESETS:
            file = {"path": str(Path(rules).resolve()), "players": players, "settings": settings}
            state.options["rules_file"] = file
        return keeping.play_kept(
            table, state, folder, lock, every=every, threads=workers, hire=hire, telling=telling
        )


def _given(context: typer.Context) -> list[str]:
    """Parameters that were typed."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]


def _refuse_others(given: list[str]) -> None:
    for name in given:
        if name not in _RESUMED:
            what = "LINEUP" if name == "lineup" else "--" + name.replace("_", "-")
            what = "--set" if name == "settings" else what
            raise BriscaError(f"{what} does not go with --resume: the folder knows what is played")


def _resume(
    folder: Path,
    deals: int | None,
    every: float,
    threads: int | None,
    hire: Hire | None,
    telling: Telling,
) -> int:
    from brisca_sim.durable.lock import Lock
    from brisca_sim.durable.state import loaded
    from brisca_sim.reporting.folder import prepare_folder
    from brisca_sim.reporting.writing import named

    loaded(folder)
    prepare_folder(folder)
    with Lock(folder) as lock:
        # Once more: whoever held the folder until now may have gone on.
        state = loaded(folder)
        keeping.check_rules_file(state, named(folder))
        table = keeping.seat_again(state, folder, quiet=telling.quiet)
        if deals is not None:
            from brisca_sim.durable.play import extend

            extend(state, deals, named(folder))
        return keeping.play_kept(
            table, state, folder, lock, every=every, threads=threads, hire=hire, telling=telling
        )


def _play(
    table: Table,
    deals: int,
    threads: int | None,
    hire: Hire | None,
    level: float,
    telling: Telling,
    *,
    detail: bool,
) -> int:
    """Play without a folder."""
    from brisca_sim.api import simulate_table

    typed = shlex.join(["brisca-sim", *sys.argv[1:]])
    try:
        with bar("deals", quiet=telling.quiet, whole=deals) as tell:
            progress = None if tell is None else lambda done, whole: tell(done, whole, "")
            result, outcome = simulate_table(
                table,
                deals,
                threads=threads,
                confidence=level,
                progress=progress,
                command=typed,
                detail=detail,
                hire=hire,
            )
    except KeyboardInterrupt:
        o.note("interrupted before a deal was finished: there is nothing to report")
        return o.INTERRUPTED
    print_run(result.document, telling)
    if outcome.complete:
        return 0
    return keeping.ended_early(outcome, f"the first {outcome.counts.deals}")
