"""The examination in a process of its own: one JSON document a line.

Compiled code cannot be interrupted from inside, so that a second thread looks on and ends the process
when nothing moves any more.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from brisca_sim.errors import BriscaError
from brisca_sim.inspection.findings import Effort, Finding

if TYPE_CHECKING:
    from brisca_sim.inspection.probe import Pulse

_COMPILING = 120.0  # seconds: a compiler may take long, and a script's top level is no decision
_UNSEEN = 1000  # decisions that may pass between two beats where they are not counted one by one
Say = Callable[[dict[str, Any]], None]


def main() -> None:
    """Examine the script that the first argument names."""
    order = json.loads(sys.argv[1])
    # The lines go where only we write: a script may print what it likes.
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    def say(document: dict[str, Any]) -> None:
        print(json.dumps(document), file=lines, flush=True)

    try:
        _examine(order["spec"], Effort(**order["effort"]), say)
    except BriscaError as error:
        say({"error": str(error)})
    say({"done": True})
    # A thread that hangs would keep an orderly end from coming.
    os._exit(0)


def _examine(spec: str, effort: Effort, say: Say) -> None:
    from brisca_sim.kernel import starting, stored

    with starting.announcing(lambda text: say({"note": text})):
        from brisca_sim.inspection.examine import examine
        from brisca_sim.inspection.probe import Pulse

        pulse = Pulse()
        watch = threading.Thread(target=_watch, args=(pulse, effort.limit, say), daemon=True)
        watch.start()
        for finding in examine(spec, effort, pulse):
            say(finding.to_dict())
    for text in stored.NOTES:
        say({"note": text})


def _watch(pulse: Pulse, limit: float, say: Say) -> None:
    """End the process once the examination has stood still for too long."""
    reading, since = pulse.reading, time.monotonic()
    nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the process ends
    while True:
        patience = limit + _UNSEEN * pulse.pace
        if pulse.task == "compiles":
            patience = max(limit, _COMPILING)
        # A library that never gives back Python's lock keeps this thread from looking again; this
        # needs no lock, and ends the process with STOOD_STILL.
        faulthandler.dump_traceback_later(2 * patience, exit=True, file=nowhere)
        time.sleep(limit / 50)
        if pulse.reading != reading:
            reading, since = pulse.reading, time.monotonic()
            continue
        if time.monotonic() - since > patience:
            say(Finding("ends", False, _standstill(pulse, patience)).to_dict())
            say({"done": True})
            os._exit(0)


def _standstill(pulse: Pulse, seconds: float) -> str:
    """What was going on when nothing moved any more."""
    if pulse.task == "compiles":
        return f"it was not compiled after {seconds:g} s; does its top level loop for ever?"
    if pulse.task != "legal":
        return f"no answer for {seconds:.3g} s in the check {pulse.task!r}"
    from brisca_sim.cards import card_text
    from brisca_sim.kernel import layout as o

    held = int(pulse.buffer[o.HAND])
    cards = [held >> 8 * i & 255 for i in range(int(pulse.buffer[o.HAND_N]))]
    return (
        f"no answer for {seconds:.3g} s to decision {pulse.reading[2] + 1:,}, with "
        f"{' '.join(map(card_text, cards))} in hand and {int(pulse.buffer[o.TABLE_N])} cards on the "
        f"table, {int(pulse.buffer[o.PLAYERS])} players"
    )


if __name__ == "__main__":
    main()
