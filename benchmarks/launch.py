"""Runs one command and prints what it took, as JSON: ``python launch.py COMMAND...``.

A process of its own, and a small one: the peak memory that the system reports for a child includes
what its parent held when it was started, and the benchmark itself holds a compiler.
"""

from __future__ import annotations

import json
import os
import sys
import time


def main(command: list[str]) -> int:
    """Run `command`; its standard output is thrown away, errors pass through."""
    null = os.open(os.devnull, os.O_WRONLY)
    started = time.perf_counter()
    child = os.posix_spawn(
        command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)]
    )
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - started
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes elsewhere
    took = {
        "wall": wall,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak_mb": usage.ru_maxrss * unit / 1e6,
        "exit": os.waitstatus_to_exitcode(status),
    }
    print(json.dumps(took))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
