"""Writing files so that each of them appears whole or not at all."""

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


def write_whole(folder: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Write files; none is replaced before all of them are on the disk under other names.

    Raises
    ------
    OutputError
        If the folder cannot be written to, or the disk is full.
    """
    parts: dict[Path, Path] = {}
    with explained(folder):
        try:
            for name, data in contents.items():
                parts[folder / name] = write_part(folder / name, data)
            for path, part in parts.items():
                os.replace(part, path)
            _sync(folder)
        finally:
            for part in parts.values():
                part.unlink(missing_ok=True)
    return list(parts)


def json_text(doc: Document) -> str:
    """A document as JSON that any reader takes: no number that is none."""
    return json.dumps(dict(doc), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def encoded(text: str) -> bytes:
    """Text as the bytes of a file."""
    # Names of files need not be Unicode; a stray byte is then written as an escape.
    return text.encode("utf-8", "backslashreplace")


def packed(counts: Mapping[str, np.ndarray[Any, Any]]) -> bytes:
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


def write_part(path: Path, data: bytes) -> Path:
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


def _sync(folder: Path) -> None:
    """Have the names of the files on the disk too, where folders can be opened."""
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        except OSError as error:
            # Some file systems know no such thing for folders.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                raise
        finally:
            os.close(number)


def named(path: Path) -> str:
    """What a message calls a path that is written to."""
    return f"output {shown(str(path), 200)}"


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn what the system refuses into one line that names the folder."""
    try:
        yield
    except OSError as error:
        why = error.strerror or type(error).__name__
        hint = "free some space" if error.errno in _FULL else "name another folder"
        raise OutputError(f"{named(folder)} cannot be written: {why}: {hint}") from None
    except ValueError:
        # A null byte is all that makes a path this wrong.
        raise OutputError(f"{named(folder)} is no possible path: name another folder") from None
