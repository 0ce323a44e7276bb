"""Colours of figures by name, each for light and for dark paper."""

from __future__ import annotations

from typing import Final

SIDES: Final = tuple(f"side-{number}" for number in range(1, 7))
"""Colours of sides, after Okabe and Ito, darkened where white paper swallows theirs."""

STEPS: Final = tuple(f"step-{number}" for number in range(1, 10))
"""A scale from low (orange) over the middle (grey) to high (blue), for cells behind text."""

PALETTE: Final[dict[str, tuple[str, str]]] = {
    "paper": ("#FFFFFF", "#15181D"),
    "ink": ("#222222", "#ECECEC"),
    "soft": ("#444444", "#C8CCD2"),
    "guide": ("#555555", "#A9AFB8"),
    "edge": ("#888888", "#7D848E"),
    "grid": ("#E4E4E4", "#2C3138"),
    "band": ("#EFE9DC", "#33302A"),
    "side-1": ("#0072B2", "#4A9CE8"),
    "side-2": ("#D55E00", "#F58233"),
    "side-3": ("#009E73", "#1FC49A"),
    "side-4": ("#CB6FA6", "#E9A3CE"),
    "side-5": ("#7A1F2B", "#C45A5A"),
    "side-6": ("#1F2A44", "#F7EFC0"),
    "step-1": ("#F0A06A", "#8A4312"),
    "step-2": ("#F5B98F", "#6F3B17"),
    "step-3": ("#F9D2B6", "#55321B"),
    "step-4": ("#FBE7D8", "#3C291E"),
    "step-5": ("#F3F3F3", "#26292E"),
    "step-6": ("#DCEBF6", "#1D2E3D"),
    "step-7": ("#BBD9EE", "#1D3E58"),
    "step-8": ("#97C5E5", "#1C4E74"),
    "step-9": ("#70AFDA", "#1A5E90"),
}
"""Names of colours, each as ``#RRGGBB`` for light and for dark paper; no two are alike.

``ink``, ``soft`` and ``guide`` are for text, ``edge`` for axes, ``grid`` and ``band`` for what
lies behind everything.
"""

MARKERS: Final = ("o", "s", "D", "^", "v", "P")
"""Markers of sides, so that they differ without their colours."""


def light(name: str) -> str:
    """The colour of that name on light paper."""
    return PALETTE[name][0]


def row_colour(index: int, rows: int) -> str:
    """The colour of a row on light paper: that of a side, one for all if they are too many."""
    return side_colour(index if rows <= len(SIDES) else 0)


def side_colour(index: int) -> str:
    """The colour of a side on light paper; they start again after the sixth."""
    return light(SIDES[index % len(SIDES)])


def side_marker(index: int) -> str:
    """The marker of a side."""
    return MARKERS[index % len(MARKERS)]
