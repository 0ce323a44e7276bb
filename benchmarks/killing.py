"""Kill runs at random moments, go on, and see whether the result is that of an undisturbed run.

``python benchmarks/killing.py --kills 50``: each run is killed (SIGKILL) once or several times in a
row, resumed to its end and its digest compared.  Moments reach from before the first checkpoint to
the writing of the last file.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LINEUP = ("ahorradora", "codiciosa")


def command(*words: object) -> list[str]:
    """The words of a command line of this program."""
    return [sys.executable, "-m", "brisca_sim", *map(str, words), "--quiet", "--threads", "1"]


def beginning(folder: Path, deals: int) -> list[str]:
    """Go on where there is something to go on with, or begin."""
    if (folder / "checkpoint.npz").exists():
        return command("run", "--resume", folder, "--checkpoint", "0.1")
    return command("run", *LINEUP, "--deals", deals, "--out", folder, "--checkpoint", "0.1")


def killed(folder: Path, deals: int, delay: float, *, started: bool) -> bool:
    """Start and kill after a delay, counted from the first checkpoint on if `started`.

    Returns whether it was still running.
    """
    checkpoint = folder / "checkpoint.npz"
    before = checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
    process = subprocess.Popen(
        beginning(folder, deals), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    while started and process.poll() is None:
        if checkpoint.exists() and checkpoint.stat().st_mtime_ns != before:
            break
        time.sleep(0.005)
    time.sleep(delay)
    running = process.poll() is None
    process.kill()
    _, errors = process.communicate()
    if not running and process.returncode != 0:
        raise SystemExit(f"it ended by itself: {errors.decode()}")
    return running


def finished(folder: Path, deals: int) -> str:
    """Go on to the end; the digest."""
    subprocess.run(beginning(folder, deals), check=True, stdout=subprocess.DEVNULL)
    document = json.loads((folder / "run.json").read_bytes())
    if not document["complete"] or document["deals"] != deals:
        raise SystemExit(f"{folder}: not complete")
    return str(document["digest"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    kills = runs = same = 0
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place) / "undisturbed"
        wanted = finished(whole, options.deals)
        seconds = json.loads((whole / "run.json").read_bytes())["elapsed_s"]
        print(f"undisturbed: {seconds} s of playing, digest {wanted[:12]}", flush=True)
        while kills < options.kills:
            folder, runs = Path(place) / str(runs), runs + 1
            here = 0
            for _ in range(min(chance.randint(1, 4), options.kills - kills)):
                started = chance.random() < 0.9
                delay = chance.uniform(0, 1.3 * seconds if started else 2.0)
                here += killed(folder, options.deals, delay, started=started)
            kills += here
            digest = finished(folder, options.deals)
            same += digest == wanted
            print(f"run {runs}: killed {here} times, digest {digest[:12]}", flush=True)
    print(f"{kills} kills in {runs} runs; the same digest in {same} of {runs}")
    if same != runs:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
