"""From a name or a path to a strategy that the kernel can ask, with everything checked on the way."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
import types
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from brisca_sim.catalogue import locate, read, scripts, split_spec
from brisca_sim.errors import StrategyError
from brisca_sim.kernel import jit
from brisca_sim.kernel.layout import MAX_PARAMETERS
from brisca_sim.plain.player import line_in
from brisca_sim.plain.script import decision, with_plain_words
from brisca_sim.script_form import first_line, parse, player_class, refuse_writes, says_no
from brisca_sim.strategy import Strategy
from brisca_sim.vocabulary import About, Parameter

_HOOKS = {"swap": 1, "sign": 2}  # what obs[0] asks for; 0 asks for a card

_NOISE = (
    "Failed in",
    "During:",
    "This error",
    "File ",
    "- ",
    "<source",
    "^",
    "There are",
    "* ",
    "Overload",
)
_WORDS = {
    "optional": "nothing on some path",
    "none": "nothing",
    "float": "a number with a fraction",
    "bool": "only True or False",
    "unicode": "a text",
    "str": "a text",
    "generator": "a generator",
}


def load_strategy(spec: str | Path) -> Strategy:
    """Load a strategy by catalogue name or by the path of a script.

    Parameters
    ----------
    spec : str or Path
        ``codiciosa``, ``ahorradora:theta=10,theta_mid=5`` or ``./mine.py:risk=0.3``.

    Returns
    -------
    Strategy

    Raises
    ------
    StrategyError
        One line that says what is wrong: not found, not a strategy, does not compile, ...
    """
    where, values = split_spec(spec)
    strategy = _load(locate(where))
    return strategy.parse_values(values) if values else strategy


@cache
def _load(path: Path) -> Strategy:
    source = read(path)
    digest = hashlib.sha256(source.encode()).hexdigest()
    namesake = scripts().get(path.stem)
    if namesake is not None and namesake != path and read(namesake) != source:
        raise StrategyError(
            f"{path}: the catalogue has another strategy named {path.stem}; rename the file"
        )
    tree = parse(path, source)
    refuse_writes(path, tree)
    plain = player_class(tree) is not None
    if plain:
        tree = with_plain_words(path, tree)
    module = _execute(path, tree, f"brisca_strategy_{path.stem}_{digest[:12]}")
    parameters = _parameters(path, module)
    decide = decision(path, module) if plain else _compiled(path, module, digest)
    hooks = vars(module) if not plain else dir(module.Player)
    return Strategy(
        name=path.stem,
        path=path,
        sha256=digest,
        doc=(module.__doc__ or "").strip(),
        parameters=parameters,
        values=tuple(parameter.default for parameter in parameters.values()),
        about=_about(path, module),
        asks_sign="sign" in hooks,
        asks_swap="swap" in hooks,
        never_swaps=not plain and says_no(tree, "swap"),
        keeps_notes=plain
        or any(
            isinstance(node, ast.Name) and node.id in ("remember", "recall")
            for node in ast.walk(tree)
        ),
        decide=decide,
        address=jit.address_of(decide),
        plain=plain,
    )


def _execute(path: Path, tree: ast.Module, name: str) -> types.ModuleType:
    """Run a script as a module; registered first, and under a name that its source decides."""
    module = types.ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        exec(compile(tree, str(path), "exec"), vars(module))  # noqa: S102 - that is what loading is
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        line = _line_of(path, error)
        raise StrategyError(
            f"{path}, line {line}: {type(error).__name__} while loading: {first_line(error)}"
        ) from None
    return module


def _about(path: Path, module: types.ModuleType) -> About:
    """What a script declares of itself."""
    declared = getattr(module, "ABOUT", About())
    if not isinstance(declared, About):
        raise StrategyError(f'{path}: ABOUT takes about(tables="pairs", speed="fast")')
    return declared


def _parameters(path: Path, module: types.ModuleType) -> dict[str, Parameter]:
    """Declared parameters; each variable becomes its number, a constant for the compiler."""
    declared = {name: value for name, value in vars(module).items() if isinstance(value, Parameter)}
    if len(declared) > MAX_PARAMETERS:
        raise StrategyError(f"{path} has {len(declared)} parameters; {MAX_PARAMETERS} are the most")
    for number, (name, value) in enumerate(declared.items()):
        numbers = (value.low, value.default, value.high)
        if not all(isinstance(n, int | float) for n in numbers):
            raise StrategyError(f"{path}: {name} takes parameter(default, low, high, meaning)")
        if not value.low <= value.default <= value.high:
            raise StrategyError(f"{path}: the default of {name} is outside its own range")
        setattr(module, name, number)
    return {name.lower(): value for name, value in declared.items()}


def _compiled(path: Path, module: types.ModuleType, digest: str) -> Any:
    """Compile ``decide``, which the kernel calls, from the script's hooks."""
    for name, value in list(vars(module).items()):
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            asked = name == "play" or name in _HOOKS
            setattr(module, name, jit.inlined(value) if asked else jit.script(value))
    text = "def decide(obs):\n"
    for hook, question in _HOOKS.items():
        if hasattr(module, hook):
            text += f"    if obs[0] == {question}:\n        return {hook}(obs)\n"
    text += "    return play(obs)\n"
    exec(compile(text, str(path), "exec"), vars(module))  # noqa: S102 - two lines of our own
    try:
        # The compiler's warnings speak of its own inner life.
        with warnings.catch_warnings(action="ignore"):
            decide = jit.decision(vars(module)["decide"], digest[:16])
    except KeyboardInterrupt:
        raise
    except Exception as error:
        raise StrategyError(f"{path} does not compile: {_reason(path, error)}") from None
    returned = jit.return_type(decide)
    if returned != "int64":
        raise StrategyError(
            f"{path}: play has to return a card of the hand and swap True or False, on every path; "
            f"they return {_in_words(returned)}"
        )
    return decide


def _line_of(path: Path, error: BaseException) -> int:
    """Line of the script itself at which its loading failed."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 1
    return line_in(path, error) or 1


def _reason(path: Path, error: Exception) -> str:
    """The one line of a compiler's message that a script's author needs, with its place."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.split("\n")]
    kept = [line for line in lines if line and not line.startswith(_NOISE)]
    reason = kept[0] if kept else type(error).__name__
    if reason.endswith("signature:") and len(kept) > 1:
        reason += kept[1].removeprefix(">>>")
    reason = re.sub(r"\.?\. Raised from .*| for '\$.*", "", reason)[:200]
    place = _place(path, text, reason)
    return (f"line {place}: " if place else "") + reason


def _place(path: Path, text: str, reason: str) -> int:
    """Line of the script in which a compiler's error lies, 0 if it does not tell."""
    missing = re.fullmatch(r"NameError: name '(\w+)' is not defined", reason)
    if missing:
        names = [node for node in ast.walk(ast.parse(read(path))) if isinstance(node, ast.Name)]
        return min((node.lineno for node in names if node.id == missing[1]), default=0)
    # The places come from the inside out; the outermost one lies in `decide`, in no line of the script.
    places = re.findall(r'File "(?:.*[/\\])?(.+)", line (\d+)', text)[:-1]
    places += re.findall(r"Raised from (?:.*[/\\])?(.+) \((\d+)\)", text)
    return next((int(line) for name, line in places if name == path.name), 0)


def _in_words(returned: str) -> str:
    """A compiled function's type in words."""
    for sign, words in _WORDS.items():
        if sign in returned.lower():
            return words
    return returned
