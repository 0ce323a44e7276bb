"""The referee: lets the events of a hand happen one by one, as far as the rules allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brisca_sim.cards import AS, REY, TRES, card_id, card_text
from brisca_sim.records.events import Draw, Event, ManoNegra, Play, Sign, Swap, Trick, read_event
from brisca_sim.records.result import work_out
from brisca_sim.records.signs import check_sign
from brisca_sim.records.swaps import check_swap
from brisca_sim.records.table import Table
from brisca_sim.records.verdict import BrokenRuleError, held_text


class Referee:
    """Follows a hand through its events.

    ``trick`` and ``draw`` events may be left out, so a full trick is settled at once and the cards
    are drawn at the latest when the next player acts. One that is there has to be right, and in
    its place.

    Parameters
    ----------
    table : Table
        The table as dealt.
    events : sequence of object
        The record's events as JSON holds them.
    """

    def __init__(self, table: Table, events: Sequence[object]) -> None:
        self.table = table
        self.events = events
        self.at = 0
        # Winner and points of the full trick, while its event may still come.
        self.untold: tuple[int, int] | None = None
        self.called: int | None = None
        self.holder: int | None = None
        self._look_for_mano_negra(at_deal=True)

    def follow(self, at: int) -> None:
        """Let the event at this index happen.

        Raises
        ------
        BrokenRuleError
            If it is no event, or one that the rules do not allow here.
        """
        self.at = at
        event = read_event(self.table.rules, self.events[at])
        ends_hand = isinstance(event, Trick) and self.untold is not None
        if self.called is not None or (self.table.is_played_out and not ends_hand):
            raise BrokenRuleError("the hand is over: there are no events after its end")
        if not isinstance(event, ManoNegra):
            self._expect_no_mano_negra()
        self._happen(event)

    def finish(self) -> dict[str, object]:
        """Close the hand after its last event.

        Returns
        -------
        dict
            The result as worked out.

        Raises
        ------
        BrokenRuleError
            If the hand is not finished.
        """
        table = self.table
        if self.called is None and not table.is_played_out:
            self._draw_rest()
            self._expect_no_mano_negra()
            left = f"in trick {len(table.winners) + 1} of {table.rules.tricks}"
            raise BrokenRuleError(f"the hand is not finished: {left} seat {table.turn} is to play")
        return work_out(table.rules, table.points, table.winners, self.called)

    def _happen(self, event: Event) -> None:
        match event:
            case Play():
                self._play(event)
            case Trick():
                self._trick(event)
            case Draw():
                self._draw(event)
            case Swap():
                self._swap(event)
            case Sign():
                self._sign(event)
            case ManoNegra():
                self._mano_negra(event)

    def _play(self, play: Play) -> None:
        self._await_turn()
        table, card = self.table, card_text(play.card)
        if play.seat != table.turn:
            raise BrokenRuleError(f"seat {play.seat} plays {card}: the turn is seat {table.turn}'s")
        held = table.hands[play.seat]
        if play.card not in held:
            why = "was played before" if play.card in table.played else "it does not hold"
            holds = f"it holds {held_text(held)}"
            raise BrokenRuleError(f"seat {play.seat} plays {card}, which {why}: {holds}")
        table.play(play.card)
        if len(table.cards) == table.rules.players:
            self.untold = table.take_trick()

    def _trick(self, trick: Trick) -> None:
        if self.untold is None:
            raise BrokenRuleError(f"there is no full trick to be taken here: {self._next()}")
        winner, points = self.untold
        if trick.winner != winner:
            raise BrokenRuleError(f"seat {trick.winner} takes the trick: seat {winner} won it")
        if trick.points != points:
            raise BrokenRuleError(f"the trick is worth {points} points, not {trick.points}")
        self.untold = None

    def _draw(self, draw: Draw) -> None:
        table, seat = self.table, draw.seat
        self._await_trick_event()
        if not table.drawers:
            why = "nobody draws here" if table.stock else "the stock is empty"
            raise BrokenRuleError(f"seat {seat} may not draw: {why}, {self._next()}")
        if seat not in table.drawers:
            raise BrokenRuleError(f"seat {seat} has drawn in this round: {self._next()}")
        while table.drawers[0] != seat:
            if self._comes_later("draw", table.drawers[0]):
                raise BrokenRuleError(f"seat {seat} draws out of order: {self._next()}")
            table.draw()
        _, card = table.draw()
        if card != draw.card:
            got, right = card_text(draw.card), card_text(card)
            raise BrokenRuleError(f"seat {seat} draws {got}: by the deck the next card is {right}")
        self._end_drawing()

    def _swap(self, swap: Swap) -> None:
        on_turn = self.table.rules.swap == "on_turn"
        if on_turn:
            self._await_turn()
        else:
            self._await_trick_event()
        check_swap(self.table, swap)
        self.table.swap(swap.seat, swap.gives)
        if on_turn:
            self._look_for_mano_negra()

    def _sign(self, sign: Sign) -> None:
        self._await_turn()
        check_sign(self.table, sign)
        self.table.signers.append(sign.seat)

    def _mano_negra(self, call: ManoNegra) -> None:
        self._await_drawing()
        if self.holder is None:
            why = self._no_call(call)
            raise BrokenRuleError(f"seat {call.seat} may not call mano negra: {why}")
        if call.seat != self.holder:
            raise BrokenRuleError(f"seat {call.seat} calls mano negra: seat {self.holder} holds it")
        self.called = self.holder

    def _no_call(self, call: ManoNegra) -> str:
        rules, held = self.table.rules, self.table.hands[call.seat]
        if rules.mano_negra == "off":
            return "the rules have mano_negra = off"
        if self.table.mano_negra_holder == call.seat:
            return "the rules have mano_negra_when = deal"
        return f"it takes {self._trio()}, and the seat holds {held_text(held)}"

    def _look_for_mano_negra(self, *, at_deal: bool = False) -> None:
        rules = self.table.rules
        if rules.mano_negra != "off" and (at_deal or rules.mano_negra_when == "any"):
            self.holder = self.table.mano_negra_holder

    def _expect_no_mano_negra(self) -> None:
        if self.holder is not None:
            why = f"seat {self.holder} holds {self._trio()}"
            raise BrokenRuleError(f"mano negra is not called: {why}, which ends the hand here")

    def _trio(self) -> str:
        return held_text(card_id(self.table.trump, rank) for rank in (AS, TRES, REY))

    def _await_turn(self) -> None:
        self._await_drawing()
        self._expect_no_mano_negra()

    def _await_drawing(self) -> None:
        """Let those draw whose events are left out, but not if they come later."""
        self._await_trick_event()
        if self.table.drawers and self._comes_later("draw"):
            raise BrokenRuleError(f"this comes too early: {self._next()}")
        self._draw_rest()

    def _draw_rest(self) -> None:
        if self.table.drawers:
            while self.table.drawers:
                self.table.draw()
            self._end_drawing()

    def _end_drawing(self) -> None:
        if not self.table.drawers:
            self._look_for_mano_negra()

    def _await_trick_event(self) -> None:
        """Do without the event of a full trick, but not if it comes later."""
        if self.untold is not None and self._comes_later("trick"):
            raise BrokenRuleError(f"this comes too early: the trick goes to seat {self.untold[0]}")
        self.untold = None

    def _comes_later(self, kind: str, seat: int | None = None) -> bool:
        """Whether such an event follows before the next trick is full, so was not left out."""
        plays = 0
        for event in self.events[self.at :]:
            if not isinstance(event, Mapping):
                continue
            plays += event.get("type") == "play"
            if plays == self.table.rules.players:
                return False
            if event.get("type") == kind and seat in (None, event.get("seat")):
                return True
        return False

    def _next(self) -> str:
        """Say who has to do what now."""
        if self.table.drawers:
            return f"seat {self.table.drawers[0]} is to draw"
        return f"seat {self.table.turn} is to play"
