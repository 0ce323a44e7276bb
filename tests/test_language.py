"""Spanish and Catalan: complete catalogues, right plurals and numbers, pages without English."""

from __future__ import annotations

import json
import re
import string
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from commands import Commands
from conftest import ROOT
from test_replay_text import made

from brisca_sim import glossary
from brisca_sim.cards import SUIT_LETTERS, card_id
from brisca_sim.catalogue import describe, scripts
from brisca_sim.cli.strategies.listing import WORDS
from brisca_sim.inference.connected import warnings_of
from brisca_sim.language import (
    LANGUAGES,
    brief,
    decimal,
    level,
    listed,
    preferred,
    speaking,
    whole,
)
from brisca_sim.options import OPTIONS
from brisca_sim.reporting.card_names import card_name, the_card
from brisca_sim.reporting.cells import measured
from brisca_sim.reporting.phrases import deals_text
from brisca_sim.reporting.replay import replay_text
from brisca_sim.reporting.rule_words import PRESET_TEXTS
from brisca_sim.reporting.told import told
from brisca_sim.reporting.verdict_words import verdict_sentence
from brisca_sim.rules import PRESETS, preset_about

FOREIGN = ("es", "ca")
CARDS = [suit * 16 + rank for suit in range(4) for rank in range(12)]
ENGLISH = re.compile(
    r"\b(the|and|of|with|hands?|deals?|seats?|sides?|points|score|takes|plays|leads|draws|wins|"
    r"beats|against|seed|trumps?|trick|stock|nobody|winner|exact|share|mean)\b",
    re.IGNORECASE,
)
TERMS = {
    "es": ("reparto", "mano", "resultado", "asiento", "puntos", "bando", "semilla"),
    "ca": ("repartiment", "mà", "resultat", "seient", "punts", "bàndol", "llavor"),
}

Say = Callable[..., str]
Message = str | tuple[str, str]


@cache
def marked() -> dict[str, Message]:
    """Every text that the program marks: the message, or both with a plural."""
    found: dict[str, Message] = {}
    keywords = {"_": None, "N_": None, "ngettext": (1, 2)}
    for _, _, message, *_ in extract_from_dir(
        ROOT / "brisca_sim", [("**.py", "python")], keywords=keywords
    ):
        one = message if isinstance(message, str) else message[0]
        if one not in found or not isinstance(message, str):
            found[one] = message if isinstance(message, str) else (message[0], message[1])
    return found


