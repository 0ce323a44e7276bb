"""``brisca-sim replay``: one hand, play by play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import typer

from brisca_sim import language
from brisca_sim.cli import options as o
from brisca_sim.errors import StrategyError
from brisca_sim.limits import MAX_DEALS


def replay(
    lineup: o.Lineup,
    rules: o.RulesName = "tradicional",
    players: o.Players = "",
    settings: o.Settings = None,
    deal: Annotated[str, typer.Option("--deal", metavar="K", help="Number of the deal.")] = "0",
    seating: Annotated[
        str,
        typer.Option(
            "--seating",
            metavar="J",
            help="How far the lineup is turned; default 0, with --count all.",
        ),
    ] = "",
    count: Annotated[
        str, typer.Option("--count", metavar="N", help="Deals from K on, in all seatings.")
    ] = "",
    seed: o.Seed = "1",
    deal_mode: o.DealMode = "stream",
    format: o.Format = "text",
    lang: o.Lang = "",
    quiet: o.Quiet = False,
) -> int:
    """Show one hand, play by play, or several deals as hand records.

    FORMAT is text or json (one record a line, as 'brisca-sim check' reads them).

    Example: brisca-sim replay ahorradora codiciosa --deal 12 --seating 1
    """
    first = o.whole(deal, "--deal", 0, MAX_DEALS)
    number = o.whole(count, "--count", 1, 1_000_000) if count else 1
    o.one_of(format, "--format", ("text", "json"))
    code = language.chosen(lang)
    chosen = o.read_rules(rules, players, settings)
    table = o.set_table(lineup, chosen, seed, deal_mode, quiet=quiet)
    turn = None if count and not seating else 0
    if seating:
        turn = o.whole(seating, "--seating", 0, table.seatings - 1)
    from brisca_sim.trace import hand_records

    records = _in_a_thread(hand_records(table, first, number, turn))
    with language.speaking(code):
        return _tell(records, format)


def _tell(records: Iterator[dict[str, Any]], format: str) -> int:
    """Print records one by one; the last one, if it could not be finished, with the reason."""
    from brisca_sim.reporting.replay import replay_text

    last = None
    while True:
        try:
            record = next(records, None)
        except StrategyError as error:
            why = str(error).partition("; see it with")[0]
            if last is not None and format == "text":
                print(replay_text(last, failure=why))
            raise StrategyError(why) from None
        if last is not None:
            print(replay_text(last) if format == "text" else json.dumps(last, ensure_ascii=False))
        if record is None:
            return 0
        last = record


def _in_a_thread(records: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Give the records, made in another thread: compiled code in this one would not hear Ctrl-C."""
    pool = ThreadPoolExecutor(1)
    try:
        while (record := pool.submit(next, records, None).result()) is not None:
            yield record
    finally:
        pool.shutdown(wait=False)
