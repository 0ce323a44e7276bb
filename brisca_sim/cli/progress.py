"""A bar on stderr while something is played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(
    unit: str, *, quiet: bool, whole: float | None = None
) -> Iterator[Callable[[float, float, str], None] | None]:
    """A bar that is told how much is done, how much there is, and of what; only on a terminal.

    `whole` is how much there is as far as that is known before anything is done.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=whole)
        yield lambda done, whole, what: shown.update(
            task, completed=done, total=whole, description=what
        )
