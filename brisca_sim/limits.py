"""Limits that hold everywhere; a module of its own, since reading them must not load numba."""

from __future__ import annotations

MAX_DEALS = 10**12
MAX_SEED = 2**63 - 1
MAX_THREADS = 1024
DEAL_MODES = ("stream", "shared")
