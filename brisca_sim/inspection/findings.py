"""What an examination finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    Attributes
    ----------
    check : str
    passed : bool or None
        None where a strategy that says that it cheats is not asked.
    why : str
        What was done, or what is wrong.
    """

    check: str
    passed: bool | None
    why: str

    def to_dict(self) -> dict[str, Any]:
        """The finding in JSON types."""
        return {"check": self.check, "passed": self.passed, "why": self.why}


@dataclass(frozen=True)
class Effort:
    """How thorough an examination is.

    Attributes
    ----------
    decisions : int
        Decisions to be judged for legality, at most; every table is played at least once.
    deals : int
        Deals at each table for the checks that compare plays.
    limit : float
        Seconds after which a decision counts as one that never comes.
    seconds : float
        Time for each check, about: a slow script is judged on less.
    """

    decisions: int = 1_000_000
    deals: int = 60
    limit: float = 10.0
    seconds: float = 60.0
