"""Runs a study: plays what is missing, writes what follows from it, or says what does not agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from brisca_sim.errors import BriscaError, listed, suggest
from brisca_sim.language import LANGUAGES
from brisca_sim.reporting.writing import explained, write_whole
from brisca_sim.study.data import Source, Sources
from brisca_sim.study.jobs import Job, jobs_of
from brisca_sim.study.keeping import FOLDER, keep, kept, why_not
from brisca_sim.study.reading import Opened, StudyError, opened
from brisca_sim.study.report import check_wanted, files_of
from brisca_sim.study.texts import check_texts

if TYPE_CHECKING:
    from brisca_sim.study.playing import Means

FORMATS: Final = ("md", "csv")
"""What a study is written as by default; Markdown brings its figures with it."""


@dataclass(frozen=True)
class Planned:
    """A study that has been read and checked, and where its files are.

    Attributes
    ----------
    opened : Opened
    jobs : dict of str to list of Job
        By part.
    folder : Path
        Where documents and reports are.
    """

    opened: Opened
    jobs: dict[str, list[Job]]
    folder: Path

    @property
    def every(self) -> list[Job]:
        """All jobs, in the order of the parts."""
        return [job for own in self.jobs.values() for job in own]


def planned(path: Path, folder: Path | None = None) -> Planned:
    """Read a study file, and check all that can be checked without playing.

    Raises
    ------
    StudyError
        In one line: the file, where in it, what belongs there.
    """
    study = opened(path)
    check_texts(study)
    check_wanted(study)
    return Planned(study, jobs_of(study), folder or study.folder)


def missing(plan: Planned, parts: Sequence[str] = (), *, again: bool = False) -> list[Job]:
    """The jobs that have to be played.

    Parameters
    ----------
    plan : Planned
    parts : sequence of str
        Only these; all if there are none.
    again : bool
        Also those that are done.

    Raises
    ------
    StudyError
        If there is no such part.
    """
    for name in parts:
        if name not in plan.jobs:
            raise StudyError(
                f"{plan.opened.place} has no part {name!r}{suggest(name, plan.jobs)}; it has"
                f" {listed(plan.jobs, 'and')}"
            )
    chosen = [job for job in plan.every if not parts or job.name in parts]
    return [job for job in chosen if again or kept(plan.folder, job) is None]


def play_jobs(plan: Planned, jobs: Sequence[Job], means: Callable[[Job], Means]) -> Iterator[Job]:
    """Play jobs one after the other and write each down; yields it when it is written.

    Raises
    ------
    StudyError
        If one cannot be played: the file, the part, why.
    KeyboardInterrupt
        After Ctrl-C; what was written is kept.
    """
    from brisca_sim.study.playing import play

    with explained(plan.folder):
        (plan.folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for job in jobs:
        try:
            document = play(job, means(job))
        except BriscaError as error:
            raise StudyError(f"{plan.opened.place}: parts.{job.name}: {error}") from None
        keep(plan.folder, job, document)
        yield job


def sources_of(plan: Planned) -> Sources:
    """The documents of all parts.

    Raises
    ------
    StudyError
        If one has not been played.
    """
    return {name: [_source(plan, job) for job in jobs] for name, jobs in plan.jobs.items()}


def _source(plan: Planned, job: Job) -> Source:
    document = kept(plan.folder, job)
    if document is None:
        raise StudyError(
            f"{plan.opened.place}: part {job.name} ({job.file}): {why_not(plan.folder, job)}"
        )
    return Source(job, document)


def write(
    plan: Planned, languages: Sequence[str] = LANGUAGES, formats: Sequence[str] = FORMATS
) -> list[Path]:
    """Write reports, tables and figures.

    Raises
    ------
    StudyError
        If a part has not been played, or a text asks for what is not there.
    OutputError
        If they cannot be written.
    """
    sources = sources_of(plan)
    contents: dict[str, bytes] = {}
    for code in languages:
        contents |= files_of(plan.opened, sources, code, formats)
    with explained(plan.folder):
        for name in contents:
            (plan.folder / name).parent.mkdir(parents=True, exist_ok=True)
    return write_whole(plan.folder, contents)


def faults(plan: Planned, languages: Sequence[str] = LANGUAGES) -> list[str]:
    """What is not as the data have it, one line each; pictures need only be there."""
    undone = [
        f"{plan.opened.place}: part {job.name} ({job.file}): {why}"
        for job in plan.every
        if (why := why_not(plan.folder, job))
    ]
    if undone:
        return undone
    sources, lines = sources_of(plan), []
    for code in languages:
        for name, content in files_of(
            plan.opened, sources, code, ("md", "csv"), draw=False
        ).items():
            path = plan.folder / name
            if not path.exists():
                lines.append(f"{plan.opened.place}: {name} is missing")
            elif path.suffix != ".png" and path.read_bytes() != content:
                lines.append(f"{plan.opened.place}: {name} is not what the data give")
    return lines
