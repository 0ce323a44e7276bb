"""Chooses by a hash of everything that it sees, so that any difference in what it sees shows.

Source: a test instrument; the oracle computes the same hash from its own view of the table.
"""

from brisca_sim.vocabulary import *


def play(obs):
    return nth_card(obs, scramble(view_hash(obs)) % hand_size(obs))


def swap(obs):
    word = fold(fold(view_hash(obs), swap_gives(obs)), swap_takes(obs))
    return scramble(word) % 4 != 0


def sign(obs):
    chosen = scramble(view_hash(obs)) % 12
    if chosen > SIGN_MIRAR or not (signs_may_be_false(obs) or sign_is_true(obs, chosen)):
        return NO_SIGN
    return chosen


def fold(word, value):
    return ((word * 31 + value + 7) & 0xFFFFFFFF) ^ (word >> 13 & 0xFFFF)


def scramble(word):
    word = ((word ^ word >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    return word ^ word >> 15


def nth_card(obs, n):
    """The n-th card of the hand in the order of their numbers."""
    cards = my_cards(obs)
    for _ in range(n):
        cards &= cards - 1
    return size((cards & -cards) - 1)


def fold_set(word, cards):
    return fold(fold(word, cards & 0xFFFFFFFF), cards >> 32)


def view_hash(obs):
    word = fold(1, my_seat(obs))
    word = fold_set(word, my_cards(obs))
    word = fold(word, leader(obs))
    for i in range(players(obs)):
        word = fold(word, table_card(obs, i))
    word = fold_set(word, played_cards(obs))
    past = 2
    for i in range(cards_played(obs)):
        past = fold(fold(past, past_card(obs, i)), past_seat(obs, i))
    word = fold(word, past)
    word = fold(word, trump_suit(obs))
    word = fold(word, upcard(obs))
    word = fold(word, stock_left(obs))
    word = fold(word, tricks_played(obs))
    word = fold(word, points_on_table(obs))
    for seat in range(players(obs)):
        word = fold(word, points_of_seat(obs, seat))
        word = fold(word, tricks_of(obs, seat))
        if seat != my_seat(obs):
            word = fold_set(word, known_cards(obs, seat))
    word = fold(word, my_points(obs))
    word = fold(word, best_rival_points(obs))
    word = fold_set(word, unseen_cards(obs))
    if senas_are_played(obs):
        for seat in range(players(obs)):
            if seat != my_seat(obs):
                word = fold_set(fold_set(word, told_cards(obs, seat)), lacked_cards(obs, seat))
                word = fold(fold_set(word, one_of_cards(obs, seat)), drawn_since(obs, seat))
                word = fold(word, last_sign(obs, seat))
    remember(obs, 3, recall(obs, 3) + 1)
    return fold(word, recall(obs, 3))
