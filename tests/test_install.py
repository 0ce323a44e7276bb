"""A wheel in an empty environment: what it holds, and that it runs, cached and uncached."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT

from brisca_sim import simulate
from brisca_sim.catalogue import scripts
from brisca_sim.rules import PRESETS
from brisca_sim.version import VERSION

RUN = ("run", "ahorradora", "codiciosa", "--deals", "200")
COMPILING = "brisca-sim: compiling for this machine"
AZAR = ROOT / "tests" / "strategies" / "azar.py"
DIGESTS = f"""
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_deals
from brisca_sim.table import seat_down
for names, rules in (
    (["ahorradora", "codiciosa"], Rules()),
    (["ahorradora", "ciegas", "reves"], Rules.preset("vip", players=3)),
    (["ciegas", "baja"], Rules(players=6)),
    (["ciegas", "baja"], Rules(blind=True, players=4)),
    ([{str(AZAR)!r}] * 2, Rules(players=4, show_partner="end", mano_negra="hand")),
):
    table = seat_down(names, rules, seed=2**62 + 3)
    print(play_deals(table, 30, threads=1).counts.digest({{}}))
"""


@dataclass(frozen=True)
class Installed:
    """An environment with nothing but the wheel; what that depends on comes from this one."""

    wheel: Path
    folder: Path

    def program(self, name: str) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / name

    def call(self, program: str, *words: str, cache: Path) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment from a folder that has nothing to do with the project."""
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        done = subprocess.run(
            [self.program(program), *words],
            cwd=elsewhere,
            env=clean_environment() | {"BRISCA_SIM_CACHE": str(cache)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert list(elsewhere.iterdir()) == []
        return done


def clean_environment() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}


def pip(*words: str | Path) -> None:
    """Run the pip of this environment; it need not be there in the new one."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Build a wheel with the hatchling of this environment and install it, both without network."""
    place = tmp_path_factory.mktemp("install")
    pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", place, ROOT)
    (wheel,) = place.glob("*.whl")
    found = Installed(wheel, place / "venv")
    venv.create(found.folder, with_pip=False)
    pip("--python", found.program("python"), "install", "--no-deps", "--no-index", wheel)
    (own,) = found.folder.glob("[Ll]ib/**/site-packages")
    # Of the folders that this file names, no further files of its kind are read: the project itself
    # cannot come in through an editable installation.
    lenders = [path for path in sys.path if path.endswith("-packages")]
    (own / "borrowed.pth").write_text("\n".join(lenders), encoding="utf-8")
    return found


def test_what_is_in_the_wheel(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        names = set(wheel.namelist())
        (entry,) = (name for name in names if name.endswith("/entry_points.txt"))
        assert b"brisca-sim = brisca_sim.cli:main" in wheel.read(entry)
        for path in scripts().values():
            assert wheel.read(f"brisca_sim/catalogue/{path.name}") == path.read_bytes()
    assert {f"brisca_sim/presets/{name}.toml" for name in PRESETS} <= names
    catalogues = {f"brisca_sim/locale/{code}/LC_MESSAGES/brisca_sim.po" for code in ("ca", "es")}
    assert catalogues <= names
    templates = {f"brisca_sim/reporting/report/templates/report.{kind}" for kind in ("html", "css")}
    assert templates <= names
    assert {"brisca_sim/py.typed", "brisca_sim/reporting/brisca.mplstyle"} <= names
    assert any(name.endswith("/LICENSE") for name in names)
    assert {name.split("/")[0] for name in names} == {
        "brisca_sim",
        f"brisca_sim-{VERSION}.dist-info",
    }
    assert not [name for name in names if name.endswith((".pyc", ".nbi", ".nbc"))]


def test_it_is_the_installed_one_that_runs(installed: Installed, tmp_path: Path) -> None:
    assert (
        installed.call("brisca-sim", "--version", cache=tmp_path).stdout.strip().endswith(VERSION)
    )
    shown = installed.call("brisca-sim", "strategies", "show", "codiciosa", cache=tmp_path).stdout
    script = re.search("^Script: (.*)$", shown, re.MULTILINE)
    assert script is not None
    assert Path(script[1]).is_relative_to(installed.folder)
    listed = installed.call(
        "python", "-m", "brisca_sim", "strategies", "list", cache=tmp_path
    ).stdout
    assert all(name in listed for name in scripts())
    assert list(tmp_path.iterdir()) == []


def test_it_is_compiled_once_and_plays_the_same_loaded_and_as_plain_python(
    installed: Installed, tmp_path: Path
) -> None:
    """Anything that the compiler may read in two ways (wrap-around, shifts) shows here."""
    first, second = (
        installed.call("python", "-W", "ignore", "-c", DIGESTS, cache=tmp_path).stdout.split()
        for _ in range(2)
    )
    assert len(first) == 5
    assert first == second == plain_digests()
    run = installed.call("brisca-sim", *RUN, cache=tmp_path)
    assert run.stderr == ""
    assert digest(run.stdout) == here()


def test_without_a_cache_it_runs_all_the_same(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    done = installed.call("brisca-sim", *RUN, cache=tmp_path / "file" / "cache")
    compiling, note = done.stderr.splitlines()
    assert compiling.startswith(COMPILING)
    assert note.startswith("brisca-sim: compiled code is not kept: cannot write")
    assert str(tmp_path / "file") in note
    assert digest(done.stdout) == here()


def digest(text: str) -> str:
    found = re.search("digest ([0-9a-f]{12})", text)
    assert found is not None, text
    return found[1]


def plain_digests() -> list[str]:
    """What the same sources print when nothing is compiled."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", DIGESTS],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    ).stdout.split()


def here() -> str:
    """The digest of the same run by the checkout, in this process."""
    return str(simulate(["ahorradora", "codiciosa"], deals=200).document["digest"])[:12]
