"""Loaded first by the workers of a local cluster: Ctrl-C is meant for the client, which ends them.

Where there are no signal masks, nothing else keeps it from them.
"""

from __future__ import annotations

import signal
from typing import Any


def dask_setup(_worker: Any) -> None:
    """Called by Dask in the main thread of a new worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
