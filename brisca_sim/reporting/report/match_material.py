"""A match as a report: who wins it, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable

from brisca_sim.language import _, listed
from brisca_sim.reporting.matches import length_rows, match_page, side_rows
from brisca_sim.reporting.report.columns import Column, bounded
from brisca_sim.reporting.report.material import Chapter, Material
from brisca_sim.reporting.report.method import method_of
from brisca_sim.reporting.report.model import Items, Picture, Table
from brisca_sim.reporting.report.wording import of_rows, short, stated
from brisca_sim.reporting.tables import Document, Row, unique_names
from brisca_sim.reporting.told import all_told


def match_material(doc: Document) -> Material:
    """What a match has to offer; `doc` is of the schema ``brisca-match/1``."""
    page = match_page(doc)
    warnings = all_told(doc["warnings"])
    told = [note for note in page.notes if note not in warnings]
    pictures: dict[str, Callable[[], Picture]] = {"length": lambda: _picture(doc)}
    tables: dict[str, Callable[[], Table]] = {
        "chances": lambda: chances_table(doc),
        "lengths": lambda: lengths_table(doc),
    }
    chapters = [
        Chapter(_("Who wins"), ("chances",), [Items(told)]),
        Chapter(_("How long it takes"), ("length", "lengths")),
    ]
    asked = _("Who wins a match ({format}) between {names}, and how long does it take?",
              format=doc["format"], names=listed([short(name) for name in doc["sides"]]))  # fmt: skip
    return Material(page.title, asked, _answer(doc), pictures, tables, chapters,
                    [method_of(doc)], warnings)  # fmt: skip


def chances_table(doc: Document) -> Table:
    """Matches won and shared by every side, and matches drawn."""
    drawn: Row = {"name": "drawn", "win": doc["draw"], "win_lo": doc["draw_ci"][0],
                  "win_hi": doc["draw_ci"][1], "score": None, "score_lo": None, "score_hi": None}  # fmt: skip
    columns = [
        Column("name", _("side"), "text", words={"drawn": _("drawn")}),
        bounded("win", _("wins the match %"), "share"),
        bounded("score", _("with draws shared %"), "share"),
    ]
    return Table("chances", _("Chances of a match"), columns, [*side_rows(doc), drawn])


def lengths_table(doc: Document) -> Table:
    """How likely a match is to take so many hands."""
    columns = [Column("hands", _("hands"), "whole"), Column("share", _("share %"), "share")]
    caption = _("Hands that a match takes, and how likely that is")
    return Table("lengths", caption, columns, length_rows(doc))


def _hands(doc: Document) -> str:
    low, high = doc["hands_mean_ci"]
    row: Row = {"mean": doc["hands_mean"], "mean_lo": low, "mean_hi": high}
    return stated(bounded("mean", ""), row)


def _answer(doc: Document) -> str:
    rows, names = side_rows(doc), unique_names(doc["sides"])
    order = sorted(range(len(rows)), key=lambda side: -doc["win"][side])
    column = chances_table(doc).columns[1]
    best, other = (rows[side] for side in order[:2])
    return _(
        "{name} wins {win} in a hundred matches, the next, {other}, {other_win}. A match takes"
        " {hands} hands on average.",
        name=short(names[order[0]]), win=stated(column, best), other=short(names[order[1]]),
        other_win=stated(column, other), hands=_hands(doc),
    )  # fmt: skip


def _picture(doc: Document) -> Picture:
    import pandas as pd

    from brisca_sim.reporting import figures

    rows, names = side_rows(doc), unique_names(doc["sides"])
    column = chances_table(doc).columns[1]
    best = max(range(len(rows)), key=lambda side: doc["win"][side])
    title = _("{name} wins {win} in a hundred matches",
              name=short(names[best]), win=stated(column, rows[best]))  # fmt: skip
    wins = pd.DataFrame(rows)[["name", "win", "win_lo", "win_hi"]]
    figure = figures.match_length(
        pd.DataFrame(length_rows(doc)),
        title=title,
        note="; ".join(match_page(doc).lines),
        wins=wins,
    )
    alt = _("Matches won in a hundred: {figures}.", figures=of_rows(rows, names, column))
    caption = _("How many hands a match takes, and who wins it")
    return Picture("length", figure, alt, caption)
