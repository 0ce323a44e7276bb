"""What one thing is worth: the same cards, one thing changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from brisca_sim.catalogue import split_spec
from brisca_sim.errors import BriscaError, listed, shown, suggest
from brisca_sim.inference.break_even import break_even
from brisca_sim.options import OPTIONS
from brisca_sim.rules import Rules
from brisca_sim.verdicts.duel import Duel, conditions_duel, mano_duel, strategies_duel

NAMED = ("mano", "swap", "senas", "mano_negra")
SWEEP = (0.0, 0.25, 0.5, 0.75, 1.0)
_POLICIES = ("eager", "late", "honours", "hunter")
_DEFAULT, _SIGNING = ("contadora", "codiciosa"), ("senadora", "cazasenas")
_OF_SENAS = (
    "senas", "senas_limit", "senas_from", "partner_sees", "rival_sees", "interception", "false_signs",
    "brisca",
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """One comparison of an effect; `at` is its place in a sweep."""

    duel: Callable[[], Duel]
    at: float | None = None


@dataclass(frozen=True)
class Setting:
    """What all parts of an effect share."""

    rules: Rules
    seed: int = 1
    deal_mode: str = "stream"


def effect_parts(name: str, lineup: Sequence[str], setting: Setting) -> list[Part]:
    """The comparisons that make up an effect.

    Parameters
    ----------
    name : str
        One of `NAMED`; ``OPTION=VALUE[,VALUE...]`` of the rules; or ``STRATEGY:param=value``.
    lineup : sequence of str
        Who plays; empty: what suits the effect.
    setting : Setting

    Raises
    ------
    BriscaError
        If there is no such effect, or it does not fit the rules.
    """
    if name == "mano":
        return [Part(_mano(strategy, setting)) for strategy in lineup or _DEFAULT[:1]]
    if name == "swap":
        return [Part(_swap(policy, lineup, setting)) for policy in _POLICIES]
    if name == "senas":
        return [Part(_senas(q, lineup, setting), q) for q in SWEEP]
    if name == "mano_negra":
        return [Part(_negra(when, lineup, setting)) for when in ("deal", "any")]
    where, values = split_spec(name)
    if values:
        return [Part(lambda: _parameter(name, where, lineup, setting))]
    option, equals, texts = name.partition("=")
    if not equals or option not in OPTIONS:
        raise BriscaError(
            f"no effect {shown(name)}{suggest(option, {*NAMED, *OPTIONS})}; it is {listed(NAMED)}, "
            "OPTION=VALUE of the rules ('brisca-sim rules show'), or STRATEGY:param=value"
        )
    chosen = [text.strip() for text in texts.split(",")]
    return [Part(_one_value(option, text, lineup, setting), _number(text)) for text in chosen]


def _one_value(
    option: str, text: str, lineup: Sequence[str], setting: Setting
) -> Callable[[], Duel]:
    return lambda: _rule(option, text, lineup, setting)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _filled(lineup: Sequence[str], rules: Rules, default: Sequence[str] = _DEFAULT) -> list[str]:
    """A lineup for these rules: the one that was given, or the default with its last one repeated."""
    chosen = list(lineup) or [*default, *[default[-1]] * (rules.sides - len(default))]
    rules.check_lineup(len(chosen))
    return chosen


def _negra(when: str, lineup: Sequence[str], setting: Setting) -> Callable[[], Duel]:
    """The mano negra, only as dealt or at any time, against none."""

    def duel() -> Duel:
        changed = setting.rules.changed("mano_negra=hand", f"mano_negra_when={when}")
        chosen = _filled(lineup, changed)
        return conditions_duel(
            f"mano negra at {when} time" if when == "any" else "mano negra at the deal",
            "no mano negra", (chosen, chosen),
            (changed, setting.rules.changed("mano_negra=off")), setting.seed, setting.deal_mode,
        )  # fmt: skip

    return duel


def _rule(option: str, text: str, lineup: Sequence[str], setting: Setting) -> Duel:
    """One option of the rules changed, against the rules as they are."""
    base = setting.rules
    changed = setting.rules.changed(f"{option}={text}")
    before = base.to_dict()[option]
    signs = option in _OF_SENAS
    if signs and option != "senas" and not changed.senas:
        raise BriscaError(f"{option} means nothing without senas; add --players 4 --set senas=true")
    chosen = _filled(lineup, changed, _SIGNING if signs else _DEFAULT)
    return conditions_duel(
        f"{option}={text}", f"{option}={_plain(before)}", (chosen, chosen), (changed, base),
        setting.seed, setting.deal_mode,
    )  # fmt: skip


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parameter(spec: str, name: str, lineup: Sequence[str], setting: Setting) -> Duel:
    """A parameter changed: the strategy so and as it is, in the same company."""
    company = lineup[0] if lineup else name
    return strategies_duel(spec, name, setting.rules, company, setting.seed, setting.deal_mode)


def _mano(strategy: str, setting: Setting) -> Callable[[], Duel]:
    """Leading first, when all play one strategy."""
    return lambda: mano_duel(strategy, setting.rules, setting.seed, setting.deal_mode)


def _swap(policy: str, lineup: Sequence[str], setting: Setting) -> Callable[[], Duel]:
    """One side's right to swap, used by a policy, against never using it."""
    if setting.rules.swap == "off":
        raise BriscaError("these rules have no swap; add --set swap=winner, for example")

    def duel() -> Duel:
        others = list(lineup) or ["cambista:policy=eager"] * (setting.rules.sides - 1)
        lineups = tuple([f"cambista:policy={how}", *others] for how in (policy, "never"))
        setting.rules.check_lineup(len(lineups[0]))
        return conditions_duel(
            f"policy={policy}", "policy=never", (lineups[0], lineups[1]),
            (setting.rules, setting.rules), setting.seed, setting.deal_mode,
        )  # fmt: skip

    return duel


def _senas(rival_sees: float, lineup: Sequence[str], setting: Setting) -> Callable[[], Duel]:
    """The senas with a chance of being seen, against none."""

    def duel() -> Duel:
        if setting.rules.sides == setting.rules.players:
            raise BriscaError("senas need partners; add --players 4")
        chosen = _filled(lineup, setting.rules, _SIGNING)
        given = setting.rules.changed("senas=true", f"rival_sees={rival_sees:g}")
        silent = setting.rules.changed("senas=false")
        return conditions_duel(
            f"senas with rival_sees={rival_sees:g}", "no senas", (chosen, chosen), (given, silent),
            setting.seed, setting.deal_mode,
        )  # fmt: skip

    return duel


def joined(documents: Sequence[dict[str, Any]], effect: str) -> dict[str, Any]:
    """One comparison as it is, or an effect with its parts, schema ``brisca-effect/1``.

    Parameters
    ----------
    documents : sequence of dict
        Of the schema ``brisca-compare/1``; those of an effect are told which.
    effect : str
        As it was typed; empty for a comparison.
    """
    if not effect:
        return documents[0]
    for document in documents:
        document["effect"] = effect
    if len(documents) == 1:
        return documents[0]
    return {
        "schema": "brisca-effect/1",
        "effect": effect,
        "parts": list(documents),
        "break_even": break_even(documents),
    }
