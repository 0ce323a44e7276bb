"""What counting cards rests on: chances, exact endings, and the order of strengths that follows."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from positions import choice

from brisca_sim import Rules, simulate
from brisca_sim.cards import deck_cards, mask_of, parse_card
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.jit import ARRAY, INT, entry, pointer
from brisca_sim.vocabulary import HAND_VALUE, chance_to_stand, ending_value, points_in

POINTS = {11: 11, 10: 10, 9: 4, 8: 3, 7: 2}
UNSEEN = "Ac 3c 4c 2e 5e 6e Ro 4o 7b Sb Ab 2b"
SCALE = 12  # averages over three or four layouts become whole numbers


@entry(ARRAY, INT)
def scaled_value(obs, card):
    """The word's answer as a whole number."""
    return round(SCALE * ending_value(pointer(obs), card))


@entry(ARRAY, INT, INT)
def millionths(obs, card, percent):
    """Chance to stand, in millionths."""
    return round(1e6 * chance_to_stand(pointer(obs), card, percent / 100))


@entry(INT)
def points_of_set(cards):
    """Points of a set of cards."""
    return points_in(cards)


def beats(card: int, other: int, trump: int) -> bool:
    """Whether `card`, played second, takes `other`."""
    if card // 16 == other // 16:
        return card > other
    return card // 16 == trump


