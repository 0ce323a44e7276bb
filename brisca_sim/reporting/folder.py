"""The folder of a run: its document, its counts, its tables and its figures."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from brisca_sim.errors import OutputError
from brisca_sim.reporting.tables import Document
from brisca_sim.reporting.writing import (
    encoded,
    explained,
    json_text,
    named,
    packed,
    write_part,
    write_whole,
)

if TYPE_CHECKING:
    import pandas as pd

SCHEMA: Final = "brisca-run/1"
"""What the run document names as its schema."""

DETAILED: Final = (
    "advantage",
    "tricks_won",
    "openings",
    "honours",
    "turned_up",
    "got_upcard",
    "swapped",
    "swaps",
    "trumps",
)
"""Tables of a run with detail, each a function of `brisca_sim.reporting.tables`."""

RUN_FILES: Final = (
    "run.json",
    "counts.npz",
    "sides.csv",
    "seats.csv",
    "histogram.csv",
    "win_rate.png",
    "points.png",
)
"""Files of a run folder, in the order in which they appear."""

DETAIL_FILES: Final = tuple(f"detail_{name}.csv" for name in DETAILED)
"""Files that a run with detail has besides."""

_EVERY_FILE: Final = (*RUN_FILES, *DETAIL_FILES)


def prepare_folder(folder: Path) -> None:
    """Make a folder ready for a run, so that a long run does not end without a place to go.

    The folder is created where it is missing, and a file is written to it and removed again.
    What an earlier run left in it may be replaced; all other files stay as they are.

    Parameters
    ----------
    folder : Path
        The run folder.

    Raises
    ------
    OutputError
        If the path is no folder, cannot be created or written to, or if a file in it would
        have to be replaced that comes from no run.
    """
    with explained(folder):
        if folder.exists() and not folder.is_dir():
            raise OutputError(f"{named(folder)} is a file: name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        _check_owned(folder)
        write_part(folder / RUN_FILES[0], b"").unlink()


def write_run_folder(
    folder: Path, doc: Document, counts: Mapping[str, np.ndarray[Any, Any]], figures: bool = True
) -> list[Path]:
    """Write the files of a run; each of them appears whole or not at all.

    Nothing is replaced before all of them are on the disk under other names. The same document
    and counts always give the same bytes, but for figures of another matplotlib version.

    Parameters
    ----------
    folder : Path
        The run folder; created where it is missing.
    doc : mapping
        The run document.
    counts : mapping of str to ndarray
        The integer counts, as they go into ``counts.npz``.
    figures : bool
        Whether to draw the two figures. Those of an earlier run go away if not.

    Returns
    -------
    list of Path
        The files that were written.

    Raises
    ------
    OutputError
        As for `prepare_folder`, and if the disk is full.
    """
    contents = _contents(doc, counts, figures)
    prepare_folder(folder)
    written = write_whole(folder, contents)
    with explained(folder):
        for name in _EVERY_FILE:
            if name not in contents:
                (folder / name).unlink(missing_ok=True)
    return written


def _contents(
    doc: Document, counts: Mapping[str, np.ndarray[Any, Any]], figures: bool
) -> dict[str, bytes]:
    """Bytes of every file by its name, in the order in which they appear."""
    from brisca_sim.reporting import tables

    files = {"run.json": encoded(json_text(doc)), "counts.npz": packed(counts)}
    for name in ("sides", "seats", "histogram"):
        files[f"{name}.csv"] = _csv(getattr(tables, name)(doc))
    if figures:
        from brisca_sim.reporting.figures import png, points, win_rate

        files |= {"win_rate.png": png(win_rate(doc)), "points.png": png(points(doc))}
    for name, file in zip(DETAILED, DETAIL_FILES, strict=True):
        if "detail" in doc:
            files[file] = _csv(getattr(tables, name)(doc))
    return files


def _csv(frame: pd.DataFrame) -> bytes:
    return encoded(frame.to_csv(index=False, lineterminator="\n"))


def _check_owned(folder: Path) -> None:
    """Refuse a folder in which a run would replace what comes from no run."""
    present = [name for name in _EVERY_FILE if os.path.lexists(folder / name)]
    for name in present:
        if not (folder / name).is_file():
            raise OutputError(f"{named(folder / name)} is no file: name another folder")
    if present and not _is_run(folder / RUN_FILES[0]):
        raise OutputError(
            f"{named(folder / present[0])} comes from no earlier run: move it or name another"
            " folder"
        )


def _is_run(path: Path) -> bool:
    try:
        doc = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return False
    return isinstance(doc, dict) and doc.get("schema") == SCHEMA
