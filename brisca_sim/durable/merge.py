"""Shards of one run added up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from brisca_sim.counts import Counts
from brisca_sim.durable.identity import differing
from brisca_sim.durable.ledger import Ledger
from brisca_sim.durable.state import State
from brisca_sim.errors import KeptError
from brisca_sim.reporting.writing import named


def merged(parts: Sequence[tuple[Path, State]]) -> State:
    """Add up shards, in any order.

    Parameters
    ----------
    parts : sequence of (Path, State)
        At least one; the folders are for messages.

    Returns
    -------
    State
        Of the whole run, with what is missing of it still to play.

    Raises
    ------
    KeptError
        If they belong to different runs or share deals; the line names the folder.
    """
    _, model = parts[0]
    counts = Counts.from_arrays(model.counts.arrays())
    ledger = Ledger(list(model.ledger.entries), model.ledger.grain)
    for folder, part in parts[1:]:
        fault = differing(part.identity, model.identity)
        if not fault and part.deals != model.deals:
            fault = f"{part.deals} deals, not {model.deals}"
        if fault:
            raise KeptError(
                f"{named(folder)} is no part of the run in {parts[0][0]}: it has {fault}"
            )
        try:
            ledger.enter_all(part.ledger)
        except KeptError as error:
            raise KeptError(f"{named(folder)} overlaps with the others: {error}") from None
        counts.add(part.counts)
    return State(
        model.identity,
        model.sources,
        model.deals,
        (0, model.deals),
        counts,
        ledger,
        sum(part.elapsed for _, part in parts),
        model.options,
    )
