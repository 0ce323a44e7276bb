"""Runs that are killed, cut off, sharded, merged, verified: nothing is lost and nothing is counted twice."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Commands
from hypothesis import given, settings
from hypothesis import strategies as st

from brisca_sim import Rules, simulate
from brisca_sim.counts import Counts
from brisca_sim.durable import identity, ledger, play
from brisca_sim.durable.fingerprint import added, fingerprint
from brisca_sim.durable.keeper import Keeper
from brisca_sim.durable.ledger import Entry, Ledger
from brisca_sim.durable.lock import LOCK, Lock
from brisca_sim.durable.ranges import deals_in, joined, missing, overlap, share_of
from brisca_sim.durable.state import CHECKPOINT, State, loaded
from brisca_sim.durable.verify import chosen
from brisca_sim.errors import KeptError, OutputError
from brisca_sim.reporting import folder as folder_of_runs
from brisca_sim.reporting.folder import RUN_FILES
from brisca_sim.simulation import Block, play_staged
from brisca_sim.table import Table, seat_down

PAIR = ["ahorradora", "codiciosa"]
DEALS = 1200
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


@pytest.fixture(autouse=True)
def _blank_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of the usual size, but blank: drawing them takes longer than everything else here."""
    real = folder_of_runs._contents

    def contents(doc: Any, counts: Any, figures: bool) -> dict[str, bytes]:
        drawn = {name: bytes(60_000) for name in RUN_FILES if name.endswith(".png")}
        return real(doc, counts, False) | (drawn if figures else {})

    monkeypatch.setattr(folder_of_runs, "_contents", contents)


def block_of(table: Table, first: int, last: int) -> Block:
    return play_staged(table, first, last, np.zeros(1, dtype=np.int64))


def begun(
    folder: Path, table: Table, *blocks: tuple[int, int], deals: int = DEALS, **options: Any
) -> State:
    """A folder as a killed process leaves it, with these deals in it."""
    state = State.begin(table, deals, confidence=0.95, **options)
    for first, last in blocks:
        state.take(block_of(table, first, last))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CHECKPOINT).write_bytes(state.packed())
    (folder / LOCK).write_text("process 1 on another machine\n", encoding="utf-8")
    (folder / f".{CHECKPOINT}.0123456789ab.part").write_bytes(b"half")
    return state


def document(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "run.json").read_bytes())
    return found


def same_run(one: dict[str, Any], other: dict[str, Any]) -> bool:
    timing = ("command", "elapsed_s", "hands_per_s")
    return {k: v for k, v in one.items() if k not in timing} == {
        k: v for k, v in other.items() if k not in timing
    }


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return simulate(PAIR, deals=DEALS).document


RANGES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)).map(sorted).map(tuple))


@given(RANGES, st.tuples(st.integers(0, 70), st.integers(0, 70)).map(sorted).map(tuple))
def test_ranges_are_sets_of_deals(ranges: list[tuple[int, int]], wanted: tuple[int, int]) -> None:
    deals = {deal for pair in ranges for deal in range(*pair)}
    found = joined(ranges)
    assert {deal for pair in found for deal in range(*pair)} == deals
    assert deals_in(found) == len(deals)
    assert all(a[1] < b[0] for a, b in pairwise(found))
    gaps = missing(ranges, wanted)
    assert {deal for pair in gaps for deal in range(*pair)} == set(range(*wanted)) - deals
    shared = overlap(ranges)
    assert (shared is None) == (len(deals) == sum(b - a for a, b in ranges))
    if shared is not None:
        assert shared[0] < shared[1]
        assert all(sum(a <= deal < b for a, b in ranges) > 1 for deal in range(*shared))


@given(st.integers(1, 10**12), st.integers(1, 50))
def test_shards_share_all_deals_out(deals: int, parts: int) -> None:
    shares = [share_of(part, parts, deals) for part in range(1, parts + 1)]
    assert joined(shares) == [(0, deals)]
    assert overlap(shares) is None
    sizes = [last - first for first, last in shares]
    assert max(sizes) - min(sizes) <= 1


