"""Comparisons and effects as a report: which is better, what one thing is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from brisca_sim.language import _
from brisca_sim.reporting.phrases import deals_text, hands_text, rules_line
from brisca_sim.reporting.report.material import Chapter, Material
from brisca_sim.reporting.report.method import method_of
from brisca_sim.reporting.report.model import Picture, Table
from brisca_sim.reporting.report.verdict_answer import answer, asked
from brisca_sim.reporting.report.verdict_tables import (
    difference_columns,
    difference_rows,
    differences_table,
    has_pairs,
    pairs_table,
    part_names,
)
from brisca_sim.reporting.report.wording import of_rows, short, stated
from brisca_sim.reporting.tables import Document
from brisca_sim.reporting.told import all_told
from brisca_sim.reporting.verdict import verdict_page, verdict_rows


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
        pictures = {"sweep": lambda: _sweep(doc, parts)}
    tables: dict[str, Callable[[], Table]] = {"differences": lambda: differences_table(parts)}
    if has_pairs(parts):
        tables["pairs"] = lambda: pairs_table(parts[0])
    first = "sweep" if swept(parts) else "differences"
    chapters = [
        Chapter(_("Difference"), tuple(dict.fromkeys((first, "differences")))),
        Chapter(_("Deals"), ("pairs",)),
    ]
    page = verdict_page(parts, even)
    notes = [page.footer]
    warnings = all_told(text for part in parts for text in part["warnings"])
    return Material(
        page.title, asked(parts), answer(parts, even), pictures, tables, chapters,
        [method_of(parts[0], parts, notes)], warnings,
    )  # fmt: skip


def swept(parts: Sequence[Document]) -> bool:
    """Whether the comparisons are places along a line."""
    return len(parts) > 1 and all(part.get("at") is not None for part in parts)


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
