"""A match as a page and as tables: who wins it, and how long it takes."""

from __future__ import annotations

from brisca_sim.language import _, level, listed, ngettext, percent, whole
from brisca_sim.reporting.cells import Cell, Grid, measured
from brisca_sim.reporting.grids import Page
from brisca_sim.reporting.phrases import deals_text, hands_text, rules_line, seatings_text
from brisca_sim.reporting.tables import Document, Row, unique_names
from brisca_sim.reporting.told import all_told

_MOST_LENGTHS = 12


def match_page(doc: Document) -> Page:
    """Lay out a match.

    Parameters
    ----------
    doc : mapping
        Of the schema ``brisca-match/1``.
    """
    names = unique_names(doc["sides"])
    page = Page(_("{format} between {names}", format=doc["format"], names=listed(names)))
    page.lines = [
        rules_line(doc["rules"]),
        _("from {deals} x {seatings} = {hands}, seed {seed} ({deal_mode})",
          deals=deals_text(doc["deals"]), seatings=seatings_text(doc["seatings"]),
          hands=hands_text(doc["hands"]), seed=doc["seed"], deal_mode=doc["deal_mode"]),
    ]  # fmt: skip
    if not doc["complete"]:
        page.lines.append(_("interrupted after {deals}", deals=deals_text(doc["deals"])))
    page.grids = [("", _chances(doc, names)), ("", _lengths(doc))]
    page.notes = [*_fair(doc), _method(doc), *all_told(doc["warnings"])]
    page.footer = _(
        "{level} intervals; digest {digest}",
        level=level(doc["confidence"]), digest=doc["digest"][:12],
    )  # fmt: skip
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
    rows.append((_("drawn"), [measured(doc["draw"], doc["draw_ci"], 100), ("", "")]))
    return _("side"), [_("wins the match %"), _("with draws shared %")], rows


def _lengths(doc: Document) -> Grid:
    """The lengths one by one, or only a few percentiles where there are many."""
    found = [(int(hands), share) for hands, share in doc["hands_distribution"].items()]
    rows: list[tuple[str, list[Cell]]] = []
    if len(found) <= _MOST_LENGTHS:
        rows = [(str(hands), [(percent(share, 2), "")]) for hands, share in found]
    else:
        for part in (0.05, 0.25, 0.5, 0.75, 0.95):
            label = _("{share} take at most", share=level(part))
            rows.append((label, [(whole(_percentile(found, part)), "")]))
    rows.append((_("mean"), [measured(doc["hands_mean"], doc["hands_mean_ci"])]))
    return _("hands"), [_("share") if len(found) <= _MOST_LENGTHS else _("hands")], rows


def _percentile(found: list[tuple[int, float]], part: float) -> int:
    total = 0.0
    for hands, share in found:
        total += share
        if total >= part:
            return hands
    return found[-1][0]


def _fair(doc: Document) -> list[str]:
    fair = doc.get("fair")
    if fair is None:
        return []
    if fair["name"] is None:
        return [_("fair: both sides are equal, no number of hands tells them apart")]
    wanted = level(fair["probability"])
    if fair["hands"] is None:
        return [
            _("fair: {name} does not win {share} of any match that was tried",
              name=fair["name"], share=wanted)
        ]  # fmt: skip
    found = {"hands": hands_text(fair["hands"]), "name": fair["name"], "share": wanted,
             "score": percent(fair["score"], 1), "range": _range(*fair["hands_ci"])}  # fmt: skip
    if fair["counts"] == "points":
        return [
            _("fair: {hands} (points decide, draws count half) until {name} wins {share}: {score};"
              " the hands that were played leave open {range}", **found)
        ]  # fmt: skip
    return [
        _("fair: {hands} (hands won decide, draws count half) until {name} wins {share}: {score};"
          " the hands that were played leave open {range}", **found)
    ]  # fmt: skip


def _range(low: int, high: int | None) -> str:
    if high is None:
        return _("about {low} or more", low=whole(low))
    return _("about {low} to {high}", low=whole(low), high=whole(high))


def _method(doc: Document) -> str:
    if doc["exact"]:
        return _(
            "the match is worked out exactly from the hands; the first mano is drawn at random"
        )
    return ngettext(
        "the match is simulated {number} time; the first mano is drawn at random",
        "the match is simulated {number} times; the first mano is drawn at random",
        doc["matches"],
    )
