"""The oracle itself, against hands that can be checked with pencil and paper."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import naive
import pytest

TRADICIONAL: naive.Rules = {
    "players": 2,
    "teams": "individual",
    "deck": 40,
    "swap": "winner",
    "swap_by": "own",
    "swap_last_round": False,
    "swap_limit": "none",
    "tie": "draw",
    "mano_negra": "off",
    "mano_negra_when": "any",
    "objective": "most",
    "reverse_counts": "points",
    "blind": False,
    "show_partner": "never",
}
TABLES = [  # players, teams, cards, tricks in a hand
    (2, "individual", 40, 20),
    (2, "individual", 36, 18),
    (2, "individual", 48, 24),
    (3, "individual", 36, 12),
    (3, "individual", 39, 13),
    (3, "individual", 48, 16),
    (4, "pairs", 40, 10),
    (4, "individual", 40, 10),
    (4, "pairs", 48, 12),
    (6, "pairs", 48, 8),
]


def rules_with(**changes: Any) -> naive.Rules:
    return {**TRADICIONAL, **changes}


PAIRS = rules_with(players=4, teams="pairs", swap="off")


def lay(
    rules: naive.Rules, mano: int, hands: list[str], up: str, next_cards: str = ""
) -> list[str]:
    """Lay a deck that deals `hands` (by seat), turns `up` and goes on with `next_cards`."""
    players = rules["players"]
    split = [hand.split() for hand in hands]
    laid = [split[(mano + step) % players][row] for row in range(3) for step in range(players)]
    laid += [up, *next_cards.split()]
    return laid + [card for card in naive.full_deck(rules) if card not in laid]


class Script:
    """Play the listed cards of each seat first, then its lowest; note every question asked."""

    def __init__(self, *cards: str, swaps: bool = True) -> None:
        self.cards = [line.split() for line in cards]
        self.swaps = swaps
        self.play_views: list[naive.View] = []
        self.swap_asked: list[tuple[int, int, str, str]] = []
        self.swap_views: list[naive.View] = []

    def play(self, view: naive.View) -> str:
        self.play_views.append(view)
        todo = self.cards[view["seat"]] if view["seat"] < len(self.cards) else []
        return todo.pop(0) if todo else str(view["hand"][0])

    def swap(self, view: naive.View, gives: str, takes: str) -> bool:
        self.swap_views.append(view)
        self.swap_asked.append((view["seat"], view["trick"], gives, takes))
        return self.swaps


def played(
    rules: naive.Rules, deck: list[str], script: Script, *, mano: int = 0, mode: str = "shared"
) -> dict[str, Any]:
    return naive.play_hand(rules, deck, mano, mode, script.play, script.swap)


def of_type(record: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for event in record["events"] if event["type"] == kind]


def random_hand(rules: naive.Rules, seed: int, mode: str = "shared") -> dict[str, Any]:
    """Shuffle a deck and play it with random cards, swapping at every chance."""
    generator = random.Random(seed)
    deck = naive.full_deck(rules)
    generator.shuffle(deck)
    mano = generator.randrange(rules["players"])

    def play(view: naive.View) -> str:
        return str(generator.choice(view["hand"]))

    return naive.play_hand(rules, deck, mano, mode, play, lambda *_: True)


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ("4o 6o", "b", 1),  # equal points: rank decides
        ("6o 4o", "b", 0),
        ("2b 7b", "b", 1),
        ("7b 2b", "b", 0),
        ("4o Ac", "b", 0),  # neither suit led nor trump
        ("Ao 2b", "b", 1),
        ("4o 2b Ro", "b", 1),  # a plain card above the lead does not beat the trump
        ("4o Ac Ro 6o", "b", 2),  # the best of the lead is found past another suit
        ("4o 4b 3o 2b", "b", 1),
        ("4o 2b Ao 4b", "b", 3),
        ("2o 3o Ao Ro", "c", 2),
        ("7e 9e Se 8e", "o", 2),
        ("7e 8e 9e 6e", "o", 2),
    ],
)
def test_trick_winner(cards: str, trump: str, winner: int) -> None:
    for shift in range(4):  # a seat, not a place counted from the leader
        table = [((shift + place) % 4, card) for place, card in enumerate(cards.split())]
        assert naive.trick_winner(table, trump) == (shift + winner) % 4


def test_scripted_hand_in_full() -> None:
    columns = [  # cards of seats 0-3 in the order in which each is received and played
        "Ao 4c 5b 5o Se So Sc Sb Co Ae",
        "4o 2b 6o 4b 7e 3o Ac Rc Re 7o",
        "Ro Cc 3b 2c 5e 4e 6b 3c Cb Ce",
        "2e 7c Ab 2o 6c 6e 5c 7b Rb 3e",
    ]
    winners = [3, 2, 3, 0, 0, 3, 1, 2, 1, 0]
    points = [15, 3, 21, 0, 2, 12, 13, 16, 14, 24]
    # Drawn after each trick, winner first; the turned-up Ae goes to seat 0 at the end.
    drawn = "2o 5o 4b 2c 5e 6c Se 7e 6e So 3o 4e Sc Ac 6b 5c Sb Rc 3c 7b Rb Co Re Cb 7o Ce 3e"
    deck = lay(PAIRS, 1, [column[:8] for column in columns], "Ae", drawn)
    assert len(deck) == 40
    record = played(PAIRS, deck, Script(*columns), mano=1)
    tricks = of_type(record, "trick")
    assert [trick["winner"] for trick in tricks] == winners
    assert [trick["points"] for trick in tricks] == points
    assert record["result"] == {
        "points": [26, 27, 19, 48],
        "side_points": [45, 75],
        "winner": 1,
        "reason": "points",
    }
    assert (record["dealer"], record["mano"], record["trump"]) == (0, 1, "Ae")
    assert record["tricks"] == [3, 2, 2, 3]
    assert record["score"] == [Fraction(0), Fraction(1)]
    assert record["deck"] == deck
    assert record["events"][:6] == [
        {"type": "play", "seat": 1, "card": "4o"},
        {"type": "play", "seat": 2, "card": "Ro"},
        {"type": "play", "seat": 3, "card": "2e"},
        {"type": "play", "seat": 0, "card": "Ao"},
        {"type": "trick", "winner": 3, "points": 15},
        {"type": "draw", "seat": 3, "card": "2o"},
    ]
    assert of_type(record, "draw")[-1] == {"type": "draw", "seat": 0, "card": "Ae"}


@pytest.mark.parametrize(("players", "teams", "cards", "tricks"), TABLES)
@pytest.mark.parametrize("mode", ["shared", "stream"])
def test_every_hand_adds_up(players: int, teams: str, cards: int, tricks: int, mode: str) -> None:
    rules = rules_with(players=players, teams=teams, deck=cards, removed="2c")
    for seed in range(10):
        record = random_hand(rules, seed, mode)
        assert len(of_type(record, "trick")) == tricks == sum(record["tricks"])
        assert sum(record["result"]["points"]) == sum(record["result"]["side_points"]) == 120
        assert sum(record["score"]) == 1
        everything = Counter(naive.full_deck(rules))
        assert Counter(record["deck"]) == everything
        assert Counter(play["card"] for play in of_type(record, "play")) == everything
        stock = [draw["card"] for draw in of_type(record, "draw")]
        assert record["deck"][3 * players + 1 :] == stock[:-1]
        assert len(of_type(record, "swap")) <= (1 if cards == 36 else 2)
        seats = Counter(play["seat"] for play in of_type(record, "play"))
        assert seats == dict.fromkeys(range(players), tricks)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_winner_draws_first_and_last_drawer_takes_the_turned_up_card(players: int) -> None:
    rules = rules_with(players=players, deck=36 if players == 3 else 40, swap="off")
    for seed in range(20):
        record = random_hand(rules, seed)
        events = record["events"]
        after_tricks = [
            (event["winner"], [draw["seat"] for draw in events[place + 1 : place + 1 + players]])
            for place, event in enumerate(events)
            if event["type"] == "trick"
        ]
        for winner, order in after_tricks[:-3]:
            assert order == [(winner + step) % players for step in range(players)]
        assert of_type(record, "draw")[-1]["card"] == record["trump"]
        last_winner = after_tricks[-4][0]
        assert of_type(record, "draw")[-1]["seat"] == (last_winner - 1) % players


def test_stream_cards_belong_to_chairs_counted_from_the_mano() -> None:
    # Seat 1 is mano. Trump oros: seat 0 wins the first trick with the as, yet seat 1 is chair 0.
    deck = lay(TRADICIONAL, 1, ["Ao 2c 4c", "4b 5b 6b"], "2o", "Re Ce")
    for mode, first, second in [("shared", "Re", "Ce"), ("stream", "Ce", "Re")]:
        record = played(TRADICIONAL, deck, Script("Ao", "4b"), mano=1, mode=mode)
        assert of_type(record, "draw")[:2] == [
            {"type": "draw", "seat": 0, "card": first},
            {"type": "draw", "seat": 1, "card": second},
        ]
        assert record["deck"][7:9] == [first, second]


@pytest.mark.parametrize(("lasts", "winner"), [("Ao 4b", 0), ("4b Ao", 1)])
def test_stream_last_round_gives_the_hidden_card_to_the_winner(lasts: str, winner: int) -> None:
    # Both keep their card for the last drawing trick, which the as of trumps wins.
    rules = rules_with(swap="off")
    cards = lasts.split()
    hands = [f"{cards[0]} 2c 4c", f"{cards[1]} 5b 6b"]
    deck = lay(rules, 0, hands, "Ro")
    hidden_last = deck[-1]
    kept = {cards[0], cards[1]}

    def play(view: naive.View) -> str:
        if view["stock"] == 2:
            return str(next(card for card in view["hand"] if card in kept))
        return str(next(card for card in view["hand"] if card not in kept))

    record = naive.play_hand(rules, deck, 0, "stream", play, lambda *_: False)
    assert of_type(record, "draw")[-2:] == [
        {"type": "draw", "seat": winner, "card": hidden_last},
        {"type": "draw", "seat": 1 - winner, "card": "Ro"},
    ]


def test_stream_last_round_at_a_table_of_four() -> None:
    # Chairs 0-3 are seats 1, 2, 3, 0. Seat 3 has won: seat 2 draws last and takes what lies there.
    deck = lay(PAIRS, 1, ["Ao 2c 4c", "4b 5b 6b", "5c 6c 7c", "2e 4e 5e"], "2o")
    hand = naive.deal(PAIRS, deck, 1, "stream")
    hand.hidden, hand.leader = ["Rb", "Cb", "Sb"], 3
    assert naive.shares_of_round(hand) == {1: "Rb", 3: "Cb", 0: "Sb", 2: "2o"}
    hand.deal_mode = "shared"
    assert naive.shares_of_round(hand) == {3: "Rb", 0: "Cb", 1: "Sb", 2: "2o"}


def test_winner_swap_is_asked_between_trick_and_draw_and_may_be_chained() -> None:
    deck = lay(TRADICIONAL, 0, ["3o 7o 2o", "2c 4c 5c"], "Ro", "6c 6b")
    script = Script("3o", "2c")
    record = played(TRADICIONAL, deck, script)
    assert script.swap_asked == [(0, 1, "7o", "Ro"), (0, 1, "2o", "7o")]
    assert [event["type"] for event in record["events"][:6]] == [
        "play", "play", "trick", "swap", "swap", "draw",
    ]  # fmt: skip
    first, second = script.swap_views
    assert (first["leader"], first["table"], first["stock"]) == (0, [], 34)
    assert (first["hand"], first["upcard"]) == (["2o", "7o"], "Ro")
    assert (second["hand"], second["upcard"]) == (["2o", "Ro"], "7o")
    assert of_type(record, "draw")[-1]["card"] == "2o"
    assert record["trump"] == record["deck"][6] == "Ro"


def test_declined_swap_is_not_asked_again_before_the_next_trick() -> None:
    deck = lay(TRADICIONAL, 0, ["3o Ao 7o", "2c 4c 5c"], "Ro", "6c 6b")
    script = Script("3o Ao", "2c 4c", swaps=False)
    played(TRADICIONAL, deck, script)
    assert script.swap_asked[:2] == [(0, 1, "7o", "Ro"), (0, 2, "7o", "Ro")]
    assert len({trick for _, trick, _, _ in script.swap_asked}) == len(script.swap_asked)


def test_which_card_takes_which() -> None:
    takes = {"A": "7", "3": "7", "R": "7", "C": "7", "S": "7", "2": "n"}
    for rank in naive.RANKS:
        assert naive.swap_card(rank + "o")[0] == takes.get(rank, "2")


@pytest.mark.parametrize(
    ("changes", "held", "up", "exchange"),
    [
        ({}, "7o", "So", "7o"),
        ({}, "2o", "7o", "2o"),
        ({}, "2o", "So", None),
        ({}, "7o", "6o", None),
        ({}, "7o", "2o", None),
        ({}, "7c", "So", None),  # the 7 of another suit
        ({"deck": 48}, "2o", "8o", "2o"),
        ({"deck": 48}, "7o", "9o", None),
        ({"deck": 36}, "7o", "5o", None),
        ({"swap": "off"}, "7o", "So", None),
        ({"blind": True}, "7o", "So", None),
    ],
)
def test_swap_after_the_first_trick(
    changes: dict[str, Any], held: str, up: str, exchange: str | None
) -> None:
    rules = rules_with(**changes)
    script = Script("3o", "6c", swaps=False)
    played(rules, lay(rules, 0, [f"3o {held} 5b", "6c 4c 5c"], up), script)
    first = [question for question in script.swap_asked if question[1] == 1]
    assert first == ([] if exchange is None else [(0, 1, exchange, up)])


@pytest.mark.parametrize("swap_by", ["own", "team", "anyone"])
def test_on_turn_right(swap_by: str) -> None:
    # Seat 0 wins the first two tricks. Its partner holds the 7, its rival the 2: the rival's turn
    # in the second trick comes before the 7 lies there, so that only the third one serves.
    rules = {**PAIRS, "swap": "on_turn", "swap_by": swap_by}
    hands = ["Ao 3o 4b", "2c 2o 2b", "4c 5c 7o", "6c 7c Cb"]
    script = Script("Ao 3o", "2c 2b", "4c 5c", "6c 7c")
    record = played(rules, lay(rules, 0, hands, "Ro"), script)
    by_partner, by_rival = (2, 1, "7o", "Ro"), (1, 2, "2o", "7o")
    early = [question for question in script.swap_asked if question[1] <= 2]
    expected = {"own": [], "team": [by_partner], "anyone": [by_partner, by_rival]}
    assert early == expected[swap_by]
    if swap_by != "own":
        place = record["events"].index({"type": "swap", "seat": 2, "gives": "7o", "takes": "Ro"})
        assert record["events"][place + 1] == {"type": "play", "seat": 2, "card": "5c"}


@pytest.mark.parametrize(("limit", "swaps"), [("none", 2), ("table", 1), ("player", 1)])
@pytest.mark.parametrize("when", ["winner", "on_turn"])
def test_swap_limit_within_one_trick(limit: str, swaps: int, when: str) -> None:
    rules = rules_with(swap=when, swap_limit=limit)
    script = Script("3o Ro", "2c 4c")
    played(rules, lay(rules, 0, ["3o 7o 2o", "2c 4c 5c"], "Ro"), script)
    # The limit is lifted with the next trick.
    assert script.swap_asked == [(0, 1, "7o", "Ro"), (0, 3 - swaps, "2o", "7o")]


def test_swap_limits_differ_between_two_players_of_one_trick() -> None:
    for limit, expected in [("table", 1), ("player", 2), ("none", 2)]:
        rules = {**PAIRS, "swap": "on_turn", "swap_by": "anyone", "swap_limit": limit}
        hands = ["Ao 7o 4b", "2c 2o 2b", "4c 5c 6b", "6c 7c Cb"]
        script = Script("Ao", "2c", "4c", "6c")
        played(rules, lay(rules, 0, hands, "Ro"), script)
        assert sum(1 for question in script.swap_asked if question[1] == 1) == expected


@pytest.mark.parametrize("when", ["winner", "on_turn"])
@pytest.mark.parametrize("last_round", [True, False])
def test_swap_in_the_last_drawing_round(when: str, last_round: bool) -> None:
    # Declining for ever shows every moment at which the question is legal.
    rules = rules_with(swap=when, swap_by="anyone", swap_last_round=last_round)
    deck = lay(rules, 0, ["7o 2c 4c", "2o 5b 6b"], "Ro")
    stocks: list[int] = []

    def play(view: naive.View) -> str:
        # Seat 0 keeps its 7 until the stock is gone.
        spare = [card for card in view["hand"] if card != "7o" or view["stock"] == 0]
        return str(spare[0])

    def swap(view: naive.View, gives: str, takes: str) -> bool:
        assert (view["seat"], gives, takes) == (0, "7o", "Ro")
        stocks.append(view["stock"])
        return False

    naive.play_hand(rules, deck, 0, "shared", play, swap)
    if when == "on_turn":  # asked before every play but the first one
        assert stocks == list(range(32, 0 if last_round else 2, -2))
    else:
        assert stocks
        assert all(stock > (0 if last_round else 2) for stock in stocks)


@pytest.mark.parametrize("kind", ["hand", "match"])
def test_mano_negra_at_the_deal(kind: str) -> None:
    rules = rules_with(mano_negra=kind, mano_negra_when="deal")
    deck = lay(rules, 0, ["2c 4c 5c", "Ao 3o Ro"], "2o")
    record = played(rules, deck, Script())
    assert record["events"] == [{"type": "mano_negra", "seat": 1}]
    assert record["result"] == {
        "points": [0, 0], "side_points": [0, 0], "winner": 1, "reason": "mano_negra",
    }  # fmt: skip
    assert record["deck"] == deck
    assert record["score"] == [Fraction(0), Fraction(1)]


@pytest.mark.parametrize("when", ["any", "deal"])
def test_mano_negra_after_a_draw(when: str) -> None:
    rules = {**PAIRS, "mano_negra": "hand", "mano_negra_when": when}
    hands = ["So 4c 5c", "2c 6c 7c", "Sc 2b 4b", "Ao 3o 2e"]
    deck = lay(rules, 0, hands, "2o", "4e 5e 6e Ro")
    record = played(rules, deck, Script("So", "2c", "Sc", "2e"))
    called = of_type(record, "mano_negra")
    if when == "deal":
        assert called == []
        return
    assert record["events"][-2:] == [
        {"type": "draw", "seat": 3, "card": "Ro"},
        {"type": "mano_negra", "seat": 3},
    ]
    assert record["result"] == {
        "points": [4, 0, 0, 0], "side_points": [4, 0], "winner": 1, "reason": "mano_negra",
    }  # fmt: skip
    assert record["tricks"] == [1, 0, 0, 0]
    assert record["deck"] == deck


def test_mano_negra_after_an_on_turn_swap() -> None:
    rules = rules_with(swap="on_turn", mano_negra="hand")
    deck = lay(rules, 0, ["So Ao 3o", "2c 4c 5c"], "Ro", "7o 6b")
    record = played(rules, deck, Script("So", "2c"))
    assert record["events"][-2:] == [
        {"type": "swap", "seat": 0, "gives": "7o", "takes": "Ro"},
        {"type": "mano_negra", "seat": 0},
    ]
    assert record["result"]["points"] == [2, 0]


def decided(
    rules: naive.Rules, points: list[int], winners: list[int]
) -> tuple[int | None, str, str]:
    side, reason, score = naive.decide(rules, points, winners)
    assert sum(score) == 1
    return side, reason, " ".join(str(share) for share in score)


def test_ties() -> None:
    two, three = rules_with(), rules_with(players=3, deck=36)
    assert decided(two, [60, 60], [0, 1]) == (None, "draw", "1/2 1/2")
    assert decided(two, [61, 59], [0, 1]) == (0, "points", "1 0")
    assert decided(PAIRS, [0, 61, 59, 0], [1, 2]) == (1, "points", "0 1")
    assert decided(PAIRS, [30, 20, 30, 40], [1, 2]) == (None, "draw", "1/2 1/2")
    assert decided(three, [40, 40, 40], [0, 1, 2]) == (None, "draw", "1/3 1/3 1/3")
    assert decided(three, [50, 20, 50], [0, 1, 2]) == (None, "draw", "1/2 0 1/2")
    assert decided(three, [50, 35, 35], [0, 1, 2]) == (0, "points", "1 0 0")
    replay = {**three, "tie": "replay"}
    assert decided(replay, [20, 50, 50], [0, 1, 2]) == (None, "draw", "0 1/2 1/2")


def test_last_trick_breaks_a_tie_among_the_tied_only() -> None:
    three = rules_with(players=3, deck=36, tie="last_trick")
    assert decided(three, [50, 20, 50], [2, 0, 1, 1]) == (0, "last_trick", "1 0 0")
    assert decided(three, [40, 40, 40], [2, 0, 1]) == (1, "last_trick", "0 1 0")
    pairs = {**PAIRS, "tie": "last_trick"}
    assert decided(pairs, [60, 30, 0, 30], [0, 1, 0, 3]) == (1, "last_trick", "0 1")


def test_fewest() -> None:
    fewest = rules_with(players=3, deck=36, objective="fewest")
    assert decided(fewest, [70, 30, 20], [0, 1, 2]) == (2, "points", "0 0 1")
    tricks = {**fewest, "reverse_counts": "tricks"}
    assert decided(tricks, [70, 30, 20], [2, 0, 2, 0, 1]) == (1, "points", "0 1 0")
    most = {**tricks, "objective": "most"}
    assert decided(most, [70, 30, 20], [2, 0, 2, 0, 1]) == (0, "points", "1 0 0")
    last = {**fewest, "tie": "last_trick"}
    assert decided(last, [120, 0, 0], [0, 0]) == (None, "draw", "0 1/2 1/2")
    assert decided(last, [120, 0, 0], [2, 0]) == (2, "last_trick", "0 0 1")


def test_sixty_all_in_a_played_hand_is_a_draw() -> None:
    records = [random_hand(TRADICIONAL, seed) for seed in range(300)]
    level = [record["result"] for record in records if record["result"]["points"] == [60, 60]]
    assert level
    assert all((result["winner"], result["reason"]) == (None, "draw") for result in level)


def test_view_in_the_second_trick() -> None:
    # Seat 1 wins the first trick and leads the second; seat 0 looks, holding three suits.
    deck = lay(TRADICIONAL, 0, ["3c Rb 2e", "2o 4b 5c"], "7o", "6c Ao")
    script = Script("3c", "2o 4b", swaps=False)
    played(TRADICIONAL, deck, script)
    assert script.play_views[3] == {
        "seat": 0,
        "hand": ["Ao", "2e", "Rb"],
        "leader": 1,
        "table": [(1, "4b")],
        "played": [(0, "3c"), (1, "2o"), (1, "4b")],
        "trump": "o",
        "upcard": "7o",
        "stock": 32,
        "seat_points": [0, 10],
        "side_points": [0, 10],
        "tricks": [0, 1],
        "trick": 1,
        "known": [set(), set()],
    }


def test_blind_player_cannot_work_out_the_rivals_hand() -> None:
    deck = lay(TRADICIONAL, 0, ["3c Rb 2e", "2o 4b 5c"], "7o")
    script = Script()
    played(rules_with(blind=True), deck, script)
    known = [view["known"] for view in script.play_views if view["stock"] == 0]
    assert len(known) == 4
    # Only the drawer of the turned-up card has been seen to take anything.
    assert all(cards <= {"7o"} for seats in known for cards in seats)


def test_known_cards_from_public_events() -> None:
    deck = lay(TRADICIONAL, 0, ["3o 7o 4b", "2c 4c 5c"], "Ro", "6c 6b")
    script = Script("3o 4b", "2c")
    played(TRADICIONAL, deck, script)
    before, after = [view for view in script.play_views if view["seat"] == 1][:2]
    assert before["known"] == [set(), set()]
    assert after["known"] == [{"Ro"}, set()]
    last = [view for view in script.play_views if view["stock"] == 0]
    assert len(last) == 4  # two tricks of questions; the last card is played unasked
    # With an empty stock what I do not see is my rival's.
    for view in last:
        seen = {card for _, card in view["played"]} | set(view["hand"])
        assert view["known"][1 - view["seat"]] == set(naive.full_deck(TRADICIONAL)) - seen
        assert view["upcard"] is None
        assert view["trump"] == "o"


def test_drawer_of_the_turned_up_card_is_known_until_it_is_played() -> None:
    hands = ["Ao 2c 4c", "2e 4e 5e", "6c 7c Sc", "6b 7b Sb"]
    script = Script()
    record = played(PAIRS, lay(PAIRS, 0, hands, "2o"), script)
    drawer = of_type(record, "draw")[-1]["seat"]
    for view in script.play_views:
        out = {card for _, card in view["played"]}
        expected: list[set[str]] = [set() for _ in range(4)]
        if view["stock"] == 0 and "2o" not in out and view["seat"] != drawer:
            expected[drawer] = {"2o"}
        assert view["known"] == expected


@pytest.mark.parametrize("show", ["deal", "end"])
def test_shown_partners(show: str) -> None:
    rules = rules_with(players=6, teams="pairs", deck=48, swap="off", show_partner=show)
    hands = ["Ao 2c 4c", "2e 4e 5e", "6c 7c Sc", "6b 7b Sb", "9e 8e 7e", "9b 8b 2b"]
    script = Script()
    played(rules, lay(rules, 0, hands, "2o"), script)
    first = script.play_views[0]
    shown = [set(), set(), set(hands[2].split()), set(), set(hands[4].split()), set()]
    assert first["known"] == (shown if show == "deal" else [set()] * 6)
    for view in script.play_views:
        if view["stock"] == 0:
            sizes = [len(cards) for cards in view["known"]]
            at_table = {seat for seat, _ in view["table"]}
            for mate in {(view["seat"] + 2) % 6, (view["seat"] + 4) % 6}:
                assert sizes[mate] == len(view["hand"]) - (mate in at_table)


@pytest.mark.parametrize(("players", "teams", "cards", "tricks"), TABLES)
def test_never_swapping_is_the_same_with_the_swap_on_or_off(
    players: int, teams: str, cards: int, tricks: int
) -> None:
    rules = rules_with(players=players, teams=teams, deck=cards, removed="2o")
    deck = naive.full_deck(rules)
    random.Random(cards).shuffle(deck)
    records = [
        played({**rules, "swap": swap}, deck, Script(swaps=False))
        for swap in ("off", "winner", "on_turn")
    ]
    assert records[0] == records[1] == records[2]
    assert len(of_type(records[0], "trick")) == tricks


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},  # 40 cards for three
        {"players": 3, "deck": 36, "teams": "pairs"},
        {"players": 6, "deck": 48},
        {"players": 3, "deck": 39, "removed": "4o"},
        {"mano_negra": "hand", "objective": "fewest"},
        {"tie": "first"},
    ],
)
def test_wrong_rules_are_refused(changes: dict[str, Any]) -> None:
    rules = rules_with(**changes)
    with pytest.raises(ValueError, match=r"\w"):
        naive.play_hand(
            rules, naive.full_deck(TRADICIONAL), 0, "shared", Script().play, Script().swap
        )


def test_card_not_held_or_a_wrong_deck_is_refused() -> None:
    deck = lay(TRADICIONAL, 0, ["3o 7o 4b", "2c 4c 5c"], "Ro")
    with pytest.raises(ValueError, match="but holds"):
        played(TRADICIONAL, deck, Script("Ao"))
    with pytest.raises(ValueError, match="not the deck of the rules"):
        played(TRADICIONAL, [*deck[:-1], deck[0]], Script())
