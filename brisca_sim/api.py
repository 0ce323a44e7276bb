"""The Python interface: the same power as the command line.

>>> from brisca_sim import Rules, simulate
>>> run = simulate(["ahorradora", "codiciosa"], Rules(), deals=1000)
>>> run.sides[["name", "score", "score_lo", "score_hi"]]  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brisca_sim.counts import Counts
from brisca_sim.errors import BriscaError
from brisca_sim.results import run_document
from brisca_sim.rules import Rules
from brisca_sim.simulation import Hire, Outcome, play_deals
from brisca_sim.strategy import Strategy
from brisca_sim.table import Table, seat_down
from brisca_sim.trace import hand_records

if TYPE_CHECKING:
    import pandas as pd

Lineup = Sequence["str | Path | Strategy"]


@dataclass(frozen=True)
class Run:
    """A finished (or interrupted) run.

    Attributes
    ----------
    document : dict
        Everything that a report shows, schema ``brisca-run/1``; ready for JSON.
    counts : Counts
        The integer counts behind it.
    """

    document: dict[str, Any]
    counts: Counts

    @property
    def sides(self) -> pd.DataFrame:
        """One row a side: score, hands won, drawn and lost, points, each with its interval."""
        from brisca_sim.reporting import tables

        return tables.sides(self.document)

    @property
    def seats(self) -> pd.DataFrame:
        """One row a chair, counted from the mano, whoever sat there."""
        from brisca_sim.reporting import tables

        return tables.seats(self.document)

    @property
    def histogram(self) -> pd.DataFrame:
        """Hands by points, 0 to 120, one column a side."""
        from brisca_sim.reporting import tables

        return tables.histogram(self.document)

    @property
    def pairs(self) -> pd.DataFrame:
        """Deals by the first side's total score over the seatings."""
        from brisca_sim.reporting import tables

        return tables.pairs(self.document)

    def save(self, folder: str | Path, *, figures: bool = True) -> list[Path]:
        """Write the run folder; returns the files written.

        Raises
        ------
        OutputError
            If it cannot be written; each file is there whole or not at all.
        """
        from brisca_sim.reporting.folder import prepare_folder, write_run_folder

        prepare_folder(Path(folder))
        return write_run_folder(Path(folder), self.document, self.counts.arrays(), figures)


def simulate(
    lineup: Lineup,
    rules: Rules | None = None,
    *,
    deals: int = 100_000,
    seed: int = 1,
    deal_mode: str = "stream",
    threads: int | None = None,
    confidence: float = 0.95,
    progress: Callable[[int, int], None] | None = None,
    detail: bool = False,
    dask: str = "",
) -> Run:
    """Play a lineup and report.

    Parameters
    ----------
    lineup : sequence of str, Path or Strategy
        One strategy a side, or one a seat.
    rules : Rules, optional
        ``tradicional`` with two players by default.
    deals : int
        Each is played once per seating.
    seed : int
        The same seed gives the same cards to every lineup.
    deal_mode : str
        ``stream`` or ``shared``.
    threads : int, optional
        All cores by default; never changes a result.
    confidence : float
        Level of the intervals, between 0.5 and 1.
    progress : callable, optional
        Called with the deals done and to do.
    detail : bool
        Count what happens within the hands too: ``document["detail"]``.
    dask : str
        Address of a Dask scheduler that has the deals played, or ``local:4``; instead of threads.

    Returns
    -------
    Run
        With ``document["complete"]`` false after Ctrl-C, or when the cluster was lost.

    Raises
    ------
    BriscaError
        In one line: what is wrong and what to do.
    KeyboardInterrupt
        If not even one deal was finished.
    """
    table = seat_down(lineup, rules, seed, deal_mode)
    play = partial(
        simulate_table, table, deals, confidence=confidence, progress=progress, detail=detail
    )
    if not dask:
        return play(threads=threads)[0]
    from brisca_sim.cluster.client import opened

    with opened(dask) as cluster:
        return play(hire=cluster.hire)[0]


def simulate_table(
    table: Table,
    deals: int,
    *,
    threads: int | None = None,
    confidence: float = 0.95,
    progress: Callable[[int, int], None] | None = None,
    command: str | None = None,
    detail: bool = False,
    hire: Hire | None = None,
) -> tuple[Run, Outcome]:
    """`simulate` for a table that is already set, with the outcome beside the run."""
    if not 0.5 <= confidence < 1:
        raise BriscaError(f"confidence takes a number from 0.5 up to 1, as 0.95, not {confidence}")
    outcome = play_deals(table, deals, threads=threads, progress=progress, detail=detail, hire=hire)
    if outcome.counts.deals == 0:
        raise KeyboardInterrupt
    options = ["--deals", str(deals), *(["--detail"] if detail else [])]
    typed = command or table.command("run", *options)
    return Run(run_document(table, outcome, typed, confidence), outcome.counts), outcome


def replay(
    lineup: Lineup,
    rules: Rules | None = None,
    *,
    deal: int = 0,
    count: int = 1,
    seating: int | None = None,
    seed: int = 1,
    deal_mode: str = "stream",
) -> Iterator[dict[str, Any]]:
    """Hand records of `count` deals from `deal` on, of one seating or of all."""
    table = seat_down(lineup, rules, seed, deal_mode)
    if seating is not None and not 0 <= seating < table.seatings:
        raise BriscaError(
            f"seating takes a whole number from 0 to {table.seatings - 1} here, not {seating}"
        )
    return hand_records(table, deal, count, seating)
