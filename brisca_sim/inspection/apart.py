"""The examination from outside: another process does it, which can be ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

from brisca_sim.catalogue import locate, read, split_spec
from brisca_sim.errors import StrategyError
from brisca_sim.inspection.findings import Effort, Finding

STOOD_STILL = 1  # exit code of an examination in which nothing moved, not even Python
_HOME = str(Path(__file__).resolve().parent.parent.parent)


def examine_apart(spec: str, effort: Effort, note: Callable[[str], None]) -> Iterator[Finding]:
    """Examine a script in a process of its own; each finding comes as soon as it is known.

    Parameters
    ----------
    spec : str
        A script's path or a name of the catalogue, with parameters after a colon.
    effort : Effort
    note : callable
        Gets what a user should be told besides.

    Raises
    ------
    StrategyError
        If the file cannot be read, or the parameters do not fit.
    """
    read(locate(split_spec(spec)[0]))
    done, last = False, "the start"
    with _started(spec, effort) as process:
        assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        try:
            for line in process.stdout:
                said = json.loads(line)
                if "error" in said:
                    raise StrategyError(said["error"])
                if "note" in said:
                    note(said["note"])
                elif "check" in said:
                    last = f"the check {said['check']!r}"
                    yield Finding(**said)
                done = done or "done" in said
            code = process.wait()
        finally:
            process.kill()
    if not done:
        why = f"the process broke down after {last}: does it read or write far outside of obs?"
        if code == STOOD_STILL:
            why = f"no answer after {last}: a call never came back, and Python stood still with it"
        yield Finding("ends", False, why)


def _started(spec: str, effort: Effort) -> subprocess.Popen[str]:
    # -P: a script's folder may hold files that are named like modules of Python.
    # Its own session, so that Ctrl-C reaches only this process, which then ends it.
    order = json.dumps({"spec": spec, "effort": asdict(effort)})
    paths = [_HOME, os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(  # noqa: S603 - this interpreter, this package
        [sys.executable, "-P", "-m", "brisca_sim.inspection", order],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )
