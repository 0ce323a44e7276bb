"""Rules: options, presets, files, contradictions and notes."""

from __future__ import annotations

import json
import pickle
import tomllib
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import brisca_sim
from brisca_sim import cards
from brisca_sim.errors import BriscaError, RulesError
from brisca_sim.option_values import check, parse_text, split_match
from brisca_sim.options import OPTIONS, find_option
from brisca_sim.rules import DECKS_FOR, PRESETS, Rules, preset_about

FOLDER = Path(brisca_sim.__file__).parent / "presets"

junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def values_of(name: str) -> st.SearchStrategy[object]:
    """Values that the option takes, in any combination with others or not."""
    option = OPTIONS[name]
    match option.kind:
        case "choice":
            return st.sampled_from(option.choices)
        case "flag":
            return st.booleans()
        case "whole":
            return st.integers(int(option.low), int(option.high))
        case "number":
            return st.floats(option.low, option.high)
        case "card":
            return st.sampled_from(["2o", "2c", "2e", "2b"])
        case "match":
            return st.sampled_from(["hands:8", "points:500", "best_of:3", "first_to:2", "time:30"])


mappings = st.fixed_dictionaries({}, optional={name: values_of(name) for name in OPTIONS})


def refusal(**options: object) -> str:
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


# --- options and resolution


def test_fields_are_the_options_in_order() -> None:
    assert [field.name for field in fields(Rules)] == list(OPTIONS)
    assert all(len(option.meaning.splitlines()) == 1 for option in OPTIONS.values())
    assert all(option.meaning.endswith(".") and option.takes for option in OPTIONS.values())


def test_defaults_are_accepted_by_their_own_options() -> None:
    for option in OPTIONS.values():
        assert check(option, option.default) == option.default


@pytest.mark.parametrize(
    ("players", "teams", "deck", "sides", "tricks", "rounds"),
    [
        (2, "individual", 40, 2, 20, 17),
        (3, "individual", 36, 3, 12, 9),
        (4, "pairs", 40, 2, 10, 7),
        (6, "pairs", 48, 2, 8, 5),
    ],
)
def test_players_decide_teams_and_deck(
    players: int, teams: str, deck: int, sides: int, tricks: int, rounds: int
) -> None:
    rules = Rules(players=players)
    assert (rules.teams, rules.deck, rules.removed) == (teams, deck, None)
    assert (rules.sides, rules.tricks, rules.rounds) == (sides, tricks, rounds)
    assert rules.rounds * players + 3 * players == len(rules.cards) == deck


def test_thirty_nine_cards_for_three() -> None:
    rules = Rules(players=3, deck=39)
    assert (rules.removed, rules.tricks) == ("2o", 13)
    other = Rules(players=3, deck=39, removed=" 2B ")
    assert other.removed == "2b"
    assert cards.parse_card("2b") not in other.cards
    assert cards.parse_card("2o") in other.cards


