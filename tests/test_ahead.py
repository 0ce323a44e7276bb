"""Looking ahead: layouts agree with what is known, and are played on by the rules."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import comb
from pathlib import Path
from typing import Any

import naive
import numpy as np
import pytest

from brisca_sim import Rules
from brisca_sim.cards import card_text, cards_in
from brisca_sim.inspection.probe import KEEP, Pulse, play_watched, watched
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.jit import ARRAY, INT, entry, pointer
from brisca_sim.loading import load_strategy
from brisca_sim.table import seat_down
from brisca_sim.vocabulary import HAND_VALUE, believe, open_value, played_out
from brisca_sim.vocabulary.layouts import WORLD_WORDS, lay_out, set_up

TABLES: list[dict[str, Any]] = [
    {},
    {"players": 3, "deck": 39},
    {"players": 3, "teams": "individual", "swap": "on_turn", "swap_last_round": True},
    {"players": 4},
    {"players": 4, "teams": "individual", "objective": "fewest"},
    {"players": 6},
    {"swap": "on_turn", "swap_last_round": True, "swap_limit": "table"},
    {"objective": "fewest", "reverse_counts": "tricks", "swap": "off"},
]


@entry(ARRAY, ARRAY, ARRAY, INT, INT)
def laid_out(obs, twin, world, number, believed):
    """A layout; the seats in the mask are believed."""
    for seat in range(6):
        if believed >> seat & 1 != 0:
            believe(pointer(obs), seat)
    set_up(pointer(obs), pointer(twin), pointer(world))
    lay_out(pointer(obs), pointer(world), number)
    return 0


@entry(ARRAY, INT, INT)
def played(obs, card, number):
    """The word's answer; a whole number anyway."""
    return int(played_out(pointer(obs), card, number))


@entry(ARRAY, INT, INT)
def opened(obs, card, number):
    """The word's answer; a whole number anyway."""
    return int(open_value(pointer(obs), card, number))


SIGNING = Path(__file__).parent.parent / "brisca_sim/inspection/scripts/parlanchina.py"


def observations(rules: Rules, number: int, seed: int = 1, deals: int = 40) -> list[Any]:
    """Real decisions of all seats of a table, from anywhere in some deals."""
    pulse = Pulse()
    probe = watched(load_strategy(SIGNING if rules.senas else "contadora"), pulse)
    pulse.buffer[KEEP] = 2000
    play_watched(seat_down([probe] * rules.sides, rules, seed), 0, deals, pulse)
    picked = np.random.default_rng(seed).choice(len(pulse.rows), size=number, replace=False)
    return [pulse.rows[i].copy() for i in picked]


def layout(obs: Any, number: int, believed: int = 0) -> tuple[list[list[int]], list[int]]:
    """Hands by seat and the hidden stock of a layout."""
    twin, world = np.zeros(o.OBS_WORDS, np.int64), np.zeros(WORLD_WORDS, np.int64)
    laid_out(obs, twin, world, number, believed)
    hands = []
    for seat in range(int(obs[o.PLAYERS])):
        packed = int(world[o.HANDS + seat])
        places = [packed >> 8 * i & 255 for i in range(3)]
        hands.append([card for card in places if card != 255])
    hidden = max(int(obs[o.STOCK]) - 1, 0)
    return hands, world[o.CARDS : o.CARDS + hidden].tolist()


def held(obs: Any, seat: int) -> int:
    laid = (seat - int(obs[o.LEADER])) % int(obs[o.PLAYERS]) < int(obs[o.TABLE_N])
    return int(obs[o.HAND_N]) - laid


@pytest.mark.parametrize("options", TABLES)
def test_layouts_agree_with_what_is_known(options: dict[str, Any]) -> None:
    for obs in observations(Rules(**options), 150):
        me, players = int(obs[o.SEAT]), int(obs[o.PLAYERS])
        for number in (0, 7):
            hands, hidden = layout(obs, number)
            assert hands[me] == [int(obs[o.HAND]) >> 8 * i & 255 for i in range(obs[o.HAND_N])]
            assert [len(hand) for hand in hands] == [held(obs, seat) for seat in range(players)]
            up = [int(obs[o.UPCARD])] if obs[o.UPCARD] >= 0 else []
            # Every card of the deck is somewhere, once: the turned-up one neither in a hand nor hidden.
            everywhere = [*chain(*hands), *hidden, *up, *cards_in(int(obs[o.PLAYED]))]
            assert sorted(everywhere) == list(cards_in(int(obs[o.DECK])))
            for seat in set(range(players)) - {me}:
                known = int(obs[o.KNOWN + seat]) & ~int(obs[o.PLAYED])
                assert set(cards_in(known)) <= set(hands[seat])
            assert layout(obs, number) == (hands, hidden)