def catalogue(code: str) -> Catalog:
    path = files("brisca_sim") / "locale" / code / "LC_MESSAGES" / "brisca_sim.po"
    with path.open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def names(text: str) -> set[str]:
    return {name for _, name, *_ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", FOREIGN)
def test_catalogues_are_complete(code: str) -> None:
    program, found = marked(), catalogue(code)
    assert len(program) > 250
    translated: dict[str, Message] = {}
    for message in found:
        if message.id:
            assert not message.fuzzy, message.id
            one = message.id if isinstance(message.id, str) else message.id[0]
            translated[one] = message.id if isinstance(message.id, str) else tuple(message.id)
    assert translated == program
    assert not found.obsolete


@pytest.mark.parametrize("code", FOREIGN)
def test_translations_show_what_the_texts_show(code: str) -> None:
    found = catalogue(code)
    assert found.num_plurals == 3
    for message in found:
        if isinstance(message.id, str):
            assert isinstance(message.string, str)
            forms = (message.string,)
        else:
            forms = tuple(message.string)
            assert len(forms) == 3, message.id
        one = message.id if isinstance(message.id, str) else message.id[1]
        for form in forms if one else ():
            assert form.strip(), one
            assert names(form) == names(one), one
            assert form.endswith(".") == one.endswith("."), one
            assert "..." not in form
            assert "  " not in form or "  " in one


def test_plurals() -> None:
    numbers = (0, 1, 2, 1_000_000, 1_000_001, 2_000_000)
    with speaking("es"):
        assert [deals_text(number) for number in numbers] == [
            "0 repartos", "1 reparto", "2 repartos", "1.000.000 de repartos", "1.000.001 repartos",
            "2.000.000 de repartos",
        ]  # fmt: skip
    with speaking("ca"):
        assert [deals_text(number) for number in numbers[:4]] == [
            "0 repartiments", "1 repartiment", "2 repartiments", "1.000.000 de repartiments",
        ]  # fmt: skip
    assert [deals_text(number) for number in numbers[:4]] == [
        "0 deals", "1 deal", "2 deals", "1,000,000 deals",
    ]  # fmt: skip


def test_numbers() -> None:
    shown = {}
    assert [decimal(-0.04, 1), decimal(0.04, 1), decimal(-0.06, 1)] == ["0.0", "0.0", "-0.1"]
    for code in LANGUAGES:
        with speaking(code):
            shown[code] = [decimal(-1.25, 1), whole(20_000), level(0.999), brief(2.50),
                           " ".join(measured(0.6012, (0.6002, 0.6022), 100))]  # fmt: skip
    assert shown["en"] == ["-1.2", "20,000", "99.9%", "2.5", "60.12 [60.02, 60.22]"]
    foreign = ["-1,2", "20.000", "99,9\N{NO-BREAK SPACE}%", "2,5", "60,12 [60,02; 60,22]"]
    assert shown["es"] == shown["ca"] == foreign


def test_lists() -> None:
    words = ("una", "ingenua")
    assert listed(words) == "una and ingenua"
    with speaking("es"):
        assert listed(words) == "una e ingenua"
        assert listed(("una", "hielo", "yo")) == "una, hielo y yo"
        assert listed(("una", "hielo")) == "una y hielo"
        assert listed(("siete", "ocho"), "or") == "siete u ocho"
    with speaking("ca"):
        assert listed(words) == "una i ingenua"
        assert listed(("set", "vuit"), "or") == "set o vuit"


def in_full(card: int) -> str:
    return f"{glossary.RANK_NAMES[card % 16]} de {glossary.SUIT_NAMES[card // 16]}"


def test_cards() -> None:
    assert [card_name(card) for card in CARDS] == [in_full(card) for card in CARDS]
    assert [the_card(card) for card in CARDS] == [f"the {in_full(card)}" for card in CARDS]
    with speaking("es"):
        assert [card_name(card) for card in CARDS] == [in_full(card) for card in CARDS]
        assert the_card(card_id(1, 7)) == "la sota de copas"
    with speaking("ca"):
        assert the_card(card_id(0, 11)) == "l'as d'oros"
        assert card_name(card_id(2, 8)) == "cavall d'espases"
        assert len({card_name(card) for card in CARDS}) == 12 * len(SUIT_LETTERS)


def test_presets_are_translated() -> None:
    assert set(PRESET_TEXTS) == {preset_about(name) for name in PRESETS}


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3, "tie": "last_trick"},
        {"players": 4, "senas": True, "rival_sees": 0.5, "mano_negra": "hand"},
        {"players": 6, "objective": "fewest", "reverse_counts": "tricks"},
        {"players": 2, "preset": "vip"},
    ],
    ids=str,
)
def test_replays(code: str, options: dict[str, Any]) -> None:
    record = made(7, **options)
    with speaking(code):
        lines = replay_text(record).splitlines()
    assert max(map(len, lines)) <= 100
    text = "\n".join(lines)
    assert not ENGLISH.findall(text)
    for word in {"es": ("Baza 1", "Triunfo", "baceta", "Gana", "espadas", "mano", "roba"),
                 "ca": ("Basa 1", "Triomf", "pila", "Guanya", "espases", "mà", "roba")}[code]:  # fmt: skip
        assert re.search(rf"\b{word}\b", text) or word in ("Gana", "Guanya"), word
    # A line for a line: nothing is left out, only lines that are too long break elsewhere.
    assert text.count("\n\n") == replay_text(record).count("\n\n")


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


