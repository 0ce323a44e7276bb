"""Whether a script looks at memory that does not belong to it."""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import NDArray

from brisca_sim.inspection.probe import Pulse, ask_once
from brisca_sim.kernel import layout as o

_AROUND = 1024  # words laid before and behind an observation

Words = NDArray[np.int64]


def looks_beyond(rows: Words, address: int, pulse: Pulse, until: float = math.inf) -> bool:
    """Whether a choice changes with what lies in memory before and behind the observation.

    Parameters
    ----------
    rows : int64[positions, OBS_WORDS]
    address : int
        Of the strategy.
    pulse : Pulse
    until : float
        Time (`time.monotonic`) after which no further position is tried.
    """
    rng = np.random.default_rng(2)
    # Spread over all tables, should the time be short.
    for row in rng.permutation(rows):
        answers = []
        for _ in range(2):
            around = rng.integers(-(2**62), 2**62, 2 * _AROUND + o.OBS_WORDS)
            for _ in range(2):
                window = around.copy()
                window[_AROUND : _AROUND + o.OBS_WORDS] = row
                answers.append(_answer(window[_AROUND : _AROUND + o.OBS_WORDS], address))
        pulse.beat()
        # Who answers differently though all is the same is caught as not repeatable.
        if answers[0] == answers[1] and answers[2] == answers[3] and answers[0] != answers[2]:
            return True
        if time.monotonic() > until:
            break
    return False


def _answer(obs: Words, address: int) -> int | str:
    """A strategy's answer, or what it raised."""
    try:
        return int(ask_once(obs, address))
    except Exception as error:
        return type(error).__name__