@pytest.mark.parametrize("options", [{"players": 4}, {"players": 6}])
def test_layouts_agree_with_the_signs_that_are_believed(options: dict[str, Any]) -> None:
    rules = Rules(**options, senas=True, rival_sees=0.7, senas_limit=2)
    told = lacked = one_of = 0
    for obs in observations(rules, 400):
        me, players = int(obs[o.SEAT]), int(obs[o.PLAYERS])
        seats = [seat for seat in range(players) if seat != me]
        hands, _ = layout(obs, 3, sum(1 << seat for seat in seats))
        gone = int(obs[o.PLAYED])
        for seat in seats:
            hand = set(hands[seat])
            said = set(cards_in(int(obs[o.TOLD + seat]) & ~gone))
            lacks = set(cards_in(int(obs[o.LACKS + seat]) & ~gone))
            group = set(cards_in(int(obs[o.ONE_OF + seat]) & ~gone))
            assert said <= hand
            assert len(hand & lacks) <= obs[o.DRAWN + seat]
            assert not group or hand & group
            told, lacked, one_of = told + len(said), lacked + bool(lacks), one_of + bool(group)
    assert min(told, lacked, one_of) > 50


def test_every_layout_is_equally_likely() -> None:
    """The hidden stock card and the rival's hand late in a hand: every split equally often."""
    obs = next(row for row in observations(Rules(), 800) if row[o.STOCK] == 4 and held_all(row))
    times = 6000
    found = Counter(
        tuple(sorted(layout(obs, number)[0][1 - obs[o.SEAT]])) for number in range(times)
    )
    splits = comb(6, 3)
    assert len(found) == splits
    for count in found.values():
        assert abs(count - times / splits) < 4.5 * (times / splits * (1 - 1 / splits)) ** 0.5


def held_all(obs: Any) -> bool:
    """Nobody has played to the trick, and nothing is known of the rival's cards."""
    return bool(obs[o.TABLE_N] == 0 and obs[o.KNOWN + 1 - obs[o.SEAT]] & ~obs[o.PLAYED] == 0)


def test_other_numbers_and_other_streams_give_other_layouts() -> None:
    for obs in observations(Rules(players=3), 20):
        if obs[o.STOCK] < 9:
            continue
        first = layout(obs, 0)
        assert any(layout(obs, number) != first for number in range(1, 4))
        obs[o.RNG] += 12345
        assert any(layout(obs, number) != first for number in range(4))


class Places(list[str]):
    """A hand whose cards keep their places as the kernel has it: the last one fills a gap."""

    swapping = False

    def remove(self, card: str) -> None:
        self.at = self.index(card)
        if self.swapping:
            self.pop(self.at)
        else:
            last = self.pop()
            if last != card:
                self[self.at] = last

    def append(self, card: str) -> None:
        self.insert(self.at if self.swapping else len(self), card)
        self.swapping = False


def rank(card: str) -> int:
    return naive.RANKS.index(card[0])


def worth(card: str) -> int:
    return naive.POINTS.get(card[0], 0)


