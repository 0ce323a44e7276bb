"""``brisca-sim check``: judge hand records."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from brisca_sim.cli import options as o
from brisca_sim.errors import RecordError


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Hand records: JSON, or one record a line."),
    ],
    format: o.Format = "text",
) -> int:
    """Judge hand records by the rules: legal or not, where and why.

    FORMAT is text or json. Exit code 0 when all are legal, 1 when one is not, 2 when a file holds
    no hand records.

    Example: brisca-sim replay ahorradora codiciosa --format json > hand.json; brisca-sim check hand.json
    """
    o.one_of(format, "--format", ("text", "json"))
    rows: list[dict[str, Any]] = []
    broken = False
    for file in files:
        try:
            for row, text in _judged(file):
                rows.append(row)
                if format == "text":
                    print(text)
        except RecordError as error:
            o.note(str(error))
            broken = True
    if format == "json":
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    if broken:
        return 2
    return 0 if all(row["legal"] for row in rows) else 1


def _judged(file: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The rows of one file: as JSON and as text."""
    from brisca_sim.records.judge import judge
    from brisca_sim.records.read import read_records

    for number, record in read_records(os.path.expanduser(file)):
        try:
            verdict = judge(record)
        except RecordError as error:
            raise RecordError(f"{file}, record {number}: {error}") from None
        row = {
            "file": file,
            "record": number,
            "legal": verdict.legal,
            "event": verdict.event,
            "why": verdict.why,
        }
        where = f"{file}, record {number}"
        if verdict.legal and verdict.result is not None:
            yield row, f"{where}: legal; {_score(verdict.result)}"
        else:
            place = "" if verdict.event is None else f", event {verdict.event}"
            yield row, f"{where}{place}: illegal: {verdict.why}"


def _score(result: Any) -> str:
    points = "-".join(str(points) for points in result["side_points"])
    if result["winner"] is None:
        return f"{points}, drawn"
    return f"{points}, won by side {result['winner']} ({result['reason']})"
