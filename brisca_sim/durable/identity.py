"""What makes two runs the same run, and how its table is set again from nothing but that."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from brisca_sim.catalogue import locate, read, scripts
from brisca_sim.durable.engine import engine
from brisca_sim.errors import KeptError, listed, shown
from brisca_sim.loading import load_strategy
from brisca_sim.rules import Rules
from brisca_sim.strategy import Strategy
from brisca_sim.table import Table
from brisca_sim.version import VERSION

Identity = dict[str, Any]

SCRIPTS = "scripts"
"""Folder beside a checkpoint for scripts that this machine has nowhere else."""
_COMPARED = (
    "version", "engine", "rules", "lineup", "values", "seed", "deal_mode", "detail", "scripts",
)  # fmt: skip


def identity_of(table: Table, *, detail: bool = False) -> Identity:
    """What must be the same for counts to be added: JSON types, the same on every machine."""
    return {
        "version": VERSION,
        "engine": engine(),
        **table.describe(),
        "values": [list(strategy.values) for strategy in table.lineup],
        "scripts": {strategy.name: strategy.sha256 for strategy in table.lineup},
        "detail": detail,
    }


def sources_of(table: Table) -> dict[str, dict[str, str]]:
    """Where the scripts that are not the catalogue's lie, and what they say."""
    return {
        strategy.name: {"path": str(strategy.path.resolve()), "source": read(strategy.path)}
        for strategy in table.lineup
        if scripts().get(strategy.name) != strategy.path
    }


def differing(one: Identity, other: Identity) -> str:
    """What differs between two identities, on one line; empty if nothing does."""
    for key in _COMPARED:
        mine, theirs = one.get(key), other.get(key)
        if mine == theirs:
            continue
        if key == "engine":
            return "another state of the program's source"
        if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
            return _differing_entry(key, mine, theirs)
        return f"{key.replace('_', ' ')} {_text(mine)}, not {_text(theirs)}"
    return ""


def _differing_entry(key: str, mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> str:
    name = next(name for name in [*mine, *theirs] if mine.get(name) != theirs.get(name))
    if key == "scripts":
        return f"another script {name}.py"
    return f"rules with {name} = {_text(mine.get(name))}, not {_text(theirs.get(name))}"


def _text(value: object) -> str:
    return listed(map(str, value), "and") if isinstance(value, list) and value else shown(value)


def check_program(identity: Identity, where: str) -> None:
    """Refuse counts of another version.

    Raises
    ------
    KeptError
        In one line: what differs.
    """
    mine = {"version": VERSION, "engine": engine()}
    fault = differing(identity, identity | mine)
    if fault:
        raise KeptError(
            f"{where} comes from {fault}: use the program that began it, or begin anew in another"
            " folder"
        )


def seat_again(identity: Identity, sources: Mapping[str, Any], folder: Path, where: str) -> Table:
    """Set the table of a run again.

    Raises
    ------
    KeptError
        If the program or a script has changed.
    BriscaError
        If a script cannot be loaded.
    """
    check_program(identity, where)
    lineup = [
        _loaded(label.partition(":")[0], values, identity["scripts"], sources, folder, where)
        for label, values in zip(identity["lineup"], identity["values"], strict=True)
    ]
    rules = Rules.from_dict(identity["rules"])
    table = Table(rules, tuple(lineup), identity["seed"], identity["deal_mode"])
    fault = differing(identity_of(table, detail=identity["detail"]), identity)
    if fault:
        raise KeptError(f"{where} cannot be taken up: this program makes of it {fault}")
    return table


def _loaded(
    name: str,
    values: list[float],
    hashes: Mapping[str, str],
    sources: Mapping[str, Any],
    folder: Path,
    where: str,
) -> Strategy:
    kept = sources.get(name)
    path = locate(name) if kept is None else _script(name, kept, folder)
    # Before it is compiled, which takes its time.
    if hashlib.sha256(read(path).encode()).hexdigest() != hashes[name]:
        raise KeptError(
            f"{where} was played with another script {name}.py: put the old one back at"
            f" {path}, or begin anew in another folder"
        )
    strategy = load_strategy(path)
    return strategy.with_values(**dict(zip(strategy.parameters, values, strict=True)))


def _script(name: str, kept: Mapping[str, str], folder: Path) -> Path:
    """The script where it was; where there is none, as it was kept."""
    path = Path(kept["path"])
    if not path.exists():
        path = folder / SCRIPTS / f"{name}.py"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(kept["source"], encoding="utf-8", newline="\n")
    return path
