"""``brisca-sim verify``: play some of a run again and compare."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from brisca_sim.cli import keeping
from brisca_sim.cli import options as o
from brisca_sim.cli.progress import bar
from brisca_sim.errors import BriscaError, shown
from brisca_sim.limits import MAX_SEED, MAX_THREADS

Folder = Annotated[str, typer.Argument(metavar="DIR", help="A folder that run --out has written.")]
Share = Annotated[
    str,
    typer.Option("--share", metavar="P", help="How much of it, as 1% or 0.01; at least a block."),
]
Choice = Annotated[str, typer.Option("--seed", metavar="N", help="Decides which blocks are taken.")]


def verify(
    folder: Folder,
    share: Share = "1%",
    seed: Choice = "1",
    threads: o.Threads = "",
    quiet: o.Quiet = False,
) -> int:
    """Replay a random share of a run's blocks and compare; exit code 1 where it differs.

    Its files are compared with each other too.

    Example: brisca-sim verify my-run --share 5%
    """
    part = _share(share)
    number = o.whole(seed, "--seed", 0, MAX_SEED)
    workers = o.whole(threads, "--threads", 1, MAX_THREADS) if threads else None
    from brisca_sim.durable.state import loaded

    path = keeping.path_of(folder)
    state = loaded(path)
    if state.counts.deals == 0:
        raise BriscaError(f"{shown(str(path), 200)} has no deals: there is nothing to verify")
    table = keeping.seat_again(state, path, quiet=quiet)
    from brisca_sim.durable.verify import verify as check

    with bar("deals", quiet=quiet) as tell:
        progress = None if tell is None else lambda done, whole: tell(done, whole, "")
        verdict = check(
            table, state, path, share=part, seed=number, threads=workers, progress=progress
        )
    if verdict.fault:
        o.note(f"{shown(str(path), 200)} is not what was played: {verdict.fault}")
        return 1
    print(
        f"{verdict.blocks} of {verdict.of_blocks} blocks replayed, {verdict.deals} of"
        f" {verdict.of_deals} deals: the same"
    )
    return 0 if verdict.complete else o.INTERRUPTED


def _share(text: str) -> float:
    digits = text.strip().removesuffix("%")
    try:
        value = float(digits) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        value = math.nan
    if not 0 < value <= 1:
        raise BriscaError(f"--share takes a share up to 1, as 1% or 0.01, not {shown(text)}")
    return value
