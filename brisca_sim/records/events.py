"""The events of a hand record: their fields, and how each is read from JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from brisca_sim.cards import parse_card
from brisca_sim.errors import CardError, listed, shown, suggest
from brisca_sim.records.verdict import BrokenRuleError, json_text
from brisca_sim.rules import Rules


@dataclass(frozen=True, slots=True)
class Play:
    """A seat puts a card on the table."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick on the table goes to its winner."""

    winner: int
    points: int


@dataclass(frozen=True, slots=True)
class Draw:
    """A seat takes the next card of the stock."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Swap:
    """A seat gives a low trump for the upcard."""

    seat: int
    gives: int
    takes: int


@dataclass(frozen=True, slots=True)
class Sign:
    """A seat makes a sign; `partner` and `rivals` say who noticed it."""

    seat: int
    sign: str
    partner: bool
    rivals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ManoNegra:
    """As, tres and rey of trumps in a seat's hand end the hand."""

    seat: int


Event = Play | Trick | Draw | Swap | Sign | ManoNegra


def read_event(rules: Rules, raw: object) -> Event:
    """Read one event.

    Parameters
    ----------
    rules : Rules
        They say which seats there are.
    raw : object
        The event as JSON holds it.

    Raises
    ------
    BrokenRuleError
        If its type is unknown, a key is missing or unknown, or a value is none of its kind.
    """
    if not isinstance(raw, Mapping):
        raise BrokenRuleError(f"an event is an object with a type, not {shown(raw)}")
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in _SHAPES:
        near = suggest(kind, _SHAPES) if isinstance(kind, str) else ""
        got = f"no event has the type {json_text(kind)}" if "type" in raw else "it has no type"
        raise BrokenRuleError(f"{got}: take {listed(_SHAPES)}{near}")
    make, fields = _SHAPES[kind]
    for key in raw:
        if key != "type" and key not in fields:
            near = suggest(key, fields) if isinstance(key, str) else ""
            takes = listed(fields, "and")
            raise BrokenRuleError(f"{kind} has no key {shown(key)}, it has {takes}{near}")
    for key in fields:
        if key not in raw:
            raise BrokenRuleError(f"{kind} lacks its {key}")
    values = {key: read(rules, f"{kind}: {key}", raw[key]) for key, read in fields.items()}
    return make(**values)


def _seat(rules: Rules, key: str, value: object) -> int:
    # By type: true would do as seat 1.
    if type(value) is not int or not 0 <= value < rules.players:
        takes = listed(range(rules.players))
        raise BrokenRuleError(f"{key}: got {json_text(value)}, takes a seat, {takes}")
    return value


def _seats(rules: Rules, key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BrokenRuleError(f"{key}: got {json_text(value)}, takes a list of seats")
    seats = tuple(_seat(rules, key, item) for item in value)
    if len(set(seats)) < len(seats):
        raise BrokenRuleError(f"{key}: a seat is named twice: name each once")
    return seats


def _card(_: Rules, key: str, value: object) -> int:
    try:
        return parse_card(value)
    except CardError as error:
        raise BrokenRuleError(f"{key}: {error}") from None


def _points(_: Rules, key: str, value: object) -> int:
    if type(value) is not int:
        raise BrokenRuleError(f"{key}: got {json_text(value)}, takes a whole number")
    return value


def _text(_: Rules, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise BrokenRuleError(f"{key}: got {json_text(value)}, takes a text")
    return value


def _flag(_: Rules, key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BrokenRuleError(f"{key}: got {json_text(value)}, takes true or false")
    return value


_Reader = Callable[[Rules, str, object], Any]

_SHAPES: Final[Mapping[str, tuple[Callable[..., Event], Mapping[str, _Reader]]]] = MappingProxyType(
    {
        "play": (Play, {"seat": _seat, "card": _card}),
        "trick": (Trick, {"winner": _seat, "points": _points}),
        "draw": (Draw, {"seat": _seat, "card": _card}),
        "swap": (Swap, {"seat": _seat, "gives": _card, "takes": _card}),
        "sign": (Sign, {"seat": _seat, "sign": _text, "partner": _flag, "rivals": _seats}),
        "mano_negra": (ManoNegra, {"seat": _seat}),
    }
)
