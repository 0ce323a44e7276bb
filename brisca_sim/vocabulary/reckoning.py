"""Reckoning: ways to play that rest on counting."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.rng import following as _following
from brisca_sim.vocabulary.choosing import hand_card
from brisca_sim.vocabulary.counting import expected_value
from brisca_sim.vocabulary.ending import ending_value, open_value
from brisca_sim.vocabulary.situation import tricks_left
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)

_OPEN_CARDS = 12  # in all hands together, from which open hands are played out in every way


@word
def counting_card(obs):
    """What contadora plays: the card with the best expected value."""
    chosen = NO_CARD
    most = 0.0
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        value = expected_value(obs, card)
        # Equal values can differ by rounding: only more than that displaces an earlier place.
        if chosen == NO_CARD or value > most + 1e-9:
            chosen = card
            most = value
    return chosen


@word
def can_work_out(obs):
    """Whether the rest of the hand is short enough to be worked out: with two players from the last
    trick that is followed by drawing on, with more once the stock is empty (six: a trick later).
    """
    if obs[o.PLAYERS] == 2:
        return obs[o.STOCK] <= 2
    return obs[o.STOCK] == 0 and tricks_left(obs) * obs[o.PLAYERS] <= _OPEN_CARDS


@word
def worked_out_card(obs, layouts):
    """The best card where `can_work_out`: exact with two players, with more on the average over some
    layouts, in each of which the cards lie open.
    """
    chosen = NO_CARD
    most = 0.0
    for i in range(obs[o.HAND_N]):
        card = hand_card(obs, i)
        value = 0.0
        if obs[o.PLAYERS] == 2:
            value = ending_value(obs, card)
        else:
            for number in range(layouts):
                value += open_value(obs, card, number)
        if chosen == NO_CARD or value > most + 1e-9:
            chosen = card
            most = value
    return chosen


@word
def final_card(obs, layouts):
    """What contadora_final plays: the card worked out where the rest can be, else contadora's."""
    if not can_work_out(obs):
        return counting_card(obs)
    card = worked_out_card(obs, layouts)
    if obs[o.PLAYERS] > 2:
        obs[o.RNG] = _following(obs[o.RNG])  # the next decision draws other layouts
    return card
