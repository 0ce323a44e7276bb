"""Sheet, heading and axes of a figure; sizes and places are in inches."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from brisca_sim.reporting.cells import shortened
from brisca_sim.reporting.figures.palette import light

STYLE: Final = Path(__file__).parent.with_name("brisca.mplstyle")
WIDTH: Final = 5.6
"""Width of a figure that is read on a telephone, too."""

MARGIN: Final = 0.15
SMALL: Final = 8.5
"""Points of the letters of everything but the title."""

HARD_SPACE: Final = "\u00a0"
_LINE: Final = 0.165
_TICKS: Final = 0.3
_P = ParamSpec("_P")
_R = TypeVar("_R")


def styled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Let a function draw in the style of the house, whatever the settings of its caller."""

    @wraps(function)
    def inner(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        # A file alone would leave in force what the caller has set beside it.
        with mpl.rc_context(fname=STYLE):
            return function(*args, **kwargs)

    return inner


def blank(width: float, height: float) -> Figure:
    """Take an empty figure."""
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def plot(title: str, note: str, label: str, tall: float, left: float, right: float) -> Axes:
    """Take a sheet with a heading and one pair of axes, `tall` high between two margins.

    Parameters
    ----------
    title, note : str
        What was found, and under which conditions.
    label : str
        Label below the axes; broken into lines where it is too long.
    tall, left, right : float
        Height of the axes and the margins beside them, in inches.

    Returns
    -------
    Axes
        Its figure is `WIDTH` wide and as high as all this needs.
    """
    centre = (left + WIDTH - right) / 2
    room = 2 * (min(centre, WIDTH - centre) - MARGIN / 2)
    lines = wrapped(label, font(SMALL), room)
    figure = sheet(title, note, tall + foot(len(lines)))
    axes = place(figure, left, foot(len(lines)), WIDTH - left - right, tall)
    axes.set_xlabel("\n".join(lines))
    return axes


def foot(lines: int) -> float:
    """Height of tick labels and of so many lines below axes."""
    return _TICKS + _LINE * lines


def sheet(title: str, note: str, body: float) -> Figure:
    """Take a figure of the usual width with a heading and `body` inches below it."""
    lines = _heading_lines(title, note, WIDTH, MARGIN, 11.5)
    figure = blank(WIDTH, body + lines[-1][3])
    _write(figure, lines, MARGIN)
    figure.set_label(title)
    return figure


def heading(figure: Figure, title: str, note: str, margin: float, size: float) -> float:
    """Write title and note from the top edge down; return where they end, 0 to 1."""
    width, height = figure.get_size_inches()
    lines = _heading_lines(title, note, width, margin, size)
    _write(figure, lines, margin)
    figure.set_label(title)
    return float(1 - lines[-1][3] / height)


_Line = tuple[str, FontProperties, str, float]


def _heading_lines(title: str, note: str, width: float, margin: float, size: float) -> list[_Line]:
    """Lines of a heading, each with its depth; the last one is empty and tells the whole depth."""
    found: list[_Line] = []
    depth = 0.15 if width == WIDTH else 0.2
    for text, letters, colour in (
        (title, font(size, "bold"), light("ink")),
        (note, font(SMALL), light("guide")),
    ):
        for line in wrapped(text, letters, width - 2 * margin) if text else ():
            found.append((line, letters, colour, depth))
            depth += 1.4 * letters.get_size_in_points() / 72
        depth += 0.04
    return [*found, ("", font(SMALL), light("ink"), depth + 0.08)]


def _write(figure: Figure, lines: list[_Line], margin: float) -> None:
    width, height = figure.get_size_inches()
    for text, letters, colour, depth in lines[:-1]:
        spot = margin / width, 1 - depth / height
        figure.text(*spot, text, fontproperties=letters, color=colour, va="top")


def place(figure: Figure, left: float, bottom: float, wide: float, tall: float) -> Axes:
    """Add axes in inches."""
    width, height = figure.get_size_inches()
    return figure.add_axes((left / width, bottom / height, wide / width, tall / height))


def sheet_of(axes: Axes) -> Figure:
    """The figure that axes are in."""
    figure = axes.figure
    if not isinstance(figure, Figure):
        raise TypeError("axes within a part of a figure")
    return figure


def inches(axes: Axes) -> tuple[float, float]:
    """Width and height of axes."""
    width, height = sheet_of(axes).get_size_inches()
    box = axes.get_position()
    return float(box.width * width), float(box.height * height)


def font(size: float, weight: str = "normal") -> FontProperties:
    """Letters of so many points."""
    return FontProperties(family=mpl.rcParams["font.family"], size=size, weight=weight)


@lru_cache(maxsize=4096)
def text_width(text: str, letters: FontProperties) -> float:
    """Width of a text in inches."""
    return float(text_to_path.get_text_width_height_descent(text, letters, False)[0]) / 72


def fitted(name: str, letters: FontProperties, room: float) -> str:
    """Shorten a name until it is no wider than `room`."""
    limit = len(name)
    while text_width(shortened(name, limit), letters) > room and limit > 4:
        limit -= 1
    return shortened(name, limit)


def column(names: list[str], letters: FontProperties, most: float) -> float:
    """Width of a column of names, `most` at most."""
    return min(max((text_width(name, letters) for name in names), default=0.0), most)


def wrapped(text: str, letters: FontProperties, limit: float) -> list[str]:
    """Break a text into lines of at most so many inches, all about as long."""
    lines = narrower = _broken(text, letters, limit)
    while len(narrower) == len(lines) > 1 and limit > 1:
        lines, limit = narrower, limit - 0.5
        narrower = _broken(text, letters, limit)
    return lines


def _broken(text: str, letters: FontProperties, limit: float) -> list[str]:
    """Break a text at spaces and between parameters wherever a line is full."""
    lines = [""]
    for piece in re.split(r"(?<= )|(?<=[:,+/])(?=[A-Za-z])", text):
        if lines[-1] and text_width((lines[-1] + piece).rstrip(" "), letters) > limit:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip(" ") for line in lines]
