"""The table of a hand under adjudication: who holds, played, won and drew what so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from brisca_sim.cards import AS, NO_CARD, REY, TRES, card_id, points_of, rank_of, suit_of
from brisca_sim.rules import Rules


@dataclass(slots=True)
class Table:
    """All that counts at the present moment of a hand.

    Attributes
    ----------
    rules : Rules
        The rules of the hand.
    hands : list of set of int
        The cards held, by seat.
    trump : int
        The trump suit.
    hidden : list of int
        The stock without the upcard, in the order in which it will be drawn.
    upcard : int
        The card that lies face up under the stock; NO_CARD once it is drawn.
    leader : int
        The seat that leads the present trick, or has won the last one.
    cards : list of (int, int)
        Seats and cards of the trick being played, in order.
    played : set of int
        Every card played so far.
    winners : list of int
        The seats that won the tricks, in order.
    points : list of int
        Points captured, by seat.
    drawers : list of int
        The seats that still have to draw in the present drawing round, in order.
    swappers, signers : list of int
        The seats that swapped or signed in the present trick, once for each time.
    """

    rules: Rules
    hands: list[set[int]]
    trump: int
    hidden: list[int]
    upcard: int
    leader: int
    points: list[int]
    cards: list[tuple[int, int]] = field(default_factory=list)
    played: set[int] = field(default_factory=set)
    winners: list[int] = field(default_factory=list)
    drawers: list[int] = field(default_factory=list)
    swappers: list[int] = field(default_factory=list)
    signers: list[int] = field(default_factory=list)

    @classmethod
    def dealt(cls, rules: Rules, deck: tuple[int, ...], mano: int) -> Table:
        """Deal three rounds of one card each, the mano first, and turn up the next card."""
        players, up = rules.players, 3 * rules.players
        hands = [set(deck[(seat - mano) % players : up : players]) for seat in range(players)]
        upcard = deck[up]
        hidden = list(deck[up + 1 :])
        return cls(rules, hands, suit_of(upcard), hidden, upcard, mano, [0] * players)

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.cards)) % self.rules.players

    @property
    def stock(self) -> int:
        """Cards that can still be drawn, the upcard included."""
        return len(self.hidden) + (self.upcard != NO_CARD)

    @property
    def is_played_out(self) -> bool:
        """Whether every trick has been played."""
        return len(self.winners) == self.rules.tricks

    @property
    def is_before_drawing(self) -> bool:
        """Whether a trick has just been won and nobody has drawn after it yet."""
        return len(self.drawers) == self.rules.players

    @property
    def mano_negra_holder(self) -> int | None:
        """The seat whose hand is the as, tres and rey of trumps."""
        wanted = {card_id(self.trump, rank) for rank in (AS, TRES, REY)}
        return self.hands.index(wanted) if wanted in self.hands else None

    @property
    def strongest(self) -> tuple[int, int]:
        """Seat and card that win the trick on the table: the best trump, else of the suit led."""
        led = suit_of(self.cards[0][1])
        suit = self.trump if any(suit_of(card) == self.trump for _, card in self.cards) else led
        best = max(card for _, card in self.cards if suit_of(card) == suit)
        return next((seat, card) for seat, card in self.cards if card == best)

    def side(self, seat: int) -> int:
        """Side that a seat plays for."""
        return self.rules.side_of(seat)

    def play(self, card: int) -> None:
        """Put a card of the seat in turn on the table."""
        seat = self.turn
        self.hands[seat].remove(card)
        self.played.add(card)
        self.cards.append((seat, card))

    def take_trick(self) -> tuple[int, int]:
        """Give the full trick to its winner, who then has to draw first.

        Returns
        -------
        tuple of (int, int)
            The winner's seat and the points of the trick.
        """
        winner, _ = self.strongest
        points = sum(points_of(card) for _, card in self.cards)
        self.points[winner] += points
        self.winners.append(winner)
        self.leader = winner
        self.cards = []
        if self.stock:
            self.drawers = [self.turn_after(winner, step) for step in range(self.rules.players)]
        else:
            self.start_trick()
        return winner, points

    def turn_after(self, seat: int, step: int) -> int:
        """The seat that sits so many places further in playing order."""
        return (seat + step) % self.rules.players

    def start_trick(self) -> None:
        """Forget the swaps and signs of the last trick, which its limits no longer count."""
        self.swappers = []
        self.signers = []

    def draw(self) -> tuple[int, int]:
        """Let the next seat draw.

        Returns
        -------
        tuple of (int, int)
            The seat and its card.
        """
        seat = self.drawers.pop(0)
        if self.hidden:
            card = self.hidden.pop(0)
        else:
            card, self.upcard = self.upcard, NO_CARD
        self.hands[seat].add(card)
        if not self.drawers:
            self.start_trick()
        return seat, card

    def swap(self, seat: int, gives: int) -> None:
        """Exchange a card in hand for the upcard."""
        self.hands[seat].remove(gives)
        self.hands[seat].add(self.upcard)
        self.upcard = gives
        self.swappers.append(seat)

    def holds_rank_of_trump(self, seat: int, rank: int) -> bool:
        """Whether a seat holds the trump of a rank."""
        return card_id(self.trump, rank) in self.hands[seat]

    def holds_outside_trump(self, seat: int, ranks: tuple[int, ...]) -> bool:
        """Whether a seat holds a card of one of these ranks in another suit than trumps."""
        side_suits = (card for card in self.hands[seat] if suit_of(card) != self.trump)
        return any(rank_of(card) in ranks for card in side_suits)
