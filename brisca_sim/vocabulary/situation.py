"""The situation: who plays what, what lies on the table, how the hand stands."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import side_of as _side_of
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)


@word
def my_seat(obs):
    """The player's own seat; seat 0 led the first trick (the mano)."""
    return obs[o.SEAT]


@word
def players(obs):
    """Number of players."""
    return obs[o.PLAYERS]


@word
def sides(obs):
    """Number of sides: 2 in pairs, else the number of players."""
    return obs[o.SIDES]


@word
def side_of(obs, seat):
    """Side of a seat."""
    return _side_of(seat, obs[o.SIDES])


@word
def has_partner(obs):
    """Whether the player has a partner."""
    return obs[o.SIDES] < obs[o.PLAYERS]


@word
def is_partner(obs, seat):
    """Whether another seat belongs to the player's side."""
    return seat != obs[o.SEAT] and side_of(obs, seat) == side_of(obs, obs[o.SEAT])


@word
def fewest_wins(obs):
    """Whether the game is played al reves."""
    return obs[o.FEWEST] != 0


@word
def tricks_count(obs):
    """Whether al reves counts tricks instead of points."""
    return obs[o.BY_TRICKS] != 0


@word
def last_trick_breaks_ties(obs):
    """Whether of sides that are equal the one that won a trick latest has won."""
    return obs[o.RULES + o.C_TIE_LAST] != 0


@word
def swap_is_played(obs):
    """Whether the rules know the swap."""
    return obs[o.SWAP_MODE] != 0


@word
def leading(obs):
    """Whether the player leads the trick."""
    return obs[o.TABLE_N] == 0


@word
def players_after(obs):
    """How many players still play after this one in the trick."""
    return obs[o.PLAYERS] - 1 - obs[o.TABLE_N]


@word
def last_to_play(obs):
    """Whether the player is the last of the trick."""
    return obs[o.TABLE_N] == obs[o.PLAYERS] - 1


@word
def rivals_after(obs):
    """How many rivals still play after this player in the trick."""
    count = 0
    for i in range(1, obs[o.PLAYERS] - obs[o.TABLE_N]):
        if _side_of(i, obs[o.SIDES]) != 0:
            count += 1
    return count


@word
def leader(obs):
    """The seat that leads the trick."""
    return obs[o.LEADER]


@word
def table_card(obs, i):
    """The i-th card of the trick, in playing order from the leader; `NO_CARD` when not yet played."""
    return obs[o.TABLE + i] if i < obs[o.TABLE_N] else NO_CARD


@word
def points_on_table(obs):
    """Points of the cards on the table."""
    return obs[o.TABLE_POINTS]


@word
def winning_card(obs):
    """The card that wins the trick so far; `NO_CARD` when leading."""
    return obs[o.BEST_CARD] if obs[o.TABLE_N] > 0 else NO_CARD


@word
def winning_seat(obs):
    """The seat that wins the trick so far; -1 when leading."""
    return obs[o.BEST_SEAT] if obs[o.TABLE_N] > 0 else -1


@word
def partner_winning(obs):
    """Whether a partner wins the trick so far."""
    return obs[o.TABLE_N] > 0 and is_partner(obs, obs[o.BEST_SEAT])


@word
def stock_left(obs):
    """Cards left to draw, the turned-up one included."""
    return obs[o.STOCK]


@word
def stock_empty(obs):
    """Whether nothing is left to draw."""
    return obs[o.STOCK] == 0


@word
def last_draw(obs):
    """Whether this trick is the last one that is followed by drawing."""
    return obs[o.STOCK] == obs[o.PLAYERS]


@word
def tricks_played(obs):
    """Tricks finished."""
    return obs[o.TRICK]


@word
def tricks_left(obs):
    """Tricks still to be won, the present one included."""
    return obs[o.ALL_TRICKS] - obs[o.TRICK]


@word
def tricks_of(obs, seat):
    """Tricks that a seat has won."""
    return obs[o.SEAT_TRICKS + seat]


@word
def points_of_seat(obs, seat):
    """Points that a seat has captured."""
    return obs[o.SEAT_POINTS + seat]


@word
def my_points(obs):
    """Points that the player's side has captured."""
    return obs[o.SIDE_POINTS + side_of(obs, obs[o.SEAT])]


@word
def best_rival_points(obs):
    """Points of the rival side that has most."""
    best = 0
    for side in range(obs[o.SIDES]):
        if side != side_of(obs, obs[o.SEAT]):
            best = max(best, obs[o.SIDE_POINTS + side])
    return best
