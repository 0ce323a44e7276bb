"""The part of a hand record before the events: its shape, the rules, the deck, who begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from brisca_sim.cards import card_text, parse_card
from brisca_sim.errors import CardError, RecordError, RulesError, shown, suggest
from brisca_sim.records.verdict import BrokenRuleError, held_text, json_text
from brisca_sim.rules import Rules

SCHEMA: Final = "brisca-hand/1"

_MOST_KEYS: Final = 100
_NEEDED: Final = ("deck", "trump", "events")
_KINDS: Final[Mapping[str, tuple[type, str]]] = MappingProxyType(
    {
        "schema": (str, "a text"),
        "rules": (Mapping, "an object"),
        "seed": (int, "a whole number"),
        "deal": (int, "a whole number"),
        "lineup": (list, "a list"),
        "dealer": (int, "a whole number"),
        "mano": (int, "a whole number"),
        "cut": (int, "a whole number"),
        "deck": (list, "a list of cards"),
        "trump": (str, "a card"),
        "events": (list, "a list of events"),
        "result": (Mapping, "an object"),
    }
)


@dataclass(frozen=True, slots=True)
class Header:
    """A hand record of the right shape, whatever was played in it; None is what is left out."""

    rules: Rules
    dealer: int | None
    mano: int | None
    cut: int | None
    deck: list[object]
    trump: str
    events: list[object]
    result: Mapping[str, object] | None


def read_header(record: object) -> Header:
    """Check that an object is a hand record, and read its rules.

    Keys that the format does not have are left alone as somebody's notes, unless they look like a
    slip for one that is not there: what was meant by it would go unjudged.

    Parameters
    ----------
    record : object
        What JSON held.

    Returns
    -------
    Header
        Its parts; rule options left out are those of ``tradicional``.

    Raises
    ------
    RecordError
        If it is no hand record: no such schema, a part missing or of another JSON type, or rules
        that do not exist.
    """
    if not isinstance(record, Mapping):
        raise RecordError(f"a hand record is a JSON object, not {json_text(record)}")
    if record.get("schema") != SCHEMA:
        got = shown(record["schema"]) if "schema" in record else "missing"
        raise RecordError(f"this is no hand record: its schema is {got}, and should be {SCHEMA!r}")
    if len(record) > _MOST_KEYS:
        raise RecordError(f"this is no hand record: it has {len(record)} keys")
    absent = [key for key in _KINDS if key not in record]
    for key, value in record.items():
        if key in _KINDS:
            _check_kind(key, value)
        elif isinstance(key, str) and suggest(key, absent):
            raise RecordError(f"a hand record has no key {shown(key)}{suggest(key, absent)}")
    for key in _NEEDED:
        if key in absent:
            raise RecordError(f"the hand record lacks its {key}: it takes {_KINDS[key][1]}")
    parts: dict[str, Any] = {key: record.get(key) for key in Header.__slots__}
    return Header(**parts | {"rules": _read_rules(record)})


def check_deck(header: Header) -> tuple[int, ...]:
    """Check the deck, the trump that it turns up and the cut.

    Returns
    -------
    tuple of int
        Every card of the rules' deck in dealt order; card 3 x players is the upcard.

    Raises
    ------
    BrokenRuleError
        If a card is unknown, twice in it, missing or none of this deck, the trump is another card
        than the upcard, or the cut leaves a part of fewer than four cards.
    """
    rules = header.rules
    deck = [_card(f"deck[{place}]", text) for place, text in enumerate(header.deck)]
    for place, card in enumerate(deck):
        first, where = deck.index(card), f"deck[{place}]: {card_text(card)}"
        if first < place:
            why = f"stands at deck[{first}] already: every card is there once, the upcard too"
            raise BrokenRuleError(f"{where} {why}")
        if card not in rules.cards:
            gone = f" without {rules.removed}" if rules.removed else ""
            raise BrokenRuleError(f"{where} is not in a deck of {rules.deck}{gone}")
    if missing := sorted(set(rules.cards) - set(deck)):
        more = " and others" if len(missing) > 8 else ""
        lacks = f"it lacks {held_text(missing[:8])}{more}"
        raise BrokenRuleError(f"the deck has {len(deck)} cards of {rules.deck}: {lacks}")
    place = 3 * rules.players
    if _card("trump", header.trump) != deck[place]:
        right = f"the card turned up is deck[{place}], {card_text(deck[place])}"
        raise BrokenRuleError(f"trump is {shown(header.trump)}: {right}")
    if header.cut is not None and not 4 <= header.cut <= rules.deck - 4:
        right = f"each part has at least four cards, so it is 4 to {rules.deck - 4}"
        raise BrokenRuleError(f"cut is {shown(header.cut)}: {right}")
    return tuple(deck)


def find_mano(header: Header) -> int:
    """Find the seat that leads the first trick.

    Returns
    -------
    int
        The mano as given, or the seat after the dealer, or the seat of the first play, or 0.

    Raises
    ------
    BrokenRuleError
        If there is no such seat, or dealer and mano do not sit side by side.
    """
    dealer, mano, players = header.dealer, header.mano, header.rules.players
    for key, seat in (("dealer", dealer), ("mano", mano)):
        if seat is not None and not 0 <= seat < players:
            why = f"there is no seat {shown(seat)} at a table of {players}"
            raise BrokenRuleError(f"{key}: {why}, seats run from 0 to {players - 1}")
    if dealer is None:
        return _first_player(header) if mano is None else mano
    right = (dealer + 1) % players
    if mano not in (None, right):
        raise BrokenRuleError(f"mano is seat {mano}: after dealer {dealer} it is seat {right}")
    return right


def _check_kind(key: str, value: object) -> None:
    kind, words = _KINDS[key]
    # By type for numbers: true is an int in Python.
    fits = type(value) is int if kind is int else isinstance(value, kind)
    if not fits:
        raise RecordError(f"{key} of the hand record: got {json_text(value)}, takes {words}")


def _read_rules(record: Mapping[str, object]) -> Rules:
    try:
        return Rules.from_dict(record.get("rules", {}))
    except RulesError as error:
        raise RecordError(f"the hand record's rules: {error}") from None


def _card(where: str, text: object) -> int:
    try:
        return parse_card(text)
    except CardError as error:
        raise BrokenRuleError(f"{where}: {error}") from None


def _first_player(header: Header) -> int:
    """Seat of the first play, where it has one; what is wrong with it the referee will say."""
    for event in header.events:
        if isinstance(event, Mapping) and event.get("type") == "play":
            seat = event.get("seat")
            return seat if type(seat) is int and 0 <= seat < header.rules.players else 0
    return 0
