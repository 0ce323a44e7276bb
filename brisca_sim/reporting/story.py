"""A hand that is being told: who holds what, what has been captured, and the lines so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from brisca_sim.cards import parse_card, suit_of
from brisca_sim.reporting.wording import Names, filled, short_hand
from brisca_sim.rules import Rules

_INDENT: Final = "  "


@dataclass(slots=True)
class Story:
    """A hand on its way, and the lines told so far.

    Attributes
    ----------
    rules, names : Rules, Names
    hands : list of list of int
        Cards held, by seat.
    upcard : int
        The card that lies face up, or lay there last.
    stock : int
        Cards still to be drawn, the upcard among them.
    table : list of (int, int)
        Seat and card of what was played to the present baza.
    bazas : list of int
        Who took each baza that is over.
    points : list of int
        Points captured, by seat.
    draws : list of str
        The present drawing round, as far as it has got.
    lines : list of str
    begun : bool
        Whether the present baza has its heading.
    """

    rules: Rules
    names: Names
    hands: list[list[int]]
    upcard: int
    stock: int
    table: list[tuple[int, int]] = field(default_factory=list)
    bazas: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    draws: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    begun: bool = False

    @property
    def trump(self) -> int:
        """Suit of trumps."""
        return suit_of(self.upcard)

    @property
    def counts_bazas(self) -> bool:
        """Whether bazas decide the hand and not points."""
        return self.rules.objective == "fewest" and self.rules.reverse_counts == "tricks"

    def per_side(self, per_seat: list[int]) -> list[int]:
        """Add up what the seats of each side have."""
        return [sum(per_seat[side :: self.rules.sides]) for side in range(self.rules.sides)]

    def bazas_of(self) -> list[int]:
        """Bazas taken so far, by seat."""
        return [self.bazas.count(seat) for seat in range(self.rules.players)]

    def tally(self) -> list[int]:
        """What decides the hand, by side: points, or bazas where these are counted."""
        return self.per_side(self.bazas_of() if self.counts_bazas else self.points)

    def tell(self, text: str) -> None:
        """Add a sentence."""
        self.lines += filled(text, _INDENT)

    def end_drawing(self) -> None:
        """Tell who has drawn what, if anybody has."""
        if self.draws:
            self.tell(f"{', '.join(self.draws)}.")
            self.draws = []

    def tell_of(self, seat: int, text: str) -> None:
        """Add what a player does, with the hand held before it."""
        name = self.names.players[seat].ljust(self.names.width)
        hand = short_hand(self.hands[seat], self.trump).ljust(8)
        self.lines += filled(text, f"{_INDENT}{name}  {hand}  ")


def begin(record: Mapping[str, Any], rules: Rules, names: Names) -> Story:
    """Deal the cards of a record: one at a time, the first to the mano."""
    deck = [parse_card(text) for text in record["deck"]]
    players, dealt = rules.players, 3 * rules.players
    hands = [deck[(seat - record["mano"]) % players : dealt : players] for seat in range(players)]
    upcard = parse_card(record["trump"])
    return Story(rules, names, hands, upcard, len(deck) - dealt, points=[0] * players)
