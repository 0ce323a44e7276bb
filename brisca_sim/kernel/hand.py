"""One hand from the deal to the count, card by card."""

from __future__ import annotations

from brisca_sim.kernel.deal import deal_hand
from brisca_sim.kernel.draw import draw
from brisca_sim.kernel.jit import inlined, jit
from brisca_sim.kernel.layout import (
    C_BLIND,
    C_LEND,
    C_LOG,
    C_NEGRA,
    C_NEGRA_ANY,
    C_PLAYERS,
    C_SENAS,
    C_SWAP,
    CARDS,
    HAND_SIZE,
    HOLDER,
    ILLEGAL,
    LEADER,
    LEND_PARAMETERS,
    LOG_NEGRA,
    OK,
    PLAIN_PAIR,
    PLAYERS_OF_KIND,
    STOCK,
    TRICK,
    UPCARD,
    WITH_BLIND,
    WITH_LENDING,
    WITH_LOG,
    WITH_NEGRA,
    WITH_SENAS,
    WITH_TURNS,
)
from brisca_sim.kernel.log import note
from brisca_sim.kernel.score import settle
from brisca_sim.kernel.signs import give_signs
from brisca_sim.kernel.swap import find_mano_negra, may_swap, offer_swaps, swap_card
from brisca_sim.kernel.trick import play_trick

_SWAP_ON_TURN = 2


@jit
def play_hand(obs, state, log, key, seating):
    """Play one hand; `state` gets its result.

    Parameters
    ----------
    obs : pointer, OBS_WORDS words, overwritten but for what `observation.reset` has filled
    state : pointer, STATE_WORDS words, with the configuration and the deck as laid: the dealt cards
        (first to the mano, then in playing order), the turned-up card, the hidden stock
    log : pointer, written with C_LOG
    key : int, key of the deal, from which the seats' random streams follow
    seating : int, how far the lineup is turned round the table

    Returns
    -------
    int : OK, or ILLEGAL when a strategy chose a card that it does not hold (its seat in `obs`, the
        answer in WINNER)
    """
    deal_hand(obs, state, key, seating)
    position = CARDS + HAND_SIZE * state[C_PLAYERS] + 1
    over = state[C_NEGRA] != 0 and find_mano_negra(obs, state)
    kind = kind_of(state)
    if kind == PLAIN_PAIR:
        # The same once more with a constant, from which the compiler makes a loop of its own.
        return play_on(obs, state, log, HAND_SIZE, position, over, PLAIN_PAIR)
    return play_on(obs, state, log, HAND_SIZE, position, over, kind)


@inlined
def kind_of(state):
    """The number of players, and a WITH_ bit for everything that the tricks have to look out for."""
    kind = state[C_PLAYERS]
    kind |= WITH_BLIND if state[C_BLIND] != 0 else 0
    kind |= WITH_TURNS if state[C_SWAP] == _SWAP_ON_TURN else 0
    kind |= WITH_SENAS if state[C_SENAS] != 0 else 0
    kind |= WITH_NEGRA if state[C_NEGRA_ANY] != 0 else 0
    kind |= WITH_LENDING if state[C_LEND] & ~LEND_PARAMETERS != 0 else 0
    return kind | (WITH_LOG if state[C_LOG] != 0 else 0)


@inlined
def play_on(obs, state, log, held, position, over, kind):
    """Play a hand from the beginning of a trick to its end.

    Parameters
    ----------
    obs, state, log : pointers, as in `play_hand`, in the middle of a hand
    held : int, cards in every hand
    position : int, where in `state` the hidden cards of the stock begin
    over : bool, the hand has been ended by a mano negra
    kind : int, `kind_of` the state

    Returns
    -------
    int : as `play_hand`
    """
    players = kind & PLAYERS_OF_KIND
    stock = obs[STOCK]
    gives = swap_card(obs[UPCARD])
    leader = obs[LEADER]
    trick = obs[TRICK]
    while held > 0 and not over:
        if kind & WITH_SENAS != 0 and give_signs(obs, state, log, leader, trick, held) == ILLEGAL:
            return ILLEGAL
        leader = play_trick(obs, state, log, held, leader, trick, kind)
        if leader < 0:
            if leader == ILLEGAL:
                return ILLEGAL
            break
        trick += 1
        obs[TRICK] = trick
        if stock == 0:
            held -= 1
            continue
        if may_swap(state, leader, gives, kind):
            offer_swaps(obs, state, log, leader, HAND_SIZE - 1)
            gives = swap_card(obs[UPCARD])
        draw(obs, state, log, leader, position, stock, kind)
        position += players
        stock -= players
        if kind & WITH_NEGRA != 0:
            over = find_mano_negra(obs, state)
    if state[HOLDER] >= 0 and kind & WITH_LOG != 0:
        note(log, LOG_NEGRA, state[HOLDER], 0, 0)
    settle(obs, state)
    return OK
