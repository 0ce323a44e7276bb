"""The detail of hands: counted once more in plain Python from hand records, and its intervals."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brisca_sim.api import replay
from brisca_sim.kernel import layout as o
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_deals
from brisca_sim.table import Table, seat_down

AZAR = Path(__file__).parent / "strategies" / "azar.py"
RANKS = "2456789SCR3A"
POINTS = {"A": 11, "3": 10, "R": 4, "C": 3, "S": 2}
Triple = list[int]  # hands, score in twelfths, points
Tally = dict[Any, Any]


def beats(card: str, best: str | None, trump: str) -> bool:
    """Whether a card takes the lead in a trick in which `best` has it."""
    if best is None:
        return True
    if card[1] == best[1]:
        return RANKS.index(card[0]) > RANKS.index(best[0])
    return card[1] == trump


class Plain:
    """One deal of a table, followed through its records: everything by owner of the side."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.classes: dict[Any, Triple] = defaultdict(lambda: [0, 0, 0])
        self.totals: dict[int, Triple] = defaultdict(lambda: [0, 0, 0])
        self.points: Counter[Any] = Counter()
        self.counts: Counter[Any] = Counter()

    def hand(self, record: dict[str, Any], seating: int) -> None:
        self.record, self.trump = record, record["trump"][1]
        rules = self.rules
        self.owners = [(seat + seating) % rules.sides for seat in range(rules.players)]
        result = record["result"]
        winner = result["winner"]
        best = max(result["side_points"])
        tied = result["side_points"].count(best)
        for side, points in enumerate(result["side_points"]):
            score = 12 * (side == winner)
            if winner is None:
                score = 12 // tied if points == best else 0
            self.enter(side, self.owners[side], score, points)
        self.follow()

    def enter(self, side: int, owner: int, score: int, points: int) -> None:
        """Put the hand into its classes."""
        classes: list[Any] = [("up", self.record["trump"][0])]
        events = self.record["events"]
        drawn = [event for event in events if event["type"] == "draw"]
        # The turned-up card, or what was given for it, is the last one of the whole stock.
        if len(drawn) == len(self.record["deck"]) - 3 * self.rules.players:
            classes += [("got",)] * self.mine(drawn[-1]["seat"], side)
        if any(e["type"] == "swap" and self.mine(e["seat"], side) for e in events):
            classes.append(("swapped",))
        dealt = self.record["deck"][: 3 * self.rules.players]
        briscas = "AR" if self.rules.brisca == "ace_king" else "A3"
        for seat in range(side, self.rules.players, self.rules.sides):
            first = dealt[seat :: self.rules.players]
            trumps = [card[0] for card in first if card[1] == self.trump]
            of_value = [c for c in first if c[1] != self.trump and c[0] in briscas]
            classes.append(("opening", len(trumps), len(of_value)))
            classes += [("honour", rank) for rank in trumps]
        for name in classes:
            self.put(self.classes[owner, name], score, points)
        self.put(self.totals[owner], score, points)

    def mine(self, seat: int, side: int) -> bool:
        return seat % self.rules.sides == side

    @staticmethod
    def put(triple: Triple, score: int, points: int) -> None:
        for i, value in enumerate((1, score, points)):
            triple[i] += value

    def follow(self) -> None:
        """Go through the events of the hand."""
        rules, players = self.rules, self.rules.players
        hands = [set(self.record["deck"][s : 3 * players : players]) for s in range(players)]
        trick, led, best, won = 1, "", None, Counter[int]()
        for event in self.record["events"]:
            owner = self.owners[event.get("seat", event.get("winner"))]
            if event["type"] == "swap":
                at = trick - (rules.swap == "winner")
                self.counts[owner, "swap", event["gives"][0], event["takes"][0], at] += 1
                hands[event["seat"]] ^= {event["gives"], event["takes"]}
            elif event["type"] == "draw":
                hands[event["seat"]].add(event["card"])
            elif event["type"] == "play":
                card = event["card"]
                led = led or card[1]
                if led != self.trump and card[1] == self.trump and beats(card, best, self.trump):
                    self.judge(owner, hands[event["seat"]], card, led, best)
                best = card if beats(card, best, self.trump) else best
                hands[event["seat"]].remove(card)
            elif event["type"] == "trick":
                self.points[owner, trick] += event["points"]
                won[owner] += 1
                if best is not None and best[1] == self.trump != led:
                    self.counts[owner, "spent"] += 1
                    self.counts[owner, "by_points", event["points"]] += 1
                trick, led, best = trick + 1, "", None
        for owner in range(rules.sides):
            self.counts[owner, "won"] += won[owner]
            self.counts[owner, "hands_won", won[owner]] += 1

    def judge(self, owner: int, held: set[str], card: str, led: str, best: str | None) -> None:
        others = held - {card}
        enough = [c for c in others if beats(c, best, self.trump)]
        self.counts[owner, "waste"] += any(c[1] == led for c in enough)
        lower = [c for c in enough if c[1] == self.trump and beats(card, c, self.trump)]
        self.counts[owner, "overkill"] += bool(lower)


