"""The texts of a study: templates that take every number from what was played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, UndefinedError, nodes
from jinja2.sandbox import SandboxedEnvironment

from brisca_sim.errors import BriscaError, suggest
from brisca_sim.language import LANGUAGES, speaking
from brisca_sim.study.model import Study, Words
from brisca_sim.study.numbers import FILTERS, TESTS
from brisca_sim.study.reading import Opened, StudyError


def _environment() -> SandboxedEnvironment:
    made = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    made.filters |= FILTERS
    made.tests |= TESTS
    return made


_ENVIRONMENT = _environment()


def texts_of(study: Study) -> Iterator[tuple[str, Words]]:
    """All texts of a study, each with its place in the file."""
    yield from (("title", study.title), ("question", study.question), ("answer", study.answer))
    yield from ((f"findings[{i}]", text) for i, text in enumerate(study.findings))
    for kind in ("figures", "tables"):
        for i, wanted in enumerate(getattr(study, kind)):
            yield f"{kind}[{i}].caption", wanted.caption


def check_texts(opened: Opened) -> None:
    """Refuse templates that are none, and numbers that somebody wrote by hand.

    Raises
    ------
    StudyError
        In one line: the file, the text and its language.
    """
    for place, words in texts_of(opened.study):
        for code in LANGUAGES:
            text = words.said(code)
            where = f"{opened.place}: {place}.{code}"
            try:
                tree = _ENVIRONMENT.parse(text)
                _ENVIRONMENT.compile(text)
            except TemplateSyntaxError as error:
                raise StudyError(f"{where}: {_one_line(error)}") from None
            for number in _by_hand(tree):
                raise StudyError(
                    f"{where}: {number} is written by hand: take it from the data, or write it in letters"
                )


def _by_hand(tree: nodes.Template) -> Iterator[str]:
    """Numbers that would be printed whatever the data are."""
    for output in tree.find_all(nodes.Output):
        for node in output.nodes:
            if isinstance(node, nodes.TemplateData):
                yield from re.findall(r"\d+(?:[.,]\d+)*", node.data)
            elif isinstance(node, nodes.Const):
                yield from re.findall(r"\d+(?:[.,]\d+)*", str(node.value))


def said(opened: Opened, place: str, words: Words, code: str, data: dict[str, Any]) -> str:
    """A text in a language, with its numbers.

    Raises
    ------
    StudyError
        In one line: the file, the text, the part and key that there are not.
    """
    where = f"{opened.place}: {place}.{code}"
    try:
        with speaking(code):
            text = _ENVIRONMENT.from_string(words.said(code)).render(data)
    except UndefinedError as error:
        name = re.search(r"'(\w+)' is undefined", str(error))
        hint = suggest(name[1], list(data)) if name else ""
        raise StudyError(f"{where}: {_one_line(error)}{hint}") from None
    except BriscaError as error:
        raise StudyError(f"{where}: {error}") from None
    except (TemplateError, TypeError, ValueError, KeyError, ArithmeticError) as error:
        raise StudyError(f"{where}: {_one_line(error)}") from None
    # Lines that a condition ends leave a space before what follows.
    return re.sub(r" (?=[,;:.)])", "", " ".join(text.split()))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
