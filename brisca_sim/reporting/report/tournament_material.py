"""A tournament as a report: the ladder, and who beats whom."""

from __future__ import annotations

from collections.abc import Callable

from brisca_sim.language import _, whole
from brisca_sim.reporting.report.columns import Column, bounded, likelihood
from brisca_sim.reporting.report.material import Chapter, Material
from brisca_sim.reporting.report.method import method_of
from brisca_sim.reporting.report.model import Items, Picture, Table
from brisca_sim.reporting.report.wording import of_rows, short, stated
from brisca_sim.reporting.standings import matrix_rows, rating_rows, tournament_page
from brisca_sim.reporting.tables import Document, Row
from brisca_sim.reporting.told import all_told

_BOTTOM = 4999.0
"""Ratings beyond are infinite ones that were cut for JSON."""


def tournament_material(doc: Document) -> Material:
    """What a tournament has to offer; `doc` is of the schema ``brisca-tournament/1``."""
    page = tournament_page(doc)
    warnings = all_told(doc["warnings"])
    cycles = [note for note in page.notes if note not in warnings]
    pictures: dict[str, Callable[[], Picture]] = {
        "ladder": lambda: _ladder(doc),
        "matrix": lambda: _matrix(doc, "score"),
        "points": lambda: _matrix(doc, "points"),
    }
    tables: dict[str, Callable[[], Table]] = {
        "ratings": lambda: ratings_table(doc),
        "matrix": lambda: matrix_table(doc),
    }
    chapters = [
        Chapter(_("Ratings"), ("ladder", "ratings")),
        Chapter(_("Who beats whom"), ("matrix",), [Items(cycles)]),
        Chapter(_("Points"), ("points",)),
    ]
    return Material(page.title, _asked(doc), _answer(doc), pictures, tables, chapters,
                    [method_of(doc, notes=[page.footer])], warnings)  # fmt: skip


def ratings_table(doc: Document) -> Table:
    """The ladder, best first: rating, equilibrium, alpha-rank."""
    rows: list[Row] = [{"rank": rank, **row} for rank, row in enumerate(rating_rows(doc), start=1)]
    columns = [
        Column("name", _("strategy"), "text"),
        Column("rank", _("rank"), "whole"),
        bounded("elo", "Elo"),
        bounded("equilibrium", _("equilibrium %"), "share"),
        bounded("alpha_rank", _("alpha-rank %"), "share"),
    ]
    kept = [column for column in columns if any(row[column.key] is not None for row in rows)]
    return Table("ratings", _("Ratings, best first"), kept, rows)


def matrix_table(doc: Document) -> Table:
    """Every strategy against every other one it met, in the order of the ladder."""
    columns = [
        Column("name", _("strategy"), "text"),
        Column("against", _("against"), "text"),
        bounded("score", _("score %"), "share"),
        bounded("points", _("points")),
        Column("superiority", _("superiority %"), "likelihood"),
    ]
    rows = [row for row in matrix_rows(doc) if row["score"] is not None]
    return Table("matrix", _("Every strategy against every other one"), columns, rows)


def _asked(doc: Document) -> str:
    if doc["gauntlet"] is not None:
        return _("How does {name} fare against {number} others, on the same deals?",
                 name=doc["gauntlet"], number=whole(len(doc["names"]) - 1))  # fmt: skip
    return _("Who is best of {number}, everybody against everybody on the same deals?",
             number=whole(len(doc["names"])))  # fmt: skip


def _elo(row: Row) -> str:
    """A rating in a sentence; one that was cut for JSON has no number."""
    value = row["elo"]
    if not isinstance(value, int | float):
        return _("no rating")
    if abs(value) > _BOTTOM:
        return _("above all") if value > 0 else _("below all")
    return stated(bounded("elo", "Elo"), row)


