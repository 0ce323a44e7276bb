"""How the story of a hand is worded: lines of a fixed width, names, cards and counts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from brisca_sim.cards import card_text, rank_of, suit_of
from brisca_sim.language import _, listed, ngettext
from brisca_sim.reporting.card_names import the_card
from brisca_sim.rules import Rules

WIDTH: Final = 100
"""Columns that no line of a story exceeds."""

_LABEL_MOST: Final = 28
_FIXED_SPACE: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Names:
    """What the players and the sides of a hand are called, by number of seat and of side."""

    players: tuple[str, ...]
    sides: tuple[str, ...]

    @property
    def width(self) -> int:
        """Columns of the longest name."""
        return max(map(len, self.players + self.sides))


def name_players(rules: Rules, lineup: Sequence[str]) -> Names:
    """Name everybody after the strategies; the seat is added where two of them are alike.

    Parameters
    ----------
    rules : Rules
    lineup : sequence of str
        One name per seat, or one per side; empty if nobody knows.
    """
    seats = range(rules.players)
    if lineup:
        players = [_short(lineup[seat % len(lineup)]) for seat in seats]
        if len(set(players)) < len(players):
            players = [f"{name} ({seat})" for seat, name in enumerate(players)]
    else:
        players = [_("seat {number}", number=seat) for seat in seats]
    sides = players
    if rules.teams == "pairs":
        sides = [_partners([*seats[side::2]]) for side in range(2)]
    return Names(tuple(players), tuple(sides))


def _partners(seats: Sequence[int]) -> str:
    text = "+".join(map(str, seats))
    return _("pair {seats}", seats=text) if len(seats) == 2 else _("team {seats}", seats=text)


def _short(label: str) -> str:
    clean = "".join(letter if letter.isprintable() else "?" for letter in label)
    return clean if len(clean) <= _LABEL_MOST else clean[: _LABEL_MOST - 3] + "..."


def filled(text: str, start: str = "") -> list[str]:
    """Break a text into lines of at most `WIDTH` columns.

    Parameters
    ----------
    text : str
        One paragraph; what is kept `together` is not broken.
    start : str
        What the first line begins with; the others are indented as far.
    """
    blank = " " * len(start)
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=start, subsequent_indent=blank, break_on_hyphens=False
    )
    return [line.replace(_FIXED_SPACE, " ") for line in lines]


def together(words: str) -> str:
    """Keep words on one line, if they fit on one."""
    return words.replace(" ", _FIXED_SPACE)


def short_hand(cards: Iterable[int], trump: int) -> str:
    """Write a hand as ``7e Ao 2c``: trumps first, then suit by suit, the strongest first."""

    def place(card: int) -> tuple[bool, int, int]:
        return suit_of(card) != trump, suit_of(card), -rank_of(card)

    return " ".join(card_text(card) for card in sorted(cards, key=place))


def the_cards(cards: Iterable[int]) -> str:
    """Name cards in a sentence: ``the as de oros and the tres de copas``."""
    return listed(map(the_card, cards))


def points_text(count: int) -> str:
    """Write ``no points``, ``1 point`` or ``14 points``."""
    return ngettext("{number} point", "{number} points", count) if count else _("no points")


def bazas_text(count: int) -> str:
    """Write ``no bazas``, ``1 baza`` or ``14 bazas``."""
    return ngettext("{number} baza", "{number} bazas", count) if count else _("no bazas")
