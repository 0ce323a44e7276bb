"""Ranges of deals: pairs of the first deal and the one after the last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

Range = tuple[int, int]

_SHOWN = 4


def joined(ranges: Iterable[Range]) -> list[Range]:
    """The same deals in as few ranges as there can be, ascending."""
    found: list[Range] = []
    for first, last in sorted(ranges):
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], last)
        elif first < last:
            found.append((first, last))
    return found


def missing(ranges: Iterable[Range], wanted: Range) -> list[Range]:
    """What is wanted and not in any of the ranges."""
    gaps, at = [], wanted[0]
    for first, last in joined(ranges):
        if at < min(first, wanted[1]):
            gaps.append((at, min(first, wanted[1])))
        at = max(at, last)
    return [*gaps, (at, wanted[1])] if at < wanted[1] else gaps


def overlap(ranges: Iterable[Range]) -> Range | None:
    """Deals that two of the ranges share, None if no two do."""
    ordered = sorted(pair for pair in ranges if pair[0] < pair[1])
    widest = 0
    for (_, last), (first, end) in pairwise(ordered):
        widest = max(widest, last)
        if first < widest:
            return first, min(widest, end)
    return None


def share_of(part: int, parts: int, deals: int) -> Range:
    """The deals of one of several parts of nearly the same size; parts count from 1."""
    return deals * (part - 1) // parts, deals * part // parts


def deals_in(ranges: Iterable[Range]) -> int:
    """Number of deals."""
    return sum(last - first for first, last in ranges)


def in_words(ranges: Sequence[Range]) -> str:
    """Ranges as users read them, both ends included: ``0-99, 200-299``."""
    texts = [f"{first}-{last - 1}" for first, last in ranges[:_SHOWN]]
    more = len(ranges) - _SHOWN
    return ", ".join(texts) + (f" and {more} more ranges" if more > 0 else "")
