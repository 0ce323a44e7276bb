"""``brisca-sim rules list``: the presets."""

from __future__ import annotations

from brisca_sim.cli import options as o
from brisca_sim.language import chosen, speaking


def list_rules(lang: o.Lang = "") -> None:
    """List the presets.

    Example: brisca-sim rules list
    """
    from brisca_sim.reporting.option_words import presets_text

    with speaking(chosen(lang)):
        print(presets_text(), end="")
