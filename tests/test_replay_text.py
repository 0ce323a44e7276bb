"""The story of a hand: read back into events it is the hand, and it reads as it should."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import naive
import pytest

from brisca_sim.errors import RecordError
from brisca_sim.options import OPTIONS
from brisca_sim.reporting import wording
from brisca_sim.reporting.replay import replay_text
from brisca_sim.reporting.rule_words import rules_in_words
from brisca_sim.rules import PRESETS, Rules

Record = dict[str, Any]

RANKS = dict(
    zip(
        [
            "dos",
            "cuatro",
            "cinco",
            "seis",
            "siete",
            "ocho",
            "nueve",
            "sota",
            "caballo",
            "rey",
            "tres",
            "as",
        ],
        "2456789SCR3A",
        strict=True,
    )
)
SUITS = {"oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}
CARDS = {f"{rank} de {suit}": RANKS[rank] + SUITS[suit] for rank in RANKS for suit in SUITS}
CARD = "(?:" + "|".join(CARDS) + ")"
CODE = "[2456789SCR3A][oceb]"

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "deck": 36},
    {"players": 2, "deck": 48},
    {"players": 3},
    {"players": 3, "deck": 39, "removed": "2c"},
    {"players": 3, "deck": 48},
    {"players": 4},
    {"players": 4, "teams": "individual"},
    {"players": 4, "deck": 48},
    {"players": 6},
]
OTHERS: list[dict[str, Any]] = [
    {"swap": "on_turn", "swap_by": "team", "players": 4},
    {"swap": "on_turn", "swap_by": "anyone", "swap_last_round": True, "deck": 48},
    {"swap_last_round": True, "swap_limit": "player"},
    {"mano_negra": "hand", "players": 3},
    {"mano_negra": "match", "mano_negra_when": "deal", "players": 4},
    {"tie": "last_trick", "players": 3},
    {"tie": "replay"},
    {"objective": "fewest"},
    {"objective": "fewest", "players": 4, "teams": "individual"},
    {"objective": "fewest", "reverse_counts": "tricks", "tie": "last_trick"},
    {"objective": "fewest", "reverse_counts": "tricks", "players": 3},
    {"blind": True},
    {"show_partner": "end", "players": 4},
]


class Sample:
    """A record of a hand, with what the oracle let each seat see when it chose a card."""

    def __init__(self, rules: Rules, seed: int, deck: list[str] | None = None) -> None:
        options, generator = rules.to_dict(), random.Random(seed)
        mano = generator.randrange(rules.players) if deck is None else 0
        if deck is None:
            deck = naive.full_deck(options)
            generator.shuffle(deck)
        self.seen: dict[tuple[int, int], set[str]] = {}

        def play(view: naive.View) -> str:
            self.seen[view["trick"], view["seat"]] = set(view["hand"])
            return str(generator.choice(view["hand"]))

        def swap(*_: object) -> bool:
            return generator.random() < 0.8

        hand = naive.play_hand(options, deck, mano, "stream", play, swap)
        head = {"schema": "brisca-hand/1", "rules": options, "seed": seed, "deal": 12}
        lineup = [f"azar:risk={seat}" for seat in range(rules.players)]
        self.record: Record = {**head, "lineup": lineup, **hand}


def made(seed: int, cards: list[str] | None = None, **options: Any) -> Record:
    """Make a random hand, or one of a laid deck."""
    preset = options.pop("preset", "tradicional")
    return Sample(Rules.preset(preset, **options), seed, cards).record


def first(wanted: Callable[[Record], bool], **options: Any) -> Record:
    """Find the first of some hundred random hands in which something happens."""
    for seed in range(600):
        if wanted(record := made(seed, **options)):
            return record
    pytest.fail("no such hand: the test says nothing")


def reason(word: str) -> Callable[[Record], bool]:
    return lambda record: record["result"]["reason"] == word


def unwrapped(record: Record) -> list[str]:
    """Tell a hand with lines of any length, so that a sentence is a line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wording, "WIDTH", 10**6)
        return replay_text(record).split("\n")


