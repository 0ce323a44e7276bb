"""Single hands, event by event: what the kernel logged, as hand records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.cards import card_text
from brisca_sim.errors import StrategyError
from brisca_sim.glossary import SIGN_NAMES
from brisca_sim.kernel import layout as o
from brisca_sim.rules import Rules
from brisca_sim.simulation import Block, explain, play_one_block
from brisca_sim.table import Table

REASONS = ("points", "last_trick", "mano_negra", "draw")


def trace_deal(
    table: Table, deal: int, deck: NDArray[np.int64] | None = None
) -> tuple[list[NDArray[np.int64]], NDArray[np.int64], Block]:
    """Play one deal over all seatings and keep the log.

    Parameters
    ----------
    table : Table
    deal : int
    deck : int64[48], optional
        The deck as laid, instead of the shuffled one.

    Returns
    -------
    logs : list of int64[events]
        One a seating, up to the one that failed.
    deck : int64[cards]
        As laid.
    block : Block
        With ``failure`` set when a strategy failed.
    """
    stride = o.LOG_STRIDE
    if table.rules.senas:
        stride += table.rules.deck * table.rules.senas_limit
    log = np.zeros(table.seatings * stride, dtype=np.int64)
    stop = np.zeros(1, dtype=np.int64)
    decks = None if deck is None else deck.reshape(1, -1)
    block = play_one_block(table, deal, deal + 1, stop, decks=decks, log_stride=stride, log=log)
    rows = log.reshape(table.seatings, stride)
    played = int(block.where[o.W_SEATING]) + 1
    return [row[1 : row[0] + 1].copy() for row in rows[:played]], block.deck, block


def hand_records(
    table: Table, first: int, count: int = 1, seating: int | None = None
) -> Iterator[dict[str, Any]]:
    """Hand records of some deals, of one seating or of all.

    Yields
    ------
    dict
        A record of schema ``brisca-hand/1``.

    Raises
    ------
    StrategyError
        At the hand in which a strategy fails; its unfinished record comes first.
    """
    for deal in range(first, first + count):
        logs, deck, block = trace_deal(table, deal)
        for number, events in enumerate(logs):
            if seating is None or number == seating:
                yield record(table, deal, number, deck, events)
        if block.failure and (seating is None or seating >= len(logs) - 1):
            raise StrategyError(explain(table, block))


def record(
    table: Table, deal: int, seating: int, deck: NDArray[np.int64], words: NDArray[np.int64]
) -> dict[str, Any]:
    """The record of one logged hand."""
    rules = table.rules
    players, dealt = rules.players, 3 * rules.players
    events, drawn, points = [], [], [0] * players
    end = 0
    for word in words.tolist():
        kind, seat, a, b = word & 15, word >> 4 & 15, word >> 8 & 255, word >> 16
        if kind == o.LOG_END:
            end = word
            continue
        events.append(_sign(rules, seat, a, b) if kind == o.LOG_SIGN else _event(kind, seat, a, b))
        if kind == o.LOG_DRAW:
            drawn.append(a)
        elif kind == o.LOG_TRICK:
            points[seat] += a
    names = [table.places[(seat + seating) % players].label for seat in range(players)]
    side_points = [sum(points[side :: rules.sides]) for side in range(rules.sides)]
    hidden = [int(card) for card in deck[dealt + 1 :]]
    stock = [card for card in drawn if card in set(hidden)][: len(hidden)]
    stock += [card for card in hidden if card not in set(stock)]
    document: dict[str, Any] = {
        "schema": "brisca-hand/1",
        "rules": rules.to_dict(),
        "seed": table.seed,
        "deal": deal,
        "lineup": names,
        "dealer": players - 1,
        "mano": 0,
        "deck": [card_text(int(card)) for card in [*deck[: dealt + 1], *stock]],
        "trump": card_text(int(deck[dealt])),
        "events": events,
    }
    if end:
        winner = (end >> 4 & 15) - 1
        document["result"] = {
            "points": points,
            "side_points": side_points,
            "winner": None if winner < 0 else winner,
            "reason": REASONS[end >> 8 & 255],
        }
    return document


def _sign(rules: Rules, seat: int, sign: int, noticed: int) -> dict[str, Any]:
    """A sign and who noticed it."""
    seats = [other for other in range(rules.players) if noticed >> other & 1]
    side = rules.side_of(seat)
    return {
        "type": "sign",
        "seat": seat,
        "sign": SIGN_NAMES[sign],
        "partner": any(rules.side_of(other) == side for other in seats),
        "rivals": [other for other in seats if rules.side_of(other) != side],
    }


def _event(kind: int, seat: int, a: int, b: int) -> dict[str, Any]:
    """One logged event in the words of the hand record."""
    if kind == o.LOG_PLAY:
        return {"type": "play", "seat": seat, "card": card_text(a)}
    if kind == o.LOG_TRICK:
        return {"type": "trick", "winner": seat, "points": a}
    if kind == o.LOG_DRAW:
        return {"type": "draw", "seat": seat, "card": card_text(a)}
    if kind == o.LOG_SWAP:
        return {"type": "swap", "seat": seat, "gives": card_text(a), "takes": card_text(b)}
    return {"type": "mano_negra", "seat": seat}
