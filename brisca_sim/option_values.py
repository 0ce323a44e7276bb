"""What an option takes: values checked, and read from texts."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from brisca_sim.cards import DOS, card_text, parse_card, rank_of
from brisca_sim.errors import CardError, RulesError, shown, suggest
from brisca_sim.options import OPTIONS, Option, Value

_YES: Final = ("true", "yes", "on")
_NO: Final = ("false", "no", "off")
_MATCH: Final = re.compile("(hands|points|best_of|first_to|time):([0-9]{1,7})", re.ASCII)
_MATCH_MOST: Final = 1_000_000


def check(option: Option, value: object) -> Value:
    """Check a value that has a type already, as in TOML, JSON or Python.

    Parameters
    ----------
    option : Option
        The option that is to hold it.
    value : object
        The value. Types are strict, except that a whole number does as a ``number``, that
        false stands for ``"off"`` where that is a choice, and that None leaves an option
        without a fixed default to be worked out.

    Returns
    -------
    str, int, float, bool or None
        The value in its usual form.

    Raises
    ------
    RulesError
        If the option does not take it; the message says what it takes.
    """
    if value is None and option.default is None:
        return None
    match option.kind:
        case "choice":
            return _check_choice(option, value)
        case "flag":
            return value if isinstance(value, bool) else _refuse(option, value)
        case "card":
            return _check_two(option, value)
        case "match":
            kind, count = split_match(value)
            return f"{kind}:{count}"
        case "whole" | "number":
            return _check_number(option, value)


def parse_text(option: Option, text: str) -> Value:
    """Read a value that was given as text on the command line.

    Parameters
    ----------
    option : Option
        The option that is to hold it.
    text : str
        The text; case and surrounding spaces are ignored. Flags also take yes, no, on, off.

    Returns
    -------
    str, int, float, bool or None
        The value in its usual form.

    Raises
    ------
    RulesError
        If the option does not take it.
    """
    word = text.strip().lower()
    if option.kind == "flag" and word in _YES + _NO:
        return word in _YES
    if "off" in option.choices and word in _NO:
        return "off"
    return check(option, _read_number(word) if option.is_numeric else word)


def split_match(value: object) -> tuple[str, int]:
    """Take the text of a match apart.

    Parameters
    ----------
    value : str
        Such as ``"best_of:3"``.

    Returns
    -------
    tuple of (str, int)
        ``hands``, ``points``, ``best_of``, ``first_to`` or ``time``, and its number: hands,
        points, rounds, hands won or minutes.

    Raises
    ------
    RulesError
        If it is no match.
    """
    found = _MATCH.fullmatch(value) if isinstance(value, str) else None
    count = int(found[2]) if found else 0
    if found is None or not 1 <= count <= _MATCH_MOST:
        _refuse(OPTIONS["match"], value, f", with N from 1 to {_MATCH_MOST}")
    if found[1] == "best_of" and count not in (1, 3, 5):
        _refuse(OPTIONS["match"], value)
    return found[1], count


def _read_number(word: str) -> object:
    for read in (int, float):
        try:
            return read(word)
        except ValueError:
            continue
    return word


def _check_choice(option: Option, value: object) -> Value:
    if value is False and "off" in option.choices:
        return "off"
    for choice in option.choices:
        # By type as well: 40.0 equals 40.
        if isinstance(value, type(choice)) and value == choice:
            return choice
    words = [choice for choice in option.choices if isinstance(choice, str)]
    _refuse(option, value, suggest(value, words) if isinstance(value, str) else "")


def _check_number(option: Option, value: object) -> Value:
    if isinstance(value, bool) or not isinstance(value, int | float):
        _refuse(option, value)
    if option.kind == "whole" and isinstance(value, float):
        _refuse(option, value)
    if not option.low <= value <= option.high:
        _refuse(option, value)
    # "or 0.0" turns -0.0, which is in the range, into 0.0.
    return value if option.kind == "whole" else float(value) or 0.0


def _check_two(option: Option, value: object) -> Value:
    try:
        card = parse_card(value)
    except CardError:
        _refuse(option, value)
    if rank_of(card) != DOS:
        _refuse(option, value)
    return card_text(card)


def _refuse(option: Option, value: object, more: str = "") -> NoReturn:
    raise RulesError(f"option {option.name}: got {shown(value)}, takes {option.takes}{more}")
