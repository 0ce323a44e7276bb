"""A report as files, in the formats that are wanted."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from brisca_sim.errors import BriscaError, OutputError, listed, shown, suggest
from brisca_sim.reporting.report.model import Report
from brisca_sim.reporting.shelf import csv_of
from brisca_sim.reporting.writing import encoded, explained, named, write_whole

FORMATS: Final = ("html", "md", "pdf", "csv", "svg", "png")
"""What a report can be written as."""

_MARK: Final = b"brisca-sim "
"""What every page, text and PDF of ours holds."""


def formats_of(text: str) -> tuple[str, ...]:
    """Formats from ``html,md``, or all of them from ``all``.

    Raises
    ------
    BriscaError
        If one is none of `FORMATS`.
    """
    if text.strip() == "all":
        return FORMATS
    found = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for name in found:
        if name not in FORMATS:
            raise BriscaError(
                f"--format takes {listed([*FORMATS, 'all'])}, or several with commas between, not"
                f" {shown(name)}{suggest(name, (*FORMATS, 'all'))}"
            )
    return found


def rendered(report: Report, formats: Sequence[str]) -> dict[str, bytes]:
    """Contents of the files of a report, by their paths below its folder.

    Parameters
    ----------
    report : Report
        Made in the language that is spoken here.
    formats : sequence of str
        Of `FORMATS`; ``md`` brings its pictures with it.
    """
    makers: dict[str, Callable[[Report], dict[str, bytes]]] = {
        "html": _html, "md": _markdown, "pdf": _pdf, "csv": _csv, "svg": _svg, "png": _png,
    }  # fmt: skip
    files: dict[str, bytes] = {}
    for name in dict.fromkeys(formats):
        files |= makers[name](report)
    return files


def write_report(folder: Path, report: Report, formats: Sequence[str] = ("html",)) -> list[Path]:
    """Write a report into a folder; each file appears whole or not at all.

    Raises
    ------
    OutputError
        If the folder cannot be written to, or holds a report that comes from something else.
    """
    with explained(folder):
        if folder.exists() and not folder.is_dir():
            raise OutputError(f"{named(folder)} is a file: name another folder")
    files = rendered(report, formats)
    with explained(folder):
        for name in files:
            _check_ours(folder / name)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
    return write_whole(folder, files)


def _check_ours(path: Path) -> None:
    """Refuse to replace what comes from no report."""
    if not os.path.lexists(path):
        return
    if not path.is_file():
        raise OutputError(f"{named(path)} is no file: name another folder")
    if path.stem == "report" and _MARK not in path.read_bytes():
        raise OutputError(
            f"{named(path)} comes from no earlier report: move it or name another folder"
        )


def _html(report: Report) -> dict[str, bytes]:
    from brisca_sim.reporting.report.page import html

    return {"report.html": encoded(html(report))}


def _markdown(report: Report) -> dict[str, bytes]:
    from brisca_sim.reporting.report.markdown import markdown

    return {"report.md": encoded(markdown(report)), **_png(report)}


def _pdf(report: Report) -> dict[str, bytes]:
    from brisca_sim.reporting.report.pdf import pdf

    return {"report.pdf": pdf(report)}


def _csv(report: Report) -> dict[str, bytes]:
    return {f"tables/{table.name}.csv": encoded(csv_of(table.raw)) for table in report.tables}


def _svg(report: Report) -> dict[str, bytes]:
    from brisca_sim.reporting.figures import svg_file

    found = {}
    for picture in report.pictures:
        picture.figure.set_label(picture.alt)
        found[f"figures/{picture.name}.svg"] = encoded(svg_file(picture.figure))
    return found


def _png(report: Report) -> dict[str, bytes]:
    from brisca_sim.reporting.figures import png

    return {f"figures/{picture.name}.png": png(picture.figure) for picture in report.pictures}
