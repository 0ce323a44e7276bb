"""One hand as a story in plain text: the table, the deal, every baza, the count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brisca_sim.cards import parse_card
from brisca_sim.language import _, listed, ngettext
from brisca_sim.reporting.bazas import go_on
from brisca_sim.reporting.card_names import card_name, suit_name, the_card
from brisca_sim.reporting.rule_words import rules_in_words
from brisca_sim.reporting.story import Story, begin
from brisca_sim.reporting.wording import (
    bazas_text,
    filled,
    name_players,
    points_text,
    short_hand,
)
from brisca_sim.rules import Rules


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
    title = _of_which(record)
    players = _("{players}, each for himself; {deck}", players=rules.players, deck=_deck(rules))
    if rules.teams == "pairs":
        players = _("{players}, two pairs; {deck}", players=rules.players, deck=_deck(rules))
        if rules.players == 6:
            players = _("{players}, two teams of three; {deck}",
                        players=rules.players, deck=_deck(rules))  # fmt: skip
    return [
        title,
        "=" * len(title),
        *filled(rules_in_words(rules), _label(_("Rules"))),
        *filled(players, _label(_("Players"))),
    ]


def _of_which(record: Mapping[str, Any]) -> str:
    if "deal" in record and "seed" in record:
        return _("Brisca: deal {deal}, seed {seed}", deal=record["deal"], seed=record["seed"])
    if "deal" in record:
        return _("Brisca: deal {deal}", deal=record["deal"])
    if "seed" in record:
        return _("Brisca: seed {seed}", seed=record["seed"])
    return _("Brisca: one hand")


def _deck(rules: Rules) -> str:
    """Say how many cards there are, and which are not as usual."""
    if rules.removed is not None:
        card = the_card(parse_card(rules.removed))
        return _("a deck of {cards} cards (without {card})", cards=rules.deck, card=card)
    if rules.deck == 36:
        return _("a deck of {cards} cards (no 2s)", cards=rules.deck)
    if rules.deck == 48:
        return _("a deck of {cards} cards (with 9s and 8s)", cards=rules.deck)
    return _("a deck of {cards} cards", cards=rules.deck)


def _label(word: str) -> str:
    """What a line of the heading begins with, so wide that all of them begin alike."""
    every = (_("Rules"), _("Players"), _("Seats"), _("Sides"), _("Trump"))
    return word.ljust(max(map(len, every)) + 2)


def _table(record: Mapping[str, Any], story: Story) -> list[str]:
    places = [_place(record, seat) for seat in range(story.rules.players)]
    width = max(map(len, places)) + 1
    lines: list[str] = []
    for seat, place in enumerate(places):
        name = story.names.players[seat].removesuffix(f" ({seat})")
        lines.append(f"{_label('' if lines else _('Seats'))}{place:{width}}{name}")
    if story.rules.teams == "pairs":
        name, other = story.names.sides
        lines += filled(_("{name} against {other}", name=name, other=other), _label(_("Sides")))
    return lines


def _place(record: Mapping[str, Any], seat: int) -> str:
    if seat == record["mano"]:
        return _("seat {number} (mano):", number=seat)
    if seat == record["dealer"]:
        return _("seat {number} (dealer):", number=seat)
    return _("seat {number}:", number=seat)


def _deal(record: Mapping[str, Any], story: Story) -> list[str]:
    turned = _("{card} is turned up (the pinta): {suit} are triunfo",
               card=the_card(story.upcard), suit=suit_name(story.trump))  # fmt: skip
    lines = filled(turned, _label(_("Trump")))
    lines += ["", _("The deal")]
    for step in range(story.rules.players):
        seat = (record["mano"] + step) % story.rules.players
        name, short = story.names.players[seat], short_hand(story.hands[seat], story.trump)
        cards = ", ".join(card_name(parse_card(text)) for text in short.split())
        lines += filled(cards, f"  {name.ljust(story.names.width)}  {short}  ")
    return lines


def _breaking_off(story: Story) -> list[str]:
    story.end_drawing()
    lines = ["", _("The hand breaks off here, without a result. Still in hand:")]
    for name, hand in zip(story.names.players, story.hands, strict=True):
        cards = short_hand(hand, story.trump) or _("nothing")
        lines.append(f"  {name:{story.names.width}}  {cards}")
    return lines


def _count(story: Story, result: Mapping[str, Any]) -> list[str]:
    """Who captured what, and who wins by it."""
    width, bazas = story.names.width, story.bazas_of()
    heads = _("bazas"), _("points")
    lines = ["", _("The count"), f"  {'':{width}}  {heads[0]}  {heads[1]}"]

    def row(name: str, tricks: int, points: int) -> str:
        return f"  {name:{width}}  {tricks:{len(heads[0])}}  {points:{len(heads[1])}}"

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
        if story.rules.mano_negra == "match":
            return _("The winner is {name}: mano negra wins the match at once, whatever the points.",
                     name=name)  # fmt: skip
        return _("The winner is {name}: mano negra wins the hand at once, whatever the points.",
                 name=name)  # fmt: skip
    if reason == "last_trick":
        return _("{tie}, and the last trick decides. {winner}",
                 tie=_tie(story), winner=_last_of(story, winner))  # fmt: skip
    return _by_count(story, winner)


def _by_count(story: Story, winner: int) -> str:
    """Say who wins by what was captured."""
    tally, reverse = story.tally(), story.rules.objective == "fewest"
    have = bazas_text(tally[winner]) if story.counts_bazas else points_text(tally[winner])
    found = {"name": story.names.sides[winner], "count": have}
    if len(tally) > 2:
        if reverse:
            return _("The winner is {name} with {count}, the fewest at the table (al revés).",
                     **found)  # fmt: skip
        return _("The winner is {name} with {count}, the most at the table.", **found)
    found["other"] = str(tally[1 - winner])
    if reverse:
        return _("The winner is {name} with {count} to {other}; al revés the fewest win.", **found)
    return _("The winner is {name} with {count} to {other}; 61 are enough.", **found)


def _tied(story: Story) -> list[int]:
    tally = story.tally()
    best = min(tally) if story.rules.objective == "fewest" else max(tally)
    return [side for side, count in enumerate(tally) if count == best]


def _tie(story: Story) -> str:
    """Name a tie: its score, and between whom where that does not go without saying."""
    tied, tally = _tied(story), story.tally()
    count = tally[tied[0]]
    if len(tally) == 2:
        if story.counts_bazas:
            return _("{count}-{count} in bazas, a tie", count=count)
        return _("{count}-{count}, a tie", count=count)
    names = listed(story.names.sides[side] for side in tied)
    if story.counts_bazas:
        return ngettext("{names} tie at {number} baza", "{names} tie at {number} bazas", count,
                        names=names)  # fmt: skip
    return ngettext("{names} tie at {number} point", "{names} tie at {number} points", count,
                    names=names)  # fmt: skip


def _last_of(story: Story, winner: int) -> str:
    sides = [story.rules.side_of(seat) for seat in story.bazas]
    last = len(sides) - sides[::-1].index(winner)
    found = {"name": story.names.sides[winner], "baza": last}
    if last == len(sides):
        return _("The winner is {name}, who took baza {baza}, the last one.", **found)
    return _("The winner is {name}, who took baza {baza}, the last that one of these took.",
             **found)  # fmt: skip


def _drawn(story: Story) -> str:
    lines = [_shared(_tie(story), len(_tied(story)))]
    if story.rules.tie == "replay":
        lines.append(_("In a match it would be dealt again."))
    if story.rules.tie == "last_trick":
        lines.append(_("None of these took a baza, so the last trick decides nothing."))
    return " ".join(lines)


def _shared(tie: str, sides: int) -> str:
    if sides == 2:
        return _("{tie}: the hand is a draw, which counts as half a win for each.", tie=tie)
    if sides == 3:
        return _("{tie}: the hand is a draw, which counts as a third of a win for each.", tie=tie)
    return _("{tie}: the hand is a draw, which counts as a quarter of a win for each.", tie=tie)
