"""A script with a class `Player`: its imports of words, and the decision that the kernel calls."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType
from typing import Any

from brisca_sim.errors import StrategyError
from brisca_sim.kernel.callback import entered
from brisca_sim.plain.player import Decision, line_in
from brisca_sim.script_form import first_line

_COMPILED = "brisca_sim.vocabulary"
_PLAIN = "brisca_sim.plain.words"


def with_plain_words(path: Path, tree: ast.Module) -> ast.Module:
    """The script with uncompiled words wherever it imports words.

    Raises
    ------
    StrategyError
        If it imports the vocabulary as a module, where compiled words would come in.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            if f"{node.module}.".startswith(f"{_COMPILED}.") and node.level == 0:
                node.module = _PLAIN
                continue
            names = [f"{node.module}.{name}" for name in names]
        if any(f"{name}.".startswith(f"{_COMPILED}.") for name in names):
            raise StrategyError(
                f"{path}, line {node.lineno}: import the words themselves: from {_COMPILED} import *"
            )
    return tree


def decision(path: Path, module: ModuleType) -> Any:
    """The decision of a script with a class `Player`, once it is clear that one can be made.

    Raises
    ------
    StrategyError
        If no player can be made, or he cannot play.
    """
    player = module.Player
    try:
        first = player()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise StrategyError(
            f"{path}, line {line_in(path, error) or 1}: {type(error).__name__} while a Player() was "
            f"made: {first_line(error)}"
        ) from None
    if not callable(getattr(first, "play", None)):
        raise StrategyError(f"{path}: class Player has no method play(self, obs)")
    return entered(Decision(path, player))