class Reader:
    """Reads a story back: every line after the deal has to be of a known form."""

    def __init__(self, record: Record, lines: list[str]) -> None:
        self.players = record["rules"]["players"]
        self.events: list[dict[str, Any]] = []
        self.shown: list[tuple[int, int, set[str]]] = []
        self.scores: list[list[int]] = []
        self.stocks: list[int] = []
        self.captured: list[list[str]] = []
        self.verbs: list[str] = []
        self.remarks: list[str] = []
        self.turned_up: list[str] = []
        start, end = lines.index("The deal"), lines.index("The count")
        self.dealt = dict(map(self.deal, lines[start + 1 : start + 1 + self.players]))
        for line in lines[start + 1 + self.players : end]:
            if line:
                self.read(line)

    def seat(self, name: str) -> int:
        found = re.fullmatch(r"azar:risk=(\d)", name)
        assert found, name
        return int(found[1])

    def deal(self, line: str) -> tuple[int, set[str]]:
        found = re.fullmatch(rf"  (\S+) +({CODE} {CODE} {CODE})  (.*)", line)
        assert found, line
        assert [CARDS[name] for name in found[3].split(", ")] == found[2].split()
        return self.seat(found[1]), set(found[2].split())

    def read(self, line: str) -> None:
        forms: dict[str, Callable[..., None]] = {
            r"Baza (\d+) - (.*)": self.baza,
            rf"  (\S+) +((?:{CODE} ?)+?) +(leads|plays) the ({CARD})( \(triunfo\))?": self.play,
            rf"  (\S+) +((?:{CODE} ?)+?) +exchanges the ({CARD}) for the ({CARD}) \(cambio\)": (
                lambda seat, _, *cards: self.swap(seat, *cards)
            ),
            rf"  (\S+) exchanges the ({CARD}) for the ({CARD}) \(cambio\)\.": self.swap,
            rf"  (\S+) ((?:over)?trumps|takes) (.*?)(?:, capturing ({CARD}|.*)|, (the .*) among "
            r"them)?\.": self.trick,
            r"  Score: (.*)": self.score,
            rf"  ((?:\S+ (?:draws )?the (?:turned-up )?{CARD}(?:, )?)+)\.": self.draws,
            r"  Mano negra: (\S+) holds the as, the tres and the rey de (\w+)\.": self.mano_negra,
            r"  (The baza is not played out|With \d+ .*)\.": self.remarks.append,
        }
        for form, use in forms.items():
            if found := re.fullmatch(form, line):
                use(*found.groups())
                return
        pytest.fail(f"no known line: {line!r}")

    def baza(self, number: str, state: str) -> None:
        assert int(number) == len(self.scores) + 1
        found = re.fullmatch(
            r"(\d+) cards in the baceta(, the last drawing round is to come)?"
            r"|the baceta is empty(?:, no more drawing)?|the last one",
            state,
        )
        assert found, state
        self.stocks.append(int(found[1] or 0))
        assert bool(found[2]) == (self.stocks[-1] == self.players)

    def play(self, name: str, hand: str, verb: str, card: str, trump: str | None) -> None:
        seat = self.seat(name)
        self.shown.append((len(self.scores), seat, set(hand.split())))
        self.events.append({"type": "play", "seat": seat, "card": CARDS[card]})
        self.verbs.append(f"{verb}{' triunfo' * bool(trump)}")

    def swap(self, name: str, gives: str, takes: str) -> None:
        cards = {"gives": CARDS[gives], "takes": CARDS[takes]}
        self.events.append({"type": "swap", "seat": self.seat(name), **cards})

    def trick(self, name: str, verb: str, rest: str, most: str | None, few: str | None) -> None:
        if verb == "takes":
            worth = re.fullmatch(
                rf"(?:(\d+) points with the ({CARD})|the baza with the ({CARD}), no points)", rest
            )
            assert worth, rest
            points, card = worth[1], worth[2] or worth[3]
        else:
            worth = re.fullmatch(rf"with the ({CARD}) and takes (?:(\d+)|no) points", rest)
            assert worth, rest
            points, card = worth[2], worth[1]
        winner = self.seat(name)
        plays = [event for event in self.events if event["type"] == "play"][-self.players :]
        assert {"type": "play", "seat": winner, "card": CARDS[card]} in plays
        self.events.append({"type": "trick", "winner": winner, "points": int(points or 0)})
        self.captured.append([CARDS[one] for one in re.findall(CARD, most or few or "")])
        self.verbs.append(verb)

    def score(self, text: str) -> None:
        text = re.sub(r"azar:risk=\d|(pair|team) [0-9+]+", "", text)
        self.scores.append([int(number) for number in re.findall(r"\d+", text)])

    def draws(self, text: str) -> None:
        for one in text.split(", "):
            found = re.fullmatch(rf"(\S+) (?:draws )?the (turned-up )?({CARD})", one)
            assert found, one
            card = CARDS[found[3]]
            self.events.append({"type": "draw", "seat": self.seat(found[1]), "card": card})
            if found[2]:
                self.turned_up.append(card)

    def mano_negra(self, name: str, suit: str) -> None:
        assert SUITS[suit]
        self.events.append({"type": "mano_negra", "seat": self.seat(name)})


def options_of_all() -> Iterator[dict[str, Any]]:
    for preset, table in itertools.product(PRESETS, TABLES):
        yield {"preset": preset, **table}
    yield from OTHERS


@pytest.fixture(scope="module", params=options_of_all(), ids=lambda options: json.dumps(options))
def samples(request: pytest.FixtureRequest) -> list[tuple[Sample, list[str], Reader]]:
    """Some hands by the same rules, each with its story and that read back."""
    options = dict(request.param)
    rules = Rules.preset(options.pop("preset", "tradicional"), **options)
    hands = [Sample(rules, seed) for seed in range(12)]
    stories = [unwrapped(hand.record) for hand in hands]
    return [
        (hand, story, Reader(hand.record, story))
        for hand, story in zip(hands, stories, strict=True)
    ]


Samples = list[tuple[Sample, list[str], Reader]]


def side_totals(rules: Rules, per_seat: list[int]) -> list[int]:
    return [sum(per_seat[side :: rules.sides]) for side in range(rules.sides)]


def test_story_read_back_is_the_hand(samples: Samples) -> None:
    for sample, _, reader in samples:
        record = sample.record
        assert reader.events == record["events"]
        for trick, seat, hand in reader.shown:
            # The oracle does not ask a seat that has one card left.
            assert len(hand) == 1 or sample.seen[trick, seat] == hand
        players = record["rules"]["players"]
        for seat, hand in reader.dealt.items():
            order = (seat - record["mano"]) % players
            assert hand == set(record["deck"][order : 3 * players : players])


