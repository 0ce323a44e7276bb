"""The log of a hand, from which replays and records are written."""

from __future__ import annotations

from brisca_sim.kernel.jit import jit


@jit
def note(log, kind, seat, a, b):
    """Append one event; ``log[0]`` counts the events of the hand."""
    log[0] += 1
    log[log[0]] = kind + 16 * seat + 256 * a + 65536 * b
