"""Plays by seat and score: ahorradora that looks at who still plays, who draws last and who nears 61.

Source: players' advice.  Upon ahorradora's way of playing it
- leads, of its blancas, one of the suit in which most of the as and the tres are gone;
- takes any trick that surely brings its side to 61, or that would bring the rival there;
- leaves the last trick that is followed by drawing to a rival, if that is cheap for the trump that
  lies face up and its side draws last;
- asks more points for a trump as the last to play when there are more than two at the table, and gives
  its trumps away less readily where each plays for himself;
- in pairs leaves what can't be won in suit to a partner who plays last; with a rival last it trumps
  early, and loads what its partner will probably win, not only what he surely wins.

Two pieces of advice made it weaker and are left out; `also` brings them back: hold_back is never to
play an as or a tres in suit while a rival still to play may trump it, and to leave every trick to a
partner who plays last; standings is, where three or more play each for himself, to count points fed to
the leader double and to the last half.  `without` leaves out one piece of what is in.

The prices were found by search against ahorradora on deals of seeds 101 and on.  Al reves it plays
as reves does and declines the swap.
"""

from brisca_sim.vocabulary import *

WITHOUT = choice(
    "nothing",
    ("nothing", "lead", "deciding", "last_draw", "prices", "partner"),
    "piece of advice to leave out, to see what it is worth",
)
ALSO = choice(
    "nothing",
    ("nothing", "hold_back", "standings"),
    "advice that did not help, to see what it costs",
)
ABOUT = about(speed="fast")

LEAD, DECIDING, LAST_DRAW, PRICES, PARTNER = 1, 2, 3, 4, 5
HOLD_BACK, STANDINGS = 1, 2
# Chance that a partner's card stands from which on it is loaded, and how readily rivals are taken to trump.
LOADED, RIVALS_TRUMP = 0.8, 0.3


def play(obs):
    if fewest_wins(obs):
        return shedding_card(obs)
    if follows(obs, DECIDING):
        card = deciding_card(obs)
        if card != NO_CARD:
            return card
    if follows(obs, LAST_DRAW):
        card = stepping_aside_card(obs)
        if card != NO_CARD:
            return card
    if leading(obs):
        return lead(obs)
    if partner_winning(obs):
        return support(obs)
    return follow(obs)


def swap(obs):
    return not fewest_wins(obs)


def follows(obs, advice):
    """Whether it follows a piece of advice that can be left out."""
    return param(obs, WITHOUT) != advice


def lead(obs):
    """A blanca, the safer suit first; without one the cheapest card."""
    card = blanca_lead(obs) if follows(obs, LEAD) else NO_CARD
    return card if card != NO_CARD else give(obs)


def give(obs):
    """The cheapest card for a trick that is not fought for."""
    if param(obs, ALSO) == STANDINGS and not leading(obs) and sides(obs) > 2:
        return cheapest_for(obs, weight(obs))
    if sides(obs) == 2 or not follows(obs, PRICES):
        return cheapest_at(obs, 5.0)
    return cheapest_at(obs, 9.5 if leading(obs) else 8.0)


def support(obs):
    """To a trick that the partner wins so far."""
    sure = last_to_play(obs) or is_boss(obs, winning_card(obs))
    if not sure and follows(obs, PARTNER):
        sure = chance_to_stand(obs, winning_card(obs), RIVALS_TRUMP) >= LOADED
    gift = dearest_plain(obs) if sure else NO_CARD
    return gift if gift != NO_CARD else give(obs)


def follow(obs):
    """To a trick that a rival wins so far."""
    leave = partner_plays_last(obs)
    hold_back = param(obs, ALSO) == HOLD_BACK and rivals_after(obs) > 0
    if hold_back and leave:
        return give(obs)
    winner = dearest_plain_winner(obs)
    if hold_back and winner != NO_CARD and is_brisca(obs, winner) and trumps_out(obs) != 0:
        winner = dearest_figure_winner(obs)
    if winner != NO_CARD:
        return winner
    trump = lowest_trump_winner(obs)
    if trump == NO_CARD or (leave and follows(obs, PARTNER)):
        return give(obs)
    stake = float(points_on_table(obs))
    if param(obs, ALSO) == STANDINGS and sides(obs) > 2:
        stake *= weight(obs)
    return trump if stake >= asked(obs) else give(obs)


def asked(obs):
    """Points on the table for which it trumps."""
    many = players(obs) > 2 and follows(obs, PRICES)
    if last_to_play(obs):
        if stock_empty(obs):
            return 1.0
        return 8.0 if many else 3.0
    if not many or players(obs) == 3:
        return 10.0
    return 3.0 if has_partner(obs) else 12.0


def dearest_figure_winner(obs):
    """The card worth most points that wins in suit without being an as or a tres; else `NO_CARD`."""
    chosen = NO_CARD
    for i in range(hand_size(obs)):
        card = hand_card(obs, i)
        if is_trump(obs, card) or is_brisca(obs, card) or not beats_table(obs, card):
            continue
        if chosen == NO_CARD or rank_of(card) > rank_of(chosen):
            chosen = card
    return chosen


def weight(obs):
    """What a point counts that goes to the seat that wins so far: 2 to the leader, 1/2 to the last."""
    points = points_of_seat(obs, winning_seat(obs))
    above_it, below_it = 0, 0
    for seat in range(players(obs)):
        if seat != winning_seat(obs):
            above_it += 1 if points_of_seat(obs, seat) >= points else 0
            below_it += 1 if points_of_seat(obs, seat) <= points else 0
    if above_it == 0:
        return 2.0
    return 0.5 if below_it == 0 else 1.0


def cheapest_for(obs, worth):
    """The cheapest card when each of its points costs `worth`."""
    chosen = NO_CARD
    least = 0.0
    for i in range(hand_size(obs)):
        card = hand_card(obs, i)
        cost = worth * points_of(card) + (8.0 if is_trump(obs, card) else 0.0)
        cost += 0.05 * rank_of(card)
        # Equal costs can differ by rounding: only more than that displaces an earlier place.
        if chosen == NO_CARD or cost < least - 1e-9:
            chosen = card
            least = cost
    return chosen