def test_bazas_count_the_stock_and_point_out_the_upcard(samples: Samples) -> None:
    for sample, _, reader in samples:
        record = sample.record
        players, deck = record["rules"]["players"], record["rules"]["deck"]
        expected = [max(0, deck - (3 + done) * players) for done in range(len(reader.stocks))]
        assert reader.stocks == expected
        draws = [event["card"] for event in record["events"] if event["type"] == "draw"]
        full = len(draws) == deck - 3 * players
        assert reader.turned_up == (draws[-1:] if full else [])


def test_scores_and_count_add_up(samples: Samples) -> None:
    for sample, lines, reader in samples:
        record, rules = sample.record, Rules.from_dict(sample.record["rules"])
        points, bazas = [0] * rules.players, [0] * rules.players
        in_bazas = rules.reverse_counts == "tricks" and rules.objective == "fewest"
        tricks = [event for event in record["events"] if event["type"] == "trick"]
        for event, score in zip(tricks, reader.scores, strict=True):
            points[event["winner"]] += event["points"]
            bazas[event["winner"]] += 1
            expected = side_totals(rules, points)
            assert score == (side_totals(rules, bazas) + expected if in_bazas else expected)
        rows = [line.split() for line in lines[lines.index("The count") + 2 : -2]]
        seats = {row[0]: list(map(int, row[1:])) for row in rows if row[0].startswith("azar")}
        expected_rows = [[bazas[seat], points[seat]] for seat in range(rules.players)]
        assert [seats[f"azar:risk={seat}"] for seat in range(rules.players)] == expected_rows
        sides = [list(map(int, row[2:4])) for row in rows if row[0] in ("pair", "team")]
        if rules.teams == "pairs":
            assert [row[1] for row in sides] == side_totals(rules, points)
            assert [row[0] for row in sides] == side_totals(rules, bazas)
        assert sum(points) == 120 or record["result"]["reason"] == "mano_negra"


def test_remarks_tell_what_happened(samples: Samples) -> None:
    for sample, _, reader in samples:
        record, rules = sample.record, Rules.from_dict(sample.record["rules"])
        trump = record["trump"][1]
        table: list[tuple[int, str]] = []
        verbs: list[str] = []
        captured: list[list[str]] = []
        for event in record["events"]:
            if event["type"] == "play":
                led = f"{'plays' if table else 'leads'}"
                verbs.append(led + " triunfo" * (event["card"][1] == trump))
                table.append((event["seat"], event["card"]))
            elif event["type"] == "trick":
                verbs.append(verb_of(table, event["winner"], trump))
                sides = {seat: rules.side_of(seat) for seat, _ in table}
                lost = [card for seat, card in table if sides[seat] != sides[event["winner"]]]
                captured.append([card for card in lost if card[0] in "A3"])
                table = []
        assert reader.verbs == verbs
        assert reader.captured == captured


def verb_of(table: list[tuple[int, str]], winner: int, trump: str) -> str:
    cards = [card for _, card in table]
    place = [seat for seat, _ in table].index(winner)
    if cards[place][1] != trump or cards[0][1] == trump:
        return "takes"
    return "overtrumps" if any(card[1] == trump for card in cards[:place]) else "trumps"


def test_turning_point_is_told_once(samples: Samples) -> None:
    for sample, _, reader in samples:
        rules = Rules.from_dict(sample.record["rules"])
        tricks = rules.objective == "fewest" and rules.reverse_counts == "tricks"
        half = rules.tricks / 2 if tricks else 60
        scores = [score[: rules.sides] for score in reader.scores]
        # When it comes with the last baza the count follows at once.
        over = [max(score) for score in scores[: rules.tricks - 1] if max(score) > half]
        remarks = [remark for remark in reader.remarks if remark.startswith("With ")]
        assert len(remarks) == (1 if over else 0)
        for remark in remarks:
            assert remark.startswith(f"With {over[0]} {'bazas' if tricks else 'points'} ")
            assert ("can no longer win" in remark) == (rules.objective == "fewest")


def test_lines_are_short_and_wrapping_loses_nothing(samples: Samples) -> None:
    for sample, lines, _ in samples:
        text = replay_text(sample.record)
        whole = " ".join(lines)
        assert max(map(len, text.split("\n"))) <= 100
        assert text.split() == whole.split()
        assert not re.search(r"None|True|False|[\[\]{}<>_\t\xa0]| $|^ *,", text, re.MULTILINE)
        assert text == text.strip()


def test_sample_hands_have_swaps_of_both_kinds_and_all_verbs() -> None:
    # What the tests above read back is only worth as much as what happens in their hands.
    verbs: set[str] = set()
    kinds_of_swap: list[dict[str, Any]] = [{}, {"swap": "on_turn", "swap_by": "anyone"}]
    for options in kinds_of_swap:
        records = [made(seed, players=4, **options) for seed in range(40)]
        readers = [Reader(record, unwrapped(record)) for record in records]
        kinds = [event["type"] for reader in readers for event in reader.events]
        assert kinds.count("swap") >= 3
        verbs |= {verb for reader in readers for verb in reader.verbs}
    assert verbs >= {"leads", "plays", "leads triunfo", "takes", "trumps", "overtrumps"}


# The end of a hand: its last paragraph.


