"""Reads pages of reports: as XML, table by table, and as a browser's parser would."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
VOID = {"meta", "br", "hr", "img", "link", "input", "col"}
RAW = ("data-value", "data-lo", "data-hi")
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


class Balance(HTMLParser):
    """Complains about any tag that is not closed by its own end, and about ids used twice."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.references: list[str] = []
        self.headings: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> closes {self.open[-1]}"
        self.open.pop()

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), names
        for name, value in attrs:
            assert value is not None, name
            if name == "id":
                assert value not in self.ids, value
                self.ids.add(value)
            if name in ("href", "src", "xlink:href", "action", "data", "poster", "srcset"):
                self.references.append(value)


def balanced(page: str) -> Balance:
    """The page as a parser of HTML reads it, every tag closed."""
    parser = Balance()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


def read(page: str) -> ET.Element:
    """The page as XML."""
    return ET.fromstring(page.partition("\n")[2])


def tables(root: ET.Element) -> dict[str, list[list[str]]]:
    """Raw values of every table by its name, as a CSV has them, without the head."""
    found: dict[str, list[list[str]]] = {}
    for table in root.iter(f"{HTML}table"):
        rows = []
        for row in table.iterfind(f"{HTML}tbody/{HTML}tr"):
            found_in = [(cell, key) for cell in row for key in RAW if key in cell.attrib]
            rows.append([cell.attrib[key] for cell, key in found_in])
        name = table.attrib["data-name"]
        assert name not in found
        found[name] = rows
    return found


def text(element: ET.Element) -> str:
    """All text below an element."""
    return " ".join(part.strip() for part in element.itertext() if part.strip())


def numbers(words: str) -> set[str]:
    """Numbers in a text, as they are written."""
    return set(NUMBER.findall(words))
