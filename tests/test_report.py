"""Reports: well-formed, self-contained, in three languages, and true to their documents."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pages
import pytest
from commands import Commands

from brisca_sim import cli
from brisca_sim.errors import BriscaError
from brisca_sim.language import LANGUAGES, speaking
from brisca_sim.reporting.report.build import material, report_of
from brisca_sim.reporting.report.documents import read_document
from brisca_sim.reporting.report.model import Report
from brisca_sim.reporting.report.render import rendered

KINDS = {
    "run": "run codiciosa ciegas --deals 300 --set tie=last_trick",
    "compare": "compare codiciosa ciegas --deals 200",
    "effect": "effect swap --deals 60",
    "sweep": "effect senas --deals 60",
    "tournament": "tournament ciegas codiciosa baja --deals 200",
    "match": "match codiciosa ciegas --match points:300 --deals 200 --fair 0.8",
}
# Once: its figures take long, and its words are those of the run.
DETAILED = {"detail": "run codiciosa ciegas --deals 150 --detail"}
INSIDE = ("advantage", "opening", "honours", "convergence")
SPOKEN = [*((kind, lang) for kind in KINDS for lang in LANGUAGES), ("detail", "es")]
Page = tuple[Report, dict[str, bytes]]


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Folder of each kind of document, made when it is first asked for."""
    base = tmp_path_factory.mktemp("documents")

    def made(kind: str) -> Path:
        folder = base / kind
        if not folder.exists():
            with pytest.MonkeyPatch.context() as patch:
                words = [*(KINDS | DETAILED)[kind].split(), "--quiet", "--out", str(folder)]
                patch.setattr(sys, "argv", ["brisca-sim", *words])
                with pytest.raises(SystemExit) as left:
                    cli.main()
            assert left.value.code == 0
        return folder

    return made


@pytest.fixture(scope="session")
def written(folders: Callable[[str], Path]) -> Callable[[str, str], Page]:
    """Report of a kind in a language, as page and tables, made once."""
    known: dict[tuple[str, str], Page] = {}

    def made(kind: str, lang: str) -> Page:
        if (kind, lang) not in known:
            with speaking(lang):
                figures = INSIDE if kind in DETAILED else None
                report = report_of(read_document(folders(kind)), figures)
                known[kind, lang] = report, rendered(report, ("html", "csv"))
        return known[kind, lang]

    return made


@pytest.fixture
def run_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


@pytest.mark.parametrize(("kind", "lang"), SPOKEN)
def test_a_page_is_well_formed_and_needs_nothing_else(
    written: Callable[[str, str], Page], kind: str, lang: str
) -> None:
    page = written(kind, lang)[1]["report.html"].decode()
    assert page.startswith("<!DOCTYPE html>\n")
    found = pages.balanced(page)
    root = pages.read(page)
    assert root.attrib["lang"] == lang
    assert found.references
    assert all(reference[0] == "#" and reference[1:] in found.ids for reference in found.references)
    assert all(inside[0] in "#" for inside in re.findall(r"url\(['\"]?(.)", page))
    assert not re.search(r"<script|@import|javascript:|\son\w+=", page)
    assert set(re.findall(r"https?://[^\"' <]+", page)) <= {
        "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
    }  # fmt: skip


@pytest.mark.parametrize(("kind", "lang"), SPOKEN)
def test_headings_stand_in_order(written: Callable[[str, str], Page], kind: str, lang: str) -> None:
    levels = pages.balanced(written(kind, lang)[1]["report.html"].decode()).headings
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


@pytest.mark.parametrize(("kind", "lang"), SPOKEN)
def test_every_table_is_its_csv(written: Callable[[str, str], Page], kind: str, lang: str) -> None:
    _, files = written(kind, lang)
    root = pages.read(files["report.html"].decode())
    found = pages.tables(root)
    files_of = {Path(name).stem: data for name, data in files.items() if name.endswith(".csv")}
    assert set(found) == set(files_of)
    assert "rules" in found
    for name, data in files_of.items():
        head, *rows = csv.reader(io.StringIO(data.decode()))
        assert len(rows) > 0
        assert all(len(row) == len(head) for row in rows)
        assert found[name] == rows
    for table in root.iter(f"{pages.HTML}table"):
        assert table.find(f"{pages.HTML}caption") is not None
        heads = table.findall(f"{pages.HTML}thead/{pages.HTML}tr/{pages.HTML}th")
        assert heads
        assert all(head.attrib["scope"] == "col" for head in heads)
        for row in table.iterfind(f"{pages.HTML}tbody/{pages.HTML}tr"):
            assert row[0].attrib["scope"] == "row"


