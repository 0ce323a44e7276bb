"""Deals counted by value."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]


class Tally:
    """Deals by value, the values being evenly spaced.

    Parameters
    ----------
    bins : int
        Number of values, at least 2.

    Attributes
    ----------
    counts : int64[bins]
        Deals so far by value, least value first.
    """

    def __init__(self, bins: int) -> None:
        if bins < 2:
            raise ValueError(f"a deal needs at least two possible values, not {bins}")
        self.counts: Counts = np.zeros(bins, dtype=np.int64)

    def enter(self, counts: Counts) -> None:
        """Add a block of deals.

        Parameters
        ----------
        counts : int64[bins]
            Deals of the block by value.

        Raises
        ------
        ValueError
            If the counts have another length, are negative or are not whole numbers.
        """
        block = np.asarray(counts)
        if block.shape != self.counts.shape or block.dtype.kind not in "iu":
            raise ValueError(
                f"wanted {self.counts.size} whole numbers, got {block.dtype}{block.shape}"
            )
        if (block < 0).any():
            raise ValueError("a number of deals is negative")
        self.counts += block.astype(np.int64)

    @property
    def deals(self) -> int:
        """Number of deals so far."""
        return int(self.counts.sum())
