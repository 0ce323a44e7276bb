"""Filters and tests of the texts of a study: figures with their intervals, as the language has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from brisca_sim.inference.luck import luck_of
from brisca_sim.language import between, decimal, percent, whole
from brisca_sim.reporting.terminal import decimals
from brisca_sim.study.reading import StudyError

Entry = Mapping[str, Any]


def measured(
    value: float, bounds: Sequence[float | None] | None, scale: float = 1, *,
    unit: str = "", signed: bool = False,
) -> str:  # fmt: skip
    """A figure with as many digits as its interval is worth, and the interval.

    Parameters
    ----------
    value : float
    bounds : (float, float) or None
    scale : float
        What both are multiplied by.
    unit : str
        Written after the figure.
    signed : bool
        Whether more than nothing gets a plus.
    """
    low, high = bounds or (None, None)
    ends = [end for end in (low, high) if end is not None]
    digits = decimals((ends[1] - ends[0]) * scale / 2) if len(ends) == 2 else 1

    def text(number: float) -> str:
        # A zero has no sign, whichever side it was rounded from.
        shown = decimal(round(number * scale, digits) + 0.0, digits)
        return f"+{shown}" if signed and number * scale > 0.5 * 10**-digits else shown

    if len(ends) < 2 or ends[0] == ends[1]:
        return text(value) + unit
    return f"{text(value)}{unit} {between(text(ends[0]), text(ends[1]))}"


def _percent_sign() -> str:
    return percent(0)[1:]


def _bounds(entry: Entry, key: str) -> Any:
    return entry[f"{key.removesuffix('_mean')}_ci"]


def share(entry: Entry, key: str = "score") -> str:
    """A share of an entry as a percentage: ``62.35% [61.96, 62.74]``."""
    return measured(entry[key], _bounds(entry, key), 100, unit=_percent_sign())


def gap(entry: Entry, key: str = "score") -> str:
    """A difference of shares, in hands of a hundred: ``+1.05 [0.98, 1.12]``."""
    return measured(entry[key], _bounds(entry, key), 100, signed=True)


def points(entry: Entry, key: str = "") -> str:
    """Points of an entry, be they a mean or a difference."""
    own = key or ("points_mean" if "points_mean" in entry else "points")
    return measured(entry[own], _bounds(entry, own), signed=own == "points")


def elo(entry: Entry, key: str = "elo") -> str:
    """A rating, or a difference of ratings."""
    return measured(entry[key], _bounds(entry, key), signed=True)


def figure(entry: Entry, key: str) -> str:
    """Any figure that an entry holds with its interval under ``KEY_ci``."""
    return measured(entry[key], _bounds(entry, key))


def rate(entry: Entry) -> str:
    """How often something comes in a hand, as a percentage."""
    return measured(entry["per_hand"], entry["ci"], 100, unit=_percent_sign())


def interval(entry: Entry) -> str:
    """A place with its range, as that of a break-even: ``0.31 [0.28, 0.35]``; an end may be open."""
    low, high = entry["ci"]
    if low is not None and high is not None:
        return measured(entry["at"], (low, high))
    ends = ["\N{HORIZONTAL ELLIPSIS}" if end is None else decimal(end, 2) for end in (low, high)]
    return f"{decimal(entry['at'], 2)} {between(*ends)}"


def span(bounds: Sequence[int | None]) -> str:
    """A range of whole numbers, which may be open: ``12-19``."""
    low, high = bounds
    if low is None or high is None:
        return f"\N{GREATER-THAN OR EQUAL TO} {whole(low or 0)}"
    return f"{whole(low)}\N{EN DASH}{whole(high)}"


def pct(value: float, digits: int = 0) -> str:
    """A share that is exact."""
    return percent(value, digits)


def luck(document: Mapping[str, Any], key: str) -> str:
    """A share of the spread of a hand's result: skill, interplay or deal, see `luck_of`."""
    found = luck_of(document)
    return measured(found[key], found[f"{key}_ci"], 100, unit=_percent_sign())


def pick(entries: Sequence[Any], **wanted: Any) -> Any:
    """The entry in which some keys have some values."""
    for entry in entries:
        if all(entry[key] == value for key, value in wanted.items()):
            return entry
    where = getattr(entries, "where", "the list")
    asked = ", ".join(f"{key} = {value!r}" for key, value in wanted.items())
    raise StudyError(f"{where} has no entry with {asked}")


def above(bounds: Sequence[float], than: float = 0.0) -> bool:
    """Whether all of an interval is above a number."""
    return bounds[0] > than


def below(bounds: Sequence[float], than: float = 0.0) -> bool:
    """Whether all of an interval is below a number."""
    return bounds[1] < than


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    "share": share, "gap": gap, "points": points, "elo": elo, "figure": figure, "rate": rate,
    "interval": interval, "span": span, "pct": pct, "pick": pick, "whole": whole,
    "decimal": decimal, "luck": luck,
}  # fmt: skip
TESTS: Final[dict[str, Callable[..., bool]]] = {"above": above, "below": below}
