"""A real cluster of processes on this machine: the same counts, whoever is killed, lost or stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from commands import Commands
from conftest import ROOT, Script

from brisca_sim import simulate
from brisca_sim.cluster import client, worker
from brisca_sim.cluster.client import Cluster, opened
from brisca_sim.cluster.crew import Crew
from brisca_sim.cluster.errand import errand_of
from brisca_sim.cluster.errand import opened as unpacked_errand
from brisca_sim.errors import BriscaError, ClusterError, StrategyError
from brisca_sim.reporting import folder as folder_of_runs
from brisca_sim.simulation import play_deals
from brisca_sim.table import seat_down

PAIR = ("ahorradora", "codiciosa")
DEALS = 30_000
needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None,
    reason="Dask is not installed: pip install distributed",
)
pytestmark = [
    # What Dask leaves open, or finds old-fashioned in others, is not ours to mend.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with opened("local:2") as found:
        yield found


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


@pytest.fixture(autouse=True)
def _short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a short run has many of them."""
    monkeypatch.setattr("brisca_sim.cluster.crew._SECONDS", 0.1)


@pytest.fixture(autouse=True)
def _no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing them takes longer than everything else here."""
    real = folder_of_runs._contents
    monkeypatch.setattr(
        folder_of_runs, "_contents", lambda doc, counts, _: real(doc, counts, False)
    )


def digest(counts: Any) -> str:
    return str(counts.digest({}))


def address(cluster: Cluster) -> str:
    return str(cluster.client.scheduler.address)


@needs_dask
def test_the_counts_are_those_of_threads(cluster: Cluster) -> None:
    table = seat_down(PAIR)
    told: list[tuple[int, int]] = []
    outcome = play_deals(
        table, DEALS, hire=cluster.hire, detail=True, progress=lambda *at: told.append(at)
    )
    alone = play_deals(table, DEALS, threads=1, detail=True)
    assert outcome.complete
    assert digest(outcome.counts) == digest(alone.counts)
    assert outcome.counts.detail is not None
    assert alone.counts.detail is not None
    assert (outcome.counts.detail == alone.counts.detail).all()
    assert (outcome.counts.stages == alone.counts.stages).all()
    assert told[-1] == (DEALS, DEALS)
    assert len(told) > 3


@needs_dask
@pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
def test_what_a_killed_worker_had_is_played_again(cluster: Cluster) -> None:
    before = set(cluster.client.run(os.getpid).values())
    assert len(before) == 2
    killed: list[int] = []

    def kill(done: int, _: int) -> None:
        if done > 1000 and not killed:
            killed.append(before.pop())
            os.kill(killed[0], signal.SIGKILL)

    table = seat_down(PAIR)
    outcome = play_deals(table, 3 * DEALS, hire=cluster.hire, progress=kill)
    assert killed
    assert outcome.complete
    assert digest(outcome.counts) == digest(play_deals(table, 3 * DEALS, threads=1).counts)
    cluster.client.wait_for_workers(2, timeout=30)
    assert killed[0] not in cluster.client.run(os.getpid).values()


@needs_dask
def test_scripts_travel_as_source(cluster: Cluster, script: Script) -> None:
    """Compiled ones and plain players, with their parameters, from a file that is gone by then."""
    compiled = script(
        "viajera.py",
        'BOLD = parameter(0.5, 0, 1, "how bold")\n\n\ndef play(obs):\n'
        "    return cheapest(obs) if param(obs, BOLD) > 0.7 else hand_card(obs, 0)\n",
    )
    plain = script(
        "maleta.py",
        "class Player:\n    def play(self, obs):\n        return hand_card(obs, 0)\n",
    )
    table = seat_down([f"{compiled}:bold=0.9", plain])
    wanted = play_deals(table, 300, threads=1).counts
    crew = cluster.hire(table, False)
    compiled.unlink()
    plain.unlink()
    outcome = play_deals(table, 300, hire=lambda *_: crew)
    assert digest(outcome.counts) == digest(wanted)


@needs_dask
def test_a_failing_player_is_named_with_the_clients_path(cluster: Cluster, script: Script) -> None:
    path = script(
        "tropezon.py",
        "class Player:\n    def play(self, obs):\n        raise ValueError('tropiezo')\n",
    )
    table = seat_down([path, "baja"])
    crew = cluster.hire(table, False)
    path.unlink()
    with pytest.raises(StrategyError) as caught:
        play_deals(table, 300, hire=lambda *_: crew)
    assert "in seat 0 of deal 0, seating 0, raised ValueError: tropiezo" in str(caught.value)
    assert f"({path}, line 8)" in str(caught.value)


@needs_dask
@pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
def test_an_interrupted_run_goes_on_with_threads(
    cluster: Cluster, tmp_path: Path, run: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, real = tmp_path / "kept", Crew.finished

    def finished(self: Crew, seconds: float) -> Any:
        blocks = real(self, seconds)
        if any(block.first > 1000 for block in blocks):
            os.kill(os.getpid(), signal.SIGINT)
        return blocks

    monkeypatch.setattr(Crew, "finished", finished)
    words = ("--out", folder, "--format", "json")
    first = run("run", *PAIR, "--deals", DEALS, *words, "--dask", address(cluster)).document(130)
    assert 0 < first["deals"] < DEALS
    assert not first["complete"]
    monkeypatch.setattr(Crew, "finished", real)
    # Its workers are free again for whoever comes next, for which nothing of it is left to play.
    again = run("run", "--resume", folder, "--format", "json", "--threads", 1).document()
    assert again["digest"] == simulate(PAIR, deals=DEALS).document["digest"]
    more = run("run", "--resume", folder, "--format", "json", "--deals", DEALS + 5000,
               "--dask", address(cluster)).document()  # fmt: skip
    assert more["digest"] == simulate(PAIR, deals=DEALS + 5000).document["digest"]


@needs_dask
def test_shards_are_played_on_a_cluster(cluster: Cluster, tmp_path: Path, run: Commands) -> None:
    for part in (1, 2):
        words = ("--shard", f"{part}/2", "--out", tmp_path / str(part), "--quiet")
        dask = ("--dask", address(cluster)) if part == 2 else ()
        assert run("run", *PAIR, "--deals", 1000, *words, *dask).code == 0
    merged = run(
        "merge", tmp_path / "1", tmp_path / "2", "--out", tmp_path / "all", "--format", "json"
    )
    assert merged.document()["digest"] == simulate(PAIR, deals=1000).document["digest"]


@needs_dask
def test_workers_with_another_program_are_refused(
    cluster: Cluster, run: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = worker.program()
    monkeypatch.setattr(worker, "program", lambda: (ours[0], "0" * 16))
    words = ("run", *PAIR, "--dask", address(cluster))
    run(*words).refused("worker tcp://127.0.0.1:", "another state", "install the same")
    # One that comes later is found out by its first block.
    with pytest.raises(ClusterError, match=r"worker tcp://127\.0\.0\.1:\d+ has another state"):
        play_deals(seat_down(PAIR), 300, hire=cluster.hire)
    monkeypatch.setattr(worker, "program", lambda: ("9.9", ours[1]))
    run(*words).refused(f"has brisca-sim {ours[0]}, not 9.9")


@needs_dask
def test_blocks_that_end_every_worker_are_given_up(cluster: Cluster, script: Script) -> None:
    path = script(
        "fatal.py", "import os\n\n\nclass Player:\n    def play(self, obs):\n        os._exit(1)\n"
    )
    cluster.client.cluster.scheduler.allowed_failures = 0
    with pytest.raises(ClusterError, match=r"deals \d+-\d+ have ended one worker after the other"):
        play_deals(seat_down([path, "baja"]), 100, hire=cluster.hire, block_size=100)


@needs_dask
def test_a_lost_scheduler_costs_only_the_deals_in_hand(
    run: Commands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from distributed import LocalCluster

    local = LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
    )
    real = Crew.finished

    def finished(self: Crew, seconds: float) -> Any:
        blocks = real(self, seconds)
        if any(block.first > 1000 for block in blocks):
            local.close()
        return blocks

    monkeypatch.setattr(Crew, "finished", finished)
    monkeypatch.setattr(client, "CONNECT", 3.0)
    result = run("run", *PAIR, "--deals", "1e8", "--out", tmp_path, "--format", "json",
                 "--quiet", "--dask", local.scheduler_address)  # fmt: skip
    document = result.document(2)
    assert document["deals"] > 1000
    assert not document["complete"]
    lines = result.err.splitlines()
    assert len(lines) == 1, result.err
    assert f"scheduler at {local.scheduler_address} was lost: the first" in lines[0]
    assert document["digest"] == simulate(PAIR, deals=document["deals"]).document["digest"]


@needs_dask
def test_nobody_there_is_one_line(run: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(client, "CONNECT", 0.5)
    run("run", *PAIR, "--dask", "tcp://127.0.0.1:1").refused(
        "no Dask scheduler answers at tcp://127.0.0.1:1"
    )
    with LocalCluster(
        n_workers=0, processes=False, protocol="tcp", dashboard_address="127.0.0.1:0"
    ) as local:
        address = local.scheduler_address
        run("run", *PAIR, "--dask", address).refused(f"{address} has no workers", "dask worker")
        with opened_without_workers(address) as cluster, pytest.raises(ClusterError, match="0 s"):
            play_deals(seat_down(PAIR), 100, hire=cluster.hire)


def opened_without_workers(address: str) -> Any:
    """A cluster all of whose workers have left."""
    from contextlib import contextmanager

    from distributed import Client

    @contextmanager
    def connected() -> Iterator[Cluster]:
        with Client(address, set_as_default=False) as found:
            yield Cluster(found, address, patience=0.3)

    return connected()


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--dask", "nonsense"), ("tcp://host:8786", "'nonsense'")),
        (("--dask", "local:0"), ("local:N takes N from 1",)),
        (("--dask", "local:2", "--threads", "2"), ("--threads does not go with --dask",)),
    ],
)
def test_wrong_words(run: Commands, words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    run("run", *PAIR, *words).refused(*parts)


def test_without_dask_it_says_what_to_install(
    run: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "find_spec", lambda _: None)
    run("run", *PAIR, "--dask", "local:2").refused("pip install distributed", "brisca-sim[dask]")
    with pytest.raises(BriscaError, match="not installed"):
        simulate(PAIR, deals=10, dask="local:2")


def test_nobody_loads_dask_who_does_not_ask_for_it() -> None:
    code = (
        "import sys; import brisca_sim.api, brisca_sim.cli.app, brisca_sim.cluster.client;"
        "sys.exit('distributed' in sys.modules or 'dask' in sys.modules)"
    )
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, check=False
    )
    assert done.returncode == 0


def test_a_worker_sets_a_table_once(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when several of its threads ask at the same time."""
    table = seat_down(PAIR)
    errand = errand_of(table, detail=False)
    assert set(unpacked_errand(errand)["scripts"]) == set(PAIR)
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(worker._table(errand))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(table) for table, _, _ in found}) == 1
    assert found[0][0].describe() == table.describe()
    monkeypatch.setattr(worker, "_MOST_TABLES", 1)
    other = errand_of(seat_down(PAIR, seed=2), detail=False)
    worker._table(other)
    assert list(worker._tables) != []
    assert len(worker._tables) == 1