def verdict(record: Record) -> str:
    return " ".join(replay_text(record).split("\n\n")[-1].split())


def test_wins_by_points() -> None:
    record = made(3)
    points = record["result"]["points"]
    winner = record["result"]["winner"]
    assert verdict(record) == (
        f"The winner is azar:risk={winner} with {points[winner]} points to {points[1 - winner]};"
        " 61 are enough."
    )
    three = made(3, players=3)
    most = max(three["result"]["points"])
    winner = three["result"]["winner"]
    assert verdict(three) == (
        f"The winner is azar:risk={winner} with {most} points, the most at the table."
    )
    pairs = made(3, players=4)
    side = pairs["result"]["winner"]
    assert f"The winner is pair {side}+{side + 2} with " in verdict(pairs)
    assert "The winner is team " in verdict(made(3, players=6))


def test_al_reves_is_explained() -> None:
    record = made(4, objective="fewest")
    low, high = sorted(record["result"]["points"])
    assert verdict(record).endswith(f"with {low} points to {high}; al revés the fewest win.")
    three = made(4, objective="fewest", players=3)
    low = min(three["result"]["points"])
    assert verdict(three).endswith(f"with {low} points, the fewest at the table (al revés).")
    counted = first(
        lambda record: reason("points")(record) and 1 in record["tricks"],
        objective="fewest",
        reverse_counts="tricks",
        players=3,
    )
    assert verdict(counted).endswith("with 1 baza, the fewest at the table (al revés).")


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ({}, "60-60, a tie: the hand is a draw, which counts as half a win for each."),
        (
            {"tie": "replay"},
            "60-60, a tie: the hand is a draw, which counts as half a win for each."
            " In a match it would be dealt again.",
        ),
        (
            {"objective": "fewest", "reverse_counts": "tricks"},
            "10-10 in bazas, a tie: the hand is a draw, which counts as half a win for each.",
        ),
        (
            {"players": 4, "teams": "pairs"},
            "60-60, a tie: the hand is a draw, which counts as half a win for each.",
        ),
    ],
)
def test_draws_of_two_sides(options: dict[str, Any], end: str) -> None:
    assert verdict(first(reason("draw"), **options)) == end


def test_draws_of_more_sides() -> None:
    record = first(reason("draw"), players=3)
    points = record["result"]["points"]
    tied = [f"azar:risk={seat}" for seat in range(3) if points[seat] == max(points)]
    assert verdict(record) == (
        f"{' and '.join(tied)} tie at {max(points)} points: the hand is a draw, which counts as"
        " half a win for each."
    )
    third = first(
        lambda record: record["tricks"] == [4, 4, 4],
        players=3,
        objective="fewest",
        reverse_counts="tricks",
    )
    assert verdict(third) == (
        "azar:risk=0, azar:risk=1 and azar:risk=2 tie at 4 bazas: the hand is a draw, which"
        " counts as a third of a win for each."
    )


def test_last_trick_breaks_a_tie() -> None:
    record = first(reason("last_trick"), preset="vip")
    assert verdict(record) == (
        "60-60, a tie, and the last trick decides. The winner is"
        f" azar:risk={record['result']['winner']}, who took baza 20, the last one."
    )


def test_last_trick_of_the_tied_sides_need_not_be_the_last_of_all() -> None:
    def wanted(record: Record) -> bool:
        last = [event for event in record["events"] if event["type"] == "trick"][-1]["winner"]
        return reason("last_trick")(record) and last != record["result"]["winner"]

    record = first(wanted, players=4, teams="individual", tie="last_trick", objective="fewest")
    winners = [event["winner"] for event in record["events"] if event["type"] == "trick"]
    winner = record["result"]["winner"]
    baza = max(number for number, seat in enumerate(winners, 1) if seat == winner)
    assert verdict(record).endswith(
        f"The winner is azar:risk={winner}, who took baza {baza}, the last that one of these took."
    )


def test_last_trick_cannot_decide_between_sides_without_one() -> None:
    options = {"players": 4, "teams": "individual", "objective": "fewest", "tie": "last_trick"}
    record = first(reason("draw"), **options)
    assert verdict(record).endswith(
        "tie at 0 points: the hand is a draw, which counts as half a win for each. None of these"
        " took a baza, so the last trick decides nothing."
    )


# Mano negra, at each of its three moments.


def laid(cards: str, **options: Any) -> list[str]:
    """Lay a deck that begins with some cards."""
    chosen = cards.split()
    rules = Rules(**options).to_dict()
    return chosen + [card for card in naive.full_deck(rules) if card not in chosen]


def test_mano_negra_as_dealt() -> None:
    record = made(1, laid("Ao 4c 3o 5c Ro 6c 2o"), mano_negra="match")
    text = replay_text(record)
    assert record["events"] == [{"type": "mano_negra", "seat": 0}]
    assert "\n\n  Mano negra: azar:risk=0 holds the as, the tres and the rey de oros.\n" in text
    assert "Baza" not in text
    assert text.endswith(
        "The winner is azar:risk=0: mano negra wins the match at once, whatever the points."
    )


def test_mano_negra_after_a_draw() -> None:
    record = first(reason("mano_negra"), mano_negra="hand", swap_last_round=True)
    lines = unwrapped(record)
    assert Reader(record, lines).events == record["events"]
    assert lines[-1].endswith("mano negra wins the hand at once, whatever the points.")
    assert "  The baza is not played out." not in lines


