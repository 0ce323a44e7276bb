"""A report as one page of HTML that needs nothing but itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from brisca_sim.language import _
from brisca_sim.reporting.report.model import Facts, Items, Picture, Report, Table
from brisca_sim.reporting.tables import Cell
from brisca_sim.version import VERSION

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

GENERATOR: Final = f"brisca-sim {VERSION}"
"""What pages name as the program that made them."""

_TEMPLATES: Final = Path(__file__).with_name("templates")


def html(report: Report) -> str:
    """Write a report as a page of HTML, which is XML too.

    Parameters
    ----------
    report : Report
        Made in the language that is spoken here.
    """
    template = _environment().get_template("report.html")
    return template.render(report=report, generator=GENERATOR, style=_style()) + "\n"


def raw_text(value: Cell) -> str:
    """A raw value as the CSV has it."""
    return "" if value is None else str(value)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    # Autoescape whatever the ending: names of strategies may hold any character.
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined
    )
    environment.filters |= {"raw": raw_text, "drawn": _drawn}
    environment.globals["_"] = _
    for name, kind in (("picture", Picture), ("table", Table), ("facts", Facts), ("items", Items)):
        environment.tests[name] = lambda block, kind=kind: isinstance(block, kind)
    return environment


def _drawn(picture: Picture) -> Markup:
    """The figure as an element, told by the alt text of the picture."""
    from markupsafe import Markup

    from brisca_sim.reporting import figures

    picture.figure.set_label(picture.alt)
    # Written by matplotlib, which escapes what it is given.
    return Markup(figures.svg(picture.figure, picture.name))  # noqa: S704


def _style() -> Markup:
    """The style sheet with the colours of the figures."""
    from markupsafe import Markup

    from brisca_sim.reporting.figures import PALETTE

    text = (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    for place, name in enumerate(("light", "dark")):
        colours = " ".join(f"--{key}: {pair[place]};" for key, pair in PALETTE.items())
        text = text.replace(f"{{{{ {name} }}}}", colours)
    return Markup(text)  # noqa: S704 - nothing in it comes from a document
