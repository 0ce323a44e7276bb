"""The strategies that use the senas: what they sign, what they make of signs, what it is worth."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from positions import choice

from brisca_sim import Rules, simulate
from brisca_sim.cards import mask_of, parse_card
from brisca_sim.inspection.compare import suits_renamed
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.jit import ARRAY, INT, entry, pointer
from brisca_sim.plain import words
from brisca_sim.table import seat_down
from brisca_sim.vocabulary import (
    believe,
    chance_of_none,
    doubt,
    false_sign,
    known_cards,
    open_number,
    played_since,
    sign_noted,
    sign_to_give,
)

SENAS = Rules(players=4, senas=True)
BLUFFS = Rules(players=4, senas=True, false_signs=True)
NAMES = ["senadora", "preguntona", "farolera", "cazasenas"]
GIVERS = ["senadora", "preguntona", "farolera"]
HAND, UP = "5c 2c 7e", "6o"
UNSEEN = "Ac 3c 4c 2e 5e Ro 4o 7b Sb Ab"  # trumps (oros): Ro 4o; briscas: Ac 3c Ab


@entry(ARRAY, INT, INT, INT)
def millionths(obs, seat, cards, believed):
    """Chance of none, in millionths."""
    words = pointer(obs)
    words[o.BELIEVED] = 0
    if believed != 0:
        believe(words, seat)
    return round(1e6 * chance_of_none(words, seat, cards))


@entry(ARRAY, INT)
def number_of(obs, n):
    """The open number."""
    return open_number(pointer(obs), n)


@entry(ARRAY, INT, INT)
def next_sign(obs, given, all_signs):
    """The sign to give."""
    return sign_to_give(pointer(obs), given, all_signs != 0)


@entry(ARRAY, INT, INT)
def noted(obs, given, sign):
    """The note with one sign more."""
    return sign_noted(pointer(obs), given, sign)


@entry(ARRAY, INT)
def known_in_spite(obs, doubted):
    """Cards known of seat 2, which is believed but for the doubted ones."""
    words = pointer(obs)
    words[o.BELIEVED] = 0
    believe(words, 2)
    doubt(words, 2, doubted)
    return known_cards(words, 2)


@entry(ARRAY)
def lie(obs):
    """The false sign."""
    return false_sign(pointer(obs))


@entry(ARRAY, INT, INT)
def since(obs, seat, trick):
    """Cards played since a trick."""
    return played_since(pointer(obs), seat, trick)


def cards(texts: str) -> int:
    return mask_of(map(parse_card, texts.split()))


def position(known: str = "") -> NDArray[np.int64]:
    """Seat 0 leads in pairs with HAND, trumps are oros; UNSEEN and `known` (of seat 2) are the others."""
    obs = np.zeros(o.OBS_WORDS, dtype=np.int64)
    held = [parse_card(text) for text in HAND.split()]
    obs[o.PLAYERS], obs[o.SIDES], obs[o.HAND_N], obs[o.SENAS] = 4, 2, 3, 1
    obs[o.HAND] = sum(card << 8 * i for i, card in enumerate(held)) - (1 << 24)
    obs[o.UPCARD], obs[o.STOCK] = parse_card(UP), 4
    obs[o.DECK] = cards(f"{HAND} {UP} {UNSEEN} {known}")
    obs[o.KNOWN + 2] = cards(known)
    obs[o.BRISCAS] = cards("Ac 3c Ae 3e Ab 3b")
    obs[o.HISTORY : o.HISTORY + o.MAX_CARDS] = -1
    obs[o.LAST_SIGN : o.LAST_SIGN + o.MAX_PLAYERS] = o.NO_SIGN
    return obs


def brute_force(wanted: int, known: str, lacks: str, drawn: int, one_of: str) -> float:
    """Chance that the hand holds none of a set, over every order in which it may have come."""
    unseen = [parse_card(text) for text in UNSEEN.split() if text not in known.split()]
    lacked = cards(lacks)
    fresh = max(0, drawn - (cards(known) & lacked).bit_count())
    hidden = 3 - len(known.split())
    old = max(0, hidden - fresh) if lacks else hidden
    every = none = 0
    for hand in permutations(unseen, hidden):
        if any(lacked >> card & 1 for card in hand[:old]):
            continue
        held = mask_of(hand) | cards(known)
        if one_of and held & cards(one_of) == 0:
            continue
        every += 1
        none += held & wanted == 0
    return none / every


@pytest.mark.parametrize("wanted", ["Ro 4o", "Ro", "Ac 3c", "Ac 3c Ab", "Ac Ro", "Sb 7b 5e 2e", ""])
@pytest.mark.parametrize(
    ("known", "lacks", "drawn", "one_of"),
    [
        ("", "", 0, ""),
        ("", "Ro 4o", 0, ""),
        ("", "Ro 4o", 1, ""),
        ("", "Ro 4o", 2, ""),
        ("", "Ro 4o", 3, ""),
        ("", "", 0, "Ac 3c Ab"),
        ("", "Ro 4o", 1, "Ac 3c Ab"),
        ("3o", "", 0, "Ac 3c Ab"),
        ("3o", "Ro 4o 3o", 1, ""),
        ("3o", "Ro 4o 3o", 2, "Ab"),
        ("Ae", "Ro 4o", 1, ""),
        ("3o So", "Ro 4o", 1, ""),
    ],
)
def test_the_chances_of_a_believed_seat_are_those_of_all_hands(
    wanted: str, known: str, lacks: str, drawn: int, one_of: str
) -> None:
    obs = position(known)
    obs[o.LACKS + 2], obs[o.DRAWN + 2], obs[o.ONE_OF + 2] = cards(lacks), drawn, cards(one_of)
    expected = brute_force(cards(wanted), known, lacks, drawn, one_of)
    assert abs(millionths(obs, 2, cards(wanted), 1) / 1e6 - expected) < 2e-6
    without = brute_force(cards(wanted), known, "", 0, "")
    assert abs(millionths(obs, 2, cards(wanted), 0) / 1e6 - without) < 2e-6


def test_told_cards_are_as_good_as_seen() -> None:
    obs = position("3o")
    obs[o.KNOWN + 2], obs[o.TOLD + 2] = 0, cards("3o")
    for wanted in ("Ro 4o", "3o Ac", "Ac 3c Ab"):
        expected = brute_force(cards(wanted), "3o", "", 0, "")
        assert abs(millionths(obs, 2, cards(wanted), 1) / 1e6 - expected) < 2e-6


def test_signs_that_contradict_what_is_seen_leave_chances() -> None:
    """More cards named than a hand holds; briscas when none is left."""
    obs = position()
    obs[o.TOLD + 2] = cards("Ao 3o Ro So")
    obs[o.DECK] |= cards("Ao 3o So")
    assert millionths(obs, 2, cards("Ac"), 1) == 1_000_000
    obs = position()
    obs[o.ONE_OF + 2] = cards("Ae")
    assert millionths(obs, 2, cards("Ro"), 1) == millionths(obs, 2, cards("Ro"), 0)


def test_doubted_cards_are_not_known() -> None:
    obs = position()
    obs[o.TOLD + 2] = cards("Ao Ro")
    assert known_in_spite(obs, 0) == cards("Ao Ro")
    obs[o.TOLD + 2] = cards("Ao Ro")
    assert known_in_spite(obs, cards("Ao")) == cards("Ro")


def test_the_false_sign_is_the_highest_that_nobody_can_see_through() -> None:
    obs = position()
    obs[o.DECK] |= cards("Ao 3o Co So")
    assert lie(obs) == o.SIGN_AS
    obs[o.PLAYED] = cards("Ao")
    assert lie(obs) == o.SIGN_TRES
    obs[o.KNOWN + 1] = cards("3o")
    assert lie(obs) == o.SIGN_REY
    obs[o.PLAYED] = cards("Ao Ro Co So")
    assert lie(obs) == o.NO_SIGN


def test_what_has_been_said_is_not_said_again() -> None:
    obs = position()
    held = [parse_card(text) for text in ("Ao", "Ro", "Ac")]
    obs[o.HAND] = sum(card << 8 * i for i, card in enumerate(held)) - (1 << 24)
    given, said = 0, []
    for _ in range(4):
        sign = next_sign(obs, given, 1)
        said.append(sign)
        given = noted(obs, given, sign)
    assert said == [o.SIGN_AS, o.SIGN_REY, o.SIGN_BRISCAS, o.NO_SIGN]
    # Another brisca once one has been played; what others play is nothing to do with it.
    obs[o.TRICK] = 1
    obs[o.HISTORY : o.HISTORY + 4] = [64 * seat + c for seat, c in enumerate((2, 27, 28, 29))]
    assert next_sign(obs, given, 1) == o.NO_SIGN
    obs[o.HISTORY] = parse_card("3e")
    assert since(obs, 0, 0) == cards("3e")
    assert since(obs, 0, 1) == 0
    assert next_sign(obs, given, 1) == o.SIGN_BRISCAS
    assert next_sign(obs, given, 0) == o.NO_SIGN
    assert next_sign(obs, noted(obs, given, o.SIGN_BRISCAS), 1) == o.NO_SIGN


def test_no_trump_is_said_after_every_draw() -> None:
    obs = position()
    assert next_sign(obs, 0, 1) == o.SIGN_SIN_TRIUNFO
    given = noted(obs, 0, o.SIGN_SIN_TRIUNFO)
    assert next_sign(obs, given, 1) == o.NO_SIGN
    obs[o.TRICK] = 1
    assert next_sign(obs, given, 1) == o.SIGN_SIN_TRIUNFO


def test_questions_leave_no_note() -> None:
    assert noted(position(), 5, o.SIGN_MIRAR) == noted(position(), 5, o.NO_SIGN) == 5


def test_open_numbers_are_the_same_for_all_and_even() -> None:
    rng = np.random.default_rng(3)
    found: Counter[int] = Counter()
    uncompiled: Any = words.open_number
    for _ in range(3000):
        obs = position()
        obs[o.TRICK], obs[o.LEADER] = 2, rng.integers(4)
        played = rng.permutation([suit * 16 + rank for suit in range(4) for rank in range(12)])[:8]
        obs[o.HISTORY : o.HISTORY + 8] = played + 64 * rng.integers(4, size=8)
        number = number_of(obs, 10)
        found[number] += 1
        assert uncompiled(obs, 10) == number
        obs[o.SEAT], obs[o.RNG], obs[o.HAND], obs[o.KNOWN + 1] = 2, 99, -1, 12345
        obs[o.TRUMP], obs[o.UPCARD] = 3, obs[o.UPCARD] + 48
        obs[o.HISTORY : o.HISTORY + 8] ^= 16  # suits renamed in pairs
        assert number_of(obs, 10) == number
    assert sorted(found) == list(range(10))
    assert all(abs(count - 300) < 4.5 * (3000 * 0.09) ** 0.5 for count in found.values())


@pytest.mark.parametrize(
    ("name", "hand", "options", "answer"),
    [
        ("senadora", "Ao 3o Ro", {}, "as"),
        ("senadora", "Ao 3o Ro", {"notes": (1,)}, "tres"),
        ("senadora", "7o Ro Ac", {}, "rey"),
        ("senadora", "So Co Ac", {}, "caballo"),
        ("senadora", "So 7o Ac", {}, "sota"),
        ("senadora", "7o 2o Ac", {}, "briscas"),
        ("senadora", "7e 2e Ac", {}, "sin_triunfo"),
        ("senadora:signs=honours", "7e 2e Ac", {}, "none"),
        ("senadora:signs=honours", "7e So Ac", {}, "sota"),
        ("senadora", "7o 2o Rc", {}, "none"),
        # Asked for more than it has to tell it says what it said before.
        ("senadora", "Ao 2o Rc", {"notes": (1,)}, "none"),
        ("senadora", "Ao 2o Rc", {"notes": (1,), "last_sign": {2: "mirar"}}, "as"),
        ("senadora", "Ao 2o Rc", {"notes": (1,), "last_sign": {1: "mirar"}}, "none"),
        ("preguntona", "Ao 2o 4c", {}, "none"),
        ("preguntona", "Ao 2o 4c", {"last_sign": {2: "mirar"}}, "as"),
        ("preguntona", "Ao 2o 3c", {}, "mirar"),
        ("preguntona", "Ao 2o Rc", {"place": 1}, "mirar"),
        ("preguntona", "Ao 2o Rc", {"place": 2}, "none"),
        ("preguntona", "Ro 2o Cc", {}, "none"),
        ("farolera:b=1", "2o 3e 4e", {}, "briscas"),
        ("farolera:b=1", "2o 3e 4e", {"rules": BLUFFS}, "as"),
        ("farolera:b=1", "Ao 3e 4e", {"rules": BLUFFS}, "tres"),
        ("farolera:b=0", "2o 3e 4e", {"rules": BLUFFS}, "briscas"),
    ],
)
def test_who_signs_what(name: str, hand: str, options: dict[str, Any], answer: str) -> None:
    assert choice(name, hand, asks_sign=True, **{"rules": SENAS, **options}) == answer


TRUMPS = "Ao 3o Ro Co So 7o 6o 5o 2o"


@pytest.mark.parametrize(
    ("name", "hand", "table", "noticed", "answer"),
    [
        # The partner plays last: what he is known to take is loaded.
        ("contadora", "3b 2e 4e", "Ac", {"told": {3: "Ao"}}, "2e"),
        ("senadora", "3b 2e 4e", "Ac", {}, "2e"),
        ("senadora", "3b 2e 4e", "Ac", {"told": {3: "Ao"}}, "3b"),
        ("senadora", "3b 2e 4e", "Ac", {"told": {2: "Ao"}}, "2e"),
        ("senadora", "3b 2e 4e", "Rc", {"told": {3: "3o"}}, "3b"),
        # He would not spend the as of trumps on that, nor has he anything to take it with.
        ("senadora", "3b 2e 4e", "Rc", {"told": {3: "Ao"}}, "2e"),
        ("senadora", "Rb 2e 4e", "Sc", {}, "Rb"),
        ("senadora", "Rb 2e 4e", "Sc", {"lacks": {3: TRUMPS}}, "2e"),
        ("senadora", "Rb 2e 4e", "Sc", {"lacks": {3: TRUMPS}, "drawn": {3: 3}}, "Rb"),
        # Without trumps at the partner's it trumps itself; his low one spares its rey.
        ("senadora", "So 2e 4e", "3c", {}, "2e"),
        ("senadora", "So 2e 4e", "3c", {"lacks": {3: TRUMPS}}, "So"),
        ("senadora", "Ro 2e 4e", "Ac", {}, "Ro"),
        ("senadora", "Ro 2e 4e", "Ac", {"told": {3: "5o"}}, "2e"),
        # Soplar asks for a card of value, not for a brisca.
        (
            "senadora",
            "Rb 2e 4e",
            "Sc",
            {"lacks": {3: TRUMPS}, "last_sign": {3: "soplar"}},
            "Rb",
        ),
        ("senadora", "3b 2e 4e", "Sc", {"last_sign": {3: "soplar"}}, "2e"),
        # The partner wins so far: whether it is loaded hangs on the rival who plays last.
        ("senadora", "3b 2e 4e", "Ac 5c", {"lacks": {3: TRUMPS}}, "2e"),
        ("cazasenas", "3b 2e 4e", "Ac 5c", {}, "2e"),
        ("cazasenas", "3b 2e 4e", "Ac 5c", {"lacks": {3: TRUMPS}}, "3b"),
        # A bluff of its partner's is not loaded; his word of another trick is.
        ("farolera", "3b 2e 4e", "Ac", {"told": {3: "Ao"}}, "3b"),
        (
            "farolera",
            "3b 2e 4e",
            "Ac",
            {"told": {3: "Ao"}, "last_sign": {3: "as"}, "notes": (0, 0, 0, 0, 0, 0, 0, 1)},
            "2e",
        ),
        (
            "farolera",
            "3b 2e 4e",
            "Ac",
            {"told": {3: "Ao"}, "notes": (0, 0, 0, 0, 1 << 11)},
            "2e",
        ),
        (
            "farolera",
            "3b 2e 4e",
            "Ac",
            {"told": {3: "Ao"}, "last_sign": {3: "as"}, "notes": (0, 0, 0, 0, 1 << 11)},
            "3b",
        ),
    ],
)
def test_what_they_make_of_signs(
    name: str, hand: str, table: str, noticed: dict[str, Any], answer: str
) -> None:
    assert choice(name, hand, table=table, rules=SENAS, **noticed) == answer


@pytest.mark.parametrize(
    ("name", "other", "seen"),
    [
        ("senadora", "contadora", 0.0),
        ("preguntona", "contadora", 0.0),
        ("senadora", "cazasenas", 0.0),
        ("cazasenas", "senadora", 1.0),
    ],
)
def test_who_gains_by_signs(name: str, other: str, seen: float) -> None:
    """More than half of the points by four standard errors."""
    run = simulate([name, other], SENAS.replace(rival_sees=seen), deals=15000, threads=2)
    side = run.document["sides"][0]
    low, high = side["points_ci"]
    error = (high - low) / (2 * 1.96)
    assert side["points_mean"] - 60 > 4 * error


@pytest.mark.parametrize("name", NAMES)
def test_contadora_is_what_they_play_without_senas(name: str) -> None:
    """On the same deals they score what it scores: equal in every deal, whoever sits where."""
    for rules in (
        Rules(),
        Rules(players=4),
        Rules(players=3),
        Rules(players=4, objective="fewest"),
    ):
        lineups = [[first, *["codiciosa"] * (rules.sides - 1)] for first in (name, "contadora")]
        runs = [simulate(lineup, rules, deals=300, threads=1) for lineup in lineups]
        documents = [run.document for run in runs]
        for entry_ in ("points_histogram", "score"):
            assert documents[0]["sides"][0][entry_] == documents[1]["sides"][0][entry_]


@pytest.mark.parametrize("rules", [SENAS, BLUFFS, Rules(players=6, senas=True, deck=48)])
@pytest.mark.parametrize("name", GIVERS)
def test_no_suit_is_preferred(name: str, rules: Rules) -> None:
    table = seat_down([name, "cazasenas"], rules.replace(rival_sees=0.5))
    rng = np.random.default_rng(4)
    for deal in range(30):
        assert suits_renamed(table, deal, rng) == ""
