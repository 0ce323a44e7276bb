"""brisca-sim: a Monte Carlo strategy analyzer for Brisca.

>>> from brisca_sim import Rules, load_strategy, simulate
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brisca_sim.version import VERSION as __version__

if TYPE_CHECKING:
    from brisca_sim.api import Run, replay, simulate
    from brisca_sim.errors import BriscaError
    from brisca_sim.loading import load_strategy
    from brisca_sim.records.judge import judge
    from brisca_sim.rules import Rules
    from brisca_sim.strategy import Strategy

_HOMES = {
    "BriscaError": "errors",
    "Rules": "rules",
    "Run": "api",
    "Strategy": "strategy",
    "judge": "records.judge",
    "load_strategy": "loading",
    "replay": "api",
    "simulate": "api",
}
__all__ = [
    "BriscaError",
    "Rules",
    "Run",
    "Strategy",
    "__version__",
    "judge",
    "load_strategy",
    "replay",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Load a public name on first use: numba takes half a second, which ``--help`` must not cost."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
