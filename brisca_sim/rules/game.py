"""The rules of a game: every option worked out, and what follows from them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from brisca_sim.cards import deck_cards
from brisca_sim.errors import RulesError, listed, shown
from brisca_sim.options import OPTIONS, Value
from brisca_sim.rules.faults import DECKS_FOR, IDLE, table_fault, variant_fault
from brisca_sim.rules.files import PRESETS, checked, file_options, parse_setting, preset_options

_NONE: Final[Mapping[str, object]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, init=False)
class Rules:
    """Every option of a game, resolved and checked; built from options given by keyword.

    Options left out take the defaults, which are those of ``tradicional``. `teams`, `deck` and
    `removed` follow from the players and the deck unless they are given. ``OPTIONS`` in
    ``brisca_sim.options`` says what each option takes and means.

    Raises
    ------
    RulesError
        If an option is unknown, a value is not taken or options contradict each other.
    """

    players: int
    teams: str
    deck: int
    removed: str | None
    swap: str
    swap_by: str
    swap_last_round: bool
    swap_limit: str
    mano_negra: str
    mano_negra_when: str
    tie: str
    match: str
    hands_count: str
    hand_minutes: float
    objective: str
    reverse_counts: str
    blind: bool
    show_partner: str
    senas: bool
    senas_limit: int
    senas_from: int
    partner_sees: float
    rival_sees: float
    interception: str
    false_signs: bool
    brisca: str

    def __init__(self, /, **options: object) -> None:
        values = {name: option.default for name, option in OPTIONS.items()} | checked(options)
        for name, value in values.items():
            object.__setattr__(self, name, value)
        # None still stands for: not given.
        if self.teams is None:
            object.__setattr__(self, "teams", "pairs" if self.players >= 4 else "individual")
        if self.deck is None:
            object.__setattr__(self, "deck", DECKS_FOR[self.players][0])
        if self.removed is None and self.deck == 39:
            object.__setattr__(self, "removed", "2o")
        fault = table_fault(self) or variant_fault(self)
        if fault:
            raise RulesError(fault)

    @classmethod
    def preset(cls, name: str = "tradicional", **options: object) -> Rules:
        """Take a preset and change the options given by keyword.

        Raises
        ------
        RulesError
            If there is no such preset, or as for the class.
        """
        return cls(**preset_options(name) | options)

    @classmethod
    def load(
        cls,
        name_or_path: str | os.PathLike[str],
        overrides: Mapping[str, object] = _NONE,
        texts: Iterable[str] = (),
    ) -> Rules:
        """Read a preset or a rules file, with changes on top.

        Parameters
        ----------
        name_or_path : str or path
            Name of a preset, or else the path of a TOML file.
        overrides : mapping of str to object
            Options that replace those of the file.
        texts : iterable of str
            ``KEY=VALUE`` texts that replace both; the last one of a key counts.

        Raises
        ------
        RulesError
            If the file cannot be used, a text is not ``KEY=VALUE``, or as for the class.
        """
        if isinstance(name_or_path, str) and name_or_path in PRESETS:
            options = preset_options(name_or_path)
        else:
            options = file_options(os.fspath(name_or_path))
        return cls(**options | dict(overrides) | dict(map(parse_setting, texts)))

    @classmethod
    def from_dict(cls, mapping: object) -> Rules:
        """Read rules as a hand record holds them; what is left out is that of ``tradicional``.

        Raises
        ------
        RulesError
            If it is no mapping with texts as keys, or as for the class.
        """
        if not isinstance(mapping, Mapping):
            raise RulesError(f"rules: got {shown(mapping)}, takes a table of options")
        for key in mapping:
            if not isinstance(key, str):
                raise RulesError(f"rules: got {shown(key)} as the name of an option")
        return cls(**mapping)

    def to_dict(self) -> dict[str, Value]:
        """Every option in the order of ``OPTIONS``, with JSON types."""
        return {name: getattr(self, name) for name in OPTIONS}

    def replace(self, **changes: object) -> Rules:
        """Change options; teams and deck go back to the usual ones when the players change.

        Raises
        ------
        RulesError
            As for the class.
        """
        options: dict[str, object] = dict(self.to_dict())
        if changes.get("players", self.players) != self.players:
            options |= {"teams": None, "deck": None}
        if changes.get("deck", options["deck"]) != self.deck:
            options["removed"] = None
        return Rules(**options | changes)

    def changed(self, *texts: str) -> Rules:
        """Change options by ``KEY=VALUE`` texts.

        Raises
        ------
        RulesError
            If a text is not ``KEY=VALUE``, or as for the class.
        """
        return self.replace(**dict(map(parse_setting, texts)))

    @property
    def sides(self) -> int:
        """Number of sides: two in pairs, otherwise one for each player."""
        return 2 if self.teams == "pairs" else self.players

    def check_lineup(self, size: int) -> None:
        """Refuse a lineup that names neither one strategy a side nor one a seat.

        Raises
        ------
        RulesError
            If `size` strategies do not fit this table.
        """
        sizes = sorted({self.sides, self.players})
        if size in sizes:
            return
        takes = f"{listed(sizes)} strategies, one a {'side or one a seat' if sizes[1:] else 'seat'}"
        raise RulesError(f"{self.players} players ({self.teams}) take {takes}, not {size}")

    @property
    def tricks(self) -> int:
        """Tricks in a hand."""
        return self.deck // self.players

    @property
    def rounds(self) -> int:
        """Drawing rounds in a hand: tricks after which everybody takes a card."""
        return self.tricks - 3

    @property
    def cards(self) -> tuple[int, ...]:
        """Ids of the cards in the deck, ascending."""
        return deck_cards(self.deck, self.removed)

    def side_of(self, seat: int) -> int:
        """Side that a seat plays for.

        Raises
        ------
        RulesError
            If the table has no such seat.
        """
        if not 0 <= seat < self.players:
            raise RulesError(f"there is no seat {seat} at a table of {self.players}")
        return seat % self.sides

    def differences(self, preset: str = "tradicional") -> dict[str, tuple[Value, Value]]:
        """Options in which these rules differ from a preset at a table of the same size.

        Returns
        -------
        dict of str to (value, value)
            By option, the value here and the preset's.

        Raises
        ------
        RulesError
            If there is no such preset.
        """
        other = Rules.preset(preset, players=self.players).to_dict()
        mine = self.to_dict()
        return {name: (mine[name], other[name]) for name in mine if mine[name] != other[name]}

    def notes(self) -> list[str]:
        """One line for each option that was changed but has no effect beside the others."""
        reasons: dict[str, str] = {}
        for names, is_idle, reason in IDLE:
            if is_idle(self):
                reasons = dict.fromkeys(names.split(), reason) | reasons
        values = self.to_dict()
        return [
            f"option {name} = {_plain(values[name])} has no effect: {reasons[name]}"
            for name in values
            if name in reasons and values[name] != OPTIONS[name].default
        ]


def _plain(value: Value) -> str:
    return value if isinstance(value, str) else shown(value)