@settings(max_examples=50)
@given(st.integers(0, 10**9), st.integers(2, 300), st.integers(4, 40))
def test_a_ledger_takes_blocks_in_any_order(seed: int, blocks: int, limit: int) -> None:
    chance = random.Random(seed)
    ends = sorted(chance.sample(range(1, 100_000), blocks))
    entries = [
        Entry(first, last, (chance.getrandbits(64), chance.getrandbits(64)))
        for first, last in zip([0, *ends], ends, strict=False)
    ]
    lost = chance.randrange(blocks)
    order = chance.sample(entries, blocks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger, "LIMIT", limit)
        kept = Ledger()
        for entry in order:
            if entry is not entries[lost]:
                kept.enter(entry)
        gap = entries[lost].range
        assert missing(kept.ranges, (0, ends[-1])) == [gap]
        kept.enter(entries[lost])
        assert len(kept.entries) <= limit
        assert kept.ranges == [(0, ends[-1])]
        total = (0, 0)
        for entry in entries:
            total = added(total, entry.print)
        assert kept.print == total
        with pytest.raises(KeptError, match="counted before"):
            kept.enter(Entry(gap[0], gap[0] + 1, (0, 0)))
        again = Ledger.from_array(kept.array(), kept.grain)
        assert (again.entries, again.grain) == (kept.entries, kept.grain)


def test_fingerprints_add_up_and_see_every_change() -> None:
    table = seat_down(PAIR)
    one, other, both = (block_of(table, *r).counts for r in ((0, 30), (30, 100), (0, 100)))
    assert added(fingerprint(one), fingerprint(other)) == fingerprint(both)
    before = fingerprint(both)
    for name, array in both.arrays().items():
        flat = array.ravel()
        for at in range(0, flat.size, 17):
            assert fingerprint(_changed(both, name, at)) != before


def _changed(counts: Counts, name: str, at: int) -> Counts:
    """Counts with one more in one place, which need not be possible."""
    copy = deepcopy(counts)
    if name == "deals":
        copy.deals += 1
    else:
        getattr(copy, name).ravel()[at] += 1
    return copy


def test_a_run_leaves_a_checkpoint_and_nothing_else(
    run: Commands, tmp_path: Path, whole: dict[str, Any]
) -> None:
    folder = tmp_path / "run"
    words = ("run", *PAIR, "--deals", DEALS, "--out", folder, "--quiet", "--format", "json")
    doc = run(*words).document()
    assert same_run(doc, whole)
    assert {path.name for path in folder.iterdir()} == {*RUN_FILES, CHECKPOINT}
    assert loaded(folder).whole
    assert same_run(run("run", "--resume", folder, "--format", "json").document(), whole)
    longer = run("run", "--resume", folder, "--deals", 1500, "--format", "json").document()
    assert same_run(longer, simulate(PAIR, deals=1500).document)
    run("run", "--resume", folder, "--deals", 100).refused("deals up to 1499 already")


@pytest.mark.parametrize("blocks", [[(0, 500)], [(700, 900), (100, 101)], []])
def test_going_on_gives_the_same_run(
    run: Commands, tmp_path: Path, whole: dict[str, Any], blocks: list[tuple[int, int]]
) -> None:
    begun(tmp_path, seat_down(PAIR), *blocks)
    words = ("run", "--resume", tmp_path, "--threads", 2, "--quiet", "--format", "json")
    assert same_run(run(*words).document(), whole)
    assert same_run(document(tmp_path), whole)
    assert {path.name for path in tmp_path.iterdir()} == {*RUN_FILES, CHECKPOINT}


