"""What a strategy is once it is loaded."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from brisca_sim.catalogue import first_sentence
from brisca_sim.declared import sight
from brisca_sim.errors import StrategyError, listed, shown, suggest
from brisca_sim.vocabulary import About, Parameter


def value_text(parameter: Parameter, value: float) -> str:
    """A parameter's value as it is typed: a number, or one of its words."""
    return parameter.choices[int(value)] if parameter.choices else f"{value:.12g}"


@dataclass(frozen=True)
class Strategy:
    """A strategy with the values of its parameters.

    Attributes
    ----------
    name : str
        File name without ``.py``.
    path : Path
        The script.
    sha256 : str
        Hash of its source, line ends taken as ``\\n``.
    doc : str
        Its docstring; `summary` is the first sentence.
    parameters : mapping of str to Parameter
        What may be set, in the order in which the script declares it.
    values : tuple of float
        One value a parameter.
    asks_sign : bool
        Whether it gives signs where senas are played.
    asks_swap : bool
        Whether it decides on swaps itself; one that does not swaps whenever it may.
    never_swaps : bool
        Whether it decides against every swap without a look, so that it need not be asked.
    keeps_notes : bool
        Whether it uses its notes.
    about : About
        What it declares of itself; one that sees hidden hands cheats.
    decide : compiled function
        ``decide(obs)``; `address` is where the kernel calls it.
    plain : bool
        Whether it is a class `Player` in plain Python, which is slow.
    """

    name: str
    path: Path
    sha256: str
    doc: str
    parameters: Mapping[str, Parameter]
    values: tuple[float, ...]
    asks_sign: bool
    asks_swap: bool
    never_swaps: bool
    keeps_notes: bool
    about: About
    decide: Any
    address: int
    plain: bool = False

    @property
    def summary(self) -> str:
        """First sentence of the docstring."""
        return first_sentence(self.doc)

    @property
    def label(self) -> str:
        """Name with the parameters that differ from their defaults: ``ahorradora:theta=10``."""
        changed = [
            f"{name}={value_text(parameter, value)}"
            for (name, parameter), value in zip(self.parameters.items(), self.values, strict=True)
            if value != parameter.default
        ]
        return self.name + (":" + ",".join(changed) if changed else "")

    @property
    def cheats(self) -> bool:
        """Whether it sees what no honest player sees."""
        return self.about.sees != "own"

    @property
    def warning(self) -> str:
        """What users should be told of one that cheats, empty for an honest one."""
        if not self.cheats:
            return ""
        return f"{self.name} {sight(self.about.sees)}: it cheats and is for reference only"

    @property
    def identity(self) -> tuple[str, tuple[float, ...]]:
        """Equal for strategies that always decide alike: same source, same values."""
        return self.sha256, self.values

    def describe(self) -> dict[str, Any]:
        """Who plays, in JSON types: name, values of the parameters, the script's hash, whether it cheats."""
        pairs = zip(self.parameters.items(), self.values, strict=True)
        return {
            "name": self.name,
            "params": {
                name: value_text(parameter, value) if parameter.choices else value
                for (name, parameter), value in pairs
            },
            "sha256": self.sha256,
            "cheats": self.cheats,
        }

    def words(self) -> list[int]:
        """Parameter values as the int64 words that ``param(obs, i)`` reads back as floats."""
        return [struct.unpack("<q", struct.pack("<d", value))[0] for value in self.values]

    def with_values(self, **values: float) -> Strategy:
        """The same strategy with other parameter values.

        Raises
        ------
        StrategyError
            If a parameter does not exist or a value is out of its range.
        """
        chosen = dict(zip(self.parameters, self.values, strict=True))
        for name, value in values.items():
            chosen[name] = self._checked(name, value)
        return replace(self, values=tuple(chosen.values()))

    def parse_values(self, text: str) -> Strategy:
        """The same strategy with the values of ``theta=10,theta_mid=5``."""
        values: dict[str, float] = {}
        for part in text.split(","):
            name, equals, number = part.partition("=")
            name = name.strip()
            if not equals or name in values:
                raise StrategyError(
                    f"{self.name}: {shown(part)} in {shown(text)} is not one NAME=VALUE for each parameter"
                )
            values[name] = self._number(name, number.strip())
        return self.with_values(**values)

    def _number(self, name: str, text: str) -> float:
        """The value of a parameter from its text."""
        parameter = self.parameters.get(name)
        if parameter is not None and parameter.choices:
            if text not in parameter.choices:
                raise StrategyError(
                    f"{self.name}: {name} takes {listed(parameter.choices, 'or')}, not {shown(text)}"
                    f"{suggest(text, parameter.choices)}"
                )
            return float(parameter.choices.index(text))
        try:
            return float(text)
        except ValueError:
            raise StrategyError(f"{self.name}: {name} takes a number, not {shown(text)}") from None

    def _checked(self, name: str, value: float) -> float:
        parameter = self.parameters.get(name)
        if parameter is None:
            known = f"it has {listed(self.parameters, 'and')}" if self.parameters else "it has none"
            raise StrategyError(
                f"{self.name} has no parameter {shown(name)}; {known}{suggest(name, self.parameters)}"
            )
        if not parameter.low <= value <= parameter.high or (parameter.whole and value % 1 != 0):
            kind = "a whole number" if parameter.whole else "a number"
            raise StrategyError(
                f"{self.name}: {name} takes {kind} from {parameter.low:g} to {parameter.high:g}, "
                f"not {value:g}"
            )
        return float(value)
