"""The rules of a game: every option worked out, contradictions refused, presets and files read."""

from brisca_sim.rules.faults import DECKS_FOR
from brisca_sim.rules.files import PRESETS, preset_about
from brisca_sim.rules.game import Rules

__all__ = ["DECKS_FOR", "PRESETS", "Rules", "preset_about"]
