"""Tables of a study: rows with the columns that a report knows how to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brisca_sim.language import N_, _
from brisca_sim.reporting.report.detail_material import rank_words
from brisca_sim.reporting.report.model import Column, Kind
from brisca_sim.reporting.tables import Cell
from brisca_sim.study.rows import Row

_EVENTS: Final = {
    "swaps": N_("swaps"),
    "swap_hands": N_("hands with a swap"),
    "mano_negra": N_("mano negra"),
    "signs": N_("signs"),
    "signs_seen_by_partner": N_("signs seen by the partner"),
    "signs_seen_by_rivals": N_("signs seen by rivals"),
    "signs_false": N_("false signs"),
}


def columns_of(kind: str, rows: Sequence[Row]) -> list[Column]:
    """Columns of some rows, in the language spoken.

    Parameters
    ----------
    kind : str
        What the rows are, one of `brisca_sim.study.rows.KINDS`.
    rows : sequence of dict
    """
    heads = _heads(kind)
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return [
        Column(key, *heads[key], key if f"{key}_lo" in keys else "", _words(kind, key))
        for key in keys
        if not key.endswith(("_lo", "_hi"))
    ]


def filled(rows: Sequence[Row]) -> list[Row]:
    """Rows that all have the columns of the first one, and of the others."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return [{key: row.get(key) for key in keys} for row in rows]


def _words(kind: str, key: str) -> dict[Cell, str]:
    if key == "mano":
        return {True: _("yes"), False: _("no")}
    if kind == "events" and key == "name":
        return {name: _(label) for name, label in _EVENTS.items()}
    return rank_words() if key == "card" else {}


def _heads(kind: str) -> dict[str, tuple[str, Kind]]:
    name = {
        "ladder": _("strategy"), "heat_map": _("strategy"), "equilibrium": _("strategy"),
        "events": _("event"), "differences": _("so"), "changes": _("so"), "fair": _("side"),
        "score_forest": _("side"), "distributions": _("side"), "matches": _("side"),
        "luck": _("lineup"),
    }.get(kind, _("part"))  # fmt: skip
    return {
        "name": (name, "text"),
        "against": (_("against"), "text"),
        "at": (_("at"), "number"),
        "seat": (_("seat"), "whole"),
        "mano": ("mano", "text"),
        "card": (_("card"), "text"),
        "hands": (_("hands"), "number" if kind in ("matches", "fair") else "whole"),
        "share": (_("share"), "share"),
        "score": (_("score %"), "share"),
        "win": (_("win %"), "share"),
        "draw": (_("draw %"), "share"),
        "loss": (_("loss %"), "share"),
        "points": (_("points"), "number"),
        "elo": ("Elo", "number"),
        "equilibrium": (_("equilibrium %"), "share"),
        "alpha_rank": (_("alpha-rank %"), "share"),
        "winner_changed": (_("winner changed %"), "share"),
        "mano_negra": (_("mano negra, % of hands"), "share"),
        "per_hand": (_("per hand"), "number"),
        "probability": (_("probability %"), "share"),
        "counts": (_("what counts"), "text"),
        "skill": (_("skill %"), "share"),
        "interplay": (_("interplay %"), "share"),
        "deal": (_("deal %"), "share"),
    }
