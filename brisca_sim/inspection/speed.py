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
BOUNDS = {"fast": 4.0, "medium": 400.0}
"""Most times the yardstick's time that a class takes; what takes longer is slow.

Four times: a run of 100,000 deals stays a matter of a second or two.  Four hundred times: it takes up
to a minute or two, so that tournaments can still be played in one go.
Beyond that a run has to be planned.
"""
_NOISE = 2.0  # a declared class is wrong only beyond its bounds by this: timing is noisy
_TIMED = 500  # positions
_FIRST = 20
_ROUND_SECONDS = 0.1
_SHORTEST = 1e-4  # seconds: below that a clock tells little
_ROUNDS = 41
_ROUNDS_LEAST = 5
_SECONDS = 10.0

Words = NDArray[np.int64]


def speed_class(ratio: float) -> str:
    """The class of a strategy that takes so many times as long as the yardstick."""
    return next((name for name, most in BOUNDS.items() if ratio <= most), "slow")


def misdeclared(declared: str, ratio: float) -> bool:
    """Whether a declared class does not fit a measured ratio, by more than the noise of timing."""
    return declared not in (speed_class(ratio / _NOISE), speed_class(ratio * _NOISE))


def measure_speed(strategy: Strategy, pulse: Pulse) -> Finding:
    """Time of a decision against the yardstick's; fails when another class is declared.

    What is declared holds for the default values of the parameters, and only then is it judged.
    """
    ratios, each = _time_decisions(strategy, pulse)
    low, middle, high = np.quantile(ratios, [0.05, 0.5, 0.95])
    found, declared = speed_class(middle), strategy.about.speed
    why = (
        f"{found}: a decision takes {middle:.2f} times that of {YARDSTICK} "
        f"({low:.2f} to {high:.2f} in 90% of {len(ratios)} rounds), {each * 1e9:.0f} ns"
    )
    wrong = strategy.label == strategy.name and bool(declared) and misdeclared(declared, middle)
    if wrong:
        why += f'; ABOUT declares speed="{declared}", declare "{found}"'
    elif not declared:
        why += f'; declare it: ABOUT = about(speed="{found}")'
    return Finding("speed", not wrong, why)


def _time_decisions(strategy: Strategy, pulse: Pulse) -> tuple[NDArray[np.float64], float]:
    """Times in units of the yardstick's over the same positions, in turns; seconds a decision."""
    rows = pulse.rows[:: max(1, len(pulse.rows) // _TIMED)]
    if not len(rows):
        raise StrategyError("no decision was reached that could be timed")
    sample = rows[:: max(1, len(rows) // _FIRST)]
    first = _timer(sample, strategy)() / len(sample)
    # A slow strategy is asked about fewer positions, spread over all tables.
    wanted = max(_FIRST, int(_ROUND_SECONDS / max(first, 1e-9)))
    rows = rows[:: max(1, len(rows) // wanted)]
    mine, other = _timer(rows, strategy), _timer(rows, load_strategy(YARDSTICK))
    started = time.monotonic()
    times: list[tuple[float, float]] = []
    while len(times) < _ROUNDS:
        times.append((mine(), other()))
        pulse.beat()
        if len(times) >= _ROUNDS_LEAST and time.monotonic() - started > _SECONDS:
            break
    each = float(np.median([a for a, _ in times])) / len(rows)
    return np.array([a / b for a, b in times]), each


def _timer(rows: Words, strategy: Strategy) -> Callable[[], float]:
    """A function that asks about every position anew and returns the seconds it took."""
    asked = rows.copy()
    asked[:, o.PARAMS : o.PARAMS + o.MAX_PARAMETERS] = 0
    for i, word in enumerate(strategy.words()):
        asked[:, o.PARAMS + i] = word

    def seconds(times: int = 1) -> float:
        fresh = np.tile(asked.ravel(), times)
        started = time.perf_counter()
        try:
            ask_all(fresh, len(asked) * times, strategy.address)
        except Exception as error:
            raise StrategyError(f"it raised {type(error).__name__}") from None
        return (time.perf_counter() - started) / times

    # So few positions that the clock would tell little are asked about several times in a row.
    times = max(1, int(_SHORTEST / max(seconds(), 1e-9)))
    return lambda: seconds(times)
