"""Other programs: what they print, and what they take in time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from timing import BenchmarkError, NotHereError

ROOT = Path(__file__).resolve().parent.parent
LAUNCH = Path(__file__).with_name("launch.py")
BRISCA = (sys.executable, "-m", "brisca_sim")


@dataclass(frozen=True)
class Took:
    """Wall and processor seconds of a process, and its peak memory in millions of bytes."""

    wall: float
    cpu: float
    peak_mb: float


def launch(*command: str, cache: Path | None = None) -> Took:
    """Run a command to its end and throw away what it prints.

    Parameters
    ----------
    command : str
        The program, by its path, and its arguments.
    cache : Path, optional
        Folder for compiled code, instead of the usual one.

    Raises
    ------
    BenchmarkError
        If it fails.
    """
    if not hasattr(os, "wait4"):
        raise NotHereError("this system does not tell what a child process has used")
    took = json.loads(output(sys.executable, "-S", "-E", str(LAUNCH), *command, cache=cache))
    code = took.pop("exit")
    if code != 0:
        raise BenchmarkError(f"{' '.join(command)} ended with {code} (see above)")
    return Took(**took)


def waits(*command: str) -> Callable[[int], float]:
    """Make a contender of a command: its wall seconds."""
    return lambda _turn: launch(*command).wall


def run_json(*arguments: str, cache: Path | None = None) -> dict[str, Any]:
    """What ``run ... --format json`` prints."""
    command = (*BRISCA, "run", *arguments, "--format", "json", "--quiet")
    result: dict[str, Any] = json.loads(output(*command, cache=cache))
    return result


def output(*command: str, cache: Path | None = None) -> str:
    """What a command prints; its errors go straight to the terminal.

    Raises
    ------
    BenchmarkError
        If it fails.
    """
    environment = dict(os.environ)
    paths = [str(ROOT), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    if cache is not None:
        environment["BRISCA_SIM_CACHE"] = str(cache)
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"{' '.join(command)} ended with {done.returncode} (see above)")
    return done.stdout
