"""The swap."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import side_of as _side_of
from brisca_sim.kernel.swap import swap_card as _swap_card
from brisca_sim.vocabulary.sets import my_cards
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)

_OFF, _ON_TURN = 0, 2
_OWN, _TEAM = 0, 1


@word
def swap_gives(obs):
    """In ``swap(obs)``: the card that would be given (the 7 or the 2 of trumps)."""
    return obs[o.GIVES]


@word
def swap_takes(obs):
    """In ``swap(obs)``: the turned-up card that would be taken."""
    return obs[o.TAKES]


@word
def swap_card(obs):
    """The card that takes the turned-up one, whoever holds it; `NO_CARD` when there is none: no swap
    in the rules, the 2 turned up, no 2 in the deck, or the stock used up.
    """
    if obs[o.RULES + o.C_SWAP] == _OFF or obs[o.UPCARD] < 0:
        return NO_CARD
    card = _swap_card(obs[o.UPCARD])
    return card if card >= 0 and obs[o.DECK] >> card & 1 != 0 else NO_CARD


@word
def holds_swap_card(obs):
    """Whether the player holds the card that takes the turned-up one."""
    card = swap_card(obs)
    return card >= 0 and my_cards(obs) >> card & 1 != 0


@word
def swap_needs_a_trick(obs):
    """Whether the player must win a trick, this one or a later one, before the rules let it swap:
    always where only the winner of the trick may, on one's turn until a trick has given the right.
    """
    if obs[o.RULES + o.C_SWAP] != _ON_TURN:
        return True
    by = obs[o.RULES + o.C_SWAP_BY]
    if by == _OWN:
        return obs[o.SEAT_TRICKS + obs[o.SEAT]] == 0
    if by != _TEAM:
        return obs[o.TRICK] == 0
    won = 0
    for seat in range(_side_of(obs[o.SEAT], obs[o.SIDES]), obs[o.PLAYERS], obs[o.SIDES]):
        won += obs[o.SEAT_TRICKS + seat]
    return won == 0


@word
def swaps_to_come(obs):
    """How many moments for a swap the rules leave the player after this decision, at most one a
    trick; where the winner of the trick swaps, as if it won them all, this one included.
    """
    mode = obs[o.RULES + o.C_SWAP]
    if mode == _OFF:
        return 0
    stock = obs[o.STOCK]
    # Asked to swap, or past its own turn, the player comes to the next moment a drawing round later.
    if obs[o.ASK] == o.ASK_SWAP or (obs[o.ASK] == o.ASK_PLAY and mode == _ON_TURN):
        stock -= obs[o.PLAYERS]
    least = 1 if obs[o.RULES + o.C_SWAP_LAST] != 0 else obs[o.PLAYERS] + 1
    return (stock - least) // obs[o.PLAYERS] + 1 if stock >= least else 0


@word
def last_chance_to_swap(obs):
    """In ``swap(obs)``: whether the rules leave no later moment for a swap."""
    return swaps_to_come(obs) == 0