@pytest.mark.parametrize(("kind", "lang"), SPOKEN)
def test_every_figure_tells_its_finding_with_numbers_of_the_data(
    written: Callable[[str, str], Page], kind: str, lang: str
) -> None:
    report, files = written(kind, lang)
    root = pages.read(files["report.html"].decode())
    cells = set[str]()
    for table in root.iter(f"{pages.HTML}table"):
        cells |= pages.numbers(pages.text(table))
    drawn = [figure.find(f".//{pages.SVG}svg") for figure in root.iter(f"{pages.HTML}figure")]
    assert len(drawn) == len(report.pictures) > 0
    for svg, picture in zip(drawn, report.pictures, strict=True):
        assert svg is not None
        assert svg.attrib["role"] == "img"
        alt = svg.attrib["aria-label"]
        assert alt == picture.alt
        told = pages.numbers(alt)
        assert len(told) >= 3, alt
        assert told <= cells, (alt, told - cells)


@pytest.mark.parametrize("kind", KINDS)
def test_languages_differ_in_words_not_in_figures(
    written: Callable[[str, str], Page], folders: Callable[[str], Path], kind: str
) -> None:
    reports = {lang: written(kind, lang)[0] for lang in LANGUAGES}
    assert len({report.asked for report in reports.values()}) == 3
    assert len({report.answer for report in reports.values()}) == 3
    tables = {lang: [table.raw for table in report.tables] for lang, report in reports.items()}
    assert tables["en"] == tables["es"] == tables["ca"]
    found = [re.findall(r"\d+", report.answer) for report in reports.values()]
    assert all(sorted(numbers) == sorted(found[0]) for numbers in found)
    document = read_document(folders(kind))
    for part in document.get("parts", [document]):
        if "sentence" in part:
            for lang in ("es", "ca"):
                assert part["sentence"] not in written(kind, lang)[1]["report.html"].decode()


@pytest.mark.parametrize("kind", KINDS)
def test_how_it_was_done_is_told(
    written: Callable[[str, str], Page], folders: Callable[[str], Path], kind: str
) -> None:
    root = pages.read(written(kind, "en")[1]["report.html"].decode())
    document = read_document(folders(kind))
    parts = document.get("parts", [document])
    facts = {pages.text(dt): pages.text(dd) for dt, dd in _pairs(root)}
    assert facts["command"] == parts[0]["command"]
    assert facts["command"].startswith(f"brisca-sim {KINDS[kind]}")
    assert all(part["digest"] in facts["digest"] for part in parts)
    assert parts[0]["version"] in facts["version"]
    assert facts["seed"].startswith("1 ")
    found = pages.tables(root)
    hashes = {row[2] for row in found["strategies"]}
    assert hashes == {entry["sha256"] for part in parts for entry in part["strategies"]}
    rules = {row[0]: row[1:] for row in found["rules"]}
    if kind == "run":
        assert rules["tie"] == ["last_trick", "draw", "True"]
        assert next(iter(rules)) == "tie"
    assert rules["deck"][2] == "False"


def _pairs(root: Any) -> list[tuple[Any, Any]]:
    found = [list(dl) for dl in root.iter(f"{pages.HTML}dl")]
    return [pair for dl in found for pair in zip(dl[::2], dl[1::2], strict=True)]


def test_names_that_look_like_markup_stay_names(folders: Callable[[str], Path]) -> None:
    name = "a<script>&\"'|*]("
    text = (folders("run") / "run.json").read_text().replace('"codiciosa"', json.dumps(name))
    files = rendered(report_of(json.loads(text), ["scores"]), ("html", "md"))
    root = pages.read(files["report.html"].decode())
    assert name in pages.text(root)
    assert "<script" not in files["report.html"].decode()
    assert "<script" not in files["report.md"].decode().replace("\\<script", "")


def test_markdown_links_to_files_that_are_there(folders: Callable[[str], Path]) -> None:
    files = rendered(report_of(read_document(folders("tournament"))), ("md",))
    text = files["report.md"].decode()
    links = re.findall(r"(?<!\\)\]\(([^)]*)\)", text)
    assert len(links) == 3
    assert set(links) == set(files) - {"report.md"}
    assert all(files[link].startswith(b"\x89PNG") for link in links)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) > 20
    assert text.startswith("# tournament of 3\n")


