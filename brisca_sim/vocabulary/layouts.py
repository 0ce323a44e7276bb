"""Layouts: hands and stock as they may lie, drawn at random to agree with all that the player knows.

A layout lives in scratch words laid out like the kernel's own (`twin` like `obs`, `world` like
`state`), so that the kernel itself can play it on.  Layout number k of a decision depends only on
the player's random stream and k: asked again for another card, the same number gives the same layout.
"""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import EMPTY as _EMPTY
from brisca_sim.kernel.cards import card_at as _card_at
from brisca_sim.kernel.cards import fill as _fill
from brisca_sim.kernel.deal import shuffle as _shuffle
from brisca_sim.kernel.jit import offset as _offset
from brisca_sim.kernel.jit import shared
from brisca_sim.kernel.rng import stream as _stream
from brisca_sim.vocabulary.senas import drawn_since, lacked_cards, one_of_cards
from brisca_sim.vocabulary.sets import known_cards, lowest, my_cards, size, suit_cards

_TRIES = 200
_FREE = o.STATE_WORDS  # 48 words behind the kernel's own: the cards that may lie anywhere
WORLD_WORDS = o.STATE_WORDS + o.MAX_CARDS


@shared
def set_up(obs, twin, world):
    """Make `twin` a copy of the observation and `world` a table with its rules, but for senas and mano
    negra.

    Parameters
    ----------
    obs : pointer, the player's observation
    twin : pointer, OBS_WORDS words
    world : pointer, WORLD_WORDS words; the hands and the stock are left for `lay_out`
    """
    for i in range(o.OBS_WORDS):
        twin[i] = obs[i]
    for i in range(o.RULE_WORDS):
        world[i] = obs[o.RULES + i]
    for i in range(o.RULE_WORDS, o.CFG_WORDS):
        world[i] = 0
    world[o.C_NEGRA] = 0
    world[o.C_NEGRA_ANY] = 0
    world[o.SWAPS] = 0
    world[o.HOLDER] = -1
    for seat in range(o.MAX_PLAYERS):
        world[o.SLOT + seat] = seat
        world[o.STREAM + seat] = 0
        world[o.HANDS + seat] = _EMPTY


@shared
def held_by(obs, seat):
    """Cards in a seat's hand: one less than the player's once it has played in this trick."""
    place = (seat - obs[o.LEADER]) % obs[o.PLAYERS]
    return obs[o.HAND_N] - (1 if place < obs[o.TABLE_N] else 0)


@shared
def lay_out(obs, world, number):
    """Deal out the cards that the player does not see: layout `number` of this decision.

    Every layout that agrees with what he knows is equally likely: cards known in a hand, the turned-up
    card at the bottom of the stock, and what the seats that he believes have signed.  When 200 tries
    all contradict the signs, which may be false, the last one is taken.
    """
    players = obs[o.PLAYERS]
    seen = obs[o.PLAYED] | my_cards(obs)
    if obs[o.UPCARD] >= 0:
        seen |= 1 << obs[o.UPCARD]
    for i in range(1, players):
        seat = (obs[o.SEAT] + i) % players
        sure = known_cards(obs, seat) & ~seen
        # False signs may name a card twice, or more cards than a hand holds.
        if size(sure) > held_by(obs, seat):
            sure &= obs[o.KNOWN + seat]
        seen |= sure
        world[o.HANDS + seat] = sure
    rest = obs[o.DECK] & ~seen
    suits = _suits(obs)
    free = 0
    for i in range(4):
        cards = rest & suit_cards(suits >> 4 * i & 15)
        while cards != 0:
            world[_FREE + free] = lowest(cards)
            cards &= cards - 1
            free += 1
    start = _stream(obs[o.RNG], 64 + number)
    for again in range(_TRIES):
        _shuffle(_offset(world, _FREE), free, _stream(start, again))
        if obs[o.BELIEVED] == 0 or _agrees(obs, world):
            break
    _hand_out(obs, world, free, suits)


@shared
def _suits(obs):
    """The suits in an order that does not depend on their numbers: trumps, then as they came up in the
    player's hand and in the play, then by the cards of them that he knows in the others' hands.
    Four bits each, the first one lowest.
    """
    order, seen, place = obs[o.TRUMP], 1 << obs[o.TRUMP], 4
    for i in range(o.HAND_SIZE + o.MAX_CARDS):
        if seen == 15:
            return order
        card = NO_CARD
        if i < obs[o.HAND_N]:
            card = _card_at(obs[o.HAND], i)
        elif i >= o.HAND_SIZE:
            if obs[o.HISTORY + i - o.HAND_SIZE] < 0:
                break
            card = obs[o.HISTORY + i - o.HAND_SIZE] & 63
        if card >= 0 and seen >> (card >> 4) & 1 == 0:
            seen |= 1 << (card >> 4)
            order |= (card >> 4) << place
            place += 4
    while seen != 15:
        first = -1
        for suit in range(4):
            if seen >> suit & 1 == 0 and (first < 0 or _before(obs, suit, first)):
                first = suit
        seen |= 1 << first
        order |= first << place
        place += 4
    return order


@shared
def _before(obs, suit, other):
    """Whether one suit comes before another by the cards known in the others' hands."""
    for i in range(1, obs[o.PLAYERS]):
        known = known_cards(obs, (obs[o.SEAT] + i) % obs[o.PLAYERS])
        mine = known >> (suit << 4) & 0xFFF
        theirs = known >> (other << 4) & 0xFFF
        if mine != theirs:
            return mine > theirs
    return False


@shared
def _first(cards, suits):
    """The lowest card of the first suit that a set has."""
    for i in range(4):
        suit = suits >> 4 * i & 15
        if cards & suit_cards(suit) != 0:
            return lowest(cards & suit_cards(suit))
    return NO_CARD


@shared
def _agrees(obs, world):
    """Whether the hands that the order of the free cards gives bear out the signs believed."""
    at = _FREE
    for i in range(1, obs[o.PLAYERS]):
        seat = (obs[o.SEAT] + i) % obs[o.PLAYERS]
        hand = world[o.HANDS + seat]
        for _ in range(held_by(obs, seat) - size(hand)):
            hand |= 1 << world[at]
            at += 1
        if obs[o.BELIEVED] >> seat & 1 == 0:
            continue
        if size(hand & lacked_cards(obs, seat)) > drawn_since(obs, seat):
            return False
        one_of = one_of_cards(obs, seat)
        if one_of != 0 and hand & one_of == 0:
            return False
    return True


@shared
def _hand_out(obs, world, free, suits):
    """Fill the hands from the free cards; the others are the stock, as they will be drawn."""
    at = 0
    for i in range(1, obs[o.PLAYERS]):
        seat = (obs[o.SEAT] + i) % obs[o.PLAYERS]
        sure = world[o.HANDS + seat]
        hand = _EMPTY
        for place in range(held_by(obs, seat)):
            if sure != 0:
                card = _first(sure, suits)
                hand = _fill(hand, place, card)
                sure ^= 1 << card
            else:
                hand = _fill(hand, place, world[_FREE + at])
                at += 1
        world[o.HANDS + seat] = hand
    world[o.HANDS + obs[o.SEAT]] = obs[o.HAND]
    for i in range(at, free):
        world[o.CARDS + i - at] = world[_FREE + i]
