"""The command line: parse, call, render; one command a file.

`main` is the one place where errors become a line on stderr and an exit code.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from brisca_sim.errors import BriscaError

FINE, NO, BAD, INTERRUPTED = 0, 1, 2, 130


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has gone; what is left of it goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = BAD
    sys.exit(code)


def _run() -> int:
    from brisca_sim.cli.app import app

    try:
        result = app(standalone_mode=False)
    except BriscaError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _interrupted()
    except MemoryError:
        return _fail("there is not enough memory for this; use fewer threads")
    except Exception as error:
        # Typer's own errors: a classic click exception, or the one that typer carries with it.
        if type(error).__name__ == "Abort":
            return _interrupted()
        if not hasattr(error, "format_message"):
            raise
        where = getattr(getattr(error, "ctx", None), "command_path", "brisca-sim")
        text = " ".join(error.format_message().split()) or "a command is missing"
        return _fail(f"{text.rstrip('.')}; see '{where} --help'")
    return result if isinstance(result, int) else FINE


def _fail(text: str) -> int:
    print(f"brisca-sim: {text}", file=sys.stderr)
    return BAD


def _interrupted() -> int:
    print("brisca-sim: interrupted before there was anything to report", file=sys.stderr)
    return INTERRUPTED
