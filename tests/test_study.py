"""Study files: what they take, what is played again, what the texts may say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brisca_sim import cli
from brisca_sim.errors import BriscaError
from brisca_sim.inference.luck import luck_of
from brisca_sim.language import speaking
from brisca_sim.study import playing, running
from brisca_sim.study.jobs import jobs_of
from brisca_sim.study.numbers import measured
from brisca_sim.study.playing import Means
from brisca_sim.study.reading import found, opened
from brisca_sim.study.readme import BEGIN, END, renew
from brisca_sim.study.running import faults, missing, planned, play_jobs, write

STUDY = """
title = "Mano"
question = "What is it worth?"
findings = ["{{ field.ratings[0].name }} is best."]

[answer]
en = "It is worth {{ two.difference | gap }}."
es = "Vale {{ two.difference | gap }}."
ca = "Val {{ two.difference | gap }}."

[parts.two]
command = "effect"
arguments = ["mano", "ciegas"]
deals = 300

[parts.field]
command = "tournament"
arguments = ["ciegas", "codiciosa"]
deals = 40

[parts.more]
command = "run"
arguments = ["codiciosa", "ciegas"]
deals = 50
sweep = { key = "set.tie", values = ["draw", "last_trick"] }

[[figures]]
part = "field"
name = "ladder"
caption = "The ladder"

[[tables]]
part = ["two"]
name = "differences"
caption = "Differences"

