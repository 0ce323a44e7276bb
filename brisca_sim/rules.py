"""The rules of a game: every option worked out, contradictions refused, presets and files read."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from brisca_sim.cards import deck_cards
from brisca_sim.errors import RulesError, listed, shown, suggest
from brisca_sim.options import OPTIONS, Value, check, find_option, parse_text

PRESETS: Final = ("tradicional", "vip", "briscacard")

DECKS_FOR: Final = MappingProxyType({2: (40, 36, 48), 3: (36, 39, 48), 4: (40, 36, 48), 6: (48,)})
"""Decks by number of players, the usual one first; all of them come out even."""

_FOLDER: Final = Path(__file__).with_name("presets")
_MOST_BYTES: Final = 1_000_000
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
        values = {name: option.default for name, option in OPTIONS.items()} | _checked(options)
        for name, value in values.items():
            object.__setattr__(self, name, value)
        # None still stands for: not given.
        if self.teams is None:
            object.__setattr__(self, "teams", "pairs" if self.players >= 4 else "individual")
        if self.deck is None:
            object.__setattr__(self, "deck", DECKS_FOR[self.players][0])
        if self.removed is None and self.deck == 39:
            object.__setattr__(self, "removed", "2o")
        fault = _table_fault(self) or _variant_fault(self)
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
        return cls(**_preset_options(name) | options)

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
            options = _preset_options(name_or_path)
        else:
            options = _file_options(os.fspath(name_or_path))
        return cls(**options | dict(overrides) | dict(map(_parse_setting, texts)))

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
        return self.replace(**dict(map(_parse_setting, texts)))

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
        for names, is_idle, reason in _IDLE:
            if is_idle(self):
                reasons = dict.fromkeys(names.split(), reason) | reasons
        values = self.to_dict()
        return [
            f"option {name} = {_plain(values[name])} has no effect: {reasons[name]}"
            for name in values
            if name in reasons and values[name] != OPTIONS[name].default
        ]


_SENAS_ONLY: Final = (
    "senas_limit senas_from partner_sees rival_sees interception false_signs brisca"
)

# Names, when they have no effect, and why; the first reason that holds is given.
_IDLE: Final[tuple[tuple[str, Callable[[Rules], bool], str], ...]] = (
    ("swap swap_by swap_last_round swap_limit", lambda r: r.blind, "nobody swaps in blind play"),
    ("swap_by swap_last_round swap_limit", lambda r: r.swap == "off", "swap is off"),
    ("swap_by", lambda r: r.swap == "winner", "it needs swap = on_turn"),
    ("swap_by", lambda r: r.swap_by == "team" and r.teams != "pairs", "nobody has a partner"),
    ("swap_limit", lambda r: r.deck == 36, "without 2s there is only one swap in a hand"),
    ("mano_negra_when", lambda r: r.mano_negra == "off", "mano_negra is off"),
    ("hands_count", lambda r: not r.match.startswith("hands:"), "it needs match = hands:N"),
    ("hand_minutes", lambda r: not r.match.startswith("time:"), "it needs match = time:N"),
    ("reverse_counts", lambda r: r.objective == "most", "it needs objective = fewest"),
    ("show_partner", lambda r: r.teams != "pairs", "nobody has a partner"),
    ("show_partner", lambda r: r.blind, "nobody sees cards in blind play"),
    (_SENAS_ONLY, lambda r: not r.senas, "it needs senas = true"),
    ("interception", lambda r: r.rival_sees == 0, "rival_sees is 0"),
)


def _plain(value: Value) -> str:
    return value if isinstance(value, str) else shown(value)


def _table_fault(rules: Rules) -> str:
    """Say what is wrong with players, teams and deck; empty if nothing is."""
    players, deck, decks = rules.players, rules.deck, DECKS_FOR[rules.players]
    if rules.teams == "pairs" and players < 4:
        return f"teams = pairs does not go with {players} players: take 4 or 6, or leave teams out"
    if rules.teams == "individual" and players == 6:
        return "teams = individual does not go with 6 players: take pairs, or leave teams out"
    if deck not in decks:
        return f"deck = {deck} does not go with {players} players: take {listed(decks)}"
    if rules.removed is not None and deck != 39:
        return f"removed = {rules.removed} does not go with deck = {deck}: take 39, or leave it out"
    return ""


def _variant_fault(rules: Rules) -> str:
    """Say which variants exclude each other; empty if none do."""
    if rules.mano_negra != "off" and rules.objective == "fewest":
        return (
            f"mano_negra = {rules.mano_negra} does not go with objective = fewest (al revés):"
            " take mano_negra = off or objective = most"
        )
    if rules.senas and rules.teams != "pairs":
        return "senas = true needs partners: take teams = pairs with 4 or 6 players"
    if rules.senas and rules.blind:
        return "senas = true does not go with blind = true: set one of them to false"
    if rules.senas_from > rules.tricks:
        return f"senas_from = {rules.senas_from} is too late: a hand has {rules.tricks} tricks"
    return ""


def _checked(options: Mapping[str, object]) -> dict[str, Value]:
    return {name: check(find_option(name), value) for name, value in options.items()}


def _parse_setting(text: str) -> tuple[str, Value]:
    key, equals, value = text.partition("=")
    if not equals:
        raise RulesError(f"setting {shown(text)}: write KEY=VALUE, such as swap=off")
    option = find_option(key.strip())
    return option.name, parse_text(option, value)


def preset_about(name: str) -> str:
    """Describe a preset in one line.

    Raises
    ------
    RulesError
        If there is no such preset.
    """
    return str(_read_table(_preset_path(name))["about"])


def _preset_options(name: str) -> dict[str, object]:
    return _file_options(_preset_path(name))


def _preset_path(name: str) -> str:
    if name not in PRESETS:
        raise RulesError(
            f"there is no preset {shown(name)}: take {listed(PRESETS)}{suggest(name, PRESETS)}"
        )
    return str(_FOLDER / f"{name}.toml")


def _file_options(path: str) -> dict[str, object]:
    """Options that a rules file sets, on top of those of the preset it starts from."""
    table = _read_table(path)
    where = f"rules file {shown(path, 200)}: "
    about, base = table.pop("about", ""), table.pop("preset", None)
    for key, value in (("about", about), ("preset", base or "")):
        if not isinstance(value, str):
            raise RulesError(f"{where}{key}: got {shown(value)}, takes a text")
    start: dict[str, object] = {}
    try:
        if base is not None:
            start = _preset_options(str(base))
        return start | _checked(table)
    except RulesError as error:
        raise RulesError(f"{where}{error}") from None


def _read_table(path: str) -> dict[str, object]:
    """Parse a TOML file; every way to fail is a RulesError that names the file."""
    where = f"rules file {shown(path, 200)}: "
    try:
        return tomllib.loads(_read_bytes(path).decode("utf-8-sig"))
    except FileNotFoundError:
        raise RulesError(
            f"rules {shown(path, 200)}: there is no such file, and the presets are"
            f" {listed(PRESETS, 'and')}{suggest(path, PRESETS)}"
        ) from None
    except OSError as error:
        raise RulesError(f"{where}cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RulesError(f"{where}byte {error.start} is not UTF-8: save it as UTF-8") from None
    except (ValueError, RecursionError) as error:
        # tomllib lets the interpreter's own limits on nesting and on digits through.
        why = " ".join(str(error).split())
        raise RulesError(f"{where}is not TOML: {why}") from None


def _read_bytes(path: str) -> bytes:
    if os.path.isdir(path):
        raise RulesError(f"rules {shown(path, 200)}: is a folder: name a TOML file in it")
    with open(path, "rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise RulesError(f"rules file {shown(path, 200)}: is larger than 1 MB, so no rules file")
    return data