def test_sides_of_seats() -> None:
    assert [Rules(players=4).side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [Rules(players=6).side_of(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert [Rules(players=3).side_of(seat) for seat in range(3)] == [0, 1, 2]
    single = Rules(players=4, teams="individual")
    assert [single.side_of(seat) for seat in range(4)] == [0, 1, 2, 3]
    for seat in (-1, 4):
        with pytest.raises(RulesError, match="no seat"):
            single.side_of(seat)


def test_every_deck_a_table_takes_comes_out_even() -> None:
    for players, decks in DECKS_FOR.items():
        for deck in decks:
            rules = Rules(players=players, deck=deck)
            assert rules.tricks * players == deck


def test_rules_are_frozen_hashable_and_survive_pickling() -> None:
    rules = Rules(players=3, swap="off")
    assert hash(rules) == hash(Rules(swap="off", players=3))
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert rules != Rules(players=3)
    for name in (*OPTIONS, "another"):
        with pytest.raises((FrozenInstanceError, TypeError)):
            setattr(rules, name, None)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("players", 5),
        ("players", True),
        ("players", 2.0),
        ("players", "2"),
        ("players", None),
        ("deck", 0),
        ("teams", ""),
        ("removed", "3o"),
        ("removed", 2),
        ("swap", True),
        ("swap", "winer"),
        ("tie", False),
        ("blind", 1),
        ("senas", "on"),
        ("senas_limit", 0),
        ("senas_limit", 1.0),
        ("senas_limit", True),
        ("partner_sees", 1.01),
        ("partner_sees", -0.01),
        ("partner_sees", True),
        ("partner_sees", float("nan")),
        ("rival_sees", "0.5"),
        ("hand_minutes", 0),
        ("hand_minutes", float("inf")),
        ("match", "best_of:2"),
        ("match", "hands:0"),
        ("match", "hands:1000001"),
        ("match", "hands:"),
        ("match", "points:-5"),
        ("match", "500"),
        ("match", 500),
        ("match", "time:5\n"),
    ],
)
def test_wrong_values_name_option_value_and_what_it_takes(name: str, wrong: object) -> None:
    message = refusal(**{name: wrong})
    assert message.startswith(f"option {name}: got ")
    assert f"takes {OPTIONS[name].takes}" in message


def test_wrong_words_bring_suggestions() -> None:
    assert "did you mean winner?" in refusal(swap="winer")
    assert "did you mean swap_by" in refusal(swapby="own")
    assert "there is no rule option 'self'" in refusal(self=1)


def test_values_that_are_taken_in_more_than_one_way() -> None:
    assert Rules(swap=False) == Rules(swap="off")
    assert Rules(mano_negra=False) == Rules()
    assert Rules(partner_sees=1) == Rules(partner_sees=1.0)
    assert str(Rules(rival_sees=-0.0).rival_sees) == "0.0"
    assert Rules(match="hands:008").match == "hands:8"
    assert Rules(teams=None, deck=None, removed=None) == Rules()


def test_matches_come_apart() -> None:
    assert split_match("best_of:3") == ("best_of", 3)
    assert split_match("points:500") == ("points", 500)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("players", " 4 ", 4),
        ("deck", "36", 36),
        ("swap", "OFF", "off"),
        ("swap", "no", "off"),
        ("mano_negra", "false", "off"),
        ("blind", "yes", True),
        ("blind", "On", True),
        ("blind", "TRUE", True),
        ("senas", "no", False),
        ("senas", "off", False),
        ("senas", "false", False),
        ("senas_limit", "2", 2),
        ("partner_sees", ".5", 0.5),
        ("partner_sees", "1", 1.0),
        ("removed", "2C", "2c"),
        ("match", "Best_Of:5", "best_of:5"),
    ],
)
def test_texts_are_read_by_the_option(name: str, text: str, value: object) -> None:
    got = parse_text(find_option(name), text)
    assert got == value
    assert type(got) is type(value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("players", "two"),
        ("players", "2.0"),
        ("deck", ""),
        ("blind", "1"),
        ("blind", ""),
        ("swap", "on"),
        ("tie", "no"),
        ("senas_limit", "9" * 5000),
        ("rival_sees", "nan"),
    ],
)
def test_wrong_texts_are_refused(name: str, text: str) -> None:
    with pytest.raises(RulesError, match=f"option {name}: got .*, takes "):
        parse_text(find_option(name), text)


@given(st.sampled_from(sorted(OPTIONS)), st.text(max_size=20))
def test_any_text_is_a_value_or_a_rules_error(name: str, text: str) -> None:
    option = find_option(name)
    try:
        value = parse_text(option, text)
    except RulesError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert check(option, value) == value


@given(st.data())
def test_values_read_back_from_their_own_text(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(OPTIONS)))
    value = data.draw(values_of(name))
    assert parse_text(find_option(name), str(value)) == check(find_option(name), value)


