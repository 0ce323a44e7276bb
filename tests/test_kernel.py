"""What must hold whatever is played: the invariants of the rule book and of the random numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisca_sim.cards import POINTS
from brisca_sim.kernel import cards as words
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.jit import ARRAY, INT, entry
from brisca_sim.kernel.rng import deal_key, mix, stream
from brisca_sim.rules import Rules
from brisca_sim.simulation import Block, play_deals, play_one_block
from brisca_sim.table import Table, seat_down
from brisca_sim.trace import record, trace_deal

AZAR = Path(__file__).parent / "strategies" / "azar.py"
PLAYERS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 4, "teams": "individual"},
    {"players": 6},
]


def block(table: Table, deals: int = 2000, first: int = 0) -> Block:
    return play_one_block(table, first, first + deals, np.zeros(1, dtype=np.int64))


def lineup(strategy: str | Path, rules: Rules) -> list[str | Path]:
    return [strategy] * rules.sides


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("preset", ["tradicional", "vip", "briscacard"])
def test_points_add_up_and_some_totals_cannot_be(preset: str, seats: dict[str, Any]) -> None:
    rules = Rules.preset(preset, **seats)
    counts = block(seat_down(lineup(AZAR, rules), rules)).counts
    points = np.arange(121)
    hands = counts.deals
    for seating in counts.hand_points:
        assert (seating.sum(axis=1) == hands).all()
        assert int((seating @ points).sum()) == 120 * hands
        assert not seating[:, [1, 119]].any()
    if rules.sides == 2:
        assert (counts.hand_points[:, 0] == counts.hand_points[:, 1, ::-1]).all()


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("name", ["ahorradora", "codiciosa", "ciegas"])
def test_a_strategy_against_itself_shares_every_deal(name: str, seats: dict[str, Any]) -> None:
    rules = Rules(**seats)
    table = seat_down(lineup(name, rules), rules)
    counts = block(table).counts
    for side in range(rules.sides):
        share = table.seatings // rules.sides
        assert counts.deal_points[side, 120 * share] == counts.deals
        assert counts.deal_scores[side, 12 * share] == counts.deals


@pytest.mark.parametrize("seats", PLAYERS)
def test_who_never_swaps_does_not_notice_the_swap(seats: dict[str, Any]) -> None:
    off, winner, turn = (
        block(seat_down(lineup("baja", r), r)).counts.digest({})
        for r in (Rules(swap=swap, **seats) for swap in ("off", "winner", "on_turn"))
    )
    assert off == winner == turn


@pytest.mark.parametrize("seats", PLAYERS)
def test_blind_play_is_the_play_of_ciegas_whatever_the_aim(seats: dict[str, Any]) -> None:
    most = Rules(**seats)
    blind = most.replace(blind=True)
    fewest = blind.replace(objective="fewest")
    ciegas = block(seat_down(lineup("ciegas", most), most)).counts
    first = block(seat_down(lineup("alta", blind), blind)).counts
    second = block(seat_down(lineup("alta", fewest), fewest)).counts
    assert ciegas.digest({}) == first.digest({})
    assert (first.hand_points == second.hand_points).all()
    assert (first.hand_scores != second.hand_scores).any()


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("name", ["ahorradora", "codiciosa", "reves", "alta", "baja"])
def test_renaming_the_suits_changes_nothing(name: str, seats: dict[str, Any]) -> None:
    rules = Rules.preset("vip", **seats)
    table = seat_down(lineup(name, rules), rules)
    suits = np.array([2, 0, 3, 1])
    for deal in range(60):
        logs, deck, _ = trace_deal(table, deal)
        renamed = (suits[deck >> 4] << 4) + (deck & 15)
        laid = np.zeros(o.MAX_CARDS, dtype=np.int64)
        laid[: deck.size] = renamed
        again, _, _ = trace_deal(table, deal, laid)
        for old, new in zip(logs, again, strict=True):
            assert [ranks_only(event) for event in old.tolist()] == [
                ranks_only(event) for event in new.tolist()
            ]


def ranks_only(event: int) -> int:
    """An event without the suits of its cards."""
    if event & 15 in (o.LOG_TRICK, o.LOG_END):
        return event
    return event & ~(0x3 << 12) & ~(0x3 << 20)


@pytest.mark.parametrize(("deck", "most"), [(40, 2), (36, 1), (48, 2)])
@pytest.mark.parametrize("swap", ["winner", "on_turn"])
def test_swaps_per_hand(deck: int, most: int, swap: str) -> None:
    rules = Rules(players=2, deck=deck, swap=swap, swap_by="anyone", swap_last_round=True)
    table = seat_down([AZAR, AZAR], rules)
    seen = set()
    for deal in range(1500):
        logs, laid, _ = trace_deal(table, deal)
        for events in logs:
            swaps = int((events & 15 == o.LOG_SWAP).sum())
            seen.add(swaps)
            assert swaps == 0 or laid[6] & 15 > 0
    assert seen == set(range(most + 1))


def test_the_turned_up_card_is_the_last_to_be_drawn() -> None:
    rules = Rules.preset("vip", players=3)
    table = seat_down([AZAR] * 3, rules)
    for deal in range(200):
        logs, deck, _ = trace_deal(table, deal)
        for seating, events in enumerate(logs):
            hand = record(table, deal, seating, deck, events)
            up = hand["trump"]
            for event in hand["events"]:
                if event["type"] == "swap":
                    assert event["takes"] == up
                    up = event["gives"]
            draws = [event["card"] for event in hand["events"] if event["type"] == "draw"]
            assert draws[-1] == up


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("mode", ["stream", "shared"])
def test_blocks_threads_and_order_never_change_a_result(mode: str, seats: dict[str, Any]) -> None:
    rules = Rules(**seats)
    table = seat_down(["ahorradora", *["codiciosa"] * (rules.sides - 1)], rules, 9, mode)
    whole = play_deals(table, 1000, threads=1).counts.digest({})
    assert play_deals(table, 1000, threads=3, block_size=7).counts.digest({}) == whole
    assert play_deals(table, 1000, threads=2, block_size=333).counts.digest({}) == whole
    later = play_deals(table, 400, threads=1, first=600).counts
    later.add(play_deals(table, 600, threads=1).counts)
    assert later.digest({}) == whole


@pytest.mark.parametrize("seats", PLAYERS)
def test_stream_and_shared_deals_are_the_same_game(seats: dict[str, Any]) -> None:
    """Same law: the mean points of a side and of a chair differ by chance only."""
    rules = Rules(**seats)
    deals = 40_000
    found = []
    for mode, seed in (("stream", 1), ("shared", 2)):
        table = seat_down(["ahorradora", *["codiciosa"] * (rules.sides - 1)], rules, seed, mode)
        found.append((table.seatings, block(table, deals).counts))
    for at in (*range(0, 5), *range(30, 30 + 5 * rules.players)):
        means, errors = [], []
        for _, counts in found:
            total, squares = (int(value) for value in counts.measures[:, at])
            means.append(total / deals)
            errors.append((squares / deals - (total / deals) ** 2) / deals)
        assert abs(means[0] - means[1]) <= 4.5 * np.sqrt(sum(errors)) + 1e-12, at


def test_neighbouring_seeds_and_deals_share_nothing() -> None:
    seeds, deals = np.array(pairs(), dtype=np.int64).T.copy()
    keys = np.zeros((seeds.size, 3), dtype=np.int64)
    keys_of(seeds, deals, keys.ravel(), seeds.size)
    assert len(set(keys.ravel().tolist())) == 3 * 40 * 500
    decks = {tuple(trace_deal(seat_down(["baja"] * 2, seed=s), d)[1]) for s, d in pairs(3, 60)}
    assert len(decks) == 180


@entry(ARRAY, ARRAY, ARRAY, INT)
def keys_of(seeds, deals, keys, count):
    """The key of each deal and the starts of two of its streams."""
    for i in range(count):
        keys[3 * i] = deal_key(seeds[i], deals[i])
        keys[3 * i + 1] = stream(keys[3 * i], 0)
        keys[3 * i + 2] = stream(keys[3 * i], 1)
    return 0


def pairs(seeds: int = 40, deals: int = 500) -> list[tuple[int, int]]:
    return [(seed, deal) for seed in range(seeds) for deal in range(deals)]


def test_strategies_do_not_touch_the_cards() -> None:
    for deal in (0, 5, 77):
        decks = [tuple(trace_deal(seat_down([n, n]), deal)[1]) for n in ("ciegas", "baja", AZAR)]
        assert decks[0] == decks[1] == decks[2]


def test_nothing_is_left_over_from_the_hand_before() -> None:
    """A deal gives the same counts alone and after a hundred others."""
    table = seat_down([AZAR] * 2, Rules(mano_negra="hand"))
    after = play_one_block(table, 0, 101, np.zeros(1, dtype=np.int64)).counts
    before = play_one_block(table, 0, 100, np.zeros(1, dtype=np.int64)).counts
    before.add(play_one_block(table, 100, 101, np.zeros(1, dtype=np.int64)).counts)
    assert before.digest({}) == after.digest({})


card_words = st.integers(0, 63)


@given(card_words, card_words, st.integers(0, 3))
def test_power_orders_cards_as_the_rules_do(a: int, b: int, trump: int) -> None:
    led = a >> 4
    beats = words.power.py_func(b, led, trump) > words.power.py_func(a, led, trump)
    if b >> 4 == led:
        assert beats == (b & 15 > a & 15)
    else:
        assert beats == (b >> 4 == trump)


@given(card_words)
def test_points_of_every_rank(card: int) -> None:
    assert words.points_of.py_func(card) == POINTS[card & 15]


@given(st.lists(card_words, min_size=1, max_size=3, unique=True), st.data())
def test_hands_in_a_word(cards: list[int], data: st.DataObject) -> None:
    hand = np.int64(-1)
    for place, card in enumerate(cards):
        hand = words.put.py_func(hand, place, np.int64(card))
    assert [words.card_at.py_func(hand, i) for i in range(3)] == [*cards, -1, -1][:3]
    place = data.draw(st.integers(0, len(cards) - 1))
    assert words.place_of.py_func(hand, cards[place]) == place
    assert words.place_of.py_func(hand, -1) == -1
    left = np.int64(words.take.py_func(hand, place, len(cards)))
    byte = words.byte_of.py_func(hand, np.int64(cards[place]))
    assert byte == 255 << 8 * place
    assert words.take_out.py_func(hand, byte, len(cards)) == left
    for answer in (-1, 255, 256, 64 + cards[place], cards[place] - 64, 2**62 + cards[place]):
        with np.errstate(over="ignore"):
            assert words.byte_of.py_func(hand, np.int64(answer)) == 0
    kept = [*cards[:place], cards[-1], *cards[place + 1 : -1]][: len(cards) - 1]
    assert [words.card_at.py_func(left, i) for i in range(3)] == [*kept, -1, -1, -1][:3]


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_mixing_is_one_to_one(a: int, b: int) -> None:
    with np.errstate(over="ignore"):
        mixed = mix.py_func(np.uint64(a)), mix.py_func(np.uint64(b))
        assert (mixed[0] == mixed[1]) == (a == b)
