"""The options of the rules explained: what each means and takes, in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator

from brisca_sim.language import _, exactly, listed
from brisca_sim.options import OPTIONS, Option, Value
from brisca_sim.rules import PRESETS, Rules, preset_about


def presets_text() -> str:
    """The presets, a line each, and where to read on."""
    width = max(map(len, PRESETS))
    lines = [f"{name:<{width}}  {_(preset_about(name))}" for name in PRESETS]
    more = _(
        "'brisca-sim rules show NAME' shows every option of one of them, or of a file of yours."
    )
    return "\n".join([*lines, "", more]) + "\n"


def options_text(rules: Rules) -> str:
    """One paragraph an option; a star marks what differs from the default."""
    more = _("* differs from tradicional at a table of this size")
    return "\n".join([*_paragraphs(rules), "", more]) + "\n"


def _paragraphs(rules: Rules) -> Iterator[str]:
    changed = rules.differences("tradicional")
    for name, value in rules.to_dict().items():
        yield f"{'*' if name in changed else ' '} {name} = {_typed(value)}"
        takes = _("takes {values}", values=taken(OPTIONS[name]))
        yield f"      {_(OPTIONS[name].meaning)}"
        yield f"      {takes}"


def _typed(value: Value) -> str:
    """A value as it is written into a rules file."""
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def taken(option: Option) -> str:
    """What an option takes; words that are typed stay as they are."""
    match option.kind:
        case "choice":
            return listed(option.choices, "or")
        case "flag":
            return listed(("true", "false"), "or")
        case "whole":
            return _("a whole number from {low} to {high}", **_ends(option))
        case "number":
            return _("a number from {low} to {high}", **_ends(option))
        case "card":
            return listed(("2o", "2c", "2e", "2b"), "or")
        case "match":
            kinds = "hands:N points:N best_of:1 best_of:3 best_of:5 first_to:N time:N"
            return listed(kinds.split(), "or")


def _ends(option: Option) -> dict[str, str]:
    return {"low": exactly(option.low), "high": exactly(option.high)}