# --- contradictions and notes


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mano_negra": "hand", "objective": "fewest"}, ["mano_negra = off", "al revés"]),
        ({"mano_negra": "match", "objective": "fewest"}, ["objective = most"]),
        ({"players": 3, "deck": 40}, ["3 players", "36, 39 or 48"]),
        ({"players": 2, "deck": 39}, ["2 players", "40, 36 or 48"]),
        ({"players": 4, "deck": 39}, ["40, 36 or 48"]),
        ({"players": 6, "deck": 36}, ["take 48"]),
        ({"players": 2, "teams": "pairs"}, ["4 or 6"]),
        ({"players": 3, "teams": "pairs"}, ["4 or 6"]),
        ({"players": 6, "teams": "individual"}, ["pairs"]),
        ({"removed": "2o"}, ["deck = 40", "39"]),
        ({"players": 3, "removed": "2o"}, ["deck = 36"]),
        ({"senas": True}, ["partners"]),
        ({"players": 4, "teams": "individual", "senas": True}, ["teams = pairs"]),
        ({"players": 4, "senas": True, "blind": True}, ["blind"]),
        ({"players": 4, "senas": True, "senas_from": 11}, ["10 tricks"]),
    ],
)
def test_contradictions_are_refused(options: dict[str, object], words: list[str]) -> None:
    message = refusal(**options)
    assert all(word in message for word in words)


@pytest.mark.parametrize(
    "options",
    [
        {"mano_negra": "hand"},
        {"objective": "fewest"},
        {"players": 4, "senas": True, "senas_from": 10},
        {"players": 4, "blind": True},
        {"players": 2, "senas_from": 20},
    ],
)
def test_what_only_looks_contradictory_is_played(options: dict[str, object]) -> None:
    rules = Rules(**options).to_dict()
    assert {name: rules[name] for name in options} == options


@pytest.mark.parametrize(
    ("options", "idle"),
    [
        ({}, []),
        ({"swap_by": "anyone"}, ["swap_by"]),
        ({"swap": "on_turn", "swap_by": "anyone"}, []),
        ({"swap": "on_turn", "swap_by": "team"}, ["swap_by"]),
        ({"swap": "on_turn", "swap_by": "team", "players": 4}, []),
        ({"swap": "off", "swap_limit": "table"}, ["swap_limit"]),
        ({"swap": "off", "swap_last_round": True}, ["swap_last_round"]),
        ({"swap_limit": "table"}, []),
        ({"swap_limit": "table", "players": 3}, ["swap_limit"]),
        ({"swap": "on_turn", "blind": True}, ["swap"]),
        ({"mano_negra_when": "deal"}, ["mano_negra_when"]),
        ({"mano_negra_when": "deal", "mano_negra": "hand"}, []),
        ({"reverse_counts": "tricks"}, ["reverse_counts"]),
        ({"reverse_counts": "tricks", "objective": "fewest"}, []),
        ({"show_partner": "deal"}, ["show_partner"]),
        ({"show_partner": "deal", "players": 4}, []),
        ({"show_partner": "deal", "players": 4, "blind": True}, ["show_partner"]),
        ({"hands_count": "wins"}, ["hands_count"]),
        ({"hands_count": "wins", "match": "hands:8"}, []),
        ({"hand_minutes": 3.0}, ["hand_minutes"]),
        ({"hand_minutes": 3.0, "match": "time:60"}, []),
        ({"false_signs": True, "rival_sees": 0.5}, ["rival_sees", "false_signs"]),
        ({"players": 4, "senas": True, "false_signs": True, "rival_sees": 0.5}, []),
        ({"players": 4, "senas": True, "interception": "hand"}, ["interception"]),
        ({"players": 3, "deck": 39, "removed": "2b"}, []),
    ],
)
def test_notes_name_what_has_no_effect(options: dict[str, object], idle: list[str]) -> None:
    notes = Rules(**options).notes()
    assert [note.split()[1] for note in notes] == idle
    assert all(len(note.splitlines()) == 1 and "has no effect: " in note for note in notes)


# --- dictionaries and changes


@given(mappings)
def test_any_combination_is_rules_or_a_one_line_error(mapping: dict[str, object]) -> None:
    try:
        rules = Rules.from_dict(mapping)
    except BriscaError as error:
        assert len(str(error).splitlines()) == 1
        return
    table = rules.to_dict()
    assert list(table) == list(OPTIONS)
    assert Rules.from_dict(json.loads(json.dumps(table))) == rules
    assert Rules(**table) == rules
    assert rules.deck in DECKS_FOR[rules.players]
    assert len(rules.notes()) <= len(rules.differences())


