"""What all tests share: a cache of compiled code that outlives them, strategies written on the spot."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
IMPORTS = "from brisca_sim.vocabulary import *\n"

# The first example may have to wait for the compiler, and a test must not flicker.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

_WARM = f"""
from pathlib import Path
from brisca_sim import loading, warm
warm.main()
for script in Path({str(ROOT / "tests" / "strategies")!r}).glob("*.py"):
    loading.load_strategy(script)
"""

Script = Callable[[str, str], Path]


def pytest_configure(config: pytest.Config) -> None:
    """Compile all there is before the workers start, which would each do it for themselves."""
    os.environ.setdefault("BRISCA_SIM_CACHE", platformdirs.user_cache_dir("brisca-sim-tests"))
    os.environ["BRISCA_SIM_ALONE"] = "1"
    # Tables speak the language of the locale, and these tests read English.
    os.environ["LC_ALL"] = "C.UTF-8"
    if not hasattr(config, "workerinput"):
        # If these fail, so do the tests, and they say why.
        started = [
            subprocess.Popen(
                [sys.executable, "-c", code],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for code in ("import brisca_sim.kernel.batch", _WARM)
        ]
        for process in started:
            process.wait()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, or one worker ends long after the others."""
    longest = ("test_install.py", "test_oracle.py")
    items.sort(key=lambda item: item.path.name not in longest)


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Write a strategy: a docstring and the vocabulary, then the text that is given."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'"""Plays for a test."""\n\n{IMPORTS}\n\n{text}', encoding="utf-8")
        return path

    return write
