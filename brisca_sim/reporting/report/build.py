"""From a document to its report, whichever command wrote it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from brisca_sim.errors import BriscaError, listed, shown
from brisca_sim.reporting.folder import SCHEMA
from brisca_sim.reporting.report.match_material import match_material
from brisca_sim.reporting.report.material import Material
from brisca_sim.reporting.report.model import Report
from brisca_sim.reporting.report.run_material import run_material
from brisca_sim.reporting.report.tournament_material import tournament_material
from brisca_sim.reporting.report.verdict_material import verdict_material
from brisca_sim.reporting.shelf import COMPARE, EFFECT, MATCH, TOURNAMENT
from brisca_sim.reporting.tables import Document

_MAKERS: Final[dict[str, Callable[[Document], Material]]] = {
    SCHEMA: run_material,
    COMPARE.schema: verdict_material,
    EFFECT.schema: verdict_material,
    TOURNAMENT.schema: tournament_material,
    MATCH.schema: match_material,
}


def material(doc: Document) -> Material:
    """All that can be said of a document, in the language spoken.

    Parameters
    ----------
    doc : mapping
        Of a run, a comparison, an effect, a tournament or a match.

    Raises
    ------
    BriscaError
        If its schema is none of these, or it lacks what that has.
    """
    schema = doc.get("schema")
    if schema not in _MAKERS:
        raise BriscaError(f"no report of the schema {shown(schema)}: it is {listed(_MAKERS)}")
    with _whole(schema):
        return _MAKERS[schema](doc)


@contextmanager
def _whole(schema: str) -> Iterator[None]:
    """Turn what a document lacks into one line."""
    try:
        yield
    except (KeyError, TypeError, IndexError) as error:
        raise BriscaError(
            f"the document of the schema {schema} is damaged ({type(error).__name__}: {error}):"
            " repeat the command that wrote it"
        ) from None


def report_of(
    doc: Document, figures: Sequence[str] | None = None, tables: Sequence[str] | None = None
) -> Report:
    """The report of a document, in the language spoken.

    Parameters
    ----------
    doc : mapping
    figures, tables : sequence of str, optional
        Names of those that are wanted; all by default.

    Raises
    ------
    BriscaError
        As for `material`, and if there is no figure or no table of a name.
    """
    found = material(doc)
    with _whole(doc["schema"]):
        return found.report(figures, tables)