def mano_negra_by_swap(deck: str, first_cards: str, **options: Any) -> Record:
    """Seat 1 holds 3o, 7o, draws Ao and exchanges 7o; those who hold one of `first_cards` play it."""
    rules = Rules(swap="on_turn", swap_by="anyone", mano_negra="hand", **options)

    def play(view: naive.View) -> str:
        return next(
            (card for card in first_cards.split() if card in view["hand"]), view["hand"][-1]
        )

    cards, options = laid(deck, **options), rules.to_dict()
    hand = naive.play_hand(options, cards, 0, "shared", play, lambda *_: True)
    lineup = [f"azar:risk={seat}" for seat in range(rules.players)]
    return {"rules": options, "lineup": lineup, **hand}


def test_mano_negra_by_the_leader_swapping() -> None:
    record = mano_negra_by_swap("2c Ac 2b 3o 4b 7o Ro Ao 2e", "2c Ac")
    lines = unwrapped(record)
    assert Reader(record, lines).events == record["events"]
    place = lines.index("Baza 2 - 32 cards in the baceta")
    assert lines[place + 1 : place + 4] == [
        "  azar:risk=1  Ao 3o 7o  exchanges the siete de oros for the rey de oros (cambio)",
        "  Mano negra: azar:risk=1 holds the as, the tres and the rey de oros.",
        "",
    ]


def test_mano_negra_with_cards_on_the_table() -> None:
    deck = "Ac 2b 4b 4e 4c 3o 5b 5e 5c 7o 6b 6e Ro Sc Ao Sb Se"
    record = mano_negra_by_swap(deck, "Ac", players=4)
    lines = unwrapped(record)
    assert Reader(record, lines).events == record["events"]
    place = lines.index("Baza 2 - 24 cards in the baceta")
    assert lines[place + 1 : place + 6] == [
        "  azar:risk=0  Sc 5c 4c  leads the sota de copas",
        "  azar:risk=1  Ao 3o 7o  exchanges the siete de oros for the rey de oros (cambio)",
        "  Mano negra: azar:risk=1 holds the as, the tres and the rey de oros.",
        "  The baza is not played out.",
        "",
    ]
    assert lines[-1].startswith("The winner is pair 1+3: mano negra wins the hand")


def test_sixty_one_points_may_still_lose_to_a_mano_negra() -> None:
    def early(record: Record) -> bool:
        return "has won; the hand is played" in replay_text(record).split("baceta is empty")[0]

    record = first(early, players=3)
    record["rules"]["mano_negra"] = "hand"
    assert "can lose only to a mano negra." in replay_text(record)
    record["rules"]["mano_negra_when"] = "deal"
    assert "has won; the hand is played to the end." in replay_text(record)


def test_no_mano_negra_can_come_once_the_baceta_is_empty() -> None:
    def late(record: Record) -> bool:
        return "has won; the hand" in replay_text(record).split("no more drawing")[1]

    record = first(late, players=3)
    record["rules"]["mano_negra"] = "hand"
    assert "has won; the hand is played to the end." in replay_text(record)


# Hands that could not be finished.


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_unfinished_hands_end_with_the_failure(players: int) -> None:
    record = made(5, players=players, swap="on_turn", swap_by="anyone")
    events = record["events"]
    del record["result"]
    for length in range(len(events)):
        part = {**record, "events": events[:length]}
        lines = replay_text(part, failure="azar raised ValueError").split("\n")
        assert lines[-1] == "azar raised ValueError"
        assert "The count" not in lines
        start = lines.index("The hand breaks off here, without a result. Still in hand:")
        held = sum(len(re.findall(rf"\b{CODE}\b", line)) for line in lines[start:])
        kinds = [event["type"] for event in events[:length]]
        assert held == 3 * players - kinds.count("play") + kinds.count("draw")


def test_unfinished_hand_in_the_midst_of_drawing_shows_who_has_drawn() -> None:
    record = made(5, players=3)
    at = [event["type"] for event in record["events"]].index("draw")
    card = record["events"][at]["card"]
    part = {key: record[key] for key in record if key != "result"}
    part["events"] = record["events"][: at + 1]
    text = replay_text(part)
    assert text.split("\n")[-1].startswith("  azar:risk=")
    assert f" draws the {next(name for name in CARDS if CARDS[name] == card)}." in text


def test_failure_is_wrapped_and_kept_on_top_of_nothing_else() -> None:
    record = made(5)
    del record["result"]
    failure = "azar chose 3o,\nwhich is not in its hand; see it with: " + "x" * 150
    lines = replay_text(record, failure=failure).split("\n")
    assert max(map(len, lines)) <= 100
    assert "".join("".join(lines).split()).endswith("".join(failure.split()))


def test_without_a_failure_the_text_says_just_that_it_breaks_off() -> None:
    record = made(5)
    del record["result"], record["events"][4:]
    assert re.fullmatch(rf"  azar:risk=1  ({CODE} ?)+", replay_text(record).split("\n")[-1])


def test_unknown_event_is_an_error() -> None:
    record = made(5)
    record["events"].insert(3, {"type": "tantrum", "seat": 0})
    with pytest.raises(RecordError, match="event 3 of the hand record is a 'tantrum'"):
        replay_text(record)


# Signs.


