"""Measures what the README promises and prints ratios: ``python benchmarks/run.py [SECTION...]``.

Nothing here passes or fails by its speed.  The exit code is 0 unless something could not be run
or counted differently from what it should equal.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import baseline
from timing import BenchmarkError, NotHereError, Plan, Row

ROOT = Path(__file__).resolve().parent.parent
SECTIONS = {
    "c": ("against_c", "measure"),
    "instructions": ("instructions", "measure"),
    "naive": ("against_naive", "measure"),
    "threads": ("threads", "measure"),
    "dask": ("cluster", "measure"),
    "startup": ("startup", "measure"),
    "memory": ("startup", "measure_memory"),
    "pairing": ("pairing", "measure"),
}
HEADINGS = (
    "what", "ratio", "of the best", "middle half", "target", "against the baseline", "on this machine",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write JSON where asked; 1 if a section failed."""
    options = parse(arguments)
    # The tree that this file lies in is what is measured, whatever may be installed.
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    machine = describe_machine()
    rows: dict[str, list[Row]] = {}
    notes: dict[str, str] = {}
    plan = Plan(options.quick, options.long)
    failed = False
    for name in options.sections or SECTIONS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        try:
            rows[name] = section(name)(plan)
        except NotHereError as reason:
            notes[name] = f"not measured: {reason}"
        except BenchmarkError as error:
            notes[name] = f"FAILED: {error}"
            failed = True
    machine["load_after"] = load()
    stored = baseline.read(options.baseline)
    print(report(machine, rows, notes, stored))
    if options.save_baseline:
        baseline.write([row for part in rows.values() for row in part], options.baseline)
    if options.json is not None:
        write_json(options.json, machine, rows, notes)
    return 1 if failed else 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure speed and memory, as ratios.")
    parser.add_argument("sections", nargs="*", help=f"any of {', '.join(SECTIONS)}; default all")
    parser.add_argument("--quick", action="store_true", help="a short run with rough ratios")
    parser.add_argument("--long", action="store_true", help="memory and dask with 20 million deals")
    parser.add_argument("--save-baseline", action="store_true", help="store these ratios")
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", default=baseline.FILE,
        help="stored ratios to compare with; default benchmarks/baseline.json",
    )  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to FILE")
    options = parser.parse_args(arguments)
    for name in options.sections:
        if name not in SECTIONS:
            parser.error(f"there is no section {name!r}; there are {', '.join(SECTIONS)}")
    return options


def section(name: str) -> Callable[[Plan], list[Row]]:
    """What measures a section; imported only when it is wanted."""
    module, function = SECTIONS[name]
    measure: Callable[[Plan], list[Row]] = getattr(import_module(module), function)
    return measure


def describe_machine() -> dict[str, Any]:
    """What the figures depend on besides the code."""
    from plain_c import compiler_version

    try:
        compiler = compiler_version()
    except NotHereError as reason:
        compiler = str(reason)
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "compiler": compiler,
        "load_before": load(),
    }


def processor() -> str:
    """Name of the processor, where the system tells."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def load() -> float:
    """Processes that want a core, over the last minute; -1 where the system cannot tell."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else -1.0


def report(
    machine: dict[str, Any],
    rows: dict[str, list[Row]],
    notes: dict[str, str],
    stored: dict[str, baseline.Kept],
) -> str:
    """The table in Markdown, what is missing from it, and where it was measured."""
    cells = [HEADINGS, *(cells_of(row, stored) for part in rows.values() for row in part)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(HEADINGS))]
    lines = [" | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) for line in cells]
    lines.insert(1, " | ".join("-" * width for width in widths))
    text = [f"| {line} |" for line in lines]
    text += [f"\n{name}: {note}" for name, note in notes.items()]
    about = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in machine.items())
    return "\n".join([*text, "", about])


def cells_of(row: Row, stored: dict[str, baseline.Kept]) -> tuple[str, ...]:
    """A row as texts."""
    before = stored.get(row.what)
    verdict = "" if before is None else str(baseline.compare(baseline.keep(row), before))
    spread = f"{row.low:.3g} to {row.high:.3g}"
    best = "" if row.best is None else f"{row.best:.3g}"
    return row.what, f"{row.ratio:.3g}", best, spread, row.target, verdict, row.here


def write_json(
    path: Path, machine: dict[str, Any], rows: dict[str, list[Row]], notes: dict[str, str]
) -> None:
    """Write every repetition of every row."""
    sections = {name: [asdict(row) for row in part] for name, part in rows.items()}
    content = {"schema": "brisca-bench/1", "machine": machine, "sections": sections, "notes": notes}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
