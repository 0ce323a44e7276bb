"""``brisca-sim strategies check``: the examination of a script."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from brisca_sim.cli import options as o

_MARKS = {True: "passed", False: "FAILED", None: "cheats"}


def check_strategy(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A script's path, or a name of the catalogue."),
    ],
    deals: Annotated[
        str, typer.Option("--deals", metavar="N", help="Deals a table where plays are compared.")
    ] = "60",
    decisions: Annotated[
        str,
        typer.Option(
            "--decisions",
            metavar="N",
            help="Decisions judged for legality, at most; every table is played at least once.",
        ),
    ] = "1M",
    seconds: Annotated[
        str,
        typer.Option(
            "--seconds",
            metavar="N",
            help="Time for each check, about; a slow script is judged on less.",
        ),
    ] = "60",
    limit: Annotated[
        str, typer.Option("--limit", metavar="SECONDS", help="A decision never takes longer.")
    ] = "10",
    format: o.Format = "text",
    quiet: o.Quiet = False,
) -> int:
    """Check a script: compiles, legal, repeatable, sees nothing hidden, prefers no suit, ends; speed.

    FORMAT is text or json. Exit code 0 when it passes, 1 when a check fails, 2 when there is no such
    file.

    Example: brisca-sim strategies check mine.py
    """
    from brisca_sim.inspection.apart import examine_apart
    from brisca_sim.inspection.findings import Effort

    o.one_of(format, "--format", ("text", "json"))
    effort = Effort(
        decisions=o.whole(decisions, "--decisions", 1, 10**12),
        deals=o.whole(deals, "--deals", 1, 10**9),
        limit=o.whole(limit, "--limit", 1, 10**6),
        seconds=o.whole(seconds, "--seconds", 1, 10**6),
    )
    rows = []
    for finding in examine_apart(file, effort, (lambda _: None) if quiet else o.note):
        rows.append(finding)
        if format == "text":
            print(f"{_MARKS[finding.passed]}  {finding.check}: {finding.why}", flush=True)
    if format == "json":
        print(json.dumps([row.to_dict() for row in rows], ensure_ascii=False, indent=1))
    return 1 if any(row.passed is False for row in rows) else 0
