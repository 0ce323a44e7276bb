"""The judge of hand records, against the slow oracle, scripted faults and random damage."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisca_sim.errors import BriscaError, RecordError
from brisca_sim.records.judge import Verdict, judge
from brisca_sim.records.read import read_records
from brisca_sim.rules import PRESETS, Rules

Record = dict[str, Any]
TABLES: list[tuple[int, str, int]] = [
    (2, "individual", 40),
    (2, "individual", 36),
    (2, "individual", 48),
    (3, "individual", 36),
    (3, "individual", 39),
    (3, "individual", 48),
    (4, "pairs", 40),
    (4, "pairs", 36),
    (4, "individual", 40),
    (4, "individual", 48),
    (6, "pairs", 48),
]
FREE_OPTIONS: dict[str, list[Any]] = {
    "swap": ["off", "winner", "on_turn", "winner", "on_turn"],
    "swap_by": ["own", "team", "anyone"],
    "swap_last_round": [True, False],
    "swap_limit": ["none", "table", "player"],
    "mano_negra": ["off", "hand", "match", "hand"],
    "mano_negra_when": ["any", "any", "deal"],
    "tie": ["draw", "last_trick", "replay"],
    "objective": ["most", "most", "fewest"],
    "reverse_counts": ["points", "tricks"],
    "blind": [False, False, False, True],
}


# --- making legal records ------------------------------------------------------------------------


def random_rules(rng: random.Random) -> Rules:
    players, teams, deck = rng.choice(TABLES)
    options = {name: rng.choice(values) for name, values in FREE_OPTIONS.items()}
    if options["objective"] == "fewest":
        options["mano_negra"] = "off"
    if deck == 39:
        options["removed"] = rng.choice(["2o", "2c", "2e", "2b"])
    return Rules(players=players, teams=teams, deck=deck, **options)


def random_deck(rng: random.Random, rules: Rules) -> list[str]:
    """Shuffle; now and then so that swaps and the mano negra get their chance."""
    deck = naive.full_deck(rules.to_dict())
    rng.shuffle(deck)
    up = 3 * rules.players
    suit = deck[up][1]
    for text in rng.choice(["", "", "A3R7", "A3R", "72", "A3"]):
        card = text + suit
        if card in deck:
            here, there = deck.index(card), rng.randrange(min(len(deck), up + 4))
            deck[here], deck[there] = deck[there], deck[here]
    if rng.random() < 0.1:  # the trio dealt to one seat
        for row, rank in enumerate("A3R"):
            here, there = deck.index(rank + suit), row * rules.players
            deck[here], deck[there] = deck[there], deck[here]
    return deck


def play_record(rules: Rules, deck: list[str], mano: int, mode: str, rng: random.Random) -> Record:
    """Let the oracle play a hand with random decisions, and dress it as a full record."""
    keeps_trumps, swaps = rng.random() < 0.5, rng.choice([0.5, 1.0])

    def play(view: naive.View) -> str:
        side_cards = [card for card in view["hand"] if card[1] != view["trump"]]
        return str(rng.choice(side_cards if keeps_trumps and side_cards else view["hand"]))

    def swap(*_: object) -> bool:
        return rng.random() < swaps

    played = naive.play_hand(rules.to_dict(), deck, mano, mode, play, swap)
    kept = ("dealer", "mano", "deck", "trump", "events", "result")
    head = {"schema": "brisca-hand/1", "rules": rules.to_dict(), "seed": 1, "deal": 0}
    record = {**head, "lineup": ["a", "b"], **{key: played[key] for key in kept}}
    return dict(json.loads(json.dumps(record)))


def random_record(rng: random.Random) -> Record:
    rules = random_rules(rng)
    mano, mode = rng.randrange(rules.players), rng.choice(["shared", "stream"])
    return play_record(rules, random_deck(rng, rules), mano, mode, rng)


@cache
def _plain(seed: int, options: tuple[tuple[str, Any], ...]) -> str:
    rng, rules = random.Random(seed), Rules(**dict(options))
    deck = naive.full_deck(rules.to_dict())
    rng.shuffle(deck)
    return json.dumps(play_record(rules, deck, rng.randrange(rules.players), "shared", rng))


def a_record(seed: int = 1, **options: Any) -> Record:
    return dict(json.loads(_plain(seed, tuple(options.items()))))


def at_first(record: Record, kind: str, start: int = 0) -> int:
    """Index of the first event of a kind."""
    events = enumerate(record["events"])
    return next(at for at, event in events if at >= start and event["type"] == kind)


def thinned(record: Record, rng: random.Random, share: float, *kinds: str) -> Record:
    """Leave out some of the events that may be left out."""
    lean = copy.deepcopy(record)
    lean["events"] = [
        event for event in lean["events"] if event["type"] not in kinds or rng.random() >= share
    ]
    return lean


def expect_legal(record: Record) -> Verdict:
    verdict = judge(record)
    assert verdict.legal, f"{verdict.why} (event {verdict.event})"
    assert (verdict.why, verdict.event) == ("", None)
    return verdict


def expect_fault(record: Record, event: int | None, *words: str) -> Verdict:
    verdict = judge(record)
    assert not verdict.legal
    assert verdict.event == event, verdict.why
    for word in words:
        assert word in verdict.why, verdict.why
    assert verdict.why
    assert "\n" not in verdict.why
    return verdict


# --- legal records -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("players", "teams"), [(2, None), (3, None), (4, "pairs"), (4, "individual"), (6, None)]
)
def test_presets_at_every_table(preset: str, players: int, teams: str | None) -> None:
    rules = Rules.preset(preset, players=players, teams=teams)
    for seed in range(12):
        rng = random.Random(seed)
        mano, mode = rng.randrange(players), rng.choice(["shared", "stream"])
        record = play_record(rules, random_deck(rng, rules), mano, mode, rng)
        verdict = expect_legal(record)
        assert verdict.result == record["result"]
        assert verdict.rules == rules


def test_random_rules_and_what_may_be_left_out() -> None:
    seen = {"swap": 0, "mano_negra": 0, "last_trick": 0, "draw": 0}
    for seed in range(400):
        rng = random.Random(seed)
        record = random_record(rng)
        for kind in ("swap", "mano_negra"):
            seen[kind] += any(event["type"] == kind for event in record["events"])
        reason = record["result"]["reason"]
        seen[reason] = seen.get(reason, 0) + 1
        expect_legal(record)
        lean = thinned(
            record, rng, rng.choice([0.3, 1]), *rng.choice([("draw", "trick"), ("draw",)])
        )
        for key in rng.sample(["seed", "deal", "lineup", "dealer", "result"], 3):
            lean.pop(key)
        assert expect_legal(lean).result == record["result"]
        lean = thinned(record, rng, 1, "draw", "trick")
        for key in ("seed", "deal", "lineup", "dealer", "mano", "result"):
            lean.pop(key)
        if lean["events"][0]["type"] == "play":  # or nothing says who began
            assert expect_legal(lean).result == record["result"]
    assert min(seen.values()) >= 3, seen


def test_dealer_alone_names_the_mano() -> None:
    for seed in range(4):
        record = a_record(seed, players=3)
        del record["mano"]
        expect_legal(record)


def test_left_out_rules_are_those_of_tradicional() -> None:
    record = a_record()
    record["rules"] = {"players": 2}
    assert expect_legal(record).rules == Rules.preset("tradicional")
    del record["rules"]
    assert expect_legal(record).rules == Rules.preset("tradicional")


def test_printed_numbers_and_notes_are_taken() -> None:
    printed = {"A": "1", "S": "10", "C": "11", "R": "12"}
    record = a_record()
    text = json.dumps(record)
    for suit in "oceb":
        for rank, number in printed.items():
            text = text.replace(f'"{rank}{suit}"', f'"{number}{suit}"')
    record = json.loads(text)
    record |= {"cut": 17, "note": "at the beach", "names": ["Ana", "Leo"], "seating": 1}
    expect_legal(record)


def test_judging_changes_nothing() -> None:
    record = a_record()
    before = json.dumps(record)
    judge(record)
    assert json.dumps(record) == before


# --- faults in header and deck -------------------------------------------------------------------


def test_deck_faults() -> None:
    base = a_record(2)

    def deck_with(change: Callable[[list[Any]], object]) -> Record:
        record = copy.deepcopy(base)
        change(record["deck"])
        return record

    first, last, up = base["deck"][0], base["deck"][-1], base["deck"][6]
    expect_fault(deck_with(lambda d: d.pop()), None, "39 cards", f"lacks {last}")
    expect_fault(deck_with(lambda d: d.append(up)), None, "deck[40]", up, "deck[6]")
    expect_fault(deck_with(lambda d: d.__setitem__(5, first)), None, f"deck[5]: {first} stands")
    expect_fault(deck_with(lambda d: d.__setitem__(5, "Xo")), None, "deck[5]: 'Xo' is no card")
    expect_fault(deck_with(lambda d: d.__setitem__(5, 7)), None, "deck[5]: 7 is no card")
    expect_fault(deck_with(lambda d: d.__setitem__(5, "9o")), None, "9o is not in a deck of 40")
    expect_fault(deck_with(lambda d: d.clear()), None, "0 cards")
    expect_fault({**base, "rules": {"deck": 36}}, None, "is not in a deck of 36")
    expect_fault({**base, "rules": {"deck": 48}}, None, "40 cards of 48", "8o")
    three = a_record(1, players=3, deck=39, removed="2c")
    expect_legal(three)
    three["rules"]["removed"] = "2e"
    expect_fault(three, None, "2e is not in a deck of 39 without 2e")


def test_trump_dealer_mano_and_cut() -> None:
    base = a_record(2, players=4)
    dealer, mano, up = base["dealer"], base["mano"], base["deck"][12]
    expect_fault({**base, "trump": base["deck"][11]}, None, "trump", f"deck[12], {up}")
    expect_fault({**base, "trump": "oros"}, None, "trump: 'oros' is no card")
    wrong = (mano + 1) % 4
    expect_fault({**base, "mano": wrong}, None, f"mano is seat {wrong}", f"it is seat {mano}")
    expect_fault({**base, "dealer": mano}, None, f"after dealer {mano} it is seat {wrong}")
    expect_fault({**base, "dealer": 4}, None, "dealer: there is no seat 4")
    expect_fault({**base, "mano": -1}, None, "mano: there is no seat -1")
    alone = {**base, "dealer": (dealer + 1) % 4}
    del alone["mano"]
    assert not judge(alone).legal
    for cut in (4, 36):
        expect_legal({**base, "cut": cut})
    for cut in (3, 37, 0, -5, 10**30):
        expect_fault({**base, "cut": cut}, None, "cut is", "4 to 36")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"schema": "brisca-run/1"}, "schema is 'brisca-run/1', and should be 'brisca-hand/1'"),
        ({"schema": None}, "schema is nothing"),
        ({"deck": "Ao 3o"}, "deck of the hand record: got 'Ao 3o', takes a list"),
        ({"events": {}}, "events of the hand record: got a table"),
        ({"trump": 5}, "trump of the hand record: got 5, takes a card"),
        ({"dealer": True}, "dealer of the hand record: got true"),
        ({"mano": "0"}, "mano of the hand record: got '0'"),
        ({"mano": 0.0}, "mano of the hand record: got 0.0"),
        ({"cut": False}, "cut of the hand record"),
        ({"seed": "x"}, "seed of the hand record"),
        ({"lineup": "a b"}, "lineup of the hand record"),
        ({"result": None}, "result of the hand record: got null, takes an object"),
        ({"rules": "vip"}, "rules of the hand record: got 'vip', takes an object"),
        ({"rules": {"swpa": "off"}}, "there is no rule option 'swpa'; did you mean swap?"),
        ({"rules": {"swap": "maybe"}}, "option swap: got 'maybe', takes winner, on_turn or off"),
        ({"rules": {"players": 5}}, "option players: got 5"),
        ({"rules": {"senas": True}}, "senas = true needs partners"),
        ({"rules": {"objective": "fewest", "mano_negra": "hand"}}, "does not go with objective"),
    ],
)
def test_what_is_no_hand_record(change: Record, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        judge({**a_record(), **change})
    assert words in str(caught.value)


def test_missing_and_misspelt_parts() -> None:
    for key in ("schema", "deck", "trump", "events"):
        record = a_record()
        del record[key]
        with pytest.raises(RecordError, match=key):
            judge(record)
    record = a_record()
    record["resutl"] = record.pop("result")
    with pytest.raises(RecordError, match=r"no key 'resutl'; did you mean result\?"):
        judge(record)
    with pytest.raises(RecordError, match="it has 90011 keys"):
        judge({**a_record(), "result": {}} | {f"{number}": 1 for number in range(90_000)})
    for value in (None, 3, "x", [a_record()]):
        with pytest.raises(RecordError, match="a hand record is a JSON object"):
            judge(value)


# --- faults in events ----------------------------------------------------------------------------


def changed(record: Record, at: int, **fields: Any) -> Record:
    other = copy.deepcopy(record)
    other["events"][at] |= fields
    return other


def inserted(record: Record, at: int, *events: Any) -> Record:
    other = copy.deepcopy(record)
    other["events"][at:at] = events
    return other


def test_event_shapes() -> None:
    base = a_record(3)
    play, seat = base["events"][0], base["mano"]
    trick, draw = at_first(base, "trick"), at_first(base, "draw")
    expect_fault(inserted(base, 0, "pass"), 0, "an event is an object")
    expect_fault(inserted(base, 0, {}), 0, "it has no type")
    expect_fault(inserted(base, 0, {**play, "type": "plya"}), 0, "'plya'", "did you mean play?")
    expect_fault(inserted(base, 0, {**play, "type": ["play"]}), 0, "no event has the type a list")
    expect_fault(changed(base, 0, crad="Ao"), 0, "play has no key 'crad'", "did you mean card?")
    without = copy.deepcopy(base)
    del without["events"][0]["card"]
    expect_fault(without, 0, "play lacks its card")
    expect_fault(changed(base, 0, card="Zz"), 0, "play: card: 'Zz' is no card")
    expect_fault(changed(base, 0, card=None), 0, "is no card")
    expect_fault(changed(base, 0, card=["Ao"]), 0, "is no card")
    for value in (True, 2, -1, "0", None, 0.0, 10**40):
        expect_fault(changed(base, 0, seat=value), 0, "play: seat: got", "takes a seat, 0 or 1")
    for value in (True, "5", 5.0, None):
        expect_fault(changed(base, trick, points=value), trick, "trick: points: got")
    expect_fault(changed(base, trick, winner=False), trick, "trick: winner: got false")
    expect_fault(changed(base, draw, seat=seat > 5), draw, "draw: seat: got")


def test_turn_and_cards() -> None:
    base = a_record(3, players=4)
    mano = base["mano"]
    after = (mano + 1) % 4
    turn = f"the turn is seat {mano}'s"
    expect_fault(changed(base, 0, seat=after), 0, f"seat {after} plays", turn)
    mine, foreign = base["events"][0]["card"], base["events"][1]["card"]
    hand = [base["deck"][row * 4] for row in range(3)]
    verdict = expect_fault(changed(base, 0, card=foreign), 0, foreign, "it does not hold")
    assert all(card in verdict.why for card in hand)
    second = next(
        at
        for at, event in enumerate(base["events"])
        if at and event.get("seat") == mano and event["type"] == "play"
    )
    expect_fault(changed(base, second, card=mine), second, mine, "was played before")


def test_trick_events() -> None:
    base = a_record(4, players=3)
    at = at_first(base, "trick")
    trick = base["events"][at]
    winner, points = trick["winner"], trick["points"]
    wrong = (winner + 1) % 3
    expect_fault(changed(base, at, winner=wrong), at, f"seat {winner} won it")
    expect_fault(
        changed(base, at, points=points + 1), at, f"worth {points} points, not {points + 1}"
    )
    expect_fault(inserted(base, at, trick), at + 1, "no full trick", f"seat {winner} is to draw")
    expect_fault(inserted(base, 0, trick), 0, "no full trick", f"seat {base['mano']} is to play")
    late = copy.deepcopy(base)
    late["events"][at : at + 2] = reversed(late["events"][at : at + 2])
    expect_fault(late, at, f"too early: the trick goes to seat {winner}")


def test_draw_events() -> None:
    base = a_record(4, players=3)
    at = at_first(base, "draw")
    first, second = base["events"][at : at + 2]
    swapped = copy.deepcopy(base)
    swapped["events"][at : at + 2] = [second, first]
    words = (f"seat {second['seat']} draws out of order", f"seat {first['seat']} is to draw")
    expect_fault(swapped, at, *words)
    right = f"the next card is {first['card']}"
    expect_fault(changed(base, at, card=second["card"]), at, right)
    expect_fault(inserted(base, at, first), at + 1, "has drawn in this round")
    expect_fault(inserted(base, 0, first), 0, "nobody draws here", "is to play")
    end = len(base["events"]) - 1
    expect_fault(inserted(base, end - 1, first), end - 1, "the stock is empty")
    play_first = copy.deepcopy(base)
    play_first["events"].insert(at, play_first["events"].pop(at + 3))
    expect_fault(play_first, at, "too early", f"seat {first['seat']} is to draw")
    lone = thinned(base, random.Random(1), 1, "draw")
    expect_legal(inserted(lone, at, second))
    expect_fault(inserted(lone, at + 1, second), at, "too early")
    expect_fault(inserted(lone, at, second, first), at, "out of order")


def test_faults_are_found_past_broken_events_and_without_a_mano() -> None:
    base = a_record(4, players=3)
    at = at_first(base, "draw")
    lone = thinned(base, random.Random(1), 1, "draw")
    lone["events"].insert(at + 1, None)
    expect_fault(lone, at + 1, "an event is an object")
    for key in ("dealer", "mano"):
        del base[key]
    expect_fault(changed(base, 0, seat=3), 0, "play: seat: got 3")
    expect_fault({**base, "events": []}, None, "seat 0 is to play")


def test_end_of_the_hand() -> None:
    base = a_record(5)
    end = len(base["events"])
    expect_fault(inserted(base, end, base["events"][0]), end, "the hand is over")
    expect_fault(inserted(base, end, base["events"][-1]), end, "the hand is over")
    expect_fault(inserted(base, end - 1, base["events"][0]), end - 1, "the hand is over")
    short = copy.deepcopy(base)
    del short["events"][-2:]
    expect_fault(short, end - 3, "not finished", "trick 20 of 20", "is to play")
    expect_fault({**base, "events": []}, None, "not finished", "trick 1 of 20")


def test_results() -> None:
    base = a_record(6, players=4)
    right = base["result"]

    def result_with(**parts: Any) -> Record:
        return {**base, "result": {**right, **parts}}

    points = list(right["points"])
    points[0], points[1] = points[0] + 1, points[1] - 1
    words = ("points is", f"the events make it {right['points']}")
    assert expect_fault(result_with(points=points), None, *words).result == right
    expect_fault(result_with(points=points[:3]), None, "points is")
    expect_fault(result_with(side_points=[61, 59, 0]), None, "side_points is [61, 59, 0]")
    assert right["winner"] is not None
    other = 1 - right["winner"]
    expect_fault(result_with(winner=other), None, f"winner is {other}", f"it {right['winner']}")
    expect_fault(result_with(winner=None), None, "winner is null")
    expect_fault(result_with(winner=bool(right["winner"])), None, "winner is")
    expect_fault(result_with(winner=float(right["winner"])), None, "winner is")
    expect_fault(result_with(reason="draw"), None, "reason is 'draw'", "'points'")
    expect_fault(result_with(tricks=[1]), None, "no key 'tricks'")
    expect_fault({**base, "result": {}}, None, "result lacks its points")


# --- swaps, mano negra and ends, on laid decks ---------------------------------------------------


def laid(rules: Rules, hands: list[str], up: str, stock: str = "") -> list[str]:
    """Lay a deck for mano 0 that deals `hands`, turns `up` and goes on with `stock`."""
    split = [hand.split() for hand in hands]
    deck = [split[seat][row] for row in range(3) for seat in range(rules.players)]
    deck += [up, *stock.split()]
    return deck + [card for card in naive.full_deck(rules.to_dict()) if card not in deck]


def scripted(rules: Rules, deck: list[str], plays: str, swaps: bool = True) -> Record:
    """Let the oracle play `plays` first, in order, and then lowest cards; swap at will."""
    todo = plays.split()

    def play(view: naive.View) -> str:
        return todo.pop(0) if todo else str(view["hand"][0])

    played = naive.play_hand(rules.to_dict(), deck, 0, "shared", play, lambda *_: swaps)
    kept = ("dealer", "mano", "deck", "trump", "events", "result")
    head = {"schema": "brisca-hand/1", "rules": rules.to_dict()}
    return {**head, **{key: copy.deepcopy(played[key]) for key in kept}}


# Seat 0 holds 7 and 2 of trumps, wins the first trick, and could chain: 7 for the rey, 2 for the 7.
SWAP_HANDS = ["7e 2e Ao", "4o 5o 6o"]


def swap_record(swaps: bool = True, plays: str = "Ao 4o", **options: Any) -> Record:
    rules = Rules(**options)
    return scripted(rules, laid(rules, SWAP_HANDS, "Re", "4c 5c 4b 5b 6c 6b"), plays, swaps)


def test_winner_swaps_by_the_book() -> None:
    base = swap_record()
    kinds = [event["type"] for event in base["events"][:7]]
    assert kinds == ["play", "play", "trick", "swap", "swap", "draw", "draw"]
    expect_legal(base)
    second_only = copy.deepcopy(base)
    del second_only["events"][3]
    expect_fault(second_only, 3, "it takes 7e, but the upcard is Re")
    expect_legal(thinned(base, random.Random(1), 1, "draw", "trick"))
    expect_fault(changed(base, 3, gives="2e"), 3, "Re is taken by 7e, not by 2e")
    expect_fault(changed(base, 3, takes="Ae"), 3, "it takes Ae, but the upcard is Re")
    expect_fault(changed(base, 4, gives="7e"), 4, "7e is taken by 2e, not by 7e")
    expect_fault(changed(base, 3, seat=1), 3, "the trick was won by seat 0")
    late = copy.deepcopy(base)
    late["events"].insert(5, late["events"].pop(4))
    expect_fault(late, 5, "too late, the drawing has begun")
    for rules, word in (
        ({"swap": "off"}, "swap = off"),
        ({"blind": True}, "blind play"),
        ({"swap": "on_turn"}, "too early: seat 0 is to draw"),
    ):
        expect_fault({**base, "rules": rules}, 3, word)
    for limit, word in (("table", "swap_limit = table"), ("player", "swap_limit = player")):
        expect_fault({**base, "rules": {"swap_limit": limit}}, 4, word)


def test_winner_swap_at_the_wrong_moment() -> None:
    base = swap_record(swaps=False)
    swap = {"type": "swap", "seat": 0, "gives": "7e", "takes": "Re"}
    expect_fault(inserted(base, 0, swap), 0, "nobody has won a trick yet")
    expect_fault(inserted(base, 1, swap), 1, "between a trick and the first draw")
    expect_fault(inserted(base, 2, swap), 2, "too early: the trick goes to seat 0")
    expect_fault(inserted(base, 4, swap), 4, "the drawing has begun")
    expect_fault(inserted(base, 5, swap), 5, "between a trick and the first draw")
    lost = swap_record(swaps=False, plays="2e 4o")
    swap_two = {"type": "swap", "seat": 0, "gives": "2e", "takes": "7e"}
    expect_fault(inserted(lost, 3, swap, swap_two), 4, "it lacks 2e and holds Ao and Re")


def last_round_record(swap: str, **options: Any) -> Record:
    """Build a hand whose seat 0 keeps the 7 until the last drawing round has come."""
    rules = Rules(swap=swap, **options)
    deck = laid(rules, ["7e Ao 3o", "2o 4o 5o"], "Re")
    rng = random.Random(1)
    for _ in range(200):
        rest = deck[7:]
        rng.shuffle(rest)
        deck[7:] = rest

        def play(view: naive.View) -> str:
            low = [card for card in view["hand"] if card != "7e"]
            return str(low[0] if low else view["hand"][0])

        def swap_late(view: naive.View, *_: str) -> bool:
            return bool(view["stock"] == 2)

        loose = {**rules.to_dict(), "swap_last_round": True}
        played = naive.play_hand(loose, deck, 0, "shared", play, swap_late)
        if any(event["type"] == "swap" for event in played["events"]):
            kept = ("dealer", "mano", "deck", "trump", "events", "result")
            head = {"schema": "brisca-hand/1", "rules": rules.to_dict()}
            return {**head, **{key: played[key] for key in kept}}
    raise AssertionError("no hand with a swap in the last drawing round")


@pytest.mark.parametrize("swap", ["winner", "on_turn"])
def test_swap_before_the_last_drawing_round(swap: str) -> None:
    expect_legal(last_round_record(swap, swap_last_round=True))
    strict = last_round_record(swap, swap_last_round=False)
    at = at_first(strict, "swap")
    expect_fault(strict, at, "only the last drawing round is left", "swap_last_round = false")


def test_swap_with_an_empty_stock() -> None:
    for swap in ("winner", "on_turn"):
        base = swap_record(swaps=False, swap=swap, swap_last_round=True)
        event = {"type": "swap", "seat": 0, "gives": "7e", "takes": "Re"}
        end = len(base["events"])
        expect_fault(inserted(base, end - 3, event), end - 3, "the stock is empty")


def test_swap_on_turn() -> None:
    base = swap_record(swap="on_turn")
    at = at_first(base, "swap")
    assert [event["type"] for event in base["events"][at - 3 : at + 3]] == [
        "trick", "draw", "draw", "swap", "swap", "play",
    ]  # fmt: skip
    expect_legal(base)
    expect_legal(thinned(base, random.Random(1), 1, "draw", "trick"))
    swap = base["events"][at]
    quiet = swap_record(swaps=False, swap="on_turn")
    expect_fault(inserted(quiet, 0, swap), 0, "nobody has won a trick yet")
    expect_fault(inserted(quiet, 1, swap), 1, "it is the turn of seat 1")
    expect_fault(inserted(quiet, 3, swap), 3, "too early: seat 0 is to draw")
    expect_fault({**base, "rules": {"swap": "winner"}}, at, "between a trick and the first draw")
    over = {"swap": "on_turn", "swap_limit": "table"}
    expect_fault({**base, "rules": over}, at + 1, "swap_limit = table")


def test_swap_by_own_team_and_anyone() -> None:
    rules = Rules(players=4, swap="on_turn", swap_by="anyone")
    # Seat 0 wins with the as; its partner, seat 2, holds the 7, and the rival at seat 1 the 2.
    hands = ["Ao 3c 4c", "2o 2e 5b", "4o 7e 6b", "5o 6o Sb"]
    deck = laid(rules, hands, "Re", "4b 5c 6c 7c")
    base = scripted(rules, deck, "Ao 2o 4o 5o")
    swaps = [event for event in base["events"] if event["type"] == "swap"]
    assert [swap["seat"] for swap in swaps[:1]] == [2]
    expect_legal(base)
    at = at_first(base, "swap")
    team = {**base, "rules": {**base["rules"], "swap_by": "team"}}
    assert judge(team).event != at
    own = {**base, "rules": {**base["rules"], "swap_by": "own"}}
    expect_fault(own, at, "it has not won a trick yet", "swap_by = own")
    rival = scripted(rules, laid(rules, hands, "6e", "4b 5c 6c 7c"), "Ao 2o 4o 5o")
    at = at_first(rival, "swap")
    assert rival["events"][at]["seat"] == 1
    expect_legal(rival)
    rival["rules"]["swap_by"] = "team"
    expect_fault(rival, at, "its side has not won a trick yet", "swap_by = team")


def test_nothing_takes_a_two_and_no_card_is_taken_unheld() -> None:
    rules = Rules()
    base = scripted(rules, laid(rules, ["7e 4e Ao", "4o 5o 6o"], "2e"), "Ao 4o")
    swap = {"type": "swap", "seat": 0, "gives": "7e", "takes": "2e"}
    expect_fault(inserted(base, 3, swap), 3, "nothing takes the upcard 2e")
    rich = Rules(deck=48)
    for up in ("9e", "8e"):
        base = scripted(rich, laid(rich, ["7e 2e Ao", "4o 5o 6o"], up), "Ao 4o")
        assert base["events"][3] == {"type": "swap", "seat": 0, "gives": "2e", "takes": up}
        expect_legal(base)
        expect_fault(changed(base, 3, gives="7e"), 3, f"{up} is taken by 2e")


def test_mano_negra_as_dealt() -> None:
    rules = Rules(mano_negra="hand")
    hands = ["4o 5o 6o", "Ae 3e Re"]
    base = scripted(rules, laid(rules, hands, "7e"), "")
    assert base["events"] == [{"type": "mano_negra", "seat": 1}]
    assert base["result"]["reason"] == "mano_negra"
    expect_legal(base)
    for when in ("any", "deal"):
        expect_legal({**base, "rules": {"mano_negra": "match", "mano_negra_when": when}})
    expect_fault(changed(base, 0, seat=0), 0, "seat 1 holds it")
    expect_fault({**base, "rules": {}}, 0, "mano_negra = off")
    expect_fault({**base, "events": []}, None, "mano negra is not called: seat 1 holds")
    draw = {"type": "draw", "seat": 0, "card": "4o"}
    expect_fault(inserted(base, 0, draw), 0, "mano negra is not called")
    play = {"type": "play", "seat": 0, "card": "4o"}
    expect_fault(inserted(base, 0, play), 0, "mano negra is not called", "Re, 3e and Ae")
    expect_fault(inserted(base, 1, play), 1, "the hand is over")
    expect_fault({**base, "result": {**base["result"], "winner": 0}}, None, "winner is 0")
    off = scripted(Rules(), laid(Rules(), hands, "7e"), "")
    poor = scripted(rules, laid(rules, ["4o 5o 6o", "Ae 3e 4e"], "7e"), "")
    call = {"type": "mano_negra", "seat": 1}
    expect_fault(inserted(poor, 0, call), 0, "it takes Re, 3e and Ae", "4e, 3e and Ae")
    expect_fault({**off, "rules": {"mano_negra": "hand"}}, 0, "mano negra is not called")
    call = {"type": "mano_negra", "seat": 0}
    missing = inserted({**off, "rules": {"mano_negra": "hand"}}, 0, call)
    expect_fault(missing, 0, "seat 0 calls mano negra: seat 1 holds it")


def test_mano_negra_after_a_drawing_round() -> None:
    rules = Rules(mano_negra="hand")
    deck = laid(rules, ["Ae 3e Ao", "4o 5o 6o"], "7e", "Re 4c")
    base = scripted(rules, deck, "Ao 4o")
    assert [event["type"] for event in base["events"]] == [
        "play", "play", "trick", "draw", "draw", "mano_negra",
    ]  # fmt: skip
    assert base["result"]["side_points"] == [11, 0]
    expect_legal(base)
    expect_legal(thinned(base, random.Random(1), 1, "draw", "trick"))
    early = copy.deepcopy(base)
    early["events"].insert(4, early["events"].pop())
    expect_fault(early, 4, "too early: seat 1 is to draw")
    calm = {"mano_negra": "hand", "mano_negra_when": "deal"}
    expect_fault({**base, "rules": calm}, 5, "mano_negra_when = deal")
    unsaid = {**base, "events": base["events"][:-1]}
    expect_fault(unsaid, 4, "mano negra is not called")
    lean = thinned(unsaid, random.Random(1), 1, "draw", "trick")
    expect_fault(lean, 1, "mano negra is not called")


def test_mano_negra_after_a_swap_in_mid_trick() -> None:
    rules = Rules(mano_negra="hand", swap="on_turn", swap_by="anyone")
    deck = laid(rules, ["Ao 4o 6c", "5o Ae 3e"], "Re", "5c 7e")
    base = scripted(rules, deck, "Ao 5o 4o")
    assert [event["type"] for event in base["events"][-3:]] == ["play", "swap", "mano_negra"]
    assert base["result"] == {
        "points": [11, 0], "side_points": [11, 0], "winner": 1, "reason": "mano_negra",
    }  # fmt: skip
    expect_legal(base)
    end = len(base["events"])
    play = {"type": "play", "seat": 1, "card": "Re"}
    expect_fault({**base, "events": base["events"][:-1]}, end - 2, "mano negra is not called")
    expect_fault(inserted(base, end - 1, play), end - 1, "mano negra is not called")


# --- signs ---------------------------------------------------------------------------------------

# Trump espadas. Seat 0: as and 7 of trumps, an outside rey; 1: no trump, a brisca; 2: tres and sota
# of trumps; 3: a brisca, caballo and rey of trumps.
SIGN_HANDS = ["Ae 7e Ro", "Ac 4c 5c", "3e Se 4o", "3b Ce Re"]
TRUE_SIGNS = {
    0: {"as"},
    1: {"briscas", "sin_triunfo"},
    2: {"tres", "sota"},
    3: {"briscas", "caballo", "rey"},
}
NAMES = ["as", "tres", "rey", "caballo", "sota", "briscas", "sin_triunfo", "soplar", "mirar"]


def sign_rules(**options: Any) -> Rules:
    return Rules(players=4, senas=True, swap="off", **options)


def sign_record(**options: Any) -> Record:
    rules = sign_rules(**options)
    return scripted(rules, laid(rules, SIGN_HANDS, "4e"), "")


def a_sign(seat: int, sign: str, **fields: Any) -> Record:
    return {"type": "sign", "seat": seat, "sign": sign, "partner": True, "rivals": [], **fields}


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("sign", NAMES)
def test_what_signs_say(seat: int, sign: str) -> None:
    base = inserted(sign_record(), 0, a_sign(seat, sign))
    if sign in TRUE_SIGNS[seat] | {"soplar", "mirar"}:
        expect_legal(base)
        expect_legal(thinned(base, random.Random(1), 1, "draw", "trick"))
    else:
        expect_fault(base, 0, f"seat {seat} may not sign '{sign}'", "it says", "holds")
    expect_legal({**base, "rules": sign_rules(false_signs=True).to_dict()})


def test_the_other_meaning_of_brisca() -> None:
    base = sign_record(brisca="ace_king")
    expect_legal(inserted(base, 0, a_sign(0, "briscas")))
    expect_fault(inserted(base, 0, a_sign(3, "briscas")), 0, "it says a brisca")


def test_forbidden_signs() -> None:
    base = sign_record()
    signed = inserted(base, 0, a_sign(0, "as"))
    off = {"players": 4, "swap": "off"}
    expect_fault({**signed, "rules": off}, 0, "senas = false")
    expect_fault({**signed, "rules": {**off, "blind": True}}, 0, "senas = false")
    expect_fault({**signed, "rules": {**off, "teams": "individual"}}, 0, "senas = false")
    expect_fault(inserted(base, 0, a_sign(0, "cabalo")), 0, "no such sign", "did you mean caballo?")
    expect_fault(inserted(base, 1, a_sign(0, "mirar")), 1, "too late, seat 0 has led")
    limit = (a_sign(1, "briscas"), a_sign(1, "sin_triunfo"))
    expect_fault(inserted(base, 0, *limit), 1, "it has given 1", "senas_limit = 1")
    expect_legal(inserted(sign_record(senas_limit=2), 0, *limit))
    order = (a_sign(2, "tres"), a_sign(0, "as"))
    expect_fault(inserted(base, 0, *order), 1, "playing order from the leader, seat 0")
    expect_legal(inserted(base, 0, *reversed(order)))
    late = sign_record(senas_from=2)
    expect_fault(inserted(late, 0, a_sign(0, "as")), 0, "too early, this is trick 1")


def test_signs_in_later_tricks() -> None:
    base = sign_record(senas_from=2)
    tricks = [at for at, event in enumerate(base["events"]) if event["type"] == "trick"]
    leader = base["events"][tricks[0]]["winner"]
    turn = at_first(base, "play", tricks[0])
    mates = (a_sign(leader, "mirar"), a_sign((leader + 3) % 4, "soplar"))
    expect_legal(inserted(base, turn, *mates))
    expect_fault(inserted(base, turn, *reversed(mates)), turn + 1, "playing order")
    # Order and limit begin anew with each trick.
    after = at_first(base, "play", tricks[1])
    again = inserted(base, after, a_sign(base["events"][tricks[1]]["winner"], "mirar"))
    for seat in range(4):
        expect_legal(inserted(again, turn, a_sign(seat, "mirar")))
    expect_fault(inserted(base, turn - 1, *mates), turn - 1, "too early: seat")
    # Ten tricks: after seven the stock is gone, the eighth still starts with full hands.
    for number in range(8, 11):
        start = tricks[number - 2] + 1 + (4 if number == 8 else 0)
        record = inserted(base, start, a_sign(0, "mirar"))
        if number == 8:
            expect_legal(record)
        else:
            expect_fault(record, start, "full hands")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rivals": [2]}, "seat 2 is no rival, those are 1 and 3"),
        ({"rivals": [1, 0]}, "seat 0 is no rival"),
        ({"rivals": [1, 1]}, "named twice"),
        ({"rivals": [4]}, "sign: rivals: got 4"),
        ({"rivals": [True]}, "sign: rivals: got true"),
        ({"rivals": 1}, "takes a list of seats"),
        ({"partner": 1}, "takes true or false"),
        ({"sign": 7}, "takes a text"),
        ({"seen": []}, "sign has no key 'seen'"),
    ],
)
def test_who_sees_a_sign(fields: Record, words: str) -> None:
    base = sign_record()
    for good in ([], [3], [1, 3], [3, 1]):
        expect_legal(inserted(base, 0, a_sign(0, "as", rivals=good)))
    expect_fault(inserted(base, 0, a_sign(0, "as") | fields), 0, words)


def test_rivals_of_six() -> None:
    rules = Rules(players=6, senas=True)
    base = a_record(1, players=6, senas=True)
    assert Rules.from_dict(base["rules"]) == rules
    seat = base["mano"]
    expect_legal(inserted(base, 0, a_sign(seat, "mirar", rivals=[(seat + 3) % 6])))
    expect_fault(inserted(base, 0, a_sign(seat, "mirar", rivals=[(seat + 4) % 6])), 0, "no rival")


# --- how a hand is settled -----------------------------------------------------------------------


def test_every_settlement_agrees_with_the_oracle() -> None:
    from brisca_sim.records.result import work_out

    rng = random.Random(9)
    for _ in range(3000):
        rules = random_rules(rng)
        players = rules.players
        winners = [rng.randrange(players) for _ in range(rules.tricks)]
        if rng.random() < 0.3:
            winners = [rng.choice(winners[:1]) for _ in winners]
        points = rng.choice([[20] * players, [0] * players, [60, 60, *[0] * (players - 2)]])
        points = points if rng.random() < 0.7 else [rng.randrange(40) for _ in range(players)]
        holder = rng.choice([None, None, 0, players - 1])
        side, reason, _ = naive.decide(rules.to_dict(), points, winners, holder)
        assert work_out(rules, points, winners, holder) == {
            "points": points,
            "side_points": naive.per_side(rules.to_dict(), points),
            "winner": side,
            "reason": reason,
        }


# --- random damage -------------------------------------------------------------------------------


class LeftTheScriptError(Exception):
    """The oracle asked for something that the record does not have at this place."""


def replayed(record: Record) -> Record | None:
    """Let the oracle make the record's decisions; None where it cannot."""
    todo = [event for event in record["events"] if event["type"] in ("play", "swap")]

    def play(view: naive.View) -> str:
        if not todo or todo[0]["type"] != "play" or todo[0]["seat"] != view["seat"]:
            raise LeftTheScriptError
        return str(todo.pop(0)["card"])

    def swap(view: naive.View, gives: str, takes: str) -> bool:
        wanted = {"type": "swap", "seat": view["seat"], "gives": gives, "takes": takes}
        if todo and todo[0] == wanted:
            todo.pop(0)
            return True
        return False

    rules = Rules.from_dict(record["rules"]).to_dict()
    try:
        return naive.play_hand(rules, record["deck"], record["mano"], "shared", play, swap)
    except (ValueError, LeftTheScriptError):
        return None


