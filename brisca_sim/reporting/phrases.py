"""What is said of every run: who played, under which rules, how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brisca_sim.errors import shown
from brisca_sim.language import _, listed, ngettext
from brisca_sim.reporting.tables import Document, side_names
from brisca_sim.rules import PRESETS, Rules


def seat_label(seat: Mapping[str, Any]) -> str:
    """Name a seat: ``seat 0 (mano)``."""
    if seat["mano"]:
        return _("seat {number} (mano)", number=seat["seat"])
    return _("seat {number}", number=seat["seat"])


def lineup_text(doc: Document) -> str:
    """Say who played: ``contadora against codiciosa``, or a list of more than two."""
    names = side_names(doc)
    if len(names) == 2:
        return _("{name} against {other}", name=names[0], other=names[1])
    return listed(names)


def conditions(doc: Document) -> list[str]:
    """Say under which rules, how often, and whether to the end a lineup played.

    Returns
    -------
    list of str
        Two or three phrases, without full stops.

    Raises
    ------
    RulesError
        If the rules of the document are none.
    """
    played = _("{deals} x {seatings} = {hands}, seed {seed} ({deal_mode})",
               deals=deals_text(doc["deals"]), seatings=seatings_text(doc["seatings"]),
               hands=hands_text(doc["hands"]), seed=doc["seed"], deal_mode=doc["deal_mode"])  # fmt: skip
    lines = [rules_line(doc["rules"]), played]
    if not doc["complete"]:
        lines.append(_("interrupted after {deals}", deals=deals_text(doc["deals"])))
    return lines


def deals_text(number: int) -> str:
    """A number of deals: ``20,000 deals``."""
    return ngettext("{number} deal", "{number} deals", number)


def seatings_text(number: int) -> str:
    """A number of seatings: ``2 seatings``."""
    return ngettext("{number} seating", "{number} seatings", number)


def hands_text(number: int) -> str:
    """A number of hands: ``1 hand``."""
    return ngettext("{number} hand", "{number} hands", number)


def rules_line(rules: dict[str, Any]) -> str:
    """Say how many play, and under which rules: those of the nearest preset, and what differs.

    Raises
    ------
    RulesError
        If the rules are none.
    """
    chosen = Rules.from_dict(rules)
    preset = min(PRESETS, key=lambda name: len(chosen.differences(name)))
    changes = ", ".join(
        f"{name}={value if isinstance(value, str) else shown(value)}"
        for name, (value, __) in chosen.differences(preset).items()
    )
    found: dict[str, object] = {
        "players": chosen.players, "preset": preset, "changes": changes
    }  # fmt: skip
    if chosen.teams == "pairs":
        if changes:
            return _("{players} players in pairs, rules {preset} with {changes}", **found)
        return _("{players} players in pairs, rules {preset}", **found)
    if changes:
        return _("{players} players, rules {preset} with {changes}", **found)
    return _("{players} players, rules {preset}", **found)
