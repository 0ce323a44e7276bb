"""Counting: chances from the cards not seen, and what a card is worth."""

from __future__ import annotations

from brisca_sim.cards import AS, NO_CARD, SOTA
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.jit import shared
from brisca_sim.vocabulary.cards import beats_table
from brisca_sim.vocabulary.senas import (
    brisca_cards,
    drawn_since,
    lacked_cards,
    one_of_cards,
    partner_signed,
)
from brisca_sim.vocabulary.sets import (
    above,
    known_cards,
    out_cards,
    size,
    suit_cards,
    trumps_out,
    unseen_cards,
)
from brisca_sim.vocabulary.situation import (
    best_rival_points,
    my_points,
    partner_winning,
    players_after,
    rivals_after,
    side_of,
)
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)

_NEVER = 1.0 - 1e-9  # chances from here on are certainty, with rounding


@word
def chance_of_none(obs, seat, cards):
    """Chance that a seat still to play holds none of a set of cards, as far as the player can count:
    every unseen card is equally likely to be in that hand, unless it is believed to have signed
    otherwise (`believe`).
    """
    known = known_cards(obs, seat)
    if known & cards != 0:
        return 0.0
    unseen = unseen_cards(obs)
    if obs[o.BELIEVED] >> seat & 1 != 0:
        return _none_as_told(obs, seat, cards, known, unseen)
    left = size(unseen)
    bad = size(unseen & cards)
    if bad == 0:
        return 1.0
    none = 1.0
    for i in range(obs[o.HAND_N] - size(known)):
        none *= max(0, left - bad - i) / max(1, left - i)
    return none


@shared
def _none_as_told(obs, seat, cards, known, unseen):
    """Chance that a believed seat holds none of a set of cards, none of which it is known to hold."""
    none = _none_drawn(obs, seat, cards, known, unseen)
    one_of = one_of_cards(obs, seat)
    if one_of == 0 or known & one_of != 0:
        return none
    never = _none_drawn(obs, seat, one_of, known, unseen)
    if never > _NEVER:
        return none  # a false sign: there is nothing left that it could mean
    return (none - _none_drawn(obs, seat, cards | one_of, known, unseen)) / (1.0 - never)


@shared
def _none_drawn(obs, seat, cards, known, unseen):
    """The same from what the seat has said it lacks alone: the cards that it has drawn since may be any
    unseen ones, the older ones any but those.
    """
    lacked = lacked_cards(obs, seat)
    hidden = obs[o.HAND_N] - size(known)
    older = hidden - (drawn_since(obs, seat) - size(known & lacked)) if lacked != 0 else 0
    left = size(unseen & ~lacked)
    bad = size(unseen & ~lacked & cards)
    none = 1.0
    for i in range(hidden):
        if i == max(0, older):
            left = size(unseen)
            bad = size(unseen & cards)
        none *= max(0, left - bad - i) / max(1, left - i)
    return none


@word
def chance_to_stand(obs, card, will):
    """Chance that no rival still to play beats a card that wins the trick so far (or is led), when a
    rival spends a trump on it with the chance `will` and always takes it in its own suit.
    """
    over = above(card)
    trumped = 0 if card >> 4 == obs[o.TRUMP] else suit_cards(obs[o.TRUMP])
    stands = 1.0
    for i in range(1, obs[o.PLAYERS] - obs[o.TABLE_N]):
        seat = (obs[o.SEAT] + i) % obs[o.PLAYERS]
        if side_of(obs, seat) == side_of(obs, obs[o.SEAT]):
            continue
        none = chance_of_none(obs, seat, over)
        if trumped == 0:
            stands *= 1.0 - will * (1.0 - none)
        elif will > 0.0:
            stands *= (1.0 - will) * none + will * chance_of_none(obs, seat, over | trumped)
        else:
            stands *= none
    return stands


@word
def points_in(cards):
    """Points of a set of cards."""
    total = 0
    for rank in range(SOTA, AS + 1):
        total += _points_of(rank) * size(cards & (0x1000100010001 << rank))
    return total


