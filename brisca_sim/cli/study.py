"""``brisca-sim study``: a question, the parts that are played for it, the report that answers it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brisca_sim.cli import options as o
from brisca_sim.errors import BriscaError
from brisca_sim.language import LANGUAGES
from brisca_sim.language import chosen as spoken
from brisca_sim.limits import MAX_THREADS

if TYPE_CHECKING:
    from brisca_sim.study.jobs import Job
    from brisca_sim.study.running import Planned

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Study files, their folders, or a folder of folders."),
]
Again = Annotated[bool, typer.Option("--again", help="Also play the parts that are done.")]
Parts = Annotated[
    str,
    typer.Option("--parts", metavar="NAME,...", help="Play only these parts, and write no report."),
]
Language = Annotated[
    str, typer.Option("--lang", metavar="CODE", help="Report in en, es or ca; default all three.")
]
Checking = Annotated[
    bool, typer.Option("--check", help="Play and write nothing; say what does not agree.")
]
Readme = Annotated[
    str, typer.Option("--readme", metavar="FILE", help="Also write the answers into this README.")
]
Format = Annotated[
    str, typer.Option("--format", metavar="FORMAT,...", help="html, md, pdf, csv, svg, png or all.")
]
Folder = Annotated[
    str, typer.Option("--out", metavar="DIR", help="Write here instead of beside the study file.")
]


def study(
    files: Files,
    again: Again = False,
    parts: Parts = "",
    check: Checking = False,
    lang: Language = "",
    format: Format = "md,csv",
    readme: Readme = "",
    out: Folder = "",
    threads: o.Threads = "",
    quiet: o.Quiet = False,
) -> int:
    """Play the parts of a study that are not done, and write its report, tables and figures.

    A part that is done and unchanged is not played again. After Ctrl-C the finished parts are kept:
    repeat the command to go on.

    Example: brisca-sim study reports/0002-mano
    """
    workers = o.whole(threads, "--threads", 1, MAX_THREADS) if threads else None
    languages = [spoken(lang)] if lang else list(LANGUAGES)
    chosen = [name.strip() for name in parts.split(",") if name.strip()]
    from brisca_sim.reporting.report.render import formats_of
    from brisca_sim.study.reading import found
    from brisca_sim.study.running import planned

    formats = formats_of(format)
    paths = found(files)
    if len(paths) > 1 and (out or chosen):
        raise BriscaError("--out and --parts go with a single study")
    folder = Path(os.path.expanduser(out)) if out else None
    plans = [planned(path, folder) for path in paths]
    if check:
        return _check(plans, languages, readme)
    for plan in plans:
        code = _play(plan, chosen, workers, again=again, quiet=quiet)
        if code:
            return code
        if not chosen:
            _write(plan, languages, formats, quiet=quiet)
    if readme:
        from brisca_sim.study.readme import renew

        renew(Path(os.path.expanduser(readme)), plans)
    return 0


def _check(plans: Sequence[Planned], languages: Sequence[str], readme: str) -> int:
    from brisca_sim.study.readme import renewed
    from brisca_sim.study.running import faults

    lines = [line for plan in plans for line in faults(plan, languages)]
    if readme and not lines:
        before, after = renewed(Path(os.path.expanduser(readme)), plans)
        lines += [] if before == after else [f"{readme} is not what the studies give"]
    for line in lines:
        print(line)
    return 1 if lines else 0


def _play(
    plan: Planned, chosen: Sequence[str], workers: int | None, *, again: bool, quiet: bool
) -> int:
    """Play what is missing; the exit code."""
    from brisca_sim.study.running import missing

    jobs = missing(plan, chosen, again=again)
    if not jobs:
        return 0
    o.compiled([], lambda: None, quiet=quiet)
    done = 0
    try:
        for job in _played(plan, jobs, workers, quiet=quiet):
            done += 1
            if not quiet:
                o.note(f"{plan.opened.place}: {done} of {len(jobs)} played: {job.file}")
    except KeyboardInterrupt:
        o.note(
            f"interrupted: {done} of {len(jobs)} missing parts are played and kept; repeat the command"
            " to go on"
        )
        return o.INTERRUPTED
    return 0


def _played(
    plan: Planned, jobs: Sequence[Job], workers: int | None, *, quiet: bool
) -> Iterator[Job]:
    from brisca_sim.cli.progress import bar
    from brisca_sim.study.playing import Means
    from brisca_sim.study.running import play_jobs

    with bar("", quiet=quiet) as progress:

        def means(job: Job) -> Means:
            if progress is None:
                return Means(workers)
            tell: Callable[[float, float, str], None] = progress
            return Means(workers, lambda done, whole: tell(done, whole, job.file))

        yield from play_jobs(plan, jobs, means)


def _write(plan: Planned, languages: Sequence[str], formats: Sequence[str], *, quiet: bool) -> None:
    from brisca_sim.study.running import write

    written = write(plan, languages, formats)
    if not quiet:
        o.note(f"wrote {len(written)} files into {plan.folder}")
