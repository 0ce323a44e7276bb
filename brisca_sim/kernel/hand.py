"""One hand from the deal to the count, card by card.

What changes with every card is kept in local variables and only written to `obs`, never read back:
a strategy is called between two cards, and what lies in memory would have to be loaded again.
"""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel.cards import (
    EMPTY,
    byte_of,
    card_at,
    fill,
    points_of,
    power,
    side_of,
    take_out,
)
from brisca_sim.kernel.draw import draw
from brisca_sim.kernel.jit import inlined, jit
from brisca_sim.kernel.layout import (
    ASK,
    ASK_PLAY,
    BEST_CARD,
    BEST_SEAT,
    BRISCAS,
    C_BLIND,
    C_BRISCA_KING,
    C_CARDS,
    C_FUNCTION,
    C_LEND,
    C_LOG,
    C_NEGRA,
    C_NEGRA_ANY,
    C_PLAYERS,
    C_SENAS,
    C_SIDES,
    C_SWAP,
    CARDS,
    FUNCTION,
    GIVES,
    HAND_N,
    HAND_SIZE,
    HANDS,
    HISTORY,
    HOLDER,
    ILLEGAL,
    KNOWN,
    LAST_TRICK,
    LEADER,
    LEND_NOTES,
    LEND_PARAMETERS,
    LOG_NEGRA,
    LOG_PLAY,
    LOG_TRICK,
    MAX_CARDS,
    MAX_MEMORY,
    MAX_PLAYERS,
    NOTES,
    OK,
    PLAIN_PAIR,
    PLAYED,
    PLAYERS_OF_KIND,
    SEAT_POINTS,
    SEAT_TRICKS,
    SIDE_POINTS,
    SLOT,
    STOCK,
    STREAM,
    SWAPS,
    TABLE,
    TABLE_N,
    TABLE_POINTS,
    TAKES,
    TRICK,
    TRICK_SWAPS,
    TRUMP,
    UPCARD,
    WINNER,
    WITH_BLIND,
    WITH_LENDING,
    WITH_LOG,
    WITH_NEGRA,
    WITH_SENAS,
    WITH_TURNS,
)
from brisca_sim.kernel.log import note
from brisca_sim.kernel.observation import ask_about
from brisca_sim.kernel.rng import LOW32, SEAT_STREAM, following, high32, stream
from brisca_sim.kernel.score import settle
from brisca_sim.kernel.signs import clear_signs, give_signs
from brisca_sim.kernel.swap import find_mano_negra, has_right, may_swap, offer_swaps, swap_card

_SWAP_ON_TURN = 2
_HAND_OVER = -2


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
    _deal(obs, state, key, seating)
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
        leader = _play_trick(obs, state, log, held, leader, trick, kind)
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


@jit
def _deal(obs, state, key, seating):
    """Give three cards to each, turn up the trump and clear whatever an earlier hand left behind."""
    players = state[C_PLAYERS]
    for seat in range(players):
        slot = seat + seating
        slot = slot - players if slot >= players else slot
        state[SLOT + seat] = slot
        state[FUNCTION + seat] = state[C_FUNCTION + slot]
        state[STREAM + seat] = stream(key, SEAT_STREAM + seat)
        hand = EMPTY
        for i in range(HAND_SIZE):
            hand = fill(hand, i, state[CARDS + i * players + seat])
        state[HANDS + seat] = hand
    for i in range(MAX_PLAYERS):
        obs[LAST_TRICK + i] = -1
        obs[KNOWN + i] = 0
        obs[TABLE + i] = NO_CARD
        obs[SEAT_POINTS + i] = 0
        obs[SIDE_POINTS + i] = 0
        obs[SEAT_TRICKS + i] = 0
    if state[C_LEND] & LEND_NOTES != 0:
        for i in range(MAX_PLAYERS * MAX_MEMORY):
            state[NOTES + i] = 0
    for i in range(MAX_CARDS):
        obs[HISTORY + i] = NO_CARD
    state[SWAPS] = 0
    state[HOLDER] = -1
    obs[GIVES] = NO_CARD
    obs[TAKES] = NO_CARD
    obs[UPCARD] = state[CARDS + HAND_SIZE * players]
    obs[TRUMP] = obs[UPCARD] >> 4
    obs[STOCK] = state[C_CARDS] - HAND_SIZE * players
    obs[PLAYED] = 0
    obs[TRICK] = 0
    obs[LEADER] = 0
    obs[TABLE_N] = 0
    obs[TABLE_POINTS] = 0
    if state[C_SENAS] != 0:
        obs[BRISCAS] = briscas(obs[TRUMP], state[C_BRISCA_KING])
        clear_signs(state, key)


