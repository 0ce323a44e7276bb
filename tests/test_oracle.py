"""The kernel against the slow oracle, card for card, for every preset, table and option."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import naive
import pytest
from naive_signs import SIGNS, is_true

from brisca_sim.cards import RANKS, SUITS, card_id, card_text, mask_of, points_of
from brisca_sim.kernel import layout as o
from brisca_sim.rules import Rules
from brisca_sim.table import Table, seat_down
from brisca_sim.trace import record, trace_deal

AZAR = Path(__file__).parent / "strategies" / "azar.py"
HANDS = 500

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 4, "teams": "individual"},
    {"players": 6},
]
DECKS: list[dict[str, Any]] = [
    {"players": 2, "deck": 36},
    {"players": 2, "deck": 48},
    {"players": 3, "deck": 39, "removed": "2c"},
    {"players": 3, "deck": 48},
    {"players": 4, "deck": 36},
    {"players": 4, "deck": 48},
]
SWAPS: list[dict[str, Any]] = [
    {"swap": swap, "swap_by": by, "swap_last_round": last, "swap_limit": limit}
    for swap, by, last, limit in itertools.product(
        ("winner", "on_turn"), ("own", "team", "anyone"), (False, True), ("none", "table", "player")
    )
    if swap == "on_turn" or by == "own"
]
OTHERS: list[dict[str, Any]] = [
    {"mano_negra": "hand"},
    {"mano_negra": "hand", "mano_negra_when": "deal"},
    {"mano_negra": "match", "swap": "on_turn", "swap_by": "anyone", "swap_last_round": True},
    {"tie": "last_trick"},
    {"tie": "replay"},
    {"objective": "fewest"},
    {"objective": "fewest", "reverse_counts": "tricks"},
    {"objective": "fewest", "reverse_counts": "tricks", "tie": "last_trick"},
    {"show_partner": "deal"},
    {"show_partner": "end"},
]


# A table of its own, since the oracle's views are translated half a million times.
ID = {card_text(card_id(suit, rank)): card_id(suit, rank) for suit in SUITS for rank in RANKS}
BIT = {text: 1 << card for text, card in ID.items()}


SENAS: list[dict[str, Any]] = [
    {},
    {"senas_limit": 3, "senas_from": 4},
    {"partner_sees": 0.5, "rival_sees": 0.5},
    {"rival_sees": 1.0, "interception": "hand"},
    {"rival_sees": 0.3, "interception": "hand", "false_signs": True, "senas_limit": 2},
    {"false_signs": True, "brisca": "ace_king", "partner_sees": 0.8},
    {"partner_sees": 0.0, "swap": "on_turn", "swap_by": "team", "show_partner": "end"},
    {"mano_negra": "hand", "rival_sees": 0.5, "deck": 48},
]


def fold(word: int, value: int) -> int:
    return ((word * 31 + value + 7) & 0xFFFFFFFF) ^ (word >> 13 & 0xFFFF)


def fold_set(word: int, cards: int) -> int:
    return fold(fold(word, cards & 0xFFFFFFFF), cards >> 32)


def scramble(word: int) -> int:
    word = ((word ^ word >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    return word ^ word >> 15


class Azar:
    """The test strategy `azar` once more, from the oracle's view: it must see the same."""

    def __init__(self, rules: Rules, options: dict[str, Any], deck: int) -> None:
        self.rules = rules
        self.options = options
        self.deck = deck
        self.asked = [0] * rules.players
        self.past = (0, 2, 0)  # plays read so far, their hash, their cards

    def read_past(self, played: list[tuple[int, str]]) -> tuple[int, int]:
        """Hash and set of all plays; only the new ones are read."""
        count, word, cards = self.past
        for who, card in played[count:]:
            word = fold(fold(word, ID[card]), who)
            cards |= BIT[card]
        self.past = (len(played), word, cards)
        return word, cards

    def view_hash(self, view: dict[str, Any]) -> int:
        rules, seat = self.rules, view["seat"]
        hand = sum(BIT[card] for card in view["hand"])
        past, played = self.read_past(view["played"])
        upcard = -1 if view["upcard"] is None else ID[view["upcard"]]
        table = [ID[card] for _, card in view["table"]]
        word = fold_set(fold(1, seat), hand)
        word = fold(word, view["leader"])
        for card in (table + [-1] * 6)[: rules.players]:
            word = fold(word, card)
        word = fold(fold_set(word, played), past)
        word = fold(word, "oceb".index(view["trump"]))
        word = fold(word, upcard)
        word = fold(word, view["stock"])
        word = fold(word, view["trick"])
        word = fold(word, sum(map(points_of, table)))
        seen = hand | played | (1 << upcard if upcard >= 0 else 0)
        for other in range(rules.players):
            word = fold(fold(word, view["seat_points"][other]), view["tricks"][other])
            if other != seat:
                cards = view["known"][other]
                if "beliefs" in view:
                    cards = cards | view["beliefs"][other]["spied"]
                known = sum(BIT[card] for card in cards)
                word = fold_set(word, known)
                seen |= known
        side = rules.side_of(seat)
        word = fold(word, view["side_points"][side])
        word = fold(word, max(p for s, p in enumerate(view["side_points"]) if s != side))
        word = fold_set(word, self.deck & ~seen)
        word = self.beliefs_hash(word, view)
        self.asked[seat] += 1
        return fold(word, self.asked[seat])

    def beliefs_hash(self, word: int, view: dict[str, Any]) -> int:
        for other, belief in enumerate(view.get("beliefs", ())):
            if other != view["seat"]:
                told, lacked, one_of = (
                    sum(BIT[card] for card in belief[name]) for name in ("told", "lacked", "one_of")
                )
                # A sign speaks of every card of its suit, also of those that the deck lacks.
                assert told & ~self.deck == 0
                word = fold_set(fold_set(word, told), lacked)
                word = fold(fold_set(word, one_of), belief["drawn"])
                sign = belief["last_sign"]
                word = fold(word, -1 if sign is None else SIGNS.index(sign))
        return word

    def sign(self, view: dict[str, Any]) -> str | None:
        chosen = scramble(self.view_hash(view)) % 12
        if chosen > 8:
            return None
        true = is_true(self.options, view["trump"], view["hand"], SIGNS[chosen])
        return SIGNS[chosen] if self.rules.false_signs or true else None

    def play(self, view: dict[str, Any]) -> str:
        ordered = sorted(ID[card] for card in view["hand"])
        return card_text(ordered[scramble(self.view_hash(view)) % len(ordered)])

    def swap(self, view: dict[str, Any], gives: str, takes: str) -> bool:
        word = fold(fold(self.view_hash(view), ID[gives]), ID[takes])
        return scramble(word) % 4 != 0


