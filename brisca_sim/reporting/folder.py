"""The folder of a run: its document, its counts, its tables and its figures."""

from __future__ import annotations

import errno
import io
import json
import os
import uuid
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np

from brisca_sim.errors import OutputError, shown
from brisca_sim.reporting.tables import Document

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)

SCHEMA: Final = "brisca-run/1"
"""What the run document names as its schema."""

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
    with _explained(folder):
        if folder.exists() and not folder.is_dir():
            raise OutputError(f"{_named(folder)} is a file: name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        _check_owned(folder)
        _write_part(folder / RUN_FILES[0], b"").unlink()


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
    parts: dict[Path, Path] = {}
    with _explained(folder):
        try:
            for name, data in contents.items():
                parts[folder / name] = _write_part(folder / name, data)
            for path, part in parts.items():
                os.replace(part, path)
        finally:
            for part in parts.values():
                part.unlink(missing_ok=True)
        for name in RUN_FILES:
            if name not in contents:
                (folder / name).unlink(missing_ok=True)
    return list(parts)


def _contents(
    doc: Document, counts: Mapping[str, np.ndarray[Any, Any]], figures: bool
) -> dict[str, bytes]:
    """Bytes of every file by its name, in the order of `RUN_FILES`."""
    from brisca_sim.reporting import tables

    frames = {"sides": tables.sides, "seats": tables.seats, "histogram": tables.histogram}
    files = {"run.json": _encoded(_json_text(doc)), "counts.npz": _npz(counts)}
    for name, frame in frames.items():
        files[f"{name}.csv"] = _encoded(frame(doc).to_csv(index=False, lineterminator="\n"))
    if figures:
        from brisca_sim.reporting.figures import png, points, win_rate

        files |= {"win_rate.png": png(win_rate(doc)), "points.png": png(points(doc))}
    return files


def _json_text(doc: Document) -> str:
    return json.dumps(dict(doc), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _encoded(text: str) -> bytes:
    # Names of files need not be Unicode; a stray byte is then written as an escape.
    return text.encode("utf-8", "backslashreplace")


def _npz(counts: Mapping[str, np.ndarray[Any, Any]]) -> bytes:
    """Pack arrays as ``numpy.savez`` does, but with nothing in it that differs by machine."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
        for name in sorted(counts):
            array = io.BytesIO()
            np.lib.format.write_array(array, np.asarray(counts[name]), allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            info.create_system = 3
            info.external_attr = 0o644 << 16
            file.writestr(info, array.getvalue())
    return archive.getvalue()


def _write_part(path: Path, data: bytes) -> Path:
    """Write a file under a passing name beside the one it will get; leave nothing on failure."""
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex[:12]}.part")
    try:
        with open(part, "xb") as file:
            file.write(data)
            file.flush()
            # Or a power cut could leave the final name with no content.
            os.fsync(file.fileno())
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part


def _check_owned(folder: Path) -> None:
    """Refuse a folder in which a run would replace what comes from no run."""
    present = [name for name in RUN_FILES if os.path.lexists(folder / name)]
    for name in present:
        if not (folder / name).is_file():
            raise OutputError(f"{_named(folder / name)} is no file: name another folder")
    if present and not _is_run(folder / RUN_FILES[0]):
        raise OutputError(
            f"{_named(folder / present[0])} comes from no earlier run: move it or name another"
            " folder"
        )


def _is_run(path: Path) -> bool:
    try:
        doc = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return False
    return isinstance(doc, dict) and doc.get("schema") == SCHEMA


def _named(path: Path) -> str:
    return f"output {shown(str(path), 200)}"


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn what the system refuses into one line that names the folder."""
    try:
        yield
    except OSError as error:
        why = error.strerror or type(error).__name__
        hint = "free some space" if error.errno in _FULL else "name another folder"
        raise OutputError(f"{_named(folder)} cannot be written: {why}: {hint}") from None
    except ValueError:
        # A null byte is all that makes a path this wrong.
        raise OutputError(f"{_named(folder)} is no possible path: name another folder") from None