class PlaysOn:
    """The rest of a hand by the slow engine: everybody plays as ahorradora, or al reves as reves."""

    def __init__(self, obs: Any, rules: Rules, hands: list[list[int]], hidden: list[int]) -> None:
        self.trump = "oceb"[int(obs[o.TRUMP])]
        self.deck = {card_text(card) for card in cards_in(int(obs[o.DECK]))}
        texts = [Places(map(card_text, hand)) for hand in hands]
        up = card_text(int(obs[o.UPCARD])) if obs[o.UPCARD] >= 0 else None
        leader = int(obs[o.LEADER])
        self.hand = naive.Hand(
            rules.to_dict(), rules.players, 0, "shared", texts, "2" + self.trump,
            [card_text(card) for card in hidden], up, leader,
        )  # fmt: skip
        for i in range(int(obs[o.TABLE_N])):
            pair = ((leader + i) % rules.players, card_text(int(obs[o.TABLE + i])))
            self.hand.table.append(pair)
        gone = cards_in(int(obs[o.PLAYED]))
        self.hand.played = [(0, card_text(card)) for card in gone]
        for seat in range(rules.players):
            self.hand.winners += [seat] * int(obs[o.SEAT_TRICKS + seat])
        self.hand.swaps_this_trick = [-1] * int(obs[o.TRICK_SWAPS])
        self.before = [int(points) for points in obs[o.SIDE_POINTS : o.SIDE_POINTS + rules.sides]]

    def margin(self, card: str, side: int) -> int:
        """What a side has more than the best of its rivals when the card to be played is `card`."""
        hand, rules = self.hand, self.hand.rules
        seats = naive.seats_from(hand.leader, hand.players)[len(hand.table) :]
        naive.play_card(hand, seats[0], lambda _: card)
        for seat in seats[1:]:
            while rules["swap"] == "on_turn" and naive.offer_swap(hand, seat, self.swap):
                pass
            naive.play_card(hand, seat, self.play)
        naive.take_trick(hand)
        if hand.stock > 0:
            while rules["swap"] == "winner" and naive.offer_swap(hand, hand.leader, self.swap):
                pass
            naive.draw_round(hand)
        naive.play_out(hand, self.play, self.swap, lambda _: None, lambda *_: set())
        gained = naive.per_side(rules, naive.points_per_seat(hand))
        totals = [old + new for old, new in zip(self.before, gained, strict=True)]
        if rules["objective"] == "fewest":
            totals = [-total for total in totals]
            if rules["reverse_counts"] == "tricks":
                tricks = naive.tricks_per_seat(hand.players, hand.winners)
                totals = [-count for count in naive.per_side(rules, tricks)]
        return totals[side] - max(total for i, total in enumerate(totals) if i != side)

    def swap(self, view: naive.View, _gives: str, _takes: str) -> bool:
        self.hand.hands[view["seat"]].swapping = True
        return True

    def play(self, view: naive.View) -> str:
        held = list(self.hand.hands[view["seat"]])
        if self.hand.rules["objective"] == "fewest":
            return self.shed(held, view)
        return self.save(held, view)

    def wins(self, card: str, view: naive.View) -> bool:
        table = [*view["table"], (view["seat"], card)]
        return naive.trick_winner(table, self.trump) == view["seat"]

    def save(self, held: list[str], view: naive.View) -> str:
        price = {c: 20 * worth(c) + 100 * (c[1] == self.trump) + rank(c) for c in held}
        cheapest = min(held, key=lambda card: price[card])
        if not view["table"]:
            return cheapest
        winner = naive.trick_winner(view["table"], self.trump)
        last = len(view["table"]) == self.hand.players - 1
        plain = [card for card in held if card[1] != self.trump]
        if naive.same_side(self.hand.rules, winner, view["seat"]):
            best = dict(view["table"])[winner]
            if plain and (last or self.boss(best, held, view)):
                return max(plain, key=lambda card: (worth(card), rank(card)))
            return cheapest
        winners = [card for card in held if self.wins(card, view)]
        if any(card in plain for card in winners):
            safe = (card for card in winners if card in plain)
            return max(safe, key=lambda card: (worth(card), rank(card)))
        asked = (1 if view["stock"] == 0 else 3) if last else 10
        if winners and sum(worth(card) for _, card in view["table"]) >= asked:
            return min(winners, key=rank)
        return cheapest

    def boss(self, best: str, held: list[str], view: naive.View) -> bool:
        out = self.deck - set(held) - {card for _, card in view["played"]} - {view["upcard"]}
        higher = any(card[1] == best[1] and rank(card) > rank(best) for card in out)
        return not higher and (best[1] == self.trump or all(c[1] != self.trump for c in out))

    def shed(self, held: list[str], view: naive.View) -> str:
        if not view["table"]:
            danger = {c: 5 * worth(c) + 3 * rank(c) + 30 * (c[1] == self.trump) for c in held}
            return min(held, key=lambda card: danger[card])
        losers = [card for card in held if not self.wins(card, view)]
        if losers:
            return max(losers, key=lambda card: (worth(card), rank(card)))
        return min(held, key=lambda card: (worth(card), rank(card)))


@pytest.mark.parametrize("options", TABLES)
def test_hands_are_played_on_by_the_rules(options: dict[str, Any]) -> None:
    rules = Rules(**options)
    for obs in observations(rules, 60):
        side = int(obs[o.SEAT]) % rules.sides
        for number in range(2):
            hands, hidden = layout(obs, number)
            for card in hands[int(obs[o.SEAT])]:
                expected = PlaysOn(obs, rules, hands, hidden).margin(card_text(card), side)
                assert played(obs, card, number) == expected, (card_text(card), hands, hidden)


