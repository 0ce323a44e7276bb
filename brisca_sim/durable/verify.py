"""Play some of the blocks of a run again and compare."""

from __future__ import annotations

import json
import math
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from brisca_sim.durable.fingerprint import fingerprint
from brisca_sim.durable.ledger import Entry
from brisca_sim.durable.play import kept_document
from brisca_sim.durable.ranges import in_words
from brisca_sim.durable.state import State
from brisca_sim.reporting.writing import json_text
from brisca_sim.simulation import Outcome, play_deals
from brisca_sim.table import Table

_EXACT = (
    "rules", "lineup", "seed", "deal_mode", "deals", "seatings", "hands", "complete", "played",
    "events", "digest",
)  # fmt: skip
"""What a document says in whole numbers and words, which are the same on every machine."""
_UNREADABLE = (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile)


@dataclass(frozen=True)
class Verdict:
    """What a check has come to.

    Attributes
    ----------
    blocks, deals : int
        What was played again.
    of_blocks, of_deals : int
        What there was.
    fault : str
        One line; empty if all is as it was.
    complete : bool
        False after an interruption.
    """

    blocks: int
    deals: int
    of_blocks: int
    of_deals: int
    fault: str = ""
    complete: bool = True


def chosen(state: State, share: float, seed: int) -> list[Entry]:
    """A random share of the blocks, at least one of them."""
    entries = state.ledger.entries
    number = min(len(entries), max(1, math.ceil(share * len(entries))))
    picked = random.Random(seed).sample(range(len(entries)), number)
    return [entries[i] for i in sorted(picked)]


def verify(
    table: Table,
    state: State,
    folder: Path,
    *,
    share: float,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Compare the files of a run with each other, then blocks with what they come to when replayed."""
    fault = files_differ(table, state, folder)
    entries = [] if fault else chosen(state, share, seed)
    whole, done, complete = sum(e.last - e.first for e in entries), 0, True
    blocks = 0
    for entry in entries:
        outcome = play_deals(
            table, entry.last - entry.first, threads=threads, first=entry.first,
            detail=state.identity["detail"],
        )  # fmt: skip
        complete = outcome.complete
        if not complete:
            break
        blocks, done = blocks + 1, done + outcome.counts.deals
        if progress is not None:
            progress(done, whole)
        if fingerprint(outcome.counts) != entry.print:
            fault = f"deals {in_words([entry.range])} come to other counts when they are replayed"
            break
    return Verdict(blocks, done, len(state.ledger.entries), state.counts.deals, fault, complete)


def files_differ(table: Table, state: State, folder: Path) -> str:
    """What the files of a finished run contradict, on one line; empty if nothing.

    One that has not come to its end may lie beside the report of an earlier moment.
    """
    try:
        document = json.loads((folder / "run.json").read_bytes())
        with np.load(folder / "counts.npz", allow_pickle=False) as arrays:
            saved = {name: arrays[name] for name in arrays.files}
    except FileNotFoundError:
        return ""
    except _UNREADABLE:
        return "run.json or counts.npz cannot be read"
    if state.missing and document.get("deals") != state.counts.deals:
        return ""
    own = state.counts.arrays()
    if set(saved) != set(own) or any(not np.array_equal(saved[name], own[name]) for name in own):
        return "counts.npz differs from the checkpoint"
    outcome = Outcome(state.counts, not state.missing, state.elapsed)
    wanted = json.loads(json_text(kept_document(table, state, outcome, "")))
    for key in _EXACT:
        if document.get(key) != wanted.get(key):
            return f"run.json says something else of {key} than the counts"
    return ""