def is_thinned(events: list[Record], full: list[Record]) -> bool:
    """Whether `events` are `full` without some of its tricks and draws."""
    rest = iter(events)
    wanted = next(rest, None)
    for event in full:
        if event == wanted:
            wanted = next(rest, None)
        elif event["type"] not in ("trick", "draw"):
            return False
    return wanted is None


def oracle_accepts(record: Record) -> bool:
    played = replayed(record)
    if played is None or not is_thinned(record["events"], played["events"]):
        return False
    same = ("dealer", "mano", "trump", "result")
    return all(played[key] == record[key] for key in same)


def other_card(record: Record, rng: random.Random, card: str) -> str:
    return str(rng.choice([text for text in record["deck"] if text != card]))


DAMAGES = ["exchange", "next", "card", "seat", "points", "drop", "twice", "move", "deck"]
DAMAGES += ["result", "rules", "mano"]


def damage(record: Record, rng: random.Random) -> str:
    """Change one thing in a record; what was done is returned."""
    events, players = record["events"], record["rules"]["players"]
    at, to = rng.randrange(len(events)), rng.randrange(len(events))
    event = events[at]
    kind = rng.choice(DAMAGES)
    match kind:
        case "exchange":
            events[at], events[to] = events[to], events[at]
        case "next":
            to = min(at + 1, len(events) - 1)
            events[at], events[to] = events[to], events[at]
        case "card":
            for key in {"card", "gives", "takes"} & event.keys():
                event[key] = other_card(record, rng, event[key])
        case "seat":
            key = "winner" if "winner" in event else "seat"
            event[key] = (event[key] + rng.randrange(1, players)) % players
        case "points":
            for trick in [event for event in events if event["type"] == "trick"][-3:]:
                trick["points"] += rng.choice([-1, 1, 10])
        case "drop":
            del events[at]
        case "twice":
            events.insert(to, copy.deepcopy(event))
        case "move":
            events.insert(to, events.pop(at))
        case "deck":
            deck, places = record["deck"], rng.sample(range(len(record["deck"])), 2)
            deck[places[0]], deck[places[1]] = deck[places[1]], deck[places[0]]
        case "result":
            damage_result(record["result"], rng, players)
        case "rules":
            name = rng.choice(list(FREE_OPTIONS))
            record["rules"][name] = rng.choice(FREE_OPTIONS[name])
        case "mano":
            record[rng.choice(["mano", "dealer"])] = rng.randrange(players)
    return kind


