"""A run as a report: who scores how much, and what happened on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from brisca_sim.cards import DECK_POINTS
from brisca_sim.language import N_, _, brief
from brisca_sim.reporting.phrases import conditions, lineup_text, seat_label
from brisca_sim.reporting.report.columns import Column, bounded
from brisca_sim.reporting.report.detail_material import detail_chapters, detail_tables
from brisca_sim.reporting.report.detail_pictures import detail_pictures
from brisca_sim.reporting.report.material import Chapter, Material
from brisca_sim.reporting.report.method import method_of
from brisca_sim.reporting.report.model import Picture, Table
from brisca_sim.reporting.report.wording import of_rows, short, stated, together
from brisca_sim.reporting.tables import Document, Row, seat_rows, side_names, side_rows
from brisca_sim.reporting.told import all_told

if TYPE_CHECKING:
    import pandas as pd

_EVENTS: Final = {
    "swaps": N_("swaps"),
    "swap_hands": N_("hands with a swap"),
    "mano_negra": N_("mano negra"),
    "signs": N_("signs"),
    "signs_seen_by_partner": N_("signs seen by the partner"),
    "signs_seen_by_rivals": N_("signs seen by rivals"),
    "signs_false": N_("false signs"),
}


def run_material(doc: Document) -> Material:
    """What a run has to offer; `doc` is of the schema ``brisca-run/1``."""
    pictures: dict[str, Callable[[], Picture]] = {
        "scores": lambda: _scores(doc),
        "points": lambda: _points(doc),
        "seats": lambda: _seats(doc),
    } | detail_pictures(doc)
    tables: dict[str, Callable[[], Table]] = {
        "sides": lambda: sides_table(doc),
        "seats": lambda: seats_table(doc),
    } | detail_tables(doc)
    if any(doc["events"][name] for name in _EVENTS):
        tables["events"] = lambda: _events_table(doc)
    chapters = [
        Chapter(_("Score"), ("scores", "sides")),
        Chapter(_("Points"), ("points",)),
        Chapter(_("Seats"), ("seats",)),
        *detail_chapters(),
        Chapter(_("Events"), ("events",)),
    ]
    asked = _(
        "Who scores more when {names} play, each deal once in every seating?",
        names=together(side_names(doc)),
    )
    return Material(
        lineup_text(doc), asked, _answer(doc), pictures, tables, chapters, [method_of(doc)],
        all_told(doc["warnings"]),
    )  # fmt: skip


def side_columns() -> list[Column]:
    """Columns of the table of the sides."""
    return [
        Column("name", _("side"), "text"),
        bounded("score", _("score %"), "share"),
        bounded("win", _("win %"), "share"),
        bounded("draw", _("draw %"), "share"),
        bounded("loss", _("loss %"), "share"),
        bounded("points_mean", _("points"), stem="points"),
        bounded("points_sd", _("points sd")),
    ]


def sides_table(doc: Document) -> Table:
    """Score, hands won, drawn and lost, and points of every side."""
    caption = _("Score, hands won, drawn and lost, and points in a hand, of each side")
    return Table("sides", caption, side_columns(), side_rows(doc))


def seats_table(doc: Document) -> Table:
    """Score and points of every seat, whoever sat there."""
    columns = [
        Column("seat", _("seat"), "text", words=_seat_words(doc)),
        bounded("score", _("score %"), "share"),
        bounded("win", _("win %"), "share"),
        bounded("draw", _("draw %"), "share"),
        bounded("points_mean", _("points"), stem="points"),
    ]
    caption = _("Score and points of each seat, whoever sat there")
    return Table("seats", caption, columns, seat_rows(doc))


def _seat_words(doc: Document) -> dict[Any, str]:
    return {seat["seat"]: seat_label(seat) for seat in doc["seats"]}


def _events_table(doc: Document) -> Table:
    rows: list[Row] = []
    for name in _EVENTS:
        if doc["events"][name]:
            rate = doc["event_rates"][name]
            low, high = rate["ci"]
            rows.append({"event": name, "count": doc["events"][name], "per_hand": rate["per_hand"],
                         "per_hand_lo": low, "per_hand_hi": high})  # fmt: skip
    columns = [
        Column(
            "event", _("event"), "text", words={name: _(label) for name, label in _EVENTS.items()}
        ),
        Column("count", _("count"), "whole"),
        bounded("per_hand", _("per hand")),
    ]
    return Table("events", _("What happened, and how often in a hand"), columns, rows)


def _answer(doc: Document) -> str:
    rows = side_rows(doc)
    best = max(range(len(rows)), key=lambda side: doc["sides"][side]["score"])
    row, name = rows[best], short(side_names(doc)[best])
    by = {column.key: stated(column, row) for column in side_columns()}
    share = brief(100 / len(rows), 3)
    if "score" in doc["sides"][best]["exact"]:
        return _(
            "All play alike, so that each side scores exactly its equal share, {share} in a hundred"
            " hands. The points of a hand vary by {spread} (standard deviation).",
            share=share, spread=by["points_sd"],
        )  # fmt: skip
    found = {"name": name, "score": by["score"], "share": share, "points": by["points_mean"],
             "win": by["win"]}  # fmt: skip
    low = row["score_lo"]
    if isinstance(low, float) and low > 1 / len(rows):
        return _(
            "{name} scores most: {score} in a hundred hands, with drawn ones shared, where {share}"
            " would be an equal share. It captures {points} points a hand and wins {win} in a"
            " hundred hands.", **found,
        )  # fmt: skip
    return _(
        "Nobody is ahead for certain: {name} scores most, {score} in a hundred hands, which may be"
        " the equal share of {share}. It captures {points} points a hand and wins {win} in a"
        " hundred hands.", **found,
    )  # fmt: skip


def _note(doc: Document) -> str:
    return "; ".join(conditions(doc))


def _scores(doc: Document) -> Picture:
    from brisca_sim.reporting import figures
    from brisca_sim.reporting.tables import sides

    rows, names = side_rows(doc), side_names(doc)
    best = max(range(len(rows)), key=lambda side: doc["sides"][side]["score"])
    column = side_columns()[1]
    title = _("{name} scores {score} in a hundred hands",
              name=short(names[best]), score=stated(column, rows[best]))  # fmt: skip
    figure = figures.score_forest(sides(doc), title=title, note=_note(doc), share=1 / len(rows))
    alt = _("Score in a hundred hands: {figures}.", figures=of_rows(rows, names, column))
    caption = _("Score of each side with its interval; the dashed line is the equal share")
    return Picture("scores", figure, alt, caption)


def _points(doc: Document) -> Picture:
    from brisca_sim.reporting import figures
    from brisca_sim.reporting.tables import histogram

    rows, names = side_rows(doc), side_names(doc)
    best = max(range(len(rows)), key=lambda side: doc["sides"][side]["points_mean"])
    column = side_columns()[5]
    title = _("{name} captures {points} of {all} points a hand", name=short(names[best]),
              points=stated(column, rows[best]), all=DECK_POINTS)  # fmt: skip
    frame = histogram(doc)
    figure = figures.distributions(
        frame, title=title, note=_note(doc), means=_means(rows, [str(n) for n in frame.columns[1:]])
    )
    alt = _("Points in a hand, on average: {figures}.", figures=of_rows(rows, names, column))
    caption = _("How often each side captures how many points; the dashed line is the equal share")
    return Picture("points", figure, alt, caption)


def _means(rows: list[Row], names: list[str]) -> pd.DataFrame:
    import pandas as pd

    frame = pd.DataFrame(rows)[["name", "points_mean", "points_lo", "points_hi"]]
    return frame.assign(name=names)


def _seats(doc: Document) -> Picture:
    from brisca_sim.reporting import figures
    from brisca_sim.reporting.tables import seats

    table = seats_table(doc)
    first = stated(table.columns[1], table.rows[0])
    title = _("The mano scores {score} in a hundred hands", score=first)
    figure = figures.by_seat(seats(doc), title=title, note=_note(doc), share=1 / len(doc["sides"]))
    names = [cells[0].text for cells in table.cells]
    alt = _("Score in a hundred hands: {figures}.",
            figures=of_rows(table.rows, names, table.columns[1]))  # fmt: skip
    return Picture("seats", figure, alt, _("Score of each seat with its interval"))
