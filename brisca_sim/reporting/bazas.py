"""The events of a hand as sentences, told one after the other while they are played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from brisca_sim.cards import AS, DECK_POINTS, TRES, parse_card, rank_of, suit_of
from brisca_sim.errors import RecordError, listed, shown
from brisca_sim.glossary import SUIT_NAMES, long_name
from brisca_sim.reporting.story import Story
from brisca_sim.reporting.wording import number_of, the_cards, together

Event = Mapping[str, Any]


def go_on(story: Story, number: int, event: Event) -> None:
    """Tell one event and play it.

    Raises
    ------
    RecordError
        If no hand record has such an event.
    """
    if event["type"] not in _TELL:
        raise RecordError(f"event {number} of the hand record is a {shown(event['type'])}")
    _TELL[event["type"]](story, event)


def _begin_baza(story: Story) -> None:
    if story.begun:
        return
    number, stock, rules = len(story.bazas) + 1, story.stock, story.rules
    state = f"{stock} cards in the baceta"
    if number == rules.tricks:
        state = "the last one"
    elif stock == 0:
        state = "the baceta is empty" + (", no more drawing" if number == rules.rounds + 1 else "")
    elif stock == rules.players:
        state += ", the last drawing round is to come"
    story.lines += ["", f"Baza {number} - {state}"]
    story.begun = True


def _sign(story: Story, event: Event) -> None:
    _begin_baza(story)
    text = f'gives the seña "{str(event["sign"]).replace("_", " ")}"'
    if "partner" in event or "rivals" in event:
        partner = "the partners" if story.rules.players == 6 else "the partner"
        seen = [partner] * bool(event.get("partner"))
        seen += [story.names.players[rival] for rival in event.get("rivals", ())]
        text += f", seen by {listed(seen, 'and')}" if seen else ", which nobody sees"
    story.tell_of(event["seat"], text)


def _swap(story: Story, event: Event) -> None:
    seat, gives, takes = event["seat"], parse_card(event["gives"]), parse_card(event["takes"])
    text = f"exchanges the {long_name(gives)} for the {long_name(takes)} (cambio)"
    if story.rules.swap == "on_turn":
        _begin_baza(story)
        story.tell_of(seat, text)
    else:
        story.tell(f"{story.names.players[seat]} {text}.")
    story.hands[seat].remove(gives)
    story.hands[seat].append(takes)
    story.upcard = gives


def _play(story: Story, event: Event) -> None:
    _begin_baza(story)
    seat, card = event["seat"], parse_card(event["card"])
    verb = "plays" if story.table else "leads"
    trump = " (triunfo)" if suit_of(card) == story.trump else ""
    story.tell_of(seat, f"{verb} the {long_name(card)}{trump}")
    story.hands[seat].remove(card)
    story.table.append((seat, card))


def _trick(story: Story, event: Event) -> None:
    winner, points = event["winner"], event["points"]
    before = story.tally()
    story.tell(_taken(story, winner, points))
    story.bazas.append(winner)
    story.points[winner] += points
    story.table, story.begun = [], False
    story.tell(f"Score: {_score(story)}")
    side = story.rules.side_of(winner)
    if moment := _turning_point(story, side, before[side]):
        story.tell(moment)


def _taken(story: Story, winner: int, points: int) -> str:
    """Say who takes a baza, with which card, and what it holds."""
    seats, cards = [seat for seat, _ in story.table], [card for _, card in story.table]
    place = seats.index(winner)
    name, card, worth = story.names.players[winner], cards[place], number_of(points, "point")
    if suit_of(card) == story.trump != suit_of(cards[0]):
        over = any(suit_of(other) == story.trump for other in cards[:place])
        text = f"{name} {'over' * over}trumps with the {long_name(card)} and takes {worth}"
    elif points:
        text = f"{name} takes {worth} with the {long_name(card)}"
    else:
        text = f"{name} takes the baza with the {long_name(card)}, {worth}"
    side_of = story.rules.side_of
    rivals = [card for seat, card in story.table if side_of(seat) != side_of(winner)]
    caught = [card for card in rivals if rank_of(card) in (AS, TRES)]
    if not caught:
        return f"{text}."
    if story.rules.objective == "fewest":
        return f"{text}, {the_cards(caught)} among them."
    return f"{text}, capturing {the_cards(caught)}."


def _score(story: Story) -> str:
    sides, tally = story.names.sides, story.tally()
    if len(sides) > 2:
        score = ", ".join(f"{side}: {count}" for side, count in zip(sides, tally, strict=True))
    else:
        score = f"{sides[0]}  {tally[0]} - {tally[1]}  {sides[1]}"
    if story.counts_bazas:
        score += f"  in bazas ({' - '.join(map(str, story.per_side(story.points)))} in points)"
    return score


def _turning_point(story: Story, side: int, before: int) -> str:
    """Say it when a side gets more than half of what there is; empty before and after that."""
    rules, now, name = story.rules, story.tally()[side], story.names.sides[side]
    enough = (rules.tricks if story.counts_bazas else DECK_POINTS) // 2 + 1
    if not before < enough <= now or len(story.bazas) == rules.tricks:
        return ""
    have = number_of(now, "baza" if story.counts_bazas else "point")
    if rules.objective == "fewest":
        return f"With {have} {name} can no longer win."
    if rules.mano_negra != "off" and rules.mano_negra_when == "any" and story.stock:
        return f"With {have} {name} can lose only to a mano negra."
    return f"With {have} {name} has won; the hand is played to the end."


def _draw(story: Story, event: Event) -> None:
    seat, card = event["seat"], parse_card(event["card"])
    story.hands[seat].append(card)
    story.stock -= 1
    turned_up = "turned-up " if card == story.upcard else ""
    verb = "" if story.draws else " draws"
    text = f"{story.names.players[seat]}{verb} the {turned_up}{long_name(card)}"
    story.draws.append(together(text))
    if len(story.draws) == story.rules.players:
        story.end_drawing()


def _mano_negra(story: Story, event: Event) -> None:
    suit, name = SUIT_NAMES[story.trump], story.names.players[event["seat"]]
    if not story.begun:
        story.lines.append("")
    story.tell(f"Mano negra: {name} holds the as, the tres and the rey de {suit}.")
    if story.table:
        story.tell("The baza is not played out.")


_TELL: Final[Mapping[str, Callable[[Story, Event], None]]] = {
    "sign": _sign,
    "swap": _swap,
    "play": _play,
    "trick": _trick,
    "draw": _draw,
    "mano_negra": _mano_negra,
}
