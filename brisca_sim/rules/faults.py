"""Options that contradict each other, and options without effect beside the others."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from brisca_sim.errors import listed

if TYPE_CHECKING:
    from brisca_sim.rules.game import Rules


DECKS_FOR: Final = MappingProxyType({2: (40, 36, 48), 3: (36, 39, 48), 4: (40, 36, 48), 6: (48,)})
"""Decks by number of players, the usual one first; all of them come out even."""


_SENAS_ONLY: Final = (
    "senas_limit senas_from partner_sees rival_sees interception false_signs brisca"
)


# Names, when they have no effect, and why; the first reason that holds is given.
IDLE: Final[tuple[tuple[str, Callable[[Rules], bool], str], ...]] = (
    ("swap swap_by swap_last_round swap_limit", lambda r: r.blind, "nobody swaps in blind play"),
    ("swap_by swap_last_round swap_limit", lambda r: r.swap == "off", "swap is off"),
    ("swap_by", lambda r: r.swap == "winner", "it needs swap = on_turn"),
    ("swap_by", lambda r: r.swap_by == "team" and r.teams != "pairs", "nobody has a partner"),
    ("swap_limit", lambda r: r.deck == 36, "without 2s there is only one swap in a hand"),
    ("mano_negra_when", lambda r: r.mano_negra == "off", "mano_negra is off"),
    ("hands_count", lambda r: not r.match.startswith("hands:"), "it needs match = hands:N"),
    ("hand_minutes", lambda r: not r.match.startswith("time:"), "it needs match = time:N"),
    ("reverse_counts", lambda r: r.objective == "most", "it needs objective = fewest"),
    ("show_partner", lambda r: r.teams != "pairs", "nobody has a partner"),
    ("show_partner", lambda r: r.blind, "nobody sees cards in blind play"),
    (_SENAS_ONLY, lambda r: not r.senas, "it needs senas = true"),
    ("interception", lambda r: r.rival_sees == 0, "rival_sees is 0"),
)


def table_fault(rules: Rules) -> str:
    """Say what is wrong with players, teams and deck; empty if nothing is."""
    players, deck, decks = rules.players, rules.deck, DECKS_FOR[rules.players]
    if rules.teams == "pairs" and players < 4:
        return f"teams = pairs does not go with {players} players: take 4 or 6, or leave teams out"
    if rules.teams == "individual" and players == 6:
        return "teams = individual does not go with 6 players: take pairs, or leave teams out"
    if deck not in decks:
        return f"deck = {deck} does not go with {players} players: take {listed(decks)}"
    if rules.removed is not None and deck != 39:
        return f"removed = {rules.removed} does not go with deck = {deck}: take 39, or leave it out"
    return ""


def variant_fault(rules: Rules) -> str:
    """Say which variants exclude each other; empty if none do."""
    if rules.mano_negra != "off" and rules.objective == "fewest":
        return (
            f"mano_negra = {rules.mano_negra} does not go with objective = fewest (al revés):"
            " take mano_negra = off or objective = most"
        )
    if rules.senas and rules.teams != "pairs":
        return "senas = true needs partners: take teams = pairs with 4 or 6 players"
    if rules.senas and rules.blind:
        return "senas = true does not go with blind = true: set one of them to false"
    if rules.senas_from > rules.tricks:
        return f"senas_from = {rules.senas_from} is too late: a hand has {rules.tricks} tricks"
    return ""
