"""The command line: parse, call, render; one command a file.

`main` is the one place where errors become a line on stderr and an exit code.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import NoReturn

from brisca_sim.errors import BriscaError

FINE, NO, BAD, INTERRUPTED = 0, 1, 2, 130


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    _mend_streams()
    try:
        code = _run()
        sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:
            raise
        code = _unwritten(error)
    if code == INTERRUPTED:
        # An orderly end would wait for the thread of a strategy that never comes back.
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def _mend_streams() -> None:
    """Make both streams take any text; one that the caller has closed leads nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - stays open
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _unwritten(error: OSError) -> int:
    """The output cannot be written: what is left of it goes nowhere, not into a second error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        # Whoever read the output has seen enough of it.
        return BAD
    return _fail(f"the output cannot be written: {error.strerror}; write it elsewhere")


def _run() -> int:
    try:
        from brisca_sim.cli.app import app

        result = app(prog_name="brisca-sim", standalone_mode=False)
    except BriscaError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as leaving:
        # Typer leaves like this from a closed pipe, with the code that means "no".
        if isinstance(leaving.__context__, BrokenPipeError):
            raise leaving.__context__ from None
        raise
    except MemoryError:
        return _fail("there is not enough memory for this; use fewer threads")
    except Exception as error:
        # Typer's own errors: a classic click exception, or the one that typer carries with it.
        if type(error).__name__ == "Abort":
            return INTERRUPTED
        if not hasattr(error, "format_message"):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())
            return FINE
        where = getattr(getattr(error, "ctx", None), "command_path", "brisca-sim")
        text = " ".join(error.format_message().split())
        return _fail(f"{text.rstrip('.')}; see '{where} --help'")
    return result if isinstance(result, int) else FINE


def _fail(text: str) -> int:
    print(f"brisca-sim: {text}", file=sys.stderr)
    return BAD
