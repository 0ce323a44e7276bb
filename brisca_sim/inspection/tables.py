"""The tables at which a script is examined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brisca_sim.loading import load_strategy
from brisca_sim.rules import PRESETS, Rules
from brisca_sim.strategy import Strategy
from brisca_sim.table import Table

SEATS: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 4, "teams": "individual"},
    {"players": 6},
)
VARIANTS: tuple[dict[str, Any], ...] = ({}, {"objective": "fewest"}, {"mano_negra": "hand"})
# One that plays at random, for positions that no sensible player reaches, and one that swaps
# whenever it may, so that cards in other hands are known.
OPPONENTS = ("ciegas", "codiciosa")


def every_table(strategy: Strategy) -> Iterator[Table]:
    """All presets, numbers of players and variants, against both opponents."""
    opponents = [load_strategy(name) for name in OPPONENTS]
    for opponent in opponents:
        for preset in PRESETS:
            for seats in SEATS:
                for variant in VARIANTS:
                    rules = Rules.preset(preset, **seats, **variant)
                    yield Table(rules, (strategy, *[opponent] * (rules.sides - 1)))


def blind_tables(strategy: Strategy, *, alone: bool) -> Iterator[Table]:
    """All presets and numbers of players, against an opponent that looks at no card.

    It draws a place of its hand and never swaps: with other cards in the same places, or with the
    suits renamed, it does the same.

    Parameters
    ----------
    strategy : Strategy
    alone : bool
        One seat for the strategy instead of one side; no partner shows cards.
    """
    opponent = load_strategy("ciegas")
    for preset in PRESETS:
        for seats in SEATS:
            rules = Rules.preset(preset, **seats, show_partner="never")
            others = (rules.players if alone else rules.sides) - 1
            yield Table(rules, (strategy, *[opponent] * others))


def named(table: Table) -> str:
    """A table in a few words: ``4 players, pairs, swap on_turn``."""
    rules = table.rules
    words = [f"{rules.players} players"]
    words += [rules.teams] if rules.players > 3 else []
    words += [f"swap {rules.swap}"]
    words += ["al reves"] if rules.objective == "fewest" else []
    words += ["mano negra"] if rules.mano_negra != "off" else []
    return ", ".join(words)
