"""How long a decision takes, next to one of a strategy that everybody knows."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import StrategyError
from brisca_sim.inspection.findings import Finding
from brisca_sim.inspection.probe import Pulse, ask_all
from brisca_sim.kernel import layout as o
from brisca_sim.loading import load_strategy
from brisca_sim.strategy import Strategy

YARDSTICK = "ahorradora"
_TIMED = 500  # positions
_FIRST = 20
_ROUND_SECONDS = 0.1
_ROUNDS = 41

Words = NDArray[np.int64]


def measure_speed(strategy: Strategy, pulse: Pulse) -> Finding:
    """Time of a decision against the yardstick's, over the same positions, in turns; never fails."""
    rows = pulse.rows[:: max(1, len(pulse.rows) // _TIMED)]
    if not len(rows):
        raise StrategyError("no decision was reached that could be timed")
    first = _timer(rows[:_FIRST], strategy)() / len(rows[:_FIRST])
    # A slow strategy is asked about fewer positions, so that it does not take all day.
    rows = rows[: max(_FIRST, int(_ROUND_SECONDS / max(first, 1e-9)))]
    mine, other = _timer(rows, strategy), _timer(rows, load_strategy(YARDSTICK))
    times = []
    for _ in range(_ROUNDS):
        times.append((mine(), other()))
        pulse.beat()
    ratios = np.array([a / b for a, b in times])
    low, middle, high = np.quantile(ratios, [0.05, 0.5, 0.95])
    each = float(np.median([a for a, _ in times])) / len(rows)
    why = (
        f"a decision takes {middle:.2f} times that of {YARDSTICK} "
        f"({low:.2f} to {high:.2f} in 90% of {_ROUNDS} rounds), {each * 1e9:.0f} ns"
    )
    return Finding("speed", True, why)


def _timer(rows: Words, strategy: Strategy) -> Callable[[], float]:
    """A function that asks about every position anew and returns the seconds it took."""
    asked = rows.copy()
    asked[:, o.PARAMS : o.PARAMS + o.MAX_PARAMETERS] = 0
    for i, word in enumerate(strategy.words()):
        asked[:, o.PARAMS + i] = word

    def seconds() -> float:
        fresh = asked.ravel().copy()
        started = time.perf_counter()
        try:
            ask_all(fresh, len(asked), strategy.address)
        except Exception as error:
            raise StrategyError(f"it raised {type(error).__name__}") from None
        return time.perf_counter() - started

    return seconds
