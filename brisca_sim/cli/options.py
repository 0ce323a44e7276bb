"""The options that every simulating command shares, and how their texts are read."""

from __future__ import annotations

import math
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from brisca_sim.catalogue import describe, locate, split_spec
from brisca_sim.errors import BriscaError, listed, shown, suggest
from brisca_sim.limits import DEAL_MODES, MAX_SEED
from brisca_sim.rules import Rules

if TYPE_CHECKING:
    from brisca_sim.simulation import Executor, Hire
    from brisca_sim.table import Table

Lineup = Annotated[
    list[str],
    typer.Argument(
        metavar="LINEUP...",
        help="Strategies, one a side or one a seat: a name of the catalogue or a script's path, "
        "with parameters after a colon (ahorradora:theta=10).",
    ),
]
RulesName = Annotated[
    str, typer.Option("--rules", metavar="NAME or FILE", help="Preset or TOML file of rules.")
]
Players = Annotated[str, typer.Option("--players", metavar="N", help="2, 3, 4 or 6; default 2.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Override one rule option; repeatable."),
]
Deals = Annotated[
    str, typer.Option("--deals", metavar="N", help="Deals, as 500000, 500_000, 5e5 or 0.5M.")
]
Seed = Annotated[str, typer.Option("--seed", metavar="N", help="The same seed, the same cards.")]
DealMode = Annotated[
    str,
    typer.Option(
        "--deal-mode", metavar="MODE", help="stream or shared: how the seatings of a deal draw."
    ),
]
Threads = Annotated[
    str,
    typer.Option("--threads", metavar="N", help="Default: all cores; never changes a result."),
]
Dask = Annotated[
    str,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Play on a Dask cluster: tcp://host:8786, or local:4 for four processes here.",
    ),
]
Confidence = Annotated[
    str, typer.Option("--confidence", metavar="P", help="Level of the intervals.")
]
Out = Annotated[str, typer.Option("--out", metavar="DIR", help="Write the run folder here.")]
Report = Annotated[
    bool, typer.Option("--report", help="Write a report into the folder of --out, too.")
]
Detail = Annotated[
    bool,
    typer.Option(
        "--detail", help="Count what happens within the hands too (tricks, trumps, swaps)."
    ),
]
Format = Annotated[str, typer.Option("--format", metavar="FORMAT")]
Lang = Annotated[
    str,
    typer.Option(
        "--lang", metavar="CODE", help="Language: en, es or ca; default: that of the locale."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress, no notes.")]

BAD, INTERRUPTED = 2, 130
T = TypeVar("T")
_NUMBER = re.compile(r"(\d+(?:_\d+)*(?:\.\d+)?(?:e\d{1,3})?)([kKMG]?)", re.ASCII)
_SUFFIX = {"": 1, "k": 1000, "K": 1000, "M": 1_000_000, "G": 1_000_000_000}


def whole(text: str, option: str, low: int, high: int) -> int:
    """Read a whole number such as ``500000``, ``500_000``, ``5e5`` or ``0.5M``.

    Raises
    ------
    BriscaError
        If it is none, or out of range.
    """
    found = _NUMBER.fullmatch(text.strip())
    takes = f"{option} takes a whole number from {low} to {high}, not {shown(text)}"
    if found is None:
        raise BriscaError(takes)
    digits = found[1].replace("_", "")
    # A plain number keeps every digit; only one with a point or an exponent goes through a float.
    value = int(digits) if digits.isdigit() else float(digits)
    if not value < math.inf:
        raise BriscaError(takes)
    value = value * _SUFFIX[found[2]]
    if value != int(value) or not low <= value <= high:
        raise BriscaError(takes)
    return int(value)


def fraction(text: str, option: str) -> float:
    """Read a confidence level: ``0.95`` or ``95%``."""
    digits = text.strip().removesuffix("%")
    try:
        value = float(digits) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        value = math.nan
    if not 0.5 <= value < 1:
        raise BriscaError(f"{option} takes a level from 0.5 up to 1, as 0.95, not {shown(text)}")
    return value


def one_of(text: str, option: str, choices: tuple[str, ...]) -> str:
    """Take a word out of a list."""
    if text not in choices:
        raise BriscaError(
            f"{option} takes {listed(choices)}, not {shown(text)}{suggest(text, choices)}"
        )
    return text


def read_rules(rules: str, players: str, settings: list[str] | None) -> Rules:
    """Rules from the three options that give them."""
    overrides: dict[str, object] = {}
    if players:
        if players.strip() not in ("2", "3", "4", "6"):
            raise BriscaError(f"--players takes 2, 3, 4 or 6, not {shown(players)}")
        overrides["players"] = int(players)
    return Rules.load(rules, overrides, settings or ())


def note(text: str) -> None:
    """Tell the user something on stderr."""
    print(f"brisca-sim: {text}", file=sys.stderr)


def set_table(lineup: list[str], rules: Rules, seed: str, deal_mode: str, *, quiet: bool) -> Table:
    """Load what a simulation needs, saying so when it has to be compiled first."""
    number = whole(seed, "--seed", 0, MAX_SEED)
    one_of(deal_mode, "--deal-mode", DEAL_MODES)
    note_rules(rules, quiet=quiet)
    rules.check_lineup(len(lineup))

    def seat() -> Table:
        from brisca_sim.table import seat_down

        return seat_down(lineup, rules, number, deal_mode)

    table = compiled(lineup, seat, quiet=quiet)
    if not quiet:
        for line in table.warnings:
            note(line)
    return table


def note_rules(rules: Rules, *, quiet: bool) -> None:
    """Tell the user which of the options given have no effect."""
    for line in rules.notes():
        if not quiet:
            note(line)


def compiled(specs: Iterable[str], build: Callable[[], T], *, quiet: bool) -> T:
    """Build what needs compiled strategies, saying so when they have to be compiled first.

    Parameters
    ----------
    specs : iterable of str
        Strategies as they were typed; a mistyped one is refused at once.
    build : callable
        Loads them.
    quiet : bool
    """
    for spec in specs:
        # A mistyped name is not worth the wait for the compiler.
        describe(locate(split_spec(spec)[0]))
    with ended_by_ctrl_c():
        from brisca_sim.kernel import starting, stored

    with ended_by_ctrl_c(), starting.announcing((lambda _: None) if quiet else note):
        with starting.started_lean():
            import brisca_sim.simulation  # noqa: F401 - compiles the kernel, or reads it from the cache
        # Not lean any more: a script may import what it likes.
        built = build()
    if not quiet:
        for line in stored.NOTES:
            note(line)
    return built


@contextmanager
def hired(dask: str) -> Iterator[Hire | None]:
    """Who plays the blocks: the cluster at an address; None, threads of this process.

    A wrong address is told at once; processes here are started when everything is compiled, which
    they then read from the cache.
    """
    if not dask:
        yield None
        return
    from brisca_sim.cluster.client import check_address, is_local, opened

    check_address(dask)
    with ExitStack() as stack:
        if not is_local(dask):
            yield stack.enter_context(opened(dask)).hire
            return
        started: list[Hire] = []

        def hire(table: Table, detail: bool) -> Executor:
            if not started:
                started.append(stack.enter_context(opened(dask)).hire)
            return started[0](table, detail)

        yield hire


@contextmanager
def ended_by_ctrl_c() -> Iterator[None]:
    """End the process at once on Ctrl-C, for as long as there is nothing to save.

    The compiler loses a KeyboardInterrupt that reaches it in a callback, and goes on.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
