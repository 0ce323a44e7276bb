"""Tables of a study: as Markdown in a language, and as CSV in full precision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from brisca_sim.language import N_, _, whole
from brisca_sim.study.numbers import measured
from brisca_sim.study.rows import Row

_HEADS: Final = {
    "name": "",
    "against": N_("against"),
    "at": N_("value"),
    "seat": N_("seat"),
    "mano": N_("mano"),
    "card": N_("card"),
    "hands": N_("hands"),
    "share": N_("share %"),
    "score": N_("score %"),
    "win": N_("win %"),
    "draw": N_("draw %"),
    "loss": N_("loss %"),
    "points": N_("points"),
    "elo": N_("Elo"),
    "equilibrium": N_("equilibrium %"),
    "alpha_rank": N_("alpha-rank %"),
    "winner_changed": N_("winner changed %"),
    "per_hand": N_("in a hundred hands"),
    "probability": N_("probability %"),
    "counts": N_("what counts"),
    "skill": N_("skill %"),
    "interplay": N_("interplay %"),
    "deal": N_("deal %"),
}
_SHARES: Final = (
    "share", "score", "win", "draw", "loss", "equilibrium", "alpha_rank", "winner_changed", "per_hand",
    "probability", "skill", "interplay", "deal",
)  # fmt: skip
_DIFFERENCES: Final = ("differences", "sweep", "honours")
"""Kinds whose scores and points are differences, and so have a sign."""


def markdown_of(kind: str, rows: Sequence[Row]) -> str:
    """Rows as a Markdown table; a figure and its interval share a cell."""
    columns = [key for key in rows[0] if not key.endswith(("_lo", "_hi"))]
    head = [_(_HEADS[key]) if _HEADS[key] else "" for key in columns]
    lines = [head, ["---" if key in ("name", "against") else "---:" for key in columns]]
    lines += [[_cell(kind, row, key) for key in columns] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(kind: str, row: Row, key: str) -> str:
    value: Any = row[key]
    if value is None:
        return "-"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return value.replace("|", "\\|")
    if isinstance(value, int) and f"{key}_lo" not in row:
        return whole(value)
    if key == "at":
        return f"{value:g}"
    bounds = (row.get(f"{key}_lo"), row.get(f"{key}_hi"))
    signed = key == "elo" or (kind in _DIFFERENCES and key in ("score", "points"))
    return measured(value, bounds, 100 if key in _SHARES else 1, signed=signed)