@given(st.dictionaries(st.sampled_from([*OPTIONS, "self", "cls"]) | st.text(max_size=5), junk))
def test_any_mapping_is_rules_or_a_one_line_error(mapping: dict[str, object]) -> None:
    try:
        assert Rules.from_dict(mapping).to_dict().keys() == OPTIONS.keys()
    except BriscaError as error:
        assert len(str(error).splitlines()) == 1


@pytest.mark.parametrize("wrong", [None, [], "vip", 3, {1: 2}, {None: 1}, {"rules": {}}])
def test_what_is_no_table_of_options_is_refused(wrong: object) -> None:
    with pytest.raises(RulesError):
        Rules.from_dict(wrong)


def test_missing_options_are_those_of_tradicional() -> None:
    assert Rules.from_dict({}) == Rules() == Rules.preset("tradicional")


def test_replace_works_out_the_table_again() -> None:
    rules = Rules(players=3, deck=39, removed="2b", tie="replay")
    four = rules.replace(players=4)
    assert (four.teams, four.deck, four.removed, four.tie) == ("pairs", 40, None, "replay")
    assert rules.replace(tie="draw").removed == "2b"
    assert rules.replace(deck=48).removed is None
    single = Rules(players=4, teams="individual", deck=48)
    assert single.replace(players=4, swap="off").teams == "individual"
    assert single.replace(players=2, deck=36).deck == 36
    with pytest.raises(RulesError, match="did you mean"):
        rules.replace(player=4)


# --- presets


def test_presets_are_the_files_in_the_folder() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_preset_files_hold_only_what_differs(name: str) -> None:
    table = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    assert preset_about(name) == table.pop("about")
    assert all(OPTIONS[key].default != value for key, value in table.items())


def test_presets_say_what_the_rule_book_says() -> None:
    names = ("swap", "swap_by", "swap_last_round", "swap_limit", "tie", "mano_negra", "brisca")
    expected = {
        "tradicional": ("winner", "own", False, "none", "draw", "off", "ace_three"),
        "vip": ("on_turn", "own", True, "table", "last_trick", "off", "ace_three"),
        "briscacard": ("off", "own", False, "none", "draw", "off", "ace_three"),
    }
    for preset, values in expected.items():
        rules = Rules.preset(preset)
        assert tuple(getattr(rules, name) for name in names) == values
        assert not rules.notes()


def test_presets_take_changes() -> None:
    rules = Rules.preset("vip", players=4, tie="draw")
    assert (rules.players, rules.teams, rules.swap, rules.tie) == (4, "pairs", "on_turn", "draw")
    assert rules.differences("vip") == {"tie": ("draw", "last_trick")}
    assert set(rules.differences()) == {"swap", "swap_last_round", "swap_limit"}


@pytest.mark.parametrize("ask", [Rules.preset, preset_about, Rules().differences])
def test_unknown_presets_bring_a_suggestion(ask: Any) -> None:
    with pytest.raises(RulesError, match="did you mean tradicional"):
        ask("traditional")


# --- files


def write(folder: Path, text: str | bytes) -> str:
    path = folder / "rules.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_load_knows_presets_by_name() -> None:
    assert Rules.load("vip") == Rules.preset("vip")


def test_files_start_from_a_preset_and_later_changes_win(tmp_path: Path) -> None:
    path = write(tmp_path, 'about = "ours"\npreset = "vip"\nplayers = 3\ntie = "draw"\n')
    rules = Rules.load(path)
    assert (rules.swap, rules.players, rules.deck, rules.tie) == ("on_turn", 3, 36, "draw")
    assert Rules.load(Path(path)) == rules
    changed = Rules.load(path, {"players": 4, "tie": "replay"}, ["tie=last_trick", "swap = off"])
    assert (changed.players, changed.teams, changed.deck) == (4, "pairs", 40)
    assert (changed.tie, changed.swap) == ("last_trick", "off")
    assert Rules.load(path, texts=["players=2", "players=6"]).deck == 48


