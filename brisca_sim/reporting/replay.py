"""One hand as a story in plain text: the table, the deal, every baza, the count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from brisca_sim.cards import parse_card
from brisca_sim.errors import listed
from brisca_sim.glossary import SUIT_NAMES, long_name
from brisca_sim.reporting.bazas import go_on
from brisca_sim.reporting.rule_words import rules_in_words
from brisca_sim.reporting.story import Story, begin
from brisca_sim.reporting.wording import (
    filled,
    name_players,
    number_of,
    short_hand,
)
from brisca_sim.rules import Rules

_SHARES: Final = {2: "half a win", 3: "a third of a win", 4: "a quarter of a win"}


def replay_text(record: Mapping[str, Any], *, failure: str | None = None) -> str:
    """Tell a hand for somebody who reads it on a terminal.

    Parameters
    ----------
    record : mapping
        A hand record of schema ``brisca-hand/1`` as this program writes it, with every draw and
        trick among its events; without a `result` if the hand could not be finished.
    failure : str, optional
        Why it could not be finished; stands at the end.

    Returns
    -------
    str
        Lines of at most 100 columns without colours, and no line break after the last.

    Raises
    ------
    BriscaError
        If rules, cards or events are none that exist.
    """
    rules = Rules.from_dict(record.get("rules", {}))
    names = name_players(rules, record.get("lineup", ()))
    story = begin(record, rules, names)
    story.lines += _heading(record, rules) + _table(record, story) + _deal(record, story)
    for number, event in enumerate(record["events"]):
        go_on(story, number, event)
    story.lines += _count(story, record["result"]) if "result" in record else _breaking_off(story)
    if failure:
        story.lines += ["", *filled(" ".join(failure.split()))]
    return "\n".join(story.lines)


def _heading(record: Mapping[str, Any], rules: Rules) -> list[str]:
    parts = [f"{key} {record[key]}" for key in ("deal", "seed") if key in record]
    title = f"Brisca: {', '.join(parts) or 'one hand'}"
    groups = "each for himself"
    if rules.teams == "pairs":
        groups = "two teams of three" if rules.players == 6 else "two pairs"
    lacks = {36: " (no 2s)", 48: " (with 9s and 8s)"}.get(rules.deck, "")
    if rules.removed is not None:
        lacks = f" (without the {long_name(parse_card(rules.removed))})"
    players = f"{rules.players}, {groups}; a deck of {rules.deck} cards{lacks}"
    return [
        title,
        "=" * len(title),
        *filled(rules_in_words(rules), "Rules    "),
        *filled(players, "Players  "),
    ]


def _table(record: Mapping[str, Any], story: Story) -> list[str]:
    roles = {record["dealer"]: " (dealer)", record["mano"]: " (mano)"}
    lines: list[str] = []
    for seat in range(story.rules.players):
        place = f"seat {seat}{roles.get(seat, '')}:"
        name = story.names.players[seat].removesuffix(f" ({seat})")
        lines.append(f"{'' if lines else 'Seats':9}{place:17}{name}")
    if story.rules.teams == "pairs":
        lines += filled(" against ".join(story.names.sides), "Sides    ")
    return lines


def _deal(record: Mapping[str, Any], story: Story) -> list[str]:
    card, suit = long_name(story.upcard), SUIT_NAMES[story.trump]
    lines = filled(f"the {card} is turned up (the pinta): {suit} are triunfo", "Trump    ")
    lines += ["", "The deal"]
    for step in range(story.rules.players):
        seat = (record["mano"] + step) % story.rules.players
        name, short = story.names.players[seat], short_hand(story.hands[seat], story.trump)
        cards = ", ".join(long_name(parse_card(text)) for text in short.split())
        lines += filled(cards, f"  {name.ljust(story.names.width)}  {short}  ")
    return lines


def _breaking_off(story: Story) -> list[str]:
    story.end_drawing()
    lines = ["", "The hand breaks off here, without a result. Still in hand:"]
    for name, hand in zip(story.names.players, story.hands, strict=True):
        cards = short_hand(hand, story.trump) or "nothing"
        lines.append(f"  {name:{story.names.width}}  {cards}")
    return lines


def _count(story: Story, result: Mapping[str, Any]) -> list[str]:
    """Who captured what, and who wins by it."""
    width, bazas = story.names.width, story.bazas_of()
    lines = ["", "The count", f"  {'':{width}}  bazas  points"]

    def row(name: str, tricks: int, points: int) -> str:
        return f"  {name:{width}}  {tricks:5}  {points:6}"

    for side, name in enumerate(story.names.sides):
        for seat in range(side, story.rules.players, story.rules.sides):
            lines.append(row(story.names.players[seat], bazas[seat], result["points"][seat]))
        if story.rules.teams == "pairs":
            lines.append(row(name, story.per_side(bazas)[side], result["side_points"][side]))
    return [*lines, "", *filled(_verdict(story, result))]


def _verdict(story: Story, result: Mapping[str, Any]) -> str:
    reason, winner = result["reason"], result["winner"]
    if reason == "draw":
        return _drawn(story)
    name = story.names.sides[winner]
    if reason == "mano_negra":
        prize = "match" if story.rules.mano_negra == "match" else "hand"
        return f"The winner is {name}: mano negra wins the {prize} at once, whatever the points."
    if reason == "last_trick":
        return f"{_tie(story)}, and the last trick decides. {_last_of(story, winner)}"
    tally, unit = story.tally(), "baza" if story.counts_bazas else "point"
    have, reverse = number_of(tally[winner], unit), story.rules.objective == "fewest"
    if len(tally) > 2:
        most = "fewest" if reverse else "most"
        why = f"with {have}, the {most} at the table{' (al revés)' * reverse}"
    else:
        why = f"with {have} to {tally[1 - winner]}"
        why += "; al revés the fewest win" if reverse else "; 61 are enough"
    return f"The winner is {name} {why}."


def _tied(story: Story) -> list[int]:
    tally = story.tally()
    best = min(tally) if story.rules.objective == "fewest" else max(tally)
    return [side for side, count in enumerate(tally) if count == best]


def _tie(story: Story) -> str:
    """Name a tie: its score, and between whom where that does not go without saying."""
    tied, tally = _tied(story), story.tally()
    count, unit = tally[tied[0]], "bazas" if story.counts_bazas else "points"
    if len(tally) == 2:
        return f"{count}-{count}{' in bazas' * story.counts_bazas}, a tie"
    return f"{listed((story.names.sides[side] for side in tied), 'and')} tie at {count} {unit}"


def _last_of(story: Story, winner: int) -> str:
    sides = [story.rules.side_of(seat) for seat in story.bazas]
    last = len(sides) - sides[::-1].index(winner)
    which = "the last one" if last == len(sides) else "the last that one of these took"
    return f"The winner is {story.names.sides[winner]}, who took baza {last}, {which}."


def _drawn(story: Story) -> str:
    share = _SHARES[len(_tied(story))]
    text = f"{_tie(story)}: the hand is a draw, which counts as {share} for each."
    if story.rules.tie == "replay":
        text += " In a match it would be dealt again."
    if story.rules.tie == "last_trick":
        text += " None of these took a baza, so the last trick decides nothing."
    return text
