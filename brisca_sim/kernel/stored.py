"""Where compiled code is kept: folders that the sources decide, so that stale code is never loaded."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

import numba
import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
NOTES: list[str] = []  # what a user should be told, for the command line to print


@cache
def source_key(*, words: bool = True) -> str:
    """Hash of every source that compiled code depends on: the kernel's, and that of the `words`.

    numba looks only at the file of the function itself, not at what that file imports, so without
    this key an edited vocabulary would leave stale machine code behind.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    folders = ("kernel", "vocabulary") if words else ("kernel",)
    sources = [path for folder in folders for path in sorted((PACKAGE / folder).glob("*.py"))]
    for path in [PACKAGE / "cards.py", *sources]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Folder of all compiled code: ``BRISCA_SIM_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("BRISCA_SIM_CACHE")
    if chosen:
        return Path(chosen)
    return Path(platformdirs.user_cache_dir("brisca-sim"))


@cache
def cache_folder(key: str) -> Path | None:
    """Folder of the code compiled from today's sources, or None when it cannot be written."""
    folder = cache_root() / source_key(words=key != "kernel") / key
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        note = f"compiled code is not kept: cannot write {cache_root()} ({error.strerror})"
        if note not in NOTES:
            NOTES.append(note)
        return None
    return folder