def damage_result(result: Record, rng: random.Random, players: int) -> None:
    match rng.choice(list(result)):
        case "winner":
            result["winner"] = rng.choice([None, *range(players)])
        case "reason":
            result["reason"] = rng.choice(["points", "last_trick", "mano_negra", "draw"])
        case key:
            result[key][rng.randrange(len(result[key]))] += rng.choice([-1, 1])


def verdict_on(record: Record) -> bool:
    try:
        verdict = judge(record)
    except RecordError:
        return False
    assert verdict.legal == (not verdict.why)
    assert verdict.event is None or 0 <= verdict.event < len(record["events"])
    return verdict.legal


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_damage_is_found_unless_the_oracle_would_play_the_same(seed: int, change: int) -> None:
    record = random_record(random.Random(seed))
    assert oracle_accepts(record)
    rng = random.Random(change)
    other = copy.deepcopy(record)
    kind = damage(other, rng)
    try:
        Rules.from_dict(other["rules"])
    except BriscaError:
        with pytest.raises(RecordError):
            judge(other)
        return
    assert verdict_on(other) == oracle_accepts(other), (kind, judge(other))


def test_most_damage_is_damage() -> None:
    """The comparison with the oracle would say little if nearly all changes were harmless."""
    found = kept = 0
    for seed in range(150):
        rng = random.Random(seed)
        record = random_record(rng)
        damage(record, rng)
        legal = verdict_on(record)
        found, kept = found + (not legal), kept + legal
    assert found > 80
    assert kept > 10


