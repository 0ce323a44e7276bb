"""Rows for figures, tables and CSV files, from the documents of one part or of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from brisca_sim.inference.luck import luck_of
from brisca_sim.language import language
from brisca_sim.reporting.matches import length_rows
from brisca_sim.reporting.standings import matrix_rows, rating_rows
from brisca_sim.reporting.tables import unique_names
from brisca_sim.reporting.told import told
from brisca_sim.study.data import Source
from brisca_sim.study.reading import StudyError

Row = dict[str, Any]
Document = dict[str, Any]


def bounded(key: str, value: float | None, bounds: Sequence[float | None] | None) -> Row:
    """A figure and its bounds as columns."""
    low, high = bounds or (None, None)
    return {key: value, f"{key}_lo": low, f"{key}_hi": high}


def _ladder(document: Document) -> Iterator[Row]:
    for row in rating_rows(document):
        yield {key: row[key] for key in ("name", "elo", "elo_lo", "elo_hi")}


def _equilibrium(document: Document) -> Iterator[Row]:
    for row in rating_rows(document):
        yield {key: value for key, value in row.items() if not key.startswith("elo")}


def _heat_map(document: Document) -> Iterator[Row]:
    for row in matrix_rows(document):
        yield {key: value for key, value in row.items() if key != "superiority"}


def _scores(document: Document) -> Iterator[Row]:
    names = unique_names([side["name"] for side in document["sides"]])
    for name, side in zip(names, document["sides"], strict=True):
        row: Row = {"name": name}
        for key in ("score", "win", "draw", "loss"):
            row |= bounded(key, side[key], side[f"{key}_ci"])
        yield row | bounded("points", side["points_mean"], side["points_ci"])


def _means(document: Document) -> Iterator[Row]:
    for row in _scores(document):
        yield {key: row[key] for key in ("name", "points", "points_lo", "points_hi")}


def _by_seat(document: Document) -> Iterator[Row]:
    for seat in document["seats"]:
        row: Row = {"seat": seat["seat"], "mano": seat["mano"]}
        row |= bounded("score", seat["score"], seat["score_ci"])
        yield row | bounded("points", seat["points_mean"], seat["points_ci"])


def _compared(document: Document) -> list[Document]:
    parts: list[Document] = document.get("parts", [document])
    return parts


def _differences(document: Document) -> Iterator[Row]:
    for part in _compared(document):
        yield {"name": told(part["a"])} | _gap(part)


def _gap(part: Document) -> Row:
    gap = part["difference"]
    row = bounded("score", gap["score"], gap["score_ci"])
    return row | bounded("points", gap["points"], gap["points_ci"])


def _sweep(document: Document) -> Iterator[Row]:
    for part in _compared(document):
        yield {"at": part["at"]} | _gap(part)


def _changes(document: Document) -> Iterator[Row]:
    for part in _compared(document):
        row = bounded("winner_changed", part["winner_changed"], part["winner_changed_ci"])
        negra = part["mano_negra"] or {"per_hand": None, "ci": None}
        yield (
            {"name": told(part["a"])} | row | bounded("mano_negra", negra["per_hand"], negra["ci"])
        )


def _match_length(document: Document) -> Iterator[Row]:
    yield from length_rows(document)


def _matches(document: Document) -> Iterator[Row]:
    for side, name in enumerate(unique_names(document["sides"])):
        row: Row = {"name": name}
        for key in ("win", "score"):
            row |= bounded(key, document[key][side], document[f"{key}_ci"][side])
        yield row | bounded("hands", document["hands_mean"], document["hands_mean_ci"])


def _fair(document: Document) -> Iterator[Row]:
    fair = document["fair"]
    yield {"name": fair["name"], "probability": fair["probability"], "counts": fair["counts"]} | (
        bounded("hands", fair["hands"], fair["hands_ci"])
    )


def _events(document: Document) -> Iterator[Row]:
    for name, rate in document["event_rates"].items():
        if document["events"][name]:
            yield {"name": name} | bounded("per_hand", rate["per_hand"], rate["ci"])


def _luck(document: Document) -> Iterator[Row]:
    found = luck_of(document)
    yield {"name": " - ".join(side["name"] for side in document["sides"])} | {
        column: value for key in ("skill", "interplay", "deal")
        for column, value in bounded(key, found[key], found[f"{key}_ci"]).items()
    }  # fmt: skip


def _detail(key: str, label: str) -> Callable[[Document], Iterator[Row]]:
    """Rows of a list of the detail: of the first side, by one of its columns."""

    def rows(document: Document) -> Iterator[Row]:
        first = document["sides"][0]["name"]
        for entry in document["detail"][key]:
            if entry["side"] == first:
                row: Row = {label: entry["rank"], "hands": entry["hands"]}
                row |= bounded("score", entry["score"], entry["score_ci"])
                yield row | bounded("points", entry["points"], entry["points_ci"])

    return rows


@dataclass(frozen=True)
class Kind:
    """What can be shown of a document: the schemas that it takes, and its rows."""

    rows: Callable[[Document], Iterator[Row]]
    schemas: tuple[str, ...]


_RUN, _MATCH, _FIELD = ("brisca-run/1",), ("brisca-match/1",), ("brisca-tournament/1",)
_DUEL: Final = ("brisca-compare/1", "brisca-effect/1")
KINDS: Final[dict[str, Kind]] = {
    "ladder": Kind(_ladder, _FIELD),
    "equilibrium": Kind(_equilibrium, _FIELD),
    "heat_map": Kind(_heat_map, _FIELD),
    "score_forest": Kind(_scores, _RUN),
    "distributions": Kind(_means, _RUN),
    "by_seat": Kind(_by_seat, _RUN),
    "events": Kind(_events, _RUN),
    "luck": Kind(_luck, _RUN),
    "honours": Kind(_detail("honours", "card"), _RUN),
    "turned_up": Kind(_detail("turned_up", "card"), _RUN),
    "differences": Kind(_differences, _DUEL),
    "sweep": Kind(_sweep, _DUEL),
    "changes": Kind(_changes, _DUEL),
    "match_length": Kind(_match_length, _MATCH),
    "matches": Kind(_matches, _MATCH),
    "fair": Kind(_fair, _MATCH),
}


def rows_of(name: str, sources: Sequence[Source], code: str = "") -> list[Row]:
    """The rows of what is shown, of all documents one after the other.

    Parameters
    ----------
    name : str
        One of `KINDS`.
    sources : sequence of Source
    code : str
        Language of the labels; by default the one spoken.

    Raises
    ------
    StudyError
        If the documents do not hold it.
    """
    kind, found = KINDS[name], []
    for source in sources:
        schema = source.document["schema"]
        if schema not in kind.schemas:
            raise StudyError(f"{name} cannot be shown of part {source.job.name}: it is {schema}")
        try:
            rows = list(kind.rows(source.document))
        except KeyError as error:
            raise StudyError(
                f"{name} cannot be shown of part {source.job.name}: it has no {error.args[0]}"
            ) from None
        several = len(sources) > 1
        found += [
            _labelled(r, source, len(rows), code or language()) if several else r for r in rows
        ]
    return found


def _labelled(row: Row, source: Source, rows: int, code: str) -> Row:
    """A row that says of which document it is."""
    label = source.label(code)
    if "at" in row:
        return row | ({"at": source.at} if row["at"] is None else {})
    if rows == 1:
        return {"name": label} | {key: value for key, value in row.items() if key != "name"}
    if "name" in row:
        return row | {"name": f"{row['name']} ({label})"}
    return {"name": label} | row
