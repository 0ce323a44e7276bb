"""The studies of reports/: their texts and tables are what their data give, and so is README."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisca_sim.language import LANGUAGES
from brisca_sim.study.reading import found
from brisca_sim.study.readme import renewed
from brisca_sim.study.running import faults, planned

ROOT = Path(__file__).parent.parent
STUDIES = found([str(ROOT / "reports")])
MOST_BYTES = 1_000_000


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.parent.name)
def test_report_and_tables_are_what_the_data_give(path: Path) -> None:
    assert faults(planned(path)) == []


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.parent.name)
def test_study_is_small_and_its_texts_are_in_all_languages(path: Path) -> None:
    files = [file for file in path.parent.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < MOST_BYTES
    study = planned(path).opened.study
    for words in (study.title, study.question, study.answer, *study.findings):
        assert len({words.said(code) for code in LANGUAGES}) == len(LANGUAGES)


def test_readme_tells_what_the_studies_have_found() -> None:
    text, wanted = renewed(ROOT / "README.md", [planned(path) for path in STUDIES])
    assert text == wanted


def test_data_that_change_are_noticed(tmp_path: Path) -> None:
    source = ROOT / "reports" / "0009-luck-and-skill"
    for file in source.rglob("*"):
        if file.is_file():
            copy = tmp_path / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    assert faults(planned(tmp_path / "study.toml")) == []
    report = tmp_path / "report.es.md"
    report.write_text(report.read_text(encoding="utf-8").replace("9", "8"), encoding="utf-8")
    table = tmp_path / "tables" / "1-luck.csv"
    table.unlink()
    lines = faults(planned(tmp_path / "study.toml"))
    assert len(lines) == 2
    assert f"tables/{table.name} is missing" in lines[0]
    assert lines[1].endswith("report.es.md is not what the data give")
