"""``brisca-sim report``: what a folder of results says, for people."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brisca_sim.cli import options as o
from brisca_sim.errors import BriscaError
from brisca_sim.language import chosen, speaking

if TYPE_CHECKING:
    from collections.abc import Sequence

Formats = Annotated[
    str,
    typer.Option(
        "--format", metavar="FORMATS", help="html, md, pdf, csv, svg, png, several of them, or all."
    ),
]
Figures = Annotated[
    str, typer.Option("--figures", metavar="NAMES", help="Only these, or none; default: all.")
]
Tables = Annotated[
    str, typer.Option("--tables", metavar="NAMES", help="Only these, or none; default: all.")
]


def report(
    folder: Annotated[
        str,
        typer.Argument(metavar="DIR", help="A folder that --out of another command has written."),
    ],
    format: Formats = "html",
    lang: o.Lang = "",
    figures: Figures = "",
    tables: Tables = "",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR2", help="Write here; default: into DIR.")
    ] = "",
    quiet: o.Quiet = False,
) -> int:
    """Make a report of a run, a comparison, an effect, a tournament or a match.

    It says what was asked, answers in two sentences, and shows figures, tables and how it was done.
    html and pdf are one file, md comes with its pictures, csv, svg and png are tables and figures.

    Example: brisca-sim report my-run --format html,pdf --lang es
    """
    from brisca_sim.reporting.report.documents import read_document
    from brisca_sim.reporting.report.render import formats_of

    formats = formats_of(format)
    language = chosen(lang)
    where = Path(os.path.expanduser(folder))
    document = read_document(where)
    target = Path(os.path.expanduser(out)) if out else where
    written = _write(target, document, formats, language, (_names(figures), _names(tables)))
    if not quiet:
        for path in written:
            o.note(f"wrote {path}")
    return 0


def write_beside(folder: Path, document: Any, lang: str, *, quiet: bool) -> None:
    """Write the page of a document that has just been written, in a language."""
    for path in _write(folder, document, ("html",), lang, (None, None)):
        if not quiet:
            o.note(f"wrote {path}")


def check_report(wanted: bool, out: str) -> None:
    """Refuse ``--report`` without a folder before anything is played.

    Raises
    ------
    BriscaError
        If there is none.
    """
    if wanted and not out:
        raise BriscaError("--report goes with --out DIR, which is where the report is written")


def _names(text: str) -> list[str] | None:
    """Names from a list with commas; None where all are wanted."""
    if not text or text == "all":
        return None
    return [] if text == "none" else [name.strip() for name in text.split(",")]


def _write(
    folder: Path, document: Any, formats: Sequence[str], language: str,
    wanted: tuple[list[str] | None, list[str] | None],
) -> list[Path]:  # fmt: skip
    from brisca_sim.reporting.report.build import report_of
    from brisca_sim.reporting.report.render import write_report

    with speaking(language):
        return write_report(folder, report_of(document, *wanted), formats)