@jit
def briscas(trump, king):
    """Ases and treses of the other suits than trumps, with `king` ases and reyes."""
    ranks = (1 << 11) | (1 << 9 if king != 0 else 1 << 10)
    every = ranks | ranks << 16 | ranks << 32 | ranks << 48
    return every & ~(0xFFF << (trump << 4))


@inlined
def _play_trick(obs, state, log, held, leader, trick, kind):
    """Play one trick; returns its winner, ILLEGAL or _HAND_OVER (mano negra)."""
    players = kind & PLAYERS_OF_KIND
    lend = state[C_LEND] & (-1 if kind & WITH_LENDING != 0 else LEND_PARAMETERS)
    trump = obs[TRUMP]
    past = HISTORY + trick * players
    played = obs[PLAYED]
    obs[ASK] = ASK_PLAY
    obs[HAND_N] = held
    obs[TRICK_SWAPS] = 0
    worth = 0
    led = 0
    best = -1
    best_card = NO_CARD
    winner = leader
    seat = leader
    for i in range(players):
        obs[TABLE_N] = i
        obs[TABLE_POINTS] = worth
        if kind & WITH_TURNS != 0 and _swap_on_turn(obs, state, log, seat, held):
            return _HAND_OVER
        hand = state[HANDS + seat]
        if held == 1:
            card = card_at(hand, 0)
        elif kind & WITH_BLIND != 0:
            card = card_at(hand, _blind_place(state, seat, held))
        else:
            card = ask_about(obs, state, seat, hand, lend)
        byte = byte_of(hand, card)
        if byte == 0:
            state[WINNER] = card
            return ILLEGAL
        state[HANDS + seat] = take_out(hand, byte, held)
        if i == 0:
            led = card >> 4
        played |= 1 << card
        worth += points_of(card)
        # Written without branches: who wins is a coin toss that no processor foresees.
        strength = power(card, led, trump)
        better = strength > best
        best = strength if better else best
        best_card = card if better else best_card
        winner = seat if better else winner
        obs[PLAYED] = played
        obs[past + i] = card + 64 * seat
        if i + 1 < players:  # nobody is asked about a full table
            obs[TABLE + i] = card
            obs[BEST_CARD] = best_card
            obs[BEST_SEAT] = winner
        if kind & WITH_LOG != 0:
            note(log, LOG_PLAY, seat, card, 0)
        seat = seat + 1 if seat + 1 < players else 0
    close_trick(obs, winner, worth, 2 if players == 2 else state[C_SIDES])
    if kind & WITH_LOG != 0:
        note(log, LOG_TRICK, winner, worth, 0)
    return winner


@inlined
def close_trick(obs, winner, worth, sides):
    """Give a finished trick to its winner, who leads the next one."""
    obs[TABLE_N] = 0
    obs[TABLE_POINTS] = 0
    obs[LEADER] = winner
    obs[SEAT_POINTS + winner] += worth
    obs[SEAT_TRICKS + winner] += 1
    side = side_of(winner, sides)
    obs[SIDE_POINTS + side] += worth
    obs[LAST_TRICK + side] = obs[TRICK]


@jit
def _swap_on_turn(obs, state, log, seat, held):
    """Offer the swap before a seat plays; True when it gave somebody the mano negra."""
    if state[C_BLIND] != 0 or not has_right(obs, state, seat):
        return False
    swapped = offer_swaps(obs, state, log, seat, held)
    return swapped > 0 and state[C_NEGRA_ANY] != 0 and find_mano_negra(obs, state)


@jit
def _blind_place(state, seat, held):
    """A place in the hand drawn from the seat's stream, each equally likely."""
    while True:
        state[STREAM + seat] = following(state[STREAM + seat])
        product = high32(state[STREAM + seat]) * held
        left = product & LOW32
        if left >= held or left >= (1 << 32) % held:
            return product >> 32
