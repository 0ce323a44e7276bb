"""The language in which reports, tables and replays speak: texts, numbers and dates.

English is what the code says; Spanish and Catalan are gettext catalogues beside it, read as they
are written.  What is spoken belongs to the context, so that two reports may be written at once.
"""

from __future__ import annotations

import gettext as _gettext
import io
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Final

from brisca_sim.errors import BriscaError, shown, suggest
from brisca_sim.errors import listed as _listed

LANGUAGES: Final = ("en", "es", "ca")
_SPOKEN: ContextVar[str] = ContextVar("language", default="en")
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
# Spanish writes "e" for "y" and "u" for "o" before the same sound.
_SOUNDS_I: Final = re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)
_SOUNDS_O: Final = re.compile(r"h?[oó]", re.IGNORECASE)


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """The language of a user's locale, English if that is none of ours.

    Parameters
    ----------
    environment : mapping
        Where LC_ALL, LC_MESSAGES and LANG are looked up; the first one that is set counts.
    """
    for variable in _VARIABLES:
        if value := environment.get(variable, ""):
            code = value.partition("_")[0].partition(".")[0].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def chosen(option: str) -> str:
    """The language that was asked for; that of the locale when none was.

    Raises
    ------
    BriscaError
        If it is none of `LANGUAGES`.
    """
    if not option:
        return preferred()
    if option not in LANGUAGES:
        raise BriscaError(
            f"--lang takes {_listed(LANGUAGES)}, not {shown(option)}{suggest(option, LANGUAGES)}"
        )
    return option


def language() -> str:
    """The language spoken here: one of `LANGUAGES`."""
    return _SPOKEN.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language of `LANGUAGES` for a while."""
    token = _SPOKEN.set(code)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def _(message: str, **values: object) -> str:
    """A text in the language spoken; names in braces are replaced by `values`."""
    found = message if language() == "en" else _catalogue(language()).gettext(message)
    return found.format(**values) if values else found


def N_(message: str) -> str:  # noqa: N802 - the name by which gettext's tools know it
    """Mark a text of the module level, which is given to `_` when it is shown."""
    return message


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """A text that depends on a number, which it may show as ``{number}``."""
    if language() == "en":
        found = one if number == 1 else many
    else:
        found = _catalogue(language()).ngettext(one, many, number)
    return found.format(**{"number": whole(number), **values})


def listed(words: Iterable[object], last: str = "and") -> str:
    """Join words as a sentence does: ``a, b and c``; `last` is ``and`` or ``or``."""
    if language() == "en":
        return _listed(words, last)
    *head, tail = [str(word) for word in words]
    if not head:
        return tail
    if language() == "ca":
        return f"{', '.join(head)} {'i' if last == 'and' else 'o'} {tail}"
    word, other, sound = ("y", "e", _SOUNDS_I) if last == "and" else ("o", "u", _SOUNDS_O)
    return f"{', '.join(head)} {other if sound.match(tail) else word} {tail}"


@cache
def _catalogue(code: str) -> _gettext.NullTranslations:
    """The texts of a language that is not English; what is not translated stays English."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    path = files("brisca_sim") / "locale" / code / "LC_MESSAGES" / "brisca_sim.po"
    packed = io.BytesIO()
    with path.open("rb") as file:
        write_mo(packed, read_po(file, locale=code))
    packed.seek(0)
    return _gettext.GNUTranslations(packed)


def decimal(value: float, digits: int) -> str:
    """A number with so many decimals, as the language writes it: ``62.35`` or ``62,35``.

    Raises
    ------
    ValueError
        If it is not finite.
    """
    if not math.isfinite(value):
        raise ValueError(f"no number to be shown: {value}")
    plain = f"{value:.{digits}f}"
    if float(plain) == 0:
        # A negative number that rounds to nothing is nothing.
        plain = plain.lstrip("-")
    if language() == "en":
        return plain
    from babel.numbers import format_decimal

    # Rounded before, so that every language shows the same digits.
    pattern = "0." + "0" * digits if digits else "0"
    return str(format_decimal(Decimal(plain), pattern, locale=language()))


def signed(value: float, digits: int) -> str:
    """A difference with its sign: ``+2.41``."""
    shown = decimal(value, digits)
    return shown if value < 0 else f"+{shown}"


def brief(value: float, digits: int = 6) -> str:
    """A number without the zeros at its end, with so many significant digits at most: ``99.9``."""
    plain = f"{value:.{digits}g}"
    return decimal(float(plain), _places(plain))


def exactly(value: object) -> str:
    """A number with all the digits that it has: ``1.0``, ``0.25``, ``24``."""
    plain = str(value)
    return plain if language() == "en" else decimal(float(plain), _places(plain))


def _places(plain: str) -> int:
    """Decimals of a number as Python writes it."""
    return max(-int(Decimal(plain).as_tuple().exponent), 0)


def between(low: str, high: str) -> str:
    """An interval, whose ends are written already: ``[60.02, 60.22]`` or ``[60,02; 60,22]``."""
    return _("[{low}, {high}]", low=low, high=high)


def level(share: float) -> str:
    """A share in percent with no more digits than it needs: ``95%``, ``99.9 %``."""
    return _("{percent}%", percent=brief(100 * share))


def whole(number: int) -> str:
    """A whole number with its thousands grouped: ``20,000`` or ``20.000``."""
    if language() == "en":
        return f"{number:,}"
    from babel.numbers import format_decimal

    return str(format_decimal(number, locale=language()))


def percent(share: float, digits: int = 0) -> str:
    """A share as a percentage: ``95%`` or, with the space that the language wants, ``95 %``."""
    if language() == "en":
        return f"{100 * share:.{digits}f}%"
    from babel.numbers import format_percent

    pattern = "0" + ("." + "0" * digits if digits else "")
    space = "\N{NO-BREAK SPACE}" if language() in ("es", "ca") else ""
    return str(format_percent(share, f"{pattern}{space}%", locale=language()))
