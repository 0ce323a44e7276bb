"""Where a sweep of comparisons changes its sign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def break_even(documents: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Where along a sweep the difference in score changes its sign, by straight lines.

    Returns
    -------
    dict or None
        ``at`` and its range ``ci``, where the ends of the intervals cross 0 (None at an end that
        crosses outside of the sweep); None when the sign does not change.
    """
    places = [document["at"] for document in documents]
    if any(place is None for place in places) or len(places) < 2:
        return None
    gaps = [document["difference"]["score"] for document in documents]
    lows = [document["difference"]["score_ci"][0] for document in documents]
    highs = [document["difference"]["score_ci"][1] for document in documents]
    at = _crossing(places, gaps)
    if at is None:
        return None
    ends = sorted(
        end for end in (_crossing(places, lows), _crossing(places, highs)) if end is not None
    )
    low = next((end for end in ends if end <= at), None)
    high = next((end for end in ends if end >= at), None)
    return {"at": at, "ci": [low, high]}


def _crossing(places: Sequence[float], values: Sequence[float]) -> float | None:
    """Where a line through some points first crosses 0."""
    for i in range(len(places) - 1):
        a, b = values[i], values[i + 1]
        if a == 0:
            return places[i]
        if a * b < 0:
            return places[i] + (places[i + 1] - places[i]) * a / (a - b)
    return None
