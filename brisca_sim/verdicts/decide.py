"""Plays a duel until it may stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from brisca_sim.errors import BriscaError
from brisca_sim.inference.paired import verdict
from brisca_sim.inference.sprt import Sprt
from brisca_sim.simulation import Outcome, play_together
from brisca_sim.verdicts.duel import Duel
from brisca_sim.verdicts.stopping import Stop
from brisca_sim.verdicts.tallies import Tallies
from brisca_sim.verdicts.verdict_document import compare_document, errors_of


@dataclass(frozen=True)
class Decision:
    """A duel that has been played: its document and its counts."""

    document: dict[str, Any]
    tallies: Tallies
    outcome: Outcome


def settle_all(
    duels: Sequence[tuple[Callable[[], Duel], float | None]],
    stop: Stop,
    command: str,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Decision]:
    """Play several duels one after the other, each with its place in a sweep; after Ctrl-C those so far."""
    decisions: list[Decision] = []
    for make, at in duels:
        try:
            decision = settle(make(), stop, command, threads=threads, progress=progress)
        except KeyboardInterrupt:
            if not decisions:
                raise
            return decisions
        decision.document["at"] = at
        decisions.append(decision)
        if not decision.outcome.complete:
            break
    return decisions


def settle(
    duel: Duel,
    stop: Stop,
    command: str,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Decision:
    """Play a duel until it may stop.

    Parameters
    ----------
    duel : Duel
    stop : Stop
    command : str
        The command line that was typed.
    threads, progress
        As in `brisca_sim.simulation.play_deals`.

    Raises
    ------
    BriscaError
        If a rule does not fit, or a strategy fails.
    KeyboardInterrupt
        If not even one deal was finished.
    """
    if duel.symmetric and stop.sequential:
        raise BriscaError(f"{duel.a} and {duel.b} are the same: there is nothing to decide")
    tallies = Tallies(duel)
    race = Sprt(tallies.score.counts.size, *stop.sprt) if stop.sprt else None
    reason = ["deals"]

    def watch(rows: list[Any]) -> bool:
        before = tallies.score.counts.copy()
        tallies.enter(rows)
        if race is not None:
            race.enter(tallies.score.counts - before)
        reason[0] = _reason(tallies, stop, race)
        return reason[0] != "deals"

    outcome = play_together(duel.tables, stop.deals, watch, threads=threads, progress=progress)
    if tallies.deals == 0:
        raise KeyboardInterrupt
    if not outcome.complete:
        reason[0] = "interrupted"
    return Decision(
        compare_document(tallies, stop, race, reason[0], command, outcome), tallies, outcome
    )


def _reason(tallies: Tallies, stop: Stop, race: Sprt | None) -> str:
    """Why to stop now; "deals" when there is no reason yet."""
    if stop.width is not None:
        low, high = tallies.score_sequence.interval(stop.confidence)
        if high - low <= 2 * stop.width:
            return "width"
    if race is not None and race.decision(*errors_of(stop)) != "undecided":
        return "decided"
    if stop.decide:
        interval = tallies.score_sequence.interval(stop.confidence)
        if verdict(interval, stop.margin) != "undecided":
            return "decided"
    return "deals"
