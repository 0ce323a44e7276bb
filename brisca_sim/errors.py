"""The errors a user can meet, and the wording that all of them share."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence


class BriscaError(Exception):
    """A problem the user can mend; ``str()`` of it is one line: what, where, what to do."""


class CardError(BriscaError):
    """A card, a card text or a deck that does not exist."""


class RulesError(BriscaError):
    """A rules file, an option or a combination of options that cannot be played."""


class StrategyError(BriscaError):
    """A strategy that cannot be found, loaded or trusted."""


class RecordError(BriscaError):
    """A hand record that cannot be read."""


class KeptError(BriscaError):
    """A run that was kept and cannot be gone on with, merged or verified."""


class ClusterError(BriscaError):
    """A cluster that cannot be reached, does not fit this program or was lost."""


class OutputError(BriscaError):
    """A result that cannot be written where it was asked for."""


def suggest(word: str, choices: Iterable[str]) -> str:
    """Name the one or two choices that look most like a mistyped word.

    Parameters
    ----------
    word : str
        What was typed; the case is ignored.
    choices : iterable of str
        The words that would have been taken, in lower case.

    Returns
    -------
    str
        ``"; did you mean X?"`` or ``"; did you mean X or Y?"``, ready to be appended to a
        message; empty when nothing is near.
    """
    typed = word[:60].lower()
    near = difflib.get_close_matches(typed, list(choices), n=2)
    # A second one that is much farther off would only confuse.
    ratios = [difflib.SequenceMatcher(None, typed, choice).ratio() for choice in near]
    near = [choice for choice, ratio in zip(near, ratios, strict=True) if ratio > ratios[0] - 0.15]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def listed(words: Iterable[object], last: str = "or") -> str:
    """Join words as English does: ``"2, 3, 4 or 6"``."""
    *head, tail = (str(word) for word in words)
    return f"{', '.join(head)} {last} {tail}" if head else tail


def shown(value: object, limit: int = 60) -> str:
    """Write a value that somebody gave so that it fits a one-line message.

    Parameters
    ----------
    value : object
        Anything that TOML, JSON or Python can hand over.
    limit : int
        Texts longer than this many characters are cut.

    Returns
    -------
    str
        Texts in quotes with line breaks and control characters escaped, ``true`` and ``false``
        as in a rules file, and just the sort of thing for tables, lists and other objects.
    """
    if isinstance(value, str):
        return repr(value) if len(value) <= limit else repr(value[:limit]) + "..."
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        # Python refuses to print integers of thousands of digits.
        return str(value) if abs(value) < 10**18 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, Sequence):
        return "a list"
    return "nothing" if value is None else f"a {type(value).__name__}"
