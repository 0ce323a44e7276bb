"""When the low trumps may be exchanged for the upcard, and by whom."""

from __future__ import annotations

from typing import Final

from brisca_sim.cards import DOS, SIETE, SOTA, card_id, card_text, rank_of
from brisca_sim.records.events import Swap
from brisca_sim.records.table import Table
from brisca_sim.records.verdict import BrokenRuleError, held_text


def check_swap(table: Table, swap: Swap) -> None:
    """Check a swap at the present moment of a hand.

    Raises
    ------
    BrokenRuleError
        If the rules, the moment, the tricks won, the limit or the cards do not allow it.
    """
    for fault in _FAULTS:
        if why := fault(table, swap):
            raise BrokenRuleError(f"seat {swap.seat} may not swap: {why}")


def _off(table: Table, _: Swap) -> str:
    if table.rules.blind:
        return "nobody swaps in blind play"
    return "the rules have swap = off" if table.rules.swap == "off" else ""


def _too_late(table: Table, _: Swap) -> str:
    if not table.stock:
        return "too late, the stock is empty"
    if table.stock <= table.rules.players and not table.rules.swap_last_round:
        return "too late, only the last drawing round is left and swap_last_round = false"
    return ""


def _wrong_moment(table: Table, swap: Swap) -> str:
    if table.rules.swap == "on_turn":
        return "" if swap.seat == table.turn else f"it is the turn of seat {table.turn}"
    if table.is_before_drawing:
        return ""
    if table.drawers:
        return "too late, the drawing has begun; the swap stands before the first draw"
    if not table.winners and not table.cards:
        return "nobody has won a trick yet"
    return "swap = winner has it between a trick and the first draw"


def _not_qualified(table: Table, swap: Swap) -> str:
    rules, side = table.rules, table.side(swap.seat)
    if rules.swap == "winner":
        winner = table.winners[-1]
        return "" if swap.seat == winner else f"the trick was won by seat {winner}"
    if not table.winners:
        return "nobody has won a trick yet"
    if rules.swap_by == "own" and swap.seat not in table.winners:
        return "it has not won a trick yet, and the rules have swap_by = own"
    if rules.swap_by == "team" and side not in map(table.side, table.winners):
        return "its side has not won a trick yet, and the rules have swap_by = team"
    return ""


def _over_the_limit(table: Table, swap: Swap) -> str:
    limit, swappers = table.rules.swap_limit, table.swappers
    if limit == "table" and swappers:
        return f"seat {swappers[0]} has in this trick, and swap_limit = table has one for all"
    if limit == "player" and swap.seat in swappers:
        return "it has in this trick, and swap_limit = player has one for each"
    return ""


def _wrong_cards(table: Table, swap: Swap) -> str:
    upcard, rank = card_text(table.upcard), rank_of(table.upcard)
    if swap.takes != table.upcard:
        return f"it takes {card_text(swap.takes)}, but the upcard is {upcard}"
    if rank == DOS:
        return f"nothing takes the upcard {upcard}"
    # The 7 takes whatever scores, sota and above, and the 2 takes the rest.
    right = card_id(table.trump, SIETE if rank >= SOTA else DOS)
    if swap.gives != right:
        return f"{upcard} is taken by {card_text(right)}, not by {card_text(swap.gives)}"
    held = table.hands[swap.seat]
    return "" if right in held else f"it lacks {card_text(right)} and holds {held_text(held)}"


_FAULTS: Final = (_off, _too_late, _wrong_moment, _not_qualified, _over_the_limit, _wrong_cards)