# What keeping a card is worth in points, by strength from dos to as: two players, then more.
_TRUMP_PRICES = (
    (3.7, 3.7, 3.7, 3.7, 5.4, 3.7, 3.7, 2.7, 7.3, 7.3, 15.0, 21.0),
    (2.7, 2.7, 2.7, 2.7, 6.4, 2.7, 2.7, 6.7, 8.8, 8.8, 19.0, 38.0),
)
_PLAIN_PRICES = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.5, 6.0, 6.0),
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.5, -0.5, -0.5, 4.0, 6.0),
)
_LATE_TRUMP, _LATE_PLAIN = (2.9, 1.0), (-0.7, 0.0)  # factors of the prices once the stock is empty
_LED_RANK = 0.02  # of cards otherwise equal the lower one is given
_READY, _READIER = (-0.1, -0.5), 0.1  # a rival trumps with the chance ready + readier x points
_EXTRA, _LATE_EXTRA = (5.0, 1.0), (1.0, 5.0)  # won trick: what each player after this one adds
_SPENT = (0.0, 7.0)  # lost trick: what the trump that took it has cost the rival
_LEAD_COST = (1.0, 2.0)  # of having to lead the next trick
# A partner yet to play who can take a trick that would be lost does so with this chance, while a rival
# plays after him and as the last; he spends a trump worth no more than twice the trick and `_SPENDS`.
_TAKES, _OVERTRUMPS, _SPENDS = (0.25, 0.9), (0.45, 0.9), 3.0
_BLOWN = 0.9  # the same chance for a card that the partner has asked for by soplar
_DECIDED = 40.0
# Al reves: what each player adds to a trick won, a little to be rid of high cards, and the cost of a
# trick, in ranks, where tricks are counted.
_REVES_EXTRA, _REVES_RANK, _TRICK_COST = 2.5, 0.1, 100.0


@word
def keeping_value(obs, card):
    """What it is worth to keep a card for later tricks, in points: most of all an as of trumps."""
    more = 1 if obs[o.PLAYERS] > 2 else 0
    rank = card & 15
    if card >> 4 == obs[o.TRUMP]:
        late = _LATE_TRUMP[more] if obs[o.STOCK] == 0 else 1.0
        return late * _TRUMP_PRICES[more][rank] + _LED_RANK * rank
    late = _LATE_PLAIN[more] if obs[o.STOCK] == 0 else 1.0
    return late * _PLAIN_PRICES[more][rank] + _LED_RANK * rank


@word
def expected_value(obs, card):
    """What playing a card brings, in points: the trick times the chance to win it, less the trick
    times the chance to lose it, less what keeping the card is worth; losing the last trick that is
    followed by drawing is rewarded with the turned-up trump, and a card that surely decides the hand
    with a large sum. Al reves it is what losing the trick brings.
    """
    if obs[o.FEWEST] != 0:
        return _shedding_value(obs, card)
    more = 1 if obs[o.PLAYERS] > 2 else 0
    stake = obs[o.TABLE_POINTS] + _points_of(card)
    after = players_after(obs)
    top = card if beats_table(obs, card) else NO_CARD
    if top == NO_CARD and partner_winning(obs):
        top = obs[o.BEST_CARD]
    # `holds`: not beaten in its own suit; `stands`: nor by a trump from another one.
    holds, stands, over = _chances(obs, card, top, stake, more)
    extra = (_LATE_EXTRA[more] if obs[o.STOCK] == 0 else _EXTRA[more]) * after
    value = stands * (stake + extra - _LEAD_COST[more]) - keeping_value(obs, card)
    loss = (holds - stands) * (stake - _SPENT[more]) + (1.0 - holds) * (stake + over)
    value -= loss / max(1, obs[o.SIDES] - 1)
    if obs[o.SIDES] != 2:
        return value
    if obs[o.STOCK] == obs[o.PLAYERS]:
        value -= stands * _TRUMP_PRICES[more][obs[o.UPCARD] & 15]
    if stands > 0.999 and my_points(obs) + stake > 60:
        return value + _DECIDED
    if stands < 0.001 and best_rival_points(obs) + stake > 60:
        return value - _DECIDED
    return value


