"""One contract for every strategy of the catalogue, and scripted positions for each."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Script
from positions import choice

from brisca_sim.catalogue import describe, scripts
from brisca_sim.kernel import layout as o
from brisca_sim.loading import load_strategy
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_deals
from brisca_sim.table import seat_down
from brisca_sim.trace import trace_deal
from brisca_sim.vocabulary import last_trick_breaks_ties

HERE = Path(__file__).parent / "strategies"
NAMES = sorted(scripts())
HONEST = [name for name in NAMES if not load_strategy(name).cheats]
TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 4, "teams": "individual"},
    {"players": 6},
]
SENAS: list[dict[str, Any]] = [
    {"players": 4, "rival_sees": 0.5, "interception": "hand", "senas_limit": 2},
    {"players": 4, "rival_sees": 1.0, "false_signs": True, "partner_sees": 0.7},
    {"players": 4, "false_signs": True, "senas_from": 3, "brisca": "ace_king"},
    {"players": 6, "rival_sees": 0.5, "false_signs": True},
]
PAIRS = Rules(players=4)
THREE = Rules(players=3)
ALONE = Rules(players=4, teams="individual")
REVES = Rules(objective="fewest")
VIP = Rules.preset("vip")
TEAM_RULES = Rules(players=4, swap="on_turn", swap_by="team", swap_last_round=True)
TEAM = {"up": "Ao", "table": "5c 6b 6c", "stock": 8, "rules": TEAM_RULES}
ANYONE_RULES = Rules(swap="on_turn", swap_by="anyone", swap_last_round=True)
ANYONE = {"up": "Ao", "table": "5c", "stock": 4, "rules": ANYONE_RULES}


@pytest.mark.parametrize("name", NAMES)
def test_the_script_says_what_it_does(name: str) -> None:
    strategy = load_strategy(name)
    entry = describe(scripts()[name])
    assert entry.summary == strategy.summary
    assert len(strategy.summary) < 120
    assert strategy.summary.endswith(".")
    assert "Source:" in strategy.doc
    assert [parameter for parameter, _, _ in entry.parameters] == list(strategy.parameters)
    for parameter in strategy.parameters.values():
        assert parameter.low <= parameter.default <= parameter.high
        assert len(parameter.meaning) > 10


def light(name: str) -> str:
    """A strategy that looks ahead, looking at less: what it has to keep to is the same."""
    looks = {"pimc": "n=2", "contadora_final": "layouts=2"}
    looks |= {"vidente": "layouts=2", "telepata": "layouts=2"}
    return f"{name}:{looks[name]}" if name in looks else name


@pytest.mark.parametrize("preset", ["tradicional", "vip", "briscacard"])
@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_legal_and_repeatable(name: str, preset: str) -> None:
    changes = ({}, {"objective": "fewest"}, {"mano_negra": "hand"})
    for seats, change in product(TABLES, changes):
        rules = Rules.preset(preset, **seats, **change)
        table = seat_down([light(name), *[HERE / "azar.py"] * (rules.sides - 1)], rules)
        deals = 40 if light(name) != name else 200
        # An illegal choice raises; the same deals again give the same counts.
        first = play_deals(table, deals, threads=1).counts
        assert first.deals == deals
        again = play_deals(table, deals, threads=2, block_size=30).counts
        assert again.digest({}) == first.digest({})


@pytest.mark.parametrize("seats", SENAS)
@pytest.mark.parametrize("name", NAMES)
def test_with_senas_every_choice_and_sign_is_legal_and_repeatable(
    name: str, seats: dict[str, Any]
) -> None:
    """Against partners who sign, truly or falsely where that is allowed."""
    for changes in ({}, {"objective": "fewest"}, {"swap": "on_turn", "swap_by": "own"}):
        rules = Rules(**seats, senas=True, **changes)
        other = "farolera:b=0.5" if name != "farolera" else "senadora"
        table = seat_down([light(name), other], rules)
        # A false sign where none is allowed is an illegal choice: it raises.
        first = play_deals(table, 40, threads=1).counts
        again = play_deals(table, 40, threads=2, block_size=10).counts
        assert first.deals == 40
        assert again.digest({}) == first.digest({})


@pytest.mark.parametrize("seats", [*TABLES, {"players": 4, "senas": True}])
@pytest.mark.parametrize("name", HONEST)
def test_hidden_cards_change_nothing(name: str, seats: dict[str, Any]) -> None:
    """Exchange the cards that the player has not seen: he chooses the same card."""
    assert hidden_cards_exchanged(name, seats) == []


@pytest.mark.parametrize(("name", "seats"), [("vidente", {}), ("telepata", {"players": 4})])
def test_who_cheats_plays_otherwise_when_hidden_cards_are_exchanged(
    name: str, seats: dict[str, Any]
) -> None:
    assert hidden_cards_exchanged(name, seats)


def hidden_cards_exchanged(name: str, seats: dict[str, Any]) -> list[int]:
    """Deals in which other hidden cards make a strategy play otherwise.

    The others play their first card whatever it is, so that the same history can be had with other
    cards in their hands and in the stock.
    """
    rules = Rules.preset("vip", **seats)
    table = seat_down([light(name), *[HERE / "primera.py"] * (rules.players - 1)], rules)
    rng = np.random.default_rng(5)
    moved = 0
    otherwise = []
    for deal in range(40):
        logs, deck, _ = trace_deal(table, deal)
        events = logs[0]
        plays = np.flatnonzero(events & 15 == o.LOG_PLAY)
        mine = [i for i in plays if events[i] >> 4 & 15 == 0]
        until = mine[int(rng.integers(len(mine)))]
        seen = set(deck[: 3 * rules.players : rules.players].tolist())
        seen.add(int(deck[3 * rules.players]))
        for event in events[: until + 1].tolist():
            kind, seat, card = event & 15, event >> 4 & 15, event >> 8 & 255
            if kind == o.LOG_PLAY or (kind == o.LOG_DRAW and seat == 0):
                seen.add(card)
        hidden = np.array([i for i, card in enumerate(deck.tolist()) if card not in seen], int)
        laid = np.zeros(o.MAX_CARDS, dtype=np.int64)
        laid[: deck.size] = deck
        laid[hidden] = deck[rng.permutation(hidden)]
        moved += int((laid[: deck.size] != deck).sum())
        again, _, _ = trace_deal(table, deal, laid)
        known = events[: until + 1] & 15 != o.LOG_DRAW
        draws = events[: until + 1] >> 4 & 15 == 0
        visible = known | draws
        if not (again[0][: until + 1][visible] == events[: until + 1][visible]).all():
            otherwise.append(deal)
    assert moved > 100
    return otherwise


@pytest.mark.parametrize(
    ("name", "hand", "options", "answer"),
    [
        ("baja", "Ao 3c 7b", {}, "7b"),
        ("baja", "2o Sc 3e", {}, "Sc"),
        ("baja", "Rc 2o 3e", {}, "Rc"),
        ("baja", "2o Ac 3e", {"table": "Ae"}, "2o"),
        ("alta", "Ro 3c 7b", {}, "3c"),
        ("alta", "4o 7c 7b", {}, "7c"),
        ("alta", "Ac 3o Ab", {"table": "2c"}, "Ac"),
        ("codiciosa", "Ao 3c 7b", {}, "7b"),
        ("codiciosa", "Ao 3c 7b", {"table": "Rc"}, "Ao"),
        ("codiciosa", "Ac 7c 2o", {"table": "Rc"}, "Ac"),
        ("codiciosa", "7b 2o 5o", {"table": "Rc"}, "2o"),
        ("codiciosa", "7b 3e Rb", {"table": "Rc"}, "7b"),
        ("codiciosa", "Rb Re 4e", {"table": "7b Ab 2o", "rules": PAIRS, "gone": "4b"}, "4e"),
        ("codiciosa", "Rb Ce 4e", {"table": "7b Ab 2b", "rules": PAIRS}, "Rb"),
        ("codiciosa", "Rb Ce 4e", {"table": "7b Ao 2b", "rules": PAIRS}, "Rb"),
        ("ahorradora", "Ao 3c 7b", {}, "7b"),
        ("ahorradora", "3c Ae 2o", {}, "2o"),
        ("ahorradora", "Ac 3c 2o", {"table": "Rc"}, "Ac"),
        ("ahorradora", "7b 2o Ro", {"table": "Ac"}, "2o"),
        ("ahorradora", "7b 2o Ro", {"table": "Sc"}, "7b"),
        ("ahorradora", "7b 2o Ro", {"table": "Sc", "stock": 0}, "2o"),
        ("ahorradora", "7b 2o Ro", {"table": "7c", "stock": 0}, "7b"),
        ("ahorradora", "3b 2o Ro", {"table": "Ao"}, "2o"),
        ("ahorradora:theta=12", "7b 2o Ro", {"table": "Ac"}, "7b"),
        ("ahorradora", "7b 2o Ro", {"table": "Rc", "rules": THREE}, "7b"),
        ("ahorradora", "7b 2o Ro", {"table": "3c", "rules": THREE}, "2o"),
        ("ahorradora", "7b 2o 3e", {"table": "4b Ac 2c", "rules": PAIRS}, "7b"),
        ("ahorradora", "7c 2o 3e", {"table": "4b Ac 2c", "rules": PAIRS}, "2o"),
        ("ahorradora", "7b 2o 3e", {"table": "4b 7o 2c", "rules": PAIRS}, "3e"),
        ("ahorradora", "7b 2o 3e", {"table": "Rc 4c", "rules": PAIRS}, "7b"),
        ("ahorradora", "7b 2o 3e", {"table": "Ao 4c", "rules": PAIRS}, "3e"),
        ("reves", "Ao 3c 7b", {}, "7b"),
        ("reves", "2o 4c 5b", {}, "4c"),
        ("reves", "Ac 3e 4b", {"table": "2b"}, "Ac"),
        ("reves", "Rb Ab 2o", {"table": "2b"}, "2o"),
        ("reves", "Ro 7o", {"table": "5o", "stock": 0}, "7o"),
    ],
)
def test_positions(name: str, hand: str, options: dict[str, Any], answer: str) -> None:
    assert choice(name, hand, **options) == answer


@pytest.mark.parametrize(
    ("name", "answer"),
    [("ciegas", "no"), ("baja", "no"), ("reves", "no"), ("posicional", "yes")],
)
def test_who_decides_on_the_swap(name: str, answer: str) -> None:
    assert choice(name, "7o 3c 7b", up="Ao", gives="7o") == answer
    assert load_strategy(name).asks_swap


def test_who_says_no_without_a_look_need_not_be_asked(script: Script) -> None:
    text = "def play(obs):\n    return cheapest(obs)\n\n\ndef swap(obs):\n    return {}\n"
    blunt = load_strategy(script("blunt/tozuda.py", text.format("False")))
    looks = load_strategy(script("looks/mirona.py", text.format("hand_size(obs) < 0")))
    assert (blunt.never_swaps, looks.never_swaps) == (True, False)
    for rules in (Rules(), Rules.preset("vip"), Rules(players=4), Rules(players=3, deck=48)):
        other = ["ahorradora"] * (rules.sides - 1)
        one, two = (
            play_deals(seat_down([strategy, *other], rules, seed=5), 300).counts
            for strategy in (blunt, looks)
        )
        assert one.digest({}) == two.digest({})


@pytest.mark.parametrize("name", ["alta", "codiciosa", "ahorradora"])
def test_who_swaps_whenever_it_may(name: str) -> None:
    assert not load_strategy(name).asks_swap


@pytest.mark.parametrize(
    ("spec", "hand", "options", "answer"),
    [
        # Of blancas the suit whose as or tres is gone, then the lowest, then the place.
        ("", "4c 7b 2e", {"gone": "Ab 3c"}, "4c"),
        ("", "4c 7b 2e", {"gone": "Ab 3b"}, "7b"),
        ("", "4c 7b 2e", {}, "2e"),
        ("", "4c 4b 6e", {"gone": "3e 3c"}, "4c"),
        ("", "Sc 7o 3b", {}, "Sc"),
        (":without=lead", "4c 7b 2e", {"gone": "Ab 3b"}, "2e"),
        # The trick that brings 61, or would bring the rival there.
        ("", "7b 2o Ro", {"table": "Sc", "points": (40, 57)}, "Ro"),
        ("", "7b 2o Ro", {"table": "Sc", "points": (40, 57), "up": None, "stock": 0}, "Ro"),
        ("", "7b 2o Ro", {"table": "Sc", "points": (40, 54)}, "7b"),
        ("", "7b 2o Ro", {"table": "Sc", "points": (59, 30)}, "2o"),
        ("", "7b 2o Ro", {"table": "Sc", "points": (58, 30)}, "7b"),
        ("", "7b 2o Ro", {"table": "Sc", "points": (61, 30)}, "7b"),
        (":without=deciding", "7b 2o Ro", {"table": "Sc", "points": (59, 30)}, "7b"),
        ("", "7b Ao 2c", {"points": (50, 50)}, "Ao"),
        ("", "7b Ao 2c", {"points": (49, 50)}, "2c"),
        ("", "7b 2o Ro", {"table": "Sc", "points": (59, 30, 0), "rules": THREE}, "7b"),
        ("", "7b 2o Ro", {"table": "Sc", "points": (59, 0), "rules": PAIRS}, "Ro"),
        ("", "7b 2o Ro", {"table": "4b Rc 2c", "points": (58, 20), "rules": PAIRS}, "7b"),
        ("", "3b 2o Ro", {"table": "Ao 4b 2c", "points": (47, 45), "rules": PAIRS}, "2o"),
        # The last trick with drawing: who loses it draws the turned-up trump.
        ("", "Ac 4b 2e", {"table": "7c", "stock": 2, "up": "Ao"}, "2e"),
        ("", "Ac 4b 2e", {"table": "7c", "stock": 4, "up": "Ao"}, "Ac"),
        ("", "Ac 4b 2e", {"table": "3c", "stock": 2, "up": "Ao"}, "2e"),
        ("", "Ac 4b 2e", {"table": "3c", "stock": 2, "up": "4o"}, "Ac"),
        ("", "Ac 4b 2e", {"table": "Sc", "stock": 2, "up": "4o"}, "2e"),
        (":without=last_draw", "Ac 4b 2e", {"table": "7c", "stock": 2, "up": "Ao"}, "Ac"),
        ("", "Ac 4b 2e", {"table": "4c 7c", "stock": 3, "up": "Ao", "rules": THREE}, "Ac"),
        ("", "Ac 4b 2e", {"table": "7c 4c", "stock": 3, "up": "Ao", "rules": THREE}, "2e"),
        ("", "Ac 4b 2e", {"table": "7c 4c 5c", "stock": 4, "up": "Ao", "rules": PAIRS}, "2e"),
        ("", "Rc 4b 2e", {"table": "4c 7c 5c", "stock": 4, "up": "Ao", "rules": PAIRS}, "Rc"),
        # Trumps cost more at larger tables.
        ("", "7b 2o Ro", {"table": "Rc"}, "2o"),
        ("", "7b 2o Ro", {"table": "Rc Sc", "rules": THREE}, "7b"),
        ("", "7b 2o Ro", {"table": "Rc Cc Sc", "rules": ALONE}, "2o"),
        (":without=prices", "7b 2o Ro", {"table": "Rc Sc", "rules": THREE}, "2o"),
        ("", "7b 2o Ro", {"table": "3c", "rules": THREE}, "2o"),
        ("", "7b 2o Ro", {"table": "3c", "rules": ALONE}, "7b"),
        ("", "3b 2o 7o", {"rules": THREE}, "2o"),
        ("", "Rb Ae So", {"table": "Ao", "rules": THREE}, "Rb"),
        # A partner who plays last gets what cannot be won in suit; before a rival who does it trumps.
        ("", "7b 2o Ro", {"table": "3c", "rules": PAIRS}, "7b"),
        (":without=partner", "7b 2o Ro", {"table": "3c", "rules": PAIRS}, "2o"),
        ("", "7c 2o Ro", {"table": "3e", "rules": PAIRS}, "7c"),
        ("", "Ac 7b 2o", {"table": "3c", "rules": PAIRS}, "Ac"),
        ("", "7b 2o Ro", {"table": "5c Rc", "rules": PAIRS}, "2o"),
        (":without=prices", "7b 2o Ro", {"table": "5c Rc", "rules": PAIRS}, "7b"),
        # It loads what the partner probably wins, although a rival could trump it.
        ("", "3b 2o 7c", {"table": "Ac 5c", "rules": PAIRS}, "3b"),
        (":without=partner", "3b 2o 7c", {"table": "Ac 5c", "rules": PAIRS}, "7c"),
        ("", "3b 2o 7c", {"table": "Rc 5c", "rules": PAIRS}, "7c"),
        ("", "3b 2o 7c", {"table": "Rc 5c", "rules": PAIRS, "gone": "Ac 3c 4e 5e"}, "3b"),
        # What did not help.
        (":also=hold_back", "Ac Rc 7b", {"table": "Sc", "rules": THREE}, "Rc"),
        ("", "Ac Rc 7b", {"table": "Sc", "rules": THREE}, "Ac"),
        (":also=hold_back", "Ac Rc 7b", {"table": "Sc 5c", "rules": THREE}, "Ac"),
        (":also=hold_back", "Ac Rc 7b", {"table": "Sc", "rules": PAIRS}, "7b"),
        (":also=standings", "7b 2o Ro", {"table": "Cc Sc", "rules": THREE}, "7b"),
        (":also=standings", "7b 2o Ro", {"table": "Cc Sc", "points": (30,), "rules": THREE}, "2o"),
        (
            ":also=standings",
            "7b 2o Ro",
            {"table": "Rc 3c", "points": (9, 0, 9), "rules": THREE},
            "7b",
        ),
        # Al reves.
        ("", "Ac 3e 4b", {"table": "2b", "rules": REVES}, "Ac"),
    ],
)
def test_posicional_plays_by_seat_and_score(
    spec: str, hand: str, options: dict[str, Any], answer: str
) -> None:
    assert choice("posicional" + spec, hand, **options) == answer


@pytest.mark.parametrize(
    ("spec", "options", "answer"),
    [
        (":policy=never", {}, "no"),
        (":policy=eager", {"up": "So"}, "yes"),
        (":policy=honours", {"up": "Ao"}, "yes"),
        (":policy=honours", {"up": "3o"}, "yes"),
        (":policy=honours", {"up": "Ro"}, "no"),
        (":policy=hunter", {"up": "So"}, "yes"),
        ("", {"up": "So"}, "yes"),
        ("", {"rules": REVES}, "no"),
        (":policy=eager", {"rules": REVES}, "no"),
        # The winner swaps before drawing; not with one round left, unless the rules let him.
        (":policy=late", {"stock": 6}, "no"),
        (":policy=late", {"stock": 4}, "yes"),
        (":policy=late", {"stock": 4, "rules": Rules(swap_last_round=True)}, "no"),
        (":policy=late", {"stock": 2, "rules": Rules(swap_last_round=True)}, "yes"),
        (":policy=late", {"stock": 8, "rules": PAIRS}, "yes"),
        (":policy=late", {"stock": 12, "rules": PAIRS}, "no"),
        # On one's turn, the same in stock left at that turn.
        (":policy=late", {"stock": 4, "rules": VIP}, "no"),
        (":policy=late", {"stock": 2, "rules": VIP}, "yes"),
        (":policy=late", {"stock": 4, "rules": Rules(swap="on_turn")}, "yes"),
        (":policy=late", {"stock": 6, "rules": Rules(swap="on_turn")}, "no"),
    ],
)
def test_cambista_swaps_by_its_policy(spec: str, options: dict[str, Any], answer: str) -> None:
    offer = {"up": "Ao", "gives": "7o", **options}
    assert choice("cambista" + spec, "7o 3c 7b", **offer) == answer


@pytest.mark.parametrize(
    ("spec", "hand", "options", "answer"),
    [
        # The 7 is kept for the as and the tres, while a swap may still come.
        ("", "7o 3c Ab", {"up": "Ao"}, "3c"),
        (":policy=eager", "7o 3c Ab", {"up": "Ao"}, "7o"),
        ("", "7o 3c Ab", {"up": "3o"}, "3c"),
        ("", "7o 3c Ab", {"up": "Ro"}, "7o"),
        (":keeps=rey", "7o 3c Ab", {"up": "Ro"}, "3c"),
        (":keeps=caballo", "7o 3c Ab", {"up": "So"}, "7o"),
        (":keeps=as", "7o 3c Ab", {"up": "3o"}, "7o"),
        (":keeps=as", "7o 3c Ab", {"up": "Ao"}, "3c"),
        (":keeps=any", "2o 3c Ab", {"up": "5o"}, "3c"),
        ("", "2o 3c Ab", {"up": "5o"}, "2o"),
        ("", "7o 3c Ab", {"up": "Ao", "stock": 2}, "7o"),
        ("", "7o 3c Ab", {"up": "Ao", "stock": 2, "rules": Rules(swap_last_round=True)}, "3c"),
        ("", "7o 3c Ab", {"up": "Ao", "stock": 2, "rules": VIP}, "7o"),
        ("", "7o 3c Ab", {"up": "Ao", "stock": 4, "rules": VIP}, "3c"),
        ("", "7o 3c Ab", {"up": "Ao", "rules": Rules.preset("briscacard")}, "7o"),
        ("", "7o 4b Ab", {"up": "Ao", "table": "Ac"}, "4b"),
        (":policy=eager", "7o 4b Ab", {"up": "Ao", "table": "Ac"}, "7o"),
        ("", "7o Ro Ab", {"up": "Ao", "table": "Ac"}, "Ro"),
        # A cheap trick to be allowed to swap, in the last tricks in which that is so.
        ("", "7o 2o 4b", {"up": "Ao", "table": "5c", "stock": 4}, "2o"),
        ("", "7o 2o 4b", {"up": "Ao", "table": "5c", "stock": 12}, "4b"),
        (":within=5", "7o 2o 4b", {"up": "Ao", "table": "5c", "stock": 12}, "2o"),
        (":within=0", "7o 2o 4b", {"up": "Ao", "table": "5c", "stock": 4}, "4b"),
        (":policy=eager", "7o 2o 4b", {"up": "Ao", "table": "5c", "stock": 4}, "4b"),
        ("", "7o 2o 4b", {"up": "Ao", "table": "5c", "stock": 2}, "4b"),
        ("", "7o 3o 4b", {"up": "Ao", "table": "5c", "stock": 4}, "4b"),
        ("", "7o 2o 4b", {"up": "Ao", "table": "5c 6b 6c", "stock": 8, "rules": PAIRS}, "2o"),
        ("", "7o 2o 4b", {"up": "Ao", "table": "5e 6c 5c", "stock": 8, "rules": PAIRS}, "2o"),
        ("", "7o 2o 4b", {"up": "Ao", "table": "5c 6c 4c", "stock": 8, "rules": PAIRS}, "4b"),
        # On one's turn an earlier trick gives the right; whose, the rules say.
        ("", "7o 2o 4b", {"up": "Ao", "table": "5c", "stock": 4, "rules": VIP}, "2o"),
        (
            "",
            "7o 2o 4b",
            {"up": "Ao", "table": "5c", "stock": 4, "rules": VIP, "won": (0, 1)},
            "4b",
        ),
        (
            "",
            "7o 2o 4b",
            {"up": "Ao", "table": "5c", "stock": 4, "rules": VIP, "won": (1, 0)},
            "2o",
        ),
        ("", "7o 2o 4b", TEAM | {"won": (0, 0, 0, 0)}, "2o"),
        ("", "7o 2o 4b", TEAM | {"won": (1, 0, 1, 0)}, "2o"),
        ("", "7o 2o 4b", TEAM | {"won": (0, 1, 0, 0)}, "4b"),
        ("", "7o 2o 4b", ANYONE, "2o"),
        ("", "7o 2o 4b", ANYONE | {"gone": "4e 5e", "won": (1, 0)}, "4b"),
        ("", "Ac 3e 4b", {"table": "2b", "rules": REVES}, "Ac"),
    ],
)
def test_cambista_hunts_for_the_swap(
    spec: str, hand: str, options: dict[str, Any], answer: str
) -> None:
    assert choice("cambista" + spec, hand, **options) == answer


def test_cambista_but_for_its_swaps_is_ahorradora() -> None:
    for seats in TABLES[:4]:
        rules = Rules(**seats)
        places = ["ahorradora"] * (rules.sides - 1)
        for policy, swap in (("eager", "winner"), ("never", "off")):
            table = seat_down([f"cambista:policy={policy}", *places], replace(rules, swap=swap))
            counts = play_deals(table, 500, threads=1).counts
            same = seat_down(["ahorradora", *places], replace(rules, swap=swap))
            assert counts.digest({}) == play_deals(same, 500, threads=1).counts.digest({})


@pytest.mark.parametrize("name", ["posicional", "cambista:policy=eager"])
def test_al_reves_they_are_reves(name: str) -> None:
    for seats in TABLES[:4]:
        rules = Rules(**seats, objective="fewest")
        places = ["ciegas"] * (rules.sides - 1)
        found = [
            play_deals(seat_down([first, *places], rules), 300, threads=1).counts.digest({})
            for first in (name, "reves", "ahorradora")
        ]
        assert found[0] == found[1] != found[2]


@pytest.mark.parametrize(
    ("rules", "tricks"),
    [
        (Rules(), 16),
        (Rules(swap_last_round=True), 17),
        (VIP, 16),
        (Rules(swap="on_turn"), 15),
        (PAIRS, 6),
        (Rules.preset("vip", players=4), 6),
        (THREE, 8),
    ],
)
def test_the_last_chance_to_swap_is_where_the_rules_put_it(rules: Rules, tricks: int) -> None:
    """Tricks finished when cambista swaps late: the kernel offers it, the words tell which is last."""
    table = seat_down(["cambista:policy=late"] + ["baja"] * (rules.sides - 1), rules)
    seen = set()
    for deal in range(150):
        for events in trace_deal(table, deal)[0]:
            kinds = events & 15
            for at in np.flatnonzero(kinds == o.LOG_SWAP):
                seen.add(int((kinds[:at] == o.LOG_TRICK).sum()))
    assert seen == {tricks}


@pytest.mark.parametrize(("tie", "answer"), [("draw", False), ("last_trick", True)])
def test_strategies_know_the_tie_rule(tie: str, answer: bool) -> None:
    rules = Rules(tie=tie)
    obs = np.zeros(o.OBS_WORDS, dtype=np.int64)
    obs[o.RULES : o.RULES + o.RULE_WORDS] = seat_down(["baja", "alta"], rules).config()[
        : o.RULE_WORDS
    ]
    assert last_trick_breaks_ties.py_func(obs) == answer


def test_ciegas_plays_every_card_equally_often() -> None:
    found = [choice("ciegas", "Ao 3c 7b", seed=seed) for seed in range(3000)]
    for card in ("Ao", "3c", "7b"):
        assert abs(found.count(card) - 1000) < 4.5 * (3000 * 2 / 9) ** 0.5


def test_places_in_the_hand_decide_between_equals_never_suits() -> None:
    assert choice("baja", "4c 4b 4e") == "4c"
    assert choice("baja", "4e 4b 4c") == "4e"
    assert choice("alta", "Ae Ac") == "Ae"
    assert choice("codiciosa", "Ab Ac 2e") == "2e"
