"""The señas for the slow oracle: what each player believes, worked out anew from all that happened.

Nothing here is shared with the package under test.
"""

from __future__ import annotations

from typing import Any

TRUMP_SIGNS = {"as": "A", "tres": "3", "rey": "R", "caballo": "C", "sota": "S"}
ALL_RANKS = "2456789SCR3A"
SIGNS = ("as", "tres", "rey", "caballo", "sota", "briscas", "sin_triunfo", "soplar", "mirar")

Happening = tuple[Any, ...]


def trumps(trump: str) -> set[str]:
    return {rank + trump for rank in ALL_RANKS}


def briscas(rules: dict[str, Any], trump: str) -> set[str]:
    ranks = "AR" if rules["brisca"] == "ace_king" else "A3"
    return {rank + suit for rank in ranks for suit in "oceb" if suit != trump}


def is_true(rules: dict[str, Any], trump: str, hand: list[str], sign: str) -> bool:
    """Tell whether a hand bears out a sign; a question is never false."""
    if sign in TRUMP_SIGNS:
        return TRUMP_SIGNS[sign] + trump in hand
    if sign == "briscas":
        return bool(briscas(rules, trump) & set(hand))
    return sign != "sin_triunfo" or not trumps(trump) & set(hand)


def nothing() -> dict[str, Any]:
    return {
        "told": set(),
        "lacked": set(),
        "drawn": 0,
        "one_of": set(),
        "last_sign": None,
        "spied": set(),
    }


def learn(
    belief: dict[str, Any], rules: dict[str, Any], trump: str, sign: str, gone: set[str]
) -> None:
    """Believe one sign as it stands."""
    belief["last_sign"] = sign
    if sign in TRUMP_SIGNS:
        belief["told"].add(TRUMP_SIGNS[sign] + trump)
        belief["lacked"].discard(TRUMP_SIGNS[sign] + trump)
    elif sign == "briscas":
        belief["one_of"] = briscas(rules, trump) - gone
    elif sign == "sin_triunfo":
        belief["lacked"] |= trumps(trump)
        belief["told"] -= trumps(trump)
        belief["drawn"] = 0


class Beliefs:
    """What one player believes about every seat; reads on in the list of all that has happened.

    That list holds ("trick",), ("play", seat, card), ("draw", seat) and
    ("sign", seat, sign, noticed by, the hand at that time).
    """

    def __init__(self, rules: dict[str, Any], trump: str, viewer: int, rivals: set[int]) -> None:
        self.rules, self.trump, self.viewer, self.rivals = rules, trump, viewer, rivals
        self.found = [nothing() for _ in range(rules["players"])]
        self.gone: set[str] = set()
        self.read = 0

    def after(self, past: list[Happening]) -> list[dict[str, Any]]:
        """What he believes after all that has happened; cards played are left out."""
        for kind, *what in past[self.read :]:
            getattr(self, kind)(*what)
        self.read = len(past)
        sets = ("told", "lacked", "one_of", "spied")
        return [belief | {name: belief[name] - self.gone for name in sets} for belief in self.found]

    def trick(self) -> None:
        for belief in self.found:
            belief["last_sign"] = None

    def draw(self, seat: int) -> None:
        belief = self.found[seat]
        belief["drawn"] += 1 if belief["lacked"] else 0

    def play(self, seat: int, card: str) -> None:
        belief = self.found[seat]
        self.gone.add(card)
        if card in belief["one_of"]:
            belief["one_of"] = set()
        if card in belief["lacked"] and belief["drawn"] > 0:
            belief["drawn"] -= 1

    def sign(self, seat: int, sign: str, noticed: set[int], hand: list[str]) -> None:
        if self.viewer not in noticed:
            return
        learn(self.found[seat], self.rules, self.trump, sign, self.gone)
        if self.rules["interception"] == "hand" and seat in self.rivals:
            self.found[seat]["spied"] = set(hand)
