"""Compiles the catalogue into the cache: ``python -m brisca_sim.warm``.

The first command after an installation starts it beside itself, in another process and with low
priority.  It may be ended at any time: what it has not compiled is compiled when it is needed.
"""

from __future__ import annotations

import contextlib
import os
import sys

from brisca_sim.catalogue import scripts
from brisca_sim.loading import load_strategy

_FIRST = ("contadora", "contadora_final")
_PATIENCE = 10


def main() -> None:
    """Load every script of the catalogue, those that most others share their words with first."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_PATIENCE)
    # The process that started it compiles the kernel at this moment; a strategy needs none.
    for name in [*_FIRST, *(name for name in scripts() if name not in _FIRST)]:
        load_strategy(name)


if __name__ == "__main__":
    main()
    sys.exit(0)
