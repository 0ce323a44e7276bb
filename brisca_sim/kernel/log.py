"""The log of a hand, from which replays and records are written."""

from __future__ import annotations

from brisca_sim.kernel.jit import inlined
from brisca_sim.kernel.layout import C_LOG


@inlined
def note(cfg, log, kind, seat, a, b):
    """Append one event; ``log[0]`` counts the events of the hand."""
    if cfg[C_LOG] != 0:
        log[0] += 1
        log[log[0]] = kind + 16 * seat + 256 * a + 65536 * b