def test_a_deck_that_the_file_names_stays(tmp_path: Path) -> None:
    path = write(tmp_path, "players = 3\ndeck = 36\n")
    assert Rules.load(path, {"players": 4}).deck == 36
    with pytest.raises(RulesError, match="6 players: take 48"):
        Rules.load(path, {"players": 6})


def test_files_with_a_byte_order_mark_and_false_for_off(tmp_path: Path) -> None:
    path = write(tmp_path, b"\xef\xbb\xbfswap = false\r\n")
    assert Rules.load(path) == Rules.preset("briscacard")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("players = 2\nswap = \n", ["is not TOML", "line 2"]),
        ("players = 2\nplayers = 3\n", ["is not TOML", "line 2"]),
        ("[" * 100_000, ["is not TOML"]),
        ("a = " + "[" * 100_000, ["is not TOML"]),
        ("senas_limit = " + "9" * 5000, ["is not TOML"]),
        ("senas_limit = 0x" + "f" * 5000, ["senas_limit", "a huge number"]),
        (b"\xff\xfe", ["UTF-8", "byte 0"]),
        ("swapp = 1", ["no rule option 'swapp'; did you mean swap"]),
        ('players = "2"', ["option players: got '2', takes 2, 3, 4 or 6"]),
        ("[players]\nn = 2", ["option players: got a table"]),
        ("tie = 1979-05-27", ["option tie: got a date"]),
        ("about = 1", ["about: got 1, takes a text"]),
        ("preset = 1", ["preset: got 1, takes a text"]),
        ("preset = [[]]", ["preset: got a list, takes a text"]),
        ('preset = "vpi"', ["no preset 'vpi'", "did you mean vip?"]),
        ("#" * 1_000_001, ["1 MB"]),
    ],
)
def test_bad_files_are_named_and_explained(
    tmp_path: Path, text: str | bytes, words: list[str]
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(RulesError) as caught:
        Rules.load(path)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert all(word in message for word in ["rules.toml", *words])


def test_paths_that_are_no_file(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="is a folder"):
        Rules.load(str(tmp_path))
    with pytest.raises(RulesError, match=r"presets are .*; did you mean vip\?"):
        Rules.load("vpi")
    (tmp_path / "file").touch()
    for wrong in ("", "\0", "\ud800", "x" * 5000, str(tmp_path / "file" / "x"), "a\nb"):
        with pytest.raises(RulesError) as caught:
            Rules.load(wrong)
        assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["swap", "", "=", "=off", "swop=off", "players=9", "a\nb=1"])
def test_bad_settings_are_refused(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.load("vip", texts=[text])
    assert len(str(caught.value).splitlines()) == 1


def toml_line(item: tuple[str, object]) -> str:
    return f"{item[0]} = {json.dumps(item[1])}"


toml_lines = st.one_of(
    mappings.map(lambda mapping: "\n".join(map(toml_line, mapping.items()))),
    st.lists(
        st.tuples(st.sampled_from([*OPTIONS, "preset", "about", "x.y"]), junk).map(toml_line)
    ).map("\n".join),
    st.lists(st.sampled_from(["swap", "=", "[", "]", '"', "\n", "1", ".", "{", "é", "\r"])).map(
        "".join
    ),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=40) | toml_lines.map(lambda text: text.encode("utf-8", "replace")))
@example(b"'\x00'=1")
@example("a = '\u2028\x85".encode())
def test_any_file_is_rules_or_a_one_line_error(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path, data)
    try:
        rules = Rules.load(path)
    except BriscaError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert Rules.from_dict(rules.to_dict()) == rules


@given(mappings, st.sampled_from([2, 3, 4, 6]))
def test_a_change_of_players_gives_what_the_table_usually_takes(
    mapping: dict[str, object], players: int
) -> None:
    # Without these, the rest goes with any table.
    for name in ("players", "teams", "deck", "removed", "senas", "senas_from", "mano_negra"):
        mapping.pop(name, None)
    changed = Rules(**mapping).replace(players=players)
    assert changed == Rules(players=players, **mapping)