def seats_in(mask: int) -> set[int]:
    return {seat for seat in range(6) if mask >> seat & 1}


def compare(table: Table, deals: range) -> Iterator[dict[str, Any]]:
    """Play deals with both engines; yields the oracle's hands after finding them equal."""
    rules = table.rules
    options, deck_mask = rules.to_dict(), mask_of(rules.cards)
    for deal in deals:
        logs, deck, block = trace_deal(table, deal)
        assert not block.failure
        texts = [card_text(int(card)) for card in deck]
        for seating, words in enumerate(logs):
            found = record(table, deal, seating, deck, words)
            azar = Azar(rules, options, deck_mask)
            noticed = iter([word >> 16 for word in words.tolist() if word & 15 == o.LOG_SIGN])
            wanted = naive.play_hand(
                options,
                texts,
                0,
                table.deal_mode,
                azar.play,
                azar.swap,
                azar.sign,
                lambda _seat, _sign, left=noticed: seats_in(next(left)),
            )
            for key in ("dealer", "mano", "trump", "events", "deck", "result"):
                assert found[key] == wanted[key], (deal, seating, key)
            yield wanted
        for side in range(rules.sides):
            # The lineup is the same everywhere, so the sides of the lineup share every hand's score.
            total = sum(float(s) for s in wanted["score"]) * table.seatings / rules.sides
            score = int(block.counts.measures[0, o.M_SIDE + o.PER_SIDE * side])
            assert score == pytest.approx(12 * total)


def play_both(options: dict[str, Any], deal_mode: str, hands: int = HANDS) -> int:
    """Compare so many hands; number of swaps seen."""
    table = seat_down([AZAR] * Rules(**options).sides, Rules(**options), 7, deal_mode)
    swaps = 0
    count = 0
    for hand in compare(table, range(-(-hands // table.seatings))):
        count += 1
        swaps += sum(event["type"] == "swap" for event in hand["events"])
    assert count >= hands
    return swaps


@pytest.mark.parametrize("preset", ["tradicional", "vip", "briscacard"])
@pytest.mark.parametrize("seats", TABLES, ids=lambda t: "-".join(map(str, t.values())))
def test_presets(preset: str, seats: dict[str, Any]) -> None:
    options = Rules.preset(preset, **seats).to_dict()
    half = HANDS // 2
    swaps = play_both(options, "stream", half) + play_both(options, "shared", half)
    assert (swaps > 0) == (preset != "briscacard")


@pytest.mark.parametrize("seats", DECKS, ids=lambda t: "-".join(map(str, t.values())))
def test_every_deck(seats: dict[str, Any]) -> None:
    assert play_both(seats, "stream", HANDS) > 0


@pytest.mark.parametrize("options", SWAPS, ids=lambda t: "-".join(map(str, t.values())))
def test_every_swap_rule(options: dict[str, Any]) -> None:
    for players in (2, 3, 4):
        assert play_both({"players": players, **options}, "stream", HANDS // 3 + 1) > 0


@pytest.mark.parametrize("options", OTHERS, ids=lambda t: "-".join(map(str, t.values())))
def test_every_other_option(options: dict[str, Any]) -> None:
    for players, mode in ((2, "stream"), (3, "shared"), (4, "stream"), (6, "shared")):
        play_both({"players": players, **options}, mode, HANDS // 4)


@pytest.mark.parametrize("options", SENAS, ids=lambda t: "-".join(map(str, t.values())) or "plain")
def test_every_option_of_the_senas(options: dict[str, Any]) -> None:
    play_both({"players": 4, "senas": True, **options}, "stream", HANDS // 2)
    play_both({"players": 6, "senas": True, **options, "deck": 48}, "shared", HANDS // 6)
