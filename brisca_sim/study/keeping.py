"""The documents of a study on the disk: each whole or not at all, with what it was played for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from brisca_sim.reporting.writing import encoded, write_whole
from brisca_sim.study.jobs import Job
from brisca_sim.study.reading import StudyError, shown_path

FOLDER: Final = "data"
MARK: Final = "study"
"""The key of a document under which its job and identity are."""


def kept(folder: Path, job: Job) -> dict[str, Any] | None:
    """The document of a job as it was played before; None if there is none, or one of another job.

    Raises
    ------
    StudyError
        If there is a file that cannot be read.
    """
    document = _read(folder / FOLDER / job.file)
    if document is None or _mark(document).get("identity") != job.identity:
        return None
    return document


def why_not(folder: Path, job: Job) -> str:
    """Why a job has to be played; empty if it is done."""
    document = _read(folder / FOLDER / job.file)
    if document is None:
        return "not played yet"
    mark = _mark(document)
    if mark.get("identity") == job.identity:
        return ""
    before, now = mark.get("config"), job.config
    if not isinstance(before, dict):
        return "played for something else"
    keys = [key for key in now if before.get(key) != now[key]]
    return f"played with other {', '.join(keys)}" if keys else "played for something else"


def keep(folder: Path, job: Job, document: dict[str, Any]) -> None:
    """Write a document down.

    Raises
    ------
    OutputError
        If that is not possible.
    """
    mark = {"part": job.name, "identity": job.identity, "config": job.config}
    whole = {**document, MARK: mark | ({} if job.at is None else {"at": job.at})}
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    write_whole(place, {job.file: encoded(text_of(whole))})


def text_of(document: dict[str, Any]) -> str:
    """A document as JSON, a line for each of its keys: small, and differences can be read."""
    lines = (
        f"{json.dumps(key)}: "
        + json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        for key, value in document.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _mark(document: dict[str, Any]) -> dict[str, Any]:
    mark = document.get(MARK)
    return mark if isinstance(mark, dict) else {}


def _read(path: Path) -> dict[str, Any] | None:
    try:
        document = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise StudyError(f"{shown_path(path)} cannot be read as a document: remove it")
    return document
