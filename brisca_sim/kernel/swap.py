"""The swap of the 7 or the 2 of trumps for the turned-up card, and the mano negra."""

from __future__ import annotations

from brisca_sim.cards import NO_CARD
from brisca_sim.kernel.cards import byte_of, cards_of, place_of, put, side_of
from brisca_sim.kernel.jit import inlined, jit
from brisca_sim.kernel.layout import (
    ASK,
    ASK_PLAY,
    ASK_SWAP,
    C_ASKS_SWAP,
    C_DETAIL,
    C_LOG,
    C_PLAYERS,
    C_SIDES,
    C_SWAP,
    C_SWAP_BY,
    C_SWAP_LAST,
    C_SWAP_LIMIT,
    GIVES,
    HAND_N,
    HANDS,
    HOLDER,
    KNOWN,
    LOG_SWAP,
    SEAT_TRICKS,
    SLOT,
    STOCK,
    SWAPS,
    SWAPS_ASKED,
    SWAPS_NEVER,
    TABLE_N,
    TAKES,
    TRICK,
    TRICK_SWAPS,
    TRUMP,
    UPCARD,
    WITH_BLIND,
)
from brisca_sim.kernel.log import note
from brisca_sim.kernel.observation import ask

_SEVEN, _SOTA, _REY = 4, 7, 9
_OWN, _TEAM = 0, 1
_LIMIT_NONE = 0
_BY_WINNER = 1


@inlined
def swap_card(upcard):
    """The card that may be exchanged for the turned-up one; negative when there is none (the 2 is
    turned up, or the stock is used up).
    """
    rank = upcard & 15
    if rank == 0:
        return NO_CARD
    return (upcard & ~15) + (_SEVEN if rank >= _SOTA else 0)


@inlined
def may_swap(state, winner, gives, kind):
    """Whether the winner of a trick may and might exchange a card, where winners swap."""
    wanted = state[C_SWAP] == _BY_WINNER and kind & WITH_BLIND == 0
    never = state[C_ASKS_SWAP + state[SLOT + winner]] == SWAPS_NEVER
    # One question: who holds the card is not foreseen, that it does not matter is.
    return wanted and (byte_of(state[HANDS + winner], gives) != 0) & (not never)


@jit
def has_right(obs, state, seat):
    """Whether an earlier trick gives `seat` the right to swap on its turn (option swap_by)."""
    by = state[C_SWAP_BY]
    if by == _OWN:
        return obs[SEAT_TRICKS + seat] > 0
    if by != _TEAM:
        return obs[TRICK] > 0
    won = 0
    for other in range(side_of(seat, state[C_SIDES]), state[C_PLAYERS], state[C_SIDES]):
        won += obs[SEAT_TRICKS + other]
    return won > 0


@jit
def offer_swaps(obs, state, log, seat, held):
    """Let a seat with the right to swap do so as often as the rules and the strategy allow.

    Returns the number of swaps made.  The caller has checked that this is the moment for it; here
    are the stock, the limit and the cards.  One after the other: the 7, then the 2 for the 7.
    """
    made = 0
    if state[C_ASKS_SWAP + state[SLOT + seat]] == SWAPS_NEVER:
        return made
    least = 1 if state[C_SWAP_LAST] != 0 else state[C_PLAYERS] + 1
    while obs[STOCK] >= least:
        # A limit per trick at the table counts everybody's swaps, one per player only his own.
        counted = obs[TRICK_SWAPS] if state[C_SWAP_LIMIT] == 1 else made
        if state[C_SWAP_LIMIT] != _LIMIT_NONE and counted > 0:
            break
        upcard = obs[UPCARD]
        gives = swap_card(upcard)
        place = place_of(state[HANDS + seat], gives)
        if place < 0:
            break
        obs[GIVES] = gives
        obs[TAKES] = upcard
        wanted = 1
        if state[C_ASKS_SWAP + state[SLOT + seat]] == SWAPS_ASKED:
            obs[ASK] = ASK_SWAP
            obs[HAND_N] = held
            wanted = ask(obs, state, seat)
            obs[ASK] = ASK_PLAY
        obs[GIVES] = NO_CARD
        obs[TAKES] = NO_CARD
        if wanted == 0:
            break
        state[HANDS + seat] = put(state[HANDS + seat], place, upcard)
        obs[UPCARD] = gives
        obs[KNOWN + seat] |= 1 << upcard
        state[SWAPS] += 1
        obs[TRICK_SWAPS] += 1
        made += 1
        if state[C_LOG] != 0:
            note(log, LOG_SWAP, seat, gives, upcard)
        elif state[C_DETAIL] != 0:
            note(log, LOG_SWAP, seat, upcard, obs[TRICK] * state[C_PLAYERS] + obs[TABLE_N])
    return made


@jit
def find_mano_negra(obs, state):
    """Look for as, tres and rey of trumps in one full hand; True when found (seat in HOLDER)."""
    three_highest = 7 << ((obs[TRUMP] << 4) + _REY)
    for seat in range(state[C_PLAYERS]):
        if cards_of(state[HANDS + seat]) == three_highest:
            state[HOLDER] = seat
            return True
    return False
