"""What the commands share that play, merge and verify runs that are kept in folders."""

from __future__ import annotations

import math
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brisca_sim.cli import options as o
from brisca_sim.cli.output import Telling, print_run
from brisca_sim.cli.progress import bar
from brisca_sim.cli.report import write_beside
from brisca_sim.errors import BriscaError, KeptError, shown
from brisca_sim.language import speaking

if TYPE_CHECKING:
    from brisca_sim.durable.lock import Lock
    from brisca_sim.durable.ranges import Range
    from brisca_sim.durable.state import State
    from brisca_sim.simulation import Hire, Outcome
    from brisca_sim.table import Table

Folders = Annotated[
    list[str], typer.Argument(metavar="DIR...", help="Folders that run --out has written.")
]
Checkpoint = Annotated[
    str,
    typer.Option(
        "--checkpoint", metavar="SECONDS", help="With --out: how often the counts are saved."
    ),
]
Resume = Annotated[
    str, typer.Option("--resume", metavar="DIR", help="Go on with the run that this folder holds.")
]
Shard = Annotated[
    str,
    typer.Option(
        "--shard", metavar="I/N", help="Play one of N parts of the deals; merge adds them up."
    ),
]


def seconds(text: str, option: str) -> float:
    """Read a time between 0.1 s and a day."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.1 <= value <= 86_400:
        raise BriscaError(f"{option} takes seconds from 0.1 to 86400, not {shown(text)}")
    return value


def shard_of(text: str, deals: int) -> Range:
    """Read ``2/8`` as a range of deals."""
    from brisca_sim.durable.ranges import share_of

    part, _, parts = text.partition("/")
    numbers = [int(word) if word.isascii() and word.isdigit() else 0 for word in (part, parts)]
    if not 1 <= numbers[0] <= numbers[1] <= deals:
        raise BriscaError(
            f"--shard takes I/N, as 2/8, with N up to the number of deals, not {shown(text)}"
        )
    return share_of(numbers[0], numbers[1], deals)


def path_of(text: str) -> Path:
    """A folder as it was typed."""
    return Path(os.path.expanduser(text))


def refuse_unfinished(folder: Path) -> None:
    """Refuse to begin where a run waits to be gone on with.

    Raises
    ------
    KeptError
        Also if there is a checkpoint that cannot be read.
    """
    from brisca_sim.durable.state import CHECKPOINT, loaded

    if (folder / CHECKPOINT).exists() and loaded(folder).missing:
        raise KeptError(
            f"output {shown(str(folder), 200)} holds a run that is not finished: go on with"
            " 'brisca-sim run --resume DIR', or name another folder"
        )


def check_rules_file(state: State, where: str) -> None:
    """Refuse to go on when the rules file says something else by now.

    Raises
    ------
    KeptError
        In one line: what.
    """
    kept = state.options.get("rules_file")
    if not kept or not Path(kept["path"]).exists():
        return
    from brisca_sim.durable.identity import differing

    now = o.read_rules(kept["path"], kept["players"], kept["settings"]).to_dict()
    fault = differing({"rules": now}, {"rules": state.identity["rules"]})
    if fault:
        raise KeptError(
            f"{where} was begun with other rules: {kept['path']} now gives {fault}; put the old"
            " file back, or begin anew in another folder"
        )


def seat_again(state: State, folder: Path, *, quiet: bool) -> Table:
    """The table of a run that was kept, saying so when strategies have to be compiled."""
    from brisca_sim.durable.identity import check_program
    from brisca_sim.reporting.writing import named

    check_program(state.identity, named(folder))

    def seat() -> Table:
        from brisca_sim.durable import identity

        return identity.seat_again(state.identity, state.sources, folder, named(folder))

    return o.compiled([], seat, quiet=quiet)


def play_kept(
    table: Table,
    state: State,
    folder: Path,
    lock: Lock,
    *,
    every: float,
    threads: int | None,
    telling: Telling,
    hire: Hire | None = None,
    command: str | None = None,
) -> int:
    """Play what is missing, print the report and write the folder; exit code."""
    from brisca_sim.durable.keeper import Keeper
    from brisca_sim.durable.play import kept_document, play_missing

    keeper = Keeper(folder, state, lock, seconds=every, say=o.note)
    keeper.begin()
    whole = state.asked[1] - state.asked[0]
    with bar("deals", quiet=telling.quiet, whole=whole) as tell:
        progress = None if tell is None else lambda done, whole: tell(done, whole, "")
        outcome = play_missing(table, keeper, threads=threads, progress=progress, hire=hire)
    if state.counts.deals == 0:
        keeper.forget()
        o.note("interrupted before a deal was finished: there is nothing to report")
        return o.INTERRUPTED
    typed = command or shlex.join(["brisca-sim", *sys.argv[1:]])
    document = kept_document(table, state, outcome, typed)
    return report(document, state, outcome, folder, telling)


def report(
    document: dict[str, Any], state: State, outcome: Outcome, folder: Path, telling: Telling
) -> int:
    """Print a run and write its folder; exit code."""
    from brisca_sim.reporting.folder import write_run_folder

    # Whatever has become of the folder, the summary is seen.
    print_run(document, telling)
    counts = state.counts.arrays()
    with speaking(telling.lang):
        if not outcome.complete:
            # The counts first: drawing takes seconds, and a second Ctrl-C may cut it short.
            write_run_folder(folder, document, counts, False)
        write_run_folder(folder, document, counts)
    if not telling.quiet:
        o.note(f"wrote {folder}")
    if telling.report:
        write_beside(folder, document, telling.lang, quiet=telling.quiet)
    if outcome.complete:
        return 0
    number = state.counts.deals
    which = f"the first {number}" if state.ledger.ranges == [(0, number)] else str(number)
    return ended_early(outcome, which)


def ended_early(outcome: Outcome, which: str) -> int:
    """Say why a run is not whole, and which of its deals are reported; exit code."""
    o.note(f"{outcome.lost or 'interrupted'}: {which} deals are reported")
    return o.BAD if outcome.lost else o.INTERRUPTED
