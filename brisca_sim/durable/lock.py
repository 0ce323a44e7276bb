"""One process a folder: a lock of the operating system, which ends with the process that holds it."""

from __future__ import annotations

import contextlib
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from brisca_sim.errors import OutputError
from brisca_sim.reporting.writing import explained, named

LOCK: Final = ".lock"
_BEYOND: Final = 1024
"""Windows keeps others from reading what is locked: a byte that is never written."""


class Lock:
    """Holds a folder from `hold` to `release`; as a context from beginning to end.

    The file says who holds it, for people; whether it is held only the system knows. The file of a
    process that was killed is taken over.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK
        self._file: int | None = None

    def __enter__(self) -> Lock:
        self.hold()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def hold(self) -> None:
        """Take the lock, or make sure of it: the folder may have been removed in the meantime.

        Raises
        ------
        OutputError
            If another process holds it, or the folder cannot be written to.
        """
        with explained(self.path.parent):
            while not self._ours():
                # The one before may have removed its file between our opening and locking it.
                self._let_go()
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
                if not _locked(self._file):
                    holder = os.read(self._file, 200).decode("utf-8", "replace").strip()
                    self._let_go()
                    raise OutputError(
                        f"{named(self.path.parent)} is in use by {holder or 'another process'}:"
                        " wait for its end or name another folder"
                    )
                _sign(self._file)

    def release(self) -> None:
        """Let go of the folder."""
        with contextlib.suppress(OSError):
            # While it is still held: nobody else's file can be removed.
            if self._ours() and sys.platform != "win32":
                self.path.unlink()
        self._let_go()

    def _ours(self) -> bool:
        """Whether the file that is held is the one that others would see."""
        if self._file is None:
            return False
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except FileNotFoundError:
            return False

    def _let_go(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _sign(file: int) -> None:
    """Write down who holds an open file, for people."""
    text = f"process {os.getpid()} on {platform.node() or 'this machine'}\n"
    os.ftruncate(file, 0)
    os.lseek(file, 0, os.SEEK_SET)
    os.write(file, text.encode("utf-8", "replace")[:_BEYOND])


def _locked(file: int) -> bool:
    """Try to lock an open file."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, _BEYOND, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            os.lseek(file, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


@contextlib.contextmanager
def locked(folder: Path | None) -> Iterator[None]:
    """Hold a folder; nothing without one."""
    if folder is None:
        yield
        return
    with Lock(folder):
        yield