@pytest.mark.parametrize(
    ("players", "event", "words"),
    [
        (4, {"sign": "as"}, 'gives the seña "as"'),
        (4, {"sign": "as", "partner": True}, 'gives the seña "as", seen by the partner'),
        (
            4,
            {"sign": "sin_triunfo", "partner": True, "rivals": [1, 3]},
            'gives the seña "sin triunfo", seen by the partner, azar:risk=1 and azar:risk=3',
        ),
        (
            4,
            {"sign": "mirar", "partner": False, "rivals": [3]},
            'gives the seña "mirar", seen by azar:risk=3',
        ),
        (
            4,
            {"sign": "mirar", "partner": False, "rivals": []},
            'gives the seña "mirar", which nobody sees',
        ),
        (
            6,
            {"sign": "soplar", "partner": True, "rivals": []},
            'gives the seña "soplar", seen by the partners',
        ),
    ],
)
def test_signs_stand_before_the_lead(players: int, event: dict[str, Any], words: str) -> None:
    record = made(8, players=players, senas=True)
    seat = record["mano"]
    record["events"].insert(0, {"type": "sign", "seat": seat, **event})
    lines = unwrapped(record)
    place = lines.index(next(line for line in lines if line.startswith("Baza 1 ")))
    assert re.fullmatch(rf"  azar:risk={seat}  {CODE} {CODE} {CODE}  {words}", lines[place + 1])
    assert re.match(rf"  azar:risk={seat}  {CODE} {CODE} {CODE}  leads the ", lines[place + 2])
    assert sum(line.startswith("Baza 1 ") for line in lines) == 1


# The heading.


def heading(record: Record) -> str:
    return replay_text(record).split("\n\n")[0]


def test_heading_names_deal_seed_and_seats() -> None:
    record = first(lambda record: record["mano"] == 2, players=4)
    record |= {"seed": 4, "lineup": ["alta", "baja", "alta", "azar"]}
    card = next(name for name in CARDS if CARDS[name] == record["trump"])
    assert heading(record) == (
        "Brisca: deal 12, seed 4\n"
        "=======================\n"
        "Rules    tradicional - Traditional Spanish rules: only a trick's winner swaps, and 60-60 is"
        " a draw\n"
        "Players  4, two pairs; a deck of 40 cards\n"
        "Seats    seat 0:          alta\n"
        "         seat 1 (dealer): baja\n"
        "         seat 2 (mano):   alta\n"
        "         seat 3:          azar\n"
        "Sides    pair 0+2 against pair 1+3\n"
        f"Trump    the {card} is turned up (the pinta): {card.split()[-1]} are triunfo"
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 2}, "2, each for himself; a deck of 40 cards"),
        ({"players": 3}, "3, each for himself; a deck of 36 cards (no 2s)"),
        (
            {"players": 3, "deck": 39, "removed": "2e"},
            "3, each for himself; a deck of 39 cards (without the dos de espadas)",
        ),
        ({"players": 6}, "6, two teams of three; a deck of 48 cards (with 9s and 8s)"),
    ],
)
def test_heading_names_table_and_deck(options: dict[str, Any], words: str) -> None:
    lines = replay_text(made(4, **options)).split("\n")
    assert f"Players  {words}" in lines


def test_record_without_numbers_and_lineup_speaks_of_seats() -> None:
    record = made(4)
    del record["deal"], record["seed"], record["lineup"]
    text = replay_text(record)
    assert text.startswith("Brisca: one hand\n================\n")
    assert "\n  seat 0  " in text
    assert "\n  Score: seat 0  " in text


def test_lineup_per_side_sits_down_in_turns() -> None:
    record = made(4, players=4)
    record["lineup"] = ["alta", "baja"]
    assert re.search(
        r"seat 0.*: +alta\n.*seat 1.*: +baja\n.*seat 2.*: +alta\n.*seat 3.*: +baja\n",
        heading(record),
    )
    assert "\n  alta (2)  " in replay_text(record)


def test_long_and_strange_names_stay_apart_and_short() -> None:
    record = made(4, players=4, swap="on_turn", swap_by="anyone")
    record["lineup"] = ["x" * 60, "x" * 70, "a\nb\x1b[31m", "y:risk=0.125"]
    text = replay_text(record)
    assert max(map(len, text.split("\n"))) <= 100
    assert "\x1b" not in text
    assert f"{'x' * 25}... (0)" in text
    assert f"{'x' * 25}... (1)" in text
    assert "a?b?[31m (2)" in text


# Rules in words.


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_named(preset: str, players: int) -> None:
    assert rules_in_words(Rules.preset(preset, players=players)).startswith(f"{preset} - ")


@pytest.mark.parametrize(
    ("preset", "options", "words"),
    [
        (
            "tradicional",
            {"objective": "fewest", "mano_negra_when": "deal"},
            "tradicional, but al revés: whoever captures least wins",
        ),
        (
            "vip",
            {"mano_negra": "hand", "mano_negra_when": "deal"},
            "vip, but mano negra wins the hand; mano negra counts only as dealt",
        ),
        ("briscacard", {"tie": "last_trick"}, "vip, but there is no cambio"),
        ("vip", {"swap_limit": "none"}, "vip, but any number of cambios in a baza"),
        ("tradicional", {"swap": "off", "match": "points:500"}, "briscacard - BriscaCard: the upc"),
        (
            "tradicional",
            {"senas": True, "players": 4, "rival_sees": 0.25},
            "tradicional, but partners may give señas; a rival sees a seña with probability 0.25",
        ),
    ],
)
def test_differences_are_told(preset: str, options: dict[str, Any], words: str) -> None:
    assert rules_in_words(Rules.preset(preset, **options)).startswith(words)


