"""``brisca-sim merge``: add up the shards of a run."""

from __future__ import annotations

from typing import Annotated

import typer

from brisca_sim import language
from brisca_sim.cli import keeping
from brisca_sim.cli import options as o
from brisca_sim.cli.output import FORMATS, Telling
from brisca_sim.errors import BriscaError

MergeOut = Annotated[
    str, typer.Option("--out", metavar="DIR", help="Write the merged run folder here.")
]


def merge(
    folders: keeping.Folders,
    out: MergeOut = "",
    format: o.Format = "table",
    lang: o.Lang = "",
    quiet: o.Quiet = False,
) -> int:
    """Add up shards of one run, played anywhere, in any order.

    All shards give the same report and digest as one run. What is missing is said; the folder can
    be merged further, and run --resume plays the rest.

    Example: brisca-sim merge part-1 part-2 --out whole
    """
    o.one_of(format, "--format", FORMATS)
    telling = Telling(format, language.chosen(lang), quiet=quiet)
    if not out:
        raise BriscaError("merge needs --out DIR, a folder for the sum")
    from brisca_sim.durable.lock import Lock
    from brisca_sim.durable.merge import merged
    from brisca_sim.durable.state import loaded
    from brisca_sim.reporting.folder import prepare_folder

    paths = [keeping.path_of(text) for text in folders]
    state = merged([(path, loaded(path)) for path in paths])
    folder = keeping.path_of(out)
    if folder.resolve() in [path.resolve() for path in paths]:
        raise BriscaError(f"--out {out} is one of the folders to be merged: name another one")
    prepare_folder(folder)
    with Lock(folder) as lock:
        keeping.refuse_unfinished(folder)
        table = keeping.seat_again(state, folder, quiet=quiet)
        from brisca_sim.durable.keeper import Keeper
        from brisca_sim.durable.play import describe_missing, kept_document
        from brisca_sim.simulation import Outcome

        elapsed = state.elapsed
        Keeper(folder, state, lock).begin()
        state.elapsed = elapsed
        if state.missing:
            o.note(f"{describe_missing(state)}; merge them in, or play them with run --resume")
        outcome = Outcome(state.counts, not state.missing, elapsed)
        if state.counts.deals == 0:
            raise BriscaError("there is no deal in these folders: nothing to report")
        command = table.command("run", "--deals", str(state.deals))
        document = kept_document(table, state, outcome, command)
        keeping.report(document, state, Outcome(state.counts, True, elapsed), folder, telling)
    return 0
