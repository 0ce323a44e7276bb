"""From the parts of a study to what is played: one job a document, each with its identity."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

from brisca_sim.catalogue import honest_and_quick, locate, read, scripts, split_spec
from brisca_sim.errors import BriscaError, suggest
from brisca_sim.rules import Rules
from brisca_sim.study.model import Part, Words
from brisca_sim.study.reading import Opened, StudyError, checked
from brisca_sim.version import VERSION

_OPTIONS = (
    "players", "deals", "seed", "deal_mode", "confidence", "company", "until_width", "margin",
    "gauntlet", "anchor", "match", "fair",
)  # fmt: skip
_ALWAYS = ("deals", "seed", "deal_mode", "confidence")
_RESOLVED = ("command", "arguments", "rules", "players", "set")


@dataclass(frozen=True)
class Job:
    """What makes one document.

    Attributes
    ----------
    name : str
        Of the part.
    part : Part
        With the value of the sweep in its place.
    folder : Path
        Where paths of strategies and rules start.
    at : object
        The value of the sweep, None without one.
    label : Words, optional
        What the study file calls it.
    """

    name: str
    part: Part
    folder: Path
    at: Any = None
    label: Words | None = None

    @property
    def file(self) -> str:
        """Name of the document's file."""
        if self.at is None:
            return f"{self.name}.json"
        return f"{self.name}.{re.sub(r'[^A-Za-z0-9.-]+', '_', spoken(self.at))}.json"

    @cached_property
    def rules(self) -> Rules:
        """The rules in force.

        Raises
        ------
        RulesError
            If they cannot be played.
        """
        part = self.part
        name = self._placed(part.rules, ".toml")
        players = part.players or (4 if part.command == "effect" and self._is("senas") else None)
        changes: dict[str, object] = dict(part.set)
        return Rules.load(name, changes | ({"players": players} if players else {}))

    @cached_property
    def arguments(self) -> list[str]:
        """Arguments of the command, paths of strategies resolved."""
        typed = list(self.part.arguments)
        if self.part.command == "tournament" and not typed:
            typed = honest_and_quick()
        return [self._placed(text, ".py") for text in typed]

    @property
    def command(self) -> str:
        """The command line that plays the same, ready to be typed in the study's folder."""
        part = self.part
        words = ["brisca-sim", part.command, *part.arguments]
        words += ["--rules", part.rules] if part.rules != "tradicional" else []
        for key, value in part.set.items():
            words += ["--set", f"{key}={spoken(value)}"]
        words += [] if "deals" in part.model_fields_set else ["--deals", str(part.deals)]
        for key in _OPTIONS:
            value = getattr(part, key)
            if key in part.model_fields_set and value not in (None, ""):
                words += [f"--{key.replace('_', '-')}", spoken(value)]
        words += ["--sprt", f"{part.sprt[0]:g},{part.sprt[1]:g}"] if part.sprt else []
        words += [f"--{flag}" for flag in ("decide", "adaptive", "detail") if getattr(part, flag)]
        return shlex.join(words)

    @cached_property
    def config(self) -> dict[str, Any]:
        """All that decides the document, in JSON types."""
        # A key that later versions add must not make a part another one.
        part = self.part.model_dump(mode="json", exclude={"label", "sweep"})
        asked = {
            key: part[key]
            for key, field in Part.model_fields.items()
            if key in _ALWAYS
            or (key in part and key not in _RESOLVED and part[key] != field.default)
        }
        return {
            "command": self.part.command,
            "arguments": self.part.arguments or self.arguments,
            **asked,
            "rules": self.rules.to_dict(),
            "scripts": self._scripts(),
            "version": VERSION,
        }

    @property
    def identity(self) -> str:
        """SHA-256 of `config`."""
        text = json.dumps(self.config, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def _is(self, effect: str) -> bool:
        return self.part.arguments[:1] == [effect]

    def _placed(self, text: str, suffix: str) -> str:
        """A path starts at the study's folder; a name stays."""
        where, colon, rest = text.partition(":")
        if not where.endswith(suffix):
            return text
        return f"{self.folder / where}{colon}{rest}"

    def _scripts(self) -> dict[str, str]:
        """SHA-256 of the source of every strategy that plays."""
        texts = [*self.arguments, self.part.gauntlet]
        if self.part.command == "compare":
            texts.append(self.part.company)
        if self.part.command == "effect":
            # Which of them play by default is in the program, whose version counts.
            texts = [text for text in texts[:1] if _is_strategy(text)] + texts[1:]
            texts += ["cambista"] if self._is("swap") else []
        found = {split_spec(text)[0] for text in texts if text}
        sources = {Path(where).name: read(locate(where)) for where in sorted(found)}
        return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in sources.items()}


def _is_strategy(text: str) -> bool:
    where = text.partition(":")[0]
    return where in scripts() or where.endswith(".py")


def spoken(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return " ".join(spoken(each) for each in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def jobs_of(opened: Opened) -> dict[str, list[Job]]:
    """What each part plays; everything that can be checked without playing is checked.

    Raises
    ------
    StudyError
        In one line: the file, the part, what is wrong.
    """
    found: dict[str, list[Job]] = {}
    for name, part in opened.study.parts.items():
        found[name] = list(_swept(opened, name, part))
        for job in found[name]:
            try:
                job.identity  # noqa: B018 - rules and scripts are read here
            except BriscaError as error:
                raise StudyError(f"{opened.place}: parts.{name}: {error}") from None
    return found


def _swept(opened: Opened, name: str, part: Part) -> Iterator[Job]:
    if part.sweep is None:
        yield Job(name, part, opened.folder, label=part.label)
        return
    place, key = f"parts.{name}.sweep", part.sweep.key
    own, dot, option = key.partition(".")
    fields = [field for field in Part.model_fields if field not in ("sweep", "set", "label")]
    if key not in fields and not (own == "set" and dot):
        raise StudyError(
            f"{opened.place}: {place}.key takes a key of the part or set.OPTION, not {key!r}"
            f"{suggest(key, fields)}"
        )
    base = part.model_dump(exclude_unset=True, exclude={"sweep"})
    labels = part.sweep.labels or []
    for value, label in zip_longest(part.sweep.values, labels):
        changed = {**base, "set": {**part.set, option: value}} if dot else {**base, key: value}
        chosen = checked(Part, changed, opened.place, place)
        yield Job(name, chosen, opened.folder, value, label)
