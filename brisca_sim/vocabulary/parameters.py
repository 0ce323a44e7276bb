"""Declarations: at the top level of a script, what it is and what users may set."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["About", "Parameter", "about", "choice", "parameter"]

SPEEDS = ("fast", "medium", "slow")
SIGHTS = ("own", "partner", "all")


@dataclass(frozen=True)
class About:
    """What a script declares of itself.

    Attributes
    ----------
    tables : str
        Where it is worth playing, in a word or two; it has to play everywhere.
    speed : str
        ``fast``, ``medium`` or ``slow``, as `strategies check` measures it; empty: not declared.
    sees : str
        Hands that it sees: its ``own``, its ``partner``'s too, or ``all``, which is cheating.
    """

    tables: str = "all"
    speed: str = ""
    sees: str = "own"


def about(tables: str = "all", speed: str = "", sees: str = "own") -> About:
    """Declare what a script is: ``ABOUT = about(tables="pairs", speed="fast")``.

    `speed` is fast, medium or slow; ``sees="partner"`` or ``"all"`` shows it hands that no honest
    player sees, and marks it as cheating.
    """
    for name, value, known in (("speed", speed, ("", *SPEEDS)), ("sees", sees, SIGHTS)):
        if value not in known:
            raise ValueError(f"about takes {name}={', '.join(filter(None, known))}, not {value!r}")
    return About(tables, speed, sees)


@dataclass(frozen=True)
class Parameter:
    """What users may set: its default, its range (both ends allowed) and its meaning.

    With `choices` the value is the number of one of these words, counted from 0.
    """

    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False
    choices: tuple[str, ...] = ()


def parameter(
    default: float, low: float, high: float, meaning: str, *, whole: bool = False
) -> Parameter:
    """Declare a parameter at the top level of a script: ``THETA = parameter(3, 0, 33, "...")``.

    Its name on the command line is the variable's in lower case (``ahorradora:theta=10``); in the
    script ``param(obs, THETA)`` reads it.  ``whole=True`` takes whole numbers only.
    """
    return Parameter(default, low, high, meaning, whole)


def choice(default: str, choices: tuple[str, ...], meaning: str) -> Parameter:
    """Declare a parameter that is a word: ``POLICY = choice("late", ("never", "late"), "...")``.

    On the command line it is given by its word (``cambista:policy=late``); in the script
    ``param(obs, POLICY)`` is the place of the word among the choices, 0 for the first.
    """
    if default not in choices:
        raise ValueError(f"the default {default!r} is not one of {choices}")
    return Parameter(choices.index(default), 0, len(choices) - 1, meaning, True, tuple(choices))