@shared
def _shedding_value(obs, card):
    """`expected_value` al reves: rivals are taken to win what they can in suit, but not to trump."""
    wins = 0.0
    if beats_table(obs, card):
        wins = chance_to_stand(obs, card, 0.0)
    elif partner_winning(obs):
        wins = chance_to_stand(obs, obs[o.BEST_CARD], 0.0)
    trump = card >> 4 == obs[o.TRUMP]
    if obs[o.BY_TRICKS] != 0:
        return (card & 15) + (12.0 if trump else 0.0) - _TRICK_COST * wins
    gift = (1.0 - wins) * (obs[o.TABLE_POINTS] + _points_of(card)) - _points_of(card)
    taken = obs[o.TABLE_POINTS] + _points_of(card) + _REVES_EXTRA * (1 + players_after(obs))
    return gift - wins * taken + (2.0 if trump else 0.0) + _REVES_RANK * (card & 15)


@shared
def _chances(obs, card, top, stake, more):
    """Chances that the trick is not lost to a higher card of the suit of `top`, and not lost at all;
    and the points to expect of such a higher card.  `top` is the best card of the player's side.
    """
    holds, stands, over = 0.0, 0.0, 0.0
    if top != NO_CARD:
        holds, stands = 1.0, 1.0
        if obs[o.TABLE_N] < obs[o.PLAYERS] - 1:
            will = min(1.0, max(0.0, _READY[more] + _READIER * stake))
            stands = chance_to_stand(obs, top, will)
            same = will == 0.0 or top >> 4 == obs[o.TRUMP]
            holds = stands if same else chance_to_stand(obs, top, 0.0)
            higher = out_cards(obs) & above(top)
            over = points_in(higher) / max(1, size(higher))
    if players_after(obs) > rivals_after(obs):
        plain, trumped = _rescues(obs, card, top, stake, holds > stands)
        stands += (holds - stands) * trumped + (1.0 - holds) * plain
        holds += (1.0 - holds) * plain
    return holds, stands, over


@shared
def _rescues(obs, card, top, stake, may_be_trumped):
    """Chances that a partner yet to play takes a trick that would be lost: to a higher card of the suit
    of `top`, or to the card that wins it already (no `top`); and to a rival's trump.
    """
    last = players_after(obs) & 1 ^ 1  # sides sit alternately
    target = top if top != NO_CARD else obs[o.BEST_CARD]
    spent = _worth_spending(obs, stake)
    takers = above(target) & spent
    if target >> 4 != obs[o.TRUMP]:
        takers = above(target) | spent
    plain = _TAKES[last] * (1.0 - _partners_have_none(obs, takers))
    if obs[o.BELIEVED] != 0 and _is_asked_for(obs, card):
        plain = max(plain, _BLOWN)
    if not may_be_trumped:
        return plain, 0.0
    # The rival is taken to trump with his lowest one: all others may beat it.
    free = trumps_out(obs)
    return plain, _OVERTRUMPS[last] * (1.0 - _partners_have_none(obs, spent & free & (free - 1)))


@shared
def _is_asked_for(obs, card):
    """Whether a partner has blown for a card of value, and this is one."""
    plain = card >> 4 != obs[o.TRUMP] and brisca_cards(obs) >> card & 1 == 0
    return plain and _points_of(card) > 0 and partner_signed(obs, o.SIGN_SOPLAR)


@shared
def _worth_spending(obs, stake):
    """The trumps that a partner would rather spend than see a trick of this worth lost."""
    cards = 0
    for card in range(obs[o.TRUMP] << 4, (obs[o.TRUMP] << 4) + AS + 1):
        if keeping_value(obs, card) <= 2 * stake + _SPENDS:
            cards |= 1 << card
    return cards


@shared
def _partners_have_none(obs, cards):
    """Chance that no partner still to play holds any of a set of cards."""
    none = 1.0
    for i in range(1, obs[o.PLAYERS] - obs[o.TABLE_N]):
        seat = (obs[o.SEAT] + i) % obs[o.PLAYERS]
        if side_of(obs, seat) == side_of(obs, obs[o.SEAT]):
            none *= chance_of_none(obs, seat, cards)
    return none