[[tables]]
part = "more"
name = "score_forest"
caption = "Scores"
"""


def study(folder: Path, text: str = STUDY) -> Path:
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


def played(path: Path) -> list[str]:
    plan = planned(path)
    return [job.file for job in play_jobs(plan, missing(plan), lambda _: Means(1))]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("deals = 300", "deasl = 300", "parts.two.deasl: there is no such key"),
        ("deals = 300", "deasl = 300", "did you mean deals"),
        ("deals = 300", 'deals = "many"', "parts.two.deals takes a whole number from 1"),
        ("deals = 300", "deals = 0", "parts.two.deals takes a whole number from 1"),
        ("deals = 300", "match = 'best_of:3'", "parts.two.match: effect does not take it"),
        ("[parts.more]", "[parts.self]", ": parts.self: this word means something else"),
        ("deals = 300", "margin = 0.01", "parts.two.margin: it goes with decide"),
        ('"effect"', '"efect"', "parts.two.command takes run, compare, effect"),
        ('"effect"', '"efect"', "did you mean effect?"),
        ('"ciegas"]\ndeals = 300', '"cigas"]\ndeals = 300', "did you mean"),
        ("[parts.two]", "[parts.Two]", "a part is named in small letters"),
        ('title = "Mano"\n', "", "title is missing: it takes a text"),
        ('es = "Vale', 'xx = "Vale', "answer.xx: there is no such key: it is en, es or ca"),
        ('"set.tie"', '"set.tye"', "parts.more"),
        ('"set.tie"', '"plaiers"', "did you mean players?"),
        ('"last_trick"]', '"last"]', "parts.more"),
        ('name = "ladder"', 'name = "lader"', "figures[0].name: there is no 'lader'; did you mean"),
        ('part = "field"', 'part = "feld"', "figures[0].part: there is no part 'feld'; did you mean"),
        ("is best.", "is best of 2.", "findings[0].en: 2 is written by hand"),
        ("is best.", "is best {{ 2 }}.", "findings[0].en: 2 is written by hand"),
        ("is best.", "is best {{ two", "findings[0].en: "),
        ("| gap }}.\"\nes", "| gpa }}.\"\nes", "answer.en: No filter named 'gpa'"),
        ('title = "Mano"', "title = ", "is no TOML"),
    ],
)  # fmt: skip
def test_fault_of_a_file_is_one_line(tmp_path: Path, before: str, after: str, words: str) -> None:
    assert before in STUDY
    path = study(tmp_path, STUDY.replace(before, after, 1))
    with pytest.raises(BriscaError) as caught:
        planned(path)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert words in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (
            "field.ratings[0]",
            "feld.ratings[0]",
            "findings[0].en: 'feld' is undefined; did you mean",
        ),
        ("field.ratings[0]", "field.rating[0]", "field has no rating; did you mean ratings?"),
        ("field.ratings[0]", "field.ratings[9]", "field.ratings has 2 entries, and no [9]"),
        ("ratings[0].name", "ratings[0].nam", "field.ratings[0] has no nam; did you mean name?"),
        ("field.ratings[0]", "(field.ratings | pick(name='x'))", "field.ratings has no entry with"),
    ],
)
def test_typo_in_a_text_names_the_part_and_the_key(
    tmp_path: Path, before: str, after: str, words: str
) -> None:
    path = study(tmp_path)
    played(path)
    study(tmp_path, STUDY.replace(before, after, 1))
    with pytest.raises(BriscaError) as caught:
        write(planned(path))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_done_is_not_played_again(tmp_path: Path) -> None:
    path = study(tmp_path)
    assert played(path) == ["two.json", "field.json", "more.draw.json", "more.last_trick.json"]
    assert played(path) == []
    before = (tmp_path / "data" / "two.json").read_bytes()
    study(tmp_path, STUDY.replace("deals = 40", "deals = 60"))
    assert "played with other deals" in faults(planned(path))[0]
    assert played(path) == ["field.json"]
    study(tmp_path, STUDY.replace('["draw", ', '["replay", "draw", '))
    assert played(path) == ["field.json", "more.replay.json"]
    plan = planned(path)
    assert [job.file for job in missing(plan, ["two"], again=True)] == ["two.json"]
    for _ in play_jobs(plan, missing(plan, ["two"], again=True), lambda _: Means(2)):
        pass
    assert (tmp_path / "data" / "two.json").read_bytes() == before
    with pytest.raises(BriscaError, match="has no part 'tow'; did you mean two"):
        missing(plan, ["tow"])


def test_interrupted_study_keeps_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = study(tmp_path)
    real = playing.play

    def stopped(job: object, means: Means) -> object:
        if job.name == "more":  # type: ignore[attr-defined]
            raise KeyboardInterrupt
        return real(job, means)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "play", stopped)
    with pytest.raises(KeyboardInterrupt):
        played(path)
    assert sorted(p.name for p in (tmp_path / "data").iterdir()) == ["field.json", "two.json"]
    with pytest.raises(BriscaError, match=r"part more .*not played yet"):
        write(planned(path))
    monkeypatch.setattr(playing, "play", real)
    assert played(path) == ["more.draw.json", "more.last_trick.json"]


def test_documents_are_those_of_the_commands_without_time(tmp_path: Path) -> None:
    path = study(tmp_path)
    played(path)
    document = json.loads((tmp_path / "data" / "two.json").read_text(encoding="utf-8"))
    assert document["schema"] == "brisca-compare/1"
    assert document["command"] == "brisca-sim effect mano ciegas --deals 300"
    assert "elapsed_s" not in document
    assert document["study"]["identity"] == jobs_of(opened(path))["two"][0].identity


def test_files_that_are_written(tmp_path: Path) -> None:
    path, out = study(tmp_path), tmp_path / "elsewhere"
    plan = planned(path, out)
    for _ in play_jobs(plan, missing(plan), lambda _: Means(1)):
        pass
    assert "report.md is missing" in faults(plan)[0]
    written = {file.relative_to(out).as_posix() for file in write(plan)}
    assert written == {
        "report.md", "report.es.md", "report.ca.md", "figures/1-ladder.png",
        "tables/1-differences.csv", "tables/2-score-forest.csv", "tables/parts.csv",
        "tables/rules.csv", "tables/strategies.csv",
    }  # fmt: skip
    assert faults(plan) == []
    assert not (tmp_path / "report.md").exists()
    document = json.loads((out / "data" / "two.json").read_text(encoding="utf-8"))
    low = 100 * document["difference"]["score_ci"][0]
    assert f"[{low:+.0f}, " in (out / "report.md").read_text(encoding="utf-8").replace("\\", "")
    assert f"[{low:+.0f}; " in (
        (out / "report.es.md").read_text(encoding="utf-8").replace("\\", "")
    )


def test_readme_between_its_marks(tmp_path: Path) -> None:
    path = study(tmp_path)
    played(path)
    readme = tmp_path / "README.md"
    readme.write_text("# Before\n", encoding="utf-8")
    with pytest.raises(BriscaError, match="takes two lines"):
        renew(readme, [planned(path)])
    readme.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    renew(readme, [planned(path)])
    text = readme.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n\n![The ladder](figures/1-ladder.png)")
    assert "- [Mano](report.md): It is worth " in text
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text


def test_folders_of_studies(tmp_path: Path) -> None:
    with pytest.raises(BriscaError, match=r"holds no study\.toml"):
        found([str(tmp_path)])
    (tmp_path / "b").mkdir()
    (tmp_path / "a").mkdir()
    one, two = study(tmp_path / "b"), study(tmp_path / "a")
    assert found([str(tmp_path)]) == [two, one]
    assert found([str(tmp_path / "b")]) == [one]
    with pytest.raises(BriscaError, match="cannot be read"):
        opened(tmp_path / "c.toml")


def test_damaged_document_is_one_line(tmp_path: Path) -> None:
    path = study(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "two.json").write_text("{", encoding="utf-8")
    with pytest.raises(BriscaError, match=r"two\.json cannot be read as a document: remove it"):
        running.missing(planned(path))


@pytest.mark.parametrize(
    ("value", "bounds", "signed", "text"),
    [
        (0.0123, (0.0101, 0.0145), True, "+1.23 [+1.01, +1.45]"),
        (-0.0001, (-0.02, 0.02), True, "0.0 [-2.0, +2.0]"),
        (0.5, (0.5, 0.5), False, "50.0"),
        (0.5, None, False, "50.0"),
    ],
)
def test_figures_have_as_many_digits_as_they_are_worth(
    value: float, bounds: tuple[float, float] | None, signed: bool, text: str
) -> None:
    assert measured(value, bounds, 100, signed=signed) == text
    with speaking("es"):
        assert measured(0.0123, (0.0101, 0.0145), 100) == "1,23 [1,01; 1,45]"


def run_of(counts: list[int], draw: float = 0.0) -> dict[str, object]:
    side = {"name": "x", "draw": draw}
    pairs = {"score_counts": counts, "score_step": 0.5}
    return {"sides": [side, side], "seatings": 2, "pairs": pairs, "confidence": 0.95}


def test_luck_of_known_deals() -> None:
    # Both results of every deal go to the chair: all is the deal.
    assert luck_of(run_of([0, 0, 100, 0, 0]))["deal"] == 1
    # One side wins everything: all is skill.
    found = luck_of(run_of([0, 0, 0, 0, 100]))
    assert (found["skill"], found["interplay"], found["deal"]) == (1, 0, 0)
    # Half of the deals are won twice by one, half twice by the other.
    found = luck_of(run_of([50, 0, 0, 0, 50]))
    assert (found["skill"], found["interplay"], found["deal"]) == (0, 1, 0)
    # Coins, four equal ways of two hands: half of the spread is in the chair.
    found = luck_of(run_of([25, 0, 50, 0, 25]))
    assert (found["skill"], found["interplay"], found["deal"]) == (0, 0.5, 0.5)
    low, high = found["interplay_ci"]
    assert low < 0.5 < high
    with pytest.raises(BriscaError, match="two sides"):
        luck_of({**run_of([1]), "seatings": 4})


def test_command_says_what_does_not_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = study(tmp_path)
    for words, code in ((["--check"], 1), (["--lang", "fr"], 2), (["--parts", "tow"], 2)):
        monkeypatch.setattr("sys.argv", ["brisca-sim", "study", str(path), *words])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        assert stopped.value.code == code
        out, err = capsys.readouterr()
        assert len((out if code == 1 else err).splitlines()) == (4 if code == 1 else 1)