def best_play(obs: Any, rules: Rules, hands: list[list[int]], card: int) -> int:
    """What the player's side gets out of open hands, each side doing what is best for itself."""
    leader, trump = int(obs[o.LEADER]), int(obs[o.TRUMP])
    table = [int(obs[o.TABLE + i]) for i in range(int(obs[o.TABLE_N]))]
    points = [int(p) for p in obs[o.SIDE_POINTS : o.SIDE_POINTS + rules.sides]]
    last = [int(p) for p in obs[o.LAST_TRICK : o.LAST_TRICK + rules.sides]]
    state = (leader, tuple(table), tuple(map(tuple, hands)), tuple(points), tuple(last), 90)
    values = laid_open(*state, rules, trump, card)
    return values[int(obs[o.SEAT]) % rules.sides]


def laid_open(
    leader: int,
    table: tuple[int, ...],
    hands: tuple[tuple[int, ...], ...],
    points: tuple[int, ...],
    last: tuple[int, ...],
    trick: int,
    rules: Rules,
    trump: int,
    only: int | None = None,
) -> list[int]:
    """Values of all sides by trying everything (max-n), the first of equal plays being taken."""
    players, sides = rules.players, rules.sides
    if len(table) == players:
        power = [32 * (c // 16 == trump) + 16 * (c // 16 == table[0] // 16) + c % 16 for c in table]
        winner = (leader + power.index(max(power))) % players
        side = winner % sides
        now = list(points)
        now[side] += sum(POINTS.get(c % 16, 0) for c in table)
        taken = tuple(trick if i == side else before for i, before in enumerate(last))
        return laid_open(winner, (), hands, tuple(now), taken, trick + 1, rules, trump)
    if not any(hands):
        return final_values(points, last, rules)
    seat = (leader + len(table)) % players
    best: list[int] = []
    for card in hands[seat] if only is None else (only,):
        left = tuple(without(hand, card) for hand in hands)
        values = laid_open(leader, (*table, card), left, points, last, trick, rules, trump)
        if not best or values[seat % sides] > best[seat % sides]:
            best = values
    return best


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A hand without a card, whose place the last one takes: of equal plays the first is taken."""
    if card not in hand:
        return hand
    *rest, last = hand
    return tuple(last if c == card else c for c in rest)


def final_values(points: tuple[int, ...], last: tuple[int, ...], rules: Rules) -> list[int]:
    """Result and margin of every side: the hand shared by those with most points."""
    worth = [-p if rules.objective == "fewest" else p for p in points]
    first = [side for side, w in enumerate(worth) if w == max(worth)]
    # Al reves those who tie may have won no trick at all, and share the hand.
    if len(first) > 1 and rules.tie == "last_trick" and max(last[side] for side in first) >= 0:
        first = [max(first, key=lambda side: last[side])]
    values = []
    for side, w in enumerate(worth):
        score = 12 // len(first) if side in first else 0
        margin = w - max(other for i, other in enumerate(worth) if i != side)
        values.append(2 * HAND_VALUE * score // 12 - HAND_VALUE + margin)
    return values


POINTS = {11: 11, 10: 10, 9: 4, 8: 3, 7: 2}


@pytest.mark.parametrize(
    ("options", "most", "number"),
    [
        ({"players": 3}, 3, 60),
        ({"players": 3, "tie": "last_trick", "objective": "fewest"}, 3, 60),
        ({"players": 4}, 2, 200),
        ({"players": 4}, 3, 12),
        ({"players": 4, "teams": "individual", "tie": "last_trick"}, 2, 200),
        ({"players": 4, "objective": "fewest"}, 2, 100),
        ({"players": 6}, 2, 30),
    ],
)
def test_open_hands_are_played_out_in_every_way(
    options: dict[str, Any], most: int, number: int
) -> None:
    rules = Rules(**options)
    ends = [
        obs
        for obs in observations(rules, 1500, deals=120)
        if obs[o.STOCK] == 0 and obs[o.HAND_N] <= most
    ][:number]
    assert len(ends) >= min(number, 25)
    for obs in ends:
        hands, _ = layout(obs, 1)
        for card in hands[int(obs[o.SEAT])]:
            assert opened(obs, card, 1) == best_play(obs, rules, hands, card)
