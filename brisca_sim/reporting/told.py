"""What documents say in English words, told again in the language spoken.

Warnings and names of conditions stand in the documents as they were worded when the cards were
played; they are recognised here by their forms, so that older documents speak every language too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from brisca_sim.language import N_, _, decimal, language, listed, whole

_FORMS: Final = (
    # Who cheats.
    N_("{name} sees its partner's hand: it cheats and is for reference only"),
    N_("{name} sees all hands: it cheats and is for reference only"),
    # Ratings of a tournament.
    N_("the results do not connect everybody, play more pairings: {groups}"),
    N_("the results do not rank {names} against the others: play more deals"),
    N_("the results do not rank {names} against {name}: play more deals"),
    N_("no finite rating: {names} lost nothing against the rated ones"),
    N_("no finite rating: {names} won nothing against the rated ones"),
    N_("no equilibrium and no alpha-rank: {reason}"),
    N_("only {count} blocks of deals: intervals of ratings are rough"),
    N_(
        "interrupted after {count} rounds; scores have intervals for any stop, those of ratings hold"
        " if the results did not decide when"
    ),
    # Conditions of an effect.
    N_("the mano"),
    N_("mano ({name})"),
    N_("the others"),
    N_("mano negra at any time"),
    N_("mano negra at the deal"),
    N_("no mano negra"),
    N_("senas with rival_sees={chance}"),
    N_("no senas"),
)


def told(text: str) -> str:
    """A warning or a condition of a document in the language spoken; what is unknown as it is."""
    if language() == "en":
        return text
    for form in _FORMS:
        if found := _pattern(form).fullmatch(text):
            return _(form, **{key: _value(key, value) for key, value in found.groupdict().items()})
    return text


def all_told(texts: Iterable[str]) -> list[str]:
    """Warnings in the language spoken, each of them once."""
    return [told(text) for text in dict.fromkeys(texts)]


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", form)
    named = {"count": r"\d+", "chance": r"[\d.]+"}
    return re.compile(
        "".join(
            f"(?P<{part}>{named.get(part, '.+')})" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        )
    )


def _value(key: str, text: str) -> str:
    """A value that was read, as the language writes it."""
    if key == "count":
        return whole(int(text))
    if key == "names":
        return listed(re.split(r", | and ", text))
    if key == "groups":
        return " | ".join(listed(re.split(r", | and ", group)) for group in text.split(" | "))
    if key == "chance":
        return decimal(float(text), len(text.partition(".")[2]))
    return text
