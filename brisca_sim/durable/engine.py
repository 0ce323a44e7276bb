"""Which state of the program's source this is; needs neither the compiler nor anything compiled."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_PARTS = ("kernel", "vocabulary", "plain")


@cache
def engine() -> str:
    """Hash of the source of all that decides what a hand comes to, beside the scripts."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for part in _PARTS:
        for path in sorted((package / part).glob("*.py")):
            digest.update(f"{part}/{path.name}".encode())
            digest.update(path.read_text(encoding="utf-8").encode())
    return digest.hexdigest()[:16]
