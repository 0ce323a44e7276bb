"""Positions for strategies: "given this, plays that"."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from brisca_sim.cards import card_text, mask_of, parse_card
from brisca_sim.glossary import SIGN_NAMES
from brisca_sim.kernel import layout as o
from brisca_sim.kernel.cards import points_of, power
from brisca_sim.kernel.jit import ARRAY, INT, call, entry, pointer
from brisca_sim.loading import load_strategy
from brisca_sim.rules import Rules
from brisca_sim.strategy import Strategy
from brisca_sim.table import Table


def _notice(
    obs: NDArray[np.int64],
    rules: Rules,
    told: dict[int, str],
    lacks: dict[int, str],
    drawn: dict[int, int],
    one_of: dict[int, str],
    last_sign: dict[int, str],
) -> None:
    """Write what a player has noticed of the senas, by seat."""
    obs[o.SENAS], obs[o.FALSE_SIGNS] = rules.senas_limit, rules.false_signs
    obs[o.BRISCAS] = sum(3 << 16 * suit + 10 for suit in range(4) if suit != obs[o.TRUMP])
    for table, said in ((o.TOLD, told), (o.LACKS, lacks), (o.ONE_OF, one_of)):
        for seat, texts in said.items():
            obs[table + seat] = mask_of(map(parse_card, texts.split()))
    for seat, number in drawn.items():
        obs[o.DRAWN + seat] = number
    obs[o.LAST_SIGN : o.LAST_SIGN + o.MAX_PLAYERS] = o.NO_SIGN
    for seat, name in last_sign.items():
        obs[o.LAST_SIGN + seat] = SIGN_NAMES.index(name)


@entry(ARRAY, INT)
def decide_once(obs, address):
    """Ask a strategy once."""
    return call(address, pointer(obs))


def choice(
    strategy: str | Path | Strategy,
    hand: str,
    *,
    table: str = "",
    up: str | None = "4o",
    trump: str = "o",
    gone: str = "",
    stock: int = 20,
    rules: Rules | None = None,
    points: tuple[int, ...] = (),
    won: tuple[int, ...] = (),
    gives: str = "",
    known: dict[int, str] | None = None,
    told: dict[int, str] | None = None,
    lacks: dict[int, str] | None = None,
    drawn: dict[int, int] | None = None,
    one_of: dict[int, str] | None = None,
    last_sign: dict[int, str] | None = None,
    asks_sign: bool = False,
    place: int = 0,
    notes: tuple[int, ...] = (),
    seed: int = 1,
) -> str:
    """The card that a strategy plays, or "yes" and "no" where `gives` offers a swap.

    The player sits after the cards on the table; `gone` are cards played before, in any order;
    `points` are by side, tricks `won` by seat.  What he has noticed of the senas is given by seat.
    With `asks_sign` the answer is the sign that he gives, or "none", when he will be number `place`
    to play, the leader being number 0.
    """
    rules = rules or Rules()
    chosen = load_strategy(strategy) if not isinstance(strategy, Strategy) else strategy
    on_table = [parse_card(text) for text in table.split()]
    before = [parse_card(text) for text in gone.split()]
    obs = np.zeros(o.OBS_WORDS, dtype=np.int64)
    seat = place if asks_sign else len(on_table)
    obs[o.SEAT], obs[o.RNG] = seat, seed
    cards = [parse_card(text) for text in hand.split()]
    obs[o.HAND_N] = len(cards)
    packed = sum(card << 8 * place for place, card in enumerate(cards))
    obs[o.HAND] = packed - (1 << 8 * len(cards))
    for i, word in enumerate(chosen.words()):
        obs[o.PARAMS + i] = word
    obs[o.PLAYERS], obs[o.SIDES] = rules.players, rules.sides
    obs[o.ALL_TRICKS], obs[o.DECK] = rules.tricks, mask_of(rules.cards)
    # The rules as the kernel is told them, so that no second reading of them can differ.
    words = Table(rules, (chosen,) * rules.sides).config()[: o.RULE_WORDS]
    obs[o.RULES : o.RULES + o.RULE_WORDS] = words
    obs[o.FEWEST], obs[o.BY_TRICKS] = words[o.C_FEWEST], words[o.C_BY_TRICKS]
    obs[o.SWAP_MODE] = words[o.C_SWAP]
    obs[o.TRICK] = len(before) // rules.players
    obs[o.TABLE_N] = len(on_table)
    obs[o.TABLE_POINTS] = sum(points_of.py_func(card) for card in on_table)
    obs[o.TRUMP] = "oceb".index(trump)
    obs[o.UPCARD] = parse_card(up) if up and stock else -1
    obs[o.STOCK] = stock
    obs[o.PLAYED] = mask_of([*on_table, *before])
    for i, card in enumerate(on_table):
        obs[o.TABLE + i] = card
    if on_table:
        strengths = [power.py_func(c, on_table[0] >> 4, int(obs[o.TRUMP])) for c in on_table]
        obs[o.BEST_SEAT] = strengths.index(max(strengths))
        obs[o.BEST_CARD] = on_table[int(obs[o.BEST_SEAT])]
    for side, value in enumerate(points):
        obs[o.SIDE_POINTS + side] = value
        if rules.sides == rules.players:
            obs[o.SEAT_POINTS + side] = value
    for other, count in enumerate(won):
        obs[o.SEAT_TRICKS + other] = count
    for other, texts in (known or {}).items():
        obs[o.KNOWN + other] = mask_of(map(parse_card, texts.split()))
    for i, note in enumerate(notes):
        obs[o.MEMORY + i] = note
    if rules.senas:
        _notice(obs, rules, told or {}, lacks or {}, drawn or {}, one_of or {}, last_sign or {})
    if asks_sign:
        obs[o.ASK] = o.ASK_SIGN
        sign = int(decide_once(obs, chosen.address))
        return SIGN_NAMES[sign] if sign >= 0 else "none"
    if gives:
        obs[o.ASK], obs[o.GIVES] = o.ASK_SWAP, parse_card(gives)
        obs[o.TAKES] = obs[o.UPCARD]
        return "yes" if decide_once(obs, chosen.address) else "no"
    return card_text(int(decide_once(obs, chosen.address)))
