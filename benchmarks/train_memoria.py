"""How the weights of `strategies/examples/memoria.py` were found: a random search against codiciosa.

    python benchmarks/train_memoria.py

The cross-entropy method: each round draws weights round the last round's best, plays the same deals
with each of them, and keeps the best quarter. Round k plays deals of seed 100 + k, with two players
and in pairs by turns. Prints the mean of the last round's best, rounded, to be pasted into the script.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from brisca_sim.kernel import layout as o
from brisca_sim.loading import load_strategy
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_deals
from brisca_sim.table import seat_down

SCRIPT = Path(__file__).parent.parent / "strategies" / "examples" / "memoria.py"
ROUNDS, DRAWN, KEPT, DEALS = 24, 24, 6, 150


def score(seed: int, players: int) -> float:
    """Share of the hands won by the script with the weights that it has now."""
    table = seat_down([SCRIPT, "codiciosa"], Rules(players=players), seed=seed)
    counts = play_deals(table, DEALS, threads=1).counts
    return float(counts.measures[0][o.M_SCORE]) / (o.WHOLE * table.seatings * DEALS)


def main() -> None:
    """Search and print."""
    load_strategy(SCRIPT)
    (module,) = (m for name, m in sys.modules.items() if name.startswith("brisca_strategy_memoria"))
    weights = module.WEIGHTS
    rng = np.random.default_rng(101)
    mean, spread = np.zeros(weights.size), np.ones(weights.size)
    for number in range(1, ROUNDS + 1):
        drawn = rng.normal(mean, spread, (DRAWN, weights.size))
        scores = np.empty(DRAWN)
        for i, row in enumerate(drawn):
            weights[:] = row
            scores[i] = score(100 + number, (2, 4)[number % 2])
        best = drawn[np.argsort(scores)[-KEPT:]]
        # A little width is kept, so that a lucky round does not end the search.
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.3 / number
        print(f"round {number}: best {scores.max():.3f}, mean {scores.mean():.3f}", flush=True)
    print(np.round(mean, 2).tolist())


if __name__ == "__main__":
    main()
