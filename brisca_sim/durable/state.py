"""What is known of a run in the middle of it, and the bytes it is kept as."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from brisca_sim.counts import Counts
from brisca_sim.durable.fingerprint import fingerprint
from brisca_sim.durable.identity import Identity, identity_of, sources_of
from brisca_sim.durable.ledger import Entry, Ledger
from brisca_sim.durable.ranges import Range, deals_in, missing
from brisca_sim.errors import BriscaError, KeptError
from brisca_sim.reporting.writing import named, packed
from brisca_sim.simulation import Block
from brisca_sim.table import Table

CHECKPOINT: Final = "checkpoint.npz"
SCHEMA: Final = "brisca-checkpoint/1"
_BROKEN = (
    OSError, EOFError, ValueError, KeyError, IndexError, TypeError, zipfile.BadZipFile, BriscaError,
)  # fmt: skip


@dataclass
class State:
    """The counts of a run so far, and what is left to play.

    Attributes
    ----------
    identity : dict
        What must be the same for counts to be added.
    sources : dict
        The scripts that are not the catalogue's.
    deals : int
        Of the whole run; they are numbered from 0.
    asked : (int, int)
        The deals that are played here: all of them, or those of a shard.
    counts : Counts
    ledger : Ledger
    elapsed : float
        Seconds of playing.
    options : dict
        What else is needed to go on: the level of the intervals, the rules file.
    """

    identity: Identity
    sources: dict[str, Any]
    deals: int
    asked: Range
    counts: Counts
    ledger: Ledger = field(default_factory=Ledger)
    elapsed: float = 0.0
    options: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        table: Table,
        deals: int,
        asked: Range | None = None,
        *,
        detail: bool = False,
        **options: Any,
    ) -> State:
        """A run of which nothing has been played."""
        counts = Counts.empty(table.seatings, table.rules.sides, detail=detail)
        wanted = asked or (0, deals)
        identity = identity_of(table, detail=detail)
        return cls(identity, sources_of(table), deals, wanted, counts, options=dict(options))

    def take(self, block: Block) -> None:
        """Add the deals of a block that were played, which may be fewer than it was to have."""
        done = block.counts.deals
        if done:
            self.ledger.enter(Entry(block.first, block.first + done, fingerprint(block.counts)))
            self.counts.add(block.counts)

    @property
    def missing(self) -> list[Range]:
        """What is asked for and not played."""
        return missing(self.ledger.ranges, self.asked)

    @property
    def whole(self) -> bool:
        """Whether it has every deal of the run."""
        return self.ledger.ranges == [(0, self.deals)]

    @property
    def sound(self) -> bool:
        """Whether counts and ledger fit each other."""
        return (
            self.counts.deals == deals_in(self.ledger.ranges)
            and fingerprint(self.counts) == self.ledger.print
        )

    def played(self) -> dict[str, Any]:
        """What a document says of a run that is not whole."""
        return {
            "of": self.deals,
            "deals": [list(pair) for pair in self.ledger.ranges],
            "missing": [list(pair) for pair in self.missing],
        }

    def packed(self) -> bytes:
        """The bytes of a checkpoint."""
        head = {
            "schema": SCHEMA,
            "identity": self.identity,
            "sources": self.sources,
            "deals": self.deals,
            "asked": self.asked,
            "elapsed": self.elapsed,
            "options": self.options,
            "grain": self.ledger.grain,
        }
        text = json.dumps(head, ensure_ascii=True)
        arrays: dict[str, Any] = {
            f"counts_{name}": array for name, array in self.counts.arrays().items()
        }
        arrays["ledger"] = self.ledger.array()
        return packed({"head": np.frombuffer(text.encode(), dtype=np.uint8), **arrays})


def loaded(folder: Path) -> State:
    """What a folder holds.

    Raises
    ------
    KeptError
        If it holds no checkpoint, or a damaged one; the line names the folder.
    """
    path = folder / CHECKPOINT
    try:
        data = path.read_bytes()
    except OSError as error:
        why = "there is no such folder" if not folder.exists() else f"no {CHECKPOINT} to read there"
        raise KeptError(
            f"{named(folder)} holds no run that was kept: {why} ({error.strerror})"
        ) from None
    try:
        state = _unpacked(data)
        sound = state.sound
    except _BROKEN:
        sound = False
    if not sound:
        raise KeptError(
            f"{named(path)} is damaged: its counts and its blocks differ; play its deals again in"
            " another folder"
        )
    return state


def _unpacked(data: bytes) -> State:
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        head: Mapping[str, Any] = json.loads(bytes(arrays["head"]))
        if head["schema"] != SCHEMA:
            raise ValueError("another schema")
        counts = {
            name.removeprefix("counts_"): arrays[name]
            for name in arrays.files
            if name.startswith("counts_")
        }
        ledger = Ledger.from_array(arrays["ledger"], int(head["grain"]))
    first, last = head["asked"]
    return State(
        head["identity"], head["sources"], head["deals"], (first, last),
        Counts.from_arrays(counts), ledger, head["elapsed"], head["options"],
    )  # fmt: skip
