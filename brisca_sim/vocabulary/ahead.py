"""Playing ahead: the hidden cards are laid out as they may lie, and the hand is played on."""

from __future__ import annotations

from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import place_of as _place_of
from brisca_sim.kernel.cards import points_of as _points_of
from brisca_sim.kernel.cards import power as _power
from brisca_sim.kernel.cards import side_of as _side_of
from brisca_sim.kernel.cards import take as _take
from brisca_sim.kernel.draw import draw as _draw
from brisca_sim.kernel.hand import kind_of as _kind_of
from brisca_sim.kernel.hand import play_on as _play_on
from brisca_sim.kernel.jit import address as _address
from brisca_sim.kernel.jit import scratch as _scratch
from brisca_sim.kernel.jit import shared
from brisca_sim.kernel.layout import OBS_WORDS
from brisca_sim.kernel.observation import ask as _ask
from brisca_sim.kernel.swap import has_right as _has_right
from brisca_sim.kernel.swap import may_swap as _may_swap
from brisca_sim.kernel.swap import offer_swaps as _offer_swaps
from brisca_sim.kernel.swap import swap_card as _swap_card
from brisca_sim.kernel.trick import close_trick as _close_trick
from brisca_sim.vocabulary.habits import saving_card, shedding_card
from brisca_sim.vocabulary.layouts import WORLD_WORDS, lay_out, set_up
from brisca_sim.vocabulary.words import collector

__all__: list[str] = []
word = collector(__all__)

_SWAP_ON_TURN = 2


@shared
def _habit(obs):
    """How everybody plays on: as ahorradora, al reves as reves."""
    if obs[o.FEWEST] != 0:
        return shedding_card(obs)
    return saving_card(obs, 3.0, 10.0)


@shared
def lay_card(twin, world, seat, card):
    """Let a seat put a card on the table."""
    n = twin[o.TABLE_N]
    hand = world[o.HANDS + seat]
    # Everybody still to play holds as many cards as the player who decides.
    world[o.HANDS + seat] = _take(hand, _place_of(hand, card), twin[o.HAND_N])
    led = card >> 4 if n == 0 else twin[o.TABLE] >> 4
    if n == 0 or _power(card, led, twin[o.TRUMP]) > _power(twin[o.BEST_CARD], led, twin[o.TRUMP]):
        twin[o.BEST_CARD] = card
        twin[o.BEST_SEAT] = seat
    twin[o.PLAYED] |= 1 << card
    twin[o.HISTORY + twin[o.TRICK] * twin[o.PLAYERS] + n] = card + 64 * seat
    twin[o.TABLE + n] = card
    twin[o.TABLE_N] = n + 1
    twin[o.TABLE_POINTS] += _points_of(card)


@shared
def _finish_trick(twin, world):
    """Let the others play to the trick as is their habit, and close it."""
    players = twin[o.PLAYERS]
    for i in range(twin[o.TABLE_N], players):
        seat = (twin[o.LEADER] + i) % players
        if world[o.C_SWAP] == _SWAP_ON_TURN and _has_right(twin, world, seat):
            _offer_swaps(twin, world, twin, seat, twin[o.HAND_N])
        card = world[o.HANDS + seat] & 63
        if twin[o.HAND_N] > 1:
            card = _ask(twin, world, seat)
        lay_card(twin, world, seat, card)
    _close_trick(twin, twin[o.BEST_SEAT], twin[o.TABLE_POINTS], twin[o.SIDES])
    twin[o.TRICK] += 1


@shared
def margin(twin, side):
    """What a side has more than the best of its rivals."""
    most = -1000
    for other in range(twin[o.SIDES]):
        if other != side:
            most = max(most, counted(twin, other))
    return counted(twin, side) - most


@shared
def counted(twin, side):
    """Points or tricks of a side, the more the better: al reves minus what it must not have."""
    if twin[o.BY_TRICKS] == 0:
        return twin[o.SIDE_POINTS + side] * (-1 if twin[o.FEWEST] != 0 else 1)
    tricks = 0
    for seat in range(side, twin[o.PLAYERS], twin[o.SIDES]):
        tricks += twin[o.SEAT_TRICKS + seat]
    return -tricks


@word
def played_out(obs, card, number):
    """What a card leads to when the hidden cards lie as in layout `number` and everybody then plays
    as ahorradora: the margin in points over the best rival at the end. Al reves all play as reves,
    and fewer points (or tricks) count more; a mano negra is not looked for. The same number lays
    out the same cards whatever the card.
    """
    twin = _scratch(OBS_WORDS)
    world = _scratch(WORLD_WORDS)
    set_up(obs, twin, world)
    lay_out(obs, world, number)
    for seat in range(obs[o.PLAYERS]):
        world[o.FUNCTION + seat] = _address(_habit)
    lay_card(twin, world, obs[o.SEAT], card)
    _finish_trick(twin, world)
    held = obs[o.HAND_N] - 1
    position = o.CARDS
    kind = _kind_of(world)
    if twin[o.STOCK] > 0:
        winner = twin[o.LEADER]
        if _may_swap(world, winner, _swap_card(twin[o.UPCARD]), kind):
            _offer_swaps(twin, world, twin, winner, o.HAND_SIZE - 1)
        _draw(twin, world, twin, winner, position, twin[o.STOCK], kind)
        held += 1
        position += obs[o.PLAYERS]
    _play_on(twin, world, twin, held, position, False, kind)
    return float(margin(twin, _side_of(obs[o.SEAT], obs[o.SIDES])))
