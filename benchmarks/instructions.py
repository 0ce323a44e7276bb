"""Instructions a hand of the kernel and of plain C: the same on a busy machine as on an idle one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from against_c import HANDS, LOOKING, SEED
from plain_c import build
from processes import ROOT
from timing import BenchmarkError, NotHereError, Plan, Row, row_of_ratios

# A processor that valgrind knows and both compilers: it does not know the widest vectors.
MARCH = "haswell"
FEATURES = "+sse4.2,+popcnt,+cx16,+avx,+avx2,+bmi,+bmi2,+lzcnt,+fma"
PLAYS = """
import sys
import numpy as np
from brisca_sim.simulation import play_one_block
from brisca_sim.table import seat_down
table = seat_down([sys.argv[1]] * 2, seed=int(sys.argv[2]))
play_one_block(table, 0, int(sys.argv[3]), np.zeros(1, dtype=np.int64))
"""


def measure(plan: Plan) -> list[Row]:
    """One row for blind play and for each strategy that looks."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise NotHereError("no valgrind on this machine, whose callgrind counts instructions")
    deals = plan.pick(5000, 1000)
    found = []
    with tempfile.TemporaryDirectory(prefix="brisca-bench-") as folder:
        plain = build(Path(folder), march=MARCH)
        pointers = build(Path(folder), "FUNCTION_POINTERS", march=MARCH)
        environment = kernel_environment(Path(folder))
        for name in ("ciegas", *LOOKING):
            command = [str(pointers if name in LOOKING else plain), str(SEED), "0"]
            policy = [name] if name in LOOKING else []
            c = a_hand(valgrind, lambda n, c=command, p=policy: [*c, str(n), *p], deals)
            kernel = a_hand(valgrind, lambda n, s=name: script(s, n), deals, environment)
            what = f"instructions: kernel, {name} / plain C"
            here = f"{kernel:,.0f} against {c:,.0f} a hand"
            found.append(row_of_ratios(what, [kernel / c], "", here))
    return found


def script(name: str, deals: int) -> list[str]:
    """The command that plays deals with the kernel and does little else."""
    return [sys.executable, "-c", PLAYS, name, str(SEED), str(deals)]


def kernel_environment(folder: Path) -> dict[str, str]:
    """Where the kernel is compiled for `MARCH`, into a cache of its own."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {
        "BRISCA_SIM_CACHE": str(folder / "cache"),
        "BRISCA_SIM_ALONE": "1",
        "NUMBA_CPU_NAME": MARCH,
        "NUMBA_CPU_FEATURES": FEATURES,
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }


def a_hand(valgrind, command, deals, environment=None) -> float:
    """Instructions that one more hand takes: of two runs the longer less the shorter one."""
    few = 100
    if environment is not None:
        run(command(few), environment)  # compiles
    counts = [instructions(valgrind, command(n), environment) for n in (few, few + deals)]
    return (counts[1] - counts[0]) / (HANDS * deals)


def instructions(valgrind: str, command: list[str], environment: dict[str, str] | None) -> int:
    """Instructions of a whole process, as callgrind counts them."""
    words = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    counted = re.search(r"Collected\s*:\s*(\d+)", run(words, environment))
    if counted is None:
        raise BenchmarkError(f"callgrind has counted nothing of {' '.join(command[:3])}")
    return int(counted[1])


def run(command: list[str], environment: dict[str, str] | None) -> str:
    """What a command writes to its error output."""
    whole = {**os.environ, **(environment or {})}
    done = subprocess.run(command, env=whole, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"{command[0]} ended with {done.returncode}: {done.stderr[-300:]}")
    return done.stderr
