"""A tournament on the disk: what has been played is saved as it is played, and taken up again."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import OutputError, shown
from brisca_sim.reporting.shelf import COUNTS, TOURNAMENT
from brisca_sim.reporting.standings import matrix_rows, rating_rows
from brisca_sim.verdicts.rounds import Store, arrays_of, store_of
from brisca_sim.verdicts.tournament import Tournament

_SECONDS = 1.0
"""Between two savings, so that quick pairings are not slowed down by the disk."""


def counts_of(tournament: Tournament, store: Store) -> dict[str, NDArray[Any]]:
    """What ``counts.npz`` holds: the configuration as UTF-8 bytes, and all parts."""
    text = json.dumps(tournament.identity, ensure_ascii=True)
    return {"config": np.frombuffer(text.encode(), dtype=np.uint8), **arrays_of(store)}


def taken_up(folder: Path, tournament: Tournament) -> Store:
    """What a folder holds of this tournament; nothing if it is a new one.

    Raises
    ------
    OutputError
        If it holds another tournament, or counts that cannot be read.
    """
    path = folder / COUNTS
    if not path.exists():
        return [[] for _ in tournament.plan.pairings]
    where = f"output {shown(str(path), 200)}"
    try:
        # Opened here, as a file that is no archive would be left open.
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as arrays:
            config = json.loads(bytes(arrays["config"]))
            _check_same(where, config, tournament.identity)
            return store_of(arrays, tournament.plan.pairings)
    except (OSError, EOFError, ValueError, KeyError, IndexError, zipfile.BadZipFile):
        raise OutputError(
            f"{where} cannot be read as counts of a tournament: move it or name another folder"
        ) from None


def _check_same(where: str, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    for key, value in wanted.items():
        if found.get(key) != value:
            what = f"{key} {shown(found.get(key))}, not {shown(value)}"
            if key == "rules":
                what = "other rules"
            elif isinstance(value, list | dict):
                what = f"other {key}"
            raise OutputError(
                f"{where} belongs to a tournament with {what}: repeat its options or name another"
                " folder"
            )


class Keeper:
    """Saves the parts of a tournament, not more often than once a second."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        self.folder, self.tournament = folder, tournament
        self.saved = monotonic()

    def save(self, store: Store) -> None:
        """Save if it is time."""
        if monotonic() - self.saved >= _SECONDS:
            self.save_now(store)

    def save_now(self, store: Store) -> None:
        """Save, if there is anything."""
        if any(store):
            TOURNAMENT.write_counts(self.folder, counts_of(self.tournament, store))
        self.saved = monotonic()

    def finish(self, store: Store, document: dict[str, Any]) -> None:
        """Write all files of the folder."""
        tables = {"ratings.csv": rating_rows(document), "matrix.csv": matrix_rows(document)}
        TOURNAMENT.write(self.folder, document, counts_of(self.tournament, store), tables)
