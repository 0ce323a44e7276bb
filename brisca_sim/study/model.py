"""What a study file may say, key by key."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from brisca_sim.errors import listed
from brisca_sim.limits import DEAL_MODES, MAX_DEALS, MAX_SEED

NAME: Final = r"^[a-z][a-z0-9_]*$"
"""Names of parts: they are files, and words of the texts."""
_TAKEN: Final = frozenset({"self", "loop", "caller"})
_STOPPING: Final = ("until_width", "decide", "margin", "sprt")
_OWN: Final = {
    "run": ("detail",),
    "compare": (*_STOPPING, "company"),
    "effect": _STOPPING,
    "tournament": ("gauntlet", "anchor", "adaptive"),
    "match": ("match", "fair"),
}
"""Keys that only some commands take."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Words(_Strict):
    """A text in the languages; what is left out is said in English."""

    en: str = Field(description="a text")
    es: str | None = Field(None, description="a text")
    ca: str | None = Field(None, description="a text")

    def said(self, code: str) -> str:
        """The text in a language."""
        return getattr(self, code) or self.en


def _worded(value: object) -> object:
    return {"en": value} if isinstance(value, str) else value


_WORDS: Final = "a text, or a table of texts with en, es and ca"
Text = Annotated[Words, BeforeValidator(_worded), Field(description=_WORDS)]
Whole = Annotated[int, Field(strict=True)]
Value = bool | int | float | str


class Sweep(_Strict):
    """Several runs of one part, with another value of a key in each."""

    key: str = Field(description="a key of the part, as players, or an option, as set.rival_sees")
    values: list[Any] = Field(min_length=1, description="a list of values")
    labels: list[Text] | None = Field(
        None, description="a list of texts, one for each of the values"
    )

    @model_validator(mode="after")
    def _fits(self) -> Sweep:
        if self.labels is not None and len(self.labels) != len(self.values):
            raise ValueError(f"labels: {len(self.labels)} for {len(self.values)} values")
        return self


class Part(_Strict):
    """One command with its words."""

    command: Literal["run", "compare", "effect", "tournament", "match"] = Field(
        description=listed(_OWN)
    )
    arguments: list[str] = Field(default=[], description="a list of texts, as typed")
    label: Text | None = None
    rules: str = Field("tradicional", description="a preset or a file of rules")
    players: Literal[2, 3, 4, 6] | None = Field(None, description="2, 3, 4 or 6")
    set: dict[str, Value] = Field(default={}, description="a table of rule options")
    deals: Annotated[int, Field(ge=1, le=MAX_DEALS)] = Field(
        100_000, description=f"a whole number from 1 to {MAX_DEALS}"
    )
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = Field(
        1, description=f"a whole number from 0 to {MAX_SEED}"
    )
    deal_mode: Literal["stream", "shared"] = Field("stream", description=listed(DEAL_MODES))
    confidence: Annotated[float, Field(ge=0.5, lt=1)] = Field(
        0.95, description="a level from 0.5 up to 1"
    )
    until_width: Annotated[float, Field(gt=0, lt=1)] | None = Field(
        None, description="a difference above 0 and below 1, as 0.001"
    )
    decide: bool = Field(False, description="true or false")
    margin: Annotated[float, Field(gt=0, lt=1)] | None = Field(
        None, description="a difference above 0 and below 1, as 0.005"
    )
    sprt: tuple[float, float] | None = Field(
        None, strict=False, description="two Elo differences, as [0, 5]"
    )
    company: str = Field("ahorradora", description="a strategy")
    gauntlet: str = Field("", description="a strategy")
    anchor: str = Field("", description="a strategy, whose rating is then 0")
    adaptive: bool = Field(False, description="true or false")
    detail: bool = Field(False, description="true or false")
    match: str = Field("", description="hands:N, points:N, best_of:N, first_to:N or time:M")
    fair: Annotated[float, Field(gt=0.5, lt=1)] | None = Field(
        None, description="a probability above 0.5 and below 1"
    )
    sweep: Sweep | None = Field(None, description="a table with key and values")

    @model_validator(mode="after")
    def _fits(self) -> Part:
        special = {key for keys in _OWN.values() for key in keys}
        for key in sorted(self.model_fields_set & special):
            if key not in _OWN[self.command]:
                raise ValueError(f"{key}: {self.command} does not take it")
        if self.margin is not None and not self.decide:
            raise ValueError("margin: it goes with decide = true")
        return self


def _several(value: object) -> object:
    return [value] if isinstance(value, str) else value


class Wanted(_Strict):
    """A figure or a table that the report shows."""

    part: Annotated[
        list[str],
        BeforeValidator(_several),
        Field(min_length=1, description="the name of a part, or a list of them"),
    ]
    name: str = Field(description="what is shown of it")
    caption: Text


class Study(_Strict):
    """A study file."""

    title: Text
    question: Text
    answer: Text
    findings: list[Text] = Field(default=[], description="a list of texts")
    parts: dict[Annotated[str, Field(pattern=NAME)], Part] = Field(
        min_length=1, description="a table of parts"
    )
    figures: list[Wanted] = Field(default=[], description="a list of tables")
    tables: list[Wanted] = Field(default=[], description="a list of tables")

    @model_validator(mode="after")
    def _fits(self) -> Study:
        for name in _TAKEN & set(self.parts):
            raise ValueError(f"parts.{name}: this word means something else in texts")
        return self
