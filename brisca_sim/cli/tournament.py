"""``brisca-sim tournament``: everybody against everybody."""

from __future__ import annotations

import math
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brisca_sim import language
from brisca_sim.catalogue import honest_and_quick
from brisca_sim.cli import options as o
from brisca_sim.cli.output import FORMATS, prepared, print_page
from brisca_sim.cli.report import check_report, write_beside
from brisca_sim.errors import BriscaError, shown
from brisca_sim.limits import DEAL_MODES, MAX_DEALS, MAX_SEED, MAX_THREADS

if TYPE_CHECKING:
    from brisca_sim.inference.ratings import Settings
    from brisca_sim.verdicts.kept import Keeper
    from brisca_sim.verdicts.rounds import Played, Store
    from brisca_sim.verdicts.tournament import Tournament

LEAST_DEALS = 20

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME...]",
        help="Strategies, as for run. Without any: all of the catalogue that are honest and not slow.",
    ),
]
Gauntlet = Annotated[
    str, typer.Option("--gauntlet", metavar="NAME", help="Only the pairings of this strategy.")
]
Anchor = Annotated[
    str,
    typer.Option(
        "--anchor", metavar="NAME=ELO", help="Give this rating; default: 0 is the mean of all."
    ),
]
Adaptive = Annotated[
    bool, typer.Option("--adaptive", help="Play more where the order is least certain.")
]


def tournament(
    names: Names = None,
    rules: o.RulesName = "tradicional",
    players: o.Players = "",
    settings: o.Settings = None,
    deals: o.Deals = "20_000",
    seed: o.Seed = "1",
    deal_mode: o.DealMode = "stream",
    gauntlet: Gauntlet = "",
    anchor: Anchor = "",
    adaptive: Adaptive = False,
    threads: o.Threads = "",
    confidence: o.Confidence = "0.95",
    out: o.Out = "",
    report: o.Report = False,
    format: o.Format = "table",
    lang: o.Lang = "",
    quiet: o.Quiet = False,
) -> int:
    """Play everybody against everybody on the same deals: ratings, matrix, cycles, equilibrium.

    --deals is for each pairing. FORMAT is table, json, csv or md. With --out the folder gets what
    has been played while it is played: repeat the command to go on after an interruption.

    Example: brisca-sim tournament ahorradora codiciosa baja ciegas --anchor ciegas=0
    """
    number = o.whole(deals, "--deals", LEAST_DEALS, MAX_DEALS)
    workers = o.whole(threads, "--threads", 1, MAX_THREADS) if threads else None
    level = o.fraction(confidence, "--confidence")
    o.one_of(format, "--format", FORMATS)
    code = language.chosen(lang)
    check_report(report, out)
    o.one_of(deal_mode, "--deal-mode", DEAL_MODES)
    seed_number = o.whole(seed, "--seed", 0, MAX_SEED)
    chosen = o.read_rules(rules, players, settings)
    named, value = _read_anchor(anchor)
    from brisca_sim.reporting.shelf import TOURNAMENT

    folder = prepared(out, TOURNAMENT)
    o.note_rules(chosen, quiet=quiet)
    specs = list(names) if names else honest_and_quick()

    def build() -> tuple[Tournament, str | None]:
        from brisca_sim.loading import load_strategy
        from brisca_sim.verdicts.tournament import joined, label_of, tournament_of

        field = [load_strategy(spec) for spec in specs]
        hub = joined(field, load_strategy(gauntlet)) if gauntlet else None
        anchored = label_of(field, named) if named else None
        found = tournament_of(
            field, chosen, number, gauntlet=hub, adaptive=adaptive, seed=seed_number,
            deal_mode=deal_mode,
        )  # fmt: skip
        return found, anchored

    every = [*specs, *([gauntlet] if gauntlet else [])]
    found, anchored = o.compiled(every, build, quiet=quiet)
    if not quiet:
        for line in found.warnings:
            o.note(line)
    from brisca_sim.inference.ratings import Settings

    rating = Settings(anchored, value, level)
    from brisca_sim.durable.lock import locked

    with locked(folder):
        return _play(found, rating, workers, folder, (format, code), report=report, quiet=quiet)


def _read_anchor(text: str) -> tuple[str, float]:
    """A strategy and its rating, from ``ciegas=0`` or ``ciegas``."""
    if not text:
        return "", 0.0
    name, equals, number = text.rpartition("=")
    if not equals:
        return text, 0.0
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or not name:
        raise BriscaError(f"--anchor takes NAME=ELO, as ciegas=0, not {shown(text)}")
    return name, value


def _play(
    found: Tournament, rating: Settings, workers: int | None, folder: Path | None,
    form: tuple[str, str], *, report: bool, quiet: bool,
) -> int:  # fmt: skip
    from brisca_sim.verdicts.kept import Keeper, taken_up
    from brisca_sim.verdicts.tournament import tournament_document

    store: Store = [[] for _ in found.plan.pairings] if folder is None else taken_up(folder, found)
    before = sum(len(parts) for parts in store)
    if before and not quiet:
        o.note(f"going on with what {folder} holds")
    keeper = None if folder is None else Keeper(folder, found)
    played = _rounds(found, store, workers, keeper, quiet=quiet)
    if keeper is not None:
        keeper.save_now(store)
    if played.rounds == 0:
        o.note("interrupted before a round was finished: there is nothing to report")
        return o.INTERRUPTED
    document = tournament_document(found, played, shlex.join(["brisca-sim", *sys.argv[1:]]), rating)
    format, code = form
    with language.speaking(code):
        _print(document, format)
    if keeper is not None:
        keeper.finish(store, document)
        if not quiet:
            o.note(f"wrote {folder}")
        if report and folder is not None:
            write_beside(folder, document, code, quiet=quiet)
    if played.complete:
        return 0
    again = "; repeat the command to go on" if keeper is not None else ""
    o.note(f"interrupted: the first {played.rounds} rounds are reported{again}")
    return o.INTERRUPTED


def _rounds(
    found: Tournament, store: Store, workers: int | None, keeper: Keeper | None, *, quiet: bool
) -> Played:
    from brisca_sim.cli.progress import bar
    from brisca_sim.verdicts.pairings import Pairing
    from brisca_sim.verdicts.rounds import Watch, play_rounds

    watch = Watch()
    if keeper is not None:
        watch.save = keeper.save
    with bar(f"of {len(store)} pairings", quiet=quiet) as progress:
        if progress is not None:
            tell = progress

            def tick(done: float, whole: int, pairing: Pairing) -> None:
                names = found.plan.names
                tell(done, whole, f"{names[pairing.a]} - {names[pairing.b]}")

            watch.progress = tick
        return play_rounds(found.plan, store, threads=workers, watch=watch)


def _print(document: dict[str, Any], format: str) -> None:
    from brisca_sim.reporting.standings import rating_rows, tournament_page

    print_page(document, format, lambda: tournament_page(document), lambda: rating_rows(document))
