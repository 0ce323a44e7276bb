"""How a command starts: without what numba does not need, and saying so when it has to be compiled."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.abc import MetaPathFinder
from typing import Any

from numba.core import event

from brisca_sim.kernel.stored import PACKAGE, cache_folder


class _NotThere(MetaPathFinder):
    """Tells whoever imports SciPy's linear algebra that it is not there."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        if fullname == "scipy.linalg":
            raise ModuleNotFoundError(f"no {fullname} while the kernel is loaded", name=fullname)


@contextlib.contextmanager
def started_lean() -> Iterator[None]:
    """Let numba start without SciPy's linear algebra, which it would import to offer it to scripts.

    No hand of cards needs it, and it takes a fifth of the start.  For processes of our own only: numba
    goes without it until the process ends.
    """
    finder = _NotThere()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


@contextlib.contextmanager
def announcing(say: Callable[[str], None]) -> Iterator[None]:
    """Call `say` once when something has to be compiled, so that a first run explains its silence.

    After an installation another process then compiles the catalogue at the same time, so that the
    strategies that somebody tries next are there at once.
    """

    class Listener(event.Listener):
        done = False

        def on_start(self, what: Any) -> None:
            # The way into plain Python is built anew in every run, at once.
            entering = what.data["dispatcher"].py_func.__module__ == "brisca_sim.kernel.callback"
            if not self.done and not entering:
                self.done = True
                _compile_catalogue_meanwhile()
                say("compiling for this machine (once after an installation or a change)")

        def on_end(self, _event: Any) -> None:
            pass

    listener = Listener()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


def _compile_catalogue_meanwhile() -> None:
    """Start `brisca_sim.warm` in a process of its own, unless it has run for these sources.

    ``BRISCA_SIM_ALONE=1`` keeps it from starting.
    """
    mark = cache_folder("catalogue")
    if os.environ.get("BRISCA_SIM_ALONE") or mark is None or any(mark.iterdir()):
        return
    (mark / "started").touch()
    command = [sys.executable, "-P", "-m", "brisca_sim.warm"]
    path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]))
    with contextlib.suppress(OSError):
        subprocess.Popen(  # noqa: S603 - this interpreter, this package
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": path},
        )
