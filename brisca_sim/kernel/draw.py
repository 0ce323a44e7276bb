"""Drawing from the stock between two tricks."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel.cards import card_at, cards_of, fill
from brisca_sim.kernel.jit import inlined, jit
from brisca_sim.kernel.layout import (
    C_PLAYERS,
    C_STREAM,
    HAND_SIZE,
    HANDS,
    KNOWN,
    LOG_DRAW,
    PLAYERS_OF_KIND,
    STOCK,
    UPCARD,
    WITH_LOG,
)
from brisca_sim.kernel.log import note

_SWAP_WINNER = 1


@inlined
def draw(obs, state, log, winner, position, stock, kind):
    """One drawing round: the winner of the trick first, then in playing order.

    `position` is where in `state` its hidden cards begin, `stock` what is left before it, `kind` as in
    `play_on`.
    """
    players = kind & PLAYERS_OF_KIND
    if stock > players:
        _draw(state, winner, position, players)
    else:
        _draw_last(obs, state, winner, position)
    if kind & WITH_LOG != 0:
        _note_draws(state, log, winner)
    obs[STOCK] = stock - players


@inlined
def _draw(state, winner, position, players):
    """A round of hidden cards.

    They are exchangeable, since nobody has seen them.  In stream mode chair k always takes the k-th of
    the round, so that the seatings of a deal stay comparable after the play has parted; in shared
    mode they go in the order of drawing.
    """
    if state[C_STREAM] != 0:
        # Nothing here depends on who has won, which no processor foresees; two are without a loop.
        _give(state, 0, state[position])
        _give(state, 1, state[position + 1])
        for seat in range(2, players):
            _give(state, seat, state[position + seat])
        return
    seat = winner
    for i in range(players):
        _give(state, seat, state[position + i])
        seat = seat + 1 if seat + 1 < players else 0


@jit
def _draw_last(obs, state, winner, position):
    """The last drawing round: whoever draws last gets the turned-up card, which all can see.

    In stream mode the hidden cards go to the other chairs in the order of the chairs.
    """
    players = state[C_PLAYERS]
    last = winner - 1 if winner > 0 else players - 1
    seat = winner
    for i in range(players):
        place = i
        if state[C_STREAM] != 0:
            place = seat - 1 if seat > last else seat
        card = obs[UPCARD] if seat == last else state[position + place]
        _give(state, seat, card)
        seat = seat + 1 if seat + 1 < players else 0
    obs[KNOWN + last] |= 1 << obs[UPCARD]
    obs[UPCARD] = NO_CARD
    if players == 2:
        # Each of two players can work out the other's last cards from all that he has seen.
        obs[KNOWN] = cards_of(state[HANDS])
        obs[KNOWN + 1] = cards_of(state[HANDS + 1])


@inlined
def _give(state, seat, card):
    """Fill up a hand."""
    state[HANDS + seat] = fill(state[HANDS + seat], HAND_SIZE - 1, card)


@jit
def _note_draws(state, log, winner):
    """Write down who has drawn what, in the order of drawing."""
    seat = winner
    for _ in range(state[C_PLAYERS]):
        note(log, LOG_DRAW, seat, card_at(state[HANDS + seat], HAND_SIZE - 1), 0)
        seat = seat + 1 if seat + 1 < state[C_PLAYERS] else 0
