"""The names of cards in the language spoken; English texts name them in Spanish."""

from __future__ import annotations

from typing import Final

from brisca_sim.cards import card_text, rank_of, suit_of
from brisca_sim.language import N_, _

_RANKS: Final = (
    N_("dos"), N_("cuatro"), N_("cinco"), N_("seis"), N_("siete"), N_("ocho"), N_("nueve"),
    N_("sota"), N_("caballo"), N_("rey"), N_("tres"), N_("as"),
)  # fmt: skip
# The article goes with the rank: "la sota", "l'as".
_THE_RANKS: Final = (
    N_("the dos"), N_("the cuatro"), N_("the cinco"), N_("the seis"), N_("the siete"),
    N_("the ocho"), N_("the nueve"), N_("the sota"), N_("the caballo"), N_("the rey"),
    N_("the tres"), N_("the as"),
)  # fmt: skip
# And what stands before a suit goes with the suit: "de copes", "d'oros".
_OF_SUITS: Final = (
    N_("{rank} de oros"), N_("{rank} de copas"), N_("{rank} de espadas"), N_("{rank} de bastos"),
)  # fmt: skip
_SUITS: Final = (N_("oros"), N_("copas"), N_("espadas"), N_("bastos"))
_SIGNS: Final = {
    "as": N_("as"),
    "tres": N_("tres"),
    "rey": N_("rey"),
    "caballo": N_("caballo"),
    "sota": N_("sota"),
    "briscas": N_("briscas"),
    "sin_triunfo": N_("sin triunfo"),
    "soplar": N_("soplar"),
    "mirar": N_("mirar"),
}


def card_name(card: int) -> str:
    """Name a card in full, as in ``as de oros`` or ``as d'oros``.

    Raises
    ------
    CardError
        If the int is no card's id.
    """
    card_text(card)
    return _(_OF_SUITS[suit_of(card)], rank=_(_RANKS[rank_of(card)]))


def the_card(card: int) -> str:
    """Name a card with its article, as in ``the sota de copas`` or ``la sota de copas``.

    Raises
    ------
    CardError
        If the int is no card's id.
    """
    card_text(card)
    return _(_OF_SUITS[suit_of(card)], rank=_(_THE_RANKS[rank_of(card)]))


def suit_name(suit: int) -> str:
    """Name a suit: ``copas`` or ``copes``."""
    return _(_SUITS[suit])


def sign_name(sign: str) -> str:
    """Name a seña, by the word that records have for it; one that is unknown stays as it is."""
    return _(_SIGNS[sign]) if sign in _SIGNS else sign.replace("_", " ")
