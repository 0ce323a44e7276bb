"""A match as a page and as tables: who wins it, and how long it takes."""

from __future__ import annotations

from brisca_sim.reporting.grids import Page
from brisca_sim.reporting.tables import Document, Row, unique_names
from brisca_sim.reporting.terminal import Cell, Grid, measured, rules_line

_MOST_LENGTHS = 12


def match_page(doc: Document) -> Page:
    """Lay out a match.

    Parameters
    ----------
    doc : mapping
        Of the schema ``brisca-match/1``.
    """
    names = unique_names(doc["sides"])
    page = Page(f"{doc['format']} between {', '.join(names[:-1])} and {names[-1]}")
    page.lines = [
        rules_line(doc["rules"]),
        f"from {doc['deals']:,} deals x {doc['seatings']} seatings = {doc['hands']:,} hands,"
        f" seed {doc['seed']} ({doc['deal_mode']})",
    ]
    if not doc["complete"]:
        page.lines.append(f"interrupted after {doc['deals']:,} deals")
    page.grids = [("", _chances(doc, names)), ("", _lengths(doc))]
    page.notes = [*_fair(doc), _method(doc), *doc["warnings"]]
    page.footer = f"{100 * doc['confidence']:g}% intervals; digest {doc['digest'][:12]}"
    return page


def side_rows(doc: Document) -> list[Row]:
    """One row a side: chances of winning alone, and with draws shared, each with its bounds."""
    rows: list[Row] = []
    for side, name in enumerate(unique_names(doc["sides"])):
        row: Row = {"name": name}
        for key in ("win", "score"):
            low, high = doc[f"{key}_ci"][side]
            row |= {key: doc[key][side], f"{key}_lo": low, f"{key}_hi": high}
        rows.append(row)
    return rows


def length_rows(doc: Document) -> list[Row]:
    """One row for each number of hands that a match can take, and how likely it is."""
    return [{"hands": int(n), "share": share} for n, share in doc["hands_distribution"].items()]


def _chances(doc: Document, names: list[str]) -> Grid:
    rows: list[tuple[str, list[Cell]]] = []
    for side, name in enumerate(names):
        cells = [measured(doc[key][side], doc[f"{key}_ci"][side], 100) for key in ("win", "score")]
        rows.append((name, cells))
    rows.append(("drawn", [measured(doc["draw"], doc["draw_ci"], 100), ("", "")]))
    return "side", ["wins the match %", "with draws shared %"], rows


def _lengths(doc: Document) -> Grid:
    """The lengths one by one, or only a few percentiles where there are many."""
    found = [(int(hands), share) for hands, share in doc["hands_distribution"].items()]
    rows: list[tuple[str, list[Cell]]] = []
    if len(found) <= _MOST_LENGTHS:
        rows = [(str(hands), [(f"{100 * share:.2f}%", "")]) for hands, share in found]
    else:
        for level in (0.05, 0.25, 0.5, 0.75, 0.95):
            rows.append((f"{100 * level:g}% take at most", [(str(_percentile(found, level)), "")]))
    rows.append(("mean", [measured(doc["hands_mean"], doc["hands_mean_ci"])]))
    return "hands", ["share" if len(found) <= _MOST_LENGTHS else "hands"], rows


def _percentile(found: list[tuple[int, float]], level: float) -> int:
    total = 0.0
    for hands, share in found:
        total += share
        if total >= level:
            return hands
    return found[-1][0]


def _fair(doc: Document) -> list[str]:
    fair = doc.get("fair")
    if fair is None:
        return []
    if fair["name"] is None:
        return ["fair: both sides are equal, no number of hands tells them apart"]
    percent = f"{100 * fair['probability']:g}%"
    if fair["hands"] is None:
        return [f"fair: {fair['name']} does not win {percent} of any match that was tried"]
    low, high = fair["hands_ci"]
    ends = f"about {low:,} to {high:,}" if high is not None else f"about {low:,} or more"
    number = f"{fair['hands']:,} hand{'' if fair['hands'] == 1 else 's'}"
    return [
        f"fair: {number} ({fair['counts']} decide, draws count half) until {fair['name']} wins"
        f" {percent}: {100 * fair['score']:.1f}%; the hands that were played leave open {ends}"
    ]


def _method(doc: Document) -> str:
    if doc["exact"]:
        return "the match is worked out exactly from the hands; the first mano is drawn at random"
    return f"the match is simulated {doc['matches']:,} times; the first mano is drawn at random"
