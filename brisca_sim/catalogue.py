"""The scripts of strategies as files: where they are, what they say of themselves, what form they have.

Nothing here compiles or runs a script, so that listing the catalogue is quick.
"""

from __future__ import annotations

import ast
import os
import re
from dataclasses import dataclass
from pathlib import Path

from brisca_sim.declared import Claims, Declared, about_of, parameters_of
from brisca_sim.errors import StrategyError, shown, suggest

_PACKAGE = Path(__file__).resolve().parent
_MOST_BYTES = 1_000_000
_HOOKS = ("play", "swap", "sign")
_SECTIONS = (  # of the vocabulary, in the order in which authors meet them
    "situation", "cards", "sets", "choosing", "counting", "ending", "ahead", "position", "habits",
    "reckoning", "swaps", "senas", "telling", "luck", "parameters",
)  # fmt: skip
_SPEC = re.compile(r"(?P<where>.+?)(?::(?P<values>[A-Za-z_]\w*\s*=.*))?", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """What a script says of itself.

    Attributes
    ----------
    name : str
    doc : str
        Its docstring.
    declared : tuple of Declared
        Its parameters, in the order of the script.
    about : Claims
        Where it is worth playing, how fast it is, what it sees.
    """

    name: str
    doc: str
    declared: tuple[Declared, ...]
    about: Claims

    @property
    def parameters(self) -> tuple[tuple[str, str, str], ...]:
        """Name, default and meaning of each parameter, as texts."""
        return tuple(
            (each.name, str(each.default), f"{each.meaning} ({each.allowed})")
            for each in self.declared
        )

    @property
    def summary(self) -> str:
        """First sentence of the docstring."""
        return first_sentence(self.doc)


def first_sentence(doc: str) -> str:
    """First sentence of a docstring, on one line."""
    first = " ".join(doc.split("\n\n", maxsplit=1)[0].split())
    head, dot, _ = first.partition(". ")
    return head + dot.strip()


def catalogue_folder() -> Path:
    """Folder of the catalogue: inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / "catalogue"
    return inside if inside.is_dir() else _PACKAGE.parent / "strategies"


def scripts() -> dict[str, Path]:
    """Scripts of the catalogue by name, in alphabetical order."""
    return {path.stem: path for path in sorted(catalogue_folder().glob("*.py"))}


def split_spec(spec: str | Path) -> tuple[str, str]:
    """Take ``ahorradora:theta=10`` apart: name or path, and the values, empty if there are none.

    Raises
    ------
    StrategyError
        If there is neither name nor path.
    """
    found = _SPEC.fullmatch(str(spec))
    if found is None:
        raise StrategyError("a strategy needs a name or a path; see 'brisca-sim strategies list'")
    return found["where"], found["values"] or ""


def locate(where: str) -> Path:
    """Path of a script from a name of the catalogue or a path.

    Raises
    ------
    StrategyError
        If there is no such script.
    """
    known = scripts()
    if where in known:
        return known[where]
    path = Path(os.path.expanduser(where))
    if path.suffix != ".py" and len(path.parts) == 1 and not path.exists():
        raise StrategyError(
            f"no strategy {shown(where)}{suggest(where, known)}; "
            "'brisca-sim strategies list' shows them, a script of your own is given by its path"
        )
    try:
        path = path.resolve()
        if path.is_dir():
            raise StrategyError(f"{where} is a folder, not the script of a strategy")
        if not path.is_file():
            raise StrategyError(f"no file {where}; give the path of a strategy's script (.py)")
    except (OSError, ValueError, RuntimeError) as error:
        raise StrategyError(f"{shown(where)} is not a usable path: {error}") from None
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise StrategyError(f"{where}: a strategy's file is named like a Python name, as mine.py")
    return path


def read(path: Path) -> str:
    """Source of a script, line ends taken as ``\\n``."""
    try:
        raw = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else None
    except OSError as error:
        raise StrategyError(f"cannot read {path}: {error.strerror}") from None
    if raw is None:
        raise StrategyError(f"{path} is larger than 1 MB: that is no strategy's script")
    try:
        return raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise StrategyError(f"{path} is not UTF-8 text: that is no strategy's script") from None


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
    _about(path, tree)
    _check_form(path, tree)
    return tree


def _about(path: Path, tree: ast.Module) -> Claims:
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


def describe(path: Path) -> Entry:
    """What a script says of itself, read from its text.

    Raises
    ------
    StrategyError
        If it does not have the form of a strategy.
    """
    tree = parse(path, read(path))
    doc = (ast.get_docstring(tree) or "").strip()
    return Entry(path.stem, doc, parameters_of(tree), _about(path, tree))


def honest_and_quick() -> list[str]:
    """The catalogue without those who see other hands and those who are slow."""
    claims = {name: describe(path).about for name, path in scripts().items()}
    return [name for name, about in claims.items() if not about.cheating and about.speed != "slow"]


def body(path: Path) -> str:
    """A script without its docstring."""
    source = read(path)
    docstring = parse(path, source).body[0]
    return "\n".join(source.split("\n")[docstring.end_lineno :]).strip()


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary: its section, how it is called, and what it tells."""

    section: str
    call: str
    meaning: str


def vocabulary() -> list[Word]:
    """The words in which strategies are written, read from the text of their modules."""
    words = []
    for module in _SECTIONS:
        tree = ast.parse((_PACKAGE / "vocabulary" / f"{module}.py").read_text(encoding="utf-8"))
        section = (ast.get_docstring(tree) or "").partition(":")[0].strip(". ")
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                continue
            call = f"{node.name}({_signature(node.args)})"
            meaning = " ".join((ast.get_docstring(node) or "").split())
            words.append(Word(section, call, meaning))
    return words


def _signature(arguments: ast.arguments) -> str:
    """Names of arguments, with the defaults of those that have one."""
    plain = [*arguments.args, *arguments.kwonlyargs]
    texts = [argument.arg for argument in plain]
    optional = [*arguments.defaults, *(node for node in arguments.kw_defaults if node)]
    for i, node in enumerate(optional, start=len(plain) - len(optional)):
        texts[i] += "=" + ast.unparse(node).replace("'", '"')
    return ", ".join(texts)
