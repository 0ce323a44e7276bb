"""The form of a strategy: what a script must have and must not do, as its syntax tree shows."""

from __future__ import annotations

import ast
from pathlib import Path

from brisca_sim.declared import Claims, about_of
from brisca_sim.errors import StrategyError

_HOOKS = ("play", "swap", "sign")


def parse(path: Path, source: str) -> ast.Module:
    """Syntax tree of a script that has the form of a strategy."""
    if not source.strip():
        raise StrategyError(f"{path} is empty; a strategy has a docstring and a function play(obs)")
    try:
        tree = ast.parse(source, filename=str(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        raise StrategyError(f"{path}, line {line}: not Python: {first_line(error)}") from None
    if not (ast.get_docstring(tree) or "").strip():
        raise StrategyError(
            f"{path} has no docstring; begin the file with one sentence that says how it plays"
        )
    claims_of(path, tree)
    _check_form(path, tree)
    return tree


def claims_of(path: Path, tree: ast.Module) -> Claims:
    """What a script declares of itself, in plain words."""
    try:
        return about_of(tree)
    except ValueError as error:
        raise StrategyError(f"{path}: {error}") from None


def player_class(tree: ast.Module) -> ast.ClassDef | None:
    """The class of a strategy in plain Python; None in a script that is compiled."""
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return next((node for node in classes if node.name == "Player"), None)


def _check_form(path: Path, tree: ast.Module) -> None:
    """A strategy is a function `play`, or a class `Player` with such a method."""
    player, functions = player_class(tree), _hooks(tree)
    if player is not None and functions:
        raise StrategyError(
            f"{path} has a function {next(iter(functions))} and a class Player; a strategy is either "
            "functions, which are compiled, or a class Player in plain Python"
        )
    hooks = functions if player is None else _hooks(player)
    if "play" not in hooks and player is None:
        raise StrategyError(
            f"{path} has no function play(obs) that returns a card of the hand (and no class Player, "
            "in plain Python)"
        )
    # What a class has from its bases shows when the script is loaded.
    if player is not None and "play" not in hooks and not player.bases:
        raise StrategyError(
            f"{path}, line {player.lineno}: class Player has no method play(self, obs) that returns a "
            "card of the hand"
        )
    for name, node in hooks.items():
        if len(node.args.args) != (1 if player is None else 2) or (
            node.args.vararg or node.args.kwonlyargs
        ):
            takes = "one argument, obs" if player is None else "self and one argument, obs"
            raise StrategyError(f"{path}, line {node.lineno}: {name} takes {takes}")


def _hooks(node: ast.Module | ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """The functions by which a strategy is asked."""
    functions = (n for n in node.body if isinstance(n, ast.FunctionDef))
    return {function.name: function for function in functions if function.name in _HOOKS}


def says_no(tree: ast.Module, hook: str) -> bool:
    """Whether all that a hook does is to return False."""
    function = _hooks(tree).get(hook)
    if function is None:
        return False
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    match body:
        case [ast.Return(value=ast.Constant(value=False))]:
            return True
    return False


def refuse_writes(path: Path, tree: ast.Module) -> None:
    """A strategy reads its observation; notes go through ``remember``."""
    # In plain Python a helper may fill tables of its own; there obs is read-only besides.
    plain = player_class(tree) is not None
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        arguments = {argument.arg for argument in function.args.args}
        arguments = arguments & {"obs"} if plain else arguments
        for node in ast.walk(function):
            if not isinstance(node, ast.Subscript) or isinstance(node.ctx, ast.Load):
                continue
            if isinstance(node.value, ast.Name) and node.value.id in arguments:
                raise StrategyError(
                    f"{path}, line {node.lineno}: {function.name} writes into {node.value.id}; "
                    "notes are kept with remember(obs, place, value)"
                )


def first_line(error: BaseException) -> str:
    """The first line of an error's message."""
    text = getattr(error, "msg", None) or str(error)
    return str(text).strip().split("\n")[0][:200] or type(error).__name__
