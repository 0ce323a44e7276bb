"""The events of a hand as sentences, told one after the other while they are played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from brisca_sim.cards import AS, DECK_POINTS, TRES, parse_card, rank_of, suit_of
from brisca_sim.errors import RecordError, shown
from brisca_sim.language import _, listed, ngettext
from brisca_sim.reporting.card_names import card_name, sign_name, suit_name, the_card
from brisca_sim.reporting.story import Story
from brisca_sim.reporting.wording import bazas_text, points_text, the_cards, together

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
    story.lines += ["", _title(story)]
    story.begun = True


def _title(story: Story) -> str:
    baza, stock, rules = len(story.bazas) + 1, story.stock, story.rules
    if baza == rules.tricks:
        return _("Baza {baza} - the last one", baza=baza)
    if stock == 0 and baza == rules.rounds + 1:
        return _("Baza {baza} - the baceta is empty, no more drawing", baza=baza)
    if stock == 0:
        return _("Baza {baza} - the baceta is empty", baza=baza)
    if stock == rules.players:
        return ngettext(
            "Baza {baza} - {number} card in the baceta, the last drawing round is to come",
            "Baza {baza} - {number} cards in the baceta, the last drawing round is to come",
            stock, baza=baza,
        )  # fmt: skip
    return ngettext(
        "Baza {baza} - {number} card in the baceta",
        "Baza {baza} - {number} cards in the baceta",
        stock, baza=baza,
    )  # fmt: skip


def _sign(story: Story, event: Event) -> None:
    _begin_baza(story)
    sign = sign_name(str(event["sign"]))
    text = _('gives the seña "{sign}"', sign=sign)
    if "partner" in event or "rivals" in event:
        partner = _("the partners") if story.rules.players == 6 else _("the partner")
        seen = [partner] * bool(event.get("partner"))
        seen += [story.names.players[rival] for rival in event.get("rivals", ())]
        if seen:
            text = _('gives the seña "{sign}", seen by {names}', sign=sign, names=listed(seen))
        else:
            text = _('gives the seña "{sign}", which nobody sees', sign=sign)
    story.tell_of(event["seat"], text)


def _swap(story: Story, event: Event) -> None:
    seat, gives, takes = event["seat"], parse_card(event["gives"]), parse_card(event["takes"])
    cards = {"gives": the_card(gives), "takes": the_card(takes)}
    if story.rules.swap == "on_turn":
        _begin_baza(story)
        story.tell_of(seat, _("exchanges {gives} for {takes} (cambio)", **cards))
    else:
        name = story.names.players[seat]
        story.tell(_("{name} exchanges {gives} for {takes} (cambio).", name=name, **cards))
    story.hands[seat].remove(gives)
    story.hands[seat].append(takes)
    story.upcard = gives


def _play(story: Story, event: Event) -> None:
    _begin_baza(story)
    seat, card = event["seat"], parse_card(event["card"])
    story.tell_of(seat, _played(story, card))
    story.hands[seat].remove(card)
    story.table.append((seat, card))


def _played(story: Story, card: int) -> str:
    trump = suit_of(card) == story.trump
    if story.table:
        if trump:
            return _("plays {card} (triunfo)", card=the_card(card))
        return _("plays {card}", card=the_card(card))
    if trump:
        return _("leads {card} (triunfo)", card=the_card(card))
    return _("leads {card}", card=the_card(card))


def _trick(story: Story, event: Event) -> None:
    winner, points = event["winner"], event["points"]
    before = story.tally()
    story.tell(_taken(story, winner, points))
    story.bazas.append(winner)
    story.points[winner] += points
    story.table, story.begun = [], False
    story.tell(_("Score: {score}", score=_score(story)))
    side = story.rules.side_of(winner)
    if moment := _turning_point(story, side, before[side]):
        story.tell(moment)


def _taken(story: Story, winner: int, points: int) -> str:
    """Say who takes a baza, with which card, and what it holds."""
    text = _how_taken(story, winner, points)
    side_of = story.rules.side_of
    rivals = [card for seat, card in story.table if side_of(seat) != side_of(winner)]
    caught = [card for card in rivals if rank_of(card) in (AS, TRES)]
    if not caught:
        return f"{text}."
    if story.rules.objective == "fewest":
        return _("{taken}, {cards} among them.", taken=text, cards=the_cards(caught))
    return _("{taken}, capturing {cards}.", taken=text, cards=the_cards(caught))


def _how_taken(story: Story, winner: int, points: int) -> str:
    """Say it without the full stop, and without what was captured."""
    cards = [card for __, card in story.table]
    place = [seat for seat, __ in story.table].index(winner)
    found = {"name": story.names.players[winner], "card": the_card(cards[place])}
    if suit_of(cards[place]) == story.trump != suit_of(cards[0]):
        over = any(suit_of(other) == story.trump for other in cards[:place])
        return _trumped(found, points, over=over)
    if not points:
        return _("{name} takes the baza with {card}, no points", **found)
    return ngettext(
        "{name} takes {number} point with {card}", "{name} takes {number} points with {card}",
        points, **found,
    )  # fmt: skip


def _trumped(found: Mapping[str, str], points: int, *, over: bool) -> str:
    if over and not points:
        return _("{name} overtrumps with {card} and takes no points", **found)
    if over:
        return ngettext(
            "{name} overtrumps with {card} and takes {number} point",
            "{name} overtrumps with {card} and takes {number} points",
            points, **found,
        )  # fmt: skip
    if not points:
        return _("{name} trumps with {card} and takes no points", **found)
    return ngettext(
        "{name} trumps with {card} and takes {number} point",
        "{name} trumps with {card} and takes {number} points",
        points, **found,
    )  # fmt: skip


def _score(story: Story) -> str:
    sides, tally = story.names.sides, story.tally()
    if len(sides) > 2:
        score = ", ".join(f"{side}: {count}" for side, count in zip(sides, tally, strict=True))
    else:
        score = f"{sides[0]}  {tally[0]} - {tally[1]}  {sides[1]}"
    if story.counts_bazas:
        points = " - ".join(map(str, story.per_side(story.points)))
        return _("{score}  in bazas ({points} in points)", score=score, points=points)
    return score


def _turning_point(story: Story, side: int, before: int) -> str:
    """Say it when a side gets more than half of what there is; empty before and after that."""
    rules, now, name = story.rules, story.tally()[side], story.names.sides[side]
    enough = (rules.tricks if story.counts_bazas else DECK_POINTS) // 2 + 1
    if not before < enough <= now or len(story.bazas) == rules.tricks:
        return ""
    have = bazas_text(now) if story.counts_bazas else points_text(now)
    if rules.objective == "fewest":
        return _("With {count} {name} can no longer win.", count=have, name=name)
    if rules.mano_negra != "off" and rules.mano_negra_when == "any" and story.stock:
        return _("With {count} {name} can lose only to a mano negra.", count=have, name=name)
    return _("With {count} {name} has won; the hand is played to the end.", count=have, name=name)


def _draw(story: Story, event: Event) -> None:
    seat, card = event["seat"], parse_card(event["card"])
    story.hands[seat].append(card)
    story.stock -= 1
    story.draws.append(together(_drawn(story, story.names.players[seat], card)))
    if len(story.draws) == story.rules.players:
        story.end_drawing()


def _drawn(story: Story, name: str, card: int) -> str:
    if card == story.upcard:
        if story.draws:
            return _("{name} the turned-up {card}", name=name, card=card_name(card))
        return _("{name} draws the turned-up {card}", name=name, card=card_name(card))
    if story.draws:
        return _("{name} {card}", name=name, card=the_card(card))
    return _("{name} draws {card}", name=name, card=the_card(card))


def _mano_negra(story: Story, event: Event) -> None:
    suit, name = suit_name(story.trump), story.names.players[event["seat"]]
    if not story.begun:
        story.lines.append("")
    story.tell(
        _("Mano negra: {name} holds the as, the tres and the rey de {suit}.", name=name, suit=suit)
    )
    if story.table:
        story.tell(_("The baza is not played out."))


_TELL: Final[Mapping[str, Callable[[Story, Event], None]]] = {
    "sign": _sign,
    "swap": _swap,
    "play": _play,
    "trick": _trick,
    "draw": _draw,
    "mano_negra": _mano_negra,
}
