"""Plays a job through the functions that the commands call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from brisca_sim.api import simulate_table
from brisca_sim.errors import BriscaError
from brisca_sim.inference.ratings import Settings
from brisca_sim.loading import load_strategy
from brisca_sim.study.jobs import Job
from brisca_sim.table import seat_down
from brisca_sim.verdicts.decide import settle_all
from brisca_sim.verdicts.duel import strategies_duel
from brisca_sim.verdicts.effects import Part as Comparison
from brisca_sim.verdicts.effects import Setting, effect_parts, joined
from brisca_sim.verdicts.matches import format_of, match_document, match_of, play_results
from brisca_sim.verdicts.rounds import Store, Watch, play_rounds
from brisca_sim.verdicts.stopping import Stop
from brisca_sim.verdicts.tournament import joined as with_hub
from brisca_sim.verdicts.tournament import label_of, tournament_document, tournament_of

Tell = Callable[[float, float], None]
_SEQUENTIAL = 100_000_000
_TIMED = ("elapsed_s", "hands_per_s")
"""What a document says of the machine."""


@dataclass(frozen=True)
class Means:
    """How to play: threads (None for all cores), and whom to tell how far it is."""

    threads: int | None = None
    tell: Tell | None = None


def play(job: Job, means: Means) -> dict[str, Any]:
    """Play a job; the document of its command, without what time and machine have put there.

    Raises
    ------
    BriscaError
        If something does not fit, or a strategy fails.
    KeyboardInterrupt
        After Ctrl-C; what was played of the job is lost.
    """
    document: dict[str, Any] = timeless(_COMMANDS[job.part.command](job, means))
    return document


def timeless(value: Any) -> Any:
    """A document without times, in JSON types."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key not in _TIMED}
    return [timeless(each) for each in value] if isinstance(value, list | tuple) else value


def _run(job: Job, means: Means) -> dict[str, Any]:
    part = job.part
    table = seat_down(job.arguments, job.rules, part.seed, part.deal_mode)
    found, outcome = simulate_table(
        table, part.deals, threads=means.threads, confidence=part.confidence,
        progress=means.tell, command=job.command, detail=part.detail,
    )  # fmt: skip
    _whole(outcome.complete)
    return found.document


def _match(job: Job, means: Means) -> dict[str, Any]:
    part = job.part
    named = bool(part.match) or "match" in part.set
    wanted = part.match or match_of(job.rules, named=named)
    how = format_of(job.rules, wanted)
    rules = job.rules.replace(match=wanted)
    table = seat_down(job.arguments, rules, part.seed, part.deal_mode)
    results = play_results(table, part.deals, threads=means.threads, progress=means.tell)
    _whole(results.complete)
    return match_document(table, results, how, job.command, part.confidence, part.fair)


def _compare(job: Job, means: Means) -> dict[str, Any]:
    part, (a, b) = job.part, _two(job)
    company = part.company

    def duel() -> Any:
        return strategies_duel(a, b, job.rules, company, part.seed, part.deal_mode)

    return _settled(job, [Comparison(duel)], "", means)


def _two(job: Job) -> tuple[str, str]:
    if len(job.arguments) != 2:
        raise BriscaError(f"compare takes two strategies, not {len(job.arguments)}")
    return job.arguments[0], job.arguments[1]


def _effect(job: Job, means: Means) -> dict[str, Any]:
    if not job.arguments:
        raise BriscaError("effect takes the name of one, as mano")
    name, *lineup = job.arguments
    setting = Setting(job.rules, job.part.seed, job.part.deal_mode)
    return _settled(job, effect_parts(name, lineup, setting), name, means)


def _settled(job: Job, comparisons: list[Comparison], effect: str, means: Means) -> dict[str, Any]:
    part = job.part
    early = part.decide or part.until_width is not None or part.sprt is not None
    deals = _SEQUENTIAL if early and "deals" not in part.model_fields_set else part.deals
    stop = Stop(deals, part.until_width, part.decide, part.margin, part.sprt, part.confidence)
    decisions = settle_all(
        [(each.duel, each.at) for each in comparisons], stop, job.command,
        threads=means.threads, progress=means.tell,
    )  # fmt: skip
    _whole(len(decisions) == len(comparisons) and all(d.outcome.complete for d in decisions))
    return joined([decision.document for decision in decisions], effect)


def _tournament(job: Job, means: Means) -> dict[str, Any]:
    part = job.part
    field = [load_strategy(spec) for spec in job.arguments]
    hub = with_hub(field, load_strategy(part.gauntlet)) if part.gauntlet else None
    anchor = label_of(field, part.anchor) if part.anchor else None
    found = tournament_of(
        field, job.rules, part.deals, gauntlet=hub, adaptive=part.adaptive, seed=part.seed,
        deal_mode=part.deal_mode,
    )  # fmt: skip
    watch = Watch()
    if means.tell is not None:
        tell = means.tell
        watch.progress = lambda done, whole, _: tell(done, whole)
    store: Store = [[] for _ in found.plan.pairings]
    played = play_rounds(found.plan, store, threads=means.threads, watch=watch)
    _whole(played.complete)
    return tournament_document(found, played, job.command, Settings(anchor, 0.0, part.confidence))


def _whole(complete: bool) -> None:
    """Half a part is none: it would be another one each time."""
    if not complete:
        raise KeyboardInterrupt


_COMMANDS: dict[str, Callable[[Job, Means], dict[str, Any]]] = {
    "run": _run,
    "compare": _compare,
    "effect": _effect,
    "tournament": _tournament,
    "match": _match,
}
