"""Which deals have been counted, in blocks that can be checked; their number is bounded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from brisca_sim.durable.fingerprint import NOTHING, Fingerprint, added
from brisca_sim.durable.ranges import Range, in_words, joined, overlap
from brisca_sim.errors import KeptError
from brisca_sim.limits import MAX_DEALS

LIMIT = 4096
"""Most blocks that are told apart, unless there are more gaps."""


@dataclass(frozen=True)
class Entry:
    """Deals `first` to `last` - 1 and the fingerprint of their counts."""

    first: int
    last: int
    print: Fingerprint

    @property
    def range(self) -> Range:
        """Its deals."""
        return self.first, self.last


@dataclass
class Ledger:
    """Blocks in the order of their deals, entered in any order.

    Attributes
    ----------
    entries : list of Entry
        Ascending, without overlaps.
    grain : int
        Neighbours within the same multiple of it are one entry. It doubles when there are more than
        `LIMIT`, so that a run of any length has a ledger of the same size.
    """

    entries: list[Entry] = field(default_factory=list)
    grain: int = 1

    def enter(self, entry: Entry) -> None:
        """Enter a block.

        Raises
        ------
        KeptError
            If some of its deals have been entered before.
        """
        at = bisect_left(self.entries, entry.first, key=lambda known: known.first)
        before, after = self.entries[max(at - 1, 0) : at], self.entries[at : at + 1]
        shared = overlap(known.range for known in [*before, entry, *after])
        if shared is not None:
            raise KeptError(f"deals {in_words([shared])} have been counted before")
        self.entries[at - len(before) : at + len(after)] = _fused(
            [*before, entry, *after], self.grain
        )
        self._bound()

    def enter_all(self, other: Ledger) -> None:
        """Enter the blocks of another ledger; raises as `enter` does and then changes nothing."""
        shared = overlap([*self.ranges, *other.ranges])
        if shared is not None:
            raise KeptError(f"deals {in_words([shared])} have been counted before")
        entries = sorted([*self.entries, *other.entries], key=lambda entry: entry.first)
        self.grain = max(self.grain, other.grain)
        self.entries = _fused(entries, self.grain)
        self._bound()

    def _bound(self) -> None:
        while len(self.entries) > LIMIT and self.grain < MAX_DEALS:
            self.grain *= 2
            self.entries = _fused(self.entries, self.grain)

    @property
    def ranges(self) -> list[Range]:
        """The deals that are in it."""
        return joined(entry.range for entry in self.entries)

    @property
    def print(self) -> Fingerprint:
        """Fingerprint of all counts."""
        total = NOTHING
        for entry in self.entries:
            total = added(total, entry.print)
        return total

    def array(self) -> NDArray[np.uint64]:
        """The entries as uint64[entries, 4]: first, last and both words of the fingerprint."""
        rows = [(entry.first, entry.last, *entry.print) for entry in self.entries]
        return np.array(rows, dtype=np.uint64).reshape(len(rows), 4)

    @classmethod
    def from_array(cls, array: NDArray[np.uint64], grain: int) -> Ledger:
        """What `array` gave.

        Raises
        ------
        ValueError
            If it cannot have come from there.
        """
        entries = [Entry(first, last, (one, two)) for first, last, one, two in array.tolist()]
        ordered = all(entry.first < entry.last for entry in entries)
        if not ordered or overlap(entry.range for entry in entries) is not None or grain < 1:
            raise ValueError("no ledger")
        return cls(sorted(entries, key=lambda entry: entry.first), grain)


def _fused(entries: Iterable[Entry], grain: int) -> list[Entry]:
    """Make one of neighbours that lie within one multiple of the grain."""
    found: list[Entry] = []
    for entry in entries:
        left = found[-1] if found else None
        if (
            left is not None
            and left.last == entry.first
            and left.first // grain == (entry.last - 1) // grain
        ):
            found[-1] = Entry(left.first, entry.last, added(left.print, entry.print))
        else:
            found.append(entry)
    return found
