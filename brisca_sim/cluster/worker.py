"""What runs on a worker: every table is set once in a process, and plays blocks from then on.

Nothing heavy is imported at the top: Dask loads this module in the thread that keeps up the
connection, and the compiler would hold that up for long.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.durable.engine import engine
from brisca_sim.errors import BriscaError, ClusterError
from brisca_sim.version import VERSION

if TYPE_CHECKING:
    from brisca_sim.cluster.errand import Played
    from brisca_sim.table import Table

_MOST_TABLES, _MOST_RUNS = 16, 256
_Set = tuple["Table", bool, dict[str, Path]]
_tables: OrderedDict[str, _Set] = OrderedDict()
_stops: OrderedDict[str, NDArray[np.int64]] = OrderedDict()
_lock, _compiling = threading.Lock(), threading.Lock()


def program() -> tuple[str, str]:
    """Version and state of the source of the program on this worker."""
    return VERSION, engine()


def play(errand: bytes, wanted: tuple[str, str], run: str, first: int, last: int) -> Played:
    """Play deals `first` to `last` - 1 of a run.

    Parameters
    ----------
    errand : bytes
        The table, see `brisca_sim.cluster.errand`.
    wanted : (str, str)
        The client's `program`.
    run : str
        What `halt` knows the run by.

    Raises
    ------
    ClusterError
        In one line with this worker's address: what keeps it from playing.
    """
    if program() != wanted:
        raise ClusterError(differing(_address(), program(), wanted))
    from brisca_sim.cluster.errand import packed
    from brisca_sim.simulation import play_staged

    try:
        table, detail, places = _table(errand)
    except BriscaError as error:
        raise ClusterError(f"worker {_address()}: {error}") from None
    return packed(play_staged(table, first, last, _stop(run), detail=detail), places)


def halt(run: str) -> None:
    """End the blocks of a run after the deal in hand, and those that come later at once."""
    _stop(run)[0] = 1


def differing(address: str, theirs: tuple[str, str], mine: tuple[str, str]) -> str:
    """One line: that a worker has another program."""
    what = f"brisca-sim {theirs[0]}, not {mine[0]}"
    if theirs[0] == mine[0]:
        what = f"another state of brisca-sim {theirs[0]} ({theirs[1]}, not {mine[1]})"
    return f"worker {address} has {what}: install the same on all workers, or stop that one"


def _stop(run: str) -> NDArray[np.int64]:
    with _lock:
        while len(_stops) >= _MOST_RUNS and run not in _stops:
            _stops.popitem(last=False)
        return _stops.setdefault(run, np.zeros(1, dtype=np.int64))


def _table(errand: bytes) -> _Set:
    """The table of an errand, set when it is asked for the first time."""
    from brisca_sim.cluster.errand import opened
    from brisca_sim.durable.identity import seat_again

    key = hashlib.sha256(errand).hexdigest()
    with _compiling:
        if key not in _tables:
            content = opened(errand)
            identity, scripts = content["identity"], content["scripts"]
            here = {name: _script(name, **script) for name, script in scripts.items()}
            sources = {name: {"path": str(path)} for name, path in here.items()}
            table = seat_again(identity, sources, Path(), "this run")
            places = {scripts[name]["path"]: path for name, path in here.items()}
            while len(_tables) >= _MOST_TABLES:
                _tables.popitem(last=False)
            _tables[key] = table, identity["detail"], places
        return _tables[key]


def _script(name: str, path: str, source: str) -> Path:
    """A script on this machine: where it lies already, or written where all its workers look.

    The compiler's cache knows a script by its path, so that has to be the same every time.
    """
    from brisca_sim.catalogue import read, scripts
    from brisca_sim.kernel.stored import cache_root
    from brisca_sim.reporting.writing import write_whole

    for known in (scripts().get(name), Path(path)):
        if known is not None and known.is_file() and read(known) == source:
            return known
    folder = Path("scripts", hashlib.sha256(source.encode()).hexdigest()[:16])
    trouble = ""
    for root in (cache_root(), Path(tempfile.gettempdir(), f"brisca-sim-{os.getpid()}")):
        kept = root / folder / f"{name}.py"
        try:
            if not kept.exists():
                kept.parent.mkdir(parents=True, exist_ok=True)
                write_whole(kept.parent, {kept.name: source.encode()})
        except (OSError, BriscaError) as error:
            trouble = str(error)
        else:
            return kept
    raise ClusterError(f"script {name}.py finds no place there: {trouble}")


def _address() -> str:
    """Address of this worker."""
    from distributed import get_worker

    worker: Any = get_worker()
    return str(worker.address)
