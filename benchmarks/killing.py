"""Kill runs at random moments, go on, and see whether the result is that of an undisturbed run.

``python benchmarks/killing.py --kills 50``: a run is killed (SIGKILL) once or several times in a row,
resumed to its end and its digest compared.  Moments reach from before the first checkpoint to the
writing of the last file.  The processes that are killed are forks of this one, which has loaded
everything: what is killed is the work, not the start of Python.  POSIX only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd  # noqa: F401, TID253 - loaded once, for all forks
from matplotlib import pyplot as plt  # noqa: F401, TID253 - likewise

from brisca_sim import cli
from brisca_sim.durable import verify as _verify  # noqa: F401 - likewise
from brisca_sim.table import seat_down

LINEUP = ("ahorradora", "codiciosa")


def beginning(folder: Path, deals: int) -> list[str]:
    """Words that go on where there is something to go on with, and begin elsewhere."""
    words = ["--checkpoint", "0.1", "--quiet", "--threads", "1"]
    if (folder / "checkpoint.npz").exists():
        return ["run", "--resume", str(folder), *words]
    return ["run", *LINEUP, "--deals", str(deals), "--out", str(folder), *words]


def forked(words: list[str]) -> int:
    """Start a command of this program in a process of its own; its number."""
    number = os.fork()
    if number:
        return number
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.argv = ["brisca-sim", *words]
        cli.main()
    except SystemExit as leaving:
        os._exit(leaving.code if isinstance(leaving.code, int) else 1)
    finally:
        os._exit(1)


def killed(folder: Path, deals: int, delay: float) -> bool:
    """Start, and kill after a delay; whether it was still at work."""
    number = forked(beginning(folder, deals))
    time.sleep(delay)
    os.kill(number, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    if status not in (0, -signal.SIGKILL):
        raise SystemExit(f"it ended by itself with exit code {status}")
    return status != 0


def finished(folder: Path, deals: int) -> str:
    """Go on to the end; the digest."""
    number = forked(beginning(folder, deals))
    status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    document = json.loads((folder / "run.json").read_bytes()) if status == 0 else {}
    if not document.get("complete") or document["deals"] != deals:
        raise SystemExit(f"{folder}: not complete, exit code {status}")
    return str(document["digest"])


def dealt(folder: Path) -> int:
    """Deals in a checkpoint."""
    path = folder / "checkpoint.npz"
    if not path.exists():
        return 0
    with np.load(path) as arrays:
        return int(arrays["counts_deals"][0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--deals", type=int, default=60_000)
    parser.add_argument("--most", type=int, default=8, help="kills of one run; 1: each is resumed")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    seat_down(LINEUP)
    kills = runs = same = 0
    with tempfile.TemporaryDirectory() as place:
        started = time.monotonic()
        wanted = finished(Path(place) / "undisturbed", options.deals)
        seconds = time.monotonic() - started
        document = json.loads((Path(place) / "undisturbed" / "run.json").read_bytes())
        playing = 1.2 * document["elapsed_s"]
        print(f"undisturbed: {seconds:.1f} s, digest {wanted[:12]}", flush=True)
        while kills < options.kills:
            folder, runs, left = Path(place) / str(runs), runs + 1, []
            for _ in range(min(chance.randint(1, options.most), options.kills - kills)):
                # Mostly while it plays: the end is taken up by figures, from which little is lost.
                within = playing if chance.random() < 0.9 else seconds
                if killed(folder, options.deals, chance.uniform(0, within)):
                    left.append(dealt(folder))
            kills += len(left)
            digest = finished(folder, options.deals)
            same += digest == wanted
            print(f"run {runs}: killed with {left} deals kept, digest {digest[:12]}", flush=True)
    print(f"{kills} kills in {runs} runs; the same digest in {same} of {runs}")
    if same != runs:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
