"""Cards in a word: what a card is worth, who wins a trick, hands of three cards.

A hand is one word, a byte for each card from the lowest on, places without a card being all ones.
Kept so, a hand travels in a register: as three words it was copied by vector loads that had to wait
for the single words just written, and a hand of the game took half as long again.
"""

from __future__ import annotations

from brisca_sim.cards import POINTS_NIBBLES
from brisca_sim.kernel.jit import inlined, jit

EMPTY = -1
_BYTE = 255
_EACH = 0x010101


@inlined
def points_of(card):
    """Points of a card: one nibble of a constant for each rank."""
    return (POINTS_NIBBLES >> ((card & 15) << 2)) & 15


@inlined
def power(card, led, trump):
    """Strength of a card in a trick: below 16 it cannot win, the highest power takes the trick.

    Rank orders the cards of a suit, whatever their points, so that a 6 beats a 4, and trumps beat
    every other suit, whatever lies between them on the table (Brisca has no obligation to follow).
    """
    suit = card >> 4
    bonus = 16 if suit == led else 0
    return (card & 15) + (32 if suit == trump else bonus)


@inlined
def side_of(seat, sides):
    """Side of a seat: two sides sit alternately, otherwise everybody plays for himself."""
    return seat & 1 if sides == 2 else seat


@inlined
def card_at(hand, place):
    """The card in a place of a hand, -1 when there is none."""
    return (hand >> (place << 3)) << 56 >> 56


@inlined
def place_of(hand, card):
    """Place of a card in a hand, -1 when it is not there or is no card."""
    place = 2 if card_at(hand, 2) == card else -1
    place = 1 if card_at(hand, 1) == card else place
    place = 0 if card_at(hand, 0) == card else place
    return place | card >> 63


@inlined
def put(hand, place, card):
    """The hand with `card` in a place."""
    shift = place << 3
    return (hand & ~(_BYTE << shift)) | (card << shift)


@inlined
def fill(hand, place, card):
    """The hand with `card` in a place that was empty."""
    return hand + ((card - _BYTE) << (place << 3))


@inlined
def take(hand, place, held):
    """The hand of `held` cards without the one in `place`; the last one fills the gap."""
    last = held - 1
    return put(hand, place, (hand >> (last << 3)) & _BYTE) | (_BYTE << (last << 3))


@inlined
def byte_of(hand, card):
    """Mask of the byte in which a card lies in a hand; 0 when it is not there or is no card.

    All bytes at once: one of them becomes 0 where the card is, and only a 0 stays below 128 when 127 is
    added to its lower bits.
    """
    odd = hand ^ card * _EACH
    other = (odd & 127 * _EACH) + 127 * _EACH | odd
    found = (~other & 128 * _EACH) >> 7
    return found * _BYTE if card & 63 == card else 0


@inlined
def take_out(hand, byte, held):
    """The hand of `held` cards without the one in a byte (`byte_of`); the last one fills the gap."""
    shift = held - 1 << 3
    last = hand >> shift & _BYTE
    return hand & ~byte | last * _EACH & byte | _BYTE << shift


@inlined
def cards_of(hand):
    """The cards of a hand as a mask."""
    mask = 0
    for place in range(3):
        card = card_at(hand, place)
        if card >= 0:
            mask |= 1 << card
    return mask


@inlined
def count_of(cards):
    """Number of cards in a mask of few."""
    count = 0
    while cards != 0:
        cards &= cards - 1
        count += 1
    return count


@jit
def owner_of(side, seating, sides):
    """Side of the lineup that plays a side of the table: in seating j the lineup is turned by j
    chairs, chair s is played by number s + j.
    """
    return side_of(side + seating, sides) if sides == 2 else (side + seating) % sides