def test_pdf_opens_and_is_the_same_every_time(folders: Callable[[str], Path]) -> None:
    document = read_document(folders("match"))
    report = report_of(document)
    first, again = (rendered(report, ("pdf",))["report.pdf"] for _ in range(2))
    assert first == again
    assert first.startswith(b"%PDF-1.")
    assert first.rstrip().endswith(b"%%EOF")
    count = len(re.findall(rb"/Type /Page\b(?!s)", first))
    assert count >= 1
    assert f"/Count {count}".encode() in first
    assert b"/Lang (en)" in first
    assert len(re.findall(rb"/Subtype /Image", first)) >= 1
    assert len(re.findall(rb"/FontName /\w+\+?DejaVu", first)) >= 3


def test_only_what_is_wanted_is_shown(folders: Callable[[str], Path]) -> None:
    document = read_document(folders("run"))
    report = report_of(document, figures=["seats"], tables=[])
    assert [picture.name for picture in report.pictures] == ["seats"]
    assert "sides" not in {table.name for table in report.tables}
    with pytest.raises(
        BriscaError, match=r"no figure 'seat': it is scores, .*; did you mean seats\?"
    ):
        material(document).picture("seat")


def test_figures_alone_are_written_as_files(
    run_command: Commands, folders: Callable[[str], Path], tmp_path: Path
) -> None:
    out = tmp_path / "new"
    words = ("--format", "svg,png,csv", "--figures", "ladder", "--tables", "none")
    assert run_command("report", folders("tournament"), *words, "--out", out).code == 0
    found = sorted(str(path.relative_to(out)) for path in out.rglob("*.*"))
    assert found[:2] == ["figures/ladder.png", "figures/ladder.svg"]
    assert all(name.startswith("tables/") for name in found[2:])
    pages.ET.fromstring((out / "figures" / "ladder.svg").read_bytes())


def test_a_command_writes_its_report_with_the_rest(run_command: Commands, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ("run", "baja", "ciegas", "--deals", "30", "--report", "--lang", "ca")
    run_command(*words).refused("--report", "--out")
    assert run_command(*words, "--out", folder).code == 0
    page = (folder / "report.html").read_text()
    assert 'lang="ca"' in page
    again = run_command("report", folder, "--lang", "es", "--figures", "none")
    assert again.err.startswith("brisca-sim: wrote")
    assert 'lang="es"' in (folder / "report.html").read_text()
    (folder / "report.html").write_text("mine")
    run_command("report", folder).refused("report.html", "no earlier report")


def _spoilt(folder: Path, name: str, data: bytes | None) -> None:
    if data is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("counts.npz", None, "is missing"),
        ("counts.npz", b"PK\x03\x04nothing", "no archive of counts"),
        ("counts.npz", b"", "no archive of counts"),
        ("run.json", b'{"schema": ', "no JSON"),
        ("run.json", b"[1, 2]", "schema"),
        ("run.json", b'{"schema": "brisca-run/99"}', "brisca-run/99"),
        ("run.json", b'{"schema": "brisca-run/1"}', "digest"),
        ("run.json", None, "none of run.json"),
        ("match.json", b"{}", "both run.json and match.json"),
    ],
)  # fmt: skip
def test_damaged_folders_are_refused_in_one_line(
    run_command: Commands, folders: Callable[[str], Path], tmp_path: Path,
    name: str, data: bytes | None, why: str,
) -> None:  # fmt: skip
    folder = tmp_path / "run"
    shutil.copytree(folders("run"), folder)
    _spoilt(folder, name, data)
    run_command("report", folder).refused(why)
    assert not (folder / "report.html").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_counts_of_something_else_are_noticed(
    run_command: Commands, folders: Callable[[str], Path], tmp_path: Path, kind: str
) -> None:
    folder = tmp_path / kind
    shutil.copytree(folders(kind), folder)
    with np.load(folder / "counts.npz") as archive:
        arrays = {name: archive[name] for name in archive.files}
    name = next(name for name in arrays if name.endswith(("points", "hand_points")))
    arrays[name].flat[0] += 1
    np.savez(folder / "counts.npz", **arrays)
    run_command("report", folder).refused("counts.npz", "digest")


def test_what_is_mistyped_is_refused_in_one_line(
    run_command: Commands, folders: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = folders("run")
    run_command("report", tmp_path / "nowhere").refused("does not exist")
    run_command("report", folder / "run.json").refused("is a file")
    run_command("report", tmp_path).refused("none of run.json")
    run_command("report", folder, "--format", "htm").refused("--format", "did you mean html?")
    run_command("report", folder, "--lang", "fr").refused("--lang", "en, es or ca")
    run_command("report", folder, "--figures", "score").refused("did you mean scores?", "points")
    run_command("report", folder, "--tables", "side").refused("did you mean sides?", "seats")
    run_command("report", folder, "--out", folder / "run.json").refused("is a file")
