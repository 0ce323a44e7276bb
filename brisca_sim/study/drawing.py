"""Figures of a study: rows become a DataFrame, and the DataFrame a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from brisca_sim.inference.break_even import break_even
from brisca_sim.language import _, language, whole
from brisca_sim.reporting.report.detail_material import rank_words
from brisca_sim.reporting.terminal import deals_text, rules_line
from brisca_sim.study.data import Source
from brisca_sim.study.rows import Row, rows_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FIGURES: Final = (
    "ladder", "heat_map", "score_forest", "distributions", "by_seat", "honours", "differences",
    "sweep", "match_length", "matches",
)  # fmt: skip
"""Of `rows.KINDS` those that can be drawn."""


_DRAWN_AS: Final = {"matches": "score_forest"}


def figure_of(name: str, sources: Sequence[Source], title: str) -> Figure:
    """A figure, in the language spoken.

    Parameters
    ----------
    name : str
        One of `FIGURES`.
    sources : sequence of Source
    title : str
        What it shows.
    """
    from brisca_sim.reporting import figures

    frame, more = _prepared(name, sources)
    draw = getattr(figures, _DRAWN_AS.get(name, name))
    found: Figure = draw(frame, title=title, note=note_of(sources), **more)
    return found


def note_of(sources: Sequence[Source]) -> str:
    """Under which conditions was played: the rules if they are the same everywhere, deals and seed."""
    documents = [source.document for source in sources]
    rules = list(dict.fromkeys(rules_line(rules) for d in documents for rules in _rules(d)))
    deals = list(dict.fromkeys(deals for d in documents for deals in _deals(d)))
    seeds = list(dict.fromkeys(str(source.job.part.seed) for source in sources))
    lines = [rules[0]] if len(rules) == 1 else []
    most, least = max(deals), min(deals)
    number = deals_text(most) if most == least else f"{whole(least)}\N{EN DASH}{deals_text(most)}"
    lines.append(_("{deals}, seed {seed}", deals=number, seed=", ".join(seeds)))
    return "; ".join(lines)


def _rules(document: dict[str, Any]) -> list[dict[str, Any]]:
    if "rules" in document:
        return [document["rules"]]
    tables = [t for part in document.get("parts", [document]) for t in part["tables"]]
    return [table["rules"] for table in tables]


def _deals(document: dict[str, Any]) -> list[int]:
    return [part["deals"] for part in document.get("parts", [document])]


def _prepared(name: str, sources: Sequence[Source]) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The frame of a figure, and what else it needs."""
    import pandas as pd

    rows = rows_of(name, sources)
    if name == "distributions":
        return _histogram(sources[0], rows)
    frame = pd.DataFrame(rows)
    if name == "matches":
        return _first_sides(frame, sources), {"share": 1 / len(sources[0].document["sides"])}
    if name in ("score_forest", "by_seat"):
        return frame, {"share": 1 / len(sources[0].document["sides"])}
    if name == "sweep":
        return frame, {
            "label": _swept(sources[0]),
            "break_even": break_even_of(rows),
        }
    if name == "honours":
        return frame.assign(card=[rank_words()[card] for card in frame["card"]]), {}
    if name == "match_length":
        return frame, {"wins": _wins(sources)}
    return frame, {}


def _swept(source: Source) -> str:
    label = source.job.label
    return label.said(language()) if label else source.job.name


def break_even_of(rows: Sequence[Row]) -> tuple[float, float | None, float | None] | None:
    """Where a sweep crosses 0, and between which ends."""
    documents = [
        {
            "at": r["at"],
            "difference": {"score": r["score"], "score_ci": [r["score_lo"], r["score_hi"]]},
        }
        for r in rows
    ]
    found = break_even(documents)
    return None if found is None else (found["at"], *found["ci"])


def _histogram(source: Source, rows: list[Row]) -> tuple[pd.DataFrame, dict[str, Any]]:
    import pandas as pd

    columns = {
        row["name"]: side["points_histogram"]
        for row, side in zip(rows, source.document["sides"], strict=True)
    }
    frame = pd.DataFrame({"points": range(len(next(iter(columns.values())))), **columns})
    means = pd.DataFrame(rows)
    return frame, {"means": means.rename(columns={"points": "points_mean"})}


def _wins(sources: Sequence[Source]) -> pd.DataFrame:
    import pandas as pd

    keys = ("name", "win", "win_lo", "win_hi")
    return pd.DataFrame([{key: row[key] for key in keys} for row in rows_of("matches", sources)])


def _first_sides(frame: pd.DataFrame, sources: Sequence[Source]) -> pd.DataFrame:
    """Of each match its first side alone, named after the match where there are several."""
    if len(sources) == 1:
        return frame
    first = frame.iloc[:: len(sources[0].document["sides"])].reset_index(drop=True)
    return first.assign(name=[source.label(language()) for source in sources])
