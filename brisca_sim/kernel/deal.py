"""Shuffling."""

from __future__ import annotations

from brisca_sim.kernel.jit import jit
from brisca_sim.kernel.rng import LOW32, following, high32


@jit
def shuffle(cards, n, state):
    """Put `n` cards in uniformly random order, from the random stream that starts at `state`.

    Fisher-Yates with four bounded numbers from each 32-bit word: the leftover of one multiplication
    feeds the next, and a word is thrown away when the last leftover shows a bias (Brackett-Rozinsky
    and Lemire, "Batched ranged random integer generation", 2024), so the order is exactly uniform.

    Parameters
    ----------
    cards : pointer, n words, reordered in place
    n : int, 1 to 48
    state : int, start of the stream
    """
    top = n
    while top > 1:
        b1 = max(top - 1, 1)
        b2 = max(top - 2, 1)
        b3 = max(top - 3, 1)
        product = top * b1 * b2 * b3
        while True:
            state = following(state)
            x0 = high32(state) * top
            x1 = (x0 & LOW32) * b1
            x2 = (x1 & LOW32) * b2
            x3 = (x2 & LOW32) * b3
            left = x3 & LOW32
            if left >= product or left >= (1 << 32) % product:
                break
        _exchange(cards, top - 1, x0 >> 32)
        _exchange(cards, b1 - 1, x1 >> 32)
        _exchange(cards, b2 - 1, x2 >> 32)
        _exchange(cards, b3 - 1, x3 >> 32)
        top -= 4


@jit
def _exchange(cards, i, j):
    kept = cards[i]
    cards[i] = cards[j]
    cards[j] = kept
