"""Rows of plain dicts, and data frames made of them.

Rows come without pandas, so that those who want no data frame never wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

Cell = str | int | float | bool | None
Document = Mapping[str, Any]
Row = dict[str, Cell]


def unique_names(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Tell equal names apart: the second one becomes ``"codiciosa #2"``.

    Parameters
    ----------
    names : iterable of str
        Names in order; line breaks and control characters become question marks.
    taken : iterable of str
        Names that none of them may have.
    """
    used = set(taken)
    unique = []
    for name in names:
        plain = "".join(letter if letter.isprintable() else "?" for letter in name)
        candidate, count = plain, 1
        while candidate in used:
            count += 1
            candidate = f"{plain} #{count}"
        used.add(candidate)
        unique.append(candidate)
    return unique


def frame(rows: list[Row], kept: set[str]) -> pd.DataFrame:
    """Build a frame whose figures are floats, even in a column that holds nothing but None."""
    import pandas as pd

    frame = pd.DataFrame(rows)
    return frame.astype({name: "float64" for name in frame.columns if name not in kept})
