"""The part of a README that tells what the studies have found."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from brisca_sim.language import speaking
from brisca_sim.reporting.writing import encoded, write_whole
from brisca_sim.study.reading import StudyError, shown_path
from brisca_sim.study.report import answer_of, name_of
from brisca_sim.study.running import Planned, sources_of
from brisca_sim.study.texts import said

BEGIN: Final = "<!-- studies: written by brisca-sim study --readme -->"
END: Final = "<!-- end of studies -->"


def findings(plans: Sequence[Planned], folder: Path) -> str:
    """A figure of the first study, and the answer of each with a link, in English.

    Parameters
    ----------
    plans : sequence of Planned
    folder : Path
        Where the links start.
    """
    with speaking("en"):
        lines = [f"- {_entry(plan, folder)}" for plan in plans]
        figure = _figure(plans[0], folder)
    return "\n\n".join([BEGIN, *figure, "\n".join(lines), END])


def _entry(plan: Planned, folder: Path) -> str:
    sources = sources_of(plan)
    answer = answer_of(plan.opened, sources, "en")
    title = plan.opened.study.title.said("en")
    return f"[{title}]({_link(plan.folder / 'report.md', folder)}): {answer}"


def _figure(plan: Planned, folder: Path) -> list[str]:
    from brisca_sim.study.data import words_of

    if not plan.opened.study.figures:
        return []
    first, data = plan.opened.study.figures[0], words_of(sources_of(plan), "en")
    caption = said(plan.opened, "figures[0].caption", first.caption, "en", data)
    alt = caption.replace("[", "(").replace("]", ")")
    return [f"![{alt}]({_link(plan.folder / 'figures' / f'{name_of(0, first)}.png', folder)})"]


def _link(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()


def renewed(readme: Path, plans: Sequence[Planned]) -> tuple[str, str]:
    """The text of a README as it is, and as the studies have it.

    Raises
    ------
    StudyError
        If it cannot be read, or has not both marks.
    """
    try:
        text = readme.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no text"
        raise StudyError(f"{shown_path(readme)} cannot be read: {why}") from None
    before, begin, rest = text.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise StudyError(f"{shown_path(readme)} takes two lines, {BEGIN} and {END}: add them")
    return text, before + findings(plans, readme.parent) + after


def renew(readme: Path, plans: Sequence[Planned]) -> None:
    """Write what the studies have found into a README.

    Raises
    ------
    StudyError, OutputError
        As `renewed`, and if it cannot be written.
    """
    _, text = renewed(readme, plans)
    write_whole(readme.parent, {readme.name: encoded(text)})
