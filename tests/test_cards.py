"""Cards: ids, texts, points, decks and sets."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brisca_sim import cards, errors, glossary
from brisca_sim.errors import BriscaError, CardError, shown, suggest
from brisca_sim.reporting.card_names import card_name

ALL = [suit * 16 + rank for suit in range(4) for rank in range(12)]


def test_ranks_rise_as_the_game_orders_them() -> None:
    assert [cards.rank_of(cards.parse_card(f"{rank}o")) for rank in "2456789SCR3A"] == list(
        range(12)
    )


def test_suits_follow_the_letters() -> None:
    assert [cards.suit_of(cards.parse_card(f"A{suit}")) for suit in "oceb"] == [0, 1, 2, 3]


def test_points_of_named_cards() -> None:
    worth = {"Ao": 11, "3c": 10, "Re": 4, "Cb": 3, "So": 2, "9o": 0, "8c": 0, "7e": 0, "2b": 0}
    assert {text: cards.points_of(cards.parse_card(text)) for text in worth} == worth


def test_points_by_nibble_are_the_points_by_rank() -> None:
    assert [cards.POINTS_NIBBLES >> 4 * rank & 15 for rank in range(16)] == list(cards.POINTS)
    assert cards.POINTS_NIBBLES < 2**63


def test_no_card_is_none_of_the_cards() -> None:
    assert cards.parse_card("2o") == 0
    assert not cards.is_card(cards.NO_CARD)
    with pytest.raises(CardError):
        cards.card_text(cards.NO_CARD)


@pytest.mark.parametrize("card", ALL)
def test_text_of_every_card_reads_back(card: int) -> None:
    text = cards.card_text(card)
    for variant in (text, text.upper(), text.lower(), f"  {text}\t", text.swapcase()):
        assert cards.parse_card(variant) == card
    assert cards.card_id(cards.suit_of(card), cards.rank_of(card)) == card


@pytest.mark.parametrize(
    ("number", "letter"), [(1, "A"), (3, "3"), (10, "S"), (11, "C"), (12, "R")]
)
def test_printed_numbers(number: int, letter: str) -> None:
    assert cards.parse_card(f"{number}e") == cards.parse_card(f"{letter}e")


@pytest.mark.parametrize(
    "wrong",
    ["", "A", "o", "Ax", "13o", "0o", "01o", "A o", "Aoo", "oA", "\u017fo", "\u0663o", "-1o", "1"],
)
def test_what_is_no_card_is_refused(wrong: str) -> None:
    with pytest.raises(CardError, match="such as Ao or 12e"):
        cards.parse_card(wrong)


@pytest.mark.parametrize("wrong", [None, 3, True, 1.5, b"Ao", ["Ao"], {"card": "Ao"}])
def test_what_is_no_text_is_refused(wrong: object) -> None:
    with pytest.raises(CardError):
        cards.parse_card(wrong)


@given(st.text() | st.from_regex(r"\s*[0-9ASCRascr]{1,2}[ocebOCEB]?\s*"))
@example("\u2028Ao\x85")
@example("A" * 10_000)
@example("\ud800o\n7e")
def test_any_text_is_a_card_or_a_card_error(text: str) -> None:
    try:
        card = cards.parse_card(text)
    except CardError as error:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 1000
    else:
        assert card in ALL
        assert cards.parse_card(cards.card_text(card)) == card


@given(st.integers())
def test_only_ids_of_cards_have_a_text(number: int) -> None:
    assert cards.is_card(number) == (number in ALL)
    if number not in ALL:
        with pytest.raises(CardError):
            cards.card_text(number)


@pytest.mark.parametrize(("deck", "removed"), [(40, None), (36, None), (39, "2e"), (48, None)])
def test_decks_are_complete(deck: int, removed: str | None) -> None:
    ids = cards.deck_cards(deck, removed)
    assert len(set(ids)) == len(ids) == deck
    assert list(ids) == sorted(ids)
    assert set(ids) <= set(ALL)
    assert sum(map(cards.points_of, ids)) == cards.DECK_POINTS == 120


def test_decks_differ_in_the_cards_that_the_rules_name() -> None:
    def texts(deck: int, removed: str | None = None) -> set[str]:
        return {cards.card_text(card) for card in cards.deck_cards(deck, removed)}

    assert texts(40) - texts(36) == {"2o", "2c", "2e", "2b"}
    assert texts(48) - texts(40) == {rank + suit for rank in "89" for suit in "oceb"}
    assert texts(40) - texts(39, "2e") == {"2e"}
    assert texts(36) < texts(39, "2o") < texts(40) < texts(48)


@pytest.mark.parametrize(
    ("deck", "removed"), [(41, None), (39, None), (40, "2o"), (39, "3o"), (39, "8o"), (39, "x")]
)
def test_impossible_decks_are_refused(deck: int, removed: str | None) -> None:
    with pytest.raises(CardError):
        cards.deck_cards(deck, removed)


@given(st.sets(st.sampled_from(ALL)))
def test_sets_as_masks(chosen: set[int]) -> None:
    mask = cards.mask_of(chosen)
    assert cards.cards_in(mask) == tuple(sorted(chosen))
    assert mask == sum(2**card for card in chosen)
    assert 0 <= mask < 2**63


def test_long_names() -> None:
    assert card_name(cards.parse_card("Ao")) == "as de oros"
    assert card_name(cards.parse_card("12e")) == "rey de espadas"
    assert card_name(cards.parse_card("9b")) == "nueve de bastos"
    assert card_name(cards.parse_card("2c")) == "dos de copas"
    assert len({card_name(card) for card in ALL}) == 48
    with pytest.raises(CardError):
        card_name(cards.NO_CARD)


def test_names_start_with_the_letters_that_cards_are_written_with() -> None:
    assert [name[0] for name in glossary.SUIT_NAMES] == list(cards.SUIT_LETTERS)
    for rank in (cards.SOTA, cards.CABALLO, cards.REY, cards.AS):
        assert glossary.RANK_NAMES[rank][0].upper() == cards.RANK_LETTERS[rank]


def test_terms_are_one_line_each() -> None:
    assert {"baza", "baceta", "mano", "triunfo", "pinta", "brisca", "seña"} <= set(glossary.TERMS)
    assert all(gloss and len(gloss.splitlines()) == 1 for gloss in glossary.TERMS.values())


def test_suggestions() -> None:
    assert suggest("winer", ["winner", "off"]) == "; did you mean winner?"
    assert suggest("WINER", ["winner", "off"]) == "; did you mean winner?"
    assert suggest("senas_l", ["senas_limit", "senas_from"]).count("senas") == 2
    assert suggest("xyz", ["winner"]) == suggest("", []) == ""


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
@example(1 << 100_000)
@example(b"\n")
def test_any_value_is_shown_on_one_short_line(value: object) -> None:
    text = shown(value)
    assert len(text.splitlines()) == 1
    assert len(text) < 700


def test_every_error_is_a_brisca_error() -> None:
    kinds = [errors.CardError, errors.RulesError, errors.StrategyError]
    kinds += [errors.RecordError, errors.OutputError]
    assert all(issubclass(kind, BriscaError) for kind in kinds)
