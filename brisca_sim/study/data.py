"""Documents as texts and figures see them: values by key, and a mistyped key says where it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from brisca_sim.errors import suggest
from brisca_sim.study.jobs import Job, spoken
from brisca_sim.study.reading import StudyError


class Data(dict[str, Any]):
    """A table of a document, which knows its own place in it."""

    def __init__(self, place: str, content: Mapping[str, Any]) -> None:
        super().__init__({key: wrapped(f"{place}.{key}", each) for key, each in content.items()})
        self.where = place

    def __missing__(self, key: str) -> Any:
        raise StudyError(f"{self.where} has no {key}{suggest(str(key), list(self))}")


class Listed(list[Any]):
    """A list of a document, which knows its own place in it."""

    where: str = ""

    def __getitem__(self, at: Any) -> Any:
        try:
            return super().__getitem__(at)
        except IndexError:
            raise StudyError(f"{self.where} has {len(self)} entries, and no [{at}]") from None


def wrapped(place: str, value: Any) -> Any:
    """A value of a document with its place in it."""
    if isinstance(value, Mapping):
        return Data(place, value)
    if isinstance(value, list):
        found = Listed(wrapped(f"{place}[{i}]", each) for i, each in enumerate(value))
        found.where = place
        return found
    return value


@dataclass(frozen=True)
class Source:
    """One document of a part."""

    job: Job
    document: dict[str, Any]

    @property
    def at(self) -> Any:
        """The value of the sweep, None without one."""
        return self.job.at

    def label(self, code: str) -> str:
        """What figures and tables call it: its label, else the value of the sweep or its name."""
        if self.job.label is not None:
            return self.job.label.said(code)
        return self.job.name if self.at is None else spoken(self.at)


Sources = dict[str, list[Source]]


def words_of(sources: Sources, code: str) -> dict[str, Any]:
    """What the texts of a study can name: each part's document, or a list of those of a sweep."""
    found: dict[str, Any] = {}
    for name, own in sources.items():
        if own[0].at is None:
            found[name] = Data(name, own[0].document)
        else:
            found[name] = wrapped(
                name, [{**s.document, "at": s.at, "label": s.label(code)} for s in own]
            )
    return found
