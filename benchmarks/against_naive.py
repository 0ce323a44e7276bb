"""The kernel against the slow oracle of the tests, both blind."""

from __future__ import annotations

import random
from typing import Any

import naive
from against_c import HANDS, SEED, kernel_contender, mirror
from timing import Plan, Row, by_turns, cpu_seconds, rate, row_of

from brisca_sim.rules import Rules


def measure(plan: Plan) -> list[Row]:
    """The one row of this section."""
    deals, hands, turns = plan.pick(20_000, 5_000), plan.pick(60, 20), plan.pick(21, 7)
    oracle = Oracle()
    contenders = {
        "kernel": kernel_contender(mirror("ciegas"), deals),
        "naive": lambda _turn: cpu_seconds(lambda: oracle.play(hands)) / hands,
    }
    costs = by_turns(contenders, turns)
    here = f"{rate(costs['kernel'])} against {rate(costs['naive'])}"
    what = "speed: kernel, ciegas / tests/naive.py"
    return [row_of(what, costs["naive"], costs["kernel"], "100 or more", here)]


class Oracle:
    """Plays shuffled hands with `naive`, choosing cards as ``random.Random`` has it."""

    def __init__(self) -> None:
        self.rules = Rules().to_dict()
        self.deck = naive.full_deck(self.rules)
        self.random = random.Random(SEED)

    def play(self, hands: int) -> None:
        """Play so many hands: like the kernel, each deal over all seatings."""
        for hand in range(hands):
            if hand % HANDS == 0:
                self.random.shuffle(self.deck)
            naive.play_hand(self.rules, self.deck, 0, "stream", self._choose, self._decline)

    def _choose(self, view: dict[str, Any]) -> str:
        card: str = self.random.choice(view["hand"])
        return card

    def _decline(self, _view: dict[str, Any], _gives: str, _takes: str) -> bool:
        return False