def words(name: Any) -> int:
    """Where the kernel keeps a class of hands."""
    kind, *rest = name
    if kind == "opening":
        return o.CLASS_OPENING + 4 * rest[0] + rest[1]
    at = {"honour": o.CLASS_HONOUR, "up": o.CLASS_TURNED_UP}
    if kind in at:
        return at[kind] + RANKS.index(rest[0])
    return {"got": o.CLASS_GOT_UPCARD, "swapped": o.CLASS_SWAPPED}[kind]


def plain_detail(table: Table, deals: int) -> np.ndarray[Any, Any]:
    """The kernel's words, counted from hand records."""
    rules = table.rules
    total = np.zeros((rules.sides, o.DETAIL_WORDS), dtype=np.int64)
    records = replay(table.lineup, rules, count=deals, seed=table.seed, deal_mode=table.deal_mode)
    for _ in range(deals):
        deal = Plain(rules)
        for seating, record in enumerate(itertools.islice(records, table.seatings)):
            deal.hand(record, seating)
        for (owner, name), (n, s, p) in deal.classes.items():
            _, score, points = deal.totals[owner]
            chairs = rules.players // rules.sides if name[0] in ("opening", "honour") else 1
            score, points = chairs * score, chairs * points
            sums = [n, s, p, n * n, s * s, p * p, n * s, n * p]
            sums += [n * score, s * score, n * points, p * points]
            at = o.D_CLASSES + o.CLASS_WORDS * words(name)
            total[owner, at : at + o.CLASS_WORDS] += sums
        for owner in range(rules.sides):
            tricks = [deal.points[owner, k + 1] for k in range(rules.tricks)]
            values = [(o.D_TRICKS + 2 * k, v) for k, v in enumerate(itertools.accumulate(tricks))]
            values.append((o.D_WON, deal.counts[owner, "won"]))
            for i, name in enumerate(("spent", "waste", "overkill")):
                values.append((o.D_TRUMPS + 2 * i, deal.counts[owner, name]))
            for at, value in values:
                total[owner, at : at + 2] += (value, value * value)
        for (owner, kind, *rest), count in deal.counts.items():
            if kind == "hands_won":
                total[owner, o.D_WON_HANDS + rest[0]] += count
            elif kind == "by_points":
                total[owner, o.D_BY_POINTS + rest[0]] += count
            elif kind == "swap":
                cell = 12 * (rest[0] == "7") + RANKS.index(rest[1])
                total[owner, o.D_SWAPS + o.MAX_TRICKS * cell + rest[2] - 1] += count
    return total


VIP = {"swap": "on_turn", "swap_by": "anyone", "swap_last_round": True}
TABLES: list[tuple[list[str | Path], dict[str, Any], str]] = [
    ([AZAR, "codiciosa"], {}, "stream"),
    ([AZAR, "ahorradora"], {**VIP, "mano_negra": "hand"}, "shared"),
    ([AZAR, AZAR], {"deck": 48, "swap_last_round": True, "mano_negra": "hand"}, "stream"),
    (["codiciosa", AZAR, "baja"], {"players": 3, "swap_last_round": True}, "shared"),
    (["ahorradora", AZAR, "baja"], {"players": 3, "deck": 39, **VIP}, "stream"),
    (["ahorradora", AZAR], {"players": 4, "brisca": "ace_king", **VIP}, "stream"),
    ([AZAR, "alta", "codiciosa", "baja"], {"players": 4, "mano_negra": "hand"}, "shared"),
    ([AZAR, "alta", "codiciosa", "baja"], {"players": 4, "teams": "individual"}, "stream"),
    ([AZAR, "codiciosa"], {"players": 6, **VIP, "mano_negra": "hand"}, "stream"),
    (["codiciosa", AZAR], {"players": 2, "blind": True}, "stream"),
]


@pytest.mark.parametrize(("lineup", "options", "mode"), TABLES)
def test_detail_is_what_the_records_say(
    lineup: list[str | Path], options: dict[str, Any], mode: str
) -> None:
    table = seat_down(lineup, Rules(**options), 5, mode)
    counts = play_deals(table, 60, detail=True, threads=1).counts
    assert counts.detail is not None
    wanted = plain_detail(table, 60)
    assert (counts.detail == wanted).all(), np.argwhere(counts.detail != wanted)[:10]
