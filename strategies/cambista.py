"""A policy for the swap upon ahorradora's play: never, at once, honours only, at the last moment, or hunting.

Source: players' advice on the swap.  `policy` decides:
- never: no swap;
- eager: every swap as soon as it is legal;
- honours: only for the as and the tres of trumps;
- late: at the last moment that the rules leave, as if a trick could then always be had;
- hunter: eager, and its play serves the swap.  While a swap may still come it keeps back the 7 of
  trumps for the as and the tres (`keeps`), and with few moments left (`within`) it takes a cheap trick
  that it would else leave, if it still needs one to be allowed to swap.

All but hunter play exactly as ahorradora, so that only the swap differs.  Advice goes further: to keep
the 7 and the 2 for whatever they take (keeps=any), and to hunt from the first trick on (within=20).
Either made it weaker with two players and is no default.

What hunter keeps and when it hunts was settled against ahorradora on deals of seeds 101 and on.  Al
reves it plays as reves does and swaps under no policy: what it would take brings in points.
"""

from brisca_sim.vocabulary import *

POLICY = choice(
    "hunter", ("never", "eager", "honours", "late", "hunter"), "when it takes a swap that is open"
)
KEEPS = choice(
    "tres",
    ("any", "sota", "caballo", "rey", "tres", "as"),
    "hunter: least turned-up card for which it keeps back the card that takes it",
)
WITHIN = parameter(
    4,
    0,
    20,
    "hunter: most moments for a swap still to come at which it goes for a trick",
    whole=True,
)
ABOUT = about(speed="fast")

NEVER, EAGER, HONOURS, LATE, HUNTER = 0, 1, 2, 3, 4
THETA, THETA_MID = 3.0, 10.0
DEAREST = 240  # most that a trick may cost the hunter, in the units of `price`: 12 points
STANDS, RIVALS_TRUMP = 0.7, 0.3  # chance to win that is enough, and how readily rivals trump


def play(obs):
    if fewest_wins(obs):
        return shedding_card(obs)
    card = saving_card(obs, THETA, THETA_MID)
    if param(obs, POLICY) != HUNTER or not holds_swap_card(obs) or swaps_to_come(obs) == 0:
        return card
    if card == swap_card(obs) and rank_of(upcard(obs)) >= least_kept_for(obs):
        card = saving_card_keeping(obs, bit(card), THETA, THETA_MID)
    lost = not beats_table(obs, card) and not partner_winning(obs)
    if lost and swap_needs_a_trick(obs) and swaps_to_come(obs) <= param(obs, WITHIN):
        prey = hunting_card(obs)
        return prey if prey != NO_CARD else card
    return card


def swap(obs):
    policy = param(obs, POLICY)
    if fewest_wins(obs) or policy == NEVER:
        return False
    if policy == HONOURS:
        return rank_of(swap_takes(obs)) >= TRES
    return policy != LATE or last_chance_to_swap(obs)


def least_kept_for(obs):
    """Rank of the least turned-up card that is worth keeping the swap for."""
    place = int(param(obs, KEEPS))
    return SOTA + place - 1 if place > 0 else 0


def hunting_card(obs):
    """The cheapest card, other than the one to be swapped, that probably wins the trick; else `NO_CARD`."""
    chosen = NO_CARD
    for i in range(hand_size(obs)):
        card = hand_card(obs, i)
        if card == swap_card(obs) or price(obs, card) > DEAREST or not beats_table(obs, card):
            continue
        if chance_to_stand(obs, card, RIVALS_TRUMP) < STANDS:
            continue
        if chosen == NO_CARD or price(obs, card) < price(obs, chosen):
            chosen = card
    return chosen
