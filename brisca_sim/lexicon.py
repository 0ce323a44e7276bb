"""The words in which strategies are written, read from the text of their modules."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

_SECTIONS = (  # of the vocabulary, in the order in which authors meet them
    "situation", "cards", "sets", "choosing", "counting", "ending", "ahead", "position", "habits",
    "reckoning", "swaps", "senas", "telling", "luck", "parameters",
)  # fmt: skip


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
        tree = ast.parse(
            (Path(__file__).parent / "vocabulary" / f"{module}.py").read_text(encoding="utf-8")
        )
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
