"""Folders of results: which document they hold, and whether its counts are those it tells of."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from brisca_sim.counts import Counts
from brisca_sim.errors import BriscaError, listed, shown
from brisca_sim.reporting.folder import RUN_FILES, SCHEMA
from brisca_sim.reporting.shelf import COMPARE, COUNTS, EFFECT, MATCH, TOURNAMENT
from brisca_sim.reporting.tables import Document

Arrays = Mapping[str, np.ndarray[Any, Any]]

DOCUMENTS: Final = {
    RUN_FILES[0]: (SCHEMA,),
    COMPARE.names[0]: (COMPARE.schema,),
    EFFECT.names[0]: (EFFECT.schema, *EFFECT.also),
    TOURNAMENT.names[0]: (TOURNAMENT.schema,),
    MATCH.names[0]: (MATCH.schema,),
}
"""Documents by name, each with the schemas that it may have."""

_CONFIG: Final = ("schema", "rules", "names", "seed", "deal_mode", "deals", "gauntlet", "adaptive")
_PARTS: Final = ("pairing", "deals", "score", "points", "squares", "counts")
_MATCH: Final = ("deals", "points", "winners", "ends", "counts")
_TABLE: Final = ("rules", "lineup", "seed", "deal_mode")
_NO_COUNTS: Final = (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile)


def read_document(folder: Path) -> Document:
    """Read the document of a folder and hold it against its counts.

    Raises
    ------
    BriscaError
        In one line: there is no such folder, it holds no results, they are damaged, or they belong
        to another version.
    """
    where = shown(str(folder), 200)
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise BriscaError(f"{where} {what}: name a folder that --out has written")
    names = [name for name in DOCUMENTS if (folder / name).is_file()]
    if len(names) != 1:
        found = f"both {listed(names, 'and')}" if names else f"none of {listed(DOCUMENTS)}"
        raise BriscaError(f"{where} holds {found}: name a folder that --out has written")
    document = _parsed(folder / names[0])
    _check_counts(folder / COUNTS, document)
    return document


def _parsed(path: Path) -> Document:
    where = shown(str(path), 200)
    try:
        document = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        raise BriscaError(
            f"{where} is damaged: it is no JSON; repeat the command that wrote it"
        ) from None
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema not in DOCUMENTS[path.name]:
        raise BriscaError(
            f"{where} has the schema {shown(schema)}, not {listed(DOCUMENTS[path.name])}: it comes"
            " from another version or another program"
        )
    return dict(document)


def _check_counts(path: Path, document: Document) -> None:
    where = shown(str(path), 200)
    if not path.is_file():
        raise BriscaError(f"{where} is missing: repeat the command that wrote the folder")
    try:
        # Opened here, as a file that is no archive would be left open.
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except _NO_COUNTS:
        raise BriscaError(
            f"{where} is damaged: it is no archive of counts; repeat the command that wrote it"
        ) from None
    try:
        right = _digests(document, arrays)
    except (BriscaError, KeyError, TypeError, ValueError, AttributeError):
        right = False
    if not right:
        raise BriscaError(
            f"{where} is not what the document beside it was made from (digest): repeat the command"
            " that wrote them"
        )


def _digests(document: Document, arrays: Arrays) -> bool:
    """Whether a document has the digest of its counts."""
    if document["schema"] == SCHEMA:
        return bool(document["digest"] == _of_run(document, arrays))
    if document["schema"] == TOURNAMENT.schema:
        text = json.dumps(
            {key: document[key] for key in _CONFIG}, sort_keys=True, separators=(",", ":")
        )
        return bool(document["digest"] == _sha(text, {name: arrays[name] for name in _PARTS}))
    if document["schema"] == MATCH.schema:
        text = json.dumps(
            {key: document[key] for key in _TABLE}, sort_keys=True, separators=(",", ":")
        )
        return bool(document["digest"] == _sha(text, {name: arrays[name] for name in _MATCH}))
    parts = document.get("parts", [document])
    return all(part["digest"] == _of_part(part, arrays, n) for n, part in enumerate(parts))


def _of_run(document: Document, arrays: Arrays) -> str:
    config = {key: document[key] for key in (*_TABLE, "deals", "seatings")}
    return Counts.from_arrays(arrays).digest(config)


def _of_part(part: Document, arrays: Arrays, number: int) -> str:
    config = {key: part[key] for key in ("a", "b", "tables", "deals")}
    sha = hashlib.sha256(json.dumps(config, sort_keys=True).encode())
    for name in ("score", "points"):
        sha.update(_bytes(arrays[f"part{number}_{name}"]))
    sha.update(str(int(arrays[f"part{number}_changed"][0])).encode())
    return sha.hexdigest()


def _sha(text: str, arrays: Arrays) -> str:
    sha = hashlib.sha256(text.encode())
    for name, array in arrays.items():
        sha.update(name.encode())
        sha.update(_bytes(array))
    return sha.hexdigest()


def _bytes(array: np.ndarray[Any, Any]) -> bytes:
    return np.ascontiguousarray(array, dtype="<i8").tobytes()