@POSIX
def test_killed_and_gone_on() -> None:
    words = ["--kills", "4", "--deals", "20000", "--seed", str(os.getpid())]
    root = Path(__file__).parent.parent
    found = subprocess.run(
        [sys.executable, str(root / "benchmarks" / "killing.py"), *words],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert re.search(r"^4 kills in (\d) runs; the same digest in \1 of \1$", found.stdout, re.M)


def test_what_has_changed_is_refused(
    run: Commands, tmp_path: Path, script: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = script("mine.py", "def play(obs):\n    return cheapest(obs)\n")
    folder = tmp_path / "run"
    begun(folder, seat_down([path, "baja"]), (0, 100))
    text = path.read_text(encoding="utf-8")
    path.unlink()
    # A script that is not where it was is taken from the checkpoint; one that is another is not.
    first = run("run", "--resume", folder, "--deals", 150, "--format", "json").document()
    path.write_text(text, encoding="utf-8")
    assert same_run(first, simulate([path, "baja"], deals=150).document)
    path.write_text(text + "\n\nEXTRA = 1\n", encoding="utf-8")
    run("run", "--resume", folder, "--deals", 200).refused("another script mine.py")
    begun(tmp_path / "other", seat_down(PAIR), (0, 100))
    monkeypatch.setattr(identity, "VERSION", "9.9.9")
    for words in (("run", "--resume"), ("verify",)):
        run(*words, tmp_path / "other").refused("comes from version '0.1.0', not '9.9.9'")
    monkeypatch.undo()
    monkeypatch.setattr(identity, "engine", lambda: "0" * 16)
    refused = Commands(monkeypatch, run.capsys)("run", "--resume", tmp_path / "other")
    refused.refused("another state of the program's source")


def test_changed_rules_are_refused(run: Commands, tmp_path: Path) -> None:
    rules, folder = tmp_path / "my.toml", tmp_path / "run"
    rules.write_text('preset = "vip"\n', encoding="utf-8")
    kept = {"path": str(rules), "players": "", "settings": ["tie=draw"]}
    table = seat_down(PAIR, Rules.load(rules, texts=["tie=draw"]))
    begun(folder, table, (0, 100), deals=200, rules_file=kept)
    rules.write_text('preset = "vip"\nmano_negra = "hand"\n', encoding="utf-8")
    run("run", "--resume", folder).refused("other rules", "mano_negra = 'hand', not 'off'")
    rules.write_text('preset = "vip"\n', encoding="utf-8")
    assert run("run", "--resume", folder, "--quiet").code == 0


def test_words_that_do_not_go_together(run: Commands, tmp_path: Path) -> None:
    run("run", "--resume", tmp_path / "none").refused("there is no such folder")
    run("run", "--resume", tmp_path).refused("holds no run that was kept")
    run("run", *PAIR, "--resume", tmp_path).refused("LINEUP does not go with --resume")
    run("run", "--resume", tmp_path, "--seed", "1").refused("--seed does not go with --resume")
    run("run").refused("LINEUP")
    run("run", *PAIR, "--shard", "1/2").refused("--shard needs --out")
    for text in ("0/2", "3/2", "2", "a/b", "1/9999999"):
        run("run", *PAIR, "--shard", text, "--out", tmp_path).refused("--shard takes I/N")
    for text in ("0", "soon", "-1", "nan"):
        run("run", *PAIR, "--checkpoint", text).refused("--checkpoint takes seconds")
    begun(tmp_path, seat_down(PAIR), (0, 100))
    run("run", *PAIR, "--out", tmp_path).refused("not finished", "--resume")
    run("verify", tmp_path, "--share", "2").refused("--share takes")


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
def test_shards_in_any_order(
    run: Commands, tmp_path: Path, whole: dict[str, Any], order: tuple[int, ...]
) -> None:
    parts = [tmp_path / str(i) for i in order]
    for i, part in zip(order, parts, strict=True):
        state = begun(part, seat_down(PAIR))
        state.asked = share_of(i, 3, DEALS)
        first, last = state.asked
        # Each machine has blocks of its own.
        for at in range(first, last, 70 + i):
            state.take(block_of(seat_down(PAIR), at, min(at + 70 + i, last)))
        (part / CHECKPOINT).write_bytes(state.packed())
    some = run("merge", *parts[:2], "--out", tmp_path / "some", "--format", "json")
    doc = some.document()
    gap = list(share_of(order[2], 3, DEALS))
    assert doc["complete"] is False
    assert doc["played"]["missing"] == [gap]
    assert f"400 of 1200 deals are missing: {gap[0]}-{gap[1] - 1}" in some.err
    merge = run("merge", tmp_path / "some", parts[2], "--out", tmp_path / "all", "--format", "json")
    assert same_run(merge.document(), whole)
    assert same_run(document(tmp_path / "all"), whole)
    run("merge", tmp_path / "some", parts[0], "--out", tmp_path / "x").refused("overlaps", "deals ")
    run("merge", *parts, "--out", parts[0]).refused("one of the folders")
    assert not (tmp_path / "x").exists()
    resumed = run("run", "--resume", tmp_path / "some", "--format", "json", "--quiet")
    assert same_run(resumed.document(), whole)


def test_a_shard_says_which_deals_it_has(run: Commands, tmp_path: Path) -> None:
    words = ("run", *PAIR, "--deals", DEALS, "--shard", "2/3", "--out", tmp_path / "2")
    doc = run(*words, "--format", "json", "--quiet").document()
    assert doc["played"] == {"of": DEALS, "deals": [[400, 800]], "missing": []}
    assert doc["complete"] is True
    run("run", "--resume", tmp_path / "2", "--deals", 5000).refused("is a shard of 1200 deals")
    for name, table, deals, said in (
        ("seed", seat_down(PAIR, seed=2), DEALS, "seed 2, not 1"),
        ("rules", seat_down(PAIR, Rules(swap="off")), DEALS, "swap = 'off', not 'winner'"),
        ("lineup", seat_down(PAIR[::-1]), DEALS, "lineup codiciosa and ahorradora, not"),
        ("deals", seat_down(PAIR), 100, "100 deals, not 1200"),
    ):
        begun(tmp_path / name, table, (0, 10), deals=deals)
        refused = run("merge", tmp_path / "2", tmp_path / name, "--out", tmp_path / "sum")
        refused.refused(str(tmp_path / name), said)


def test_a_damaged_checkpoint_is_refused(run: Commands, tmp_path: Path) -> None:
    state = begun(tmp_path, seat_down(PAIR), (0, 60), (60, 100))
    path = tmp_path / CHECKPOINT
    data, chance, seen = path.read_bytes(), random.Random(1), 0
    cuts = [data[:-1], data[: len(data) // 2], b"", b"something else"]
    for _ in range(150):
        at = chance.randrange(len(data))
        cuts.append(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
    for bad in cuts:
        path.write_bytes(bad)
        try:
            found = loaded(tmp_path)
        except KeptError as error:
            seen += 1
            assert str(path) in str(error)
            assert "damaged" in str(error)
        else:
            # Bits that say nothing, as the times of files in the archive.
            assert found.packed() == state.packed()
    assert seen > 130
    path.write_bytes(data[:-1])
    for words in (
        ("run", "--resume", tmp_path),
        ("verify", tmp_path),
        ("run", *PAIR, "--out", tmp_path),
    ):
        run(*words).refused(CHECKPOINT, "damaged")
    begun(tmp_path / "good", seat_down(PAIR), (0, 10))
    run("merge", tmp_path / "good", tmp_path, "--out", tmp_path / "sum").refused(str(path))


def test_verify_finds_what_was_not_played(run: Commands, tmp_path: Path) -> None:
    table = seat_down(PAIR)
    good = begun(tmp_path / "good", table, *((at, at + 20) for at in range(0, 400, 20)), deals=400)
    assert len(chosen(good, 0.01, 1)) == 1
    assert chosen(good, 0.2, 1) == chosen(good, 0.2, 1) != chosen(good, 0.2, 2)
    fine = run("verify", tmp_path / "good", "--share", "25%", "--seed", 3)
    assert (fine.code, fine.out) == (0, "5 of 20 blocks replayed, 100 of 400 deals: the same\n")
    # One count that fits its ledger, but not the cards.
    bad = begun(tmp_path / "bad", table, (0, 200), deals=400)
    block = block_of(table, 200, 400)
    some = block.counts.hand_points[0, 0]
    most = some.argmax()
    some[most] -= 1
    some[most - 1] += 1
    bad.take(block)
    (tmp_path / "bad" / CHECKPOINT).write_bytes(bad.packed())
    found = run("verify", tmp_path / "bad", "--share", 1)
    assert (found.code, found.out) == (1, "")
    assert "deals 200-399 come to other counts" in found.err
    assert found.err.count("\n") == 1


def test_verify_compares_the_files(run: Commands, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run("run", *PAIR, "--deals", 300, "--out", folder, "--quiet").code == 0
    assert run("verify", folder).code == 0
    text = (folder / "run.json").read_text(encoding="utf-8")
    (folder / "run.json").write_text(text.replace('"deals": 300', '"deals": 301'), encoding="utf-8")
    assert "run.json says something else of deals" in run("verify", folder).err
    (folder / "run.json").write_text(text, encoding="utf-8")
    with np.load(folder / "counts.npz") as arrays:
        counts = dict(arrays)
    counts["hand_points"][0, 0, 60] += 1
    np.savez(folder / "counts.npz", **counts)
    found = run("verify", folder)
    assert found.code == 1
    assert "counts.npz differs" in found.err


def test_a_second_process_is_refused(run: Commands, tmp_path: Path) -> None:
    with Lock(tmp_path):
        with pytest.raises(OutputError, match=f"in use by process {os.getpid()} on "):
            Lock(tmp_path).hold()
        run("run", *PAIR, "--deals", 10, "--out", tmp_path).refused("is in use by process")
        words = ("--deals", 40, "--out", tmp_path, "--quiet")
        run("tournament", *PAIR, *words).refused("is in use by process")
    assert not (tmp_path / LOCK).exists()


@POSIX
def test_the_lock_of_a_dead_process_is_taken_over(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from brisca_sim.durable.lock import Lock\n"
        f"Lock(Path({str(tmp_path)!r})).hold(); print('held', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    with pytest.raises(OutputError, match=f"in use by process {process.pid} on"):
        Lock(tmp_path).hold()
    process.kill()
    process.communicate()
    assert (tmp_path / LOCK).exists()
    with Lock(tmp_path):
        assert str(os.getpid()) in (tmp_path / LOCK).read_text(encoding="utf-8")


def test_a_folder_that_vanishes_is_made_again(
    run: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: dict[str, Any]
) -> None:
    folder, real = tmp_path / "run", play.play_deals

    def vanish(*args: Any, **kwargs: Any) -> Any:
        shutil.rmtree(folder)
        return real(*args, **kwargs)

    monkeypatch.setattr(play, "play_deals", vanish)
    found = run("run", *PAIR, "--deals", DEALS, "--out", folder, "--format", "json")
    assert same_run(found.document(), whole)
    assert {path.name for path in folder.iterdir()} == {*RUN_FILES, CHECKPOINT}


def test_the_summary_is_printed_all_the_same(
    run: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: dict[str, Any]
) -> None:
    folder, real = tmp_path / "run", play.play_deals

    def replace(*args: Any, **kwargs: Any) -> Any:
        shutil.rmtree(folder)
        folder.write_text("a file", encoding="utf-8")
        return real(*args, **kwargs)

    monkeypatch.setattr(play, "play_deals", replace)
    found = run("run", *PAIR, "--deals", DEALS, "--out", folder, "--format", "json", "--quiet")
    assert found.code == 2
    assert same_run(json.loads(found.out), whole)
    kept, failed = found.err.splitlines()
    assert "kept in memory" in kept
    assert str(folder) in failed


@contextlib.contextmanager
def small_files(limit: int) -> Iterator[None]:
    """No file may grow beyond a limit, which is what a full disk looks like to a process."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def keeping(folder: Path, said: list[str]) -> tuple[Table, Keeper]:
    """A keeper that saves after every block."""
    table, lock = seat_down(PAIR), Lock(folder)
    lock.hold()
    keeper = Keeper(folder, State.begin(table, DEALS), lock, seconds=0, say=said.append)
    keeper.begin()
    return table, keeper


@POSIX
def test_a_file_that_cannot_grow_is_written_later(tmp_path: Path) -> None:
    said: list[str] = []
    table, keeper = keeping(tmp_path, said)
    with small_files(1000):
        for first in (0, 100):
            keeper._due = 0
            keeper.take(block_of(table, first, first + 100))
    assert len(said) == 1
    assert "kept in memory" in said[0]
    assert loaded(tmp_path).counts.deals == 0
    assert {path.name for path in tmp_path.iterdir()} == {CHECKPOINT, LOCK}
    keeper._due = 0
    keeper.take(block_of(table, 200, 300))
    assert loaded(tmp_path).ledger.ranges == [(0, 300)]
    assert "can be written again" in said[1]
    keeper.lock.release()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 128 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if os.name != "posix" or os.geteuid() != 0 or mount is None:
        pytest.skip("only root can mount a small file system")
    words = [mount, "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(place)]
    if subprocess.run(words, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)  # noqa: S607 - as it was mounted


def test_a_full_disk(run: Commands, small_disk: Path, whole: dict[str, Any]) -> None:
    said: list[str] = []
    folder = small_disk / "run"
    folder.mkdir()
    table, keeper = keeping(folder, said)
    with contextlib.suppress(OSError), (small_disk / "junk").open("wb", buffering=0) as junk:
        while True:
            junk.write(bytes(4096))
    keeper._due = 0
    keeper.take(block_of(table, 0, 300))
    assert ["free some space" in line for line in said] == [True]
    assert loaded(folder).counts.deals == 0
    (small_disk / "junk").unlink()
    keeper.try_to_save()
    keeper.lock.release()
    assert loaded(folder).counts.deals == 300
    # Its figures do not fit on the disk: the summary is there, and what was counted as well.
    found = run("run", "--resume", folder, "--format", "json", "--quiet")
    assert found.code == 2
    assert same_run(json.loads(found.out), whole)
    assert "No space left on device: free some space" in found.err
    assert loaded(folder).whole


def test_a_disk_that_cannot_be_written(run: Commands, small_disk: Path) -> None:
    begun(small_disk / "run", seat_down(PAIR), (0, 100))
    words = ["mount", "-o", "remount,ro", str(small_disk)]
    subprocess.run(words, check=True)
    run("run", "--resume", small_disk / "run").refused("Read-only file system")
    run("run", *PAIR, "--deals", 10, "--out", small_disk / "new").refused("Read-only file system")
    merge = run("merge", small_disk / "run", "--out", small_disk / "sum")
    merge.refused("Read-only file system")