@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(0, 7), st.integers(0, 3), st.sampled_from(NAMES))
def test_signs_anywhere(seed: int, trick: int, seat: int, sign: str) -> None:
    """A true sign in place is legal wherever the hand stands; elsewhere, or false, it is not."""
    record = a_record(seed % 40, players=4, senas=True)
    hands: list[set[str]] = [set() for _ in range(4)]
    for place, card in enumerate(record["deck"][:12]):
        hands[(record["mano"] + place) % 4].add(card)
    tricks = 0
    for at, event in enumerate(record["events"]):
        if tricks == trick and event["type"] == "play" and all(len(hand) == 3 for hand in hands):
            signed = inserted(record, at, a_sign(seat, sign))
            assert judge(signed).legal == says_so(hands[seat], sign, record["trump"][1])
            for later in range(at + 1, at + 4):
                assert not judge(inserted(record, later, a_sign(seat, sign))).legal
            return
        match event["type"]:
            case "play":
                hands[event["seat"]].remove(event["card"])
            case "draw":
                hands[event["seat"]].add(event["card"])
            case "swap":
                hands[event["seat"]] ^= {event["gives"], event["takes"]}
            case "trick":
                tricks += 1
    raise AssertionError("no such trick")


def says_so(hand: set[str], sign: str, trump: str) -> bool:
    honours = {"as": "A", "tres": "3", "rey": "R", "caballo": "C", "sota": "S"}
    if sign in honours:
        return honours[sign] + trump in hand
    if sign == "briscas":
        return any(card[0] in "A3" and card[1] != trump for card in hand)
    return sign != "sin_triunfo" or all(card[1] != trump for card in hand)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["play", "sign", "Ao", "as", "brisca-hand/1", "swap"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=4) | st.sampled_from(["type", "seat"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(JSON, st.integers(0, 2**32))
def test_any_json_gets_a_verdict_or_a_record_error(value: Any, change: int) -> None:
    rng = random.Random(change)
    record = a_record(change % 20, players=4, senas=True, mano_negra="hand")
    damaged = copy.deepcopy(record)
    match rng.randrange(5):
        case 0:
            damaged = value
        case 1:
            damaged[rng.choice(list(record))] = value
        case 2:
            damaged["events"][rng.randrange(len(record["events"]))] = value
        case 3:
            event = rng.choice(damaged["events"])
            event[rng.choice(list(event))] = value
        case 4:
            damaged[rng.choice(["rules", "result"])][rng.choice(["swap", "winner", "deck"])] = value
    try:
        verdict = judge(damaged)
    except RecordError as error:
        why = str(error)
    else:
        assert isinstance(verdict, Verdict)
        assert bool(verdict.why) != verdict.legal
        why = verdict.why or "fine"
    assert why
    assert "\n" not in why


# --- files ---------------------------------------------------------------------------------------


def written(tmp_path: Path, data: str | bytes, name: str = "hand.json") -> Path:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_one_object_or_one_per_line_whatever_the_name(tmp_path: Path) -> None:
    one, two = a_record(1), a_record(2)
    pretty = json.dumps(one, indent=2)
    lines = f"{json.dumps(one)}\n\n{json.dumps(two)}\n"
    for name in ("hand.json", "hands.jsonl", "notes"):
        assert list(read_records(written(tmp_path, pretty, name))) == [(0, one)]
        assert list(read_records(written(tmp_path, lines, name))) == [(0, one), (1, two)]
        assert list(read_records(str(written(tmp_path, json.dumps(one), name)))) == [(0, one)]
    variants = ["\ufeff" + pretty, "\n\n" + lines, pretty.replace("\n", "\r\n"), pretty + "\n \n"]
    for text in variants:
        records = [record for _, record in read_records(written(tmp_path, text))]
        assert records[0] == one
        assert isinstance(records[0], dict)
        expect_legal(records[0])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "is empty"),
        (" \n\n\t\n", "is empty"),
        ("hello", "line 1, column 1: is not JSON"),
        ('{"a": 1}\n{"b": tru}\n', "line 2, column 7: is not JSON"),
        ('{"a": 1}\n{"b": [1, 2\n', "line 2, column 12: is not JSON: the text breaks off"),
        ('{\n  "a": 1,\n  "b" 2\n}', "line 3, column 7: is not JSON"),
        ('{\n  "a": 1,\n', "is not JSON: the text breaks off"),
        ('{"a": "bc', "is not JSON: the text breaks off"),
        ('\n\n{"a": 1} x', "line 3, column 10: is not JSON: extra data"),
        ("[{}, {}]", "line 1: a record is a JSON object, not a list"),
        ("[\n{},\n{}\n]", "line 1: a record is a JSON object, not a list"),
        ('{}\n"text"\n', 'line 2: a record is a JSON object, not "text"'),
        ("12", "a record is a JSON object, not 12"),
        ("null", "a record is a JSON object, not null"),
        ('{"a": NaN}', "NaN is no JSON number"),
        ('{"a": -Infinity}', "-Infinity is no JSON number"),
        ('{"a": 1, "b": {"c": 2, "c": 3}}', "an object has the key 'c' twice"),
        ('{"a": ' + "[" * 100_000 + "}", "nested too deep"),
        ('{\n"a": ' + "[" * 100_000 + "\n}", "nested too deep"),
        ('{"a": ' + "9" * 10_000 + "}", "a number of 10000 digits"),
        ('{"a": 1}\n' + "\n" * 200_000, "too many blank lines"),
        (b'{"a": "\xff"}', "line 1: is not UTF-8"),
        (b'{"a": 1}\n{"a": "\xff"}\n', "line 2: is not UTF-8"),
        (b'{\n"a": 1,\n"b": "\xff"\n}\n', "line 3: is not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "is not UTF-8"),
        ('{"a": "' + "x" * 1_100_000 + '"}', "longer than 1 MB"),
        ('{\n"a": "' + "x" * 1_100_000 + '"}', "longer than 1 MB"),
    ],
)
def test_files_that_hold_no_records(tmp_path: Path, data: str | bytes, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(read_records(written(tmp_path, data)))
    message = str(caught.value)
    assert words in message
    assert "hand.json" in message
    assert "\n" not in message


def test_names_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="there is no such file"):
        list(read_records(tmp_path / "nothing.json"))
    with pytest.raises(RecordError, match=r"record file 'nothing.json'"):
        list(read_records(b"nothing.json"))
    with pytest.raises(RecordError, match="is a folder"):
        list(read_records(tmp_path))
    for name in ("a\0b", "x" * 5000, str(written(tmp_path, "{}") / "below")):
        with pytest.raises(RecordError, match=r"cannot be read|no such file"):
            list(read_records(name))