@pytest.fixture
def say(command: Commands) -> Say:
    """Run a command and give what it prints."""

    def run(*words: str) -> str:
        result = command(*words)
        assert (result.code, result.err) == (0, "")
        return result.out

    return run


COMMANDS = {
    "run": ("run", "ahorradora", "codiciosa", "--deals", "300"),
    "compare": ("compare", "ahorradora", "codiciosa", "--deals", "300"),
    "effect": ("effect", "mano_negra", "codiciosa", "codiciosa", "--deals", "300"),
    "tournament": ("tournament", "ahorradora", "codiciosa", "baja", "--deals", "300"),
    "match": ("match", "ahorradora", "codiciosa", "--deals", "300", "--fair", "0.8"),
}


@pytest.mark.parametrize("code", FOREIGN)
@pytest.mark.parametrize(
    ("name", "format"), [*((name, "table") for name in COMMANDS), ("run", "md"), ("match", "md")]
)
def test_pages(say: Say, name: str, code: str, format: str) -> None:
    words = (*COMMANDS[name], "--quiet", "--format", format)
    text = say(*words, "--lang", code)
    # What is typed stays as it is, as the deal mode and the options.
    plain = re.sub(r"\w+=\w+|\w+_\w+|\(stream\)", "", text)
    assert not ENGLISH.findall(plain)
    assert sum(term in text for term in TERMS[code]) >= 3
    figures = re.sub(r"(huella|empremta) .*|60-60", "", text)
    assert re.search(r"\d,\d", figures)
    # A point groups thousands, and nothing else.
    assert not re.search(r"\d\.(?!\d{3}(?!\d))\d", figures)
    english = say(*words)
    assert text != english
    assert text.count("\n|") == english.count("\n|")


@pytest.mark.parametrize("format", ["json", "csv"])
def test_data_are_not_translated(say: Say, format: str) -> None:
    words = (*COMMANDS["compare"], "--quiet", "--format", format)
    english, spanish = say(*words), say(*words, "--lang", "es")
    if format == "json":
        read = [json.loads(text) for text in (english, spanish)]
        for document in read:
            del document["elapsed_s"], document["command"]
        assert read[0] == read[1]
        assert "better" in read[1]["sentence"] or "Undecided" in read[1]["sentence"]
    else:
        assert english == spanish


def test_pictures_of_a_run_folder(say: Say, tmp_path: Path) -> None:
    from brisca_sim.reporting.figures import png, win_rate

    out = tmp_path / "run"
    say(*COMMANDS["run"], "--quiet", "--lang", "ca", "--out", str(out))
    document = json.loads((out / "run.json").read_text(encoding="utf-8"))
    drawn = (out / "win_rate.png").read_bytes()
    with speaking("ca"):
        assert drawn == png(win_rate(document))
    assert drawn != png(win_rate(document))


@pytest.mark.parametrize("code", FOREIGN)
def test_rules_and_strategies(say: Say, code: str) -> None:
    assert not ENGLISH.findall(say("rules", "list", "--lang", code))
    shown = say("rules", "show", "vip", "--lang", code)
    assert shown.count("\n") == say("rules", "show", "vip").count("\n")
    for number, line in enumerate(shown.splitlines()[: 3 * len(OPTIONS)]):
        if number % 3 == 0:
            assert re.match("[ *] [a-z_]+ = ", line)
        elif number % 3 == 1:
            assert not ENGLISH.findall(line)
        else:
            assert line.startswith({"es": "      admite ", "ca": "      admet "}[code])
    head, _rule, *rows = say("strategies", "list", "--lang", code).splitlines()
    assert not ENGLISH.findall(head)
    assert not re.search(r"  (all|pairs|fast|slow|cheats)\b", "\n".join(rows))
    said = say("strategies", "show", "telepata", "--lang", code)
    assert {"es": "Hace trampa: ve las cartas", "ca": "Fa trampa: veu les cartes"}[code] in said


