"""The verdict of a comparison in a sentence, from the figures of its document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brisca_sim.language import _, between, brief, ngettext, signed
from brisca_sim.reporting.told import told


def verdict_sentence(document: Mapping[str, Any]) -> str:
    """Say in the language spoken what a comparison has found.

    Parameters
    ----------
    document : mapping
        Of the schema ``brisca-compare/1``; `deals_missing` is how many more deals an undecided one
        would need, None or absent where no end is in sight.

    Returns
    -------
    str
        With a full stop.
    """
    names = {"a": told(document["a"]), "b": told(document["b"])}
    if "score" in document["exact"]:
        return _(
            "{a} and {b} score the same, exactly: they are alike, or every deal is shared evenly.",
            **names,
        )
    found = _finding(document["difference"])
    if document["verdict"] == "undecided":
        return _undecided(names, found, document.get("deals_missing"))
    if document["verdict"] == "equal":
        margin = brief(100 * document["margin"])
        return _("{a} and {b} are within {margin} of each other: {found}.",
                 **names, margin=margin, found=found)  # fmt: skip
    return _decided(document, names, found)


def _finding(difference: Mapping[str, Any]) -> str:
    gap, (low, high) = difference["score"], difference["score_ci"]
    ends = between(signed(100 * low, 2), signed(100 * high, 2))
    return _("{gap} {interval} hands in a hundred", gap=signed(100 * gap, 2), interval=ends)


def _undecided(names: Mapping[str, str], found: str, missing: int | None) -> str:
    if not missing:
        return _(
            "Undecided between {a} and {b}: {found}; no end is in sight.", **names, found=found
        )
    return ngettext(
        "Undecided between {a} and {b}: {found}; about {number} more deal would be needed.",
        "Undecided between {a} and {b}: {found}; about {number} more deals would be needed.",
        missing, **names, found=found,
    )  # fmt: skip


def _decided(document: Mapping[str, Any], names: Mapping[str, str], found: str) -> str:
    first = document["verdict"] == "a"
    if document["kind"] == "strategies":
        if first:
            return _("{a} is better than {b}: {found}.", **names, found=found)
        return _("{b} is better than {a}: {found} for {a}.", **names, found=found)
    if document["kind"] == "mano":
        name = document["tables"][0]["lineup"][0]
        if first:
            return _("When all play {name}, the mano scores more: {found}.", name=name, found=found)
        return _("When all play {name}, the mano scores less: {found}.", name=name, found=found)
    who = told(document["subject"])
    if first:
        return _("{who} gains by {a} against {b}: {found}.", **names, who=who, found=found)
    return _("{who} loses by {a} against {b}: {found}.", **names, who=who, found=found)