UNTOLD = {"players", "teams", "deck", "removed", "match", "hands_count", "hand_minutes"}
OPEN: dict[str, Any] = {
    "players": 4,
    "swap": "on_turn",
    "mano_negra": "hand",
    "senas": True,
    "rival_sees": 0.5,
}


@pytest.mark.parametrize("name", [name for name in OPTIONS if name not in UNTOLD])
def test_every_option_that_matters_is_told(name: str) -> None:
    option = OPTIONS[name]
    values: list[Any] = list(option.choices) or [False, True]
    if option.is_numeric:
        values = [option.low, 1, 2] if option.kind == "whole" else [0.25, 0.5, 1.0]
    start = {key: value for key, value in OPEN.items() if key != name}
    if name in ("objective", "reverse_counts"):
        start = {"objective": "fewest"} if name == "reverse_counts" else {}
    if name == "blind":
        start = {}
    told = {rules_in_words(Rules(**start | {name: value})) for value in values}
    assert len(told) == len(set(values))


@pytest.mark.parametrize(
    "idle",
    [
        {"mano_negra_when": "deal"},
        {"reverse_counts": "tricks"},
        {"show_partner": "deal"},
        {"swap_by": "anyone"},
        {"partner_sees": 0.5, "rival_sees": 0.5, "interception": "hand", "brisca": "ace_king"},
        {"match": "points:500", "hand_minutes": 3.0, "hands_count": "wins"},
    ],
)
def test_options_without_effect_are_left_out(idle: dict[str, Any]) -> None:
    assert rules_in_words(Rules(**idle)) == rules_in_words(Rules())


# One whole hand, checked by eye.

