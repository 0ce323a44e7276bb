"""The tables at which a script is examined."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from brisca_sim.catalogue import scripts
from brisca_sim.loading import load_strategy
from brisca_sim.rules import PRESETS, Rules
from brisca_sim.strategy import Strategy
from brisca_sim.table import Table

PAIRS: tuple[dict[str, Any], ...] = ({"players": 4}, {"players": 6})
SEATS: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 3},
    {"players": 4, "teams": "individual"},
    *PAIRS,
)
VARIANTS: tuple[dict[str, Any], ...] = ({}, {"objective": "fewest"}, {"mano_negra": "hand"})
# Half of the signs reach each rival, who then sees the hand: all that can be noticed is noticed.
_SENAS: dict[str, Any] = {"senas": True, "rival_sees": 0.5, "interception": "hand"}
SENAS_VARIANTS: tuple[dict[str, Any], ...] = (_SENAS, {**_SENAS, "false_signs": True})
# One that plays at random, for positions that no sensible player reaches, and one that swaps
# whenever it may, so that cards in other hands are known.
OPPONENTS = ("ciegas", "codiciosa")
# One that gives signs without a plan, and the one of the catalogue that has one.
TALKER = Path(__file__).resolve().parent / "scripts" / "parlanchina.py"
_SENSIBLE_TALKER = "senadora"


def every_opponent() -> list[Strategy]:
    """Everybody who plays against a script that is examined."""
    return [*map(load_strategy, OPPONENTS), *_talkers()]


def _talkers() -> list[Strategy]:
    talkers = [load_strategy(TALKER)]
    if _SENSIBLE_TALKER in scripts():
        talkers.append(load_strategy(_SENSIBLE_TALKER))
    return talkers


def every_table(strategy: Strategy) -> Iterator[Table]:
    """All presets, numbers of players and variants, against every opponent.

    Where senas are played the strategy sits once with itself as partner and once among others.
    """
    for name in OPPONENTS:
        opponent = load_strategy(name)
        for preset in PRESETS:
            for seats in SEATS:
                for variant in VARIANTS:
                    rules = Rules.preset(preset, **seats, **variant)
                    yield Table(rules, (strategy, *[opponent] * (rules.sides - 1)))
    for opponent in _talkers():
        for rules in _senas_rules():
            for others in (rules.sides - 1, rules.players - 1):
                yield Table(rules, (strategy, *[opponent] * others))


def blind_tables(strategy: Strategy, *, alone: bool) -> Iterator[Table]:
    """All presets and numbers of players, against an opponent that looks at no card.

    It draws a place of its hand and never swaps: with other cards in the same places, or with the
    suits renamed, it does the same.  Where senas are played it also draws its signs; those that would
    be false are left out where they are forbidden, so that there its signs follow its cards.

    Parameters
    ----------
    strategy : Strategy
    alone : bool
        One seat for the strategy instead of one side; no partner shows cards.
    """
    opponent, talker = load_strategy("ciegas"), load_strategy(TALKER)
    silent = [
        Rules.preset(preset, **seats, show_partner="never") for preset in PRESETS for seats in SEATS
    ]
    for rules in (*silent, *_senas_rules()):
        others = (rules.players if alone else rules.sides) - 1
        yield Table(rules, (strategy, *[talker if rules.senas else opponent] * others))


def _senas_rules() -> list[Rules]:
    """All presets in pairs with senas, true ones and any."""
    return [
        Rules.preset(preset, **seats, **variant, show_partner="never")
        for preset in PRESETS
        for seats in PAIRS
        for variant in SENAS_VARIANTS
    ]


def named(table: Table) -> str:
    """A table in a few words: ``4 players, pairs, swap on_turn``."""
    rules = table.rules
    words = [f"{rules.players} players"]
    words += [rules.teams] if rules.players > 3 else []
    words += [f"swap {rules.swap}"]
    words += ["al reves"] if rules.objective == "fewest" else []
    words += ["mano negra"] if rules.mano_negra != "off" else []
    words += [f"senas{', false ones too' if rules.false_signs else ''}"] if rules.senas else []
    return ", ".join(words)
