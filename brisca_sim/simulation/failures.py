"""What a strategy did wrong, on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brisca_sim.glossary import SIGN_NAMES
from brisca_sim.kernel import layout as o
from brisca_sim.plain.player import PlayerError

if TYPE_CHECKING:
    from brisca_sim.simulation.blocks import Block
    from brisca_sim.table import Table


def explain(table: Table, block: Block) -> str:
    """One line: who failed, where, and the command that shows it."""
    deal, seating = int(block.where[o.W_DEAL]), int(block.where[o.W_SEATING])
    seat, answer = int(block.where[o.W_SEAT]), int(block.where[o.W_ANSWER])
    strategy = table.places[(seat + seating) % table.rules.players]
    what = block.failure
    if block.failure == "illegal":
        what = f"chose {describe_answer(answer)}, which is not in its hand"
        if int(block.where[o.W_ASK]) == o.ASK_SIGN:
            name = SIGN_NAMES[answer] if 0 <= answer < o.SIGNS else f"{answer} (no sign)"
            what = f"gave the sign {name}, which its hand does not bear out"
    replay = table.command("replay", "--deal", str(deal), "--seating", str(seating))
    return (
        f"{strategy.label} in seat {seat} of deal {deal}, seating {seating}, {what}; "
        f"see it with: {replay}"
    )


def what_failed(error: Exception) -> str:
    """What a strategy did from which this exception came, on one line."""
    if isinstance(error, PlayerError):
        return str(error)
    return f"raised {type(error).__name__}: {error}".split("\n")[0]


def describe_answer(answer: int) -> str:
    """A strategy's answer in words: a card's text where it is one."""
    from brisca_sim.cards import card_text, is_card

    return card_text(answer) if is_card(answer) else f"{answer} (no card)"
