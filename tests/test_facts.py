"""Exact facts of the game: the kernel has to agree with them within 4.5 standard errors.

Each fraction can be derived on paper.  The sample sizes are such that a fault of 1% shows.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from brisca_sim.cards import POINTS
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.deal import shuffle
from brisca_sim.kernel.jit import ARRAY, INT, entry, pointer
from brisca_sim.kernel.rng import DECK_STREAM, deal_key, stream
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_one_block
from brisca_sim.table import seat_down

ERRORS = 4.5
DECKS = 400_000
HANDS = 60_000

OPENING_TRUMPS = {
    40: ("4060/9139", "3915/9139", "1080/9139", "84/9139"),
    36: ("585/1309", "2808/6545", "108/935", "8/935"),
    48: ("476/1081", "462/1081", "132/1081", "11/1081"),
}
OPENING_BRISCAS = {
    40: ("5456/9139", "3168/9139", "495/9139", "20/9139"),
    36: ("522/935", "348/935", "87/1309", "4/1309"),
}
TURNED_UP_HONOUR = {40: "1/2", 36: "5/9", 48: "5/12"}
LIVE_SWAP_CARD = {40: "9/130", 36: "1/21"}
CARD_POINTS = {40: ("3", "16"), 36: ("10/3", "50/3")}
HAND_POINTS = {40: ("9", "592/13"), 36: ("10", "330/7")}
TABLES = {"2p40": {"players": 2}, "3p36": {"players": 3}, "4p40": {"players": 4}}
LEADER_WINS = {"2p40": "347/494", "3p36": "1421/2805", "4p40": "6807/18278"}
MANO_FIRST_TRICK = {"2p40": "1041/247", "3p36": "2842/561", "4p40": "63784/9139"}
MANO_SECOND_TRICK = "31767/9139"
MANO_NEGRA = {"2p40": "7/45695", "3p36": "2/6545", "4p40": "14/45695"}

Words = NDArray[np.int64]


@entry(ARRAY, ARRAY, INT, INT)
def shuffle_many(full, decks, size, count):
    """Shuffle the decks of deals 0 to count - 1 of seed 5."""
    for deal in range(count):
        for i in range(size):
            decks[deal * size + i] = full[i]
        row = decks[deal * size : (deal + 1) * size]
        shuffle(pointer(row), size, stream(deal_key(5, deal), DECK_STREAM))
    return 0


@pytest.fixture(scope="module", params=[40, 36, 48])
def decks(request: pytest.FixtureRequest) -> tuple[int, Words]:
    """Shuffled decks as laid, one row a deal."""
    size = request.param
    cards = np.array(Rules(players=2, deck=size).cards, dtype=np.int64)
    rows = np.zeros(DECKS * size, dtype=np.int64)
    shuffle_many(cards, rows, size, DECKS)
    return size, rows.reshape(DECKS, size)


def agrees(values: NDArray[np.float64], exact: str) -> None:
    """The mean of independent values is the exact one within its errors."""
    wanted = float(Fraction(exact))
    error = max(float(values.std()) / np.sqrt(values.size), 1e-9)
    assert abs(float(values.mean()) - wanted) < ERRORS * error, (values.mean(), wanted, error)


def points_of(cards: Words) -> Words:
    return np.array(POINTS, dtype=np.int64)[cards & 15]


def test_every_order_is_equally_likely(decks: tuple[int, Words]) -> None:
    """Each card in each place, and each pair of neighbours, as often as chance has it."""
    size, rows = decks
    place = np.zeros((64, size), dtype=np.int64)
    for i in range(size):
        place[:, i] = np.bincount(rows[:, i], minlength=64)
    wanted = DECKS / size
    used = place[place.sum(axis=1) > 0]
    assert used.shape == (size, size)
    chi = float(((used - wanted) ** 2 / wanted).sum())
    freedom = (size - 1) ** 2
    assert abs(chi - freedom) < ERRORS * np.sqrt(2 * freedom)
    follows = np.bincount(rows[:, 10] * 64 + rows[:, 11], minlength=4096)
    follows = follows[follows > 0]
    assert follows.size == size * (size - 1)
    wanted = DECKS / follows.size
    chi = float(((follows - wanted) ** 2 / wanted).sum())
    assert abs(chi - follows.size) < ERRORS * np.sqrt(2 * follows.size)


def test_opening_hands(decks: tuple[int, Words]) -> None:
    size, rows = decks
    trump = rows[:, 6] >> 4
    hand = rows[:, [0, 2, 4]]
    is_trump = hand >> 4 == trump[:, None]
    for count, exact in enumerate(OPENING_TRUMPS[size]):
        agrees((is_trump.sum(axis=1) == count).astype(float), exact)
    briscas = ((hand & 15 >= 10) & ~is_trump).sum(axis=1)
    for count, exact in enumerate(OPENING_BRISCAS.get(size, ())):
        agrees((briscas == count).astype(float), exact)


def test_turned_up_card_and_the_swap(decks: tuple[int, Words]) -> None:
    size, rows = decks
    up = rows[:, 6]
    honour = up & 15 >= 7
    agrees(honour.astype(float), TURNED_UP_HONOUR[size])
    if size in LIVE_SWAP_CARD:
        gives = (up & ~15) + np.where(honour, 4, 0)
        live = (rows[:, [0, 2, 4]] == gives[:, None]).any(axis=1) & (up & 15 > 0)
        agrees(live.astype(float), LIVE_SWAP_CARD[size])


def test_points_of_cards_and_hands(decks: tuple[int, Words]) -> None:
    size, rows = decks
    for values, (mean, variance) in (
        (points_of(rows[:, 0]), CARD_POINTS.get(size, (None, None))),
        (points_of(rows[:, [0, 2, 4]]).sum(axis=1), HAND_POINTS.get(size, (None, None))),
    ):
        if mean is not None and variance is not None:
            agrees(values.astype(float), mean)
            agrees((values - float(Fraction(mean))) ** 2, variance)


def blind_hands(rules: Rules) -> tuple[Words, Words]:
    """Winner (seat) and points of every trick of blind hands, shape (hands, tricks)."""
    table = seat_down(["ciegas"] * rules.sides, rules, seed=11)
    hands = HANDS
    log = np.zeros(hands * table.seatings * o.LOG_STRIDE, dtype=np.int64)
    stop = np.zeros(1, dtype=np.int64)
    play_one_block(table, 0, hands, stop, log_stride=o.LOG_STRIDE, log=log)
    # The same strategy sits everywhere, so one seating tells all.
    rows = log.reshape(hands, table.seatings, o.LOG_STRIDE)[:, 0]
    # log[0] counts events and may itself look like an event; it is no trick of a whole hand.
    body = rows[:, 1:]
    tricks = body[body & 15 == o.LOG_TRICK].reshape(hands, rules.tricks)
    return tricks >> 4 & 15, tricks >> 8 & 255


@pytest.mark.parametrize("name", TABLES)
def test_blind_play(name: str) -> None:
    rules = Rules(swap="off", **TABLES[name])
    winner, points = blind_hands(rules)
    assert (points.sum(axis=1) == 120).all()
    # Who leads has won the trick before; the hands are independent, their tricks are not.
    led = np.concatenate([np.zeros((HANDS, 1), dtype=np.int64), winner[:, :-1]], axis=1)
    drawing = slice(0, rules.rounds)
    agrees((winner == led)[:, drawing].mean(axis=1), LEADER_WINS[name])
    mine = (winner[:, 0] % rules.sides == 0) * points[:, 0]
    agrees(mine.astype(float), MANO_FIRST_TRICK[name])
    if name == "2p40":
        agrees(((winner[:, 1] == 0) * points[:, 1]).astype(float), MANO_SECOND_TRICK)


@pytest.mark.parametrize("name", TABLES)
def test_mano_negra_at_the_deal(name: str) -> None:
    rules = Rules(mano_negra="hand", mano_negra_when="deal", **TABLES[name])
    table = seat_down(["baja"] * rules.sides, rules, seed=3)
    deals = 300_000
    block = play_one_block(table, 0, deals, np.zeros(1, dtype=np.int64))
    found = int(block.counts.measures[0, o.M_NEGRA]) / table.seatings
    exact = float(Fraction(MANO_NEGRA[name]))
    assert abs(found / deals - exact) < ERRORS * np.sqrt(exact / deals)
