"""The Spanish words of the game as data: names of suits and ranks, and terms with a gloss."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

SUIT_NAMES: Final = ("oros", "copas", "espadas", "bastos")
"""Names by suit."""

RANK_NAMES: Final = (
    "dos",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "sota",
    "caballo",
    "rey",
    "tres",
    "as",
)
"""Names by rank, weakest first."""

BORDER_BREAKS: Final = (0, 1, 2, 3)
"""By suit, how often the frame line printed on its cards is interrupted."""

TERMS: Final = MappingProxyType(
    {
        "a ciegas": "blind play: the cards in hand stay unseen, even by their holder",
        "al revés": "the game turned round: whoever captures least wins",
        "arrastrar": "to lead a trump",
        "asistir": "to play a card of the suit led, which brisca never demands",
        "baceta": "the stock: the undealt cards, drawn from after each trick",
        "baraja": "the deck",
        "baza": "a trick: one card from every player",
        "brisca": "a high card outside trumps: as or tres, in some places as or rey",
        "cambio": "the swap of a low trump in hand for the upcard",
        "carta blanca": "a card that is worth no points",
        "mano": "the seat that leads the first trick, to the dealer's right",
        "mano negra": "as, tres and rey of trumps held together, which wins where it is agreed",
        "palo": "a suit",
        "partida": "a match: one or more hands",
        "pinta": "the upcard; also the breaks in a card's border that tell its suit",
        "robar": "to draw a card from the stock",
        "seña": "a sign by which partners tell each other what they hold",
        "triunfo": "trump: the suit that beats the other three",
    }
)
"""Terms in Spanish alphabetical order, each with what it means in English."""


SIGN_NAMES: Final = (
    "as",
    "tres",
    "rey",
    "caballo",
    "sota",
    "briscas",
    "sin_triunfo",
    "soplar",
    "mirar",
)
"""The señas, in the order of their numbers."""
