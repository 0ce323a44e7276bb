"""``brisca-sim strategies words``: the vocabulary of scripts."""

from __future__ import annotations

from typing import Annotated

import typer

from brisca_sim.cli import options as o


def list_words(
    text: Annotated[
        str, typer.Argument(metavar="[TEXT]", help="Only those that mention this.")
    ] = "",
    format: o.Format = "text",
) -> None:
    """List the vocabulary in which strategies are written.

    FORMAT is text or md.

    Example: brisca-sim strategies words trump
    """
    from brisca_sim.lexicon import vocabulary

    o.one_of(format, "--format", ("text", "md"))
    section = ""
    for word in vocabulary():
        if text.lower() not in f"{word.call} {word.meaning}".lower():
            continue
        if word.section != section:
            section = word.section
            head = f"\n### {section.capitalize()}\n\n| word | meaning |\n|---|---|"
            print(head if format == "md" else f"\n{section}")
        row = f"| `{word.call}` | {word.meaning} |"
        print(row if format == "md" else f"  {word.call}\n      {word.meaning}")