def test_what_scripts_say_of_themselves_is_marked() -> None:
    abouts = [describe(path).about for path in scripts().values()]
    assert {about.tables for about in abouts} | {about.speed for about in abouts} == set(WORDS)


def test_verdicts_in_words() -> None:
    found = {"a": "uno", "b": "dos", "kind": "strategies", "subject": "uno", "exact": [],
             "difference": {"score": 0.0241, "score_ci": [0.01, 0.04]}, "margin": 0.005}  # fmt: skip
    texts = {}
    for code in LANGUAGES:
        with speaking(code):
            texts[code] = [
                verdict_sentence(found | more)
                for more in (
                    {"verdict": "a"},
                    {"verdict": "b"},
                    {"verdict": "equal"},
                    {"verdict": "undecided", "deals_missing": 1_000_000},
                    {"verdict": "undecided", "deals_missing": None},
                    {"verdict": "a", "kind": "mano", "tables": [{"lineup": ["uno"]}]},
                    {"verdict": "b", "kind": "conditions", "a": "mano negra at any time"},
                )
            ]
    assert texts["en"][0] == ("uno is better than dos: +2.41 [+1.00, +4.00] hands in a hundred.")
    assert texts["es"][0] == "uno es mejor que dos: +2,41 [+1,00; +4,00] manos de cada cien."
    assert texts["ca"][0] == "uno és millor que dos: +2,41 [+1,00; +4,00] mans de cada cent."
    assert "1.000.000 de repartos más" in texts["es"][3]
    assert "mano negra en cualquier momento" in texts["es"][6]
    assert not ENGLISH.findall(" ".join(texts["es"] + texts["ca"]))


def test_warnings_are_told_again() -> None:
    lines = [
        *warnings_of(["a", "b", "c"], [[0, 1], [2]], [0.0, None, float("inf")], None),
        *warnings_of(["a", "b", "c"], [[0, 1, 2]], [0.0, None, None], "a"),
        "espia sees all hands: it cheats and is for reference only",
        "espia sees its partner's hand: it cheats and is for reference only",
        "only 12 blocks of deals: intervals of ratings are rough",
    ]
    assert len(lines) == 7
    assert [told(line) for line in lines] == lines
    for code in FOREIGN:
        with speaking(code):
            for line in lines:
                assert told(line) != line
                assert not ENGLISH.findall(told(line))
            assert told("something else") == "something else"


def test_the_language_of_the_locale(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    assert preferred({}) == preferred({"LANG": "C.UTF-8"}) == preferred({"LANG": "fr_FR"}) == "en"
    assert preferred({"LANG": "ca_ES.UTF-8"}) == preferred({"LANG": "ca"}) == "ca"
    assert preferred({"LC_ALL": "es_MX", "LANG": "ca_ES.UTF-8"}) == "es"
    assert preferred({"LC_MESSAGES": "", "LANG": "es.UTF-8"}) == "es"
    monkeypatch.delenv("LC_ALL")
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "ca_ES.UTF-8")
    words = ("replay", "ahorradora", "codiciosa", "--quiet")
    assert "Guanya" in (text := say(*words))
    assert say(*words, "--lang", "ca") == text
    assert "The winner is" in say(*words, "--lang", "en")


@pytest.mark.parametrize("name", [*COMMANDS, "replay"])
def test_an_unknown_language(command: Commands, name: str) -> None:
    words = COMMANDS.get(name, ("replay", "ahorradora", "codiciosa"))
    command(*words, "--lang", "fr").refused("--lang takes en, es or ca, not 'fr'")
    command(*words, "--lang", "cat").refused("did you mean ca?")


def test_english_does_not_wait_for_babel() -> None:
    code = (
        "import sys; from brisca_sim.language import decimal, ngettext, whole;"
        "from brisca_sim.reporting import replay, standings, matches, verdict, terminal;"
        "print(decimal(1.5, 1), whole(2000), ngettext('{number} a', '{number} b', 2));"
        "sys.exit('babel' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "1.5 2,000 2 b\n"), done.stderr
