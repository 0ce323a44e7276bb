"""The rules of a hand in words: the preset they come nearest to, and what differs from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from brisca_sim.language import N_, _, exactly
from brisca_sim.rules import PRESETS, Rules, preset_about

# A value that no preset differs by needs no words; {value} is the value itself.
_WORDS: Final[Mapping[str, Mapping[object, str] | str]] = MappingProxyType(
    {
        "swap": {
            "winner": N_("the winner of a baza may make the cambio"),
            "on_turn": N_("the cambio is made on one's own turn"),
            "off": N_("there is no cambio"),
        },
        "swap_by": {
            "own": N_("the cambio takes a baza of one's own"),
            "team": N_("the cambio takes a baza of one's own side"),
            "anyone": N_("the cambio takes a baza, whoever won it"),
        },
        "swap_last_round": {
            True: N_("the cambio is allowed up to the last drawing round"),
            False: N_("no cambio before the last drawing round"),
        },
        "swap_limit": {
            "none": N_("any number of cambios in a baza"),
            "table": N_("one cambio per baza"),
            "player": N_("one cambio per baza and player"),
        },
        "mano_negra": {
            "off": N_("there is no mano negra"),
            "hand": N_("mano negra wins the hand"),
            "match": N_("mano negra wins the match"),
        },
        "mano_negra_when": {
            "any": N_("mano negra counts at any time"),
            "deal": N_("mano negra counts only as dealt"),
        },
        "tie": {
            "draw": N_("a tie is a draw"),
            "last_trick": N_("the last trick breaks ties"),
            "replay": N_("a tied hand is dealt again in a match"),
        },
        "objective": {"fewest": N_("al revés: whoever captures least wins")},
        "reverse_counts": {"tricks": N_("bazas are counted, not points")},
        "blind": {True: N_("a ciegas: nobody sees his own cards, and there is no cambio")},
        "show_partner": {
            "deal": N_("partners see each other's hands"),
            "end": N_("partners see each other's hands once the baceta is empty"),
        },
        "senas": {True: N_("partners may give señas")},
        "senas_limit": N_("señas per baza and player: {value}"),
        "senas_from": N_("señas from baza {value} on"),
        "partner_sees": N_("a partner sees a seña with probability {value}"),
        "rival_sees": N_("a rival sees a seña with probability {value}"),
        "interception": {"hand": N_("a rival who sees a seña sees the whole hand")},
        "false_signs": {True: N_("señas may be false")},
        "brisca": {"ace_king": N_("briscas are ases and reyes")},
    }
)

PRESET_TEXTS: Final = (
    N_("Traditional Spanish rules: only a trick's winner swaps, and 60-60 is a draw"),
    N_("VIP Games: swap on your own turn once you have won a trick; the last trick breaks ties"),
    N_("BriscaCard: the upcard is never swapped, and 60-60 is a draw"),
)
"""What the presets say of themselves, here to be translated."""

# When an option has an effect, for those that do not always have one.
_MATTERS: Final[Mapping[str, Callable[[Rules], bool]]] = MappingProxyType(
    {
        "swap": lambda r: not r.blind,
        "swap_by": lambda r: r.swap == "on_turn" and not r.blind,
        "swap_last_round": lambda r: r.swap != "off" and not r.blind,
        "swap_limit": lambda r: r.swap != "off" and not r.blind,
        "mano_negra_when": lambda r: r.mano_negra != "off",
        "reverse_counts": lambda r: r.objective == "fewest",
        "show_partner": lambda r: r.teams == "pairs" and not r.blind,
        "interception": lambda r: r.senas and r.rival_sees > 0,
        "senas_limit": lambda r: r.senas,
        "senas_from": lambda r: r.senas,
        "partner_sees": lambda r: r.senas,
        "rival_sees": lambda r: r.senas,
        "false_signs": lambda r: r.senas,
        "brisca": lambda r: r.senas,
    }
)


def rules_in_words(rules: Rules) -> str:
    """Name the preset that the rules come nearest to, and what a player finds different from it.

    Options that decide matches, not hands, and those that have no effect are left out.
    """
    changes = {name: _changes(rules, name) for name in PRESETS}
    nearest = min(PRESETS, key=lambda name: len(changes[name]))
    if changes[nearest]:
        return _("{preset}, but {changes}", preset=nearest, changes="; ".join(changes[nearest]))
    return _("{preset} - {about}", preset=nearest, about=_(preset_about(nearest)))


def _changes(rules: Rules, preset: str) -> list[str]:
    """What a hand by these rules has that one by a preset has not, in words."""
    changed: list[str] = []
    for name, (value, __) in rules.differences(preset).items():
        words = _WORDS.get(name, {})
        if not words or not _MATTERS.get(name, bool)(rules):
            continue
        changed.append(
            _(words, value=exactly(value)) if isinstance(words, str) else _(words[value])
        )
    return changed
