"""What playing each deal over all seatings saves, from the program's own report."""

from __future__ import annotations

from processes import run_json
from timing import Plan, Row, row_of_ratios

TABLES = (
    ("two players", ("ahorradora", "codiciosa"), ("1.25", "1.6")),
    (
        "three players",
        ("ahorradora", "codiciosa", "codiciosa", "--players", "3"),
        ("1.15", "1.5"),
    ),
    ("two pairs", ("ahorradora", "codiciosa", "--players", "4"), ("1.15", "1.45")),
)


def measure(plan: Plan) -> list[Row]:
    """Two rows a table: variance of the mean of independent hands over that of paired ones."""
    found = []
    for name, arguments, targets in TABLES:
        lineup = " ".join(word for word in arguments if word.isalpha())
        deals, seeds = plan.pick(200_000, 20_000), plan.pick(5, 3)
        runs = [
            run_json(*arguments, "--deals", str(deals), "--seed", str(seed))
            for seed in range(1, seeds + 1)
        ]
        for kind, target in zip(("score", "points"), targets, strict=True):
            ratios = [float(run["pairs"]["variance_reduction"][kind]) for run in runs]
            what = f"variance: independent / paired, {kind}, {name} ({lineup})"
            here = f"{seeds} seeds of {deals:,} deals"
            found.append(row_of_ratios(what, ratios, f"{target} or more", here))
    return found
