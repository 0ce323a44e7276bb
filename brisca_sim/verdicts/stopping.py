"""When a comparison may stop."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stop:
    """When to stop.

    Attributes
    ----------
    deals : int
        The most deals; without another rule, their number.
    width : float, optional
        Half-width of the interval of the score, as a share.
    decide : bool
        Stop as soon as there is a verdict.
    margin : float, optional
        Difference in score that does not matter.
    sprt : (float, float), optional
        Two Elo differences to choose between.
    confidence : float
        Level of all intervals.
    """

    deals: int
    width: float | None = None
    decide: bool = False
    margin: float | None = None
    sprt: tuple[float, float] | None = None
    confidence: float = 0.95

    @property
    def sequential(self) -> bool:
        """Whether the results decide when it stops."""
        return self.width is not None or self.decide or self.sprt is not None
