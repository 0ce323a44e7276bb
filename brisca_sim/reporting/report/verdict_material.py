"""Comparisons and effects as a report: which is better, what one thing is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from brisca_sim.language import N_, _, between, decimal, signed, whole
from brisca_sim.reporting.report.material import Chapter, Material
from brisca_sim.reporting.report.method import method_of
from brisca_sim.reporting.report.model import Column, Picture, Table, bounded
from brisca_sim.reporting.report.wording import of_rows, short, stated
from brisca_sim.reporting.tables import Document, Row, unique_names
from brisca_sim.reporting.terminal import deals_text, hands_text, rules_line
from brisca_sim.reporting.told import all_told, told
from brisca_sim.reporting.verdict import verdict_page, verdict_rows
from brisca_sim.reporting.verdict_words import verdict_sentence

_VERDICTS: Final = {
    "a": N_("the first is better"),
    "b": N_("the other is better"),
    "equal": N_("within the margin"),
    "undecided": N_("undecided"),
}
_SHARES: Final = ("0", "1/2", "1", "3/2", "2")


def verdict_material(doc: Document) -> Material:
    """What a comparison or an effect has to offer.

    Parameters
    ----------
    doc : mapping
        Of the schema ``brisca-compare/1`` or ``brisca-effect/1``.
    """
    parts: list[Document] = list(doc.get("parts", [doc]))
    even = doc.get("break_even")
    pictures: dict[str, Callable[[], Picture]] = {"differences": lambda: _differences(parts)}
    if swept(parts):
        pictures = {"sweep": lambda: _sweep(doc, parts)} | pictures
    tables: dict[str, Callable[[], Table]] = {"differences": lambda: differences_table(parts)}
    if (
        len(parts) == 1
        and parts[0]["kind"] == "strategies"
        and len(_pairs(parts[0])) == len(_SHARES)
    ):
        tables["pairs"] = lambda: _pairs_table(parts[0])
    first = "sweep" if swept(parts) else "differences"
    chapters = [
        Chapter(_("Difference"), tuple(dict.fromkeys((first, "differences")))),
        Chapter(_("Deals"), ("pairs",)),
    ]
    page = verdict_page(parts, even)
    notes = [page.footer]
    warnings = all_told(text for part in parts for text in part["warnings"])
    return Material(
        page.title, _asked(parts), _answer(parts, even), pictures, tables, chapters,
        [method_of(parts[0], parts, notes)], warnings,
    )  # fmt: skip


def swept(parts: Sequence[Document]) -> bool:
    """Whether the comparisons are places along a line."""
    return len(parts) > 1 and all(part.get("at") is not None for part in parts)


def who(parts: Sequence[Document]) -> str:
    """Whom the comparisons are about; without parameters where these differ."""
    found = {part["subject"] for part in parts}
    return told(found.pop() if len(found) == 1 else parts[0]["subject"].partition(":")[0])


def part_names(parts: Sequence[Document]) -> list[str]:
    """What each comparison is called, made unique."""
    if len(parts) == 1 and parts[0]["kind"] == "strategies":
        found = [
            _("{name} against {other}", name=told(part["a"]), other=told(part["b"]))
            for part in parts
        ]
        return unique_names(found)
    return unique_names(told(part["a"]) for part in parts)


def difference_columns(parts: Sequence[Document]) -> list[Column]:
    """Columns of the table of differences; those that no comparison has are left out."""
    called = {part[side]: told(part[side]) for part in parts for side in ("a", "b")}
    columns = [
        Column("a", _("so"), "text", words=called),
        Column("b", _("against"), "text", words=called),
        Column("at", _("at")),
        bounded("score", _("score %"), "share"),
        bounded("points", _("points")),
        bounded("elo", "Elo"),
        bounded("winner_changed", _("winner changed %"), "share"),
        bounded("normalized", _("in sd of a deal")),
        Column("superiority", _("superiority %"), "likelihood"),
        Column(
            "verdict", _("verdict"), "text", words={key: _(text) for key, text in _VERDICTS.items()}
        ),
        Column("deals", _("deals"), "whole"),
    ]
    rows = verdict_rows(parts)
    return [column for column in columns if any(row[column.key] is not None for row in rows)]


def difference_rows(parts: Sequence[Document]) -> list[Row]:
    """Rows of the table of differences."""
    return [
        row | {"exact": " ".join(part["exact"])}
        for row, part in zip(verdict_rows(parts), parts, strict=True)
    ]


def differences_table(parts: Sequence[Document]) -> Table:
    """Differences of every comparison, in full."""
    caption = _("Difference in hands of a hundred and in points a hand, the first less the other")
    return Table("differences", caption, difference_columns(parts), difference_rows(parts))


def _pairs(part: Document) -> list[int]:
    return list(part["pair_counts"])


def _pairs_table(part: Document) -> Table:
    total = sum(_pairs(part))
    rows: list[Row] = [
        {"won": label, "deals": count, "share": count / total}
        for label, count in zip(_SHARES, _pairs(part), strict=True)
    ]
    columns = [
        Column("won", _("hands won of two"), "text"),
        Column("deals", _("deals"), "whole"),
        Column("share", _("share %"), "share"),
    ]
    name = told(part["a"])
    caption = _("Deals by the hands that {name} won of the two of a deal", name=name)
    return Table("pairs", caption, columns, rows)


def _asked(parts: Sequence[Document]) -> str:
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


def _answer(parts: Sequence[Document], even: Document | None) -> str:
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


def _frame(parts: Sequence[Document]) -> Any:
    import pandas as pd

    frame = pd.DataFrame(verdict_rows(parts))
    kept = frame[["at", "score", "score_lo", "score_hi"]].astype("float64")
    return kept.assign(name=part_names(parts))


def _note(parts: Sequence[Document]) -> str:
    first = parts[0]
    played = _(
        "{deals}, {hands}, seed {seed} ({deal_mode})",
        deals=deals_text(first["deals"]),
        hands=hands_text(first["hands"]),
        seed=first["seed"],
        deal_mode=first["deal_mode"],
    )
    return f"{rules_line(first['tables'][0]['rules'])}; {played}"


def _title(parts: Sequence[Document]) -> str:
    best = max(parts, key=lambda part: part["difference"]["score"])
    value = stated(difference_columns(parts)[_score(parts)], difference_rows([best])[0])
    return _("{name}: {value}", name=short(part_names(parts)[list(parts).index(best)]), value=value)


def _score(parts: Sequence[Document]) -> int:
    return [column.key for column in difference_columns(parts)].index("score")


def _alt(parts: Sequence[Document]) -> str:
    column = difference_columns(parts)[_score(parts)]
    found = of_rows(difference_rows(parts), part_names(parts), column)
    return _("Difference in hands of a hundred: {figures}.", figures=found)


def _differences(parts: Sequence[Document]) -> Picture:
    from brisca_sim.reporting import figures

    figure = figures.differences(_frame(parts), title=_title(parts), note=_note(parts))
    caption = _("Difference in score with its interval; at 0 there is none")
    return Picture("differences", figure, _alt(parts), caption)


def _sweep(doc: Document, parts: Sequence[Document]) -> Picture:
    from brisca_sim.reporting import figures

    even = doc.get("break_even")
    where = None if even is None else (even["at"], even["ci"][0], even["ci"][1])
    label = str(doc["effect"]).partition("=")[0]
    if label == "senas":
        label = "rival_sees"
    figure = figures.sweep(
        _frame(parts), title=_title(parts), note=_note(parts), label=label, break_even=where
    )
    caption = _("Difference in score along the sweep, with its interval")
    return Picture("sweep", figure, _alt(parts), caption)
