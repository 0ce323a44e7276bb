"""How a match is decided: the formats of the rules, and reading one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from brisca_sim.errors import BriscaError, shown
from brisca_sim.option_values import split_match
from brisca_sim.rules import Rules

MOST_HANDS: Final = 100_000
"""Hands of a match beyond which it is too long to work out or to simulate."""


@dataclass(frozen=True)
class Format:
    """How a match is decided.

    Where the rules leave it open:

    - A tied hand that is dealt again has the same mano, and neither its points nor the hand count,
      but it takes its time.
    - ``hands`` and ``time`` play all their hands; who is level at the end has drawn the match.
    - ``best_of`` ends when nobody can catch up.  A drawn hand uses up its round, so the match can be
      drawn.
    - ``time`` counts the hands that end in time; one that is still going on counts for nobody.
    - Under al revés the fewest points are best: in ``points`` for him who has fewer when somebody has
      enough.
    - Mano negra for the match ends it, whatever the totals say.

    Attributes
    ----------
    kind : str
        ``hands``, ``points``, ``best_of``, ``first_to`` or ``time``.
    number : int
        Hands, points, rounds, hands won or minutes.
    by_wins : bool
        Whether `hands` counts hands won instead of points.
    fewest : bool
        Whether the fewest points are best (al revés).
    redeal : bool
        Whether a tied hand is dealt again.
    hand_minutes : float
        What a hand takes in a match over a time.
    """

    kind: str
    number: int
    by_wins: bool = False
    fewest: bool = False
    redeal: bool = False
    hand_minutes: float = 5.0

    @classmethod
    def of_rules(cls, rules: Rules) -> Format:
        """The match that a rule book plays."""
        return parse_format(
            rules.match, rules.hands_count, rules.hand_minutes, rules.tie, rules.objective
        )

    @property
    def counts_points(self) -> bool:
        """Whether points decide, not hands won."""
        return self.kind in ("points", "time") or (self.kind == "hands" and not self.by_wins)

    @property
    def slots(self) -> int:
        """Hands that are dealt at most: those of `hands`, or those that end within the time."""
        if self.kind == "time":
            # By what was typed: a tenth of a minute is no binary fraction.
            return math.floor(self.number / Fraction(str(self.hand_minutes)))
        return self.number


def parse_format(
    text: str,
    hands_count: str = "points",
    hand_minutes: float = 5.0,
    tie: str = "draw",
    objective: str = "most",
) -> Format:
    """Read a match such as ``best_of:3``; the rest are options of the rules.

    Raises
    ------
    BriscaError
        If it is no match, or not one hand ends within its time.
    """
    kind, number = split_match(text)
    if not (hand_minutes > 0 and math.isfinite(hand_minutes)):
        raise BriscaError(f"hand_minutes = {shown(hand_minutes)}: takes a number above 0")
    found = Format(
        kind, number, hands_count == "wins", objective == "fewest", tie == "replay", hand_minutes
    )
    if found.slots < 1:
        raise BriscaError(
            f"match {text}: not one hand of {hand_minutes:g} minutes ends in time:"
            " take more minutes or a lower hand_minutes"
        )
    return found