class Position:
    """A random position of two players with at most one drawing round to come."""

    def __init__(self, rng: np.random.Generator, stock: int, aim: str) -> None:
        self.aim = aim
        self.stock = stock
        self.trump = int(rng.integers(4))
        self.held = 3 if stock else int(rng.integers(1, 4))
        self.follows = bool(rng.integers(2))
        cards = rng.permutation(deck_cards(40)).tolist()
        self.up = -1
        if stock:
            self.up = next(card for card in cards if card // 16 == self.trump)
            cards.remove(self.up)
        self.mine = [cards.pop() for _ in range(self.held)]
        self.theirs = [cards.pop() for _ in range(self.held - self.follows)]
        self.table = [cards.pop()] if self.follows else []
        self.hidden = [cards.pop()] if stock else []
        if stock and rng.integers(2):
            self.let_swap(cards)
        self.known = self.theirs if not stock else self.theirs[: int(rng.integers(3))][:1]
        self.points = (int(rng.integers(35, 75)), int(rng.integers(35, 75)))
        self.tricks = (int(rng.integers(7, 12)), int(rng.integers(7, 12)))
        self.gone = cards
        self.last_wins = bool(rng.integers(2))
        self.swap, self.limit, self.by = (int(rng.integers(3)) for _ in range(3))
        self.last_round = bool(rng.integers(4))

    def let_swap(self, cards: list[int]) -> None:
        """Give the rival what the turned-up card may be taken with, if it is among the other cards."""
        gives = self.trump * 16 + (4 if self.up % 16 >= 7 else 0)
        if gives in cards:
            cards[cards.index(gives)], self.theirs[0] = self.theirs[0], gives

    def layouts(self) -> list[tuple[list[int], int]]:
        """Every rival hand and hidden card that the player has to reckon with."""
        if not self.stock:
            return [(self.theirs, -1)]
        free = [card for card in self.theirs + self.hidden if card not in self.known]
        return [([*self.known, *(c for c in free if c != hidden)], hidden) for hidden in free]

    def obs(self) -> Any:
        """What the player sees; he sits in the seat after the card on the table."""
        obs = np.zeros(o.OBS_WORDS, dtype=np.int64)
        seat = len(self.table)
        obs[o.SEAT], obs[o.PLAYERS], obs[o.SIDES] = seat, 2, 2
        obs[o.HAND_N], obs[o.TABLE_N] = self.held, len(self.table)
        obs[o.TRICK] = sum(self.tricks)
        obs[o.HAND] = sum(c << 8 * i for i, c in enumerate(self.mine)) - (1 << 8 * self.held)
        obs[o.DECK], obs[o.PLAYED] = mask_of(deck_cards(40)), mask_of([*self.gone, *self.table])
        obs[o.FEWEST], obs[o.BY_TRICKS] = self.aim != "most", self.aim == "tricks"
        obs[o.TRUMP], obs[o.UPCARD], obs[o.STOCK] = self.trump, self.up, self.stock
        obs[o.KNOWN + 1 - seat] = mask_of(self.known)
        rules = obs[o.RULES :]
        rules[o.C_TIE_LAST], rules[o.C_SWAP], rules[o.C_SWAP_BY] = (
            self.last_wins,
            self.swap,
            self.by,
        )
        rules[o.C_SWAP_LAST], rules[o.C_SWAP_LIMIT] = self.last_round, self.limit
        for card in self.table:
            obs[o.TABLE] = obs[o.BEST_CARD] = card
        for i in range(2):
            obs[o.SIDE_POINTS + (seat + i) % 2] = self.points[i]
            obs[o.SEAT_TRICKS + (seat + i) % 2] = self.tricks[i]
        return obs

    def value(self, card: int) -> int:
        """Scaled value of a card by trying everything."""
        counts = self.tricks if self.aim == "tricks" else self.points
        rest = [c for c in self.mine if c != card]
        total = 0
        layouts = self.layouts()
        for theirs, hidden in layouts:
            hands = [(theirs, self.up)]
            if not self.table and self.swap == 2:
                # Every rival here has won a trick, which whoever asks for the right asks for.
                hands = self.swaps(theirs, self.up)
            total += min(
                self.after(rest, [c for c in hand if c != reply], card, reply, counts, hidden, up)
                for hand, up in hands
                for reply in (self.table or hand)
            )
        assert total * SCALE % len(layouts) == 0
        return total * SCALE // len(layouts)

    def after(
        self,
        mine: list[int],
        theirs: list[int],
        card: int,
        reply: int,
        counts: tuple[int, int],
        hidden: int,
        up: int,
    ) -> int:
        """The first trick, with its drawing and, where the winner may swap, his best choice."""
        wins = beats(card, reply, self.trump) if self.table else not beats(reply, card, self.trump)
        now = self.count(counts, wins, card, reply)
        if hidden < 0:
            return self.best(mine, theirs, wins, now)
        won, lost = (mine, theirs) if wins else (theirs, mine)
        values = []
        for hand, left in self.swaps(won, up) if self.swap == 1 else [(won, up)]:
            full = ([*hand, hidden], [*lost, left])
            values.append(self.best(*(full if wins else full[::-1]), wins, now))
        return max(values) if wins else min(values)

    def swaps(self, hand: list[int], up: int) -> list[tuple[list[int], int]]:
        """The hand and the turned-up card without a swap, after one, and after two."""
        found = [(hand, up)]
        while self.last_round and up % 16 > 0 and (self.limit == 0 or len(found) == 1):
            gives = up // 16 * 16 + (4 if up % 16 >= 7 else 0)
            if gives not in hand:
                break
            hand = [up if card == gives else card for card in hand]
            up = gives
            found.append((hand, up))
        return found

    def count(self, counts: tuple[int, int], wins: bool, *cards: int) -> tuple[int, int]:
        worth = 1 if self.aim == "tricks" else sum(POINTS.get(c % 16, 0) for c in cards)
        return (counts[0] + worth * wins, counts[1] + worth * (not wins))

    def best(self, mine: list[int], theirs: list[int], my_lead: bool, counts: Any) -> int:
        """Plain minimax without any cut."""
        if not mine:
            ahead = (counts[0] - counts[1]) * (1 if self.aim == "most" else -1)
            if ahead == 0 and self.last_wins:
                return HAND_VALUE if my_lead else -HAND_VALUE
            return ahead + HAND_VALUE * ((ahead > 0) - (ahead < 0))
        leads, follows = (mine, theirs) if my_lead else (theirs, mine)
        values = []
        for lead in leads:
            replies = []
            for reply in follows:
                wins = beats(reply, lead, self.trump) != my_lead
                left = [[c for c in hand if c not in (lead, reply)] for hand in (mine, theirs)]
                now = self.count(counts, wins, lead, reply)
                replies.append(self.best(left[0], left[1], wins, now))
            values.append(min(replies) if my_lead else max(replies))
        return max(values) if my_lead else min(values)


@pytest.mark.parametrize("aim", ["most", "points", "tricks"])
@pytest.mark.parametrize(("stock", "times"), [(0, 3000), (2, 340)])
def test_endings_are_exact(aim: str, stock: int, times: int) -> None:
    rng = np.random.default_rng([11, stock, len(aim)])
    for number in range(times):
        position = Position(rng, stock, aim)
        obs = position.obs()
        for card in position.mine:
            assert scaled_value(obs, card) == position.value(card), (number, vars(position))


@pytest.mark.parametrize("will", [0, 40, 100])
def test_the_chance_to_stand_is_that_of_all_hands(will: int) -> None:
    """Against every hand the rival may hold, each equally likely, from 12 unseen cards."""
    unseen = [parse_card(text) for text in UNSEEN.split()]
    for led, known in (("Rc", ""), ("Re", ""), ("7o", ""), ("2o", ""), ("Rc", "4o"), ("7b", "Sb")):
        card = parse_card(led)
        obs = np.zeros(o.OBS_WORDS, dtype=np.int64)
        held = [card, parse_card("5c"), parse_card("2c")]
        obs[o.PLAYERS], obs[o.SIDES], obs[o.HAND_N] = 2, 2, 3
        obs[o.HAND] = sum(c << 8 * i for i, c in enumerate(held)) - (1 << 24)
        obs[o.UPCARD], obs[o.STOCK] = parse_card("6o"), 10
        shown = [parse_card(text) for text in known.split()]
        free = [c for c in unseen if c not in shown and c != card]
        obs[o.DECK] = mask_of([*free, *shown, *held, parse_card("6o")])
        obs[o.KNOWN + 1] = mask_of(shown)
        hands = [[*shown, *rest] for rest in combinations(free, 3 - len(shown))]
        trump_led = card // 16 == 0
        stands = 0.0
        for hand in hands:
            trumped = any(c // 16 == 0 and beats(c, card, 0) for c in hand)
            suited = not trump_led and any(c // 16 == card // 16 and c > card for c in hand)
            stands += 0 if suited else (1 - will / 100 if trumped else 1)
        expected = stands / len(hands)
        assert abs(millionths(obs, card, will) / 1e6 - expected) < 2e-6, (led, known)


def test_points_of_a_set() -> None:
    assert points_of_set(mask_of(deck_cards(40))) == 120
    assert points_of_set(mask_of(parse_card(t) for t in ("Ab", "3o", "Rc", "Ce", "Sb", "7o"))) == 30
    assert points_of_set(0) == 0


def test_the_dearest_card_to_keep_is_the_as_of_trumps() -> None:
    """Leading or following, a worthless trick gets the cheapest card."""
    for name in ("contadora", "contadora_final"):
        assert choice(name, "Ao 3c 7b") == "7b"
        assert choice(name, "Ao 3o 2e", table="4c") == "2e"


FEWEST = Rules(objective="fewest")
PAIRS = Rules(players=4)


@pytest.mark.parametrize(
    ("name", "hand", "options", "answer"),
    [
        ("contadora", "Ac 7c 2o", {"table": "Rc"}, "Ac"),
        ("contadora", "7b 2o 4e", {"table": "Ac"}, "2o"),
        ("contadora", "7b 2o 4e", {"table": "2c"}, "4e"),
        # A sure trick that reaches 61 is worth the as of trumps; one that does not is not.
        ("contadora", "Ao 4e 5e", {"table": "Sc", "points": (40, 48)}, "Ao"),
        ("contadora", "Ao 4e 5e", {"table": "Sc", "points": (40, 47)}, "4e"),
        # The last trick before the stock is empty: its loser gets the as of trumps, or the 4.
        ("contadora", "3c 7b 4e", {"table": "Rc", "stock": 2, "up": "Ao"}, "4e"),
        ("contadora", "3c 7b 4e", {"table": "Rc", "stock": 2, "up": "4o"}, "3c"),
        # The partner's trick is loaded once no rival can take it, not while rivals may trump it.
        ("contadora", "7b 2o 3e", {"table": "4b 7o 2c", "rules": PAIRS}, "3e"),
        ("contadora", "7b 2o 3e", {"table": "4c 7c", "rules": PAIRS}, "7b"),
        # Rc is led to a hand without trumps: 15 points now or 11 later.
        ("contadora_final", "2c Ao", {"table": "Rc", "stock": 0, "known": {0: "4b"}}, "Ao"),
        (
            "contadora_final",
            "Ao 2c",
            {"table": "Rc", "stock": 0, "known": {0: "4b"}, "rules": FEWEST},
            "2c",
        ),
    ],
)
def test_positions(name: str, hand: str, options: dict[str, Any], answer: str) -> None:
    assert choice(name, hand, **options) == answer


@pytest.mark.parametrize(
    ("name", "other", "players", "least"),
    [
        ("contadora", "ahorradora", 2, 0.60),
        ("contadora_final", "contadora", 2, 0.54),
        ("contadora_final", "ciegas", 2, 0.91),
        ("contadora_final", "codiciosa", 2, 0.73),
        ("contadora_final", "ahorradora", 2, 0.65),
        ("contadora", "ahorradora", 4, 0.56),
        ("ahorradora", "arrastradora", 2, 0.53),
    ],
)
def test_order_of_strengths(name: str, other: str, players: int, least: float) -> None:
    """The bounds lie at least four standard errors below what is expected."""
    run = simulate([name, other], Rules(players=players), deals=4000, seed=1, threads=1)
    assert run.document["sides"][0]["score"] > least


@pytest.mark.parametrize("seats", [3, 4])
def test_it_beats_a_table_of_ahorradoras(seats: int) -> None:
    rules = Rules(players=seats, teams="individual")
    run = simulate(
        ["contadora", *["ahorradora"] * (seats - 1)], rules, deals=3000, seed=1, threads=1
    )
    low, _ = run.document["sides"][0]["score_ci"]
    assert low > 1 / seats


@pytest.mark.parametrize(
    ("name", "counts", "least"),
    [
        ("contadora", "points", 0.52),
        ("contadora", "tricks", 0.54),
        ("contadora_final", "points", 0.56),
    ],
)
def test_al_reves_it_beats_the_specialist(name: str, counts: str, least: float) -> None:
    rules = Rules(objective="fewest", reverse_counts=counts)
    run = simulate([name, "reves"], rules, deals=4000, seed=1, threads=1)
    assert run.document["sides"][0]["score"] > least


@pytest.mark.parametrize("name", ["contadora", "contadora_final"])
def test_it_declines_the_swap_only_al_reves(name: str) -> None:
    assert choice(name, "7o 3c 7b", up="Ao", gives="7o") == "yes"
    assert choice(name, "7o 3c 7b", up="Ao", gives="7o", rules=FEWEST) == "no"
