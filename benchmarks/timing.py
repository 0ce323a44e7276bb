"""Timing by turns, and ratios with their spread.

On a shared machine seconds say little: the clock rate and the neighbours change from one moment to
the next.  What is compared is therefore run by turns in short repetitions, so that a slow moment
hits all alike, and what is kept are ratios.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


class BenchmarkError(Exception):
    """Something that was to be measured failed or gave a wrong result; one line says what."""


class NotHereError(Exception):
    """Something cannot be measured on this machine; one line says why."""


@dataclass(frozen=True)
class Plan:
    """How much to measure.

    Attributes
    ----------
    quick : bool
        A short run, to see that everything works; its ratios are rough.
    long : bool
        Also what takes minutes.
    """

    quick: bool = False
    long: bool = False

    def pick(self, usual: int, quick: int) -> int:
        """One of two sizes."""
        return quick if self.quick else usual


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes
    ----------
    what : str
        What is compared with what.
    ratio : float
        Ratio of the medians.
    best : float or None
        Ratio of the best repetitions of each; None for ratios that are not of times.
    low, high : float
        First and third quartile of the ratios within each turn.
    target : str
        What the ratio should be; empty for a line that is only for information.
    here : str
        Absolute figures, which hold for this machine and this moment only.
    samples : dict of str to list of float
        Every repetition, by contender.
    """

    what: str
    ratio: float
    best: float | None
    low: float
    high: float
    target: str = ""
    here: str = ""
    samples: dict[str, list[float]] = field(default_factory=dict)

    @property
    def more_is_better(self) -> bool:
        """Whether a higher ratio is the better one, as its name tells."""
        return self.what.startswith(("speed:", "variance:"))


def by_turns(
    contenders: dict[str, Callable[[int], float]], turns: int, *, warm_up: bool = True
) -> dict[str, list[float]]:
    """Call every contender once a turn, in alternating order.

    Parameters
    ----------
    contenders : dict of str to callable
        Called with the number of the turn; return a cost, such as seconds for each hand.
    turns : int
        At least 2.
    warm_up : bool
        One more turn before, which does not count.

    Returns
    -------
    dict of str to list of float
        The costs of each contender, turn by turn.
    """
    names = list(contenders)
    costs: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(-1 if warm_up else 0, turns):
        for name in names if turn % 2 == 0 else reversed(names):
            cost = contenders[name](max(turn, 0))
            if turn >= 0:
                costs[name].append(cost)
    return costs


def row_of(
    what: str, above: Sequence[float], below: Sequence[float], target: str = "", here: str = ""
) -> Row:
    """The row for the ratio ``above / below`` of the costs of two contenders, turn by turn."""
    turns = [a / b for a, b in zip(above, below, strict=True)]
    low, high = quartiles(turns)
    samples = {"above": list(above), "below": list(below)}
    ratio = statistics.median(above) / statistics.median(below)
    return Row(what, ratio, min(above) / min(below), low, high, target, here, samples)


def row_of_ratios(what: str, ratios: Sequence[float], target: str = "", here: str = "") -> Row:
    """The row for ratios that were worked out elsewhere."""
    low, high = quartiles(ratios)
    middle = statistics.median(ratios)
    return Row(what, middle, None, low, high, target, here, {"ratios": list(ratios)})


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """First and third quartile; of a single value that value twice."""
    if len(values) == 1:
        return values[0], values[0]
    first, _, third = statistics.quantiles(values, n=4, method="inclusive")
    return first, third


def cpu_seconds(work: Callable[[], object]) -> float:
    """Processor time that `work` takes in this thread: waiting for a core does not count."""
    started = time.thread_time()
    work()
    return time.thread_time() - started


def rate(seconds_each: Sequence[float]) -> str:
    """The median as a number of hands a second."""
    return f"{1 / statistics.median(seconds_each):,.0f} hands/s"


def seconds(values: Sequence[float]) -> str:
    """Minimum and median of wall times."""
    return f"min {min(values):.3f} s, median {statistics.median(values):.3f} s"
