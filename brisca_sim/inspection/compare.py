"""Plays that have to agree: the same deal with other hidden cards, and with the suits renamed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brisca_sim.cards import card_text
from brisca_sim.errors import StrategyError
from brisca_sim.kernel import layout as o
from brisca_sim.simulation import explain
from brisca_sim.table import Table
from brisca_sim.trace import trace_deal

Words = NDArray[np.int64]


def hidden_cards_exchanged(table: Table, deal: int, rng: np.random.Generator) -> tuple[int, str]:
    """Play a deal, then again with the cards exchanged that seat 0 has not seen by some decision.

    The others have to play without looking at their cards, so that the same history can be had with
    other cards in their hands and in the stock.

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
    mine = np.flatnonzero((events & 15 == o.LOG_PLAY) & (events >> 4 & 15 == 0))
    until = int(mine[rng.integers(len(mine))])
    seen = _seen(events[: until + 1], deck, table.rules.players)
    hidden = np.array([i for i, card in enumerate(deck.tolist()) if card not in seen], dtype=int)
    other = deck.copy()
    other[hidden] = deck[rng.permutation(hidden)]
    again = trace_deal(table, deal, _laid(other))[0][0]
    before, after = _visible(events[: until + 1]), _visible(again[: until + 1])
    return int((other != deck).sum()), difference(before, after)


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
        fault = difference(wanted, again)
        if fault:
            return f"seating {seating}: {fault}"
    return ""


def difference(before: Words, after: Words) -> str:
    """Where two logs part, in words; empty when they agree."""
    for old, new in zip(before.tolist(), after.tolist(), strict=False):
        if old != new:
            return f"seat {new >> 4 & 15} {_told(new)} where {_told(old)} was to be expected"
    return "" if len(before) == len(after) else "the hand goes on differently"


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


def _seen(events: Words, deck: Words, players: int) -> set[int]:
    """Cards that seat 0 has seen: its own, the turned-up one, all that were played."""
    seen = set(deck[: 3 * players : players].tolist())
    seen.add(int(deck[3 * players]))
    for event in events.tolist():
        kind, seat, card = event & 15, event >> 4 & 15, event >> 8 & 255
        if kind == o.LOG_PLAY or (kind == o.LOG_DRAW and seat == 0):
            seen.add(card)
    return seen


def _visible(events: Words) -> Words:
    """The events that seat 0 sees."""
    visible: Words = events[(events & 15 != o.LOG_DRAW) | (events >> 4 & 15 == 0)]
    return visible


def _laid(deck: Words) -> Words:
    laid = np.zeros(o.MAX_CARDS, dtype=np.int64)
    laid[: deck.size] = deck
    return laid


def _told(event: int) -> str:
    """An event in words."""
    verbs = {o.LOG_PLAY: "plays", o.LOG_SWAP: "swaps", o.LOG_DRAW: "draws"}
    verb = verbs.get(event & 15)
    return f"{verb} {card_text(event >> 8 & 255)}" if verb else "ends a trick or the hand"
