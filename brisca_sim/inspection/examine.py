"""The whole examination of a script, check by check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from brisca_sim.catalogue import locate, split_spec
from brisca_sim.errors import StrategyError
from brisca_sim.inspection import checks
from brisca_sim.inspection.findings import Effort, Finding
from brisca_sim.inspection.probe import Pulse
from brisca_sim.inspection.speed import measure_speed
from brisca_sim.loading import load_strategy
from brisca_sim.strategy import Strategy

COMPILING = "compiles"


def examine(spec: str, effort: Effort, pulse: Pulse) -> Iterator[Finding]:
    """Examine a script; each finding comes as soon as it is known.

    Parameters
    ----------
    spec : str
        A script's path or a name of the catalogue, with parameters after a colon.
    effort : Effort
    pulse : Pulse
        Moves as long as the strategy comes back from its decisions.

    Raises
    ------
    StrategyError
        If the file cannot be read, or the parameters do not fit.
    """
    where, values = split_spec(spec)
    path = locate(where)
    pulse.begin(COMPILING)
    checks.prepare(pulse)
    try:
        strategy = load_strategy(path)
    except StrategyError as error:
        yield Finding(COMPILING, False, str(error))
        return
    if values:
        strategy = strategy.parse_values(values)
    yield Finding(COMPILING, True, f"{strategy.label}: {strategy.summary}")
    pulse.begin("legal")
    started = time.monotonic()
    yield from checks.check_play(strategy, effort, pulse)
    if strategy.plain:
        effort = checks.fewer_deals(effort, pulse.reading[2], time.monotonic() - started)
    for name, check in _AFTERWARDS.items():
        pulse.begin(name)
        try:
            yield check(strategy, effort, pulse)
        except StrategyError as error:
            yield Finding(name, False, str(error))
    pulse.begin("ends")
    yield Finding("ends", True, f"no decision took longer than {effort.limit:g} s")


def _speed(strategy: Strategy, _effort: Effort, pulse: Pulse) -> Finding:
    return measure_speed(strategy, pulse)


_AFTERWARDS: dict[str, Callable[[Strategy, Effort, Pulse], Finding]] = {
    "deterministic": checks.check_repeatable,
    "sees nothing hidden": checks.check_hidden,
    "suit-neutral": checks.check_suits,
    "speed": _speed,
}
