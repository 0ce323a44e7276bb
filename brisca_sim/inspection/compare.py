"""Plays that have to agree: the same deal with other hidden cards, and with the suits renamed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brisca_sim.cards import card_text
from brisca_sim.errors import StrategyError
from brisca_sim.glossary import SIGN_NAMES
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.layout import HAND_SIZE
from brisca_sim.rules import Rules
from brisca_sim.simulation import explain
from brisca_sim.table import Table
from brisca_sim.trace import trace_deal

_TRIES = 6  # exchanges, until one leaves the signs alone that seat 0 notices

Words = NDArray[np.int64]


def hidden_cards_exchanged(table: Table, deal: int, rng: np.random.Generator) -> tuple[int, str]:
    """Play a deal, then again with the cards exchanged that seat 0 has not seen by some decision.

    The others have to play without looking at their cards, so that the same history can be had with
    other cards in their hands and in the stock.  Signs that have to be true follow the cards: where
    the seat notices another sign the two histories are no longer the same, and it may choose anew.

    Returns
    -------
    moved : int
        Cards that lay elsewhere the second time.
    fault : str
        What seat 0 did differently, empty if nothing.
    """
    logs, deck, block = trace_deal(table, deal)
    if block.failure:
        raise StrategyError(explain(table, block))
    events = logs[0]
    number = int(rng.integers(1, _plays(events).size + 1))
    before = until_play(events, number)
    seen = seen_cards(before, deck, table.rules)
    hidden = np.array([i for i, card in enumerate(deck.tolist()) if card not in seen], dtype=int)
    for _ in range(_TRIES):
        other = deck.copy()
        other[hidden] = deck[rng.permutation(hidden)]
        again = until_play(trace_deal(table, deal, _laid(other))[0][0], number)
        who, fault = parted(visible(before), visible(again), table.rules.players)
        if who == 0:
            return int((other != deck).sum()), fault
        if not fault:
            return int((other != deck).sum()), ""
        # Other cards made somebody sign differently, and seat 0 noticed: another history.
    return 0, ""


def suits_renamed(table: Table, deal: int, rng: np.random.Generator) -> str:
    """Play a deal, then again with the suits renamed; what was done differently, empty if nothing."""
    logs, deck, block = trace_deal(table, deal)
    if block.failure:
        raise StrategyError(explain(table, block))
    for names in rng.permuted(np.tile(np.arange(4), (24, 1)), axis=1):
        other = rename(deck, names)
        # A deck that lacks one card allows only some of the renamings.
        if set(other.tolist()) == set(deck.tolist()) and (other != deck).any():
            break
    for seating, again in enumerate(trace_deal(table, deal, _laid(other))[0]):
        wanted = np.array([_renamed(int(event), names) for event in logs[seating]], dtype=np.int64)
        fault = parted(wanted, again, table.rules.players)[1]
        if fault:
            return f"seating {seating}: {fault}"
    return ""


def rename(cards: Words, names: Words) -> Words:
    """Cards with suit s called ``names[s]``."""
    renamed: Words = names[cards >> 4] * 16 + (cards & 15)
    return renamed


def _renamed(event: int, names: Words) -> int:
    kind, a, b = event & 15, event >> 8 & 255, event >> 16
    if kind in (o.LOG_PLAY, o.LOG_DRAW, o.LOG_SWAP):
        a = int(names[a >> 4]) * 16 + (a & 15)
    if kind == o.LOG_SWAP:
        b = int(names[b >> 4]) * 16 + (b & 15)
    return (event & 255) + 256 * a + 65536 * b


def parted(before: Words, after: Words, players: int) -> tuple[int, str]:
    """Where two histories part, and by whose choice.

    Returns
    -------
    seat : int
        Who chose differently; -1 when they agree.
    fault : str
        What was done differently, empty when they agree.
    """
    leader = 0
    for old, new in zip(before.tolist(), after.tolist(), strict=False):
        if old != new:
            # Signs come before the lead: who gives one more or less is the one to part first.
            signs = [event for event in (old, new) if event & 15 == o.LOG_SIGN]
            seats = [event >> 4 & 15 for event in signs or (old, new)]
            who = min(seats, key=lambda seat: (seat - leader) % players)
            texts = [_told(event, who, bool(signs)) for event in (new, old)]
            return who, f"seat {who} {texts[0]} where {texts[1]} was to be expected"
        if old & 15 == o.LOG_TRICK:
            leader = old >> 4 & 15
    if len(before) == len(after):
        return -1, ""
    return 0, "the hand goes on differently"


def _plays(events: Words) -> NDArray[np.intp]:
    """Where in a log seat 0 plays a card."""
    return np.flatnonzero((events & 15 == o.LOG_PLAY) & (events >> 4 & 15 == 0))


def until_play(events: Words, number: int) -> Words:
    """A log up to the `number`-th card of seat 0, or the whole of it when there are fewer."""
    plays = _plays(events)
    return events[: plays[number - 1] + 1] if plays.size >= number else events


def seen_cards(events: Words, deck: Words, rules: Rules) -> set[int]:
    """Cards that seat 0 has seen: its own, the turned-up one, those played, hands seen by a sign."""
    dealt = HAND_SIZE * rules.players
    hands = [set(deck[seat : dealt : rules.players].tolist()) for seat in range(rules.players)]
    seen = hands[0] | {int(deck[dealt])}
    for event in events.tolist():
        kind, seat, a, b = event & 15, event >> 4 & 15, event >> 8 & 255, event >> 16
        if kind == o.LOG_PLAY:
            hands[seat].discard(a)
            seen.add(a)
        elif kind == o.LOG_DRAW:
            hands[seat].add(a)
            seen |= {a} if seat == 0 else set()
        elif kind == o.LOG_SWAP:
            hands[seat] = hands[seat] - {a} | {b}
        elif kind == o.LOG_SIGN and b & 1 and rules.interception == "hand":
            seen |= hands[seat] if rules.side_of(seat) != rules.side_of(0) else set()
    return seen


def visible(events: Words) -> Words:
    """The events that seat 0 sees, and of those what it sees.

    It does not see what others draw, nor signs that it does not notice, nor who else notices one.
    """
    kinds, seats, noticed = events & 15, events >> 4 & 15, events >> 16 & 1
    signs = kinds == o.LOG_SIGN
    shown = np.where(signs, events & 0xFFFF, events)
    sees = (seats == 0) | np.where(signs, noticed == 1, kinds != o.LOG_DRAW)
    seen: Words = shown[sees]
    return seen


def _laid(deck: Words) -> Words:
    laid = np.zeros(o.MAX_CARDS, dtype=np.int64)
    laid[: deck.size] = deck
    return laid


def _told(event: int, who: int, about_signs: bool) -> str:
    """What a seat does in an event, in words."""
    kind, seat, a = event & 15, event >> 4 & 15, event >> 8 & 255
    if about_signs:
        return f"signs {SIGN_NAMES[a]}" if (kind, seat) == (o.LOG_SIGN, who) else "gives no sign"
    verbs = {o.LOG_PLAY: "plays", o.LOG_SWAP: "swaps", o.LOG_DRAW: "draws"}
    return f"{verbs[kind]} {card_text(a)}" if kind in verbs else "ends a trick or the hand"