def _answer(doc: Document) -> str:
    rows = rating_rows(doc)
    if doc["gauntlet"] is not None:
        return _of_the_gauntlet(doc, rows)
    best, other = (short(str(row["name"])) for row in rows[:2])
    first = _("{name} is rated best, Elo {elo}; the next is {other}, Elo {other_elo}.",
              name=best, elo=_elo(rows[0]), other=other, other_elo=_elo(rows[1]))  # fmt: skip
    met = [row for row in matrix_table(doc).rows
           if (row["name"], row["against"]) == (rows[0]["name"], rows[1]["name"])]  # fmt: skip
    if not met:
        return first + " " + _("They have not met.")
    score, better = matrix_table(doc).columns[2], met[0]["superiority"]
    if not isinstance(better, float):
        return first + " " + _("Against {other} it scores {score} in a hundred hands.",
                               other=other, score=stated(score, met[0]))  # fmt: skip
    return first + " " + _(
        "Against {other} it scores {score} in a hundred hands, and is the better one with a"
        " likelihood of {likely} in a hundred.",
        other=other, score=stated(score, met[0]), likely=likelihood(better),
    )  # fmt: skip


def _of_the_gauntlet(doc: Document, rows: list[Row]) -> str:
    hub = doc["gauntlet"]
    rank = [row["name"] for row in rows].index(hub)
    met = [row for row in matrix_table(doc).rows if row["name"] == hub]
    column = matrix_table(doc).columns[2]
    best = max(met, key=lambda row: float(row["score"] or 0))
    worst = min(met, key=lambda row: float(row["score"] or 0))
    return _(
        "{name} is number {rank} of {number}, Elo {elo}. In a hundred hands it scores most against"
        " {best}, {most}, and least against {worst}, {least}.",
        name=short(hub), rank=whole(rank + 1), number=whole(len(rows)), elo=_elo(rows[rank]),
        best=short(str(best["against"])), most=stated(column, best),
        worst=short(str(worst["against"])), least=stated(column, worst),
    )  # fmt: skip


def _note(doc: Document) -> str:
    return "; ".join(tournament_page(doc).lines)


def _ladder(doc: Document) -> Picture:
    import pandas as pd

    from brisca_sim.reporting import figures

    rows = rating_rows(doc)
    names = [str(row["name"]) for row in rows]
    finite = [row for row in rows if isinstance(row["elo"], float) and abs(row["elo"]) <= _BOTTOM]
    title = _("{name} is rated best: Elo {elo}", name=short(names[0]), elo=_elo(rows[0]))
    frame = pd.DataFrame(finite, columns=["name", "elo", "elo_lo", "elo_hi"])
    figure = figures.ladder(frame, title=title, note=_note(doc))
    alt = _("Elo, best first: {figures}.",
            figures=of_rows(finite, [str(row["name"]) for row in finite], bounded("elo", "Elo")))  # fmt: skip
    return Picture("ladder", figure, alt, _("Ratings with their intervals, best first"))


def _matrix(doc: Document, measure: str) -> Picture:
    import pandas as pd

    from brisca_sim.reporting import figures

    table = matrix_table(doc)
    column = next(column for column in table.columns if column.key == measure)
    most = max(table.rows, key=lambda row: float(row[measure] or 0))
    found = {"name": short(str(most["name"])), "other": short(str(most["against"])),
             "value": stated(column, most)}  # fmt: skip
    if measure == "score":
        title = _(
            "Most one-sided: {name} scores {value} in a hundred hands against {other}", **found
        )
        caption = _("Score of the row against the column, in percent")
    else:
        title = _("Most one-sided: {name} captures {value} points against {other}", **found)
        caption = _("Points of the row in a hand against the column")
    figure = figures.heat_map(
        pd.DataFrame(table.rows), title=title, note=_note(doc), measure=measure
    )
    first = [row for row in table.rows if row["name"] == table.rows[0]["name"]]
    against = of_rows(first, [str(row["against"]) for row in first], column)
    alt = _("{finding}. {name} against {figures}.", finding=title,
            name=first[0]["name"], figures=against)  # fmt: skip
    return Picture("matrix" if measure == "score" else "points", figure, alt, caption)
