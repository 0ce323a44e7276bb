"""The rules of a hand in words: the preset they come nearest to, and what differs from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from brisca_sim.rules import PRESETS, Rules, preset_about

# A value that no preset differs by needs no words; {} is the value itself.
_WORDS: Final[Mapping[str, Mapping[object, str] | str]] = MappingProxyType(
    {
        "swap": {
            "winner": "the winner of a baza may make the cambio",
            "on_turn": "the cambio is made on one's own turn",
            "off": "there is no cambio",
        },
        "swap_by": {
            "own": "the cambio takes a baza of one's own",
            "team": "the cambio takes a baza of one's own side",
            "anyone": "the cambio takes a baza, whoever won it",
        },
        "swap_last_round": {
            True: "the cambio is allowed up to the last drawing round",
            False: "no cambio before the last drawing round",
        },
        "swap_limit": {
            "none": "any number of cambios in a baza",
            "table": "one cambio per baza",
            "player": "one cambio per baza and player",
        },
        "mano_negra": {
            "off": "there is no mano negra",
            "hand": "mano negra wins the hand",
            "match": "mano negra wins the match",
        },
        "mano_negra_when": {
            "any": "mano negra counts at any time",
            "deal": "mano negra counts only as dealt",
        },
        "tie": {
            "draw": "a tie is a draw",
            "last_trick": "the last trick breaks ties",
            "replay": "a tied hand is dealt again in a match",
        },
        "objective": {"fewest": "al revés: whoever captures least wins"},
        "reverse_counts": {"tricks": "bazas are counted, not points"},
        "blind": {True: "a ciegas: nobody sees his own cards, and there is no cambio"},
        "show_partner": {
            "deal": "partners see each other's hands",
            "end": "partners see each other's hands once the baceta is empty",
        },
        "senas": {True: "partners may give señas"},
        "senas_limit": "señas per baza and player: {}",
        "senas_from": "señas from baza {} on",
        "partner_sees": "a partner sees a seña with probability {}",
        "rival_sees": "a rival sees a seña with probability {}",
        "interception": {"hand": "a rival who sees a seña sees the whole hand"},
        "false_signs": {True: "señas may be false"},
        "brisca": {"ace_king": "briscas are ases and reyes"},
    }
)

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
        return f"{nearest}, but {'; '.join(changes[nearest])}"
    return f"{nearest} - {preset_about(nearest)}"


def _changes(rules: Rules, preset: str) -> list[str]:
    """What a hand by these rules has that one by a preset has not, in words."""
    changed = []
    for name, (value, _) in rules.differences(preset).items():
        words = _WORDS.get(name, {})
        if not words or not _MATTERS.get(name, bool)(rules):
            continue
        changed.append(words.format(value) if isinstance(words, str) else words[value])
    return changed
