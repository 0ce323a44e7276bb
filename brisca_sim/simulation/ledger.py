"""Blocks come in any order and are taken in the order of their deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from brisca_sim.simulation.blocks import Block


@dataclass
class Ledger:
    """Takes blocks in the order of their deals, so that what is counted never has a gap.

    `take` is given each block; its answer True ends the simulation there, whatever else has been
    played by then.
    """

    take: Callable[[Block], object]
    next_deal: int
    deals: int = 0
    closed: bool = False
    waiting: dict[int, Block] = field(default_factory=dict)

    def enter(self, block: Block) -> None:
        """Take a block, or keep it until its turn comes."""
        self.waiting[block.first] = block
        while self.next_deal in self.waiting and not self.closed:
            ready = self.waiting.pop(self.next_deal)
            if ready.failure:
                self.waiting = {self.next_deal: ready}
                return
            self.deals += ready.counts.deals
            self.closed = self.take(ready) is True
            if not ready.whole:
                return
            self.next_deal = ready.last

    @property
    def failed(self) -> Block | None:
        """The failed block that follows on what has been counted."""
        block = None if self.closed else self.waiting.get(self.next_deal)
        return block if block is not None and block.failure else None
