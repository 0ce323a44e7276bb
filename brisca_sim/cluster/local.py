"""A cluster on this machine, for as long as it is needed."""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from typing import Any, Final

from brisca_sim.errors import ClusterError
from brisca_sim.script_form import first_line

_CLOSE: Final = 10.0
_LEAN: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
}
"""For a cluster here: Dask looking at itself all the time takes a sixteenth of two cores."""


@contextmanager
def started(workers: int) -> Iterator[Any]:
    """A cluster on this machine: processes, since plain players hold the interpreter's lock."""
    import dask
    from distributed import LocalCluster

    with dask.config.set(_LEAN):
        try:
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, memory_limit=0,
                dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL,
                preload=["brisca_sim.cluster.deaf"],
            )  # fmt: skip
        except (OSError, RuntimeError, TimeoutError) as error:
            raise ClusterError(
                f"no local Dask cluster could be started: {first_line(error)}"
            ) from None
        try:
            yield cluster
        finally:
            with suppress(OSError, TimeoutError):
                cluster.close(timeout=_CLOSE)


@contextmanager
def ctrl_c_kept_back() -> Iterator[None]:
    """Let Ctrl-C wait, and keep it from all threads and processes that are started meanwhile.

    A terminal sends it to every process of a command, but only the client is to act on it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python's own helper process would let Ctrl-C through again when it is started.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
