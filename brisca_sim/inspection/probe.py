"""A strategy watched from inside the kernel: every decision counted, some of them kept.

The probe sits in the strategy's place and asks it in turn.  It keeps its own words behind the
observation, in the same buffer: the kernel knows nothing of them, and no cache of compiled code
depends on the strategy that is watched.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.counts import Counts
from brisca_sim.kernel import jit
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.batch import play_block
from brisca_sim.kernel.jit import ARRAY, INT, call, entry, offset, pointer
from brisca_sim.kernel.layout import (
    ASK,
    ASK_PLAY,
    BELIEVED,
    MAX_MEMORY,
    MEMORY,
    OBS_WORDS,
    RNG,
)
from brisca_sim.plain.player import questions_asked, seated
from brisca_sim.simulation import Block, what_failed
from brisca_sim.strategy import Strategy
from brisca_sim.table import Table

COUNT = OBS_WORDS  # decisions so far
WROTE = OBS_WORDS + 1  # a word of the observation that the strategy has written to, -1: none
ADDRESS = OBS_WORDS + 2  # of the strategy
KEPT = OBS_WORDS + 3  # observations kept
KEEP = OBS_WORDS + 4  # how many may be kept by now
BEFORE = OBS_WORDS + 8  # the observation as it was before the decision
ROWS = BEFORE + OBS_WORDS
KEPT_MOST = 2000

Words = NDArray[np.int64]


def _probe(obs: Any) -> Any:
    before = offset(obs, BEFORE)
    for i in range(OBS_WORDS):
        before[i] = obs[i]
    if obs[ASK] == ASK_PLAY and obs[KEPT] < obs[KEEP]:
        row = offset(obs, ROWS + OBS_WORDS * obs[KEPT])
        for i in range(OBS_WORDS):
            row[i] = obs[i]
        obs[KEPT] += 1
    answer = call(obs[ADDRESS], obs)
    for i in range(OBS_WORDS):
        owned = i in (RNG, BELIEVED) or MEMORY <= i < MEMORY + MAX_MEMORY
        if obs[i] != before[i] and not owned:
            # Put back, so that the hand goes on as if nothing had happened.
            obs[WROTE] = i
            obs[i] = before[i]
    obs[COUNT] += 1
    return answer


@entry(ARRAY, INT)
def ask_once(obs: Any, address: Any) -> Any:
    """Ask a strategy once; its answer."""
    return call(address, pointer(obs))


@entry(ARRAY, INT, INT)
def ask_all(rows: Any, count: Any, address: Any) -> Any:
    """Ask a strategy about `count` observations, one after the other; the sum of its answers."""
    total = 0
    for i in range(count):
        total += call(address, offset(pointer(rows), OBS_WORDS * i))
    return total


@dataclass
class Pulse:
    """How far an examination has come, for another thread to see whether it still moves.

    Attributes
    ----------
    task : str
        What is being done.
    steps : int
        Grows with everything that is finished.
    pace : float
        Seconds that a decision takes, once that is known.
    buffer : int64[]
        The observation and the probe's words behind it.
    """

    task: str = ""
    steps: int = 0
    pace: float = 0.0
    buffer: Words = field(
        default_factory=lambda: np.zeros(ROWS + OBS_WORDS * KEPT_MOST, dtype=np.int64)
    )

    def begin(self, task: str) -> None:
        """Say what comes next."""
        self.task = task
        self.beat()

    def beat(self) -> None:
        """One more thing is finished."""
        self.steps += 1

    @property
    def reading(self) -> tuple[str, int, int, int]:
        """Changes as long as the examination moves; the third is the number of decisions judged."""
        return self.task, self.steps, int(self.buffer[COUNT]), questions_asked()

    @property
    def rows(self) -> Words:
        """The observations kept, int64[kept, OBS_WORDS]."""
        kept = int(self.buffer[KEPT])
        return self.buffer[ROWS : ROWS + OBS_WORDS * kept].reshape(kept, OBS_WORDS)


def watched(strategy: Strategy, pulse: Pulse) -> Strategy:
    """The strategy with a probe in its place, which writes into the buffer of `pulse`."""
    pulse.buffer[:] = 0
    pulse.buffer[WROTE] = -1
    pulse.buffer[ADDRESS] = strategy.address
    probe = jit.decision(_probe, "probe")
    return replace(strategy, decide=probe, address=jit.address_of(probe))


def play_watched(table: Table, first: int, last: int, pulse: Pulse) -> Block:
    """Play deals `first` to `last` - 1 in the buffer of `pulse`; counts only the deals."""
    counts = Counts.empty(table.seatings, table.rules.sides)
    full = np.array(table.rules.cards, dtype=np.int64)
    nothing = np.zeros(1, dtype=np.int64)
    state = table.config()
    where = np.zeros(o.WHERE_WORDS, dtype=np.int64)
    totals = np.zeros(counts.deal_scores.size + counts.deal_points.size, dtype=np.int64)
    failure = ""
    try:
        with seated(where):
            status = play_block(
                state, full, nothing, pulse.buffer, nothing.copy(), nothing, nothing.copy(), where,
                counts.hand_points.ravel(), counts.hand_scores.ravel(), totals,
                np.zeros(3 * o.MEASURES, dtype=np.int64), nothing.copy(), first, last,
            )  # fmt: skip
        failure = "illegal" if status != o.OK else ""
    except Exception as error:
        failure = what_failed(error)
        where[o.W_SEAT] = pulse.buffer[o.SEAT]
    counts.deals = int(where[o.W_DONE])
    deck = state[o.CARDS : o.CARDS + full.size].copy()
    return Block(first, last, counts, where, deck, table, failure)
