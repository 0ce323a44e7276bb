"""Comparisons and effects as a question and its answer."""

from __future__ import annotations

from collections.abc import Sequence

from brisca_sim.language import _, between, decimal, signed, whole
from brisca_sim.reporting.report.verdict_tables import who
from brisca_sim.reporting.tables import Document
from brisca_sim.reporting.told import told
from brisca_sim.reporting.verdict_words import verdict_sentence


def asked(parts: Sequence[Document]) -> str:
    """What the comparisons were played for, as a question."""
    first = parts[0]
    names = {"a": told(first["a"]), "b": told(first["b"]), "who": who(parts)}
    if first["kind"] == "strategies":
        return _("Is {a} better than {b}, with the same cards for both?", **names)
    if first["kind"] == "mano":
        return _("What is leading first worth, when all play alike?")
    if len(parts) == 1:
        return _("What does {who} gain or lose by {a} instead of {b}?", **names)
    return _("What does {who} gain or lose by each of {number} conditions instead of {b}?",
             **names, number=whole(len(parts)))  # fmt: skip


def answer(parts: Sequence[Document], even: Document | None) -> str:
    """What they found, in two sentences; `even` is the break-even of a sweep."""
    if len(parts) == 1:
        return f"{verdict_sentence(parts[0])} {_in_points(parts[0])}"
    best = max(parts, key=lambda part: part["difference"]["score"])
    return f"{_best(best)} {_rest(parts, even)}"


def _in_points(part: Document) -> str:
    if "points" in part["exact"]:
        return _("In points there is no difference either.")
    points, (low, high) = part["difference"]["points"], part["difference"]["points_ci"]
    ends = between(signed(low, 2), signed(high, 2))
    return _("In points it is {points} {interval} a hand.", points=signed(points, 2), interval=ends)


def _gap(part: Document) -> str:
    gap, (low, high) = part["difference"]["score"], part["difference"]["score_ci"]
    return f"{signed(100 * gap, 2)} {between(signed(100 * low, 2), signed(100 * high, 2))}"


def _best(part: Document) -> str:
    """The condition that is worth most, in a sentence."""
    low, high = part["difference"]["score_ci"]
    found = {"gap": _gap(part), "who": told(part["subject"]), "a": told(part["a"]),
             "b": told(part["b"])}  # fmt: skip
    if part["kind"] == "mano":
        return _("Leading first is worth most when all play {name}: {gap} hands in a hundred.",
                 name=part["tables"][0]["lineup"][0], **found)  # fmt: skip
    if low > 0:
        return _("{who} gains most by {a}: {gap} hands in a hundred against {b}.", **found)
    if high < 0:
        return _("{who} loses by all of them, least by {a}: {gap} hands in a hundred against {b}.",
                 **found)  # fmt: skip
    return _("{who} gains by none of them for certain; best is {a}: {gap} hands in a hundred"
             " against {b}.", **found)  # fmt: skip


def _rest(parts: Sequence[Document], even: Document | None) -> str:
    if even:
        ends = ["?" if end is None else decimal(end, 2) for end in even["ci"]]
        return _("Gain turns into loss, or loss into gain, at {at} {interval}, by straight lines"
                 " between the points.", at=decimal(even["at"], 2), interval=between(*ends))  # fmt: skip
    worst = min(parts, key=lambda part: part["difference"]["score"])
    return _("Least comes from {a}: {gap}.", a=told(worst["a"]), gap=_gap(worst))
