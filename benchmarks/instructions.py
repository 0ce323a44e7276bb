"""Instructions a hand of the kernel and of plain C: the same on a busy machine as on an idle one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from against_c import HANDS, LOOKING, SEED
from plain_c import build
from processes import ROOT
from timing import BenchmarkError, NotHereError, Plan, Row, row_of_ratios

# A processor that valgrind knows and both compilers: it does not know the widest vectors.
MARCH = "haswell"
FEATURES = "+sse4.2,+popcnt,+cx16,+avx,+avx2,+bmi,+bmi2,+lzcnt,+fma"
FEW = 100
# Callgrind writes down what it has counted whenever getppid is called, and starts anew.
PLAYS = """
import os, sys
import numpy as np
from brisca_sim.simulation import play_one_block
from brisca_sim.table import seat_down
seed, few, many, *names = sys.argv[1:]
for name in names:
    table = seat_down([name] * 2, seed=int(seed))
    for deals in (int(few), int(many)):
        os.getppid()
        play_one_block(table, 0, deals, np.zeros(1, dtype=np.int64))
        os.getppid()
"""


def measure(plan: Plan) -> list[Row]:
    """One row for blind play and for each strategy that looks."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise NotHereError("no valgrind on this machine, whose callgrind counts instructions")
    deals = plan.pick(5000, 1000)
    names = ("ciegas", *LOOKING)
    found = []
    with tempfile.TemporaryDirectory(prefix="brisca-bench-") as folder:
        plain = build(Path(folder), march=MARCH)
        pointers = build(Path(folder), "FUNCTION_POINTERS", march=MARCH)
        kernel = kernel_hands(valgrind, Path(folder), names, deals)
        for name, here in zip(names, kernel, strict=True):
            command = [str(pointers), name] if name in LOOKING else [str(plain)]
            c = c_hand(valgrind, Path(folder), deals, *command)
            text = f"{here:,.0f} against {c:,.0f} a hand"
            found.append(
                row_of_ratios(f"instructions: kernel, {name} / plain C", [here / c], "", text)
            )
    return found


def kernel_hands(valgrind: str, folder: Path, names: Sequence[str], deals: int) -> list[float]:
    """Instructions that one more hand takes in the kernel, by strategy; one process for all."""
    sizes = [str(SEED), str(FEW), str(FEW + deals)]
    command = [sys.executable, "-c", PLAYS, *sizes, *names]
    environment = kernel_environment(folder)
    run(command, environment)  # compiles
    options = ["--dump-before=getppid", f"--callgrind-out-file={folder / 'counted'}"]
    run([valgrind, "--tool=callgrind", *options, *command], environment)
    dumps = sorted(folder.glob("counted.*"), key=lambda path: int(path.suffix[1:]))
    played = [counted(path) for path in dumps][1::2]
    if len(played) != 2 * len(names):
        raise BenchmarkError(f"callgrind has counted {len(played)} times, not {2 * len(names)}")
    pairs = zip(played[::2], played[1::2], strict=True)
    return [(many - few) / (HANDS * deals) for few, many in pairs]


def c_hand(valgrind: str, folder: Path, deals: int, program: str, *policy: str) -> float:
    """Instructions that one more hand takes in the C program: a longer run less a shorter one."""
    counts = []
    for number in (FEW, FEW + deals):
        out = folder / "c"
        command = [program, str(SEED), "0", str(number), *policy]
        run([valgrind, "--tool=callgrind", f"--callgrind-out-file={out}", *command], {})
        counts.append(counted(out))
    return (counts[1] - counts[0]) / (HANDS * deals)


def counted(path: Path) -> int:
    """Instructions in a file that callgrind has written."""
    found = re.search(r"^totals: (\d+)", path.read_text(), re.MULTILINE)
    if found is None:
        raise BenchmarkError(f"callgrind has counted nothing in {path.name}")
    return int(found[1])


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


def run(command: list[str], environment: dict[str, str]) -> None:
    """Run a command to its end.

    Raises
    ------
    BenchmarkError
        If it fails.
    """
    whole = {**os.environ, **environment}
    done = subprocess.run(command, env=whole, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchmarkError(f"{command[0]} ended with {done.returncode}: {done.stderr[-300:]}")
