"""The table of rule options: what each is called, what it takes and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from brisca_sim.errors import RulesError, listed, shown, suggest
from brisca_sim.language import N_

Value = str | int | float | bool | None
"""What an option can hold; None only where the value follows from other options."""

Kind = Literal["choice", "flag", "whole", "number", "card", "match"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules.

    Attributes
    ----------
    name : str
        The key in a rules file.
    kind : str
        ``choice``, ``flag``, ``whole`` (number), ``number``, ``card`` (a 2) or ``match``.
    default : str, int, float, bool or None
        None where the number of players or the deck decides.
    meaning : str
        One sentence, marked for translation.
    choices : tuple of str or of int
        What a ``choice`` takes.
    low, high : float
        Ends of the range of a ``whole`` or ``number``, both included.
    """

    name: str
    kind: Kind
    default: Value
    meaning: str
    choices: tuple[str | int, ...] = ()
    low: float = 0
    high: float = 1

    @property
    def is_numeric(self) -> bool:
        """Whether the option holds a number, be it one of a few choices or of a range."""
        return self.kind in ("whole", "number") or any(type(c) is int for c in self.choices)

    @property
    def takes(self) -> str:
        """What the option takes, in words."""
        match self.kind:
            case "choice":
                return listed(self.choices)
            case "flag":
                return "true or false"
            case "whole":
                return f"a whole number from {self.low} to {self.high}"
            case "number":
                return f"a number from {self.low} to {self.high}"
            case "card":
                return "2o, 2c, 2e or 2b"
            case "match":
                return "hands:N, points:N, best_of:1, best_of:3, best_of:5, first_to:N or time:N"


def _choice(name: str, choices: str, meaning: str) -> Option:
    words = tuple(choices.split())
    return Option(name, "choice", words[0], meaning, words)


def _flag(name: str, meaning: str) -> Option:
    return Option(name, "flag", False, meaning)


def _number(name: str, default: float, meaning: str, low: float = 0, high: float = 1) -> Option:
    kind: Kind = "whole" if isinstance(default, int) else "number"
    return Option(name, kind, default, meaning, low=low, high=high)


_TEAMS = N_("Whether every other seat plays together (usual with four and six) or each for itself.")
_DECK = N_(
    "Cards in the deck (40 for two and four, 36 for three, 48 for six unless given):"
    " 36 lacks the 2s, 39 one 2, 48 has 9s and 8s."
)
_SWAP = N_(
    "Who may change the 7 or 2 of trumps for the upcard: the winner of a trick before drawing,"
    " anyone entitled on his turn before playing, or nobody."
)
_TIE = N_(
    "What equal points mean: a draw, a win of the tied side that took a trick last, a new deal."
)
_INTERCEPTION = N_(
    "Whether a rival who notices a sign learns what it says or its giver's whole hand."
)

_TABLE: Final = (
    Option("players", "choice", 2, N_("How many sit at the table."), (2, 3, 4, 6)),
    Option("teams", "choice", None, _TEAMS, ("pairs", "individual")),
    Option("deck", "choice", None, _DECK, (40, 36, 39, 48)),
    Option("removed", "card", None, N_("The 2 that a deck of 39 lacks (2o unless given).")),
    _choice("swap", "winner on_turn off", _SWAP),
    _choice("swap_by", "own team anyone", N_("Whose earlier trick entitles to a swap on turn.")),
    _flag("swap_last_round", N_("Whether a swap is still allowed before the last drawing round.")),
    _choice(
        "swap_limit", "none table player", N_("Swaps per trick: any, one in all, one a player.")
    ),
    _choice(
        "mano_negra", "off hand match", N_("What as, tres and rey of trumps held together win.")
    ),
    _choice(
        "mano_negra_when", "any deal", N_("Whether mano negra counts at any time or as dealt.")
    ),
    _choice("tie", "draw last_trick replay", _TIE),
    Option("match", "match", "best_of:1", N_("How a match is decided; time is in minutes.")),
    _choice("hands_count", "points wins", N_("What counts in a match over a set number of hands.")),
    _number("hand_minutes", 5.0, N_("Minutes that a hand takes in a timed match."), 0.01, 1000),
    _choice(
        "objective", "most fewest", N_("Whether the most or the fewest points win (al revés).")
    ),
    _choice("reverse_counts", "points tricks", N_("What al revés counts.")),
    _flag("blind", N_("Whether nobody sees his own cards (a ciegas).")),
    _choice("show_partner", "never deal end", N_("From when on partners see each other's hands.")),
    _flag("senas", N_("Whether partners may exchange signs.")),
    _number("senas_limit", 1, N_("Signs that a player may give per trick."), 1, 100),
    _number("senas_from", 1, N_("The first trick in which signs are allowed."), 1, 24),
    _number("partner_sees", 1.0, N_("Probability that the partner notices a sign.")),
    _number("rival_sees", 0.0, N_("Probability that a rival notices a sign, for each rival.")),
    _choice("interception", "sign hand", _INTERCEPTION),
    _flag("false_signs", N_("Whether a sign may say what is not so.")),
    _choice("brisca", "ace_three ace_king", N_("Which cards outside trumps are briscas.")),
)

OPTIONS: Final = MappingProxyType({option.name: option for option in _TABLE})
"""Every option by name, in the order in which they are listed and written."""


def find_option(name: str) -> Option:
    """Look up an option.

    Raises
    ------
    RulesError
        If there is none of that name; the message names those that come near.
    """
    if name not in OPTIONS:
        raise RulesError(f"there is no rule option {shown(name)}{suggest(name, OPTIONS)}")
    return OPTIONS[name]
