"""The way to a cluster: one that runs somewhere, or one that is started here for as long as it is needed."""

from __future__ import annotations

import logging
import re
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from brisca_sim.cluster import worker
from brisca_sim.cluster.local import ctrl_c_kept_back, started
from brisca_sim.errors import BriscaError, ClusterError, shown
from brisca_sim.limits import MAX_THREADS
from brisca_sim.script_form import first_line

if TYPE_CHECKING:
    from brisca_sim.simulation import Executor
    from brisca_sim.table import Table

CONNECT: Final = 10.0
"""Seconds within which a scheduler has to answer, and a first worker to be there."""
PATIENCE: Final = 60.0
"""Seconds that a cluster may be without any worker."""
_LOOK: Final = 2.0
_LOCAL: Final = re.compile(r"local:(\d{1,6})", re.ASCII)
_ADDRESS: Final = re.compile(r"([a-z]{2,10}://)?(\[[0-9a-fA-F:.%]+\]|[\w.-]+):\d{1,5}", re.ASCII)


class Cluster:
    """A connection to a scheduler.

    Attributes
    ----------
    client : distributed.Client
    name : str
        Its address as users know it.
    patience : float
        Seconds that it may be without any worker.
    """

    def __init__(self, client: Any, name: str, patience: float = PATIENCE) -> None:
        self.client, self.name, self.patience = client, name, patience
        self.stopping = False
        self._threads, self._looked, self._manned = 0, 0.0, time.monotonic()

    def hire(self, table: Table, detail: bool) -> Executor:
        """As `brisca_sim.simulation.Hire`: an executor for a table."""
        from brisca_sim.cluster.crew import Crew
        from brisca_sim.cluster.errand import errand_of

        return Crew(self, errand_of(table, detail=detail), table)

    @property
    def threads(self) -> int:
        """Threads of all workers that are there now.

        Raises
        ------
        ClusterError
            If the scheduler is gone, or has had no workers for long.
        """
        now = time.monotonic()
        if now - self._looked >= _LOOK:
            self._looked = now
            found = self.call(self.client.scheduler.ncores)
            self._threads = sum(found.values())
        if self._threads:
            self._manned = now
        elif now - self._manned >= self.patience:
            raise ClusterError(
                f"the Dask cluster at {self.name} has had no workers for {self.patience:.0f} s: start"
                f" some with 'dask worker {self.name}'"
            )
        return self._threads

    def call(self, coroutine: Any, *arguments: Any, **options: Any) -> Any:
        """Ask the scheduler something and wait for the answer, but not for ever.

        Raises
        ------
        ClusterError
            If it does not answer.
        """
        self.check()
        try:
            return self.client.sync(coroutine, *arguments, callback_timeout=CONNECT, **options)
        except (OSError, TimeoutError):
            raise self.lost() from None

    def check(self) -> None:
        """Refuse to go on without a scheduler."""
        if self.client.status != "running":
            raise self.lost()

    def lost(self) -> ClusterError:
        """The error that says so."""
        return ClusterError(f"the Dask scheduler at {self.name} was lost")

    def check_workers(self) -> None:
        """Refuse workers that have another program than this one, or none."""
        # By name: a worker that has no such package can then say so itself.
        question = "__import__('brisca_sim.cluster.worker', fromlist=['program']).program()"
        answers = self.call(self.client._run, eval, question, on_error="return")
        for address, answer in answers.items():
            if isinstance(answer, OSError | TimeoutError):
                continue  # gone in the meantime
            if isinstance(answer, BaseException):
                raise ClusterError(
                    f"worker {address} cannot load brisca-sim ({type(answer).__name__}: {answer}):"
                    " install the same version there"
                )
            if tuple(answer) != worker.program():
                raise ClusterError(worker.differing(address, tuple(answer), worker.program()))


def is_local(text: str) -> bool:
    """Whether an address asks for a cluster of processes on this machine."""
    return _LOCAL.fullmatch(text) is not None


def check_address(text: str) -> None:
    """Refuse what cannot be an address, and a machine without Dask.

    Raises
    ------
    BriscaError
        In one line: what is missing.
    """
    local = _LOCAL.fullmatch(text)
    if local is not None and not 1 <= int(local[1]) <= MAX_THREADS:
        raise BriscaError(f"--dask local:N takes N from 1 to {MAX_THREADS}, not {local[1]}")
    if local is None and not _ADDRESS.fullmatch(text):
        raise BriscaError(
            "--dask takes a scheduler's address, as tcp://host:8786, or local:N for N workers here,"
            f" not {shown(text)}"
        )
    if find_spec("distributed") is None:
        raise BriscaError(
            "--dask needs Dask, which is not installed: pip install distributed (it is the extra"
            " brisca-sim[dask])"
        )


@contextmanager
def opened(text: str) -> Iterator[Cluster]:
    """Connect to the cluster at an address, or start one; let go of it at the end.

    Raises
    ------
    BriscaError
        If there is none, or none that could play.
    """
    check_address(text)
    _hush()
    local = _LOCAL.fullmatch(text)
    if local is None:
        with _connected(text, text) as cluster:
            yield cluster
        return
    with ExitStack() as stack:
        with ctrl_c_kept_back():
            processes = stack.enter_context(started(int(local[1])))
            cluster = stack.enter_context(_connected(processes, text))
        yield cluster


@contextmanager
def _connected(address: Any, name: str) -> Iterator[Cluster]:
    from distributed import Client

    try:
        with warnings.catch_warnings(action="ignore"):
            # Different versions of libraries: what matters is checked in `check_workers`.
            client = Client(address, timeout=CONNECT, set_as_default=False, name="brisca-sim")
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"no Dask scheduler answers at {name} ({first_line(error)}): start one with 'dask scheduler',"
            " or correct the address"
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError:
            raise ClusterError(
                f"the Dask scheduler at {name} has no workers: start some with 'dask worker {name}'"
            ) from None
        cluster = Cluster(client, name)
        cluster.check_workers()
        yield cluster
    finally:
        with suppress(OSError, TimeoutError):
            client.close(timeout=CONNECT)


def _hush() -> None:
    """Let Dask's own log be silent: what matters here is told in one line."""
    import distributed  # noqa: F401 - sets up its loggers

    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
