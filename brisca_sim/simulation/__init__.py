"""Many deals: blocks over threads, merged as integers, stopped at any moment without loss."""

from brisca_sim.simulation.blocks import Block, play_one_block, play_staged
from brisca_sim.simulation.conduct import Outcome
from brisca_sim.simulation.executors import Executor, Hire, default_threads
from brisca_sim.simulation.failures import describe_answer, explain, what_failed
from brisca_sim.simulation.play import play_deals, play_together

__all__ = [
    "Block",
    "Executor",
    "Hire",
    "Outcome",
    "default_threads",
    "describe_answer",
    "explain",
    "play_deals",
    "play_one_block",
    "play_staged",
    "play_together",
    "what_failed",
]
