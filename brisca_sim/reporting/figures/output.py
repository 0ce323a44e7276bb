"""Figures as pictures: PNG, SVG to be read alone, SVG within a page that may be dark."""

from __future__ import annotations

import io
import re
from html import escape
from typing import Final

from matplotlib.figure import Figure

from brisca_sim.reporting.figures.frame import styled
from brisca_sim.reporting.figures.palette import PALETTE

_NAMES: Final = {colours[0].lower(): name for name, colours in PALETTE.items()}
_NOTHING: Final = {"Date": None, "Creator": None, "Format": None, "Type": None}
# Nearly as wide as DejaVu Sans, by which lines are broken, and present where that is not.
_FAMILY: Final = "'DejaVu Sans', Verdana, sans-serif"
_HEX: Final = re.compile(r"#[0-9a-fA-F]{6}\b(?!\))")
_PROLOG: Final = '<?xml version="1.0" encoding="utf-8"?>\n'


@styled
def png(figure: Figure) -> bytes:
    """Render a figure as PNG, without the time, the program or anything of the machine."""
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi="figure", metadata={"Software": None})
    return image.getvalue()


def svg(figure: Figure, prefix: str) -> str:
    """Render a figure as an element to be put into a page of HTML.

    Parameters
    ----------
    figure : Figure
        One of this package.
    prefix : str
        What every id starts with: another one for every figure of a page.

    Returns
    -------
    str
        An ``svg`` element without prolog, size and metadata, whose texts are texts and whose
        colours are variables such as ``var(--side-1, #0072b2)``, by the names of `PALETTE`.

    Raises
    ------
    ValueError
        If a colour of the figure is not in the palette.
    """
    text = _element(figure, prefix)
    return re.sub(r'style="[^"]*"', lambda found: _HEX.sub(_variable, found[0]), text)


def svg_file(figure: Figure) -> str:
    """Render a figure as an SVG file of its own, on light paper and with a size in points."""
    width, height = (72 * inches for inches in figure.get_size_inches())
    size = f'<svg width="{width:g}pt" height="{height:g}pt" '
    return _PROLOG + _element(figure, "figure").replace("<svg ", size, 1)


@styled
def _element(figure: Figure, prefix: str) -> str:
    """The figure as an element that stands in no need of anything outside."""
    image = io.StringIO()
    figure.savefig(image, format="svg", metadata=_NOTHING)
    text = image.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>\s*|<!--.*?-->\s*", "", text, flags=re.DOTALL)
    start = text.index("<svg")
    head, body = text[start:].split(">", 1)
    box = re.search(r'viewBox="[^"]*"', head)
    assert box is not None  # noqa: S101 - matplotlib always writes one
    body = _compact(body)
    body = re.sub(r'\bid="', f'id="{prefix}-', body)
    body = body.replace("url(#", f"url(#{prefix}-").replace('href="#', f'href="#{prefix}-')
    body = re.sub(r"(font(?:-family)?: [^;\"]*?)'DejaVu Sans'", rf"\1{_FAMILY}", body)
    label = escape(str(figure.get_label()), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box[0]} role="img" aria-label="{label}">{body}'
    ).rstrip("\n") + "\n"


def _compact(body: str) -> str:
    """Leave out what would reach beyond the figure in a page, and what says nothing."""
    # The style is for every element of the page; on the figure's own element it does the same.
    body = re.sub(r"<style.*?</style>", "", body, flags=re.DOTALL).replace("xlink:href", "href")
    used = set(re.findall(r'(?:url\(|href=")#([^)"]*)', body))
    body = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", body)
    body = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", body)
    return re.sub(r"\s*\n\s*(?=<)", "\n", re.sub(r" *\n *(?=[^<\s])", " ", body))


def _variable(found: re.Match[str]) -> str:
    colour = found[0].lower()
    if colour not in _NAMES:
        raise ValueError(f"no colour of the palette: {colour}")
    return f"var(--{_NAMES[colour]}, {colour})"
