"""One contract for every strategy of the catalogue, and scripted positions for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from positions import choice

from brisca_sim.catalogue import describe, scripts
from brisca_sim.kernel import layout as o
from brisca_sim.loading import load_strategy
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_deals
from brisca_sim.table import seat_down
from brisca_sim.trace import trace_deal

HERE = Path(__file__).parent / "strategies"
NAMES = sorted(scripts())
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


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("preset", ["tradicional", "vip", "briscacard"])
@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_legal_and_repeatable(
    name: str, preset: str, seats: dict[str, Any]
) -> None:
    for changes in ({}, {"objective": "fewest"}, {"mano_negra": "hand"}):
        rules = Rules.preset(preset, **seats, **changes)
        table = seat_down([name, *[HERE / "azar.py"] * (rules.sides - 1)], rules)
        # An illegal choice raises; the same deals again give the same counts.
        first = play_deals(table, 300, threads=1).counts
        assert first.deals == 300
        assert play_deals(table, 300, threads=2, block_size=50).counts.digest({}) == first.digest(
            {}
        )


@pytest.mark.parametrize("seats", SENAS)
@pytest.mark.parametrize("name", NAMES)
def test_with_senas_every_choice_and_sign_is_legal_and_repeatable(
    name: str, seats: dict[str, Any]
) -> None:
    """Against partners who sign, truly or falsely where that is allowed."""
    for changes in ({}, {"objective": "fewest"}, {"swap": "on_turn", "swap_by": "own"}):
        rules = Rules(**seats, senas=True, **changes)
        other = "farolera:b=0.5" if name != "farolera" else "senadora"
        table = seat_down([name, other], rules)
        # A false sign where none is allowed is an illegal choice: it raises.
        first = play_deals(table, 200, threads=1).counts
        again = play_deals(table, 200, threads=2, block_size=50).counts
        assert first.deals == 200
        assert again.digest({}) == first.digest({})


@pytest.mark.parametrize("seats", [*TABLES, {"players": 4, "senas": True}])
@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_change_nothing(name: str, seats: dict[str, Any]) -> None:
    """Exchange the cards that the player has not seen: he chooses the same card.

    The others play their first card whatever it is, so that the same history can be had with other
    cards in their hands and in the stock.
    """
    rules = Rules.preset("vip", **seats)
    table = seat_down([name, *[HERE / "primera.py"] * (rules.players - 1)], rules)
    rng = np.random.default_rng(5)
    moved = 0
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
        assert (again[0][: until + 1][visible] == events[: until + 1][visible]).all(), deal
    assert moved > 100


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
    [("ciegas", "no"), ("baja", "no"), ("reves", "no")],
)
def test_who_declines_the_swap(name: str, answer: str) -> None:
    assert choice(name, "7o 3c 7b", up="Ao", gives="7o") == answer
    assert load_strategy(name).asks_swap


@pytest.mark.parametrize("name", ["alta", "codiciosa", "ahorradora"])
def test_who_swaps_whenever_it_may(name: str) -> None:
    assert not load_strategy(name).asks_swap


def test_ciegas_plays_every_card_equally_often() -> None:
    found = [choice("ciegas", "Ao 3c 7b", seed=seed) for seed in range(3000)]
    for card in ("Ao", "3c", "7b"):
        assert abs(found.count(card) - 1000) < 4.5 * (3000 * 2 / 9) ** 0.5


def test_places_in_the_hand_decide_between_equals_never_suits() -> None:
    assert choice("baja", "4c 4b 4e") == "4c"
    assert choice("baja", "4e 4b 4c") == "4e"
    assert choice("alta", "Ae Ac") == "Ae"
    assert choice("codiciosa", "Ab Ac 2e") == "2e"
