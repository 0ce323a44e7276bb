"""What commands that make a page share: its formats, and the folder for it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from brisca_sim.language import speaking

if TYPE_CHECKING:
    from brisca_sim.reporting.grids import Page
    from brisca_sim.reporting.shelf import Shelf
    from brisca_sim.reporting.tables import Row

FORMATS: Final = ("table", "json", "csv", "md")


def print_page(
    document: dict[str, Any],
    format: str,
    page: Callable[[], Page],
    rows: Callable[[], Sequence[Row]],
) -> None:
    """Print a document in one of `FORMATS`: as it is, as a table of `rows`, or as a `page`."""
    from brisca_sim.reporting.shelf import csv_of

    if format == "json":
        print(json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False))
    elif format == "csv":
        print(csv_of(rows()), end="")
    elif format == "md":
        print(page().markdown())
    else:
        page().show()


def prepared(out: str, shelf: Shelf) -> Path | None:
    """The folder of ``--out``, made ready for what the shelf keeps; None without one."""
    if not out:
        return None
    folder = Path(os.path.expanduser(out))
    shelf.prepare(folder)
    return folder


@dataclass(frozen=True)
class Telling:
    """How a result is told: in one of `FORMATS`, in a language, with a report beside it, quietly."""

    format: str
    lang: str
    report: bool = False
    quiet: bool = False


def print_run(document: dict[str, Any], telling: Telling) -> None:
    """Print the document of a run."""
    from brisca_sim.reporting import terminal

    with speaking(telling.lang):
        if telling.format == "json":
            print(json.dumps(document, ensure_ascii=False, indent=1))
        elif telling.format == "csv":
            print(terminal.csv_text(document), end="")
        elif telling.format == "md":
            print(terminal.markdown_text(document))
        else:
            terminal.show(document)
