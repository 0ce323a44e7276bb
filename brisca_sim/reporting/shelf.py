"""Folders of results other than runs: a document, its counts, its tables, each whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from brisca_sim.errors import OutputError
from brisca_sim.reporting.tables import Document, Row
from brisca_sim.reporting.writing import (
    encoded,
    explained,
    json_text,
    named,
    packed,
    write_part,
    write_whole,
)

COUNTS: Final = "counts.npz"
_HEAD: Final = 1 << 16
"""Bytes of the counts in which the schema is looked for: it comes first, and nothing is compressed."""


@dataclass(frozen=True)
class Shelf:
    """What a command keeps in its folder.

    Attributes
    ----------
    schema : str
        Of the document.
    names : tuple of str
        Its files: the document first, `COUNTS`, the tables.
    also : tuple of str
        Other schemas that its document may have.
    """

    schema: str
    names: tuple[str, ...]
    also: tuple[str, ...] = ()

    def prepare(self, folder: Path) -> None:
        """Make a folder ready, so that long work does not end without a place to go.

        Raises
        ------
        OutputError
            If it is no folder, cannot be written to, or holds files of these names that come from
            something else.
        """
        with explained(folder):
            if folder.exists() and not folder.is_dir():
                raise OutputError(f"{named(folder)} is a file: name another folder")
            folder.mkdir(parents=True, exist_ok=True)
            self._check_owned(folder)
            write_part(folder / self.names[0], b"").unlink()

    def write(
        self,
        folder: Path,
        document: Document,
        counts: Mapping[str, np.ndarray[Any, Any]],
        tables: Mapping[str, Sequence[Row]],
    ) -> None:
        """Write all files; none is replaced before all of them are on the disk under other names.

        Raises
        ------
        OutputError
            As for `prepare`, and if the disk is full.
        """
        self.prepare(folder)
        contents = {self.names[0]: encoded(json_text(document)), COUNTS: packed(counts)}
        contents |= {name: encoded(csv_of(rows)) for name, rows in tables.items()}
        write_whole(folder, {name: contents[name] for name in self.names})

    def write_counts(self, folder: Path, counts: Mapping[str, np.ndarray[Any, Any]]) -> None:
        """Write the counts alone, in the middle of the work.

        Raises
        ------
        OutputError
            If that is not possible.
        """
        write_whole(folder, {COUNTS: packed(counts)})

    def _check_owned(self, folder: Path) -> None:
        present = [name for name in self.names if os.path.lexists(folder / name)]
        for name in present:
            if not (folder / name).is_file():
                raise OutputError(f"{named(folder / name)} is no file: name another folder")
        if present and not (self._wrote(folder / self.names[0]) or self._counted(folder / COUNTS)):
            kind = self.names[0].removesuffix(".json")
            raise OutputError(
                f"{named(folder / present[0])} comes from no earlier {kind}: move it or name"
                " another folder"
            )

    def _wrote(self, path: Path) -> bool:
        try:
            document = json.loads(path.read_bytes())
        except (FileNotFoundError, ValueError, RecursionError):
            return False
        return isinstance(document, dict) and document.get("schema") in (
            self.schema,
            *self.also,
        )

    def _counted(self, path: Path) -> bool:
        if not path.exists():
            return False
        with open(path, "rb") as file:
            return self.schema.encode() in file.read(_HEAD)


TOURNAMENT: Final = Shelf(
    "brisca-tournament/1", ("tournament.json", COUNTS, "ratings.csv", "matrix.csv")
)
MATCH: Final = Shelf("brisca-match/1", ("match.json", COUNTS, "match.csv", "lengths.csv"))

COMPARE: Final = Shelf("brisca-compare/1", ("compare.json", COUNTS, "compare.csv"))
# An effect of one part is a comparison.
EFFECT: Final = Shelf(
    "brisca-effect/1", ("effect.json", COUNTS, "effect.csv"), also=(COMPARE.schema,)
)


def csv_of(rows: Sequence[Row]) -> str:
    """Rows with the same columns as CSV, in full precision; what there is not stays empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
