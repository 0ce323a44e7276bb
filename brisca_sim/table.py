"""Who plays what: rules, lineup, seed and deal mode, as one checked value and as the kernel's words."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from brisca_sim.cards import mask_of
from brisca_sim.catalogue import scripts
from brisca_sim.errors import BriscaError, listed
from brisca_sim.kernel import layout as o
from brisca_sim.limits import DEAL_MODES, MAX_SEED
from brisca_sim.loading import load_strategy
from brisca_sim.rules import Rules
from brisca_sim.strategy import Strategy
from brisca_sim.vocabulary.parameters import SIGHTS

_SWAP = {"off": 0, "winner": 1, "on_turn": 2}
_SWAP_BY = {"own": 0, "team": 1, "anyone": 2}
_LIMIT = {"none": 0, "table": 1, "player": 2}
_SHOW = {"never": 0, "deal": 1, "end": 2}


@dataclass(frozen=True)
class Table:
    """A lineup at a table, ready to be played.

    Attributes
    ----------
    rules : Rules
    lineup : tuple of Strategy
        As named: one a side, or one a seat.
    seed : int
        0 to 2**63 - 1.
    deal_mode : str
        ``stream`` or ``shared``.
    """

    rules: Rules
    lineup: tuple[Strategy, ...]
    seed: int = 1
    deal_mode: str = "stream"

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        if self.deal_mode not in DEAL_MODES:
            raise BriscaError(f"deal mode takes {listed(DEAL_MODES)}, not {self.deal_mode!r}")
        if not 0 <= self.seed <= MAX_SEED:
            raise BriscaError(f"seed takes a whole number from 0 to {MAX_SEED}, not {self.seed}")
        self.rules.check_lineup(len(self.lineup))
        paths: dict[str, Path] = {}
        for strategy in self.lineup:
            if paths.setdefault(strategy.name, strategy.path) != strategy.path:
                raise BriscaError(
                    f"two different files are named {strategy.name}.py; rename one of them"
                )

    @property
    def places(self) -> tuple[Strategy, ...]:
        """The strategy of every seat in the first seating."""
        return self.lineup * (self.rules.players // len(self.lineup))

    @property
    def seatings(self) -> int:
        """Number of turns of the lineup round the table that are different hands.

        Pairs whose partners play the same strategy are back where they were after two chairs.
        """
        places, sides = self.places, self.rules.sides
        teams = sides < len(places)
        repeats = all(
            a.identity == b.identity for a, b in zip(places, places[sides:], strict=False)
        )
        return sides if teams and repeats else len(places)

    @property
    def side_names(self) -> list[str]:
        """Name of each side of the lineup; partners who differ are joined by a plus."""
        names = []
        for side in range(self.rules.sides):
            labels = [strategy.label for strategy in self.places[side :: self.rules.sides]]
            names.append(labels[0] if len(set(labels)) == 1 else "+".join(labels))
        return names

    @property
    def mirrored(self) -> bool:
        """Whether everybody plays the same strategy: every deal is then shared out evenly."""
        return len({strategy.identity for strategy in self.lineup}) == 1

    @property
    def warnings(self) -> list[str]:
        """What users should be told of the lineup: who cheats."""
        return list(dict.fromkeys(s.warning for s in self.lineup if s.cheats))

    def config(
        self,
        *,
        given: bool = False,
        log_stride: int = 0,
        rows: bool = False,
        detail: bool = False,
    ) -> NDArray[np.int64]:
        """The kernel's state with the configuration filled in, see `brisca_sim.kernel.layout`.

        Parameters
        ----------
        given : bool
            Decks are given instead of shuffled.
        log_stride : int
            Words of log per hand; 0 writes none.
        rows : bool
            The result of every hand is written down.
        detail : bool
            What happens within the hands is counted; not together with a log.
        """
        rules, places = self.rules, self.places
        cfg = np.zeros(o.STATE_WORDS, dtype=np.int64)
        cfg[o.C_PLAYERS], cfg[o.C_SIDES] = rules.players, rules.sides
        cfg[o.C_CARDS], cfg[o.C_TRICKS] = len(rules.cards), rules.tricks
        cfg[o.C_DECK] = mask_of(rules.cards)
        cfg[o.C_SWAP], cfg[o.C_SWAP_BY] = _SWAP[rules.swap], _SWAP_BY[rules.swap_by]
        cfg[o.C_SWAP_LAST], cfg[o.C_SWAP_LIMIT] = rules.swap_last_round, _LIMIT[rules.swap_limit]
        cfg[o.C_NEGRA] = rules.mano_negra != "off"
        cfg[o.C_NEGRA_ANY] = rules.mano_negra != "off" and rules.mano_negra_when == "any"
        cfg[o.C_TIE_LAST] = rules.tie == "last_trick"
        cfg[o.C_FEWEST] = rules.objective == "fewest"
        cfg[o.C_BY_TRICKS] = rules.objective == "fewest" and rules.reverse_counts == "tricks"
        cfg[o.C_BLIND] = rules.blind
        cfg[o.C_SHOW] = _SHOW[rules.show_partner] if rules.sides < rules.players else 0
        cfg[o.C_STREAM] = self.deal_mode == "stream"
        cfg[o.C_SEATINGS], cfg[o.C_SEED] = self.seatings, self.seed
        cfg[o.C_GIVEN], cfg[o.C_LOG], cfg[o.C_ROWS] = given, log_stride, rows
        cfg[o.C_DETAIL] = detail
        cfg[o.C_LEND] = o.LEND_PARTNER if cfg[o.C_SHOW] else 0
        cfg[o.C_BRISCA_KING] = rules.brisca == "ace_king"
        if rules.senas:
            cfg[o.C_SENAS], cfg[o.C_SENAS_FROM] = rules.senas_limit, rules.senas_from - 1
            cfg[o.C_PARTNER_SEES] = round(rules.partner_sees * 2**32)
            cfg[o.C_RIVAL_SEES] = round(rules.rival_sees * 2**32)
            cfg[o.C_SEES_HAND] = rules.interception == "hand"
            cfg[o.C_FALSE_SIGNS] = rules.false_signs
            cfg[o.C_LEND] |= o.LEND_SENAS
        if len({strategy.values for strategy in places}) > 1:
            cfg[o.C_LEND] |= o.LEND_PARAMETERS
        for place, strategy in enumerate(places):
            cfg[o.C_ASKS_SIGN + place] = strategy.asks_sign
            cfg[o.C_SEES + place] = SIGHTS.index(strategy.about.sees)
            cfg[o.C_LEND] |= o.LEND_HANDS if strategy.cheats else 0
            cfg[o.C_FUNCTION + place] = strategy.address
            cfg[o.C_ASKS_SWAP + place] = _swaps(strategy)
            cfg[o.C_LEND] |= o.LEND_NOTES if strategy.keeps_notes else 0
            for i, word in enumerate(strategy.words()):
                cfg[o.C_PARAMS + o.MAX_PARAMETERS * place + i] = word
        return cfg

    def describe(self) -> dict[str, object]:
        """What decides the result, in JSON types; the same on every machine."""
        return {
            "rules": self.rules.to_dict(),
            "lineup": [strategy.label for strategy in self.lineup],
            "seed": self.seed,
            "deal_mode": self.deal_mode,
        }

    def command(self, name: str, *options: str) -> str:
        """The command line that plays at this table, ready to be typed."""
        words = ["brisca-sim", name, *(self._spec(strategy) for strategy in self.lineup)]
        words += ["--players", str(self.rules.players)] if self.rules.players != 2 else []
        for option, (value, _) in self.rules.differences("tradicional").items():
            if option != "players":
                text = str(value).lower() if isinstance(value, bool) else str(value)
                words += ["--set", f"{option}={text}"]
        words += ["--seed", str(self.seed)]
        words += ["--deal-mode", self.deal_mode] if self.deal_mode != "stream" else []
        return shlex.join([*words, *options])

    @staticmethod
    def _spec(strategy: Strategy) -> str:
        if scripts().get(strategy.name) == strategy.path:
            return strategy.label
        return str(strategy.path) + strategy.label.removeprefix(strategy.name)


def _swaps(strategy: Strategy) -> int:
    """How the kernel treats a strategy's swaps."""
    if strategy.never_swaps:
        return o.SWAPS_NEVER
    return o.SWAPS_ASKED if strategy.asks_swap else o.SWAPS_ALWAYS


def seat_down(
    lineup: Sequence[str | Path | Strategy],
    rules: Rules | None = None,
    seed: int = 1,
    deal_mode: str = "stream",
) -> Table:
    """Load the strategies of a lineup and seat them.

    Raises
    ------
    BriscaError
        If a strategy cannot be loaded, or the lineup does not fit the players.
    """
    loaded = tuple(s if isinstance(s, Strategy) else load_strategy(s) for s in lineup)
    return Table(rules or Rules(), loaded, seed, deal_mode)
