"""Seat and score: what the place at the table and the points so far ask for."""

from __future__ import annotations

from brisca_sim.cards import AS, CABALLO, NO_CARD, TRES
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.jit import shared
from brisca_sim.vocabulary.cards import beats_table, is_trump, points_of, rank_of, suit_of
from brisca_sim.vocabulary.choosing import (
    cheapest_loser,
    dearest,
    dearest_plain_winner,
    hand_card,
    lowest_trump_winner,
    poorest,
)
from brisca_sim.vocabulary.sets import brisca_gone, is_boss
from brisca_sim.vocabulary.situation import (
    is_partner,
    last_draw,
    last_to_play,
    leading,
    my_points,
    partner_winning,
    players_after,
    side_of,
    winning_card,
)
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)

# What drawing the turned-up trump is worth in points: as, tres, rey and caballo, any other.
_TURNED_UP = (42, 30, 15, 7)
_SPENT_TRUMP = 10  # a trump given to a trick that is left to others, in points


@word
def partner_plays_last(obs):
    """Whether a partner has the last word in this trick, after the player."""
    last = (obs[o.SEAT] + players_after(obs)) % obs[o.PLAYERS]
    return is_partner(obs, last)


@word
def last_drawer(obs, seat):
    """The seat that draws last when `seat` wins this trick: in the last drawing round it gets the
    turned-up card.
    """
    return (seat + obs[o.PLAYERS] - 1) % obs[o.PLAYERS]


@word
def blanca_lead(obs):
    """The card without points to lead, no trump: of the suit in which most of the as and the tres
    are gone, the weakest of equals; `NO_CARD` when there is none.
    """
    chosen = NO_CARD
    most = -1
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        if is_trump(obs, card) or _points_of(card) > 0:
            continue
        # More gone before lower, and no rank reaches 16.
        value = 16 * brisca_gone(obs, suit_of(card)) + 15 - rank_of(card)
        if value > most:
            chosen = card
            most = value
    return chosen


@word
def deciding_card(obs):
    """With two sides: the card that takes the player's side over 60 points for certain, or that takes
    from the rival a trick which would do so for him; `NO_CARD` when there is no such card.
    """
    if obs[o.SIDES] != 2:
        return NO_CARD
    card = _card_that_wins(obs)
    return card if card != NO_CARD else _card_that_saves(obs)


@shared
def _card_that_wins(obs):
    """A card with which the trick surely is the side's own and brings it over 60."""
    have = my_points(obs) + obs[o.TABLE_POINTS]
    if my_points(obs) > 60:
        return NO_CARD
    if partner_winning(obs):
        sure = last_to_play(obs) or is_boss(obs, winning_card(obs))
        gift = dearest(obs)
        return gift if sure and have + _points_of(gift) > 60 else NO_CARD
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        sure = last_to_play(obs) or is_boss(obs, card)
        if sure and have + _points_of(card) > 60 and beats_table(obs, card):
            return card
    return NO_CARD


@shared
def _card_that_saves(obs):
    """A card that wins when the trick would take the rival over 60 whatever the player gave to it."""
    if leading(obs) or partner_winning(obs):
        return NO_CARD
    theirs = obs[o.SIDE_POINTS + side_of(obs, obs[o.BEST_SEAT])]
    lost = theirs + obs[o.TABLE_POINTS] + _points_of(poorest(obs))
    if theirs > 60 or lost <= 60:
        return NO_CARD
    if not last_to_play(obs):
        return _strongest_winner(obs)
    plain = dearest_plain_winner(obs)
    return plain if plain != NO_CARD else lowest_trump_winner(obs)


@shared
def _strongest_winner(obs):
    """The winner that is hardest to beat: a trump before others, then the higher."""
    chosen = NO_CARD
    strength = -1
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        value = (16 if is_trump(obs, card) else 0) + rank_of(card)
        if value > strength and beats_table(obs, card):
            chosen = card
            strength = value
    return chosen


@word
def stepping_aside_card(obs):
    """In the last trick that is followed by drawing, as the last to play: the cheapest card that
    leaves the trick to a rival when the player's side then draws the turned-up trump and that is
    worth more than the trick; else `NO_CARD`.
    """
    if not last_draw(obs) or not last_to_play(obs) or partner_winning(obs):
        return NO_CARD
    drawer = last_drawer(obs, obs[o.BEST_SEAT])
    card = cheapest_loser(obs)
    if card == NO_CARD or (drawer != obs[o.SEAT] and not is_partner(obs, drawer)):
        return NO_CARD
    cost = obs[o.TABLE_POINTS] + points_of(card) + (_SPENT_TRUMP if is_trump(obs, card) else 0)
    return card if cost <= _turned_up_worth(rank_of(obs[o.UPCARD])) else NO_CARD


@shared
def _turned_up_worth(rank):
    """What drawing a trump of this rank is worth, in points."""
    if rank == AS:
        return _TURNED_UP[0]
    if rank == TRES:
        return _TURNED_UP[1]
    return _TURNED_UP[2] if rank >= CABALLO else _TURNED_UP[3]
