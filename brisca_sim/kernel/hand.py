"""One hand from the deal to the count, card by card."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel.jit import jit
from brisca_sim.kernel.layout import (
    ASK_PLAY,
    BEST_CARD,
    BEST_SEAT,
    C_BLIND,
    C_CARDS,
    C_NEGRA,
    C_NEGRA_ANY,
    C_PLAYERS,
    C_STREAM,
    C_SWAP,
    GIVES,
    HAND_SIZE,
    HAND_STRIDE,
    HANDS,
    HISTORY,
    HISTORY_N,
    HOLDER,
    ILLEGAL,
    KNOWN,
    LAST_TRICK,
    LEADER,
    LOG_DRAW,
    LOG_NEGRA,
    LOG_PLAY,
    LOG_TRICK,
    MAX_CARDS,
    MAX_MEMORY,
    MAX_PLAYERS,
    NOTES,
    OK,
    PLAYED,
    POSITION,
    SEAT_POINTS,
    SEAT_TRICKS,
    SIDE_POINTS,
    SIDES,
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
)
from brisca_sim.kernel.log import note
from brisca_sim.kernel.observation import ask, hand_mask
from brisca_sim.kernel.rng import GOLDEN, LOW32, SEAT_STREAM, high32, stream
from brisca_sim.kernel.score import settle
from brisca_sim.kernel.swap import find_mano_negra, has_right, offer_swaps
from brisca_sim.kernel.trick import points_of, power

_SWAP_WINNER, _SWAP_ON_TURN = 1, 2
_HAND_OVER = -2


@jit
def play_hand(cfg, cards, key, seating, obs, state, out, log):
    """Play one hand; `out` gets its result.

    Parameters
    ----------
    cfg : pointer, CFG_WORDS words, the run's configuration
    cards : pointer, the deck as laid: the dealt cards (first to the mano, then in playing order), the
        turned-up card, the hidden stock
    key : int, key of the deal, from which the seats' random streams follow
    seating : int, how far the lineup is turned round the table
    obs, state, out, log : pointers, overwritten

    Returns
    -------
    int : OK, or ILLEGAL when a strategy chose a card that it does not hold (seat in obs, answer in
        ``out[0]``)
    """
    _deal(cfg, cards, key, seating, obs, state)
    players = cfg[C_PLAYERS]
    held = HAND_SIZE
    over = cfg[C_NEGRA] != 0 and find_mano_negra(cfg, obs, state)
    while held > 0 and not over:
        winner = _play_trick(cfg, obs, state, out, log, held)
        if winner == ILLEGAL:
            return ILLEGAL
        if winner == _HAND_OVER:
            break
        if obs[STOCK] == 0:
            held -= 1
            continue
        if cfg[C_SWAP] == _SWAP_WINNER and cfg[C_BLIND] == 0:
            offer_swaps(cfg, obs, state, log, winner, HAND_SIZE - 1)
        _draw(cfg, cards, obs, state, log, winner)
        if cfg[C_NEGRA_ANY] != 0:
            over = find_mano_negra(cfg, obs, state)
        if players == 2 and obs[STOCK] == 0:
            # Each of two players can work out the other's last cards from all that he has seen.
            obs[KNOWN] = hand_mask(state, 0)
            obs[KNOWN + 1] = hand_mask(state, 1)
    if state[HOLDER] >= 0:
        note(cfg, log, LOG_NEGRA, state[HOLDER], 0, 0)
    settle(cfg, obs, state, out)
    return OK


@jit
def _deal(cfg, cards, key, seating, obs, state):
    """Give three cards to each, turn up the trump and clear whatever an earlier hand left behind."""
    players = cfg[C_PLAYERS]
    for seat in range(players):
        slot = seat + seating
        state[SLOT + seat] = slot - players if slot >= players else slot
        state[STREAM + seat] = stream(key, SEAT_STREAM + seat)
        for i in range(HAND_SIZE):
            state[HANDS + HAND_STRIDE * seat + i] = cards[i * players + seat]
    for i in range(MAX_PLAYERS):
        state[LAST_TRICK + i] = -1
        obs[KNOWN + i] = 0
        obs[SEAT_POINTS + i] = 0
        obs[SIDE_POINTS + i] = 0
        obs[SEAT_TRICKS + i] = 0
    for i in range(MAX_PLAYERS * MAX_MEMORY):
        state[NOTES + i] = 0
    for i in range(MAX_CARDS):
        obs[HISTORY + i] = NO_CARD
    state[POSITION] = HAND_SIZE * players + 1
    state[SWAPS] = 0
    state[HOLDER] = -1
    obs[GIVES] = NO_CARD
    obs[TAKES] = NO_CARD
    obs[UPCARD] = cards[HAND_SIZE * players]
    obs[TRUMP] = obs[UPCARD] >> 4
    obs[STOCK] = cfg[C_CARDS] - HAND_SIZE * players
    obs[PLAYED] = 0
    obs[HISTORY_N] = 0
    obs[TRICK] = 0
    obs[LEADER] = 0


@jit
def _play_trick(cfg, obs, state, out, log, held):
    """Play one trick; returns its winner, ILLEGAL or _HAND_OVER (mano negra)."""
    players = cfg[C_PLAYERS]
    trump = obs[TRUMP]
    leader = obs[LEADER]
    state[TRICK_SWAPS] = 0
    for i in range(players):
        obs[TABLE + i] = NO_CARD
    worth = 0
    led = 0
    best = -1
    winner = leader
    obs[BEST_CARD] = NO_CARD
    obs[BEST_SEAT] = -1
    for i in range(players):
        seat = leader + i
        if seat >= players:
            seat -= players
        obs[TABLE_N] = i
        obs[TABLE_POINTS] = worth
        if cfg[C_SWAP] == _SWAP_ON_TURN and cfg[C_BLIND] == 0 and has_right(cfg, obs, seat):
            swapped = offer_swaps(cfg, obs, state, log, seat, held)
            if swapped > 0 and cfg[C_NEGRA_ANY] != 0 and find_mano_negra(cfg, obs, state):
                return _HAND_OVER
        card = _take_card(cfg, obs, state, out, seat, held)
        if card == ILLEGAL:
            return ILLEGAL
        if i == 0:
            led = card >> 4
        obs[TABLE + i] = card
        obs[PLAYED] |= 1 << card
        obs[KNOWN + seat] &= ~(1 << card)
        obs[HISTORY + obs[HISTORY_N]] = card + 64 * seat
        obs[HISTORY_N] += 1
        worth += points_of(card)
        note(cfg, log, LOG_PLAY, seat, card, 0)
        # Written without branches: who wins is a coin toss that no processor foresees.
        strength = power(card, led, trump)
        better = strength > best
        best = strength if better else best
        winner = seat if better else winner
        obs[BEST_CARD] = card if better else obs[BEST_CARD]
        obs[BEST_SEAT] = winner
    obs[TABLE_N] = 0
    obs[TABLE_POINTS] = 0
    obs[SEAT_POINTS + winner] += worth
    obs[SEAT_TRICKS + winner] += 1
    side = winner % obs[SIDES]
    obs[SIDE_POINTS + side] += worth
    state[LAST_TRICK + side] = obs[TRICK]
    obs[TRICK] += 1
    obs[LEADER] = winner
    note(cfg, log, LOG_TRICK, winner, worth, 0)
    return winner


@jit
def _take_card(cfg, obs, state, out, seat, held):
    """Ask a seat for a card and take it out of the hand; ILLEGAL (answer in out[0]) if not held."""
    hand = HANDS + HAND_STRIDE * seat
    place = 0
    if held > 1:
        if cfg[C_BLIND] != 0:
            place = _blind_place(state, seat, held)
        else:
            answer = ask(cfg, obs, state, ASK_PLAY, seat, held)
            place = 0 if state[hand] == answer else (1 if state[hand + 1] == answer else 2)
            if state[hand + place] != answer or answer < 0:
                out[0] = answer
                return ILLEGAL
    card = state[hand + place]
    state[hand + place] = state[hand + held - 1]
    state[hand + held - 1] = NO_CARD
    return card


@jit
def _blind_place(state, seat, held):
    """A place in the hand drawn from the seat's stream, each equally likely."""
    while True:
        state[STREAM + seat] += GOLDEN
        product = high32(state[STREAM + seat]) * held
        left = product & LOW32
        if left >= held or left >= (1 << 32) % held:
            return product >> 32


@jit
def _draw(cfg, cards, obs, state, log, winner):
    """One drawing round: the winner first, then in playing order; the turned-up card comes last.

    The hidden cards of a round are exchangeable, since nobody has seen them.  In stream mode chair k
    always takes the k-th of them, so that the seatings of a deal stay comparable after the play has
    parted; in shared mode they go in the order of drawing.
    """
    players = cfg[C_PLAYERS]
    position = state[POSITION]
    final = obs[STOCK] == players
    last = winner + players - 1
    last = last - players if last >= players else last
    for i in range(players):
        seat = winner + i
        seat = seat - players if seat >= players else seat
        index = i
        if cfg[C_STREAM] != 0:
            index = seat - 1 if final and seat > last else seat
        card = cards[position + index]
        if final and seat == last:
            card = obs[UPCARD]
            obs[UPCARD] = NO_CARD
            obs[KNOWN + seat] |= 1 << card
        state[HANDS + HAND_STRIDE * seat + HAND_SIZE - 1] = card
        note(cfg, log, LOG_DRAW, seat, card, 0)
    obs[STOCK] -= players
    state[POSITION] = position + players
