"""Ctrl-C, noted instead of raised."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interruption_noted() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C instead of raising it: in the middle of an addition it would spoil the counts.

    Only the main thread gets signals; a process that ignores Ctrl-C goes on ignoring it.
    """
    noted: list[int] = []
    here = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if here else signal.SIG_IGN
    if before in (signal.SIG_IGN, None):
        yield lambda: False
        return
    signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)
