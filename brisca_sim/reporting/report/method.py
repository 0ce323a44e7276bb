"""How it was done: the rules in force, who played, and the command that does it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brisca_sim.language import _, decimal, level
from brisca_sim.reporting.phrases import deals_text, hands_text, rules_line, seatings_text
from brisca_sim.reporting.report.columns import Column
from brisca_sim.reporting.report.model import Block, Facts, Section, Table, Text
from brisca_sim.reporting.tables import Document, Row
from brisca_sim.rules import PRESETS, Rules


def method_of(doc: Document, parts: Sequence[Document] = (), notes: Sequence[str] = ()) -> Section:
    """The section that says how it was done.

    Parameters
    ----------
    doc : mapping
        A run, a tournament, a match, or the first comparison.
    parts : sequence of mapping
        All comparisons of an effect.
    notes : sequence of str
        What has to be known of the method beside that.
    """
    every = list(parts) or [doc]
    facts = Facts(_facts(doc, every), frozenset({_("command"), _("digest")}))
    blocks: list[Block] = [facts, *map(Text, notes)]
    played = strategies_table(every)
    parts_below = [Section(_("Strategies"), [played])] if played.rows else []
    parts_below.append(Section(_("Rules"), [Text(_rules_text(every)), rules_table(every)]))
    return Section(_("How it was done"), blocks, parts_below)


def _facts(doc: Document, every: Sequence[Document]) -> list[tuple[str, str]]:
    played = [deals_text(doc["deals"])]
    played += [seatings_text(doc["seatings"])] if "seatings" in doc else []
    hands = sum(part["hands"] for part in every)
    elapsed = sum(part["elapsed_s"] for part in every)
    return [
        (_("command"), str(doc["command"])),
        (_("deals"), " × ".join(played)),
        (_("hands"), hands_text(hands)),
        (_("seed"), f"{doc['seed']} ({doc['deal_mode']})"),
        (_("intervals"), _intervals(doc)),
        (_("time"), _("{seconds} s", seconds=decimal(elapsed, 1))),
        (_("version"), f"brisca-sim {doc['version']}"),
        (_("digest"), ", ".join(part["digest"] for part in every)),
    ]


def _intervals(doc: Document) -> str:
    found = level(doc["confidence"])
    if doc.get("interval") == "anytime":
        return _("{level}, valid at any stop", level=found)
    return _("{level}, over deals: all seatings of a deal are one observation", level=found)


def rules_of(every: Sequence[Document]) -> list[Rules]:
    """The rules that were played by, each once: one set, or one for each condition."""
    found = [table["rules"] for doc in every for table in doc.get("tables", [doc])]
    return list(dict.fromkeys(Rules.from_dict(rules) for rules in found))


def _rules_text(every: Sequence[Document]) -> str:
    lines = dict.fromkeys(rules_line(rules.to_dict()) for rules in rules_of(every))
    return "; ".join(lines)


def rules_table(every: Sequence[Document]) -> Table:
    """All options in force beside those of the nearest preset."""
    chosen = rules_of(every)
    preset = min(PRESETS, key=lambda name: len(chosen[0].differences(name)))
    base = Rules.preset(preset, players=chosen[0].players).to_dict()
    mine = [rules.to_dict() for rules in chosen]
    rows: list[Row] = []
    for option, usual in base.items():
        values = list(dict.fromkeys(_plain(rules[option]) for rules in mine))
        differs = values != [_plain(usual)]
        rows.append({"option": option, "value": ", ".join(values), "preset": _plain(usual),
                     "differs": differs})  # fmt: skip
    rows.sort(key=lambda row: not row["differs"])
    columns = [
        Column("option", _("option"), "code"),
        Column("value", _("in force"), "code"),
        Column("preset", _("in {preset}", preset=preset), "code"),
        Column("differs", _("differs"), "text", words={True: _("yes"), False: _("no")}),
    ]
    return Table("rules", _("Options of the rules"), columns, rows)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def strategies_table(every: Sequence[Document]) -> Table:
    """Who played: parameters, and the hash of the script."""
    entries: dict[str, Mapping[str, Any]] = {}
    for doc in every:
        for entry in doc.get("strategies", ()):
            entries[f"{entry['name']} {_parameters(entry)}"] = entry
    rows: list[Row] = [
        {"name": entry["name"], "parameters": _parameters(entry), "sha256": entry["sha256"],
         "cheats": entry["cheats"]}
        for entry in entries.values()
    ]  # fmt: skip
    columns = [
        Column("name", _("strategy"), "text"),
        Column("parameters", _("parameters"), "code"),
        Column("sha256", _("SHA-256 of the script"), "hash"),
        Column("cheats", _("cheats"), "text", words={True: _("yes"), False: _("no")}),
    ]
    return Table("strategies", _("Strategies, their parameters and their scripts"), columns, rows)


def _parameters(entry: Mapping[str, Any]) -> str:
    """Values of the parameters as they are typed."""
    return ",".join(
        f"{name}={value if isinstance(value, str) else format(value, 'g')}"
        for name, value in entry.get("params", {}).items()
    )
