"""Pictures of what is counted trick by trick and hand by hand, for runs that have it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from brisca_sim.language import _
from brisca_sim.reporting.phrases import conditions
from brisca_sim.reporting.report.columns import bounded
from brisca_sim.reporting.report.detail_material import (
    convergence_rows,
    detail_rows,
    rank_words,
    sides_of,
)
from brisca_sim.reporting.report.model import Picture
from brisca_sim.reporting.report.wording import each, of_rows, short, stated
from brisca_sim.reporting.tables import Document, Row

Made = Callable[[], Picture]


def detail_pictures(doc: Document) -> dict[str, Made]:
    """The pictures that a run has; those of further sides are called ``opening_2`` and so on."""
    found: dict[str, Made] = {}
    detail = doc.get("detail", {})
    if detail.get("tricks"):
        found["advantage"] = lambda: _advantage(doc)
    for name, source, draw in (
        ("opening", "openings", _opening),
        ("honours", "honours", _honours),
    ):
        for number, side in enumerate(
            sides_of(detail_rows(doc, source)) if detail.get(source) else [], 1
        ):
            called = name if number == 1 else f"{name}_{number}"
            found[called] = partial(draw, doc, side, called)
    if doc.get("convergence"):
        found["convergence"] = lambda: _convergence(doc)
    return found


def _note(doc: Document) -> str:
    return "; ".join(conditions(doc))


def _advantage(doc: Document) -> Picture:
    import pandas as pd

    from brisca_sim.reporting import figures

    rows = detail_rows(doc, "tricks")
    last = max(int(row["trick"] or 0) for row in rows)
    ends = [row for row in rows if row["trick"] == last]
    names, column = [str(row["side"]) for row in ends], bounded("points", "")
    best = max(range(len(ends)), key=lambda side: float(ends[side]["points"] or 0))
    title = _("{name} captures {points} points a hand",
              name=short(names[best]), points=stated(column, ends[best]))  # fmt: skip
    frame = pd.DataFrame(rows).rename(columns={"side": "name"})
    figure = figures.advantage(frame, title=title, note=_note(doc))
    alt = _("Points after the last trick: {figures}.", figures=of_rows(ends, names, column))
    caption = _("Points captured up to and with each trick, on average")
    return Picture("advantage", figure, alt, caption)


def _of_side(doc: Document, name: str, side: str) -> list[Row]:
    return [row for row in detail_rows(doc, name) if row["side"] == side]


def _opening(doc: Document, side: str, called: str) -> Picture:
    import pandas as pd

    from brisca_sim.reporting import figures

    rows = [row for row in _of_side(doc, "openings", side) if row["hands"]]
    column = bounded("score", "", "share")
    best = max(rows, key=lambda row: float(row["hands"] or 0))
    title = _(
        "{name} scores {score}% with the commonest first hand (trumps: {trumps}, briscas: {briscas})",
        name=short(side), score=stated(column, best), trumps=best["trumps"], briscas=best["briscas"],
    )  # fmt: skip
    figure = figures.opening(pd.DataFrame(rows), title=title, note=_note(doc))
    caption = _("Score and points by the trumps and briscas of the first hand")
    return Picture(called, figure, f"{title}.", caption)


def _honours(doc: Document, side: str, called: str) -> Picture:
    import pandas as pd

    from brisca_sim.reporting import figures

    words = rank_words()
    rows = [row for row in _of_side(doc, "honours", side) if row["hands"]]
    names, column = [words[row["rank"]] for row in rows], bounded("score", "", "share")
    best = max(range(len(rows)), key=lambda place: float(rows[place]["score"] or 0))
    title = _("To {name}, the {card} of trumps is worth {score} hands in a hundred", name=short(side),
              card=names[best], score=stated(column, rows[best]))  # fmt: skip
    figure = figures.honours(pd.DataFrame(rows).assign(card=names), title=title, note=_note(doc))
    values = [stated(column, row) for row in rows]
    alt = _("Worth in hands of a hundred: {figures}.", figures=each(names, values))
    caption = _("What holding a trump in the first hand is worth: with it less without it")
    return Picture(called, figure, alt, caption)


def _convergence(doc: Document) -> Picture:
    import pandas as pd

    from brisca_sim.reporting import figures

    rows = convergence_rows(doc)
    last = rows[-len(doc["sides"]) :]
    names, column = [str(row["name"]) for row in last], bounded("score", "", "share")
    title = _("{name} ends at {score}%", name=short(names[0]), score=stated(column, last[0]))
    figure = figures.convergence(
        pd.DataFrame(rows), title=title, note=_note(doc), share=1 / len(doc["sides"])
    )
    alt = _("Score in a hundred hands at the end: {figures}.", figures=of_rows(last, names, column))
    return Picture("convergence", figure, alt, _("Score after so many deals, with its interval"))
