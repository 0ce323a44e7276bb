"""Asking a `Player`: a new one for each seat and hand, what he sees, and what he may answer."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brisca_sim.errors import StrategyError, shown
from brisca_sim.kernel import layout as o
from brisca_sim.script_form import first_line

_QUESTIONS = {
    o.ASK_PLAY: ("play", "a card of the hand, a whole number"),
    o.ASK_SWAP: ("swap", "True or False"),
    o.ASK_SIGN: ("sign", "a sign or NO_SIGN, a whole number"),
}
_NOTES = slice(o.MEMORY, o.MEMORY + o.MAX_MEMORY)

Words = NDArray[np.int64]


class PlayerError(StrategyError):
    """What a player did wrong, to be read after his name: ``raised ...`` or ``answered ...``."""


class _Thread(threading.local):
    """The hand in play in this thread and its players, by script and seat."""

    where: Words | None = None
    hand: tuple[int, int] = (-1, -1)

    def __init__(self) -> None:
        self.players: dict[tuple[int, int], Any] = {}


_here = _Thread()
_asked = [0]


@contextmanager
def seated(where: Words) -> Iterator[None]:
    """Let players in this thread stay for the hand that `where` names, and go when it ends.

    Outside of this, every question goes to a new player.

    Parameters
    ----------
    where : int64[WHERE_WORDS]
        The kernel writes deal and seating into it, see `brisca_sim.kernel.layout`.
    """
    before = _here.where, _here.hand, _here.players
    _here.where, _here.hand, _here.players = where, (-1, -1), {}
    try:
        yield
    finally:
        # A player may have hands played while it thinks: then its own hand goes on here.
        _here.where, _here.hand, _here.players = before


def questions_asked() -> int:
    """How often players have been asked in this process, about: it grows as long as they answer."""
    return _asked[0]


def line_in(path: Path, error: BaseException) -> int:
    """Last line of a script in the traceback of an exception, 0 if there is none."""
    line = 0
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


@dataclass(frozen=True)
class Decision:
    """Decisions of a script with a class `Player`, as `brisca_sim.kernel.callback.entered` takes it.

    Attributes
    ----------
    path : Path
    player : callable
        Makes a player.
    """

    path: Path
    player: Callable[[], Any]

    def __call__(self, words: Words) -> int:
        """Ask the player whose turn it is; his answer.

        Parameters
        ----------
        words : int64[OBS_WORDS]
            The kernel's own words: the player gets a copy, of which his random stream and his notes
            are taken over.

        Raises
        ------
        PlayerError
            If the player raises an exception, or his answer is not a whole number.
        """
        _asked[0] += 1
        own = words.copy()
        obs = own.view()
        obs.setflags(write=False)
        name, wanted = _QUESTIONS[int(words[o.ASK])]
        try:
            answer = getattr(self._seat(int(words[o.SEAT])), name)(obs)
            number = _whole(answer)
        except BaseException as error:
            # Ctrl-C comes to the main thread only.
            here = threading.current_thread() is threading.main_thread()
            if here and isinstance(error, KeyboardInterrupt):
                raise
            raise PlayerError(self._raised(error)) from None
        if number is None:
            raise PlayerError(
                f"answered {shown(answer)} where {name} has to return {wanted} ({self._place(name)})"
            )
        words[o.RNG] = own[o.RNG]
        words[_NOTES] = own[_NOTES]
        return number

    def _seat(self, seat: int) -> Any:
        """The player in a seat, new when the hand is."""
        where = _here.where
        if where is None:
            return self.player()
        hand = int(where[o.W_DEAL]), int(where[o.W_SEATING])
        if hand != _here.hand:
            _here.hand = hand
            _here.players.clear()
        key = id(self), seat
        if key not in _here.players:
            _here.players[key] = self.player()
        return _here.players[key]

    def _place(self, name: str) -> str:
        """Where a method is, with its line if it is one of the script's own."""
        code = getattr(getattr(self.player, name), "__code__", None)
        own = code is not None and code.co_filename == str(self.path)
        return f"{self.path}, line {code.co_firstlineno}" if code and own else str(self.path)

    def _raised(self, error: BaseException) -> str:
        line = line_in(self.path, error)
        place = f"{self.path}, line {line}" if line else str(self.path)
        return f"raised {type(error).__name__}: {first_line(error)} ({place})"


def _whole(answer: Any) -> int | None:
    """An answer as an int of 64 bits; None if it is none."""
    try:
        number = operator.index(bool(answer) if isinstance(answer, np.bool_) else answer)
    except TypeError:
        return None
    return number if -(2**63) <= number < 2**63 else None
