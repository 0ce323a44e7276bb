"""Play what is missing of a run, and report what it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brisca_sim.durable.keeper import Keeper
from brisca_sim.durable.ranges import deals_in, in_words
from brisca_sim.durable.state import State
from brisca_sim.errors import KeptError
from brisca_sim.results import run_document
from brisca_sim.simulation import Hire, Outcome, play_deals
from brisca_sim.table import Table


def play_missing(
    table: Table,
    keeper: Keeper,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    hire: Hire | None = None,
) -> Outcome:
    """Play what is missing, with a checkpoint at intervals, and one at the end if it can be written.

    Parameters
    ----------
    table : Table
        The one that the keeper's state belongs to.
    keeper : Keeper
    threads : int, optional
        All cores by default; never changes a result.
    progress : callable, optional
        Called with the deals done and to do, those of before included.
    hire : callable, optional
        Has the blocks played somewhere else than on threads of this process.

    Raises
    ------
    StrategyError
        If a strategy failed; what was played before is kept.
    ClusterError
        If who was hired is lost before anything of a gap was played; likewise.
    """
    state, complete, hung, lost = keeper.state, True, False, ""
    whole = state.asked[1] - state.asked[0]
    try:
        for first, last in state.missing:
            before = state.counts.deals
            tell = None if progress is None else _shifted(progress, before, whole)
            outcome = play_deals(
                table, last - first, threads=threads, first=first, progress=tell,
                taken=keeper.take, detail=state.identity["detail"], hire=hire,
            )  # fmt: skip
            complete, hung, lost = outcome.complete, outcome.hung, outcome.lost
            if not complete:
                break
    finally:
        keeper.try_to_save()
    return Outcome(state.counts, complete, state.elapsed, hung, lost)


def _shifted(
    progress: Callable[[int, int], None], before: int, whole: int
) -> Callable[[int, int], None]:
    return lambda done, _: progress(before + done, whole)


def kept_document(table: Table, state: State, outcome: Outcome, command: str) -> dict[str, Any]:
    """The document of a run; one that is not whole says which deals it has in ``"played"``."""
    level = state.options.get("confidence", 0.95)
    document = run_document(table, outcome, command, level)
    return document if state.whole else document | {"played": state.played()}


def extend(state: State, deals: int, where: str) -> None:
    """Ask for more deals of a run than before.

    Raises
    ------
    KeptError
        If it is a shard, or has more already.
    """
    if state.asked != (0, state.deals):
        if deals != state.deals:
            raise KeptError(f"{where} is a shard of {state.deals} deals: that cannot be changed")
        return
    known = max((last for _, last in state.ledger.ranges), default=0)
    if deals < known:
        raise KeptError(f"{where} has deals up to {known - 1} already: --deals cannot be {deals}")
    state.deals, state.asked = deals, (0, deals)


def describe_missing(state: State) -> str:
    """What is missing, in words; empty if nothing is."""
    gaps = state.missing
    if not gaps:
        return ""
    return f"{deals_in(gaps)} of {state.deals} deals are missing: {in_words(gaps)}"
