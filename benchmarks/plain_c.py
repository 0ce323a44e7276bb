"""Builds and runs `plain.c`, and holds its counts against the kernel's."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from processes import output
from timing import BenchmarkError, NotHereError

from brisca_sim.counts import Counts
from brisca_sim.kernel import layout as o

SOURCE = Path(__file__).with_name("plain.c")
FLAGS = ("-std=c99", "-O3")
Arrays = dict[str, NDArray[np.int64]]


def compiler() -> str:
    """Path of the system's C compiler.

    Raises
    ------
    NotHereError
        If there is none.
    """
    found = shutil.which("cc") or shutil.which("gcc")
    if found is None:
        raise NotHereError("no C compiler (cc or gcc) on this machine")
    return found


def compiler_version() -> str:
    """First line of what the compiler says of itself."""
    return output(compiler(), "--version").splitlines()[0]


def build(folder: Path, *defines: str, march: str = "native") -> Path:
    """Compile the C program into `folder`.

    Parameters
    ----------
    folder : Path
        A temporary one; nothing is built in the source tree.
    defines : str
        Macros to define.
    march : str
        The processor to compile for.
    """
    program = folder / "-".join(["plain", *defines]).lower()
    flags = [*FLAGS, f"-march={march}", *(f"-D{name}" for name in defines)]
    output(compiler(), *flags, "-o", str(program), str(SOURCE))
    return program


def play(
    program: Path, seed: int, first: int, deals: int, policy: str = ""
) -> tuple[float, Arrays]:
    """Play deals with the C program; its processor time in seconds, and its counts by name.

    `policy` is one that a program with function pointers knows; empty: blind play.
    """
    arrays: Arrays = {}
    words = [str(program), str(seed), str(first), str(deals), *([policy] if policy else [])]
    for line in output(*words).splitlines():
        name, *values = line.split()
        arrays[name] = np.array(values, dtype=np.int64)
    return int(arrays.pop("cpu_ns")[0]) / 1e9, arrays


def check_counts(found: Arrays, counts: Counts, where: str) -> None:
    """Make sure that the C program has counted what the kernel has.

    Raises
    ------
    BenchmarkError
        If one number differs.
    """
    for name, wanted in kernel_counts(counts).items():
        if found[name].shape != wanted.shape:
            raise BenchmarkError(
                f"{where}: {name} has {found[name].size} counts, not {wanted.size}"
            )
        if not np.array_equal(found[name], wanted):
            at = int(np.flatnonzero(found[name] != wanted)[0])
            raise BenchmarkError(
                f"{where}: {name}[{at}] is {found[name][at]} in plain C, {wanted[at]} in the kernel"
            )


def kernel_counts(counts: Counts) -> Arrays:
    """The kernel's counts of two players under the names that the C program prints."""
    words = 2 * o.PER_SIDE
    kinds = [slice(start, start + words) for start in (o.M_SIDE, o.M_CHAIR)]
    sums, squares = (np.concatenate([row[kind] for kind in kinds]) for row in counts.measures)
    return {
        "hand_points": counts.hand_points.ravel(),
        "hand_scores": counts.hand_scores.ravel(),
        "deal_scores": counts.deal_scores.ravel(),
        "deal_points": counts.deal_points.ravel(),
        "sums": sums,
        "squares": squares,
    }
