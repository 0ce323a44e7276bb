"""Writes the state of a run at intervals, and goes on when that is not possible."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

from brisca_sim.durable.lock import Lock
from brisca_sim.durable.state import CHECKPOINT, State
from brisca_sim.errors import OutputError
from brisca_sim.reporting.writing import explained, write_whole
from brisca_sim.simulation import Block

SECONDS: Final = 10.0
"""Between two checkpoints, unless told otherwise."""
_PART: Final = re.compile(r"\..+\.[0-9a-f]{12}\.part")
"""Names under which `write_whole` begins its files."""
_SHARE: Final = 100
"""A checkpoint is followed by at least so many times its own duration: a slow disk cannot eat the run."""


class Keeper:
    """Takes blocks and sees to it that they are on the disk before long.

    Parameters
    ----------
    folder : Path
    state : State
    lock : Lock
        Of the folder, held.
    seconds : float
        Between two checkpoints.
    say : callable
        Told in one line when a checkpoint cannot be written, and when it can again.
    """

    def __init__(
        self,
        folder: Path,
        state: State,
        lock: Lock,
        *,
        seconds: float = SECONDS,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.folder, self.state, self.lock = folder, state, lock
        self.seconds, self.say = seconds, say
        self.trouble = False
        self.spent = 0.0
        self._noted = perf_counter()
        self._due = self._noted + seconds

    def begin(self) -> None:
        """Write the first checkpoint, and clear away what a killed process left half written.

        Raises
        ------
        OutputError
            If that is not possible.
        """
        with explained(self.folder):
            for part in self.folder.glob(".*.part"):
                if _PART.fullmatch(part.name):
                    part.unlink(missing_ok=True)
        self.save()

    def take(self, block: Block) -> None:
        """Take a block; write a checkpoint if it is time."""
        self.state.take(block)
        if perf_counter() >= self._due:
            self.try_to_save()

    def try_to_save(self) -> None:
        """Write a checkpoint; if that fails, say so and keep the counts in memory."""
        try:
            self.save()
        except OutputError as error:
            if not self.trouble:
                self.say(f"{error}; the counts are kept in memory, and it is tried again")
            self.trouble = True
        else:
            if self.trouble:
                self.say(f"output {self.folder} can be written again: nothing is lost")
            self.trouble = False

    def save(self) -> None:
        """Write a checkpoint.

        Raises
        ------
        OutputError
            If that is not possible.
        """
        started = perf_counter()
        self.state.elapsed += started - self._noted
        self._noted = started
        try:
            with explained(self.folder):
                # It may have been removed, and with it the lock.
                self.folder.mkdir(parents=True, exist_ok=True)
            self.lock.hold()
            write_whole(self.folder, {CHECKPOINT: self.state.packed()})
        finally:
            took = perf_counter() - started
            self.spent += took
            self._due = started + max(self.seconds, _SHARE * took)

    def forget(self) -> None:
        """Remove the checkpoint of a run in which nothing was played."""
        with contextlib.suppress(OSError):
            (self.folder / CHECKPOINT).unlink()
