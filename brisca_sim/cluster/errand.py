"""What travels between client and workers, as bytes and arrays: nothing that only one of them knows."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brisca_sim.catalogue import read
from brisca_sim.counts import Counts
from brisca_sim.durable.identity import identity_of
from brisca_sim.simulation import Block
from brisca_sim.table import Table


class Played(NamedTuple):
    """What a worker made of a block, see `brisca_sim.simulation.Block`."""

    counts: dict[str, NDArray[np.int64]]
    where: NDArray[np.int64]
    deck: NDArray[np.int64]
    failure: str
    seconds: float


def errand_of(table: Table, *, detail: bool) -> bytes:
    """A table as it travels: what must be the same there, and the source of its scripts."""
    scripts = {
        strategy.name: {"path": str(strategy.path), "source": read(strategy.path)}
        for strategy in table.lineup
    }
    content = {"identity": identity_of(table, detail=detail), "scripts": scripts}
    return zlib.compress(json.dumps(content, ensure_ascii=True).encode())


def opened(errand: bytes) -> dict[str, Any]:
    """What `errand_of` has packed: ``identity`` and ``scripts``."""
    content: dict[str, Any] = json.loads(zlib.decompress(errand))
    return content


def packed(block: Block, places: dict[str, Path]) -> Played:
    """A block on its way home.

    Parameters
    ----------
    block : Block
    places : dict of str to Path
        Where a script lay on the client, and where it lies here: the client knows only the former.
    """
    failure = block.failure
    for path, here in places.items():
        failure = failure.replace(str(here), path)
    return Played(block.counts.arrays(), block.where, block.deck, failure, block.seconds)


def unpacked(played: Played, first: int, last: int, table: Table) -> Block:
    """The block that has come home.

    Raises
    ------
    BriscaError
        If its counts contradict each other.
    """
    counts, where, deck, failure, seconds = played
    if failure:
        # Cut off in the middle of a deal; nothing of it is counted.
        kept = Counts.empty(table.seatings, table.rules.sides, detail="detail" in counts)
    else:
        kept = Counts.from_arrays(counts)
    return Block(first, last, kept, where, deck, table, failure, seconds)
