"""The encoding of cards: ids, points, texts, decks and sets as bit masks.

A card id is ``suit * 16 + rank``, and the rank is the card's strength within its suit, so that
two cards of one suit compare as their ids do. A set of cards is an int with bit ``id`` set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from brisca_sim.errors import CardError, listed, shown

OROS: Final = 0
COPAS: Final = 1
ESPADAS: Final = 2
BASTOS: Final = 3
SUITS: Final = (OROS, COPAS, ESPADAS, BASTOS)

DOS: Final = 0
CUATRO: Final = 1
CINCO: Final = 2
SEIS: Final = 3
SIETE: Final = 4
OCHO: Final = 5
NUEVE: Final = 6
SOTA: Final = 7
CABALLO: Final = 8
REY: Final = 9
TRES: Final = 10
AS: Final = 11
RANKS: Final = (DOS, CUATRO, CINCO, SEIS, SIETE, OCHO, NUEVE, SOTA, CABALLO, REY, TRES, AS)

# Not 0, which is the 2 of oros.
NO_CARD: Final = -1

POINTS: Final = (0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 10, 11, 0, 0, 0, 0)
"""Points of a card by rank; ranks 12 to 15 do not exist and stand at 0."""

POINTS_NIBBLES: Final = sum(points << 4 * rank for rank, points in enumerate(POINTS))
"""The same as one int: the points of rank r are ``POINTS_NIBBLES >> 4 * r & 15``."""

DECK_POINTS: Final = 120
DECKS: Final = (40, 36, 39, 48)

SUIT_LETTERS: Final = "oceb"
RANK_LETTERS: Final = "2456789SCR3A"
_PRINTED: Final = {"1": AS, "10": SOTA, "11": CABALLO, "12": REY}
# ASCII, or the long s and the Kelvin sign would count as letters in another case.
_CARD: Final = re.compile("(1[0-2]|[1-9SCRA])([oceb])", re.IGNORECASE | re.ASCII)


def card_id(suit: int, rank: int) -> int:
    """Id of the card of a suit (0 to 3) and a rank (0 to 11)."""
    return suit * 16 + rank


def suit_of(card: int) -> int:
    """Suit of a card id, 0 to 3."""
    return card >> 4


def rank_of(card: int) -> int:
    """Rank of a card id, 0 (the 2) to 11 (the as): its strength within the suit."""
    return card & 15


def points_of(card: int) -> int:
    """Points that a card id is worth to the side that captures it."""
    return POINTS[card & 15]


def is_card(card: int) -> bool:
    """Whether an int is the id of one of the 48 cards."""
    return 0 <= card < 64 and card & 15 < len(RANKS)


def card_text(card: int) -> str:
    """Write a card as rank and suit, such as ``Ao`` or ``7e``.

    Raises
    ------
    CardError
        If the int is no card's id.
    """
    if not is_card(card):
        raise CardError(f"{shown(int(card))} is no card id: it is suit * 16 + rank, rank 0 to 11")
    return RANK_LETTERS[rank_of(card)] + SUIT_LETTERS[suit_of(card)]


def parse_card(text: object) -> int:
    """Read a card text.

    Parameters
    ----------
    text : str
        Rank and suit in either case, spaces around them allowed; for the rank also the number
        printed on the card (1 as, 10 sota, 11 caballo, 12 rey).

    Returns
    -------
    int
        The card's id.

    Raises
    ------
    CardError
        If it is anything else, be it text or not.
    """
    found = _CARD.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise CardError(
            f"{shown(text)} is no card: write a rank (A 3 R C S 9 8 7 6 5 4 2, or the printed "
            "1 10 11 12) and a suit (o c e b), such as Ao or 12e"
        )
    rank, suit = found[1].upper(), found[2].lower()
    number = _PRINTED[rank] if rank in _PRINTED else RANK_LETTERS.index(rank)
    return card_id(SUIT_LETTERS.index(suit), number)


@lru_cache(maxsize=16)
def deck_cards(deck: int, removed: str | None = None) -> tuple[int, ...]:
    """Ids of the cards of a deck, ascending.

    Parameters
    ----------
    deck : int
        40; 36 without the 2s; 39 without one of them; 48 with the 9s and 8s.
    removed : str or None
        Text of the 2 that a deck of 39 lacks; None for the other decks.

    Raises
    ------
    CardError
        If there is no such deck, or `removed` does not go with it.
    """
    if deck not in DECKS:
        raise CardError(f"there is no deck of {shown(deck)} cards: take {listed(DECKS)}")
    if (deck == 39) != (removed is not None):
        raise CardError(f"a deck of {deck} with removed = {shown(removed)}: 39 alone names a 2")
    out = set() if removed is None else {parse_card(removed)}
    if any(rank_of(card) != DOS for card in out):
        raise CardError(f"removed = {shown(removed)}: a deck of 39 lacks 2o, 2c, 2e or 2b")
    absent = {36: {DOS, OCHO, NUEVE}, 48: set()}.get(deck, {OCHO, NUEVE})
    cards = (card_id(suit, rank) for suit in SUITS for rank in RANKS if rank not in absent)
    return tuple(card for card in cards if card not in out)


def mask_of(cards: Iterable[int]) -> int:
    """Pack card ids into a set; a card named twice counts once."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> tuple[int, ...]:
    """Ids of the cards in a set, ascending."""
    return tuple(card for card in range(mask.bit_length()) if mask >> card & 1)