@pytest.mark.parametrize("what", [b"\0", b"\n", b"{", b"[", b"x\n", b"{\n", b" "])
def test_something_large_is_refused_fast(tmp_path: Path, what: bytes) -> None:
    path = written(tmp_path, what * (50_000_000 // len(what)))
    start = time.perf_counter()
    with pytest.raises(RecordError):
        list(read_records(path))
    assert time.perf_counter() - start < 1.5


def test_many_records_are_read_one_by_one(tmp_path: Path) -> None:
    path = written(tmp_path, '{"a": 1}\n' * 300_000 + "broken")
    records = read_records(path)
    start = time.perf_counter()
    assert next(records) == (0, {"a": 1})
    assert time.perf_counter() - start < 0.1


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:\n 1a\\', max_size=40).map(str.encode))
def test_any_bytes_are_records_or_a_record_error(tmp_path_factory: Any, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(data)
    records: list[object] = []
    why = "fine"
    try:
        records.extend(record for _, record in read_records(path))
    except RecordError as error:
        why = str(error)
    assert records or why != "fine"
    assert all(isinstance(record, dict) for record in records)
    assert "\n" not in why


def test_judging_loads_nothing_heavy() -> None:
    code = (
        "import sys, brisca_sim.records.judge, brisca_sim.records.read;"
        "print({'numba', 'numpy', 'pandas', 'matplotlib', 'typer'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