DECK = """
6o Ro 3b Ao 5c 4c Se Ac 7b Sb 2b Cb 7e So 4b Rc 2c Re Co 2e 4e Cc 4o 7o Ab Ce 7c 6e 2o 3e
5b 5e 3o 5o 6c 3c Sc 6b Rb Ae
"""
PLAYS = """
5c 4c 2b Ac So 4b Ro 2c Sb 3b 7e 6o Cc 4o Rc Co 7o 7c Ao 4e 2o 5b 5e 6e 5o 6c Ce Sc 6b Ab
Ae 7b Cb 2e Re Rb 3c Se 3o 3e
"""
STORY = """\
Brisca: deal 3, seed 40
=======================
Rules    vip - VIP Games: swap on your own turn once you have won a trick; the last trick breaks
         ties
Players  4, two pairs; a deck of 40 cards
Seats    seat 0 (dealer): ahorradora
         seat 1 (mano):   codiciosa
         seat 2:          ahorradora
         seat 3:          codiciosa
Sides    pair 0+2 against pair 1+3
Trump    the siete de espadas is turned up (the pinta): espadas are triunfo

The deal
  codiciosa (1)   6o 5c 7b  seis de oros, cinco de copas, siete de bastos
  ahorradora (2)  Ro 4c Sb  rey de oros, cuatro de copas, sota de bastos
  codiciosa (3)   Se 3b 2b  sota de espadas, tres de bastos, dos de bastos
  ahorradora (0)  Ao Ac Cb  as de oros, as de copas, caballo de bastos

Baza 1 - 28 cards in the baceta
  codiciosa (1)   6o 5c 7b  leads the cinco de copas
  ahorradora (2)  Ro 4c Sb  plays the cuatro de copas
  codiciosa (3)   Se 3b 2b  plays the dos de bastos
  ahorradora (0)  Ao Ac Cb  plays the as de copas
  ahorradora (0) takes 11 points with the as de copas.
  Score: pair 0+2  11 - 0  pair 1+3
  ahorradora (0) draws the sota de oros, codiciosa (1) the cuatro de bastos,
  ahorradora (2) the rey de copas, codiciosa (3) the dos de copas.

Baza 2 - 24 cards in the baceta
  ahorradora (0)  Ao So Cb  leads the sota de oros
  codiciosa (1)   6o 7b 4b  plays the cuatro de bastos
  ahorradora (2)  Ro Rc Sb  plays the rey de oros
  codiciosa (3)   Se 2c 3b  plays the dos de copas
  ahorradora (2) takes 6 points with the rey de oros.
  Score: pair 0+2  17 - 0  pair 1+3
  ahorradora (2) draws the rey de espadas, codiciosa (3) the caballo de oros,
  ahorradora (0) the dos de espadas, codiciosa (1) the cuatro de espadas.

Baza 3 - 20 cards in the baceta
  ahorradora (2)  Re Rc Sb  leads the sota de bastos
  codiciosa (3)   Se Co 3b  plays the tres de bastos
  ahorradora (0)  2e Ao Cb  exchanges the dos de espadas for the siete de espadas (cambio)
  ahorradora (0)  7e Ao Cb  plays the siete de espadas (triunfo)
  codiciosa (1)   4e 6o 7b  plays the seis de oros
  ahorradora (0) trumps with the siete de espadas and takes 12 points, capturing the tres de bastos.
  Score: pair 0+2  29 - 0  pair 1+3
  ahorradora (0) draws the caballo de copas, codiciosa (1) the cuatro de oros,
  ahorradora (2) the siete de oros, codiciosa (3) the as de bastos.

Baza 4 - 16 cards in the baceta
  ahorradora (0)  Ao Cc Cb  leads the caballo de copas
  codiciosa (1)   4e 4o 7b  plays the cuatro de oros
  ahorradora (2)  Re 7o Rc  plays the rey de copas
  codiciosa (3)   Se Co Ab  plays the caballo de oros
  ahorradora (2) takes 10 points with the rey de copas.
  Score: pair 0+2  39 - 0  pair 1+3
  ahorradora (2) draws the caballo de espadas, codiciosa (3) the siete de copas,
  ahorradora (0) the seis de espadas, codiciosa (1) the dos de oros.

Baza 5 - 12 cards in the baceta
  ahorradora (2)  Re Ce 7o  leads the siete de oros
  codiciosa (3)   Se 7c Ab  plays the siete de copas
  ahorradora (0)  6e Ao Cb  plays the as de oros
  codiciosa (1)   4e 2o 7b  plays the cuatro de espadas (triunfo)
  codiciosa (1) trumps with the cuatro de espadas and takes 11 points, capturing the as de oros.
  Score: pair 0+2  39 - 11  pair 1+3
  codiciosa (1) draws the tres de espadas, ahorradora (2) the cinco de bastos,
  codiciosa (3) the cinco de espadas, ahorradora (0) the tres de oros.

Baza 6 - 8 cards in the baceta
  codiciosa (1)   3e 2o 7b  leads the dos de oros
  ahorradora (2)  Re Ce 5b  plays the cinco de bastos
  codiciosa (3)   Se 5e Ab  plays the cinco de espadas (triunfo)
  ahorradora (0)  6e 3o Cb  plays the seis de espadas (triunfo)
  ahorradora (0) overtrumps with the seis de espadas and takes no points.
  Score: pair 0+2  39 - 11  pair 1+3
  ahorradora (0) draws the cinco de oros, codiciosa (1) the seis de copas,
  ahorradora (2) the tres de copas, codiciosa (3) the sota de copas.

Baza 7 - 4 cards in the baceta, the last drawing round is to come
  ahorradora (0)  3o 5o Cb  leads the cinco de oros
  codiciosa (1)   3e 6c 7b  plays the seis de copas
  ahorradora (2)  Re Ce 3c  plays the caballo de espadas (triunfo)
  codiciosa (3)   Se Sc Ab  plays the sota de copas
  ahorradora (2) trumps with the caballo de espadas and takes 5 points.
  Score: pair 0+2  44 - 11  pair 1+3
  ahorradora (2) draws the seis de bastos, codiciosa (3) the rey de bastos,
  ahorradora (0) the as de espadas, codiciosa (1) the turned-up dos de espadas.

Baza 8 - the baceta is empty, no more drawing
  ahorradora (2)  Re 3c 6b  leads the seis de bastos
  codiciosa (3)   Se Ab Rb  plays the as de bastos
  ahorradora (0)  Ae 3o Cb  plays the as de espadas (triunfo)
  codiciosa (1)   3e 2e 7b  plays the siete de bastos
  ahorradora (0) trumps with the as de espadas and takes 22 points, capturing the as de bastos.
  Score: pair 0+2  66 - 11  pair 1+3
  With 66 points pair 0+2 has won; the hand is played to the end.

Baza 9 - the baceta is empty
  ahorradora (0)  3o Cb     leads the caballo de bastos
  codiciosa (1)   3e 2e     plays the dos de espadas (triunfo)
  ahorradora (2)  Re 3c     plays the rey de espadas (triunfo)
  codiciosa (3)   Se Rb     plays the rey de bastos
  ahorradora (2) overtrumps with the rey de espadas and takes 11 points.
  Score: pair 0+2  77 - 11  pair 1+3

Baza 10 - the last one
  ahorradora (2)  3c        leads the tres de copas
  codiciosa (3)   Se        plays the sota de espadas (triunfo)
  ahorradora (0)  3o        plays the tres de oros
  codiciosa (1)   3e        plays the tres de espadas (triunfo)
  codiciosa (1) overtrumps with the tres de espadas and takes 32 points, capturing the tres de copas
  and the tres de oros.
  Score: pair 0+2  77 - 43  pair 1+3

The count
                  bazas  points
  ahorradora (0)      4      45
  ahorradora (2)      4      32
  pair 0+2            8      77
  codiciosa (1)       2      43
  codiciosa (3)       0       0
  pair 1+3            2      43

The winner is pair 0+2 with 77 points to 43; 61 are enough.
"""


def test_whole_hand_reads_as_it_should() -> None:
    rules, order = Rules.preset("vip", players=4).to_dict(), PLAYS.split()

    def play(view: naive.View) -> str:
        return next(card for card in order if card in view["hand"])

    hand = naive.play_hand(rules, DECK.split(), 1, "shared", play, lambda *_: True)
    assert [event["card"] for event in hand["events"] if event["type"] == "play"] == order
    lineup = ["ahorradora", "codiciosa", "ahorradora", "codiciosa"]
    record = {"rules": rules, "seed": 40, "deal": 3, "lineup": lineup, **hand}
    assert replay_text(record) + "\n" == STORY
