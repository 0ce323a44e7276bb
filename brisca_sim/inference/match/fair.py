"""How many hands it takes until the better side mostly wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from brisca_sim.errors import BriscaError
from brisca_sim.inference.match.formats import Format
from brisca_sim.inference.match.hands import Hands
from brisca_sim.inference.match.odds import match_odds


@dataclass(frozen=True)
class Fair:
    """How many hands it takes until the better side mostly wins.

    Attributes
    ----------
    side : int or None
        The better side by its mean of what counts; None if both are equal.
    hands : int or None
        The least number; None if it is not reached.
    score : float
        Probability that the better side wins so many hands (or the most that were tried), a drawn
        match counted half; 0.5 if both are equal.
    """

    side: int | None
    hands: int | None
    score: float


def fair_hands(
    hands: Hands,
    probability: float = 0.8,
    how: Format | None = None,
    first: int | None = None,
    most: int = 10_000,
) -> Fair:
    """How many hands until the better of two sides wins ``hands:N`` with a given probability.

    An even number of hands can be drawn and an odd one favours who is mano once more; drawn matches
    count half and the first mano is drawn at random, so both are treated alike, and the
    least number is reported whichever it is.  Beyond 64 hands whole rounds of the deal
    are searched first.

    Parameters
    ----------
    hands : Hands
        Of two sides.
    probability : float
        Above 0.5 and below 1.
    how : Format, optional
        Its options; kind and number are without effect.  Points decide unless it says otherwise.
    first : int, optional
        As for `match_odds`.
    most : int
        So many hands are tried at most.

    Raises
    ------
    BriscaError
        If there are not two sides or the probability is out of range.
    """
    if hands.sides != 2:
        raise BriscaError(f"a fair number of hands takes two sides, not {hands.sides}")
    if not 0.5 < probability < 1:
        raise BriscaError(f"probability {probability}: takes a number above 0.5 and below 1")
    how = replace(how or Format("hands", 1), kind="hands")
    side = _better(hands, how)
    if side is None:
        return Fair(None, None, 0.5)

    def score(number: int) -> float:
        odds = match_odds(hands, replace(how, number=number), first, method="exact")
        return float(odds.score[side])

    for number in range(1, min(64, most) + 1):
        if score(number) >= probability:
            return Fair(side, number, score(number))
    found = _least(score, probability, len(hands.probabilities), most)
    return Fair(side, found, score(found or most))


def _better(hands: Hands, how: Format) -> int | None:
    counted = hands.without_draws() if how.redeal else hands
    standing = counted.standing(how)
    mean = counted.probabilities.mean(axis=0) @ (standing[:, 0] - standing[:, 1])
    return None if abs(mean) < 1e-12 else int(mean < 0)


def _least(
    score: Callable[[int], float], probability: float, rotations: int, most: int
) -> int | None:
    """Least number beyond 64, by halving over whole rounds of the deal, then hand by hand."""
    low, high = 64 // rotations, 128 // rotations
    while score(min(high * rotations, most)) < probability:
        if high * rotations >= most:
            return None
        low, high = high, 2 * high
    high = min(high, -(-most // rotations))
    while high - low > 1:
        middle = (low + high) // 2
        if score(middle * rotations) >= probability:
            high = middle
        else:
            low = middle
    tried = range(max(1, (low - 1) * rotations + 1), min(high * rotations, most) + 1)
    return next((number for number in tried if score(number) >= probability), None)
