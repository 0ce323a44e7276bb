"""What a judgement says, and how a broken rule travels to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from brisca_sim.cards import card_text
from brisca_sim.errors import listed, shown
from brisca_sim.rules import Rules


class BrokenRuleError(Exception):
    """A rule that a record breaks; ``str()`` says what is wrong and what would have been right.

    It never leaves the package: the judge turns it into a verdict.
    """


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on one hand record.

    Attributes
    ----------
    legal : bool
        Whether the record keeps to its rules from the deal to the result.
    event : int or None
        Index of the event that is at fault; the last one where something is missing after it.
        None if the record is legal, has no events, or its header or result is at fault.
    why : str
        One line: what is wrong and what would have been right. Empty if the record is legal.
    result : dict or None
        ``points``, ``side_points``, ``winner`` and ``reason`` as worked out from the events; None
        unless the hand was played to its end without a fault.
    rules : Rules or None
        The rules by which the record was judged.
    """

    legal: bool
    event: int | None = None
    why: str = ""
    result: dict[str, object] | None = None
    rules: Rules | None = None


def held_text(cards: Iterable[int]) -> str:
    """Name the cards of a hand, strongest last in each suit: ``"7o, Ao and 2c"``."""
    texts = [card_text(card) for card in sorted(cards)]
    return listed(texts, "and") if texts else "no card"


def json_text(value: object) -> str:
    """Write a value from a record for a message, short lists of numbers in full."""
    if value is None:
        return "null"
    if isinstance(value, list) and len(value) <= 6 and all(type(item) is int for item in value):
        return f"[{', '.join(map(shown, value))}]"
    return shown(value)
