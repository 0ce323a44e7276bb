"""One hand of Brisca played slowly and plainly, as an oracle for the fast engine.

Nothing here is shared with the package under test, so that a slip in one is not a slip in both.
Cards are texts such as ``"Ao"`` or ``"7e"``: rank, then suit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from naive_signs import Beliefs, Happening, is_true

SUITS = "oceb"
RANKS = "2456789SCR3A"  # weakest first
POINTS = {"A": 11, "3": 10, "R": 4, "C": 3, "S": 2}
TAKEN_BY_7 = {"A", "3", "R", "C", "S"}
TAKEN_BY_2 = {"9", "8", "7", "6", "5", "4"}
LEFT_OUT: dict[int, set[str]] = {40: {"8", "9"}, 36: {"8", "9", "2"}, 39: {"8", "9"}, 48: set()}
ALLOWED: dict[str, set[Any]] = {
    "players": {2, 3, 4, 6},
    "teams": {"individual", "pairs"},
    "swap": {"off", "winner", "on_turn"},
    "swap_limit": {"none", "table", "player"},
    "tie": {"draw", "last_trick", "replay"},
    "mano_negra": {"off", "hand", "match"},
    "mano_negra_when": {"any", "deal"},
    "objective": {"most", "fewest"},
    "reverse_counts": {"points", "tricks"},
    "swap_by": {"own", "team", "anyone"},
    "show_partner": {"never", "deal", "end"},
    "deck": set(LEFT_OUT),
}

Rules = dict[str, Any]
View = dict[str, Any]
Verdict = tuple[int | None, str, list[Fraction]]  # winning side, reason, score per side
Play = Callable[[View], str]
Swap = Callable[[View, str, str], bool]
Sign = Callable[[View], str | None]
Notice = Callable[[int, str], set[int]]


@dataclass
class Hand:
    """All that happens in one hand; a new one is made for every call of `play_hand`."""

    rules: Rules
    players: int
    mano: int
    deal_mode: str
    hands: list[list[str]]
    turned_up: str
    hidden: list[str]
    upcard: str | None
    leader: int  # who leads the present trick, or has just won one
    drawn: list[str] = field(default_factory=list)
    table: list[tuple[int, str]] = field(default_factory=list)
    played: list[tuple[int, str]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    swaps_this_trick: list[int] = field(default_factory=list)
    seen_in_hand: dict[str, int] = field(default_factory=dict)  # card -> seat that took it openly
    events: list[dict[str, Any]] = field(default_factory=list)
    past: list[Happening] = field(default_factory=list)  # all that bears on the señas
    beliefs: dict[int, Beliefs] = field(default_factory=dict)  # by viewer

    @property
    def trump(self) -> str:
        return self.turned_up[1]

    @property
    def stock(self) -> int:
        return len(self.hidden) + (0 if self.upcard is None else 1)


def strength(card: str) -> int:
    return RANKS.index(card[0])


def suit_then_strength(card: str) -> tuple[int, int]:
    return SUITS.index(card[1]), strength(card)


def full_deck(rules: Rules) -> list[str]:
    """Every card of the rules' deck, by suit and strength."""
    ranks = [rank for rank in RANKS if rank not in LEFT_OUT[rules["deck"]]]
    cards = [rank + suit for suit in SUITS for rank in ranks]
    if rules["deck"] == 39:
        if rules["removed"] not in {"2o", "2c", "2e", "2b"}:
            raise ValueError(f"removed must be one of the 2s, not {rules['removed']!r}")
        cards.remove(rules["removed"])
    return cards


def side_of(rules: Rules, seat: int) -> int:
    return seat % 2 if rules["teams"] == "pairs" else seat


def same_side(rules: Rules, seat: int, other: int) -> bool:
    return side_of(rules, seat) == side_of(rules, other)


def side_count(rules: Rules) -> int:
    return 2 if rules["teams"] == "pairs" else int(rules["players"])


def per_side(rules: Rules, per_seat: list[int]) -> list[int]:
    totals = [0] * side_count(rules)
    for seat, amount in enumerate(per_seat):
        totals[side_of(rules, seat)] += amount
    return totals


def seats_from(first: int, players: int) -> list[int]:
    return [(first + step) % players for step in range(players)]


def check_input(rules: Rules, deck: list[str], mano: int, deal_mode: str) -> None:
    for name, values in ALLOWED.items():
        if rules[name] not in values:
            raise ValueError(f"{name} = {rules[name]!r}: expected one of {sorted(values)}")
    players = rules["players"]
    if (players, rules["teams"]) in {(3, "pairs"), (6, "individual")}:
        raise ValueError(f"{players} players cannot have teams = {rules['teams']!r}")
    if rules["deck"] % players:
        raise ValueError(f"{rules['deck']} cards cannot be shared by {players} players")
    if rules["mano_negra"] != "off" and rules["objective"] == "fewest":
        raise ValueError("mano negra cannot be combined with al reves")
    if sorted(deck) != sorted(full_deck(rules)):
        raise ValueError("the deck laid is not the deck of the rules")
    if mano not in range(players) or deal_mode not in {"shared", "stream"}:
        raise ValueError(f"bad mano {mano!r} or deal mode {deal_mode!r}")


def deal(rules: Rules, deck: list[str], mano: int, deal_mode: str) -> Hand:
    players = rules["players"]
    hands: list[list[str]] = [[] for _ in range(players)]
    cards = list(deck)
    for _ in range(3):
        for seat in seats_from(mano, players):
            hands[seat].append(cards.pop(0))
    turned_up = cards.pop(0)
    return Hand(rules, players, mano, deal_mode, hands, turned_up, cards, turned_up, mano)


def tricks_per_seat(players: int, winners: list[int]) -> list[int]:
    return [winners.count(seat) for seat in range(players)]


def points_per_seat(hand: Hand) -> list[int]:
    totals = [0] * hand.players
    for event in hand.events:
        if event["type"] == "trick":
            totals[event["winner"]] += event["points"]
    return totals


def sees_whole_hand(hand: Hand, viewer: int, other: int) -> bool:
    show = hand.rules["show_partner"]
    shown = show == "deal" or (show == "end" and hand.stock == 0)
    if shown and same_side(hand.rules, viewer, other):
        return True
    # What is in neither my hand nor on the table is my rival's, but only if I see my own cards.
    return hand.players == 2 and hand.stock == 0 and not hand.rules["blind"]


def known_cards(hand: Hand, viewer: int, other: int) -> set[str]:
    if viewer == other:
        return set()
    if sees_whole_hand(hand, viewer, other):
        return set(hand.hands[other])
    return {card for card, owner in hand.seen_in_hand.items() if owner == other}


def view_of(hand: Hand, seat: int) -> View:
    """What `seat` may look at: copies only, so that a caller cannot change the hand."""
    return {
        "seat": seat,
        "hand": sorted(hand.hands[seat], key=suit_then_strength),
        "leader": hand.leader,
        "table": list(hand.table),
        "played": list(hand.played),
        "trump": hand.trump,
        "upcard": hand.upcard,
        "stock": hand.stock,
        "seat_points": points_per_seat(hand),
        "side_points": per_side(hand.rules, points_per_seat(hand)),
        "tricks": tricks_per_seat(hand.players, hand.winners),
        "trick": len(hand.winners),
        "known": [known_cards(hand, seat, other) for other in range(hand.players)],
        **signs_seen(hand, seat),
    }


def signs_seen(hand: Hand, seat: int) -> View:
    """What the señas have told a seat about every other one; nothing without señas."""
    if not hand.rules.get("senas"):
        return {}
    if seat not in hand.beliefs:
        rivals = {s for s in range(hand.players) if not same_side(hand.rules, seat, s)}
        hand.beliefs[seat] = Beliefs(hand.rules, hand.trump, seat, rivals)
    return {"beliefs": hand.beliefs[seat].after(hand.past)}


def give_signs(hand: Hand, sign: Sign, notice: Notice) -> None:
    """Before the lead, with full hands, from the leader on: everybody may give his signs."""
    hand.past.append(("trick",))
    rules = hand.rules
    early = len(hand.winners) + 1 < rules["senas_from"]
    if early or any(len(held) < 3 for held in hand.hands):
        return
    for seat in seats_from(hand.leader, hand.players):
        for _ in range(rules["senas_limit"]):
            given = sign(view_of(hand, seat))
            if given is None:
                break
            if not (rules["false_signs"] or is_true(rules, hand.trump, hand.hands[seat], given)):
                raise ValueError(f"seat {seat} gave the false sign {given!r}")
            noticed = notice(seat, given)
            hand.past.append(("sign", seat, given, noticed, list(hand.hands[seat])))
            mates = {s for s in noticed if same_side(rules, seat, s)}
            hand.events.append(
                {
                    "type": "sign",
                    "seat": seat,
                    "sign": given,
                    "partner": bool(mates),
                    "rivals": sorted(noticed - mates),
                }
            )


def mano_negra_called(hand: Hand, *, at_deal: bool) -> bool:
    """Call the mano negra, if it is on, looked for now, and somebody holds it."""
    looked_for = at_deal or hand.rules["mano_negra_when"] == "any"
    if hand.rules["mano_negra"] == "off" or not looked_for:
        return False
    wanted = {"A" + hand.trump, "3" + hand.trump, "R" + hand.trump}
    for seat in range(hand.players):
        if set(hand.hands[seat]) == wanted:
            hand.events.append({"type": "mano_negra", "seat": seat})
            return True
    return False


def swap_card(upcard: str) -> str:
    """Tell which card may be exchanged for the face-up one (for a 2 that is no card at all)."""
    if upcard[0] in TAKEN_BY_7:
        return "7" + upcard[1]
    if upcard[0] in TAKEN_BY_2:
        return "2" + upcard[1]
    return "none"


def has_right_to_swap(hand: Hand, seat: int) -> bool:
    """Tell whether the tricks won so far entitle this seat to a swap at its present moment."""
    if hand.rules["swap"] == "winner":
        return seat == hand.winners[-1]
    mates = {mate for mate in range(hand.players) if same_side(hand.rules, seat, mate)}
    whose = {"own": {seat}, "team": mates, "anyone": set(range(hand.players))}
    return any(winner in whose[hand.rules["swap_by"]] for winner in hand.winners)


def under_swap_limit(hand: Hand, seat: int) -> bool:
    if hand.rules["swap_limit"] == "table":
        return hand.swaps_this_trick == []
    return hand.rules["swap_limit"] == "none" or seat not in hand.swaps_this_trick


def legal_swap(hand: Hand, seat: int) -> tuple[str, str] | None:
    """Return (card given, card taken) if this seat may swap now; at most one swap can be legal."""
    if hand.rules["blind"] or hand.upcard is None:
        return None
    gives = swap_card(hand.upcard)
    in_time = hand.stock > hand.players or hand.rules["swap_last_round"]
    allowed = has_right_to_swap(hand, seat) and under_swap_limit(hand, seat)
    return (gives, hand.upcard) if gives in hand.hands[seat] and in_time and allowed else None


def offer_swap(hand: Hand, seat: int, swap: Swap) -> bool:
    """Ask once, if a swap is legal; tell whether one was made."""
    exchange = legal_swap(hand, seat)
    if exchange is None:
        return False
    gives, takes = exchange
    if not swap(view_of(hand, seat), gives, takes):
        return False
    hand.hands[seat].remove(gives)
    hand.hands[seat].append(takes)
    hand.upcard = gives
    hand.seen_in_hand.pop(gives, None)
    hand.seen_in_hand[takes] = seat
    hand.swaps_this_trick.append(seat)
    hand.events.append({"type": "swap", "seat": seat, "gives": gives, "takes": takes})
    return True


def play_card(hand: Hand, seat: int, play: Play) -> None:
    held = hand.hands[seat]
    card = held[0] if len(held) == 1 else play(view_of(hand, seat))
    if card not in held:
        raise ValueError(f"seat {seat} played {card!r}, but holds {held}")
    held.remove(card)
    hand.seen_in_hand.pop(card, None)
    hand.table.append((seat, card))
    hand.played.append((seat, card))
    hand.past.append(("play", seat, card))
    hand.events.append({"type": "play", "seat": seat, "card": card})


def play_trick(hand: Hand, play: Play, swap: Swap) -> bool:
    """Let everybody swap and play in turn; True if a mano negra ended the hand on the way."""
    hand.swaps_this_trick = []
    for seat in seats_from(hand.leader, hand.players):
        while hand.rules["swap"] == "on_turn" and offer_swap(hand, seat, swap):
            if mano_negra_called(hand, at_deal=False):
                return True
        play_card(hand, seat, play)
    return False


def trick_winner(table: list[tuple[int, str]], trump: str) -> int:
    """Return the seat of the strongest trump or, without trumps, of the strongest of the lead."""
    trumps = [(strength(card), seat) for seat, card in table if card[1] == trump]
    lead_suit = table[0][1][1]
    followers = [(strength(card), seat) for seat, card in table if card[1] == lead_suit]
    return max(trumps or followers)[1]


def take_trick(hand: Hand) -> None:
    winner = trick_winner(hand.table, hand.trump)
    points = sum(POINTS.get(card[0], 0) for _, card in hand.table)
    hand.table = []
    hand.winners.append(winner)
    hand.leader = winner
    hand.events.append({"type": "trick", "winner": winner, "points": points})


def shares_of_round(hand: Hand) -> dict[int, str]:
    """Say which card each seat is to draw in this drawing round."""
    takers = seats_from(hand.leader, hand.players)
    shares: dict[int, str] = {}
    if len(hand.hidden) == hand.players - 1:
        assert hand.upcard is not None
        shares[takers.pop()] = hand.upcard
    if hand.deal_mode == "stream":
        takers.sort(key=lambda seat: (seat - hand.mano) % hand.players)
    shares.update(zip(takers, hand.hidden, strict=False))
    return shares


def draw_round(hand: Hand) -> None:
    shares = shares_of_round(hand)
    for seat in seats_from(hand.leader, hand.players):
        card = shares[seat]
        if card == hand.upcard:
            hand.upcard = None
            hand.seen_in_hand[card] = seat
        else:
            hand.hidden.remove(card)
            hand.drawn.append(card)
        hand.hands[seat].append(card)
        hand.past.append(("draw", seat))
        hand.events.append({"type": "draw", "seat": seat, "card": card})


def play_out(hand: Hand, play: Play, swap: Swap, sign: Sign, notice: Notice) -> None:
    """Play until no card is left, or until a mano negra is called."""
    over = mano_negra_called(hand, at_deal=True)
    while not over and hand.hands[hand.leader]:
        if hand.rules.get("senas"):
            give_signs(hand, sign, notice)
        if play_trick(hand, play, swap):
            return
        take_trick(hand)
        if hand.stock > 0:
            while hand.rules["swap"] == "winner" and offer_swap(hand, hand.leader, swap):
                pass
            draw_round(hand)
            over = mano_negra_called(hand, at_deal=False)


def best_sides(rules: Rules, seat_points: list[int], winners: list[int]) -> list[int]:
    """List the sides with the best result: one, or all those that are tied."""
    counts = seat_points
    if rules["objective"] == "fewest" and rules["reverse_counts"] == "tricks":
        counts = tricks_per_seat(rules["players"], winners)
    results = per_side(rules, counts)
    best = min(results) if rules["objective"] == "fewest" else max(results)
    return [side for side, result in enumerate(results) if result == best]


def decide(
    rules: Rules, seat_points: list[int], winners: list[int], holder: int | None = None
) -> Verdict:
    """Settle a hand: `winners` won the tricks, in order; `holder` called a mano negra."""
    if holder is not None:
        side = side_of(rules, holder)
        return side, "mano_negra", score_of(rules, [side])
    best = best_sides(rules, seat_points, winners)
    if len(best) == 1:
        return best[0], "points", score_of(rules, best)
    if rules["tie"] == "last_trick":
        for side in [side_of(rules, seat) for seat in reversed(winners)]:
            if side in best:
                return side, "last_trick", score_of(rules, [side])
    return None, "draw", score_of(rules, best)


def score_of(rules: Rules, best: list[int]) -> list[Fraction]:
    share = Fraction(1, len(best))
    return [share if side in best else Fraction(0) for side in range(side_count(rules))]


def play_hand(
    rules: Rules,
    deck: list[str],
    mano: int,
    deal_mode: str,
    play: Play,
    swap: Swap,
    sign: Sign = lambda _: None,
    notice: Notice = lambda _, __: set(),
) -> dict[str, Any]:
    """Play one hand from a laid deck and return its record, tricks per seat and score per side.

    Parameters
    ----------
    rules : dict
        Every option of the hand, resolved.
    deck : list of str
        The dealt cards (mano first, one at a time), the turned-up card, the hidden stock.
    mano : int
        The seat that leads the first trick.
    deal_mode : {"shared", "stream"}
        Whether hidden cards are drawn as laid, or belong to the chairs counted from the mano.
    play, swap : callable
        ``play(view)`` names a card; ``swap(view, gives, takes)`` accepts or declines.
    sign, notice : callable
        ``sign(view)`` names a sign or None; ``notice(seat, sign)`` says which seats notice it.

    Raises
    ------
    ValueError
        If the rules, the deck, the mano, the mode or a card played is not allowed.
    """
    check_input(rules, deck, mano, deal_mode)
    hand = deal(rules, deck, mano, deal_mode)
    play_out(hand, play, swap, sign, notice)
    last, points = hand.events[-1], points_per_seat(hand)
    holder = last["seat"] if last["type"] == "mano_negra" else None
    winner, reason, score = decide(rules, points, hand.winners, holder)
    result = {"points": points, "side_points": per_side(rules, points)}
    return {
        "dealer": (mano - 1) % hand.players,
        "mano": mano,
        "deck": deck[: 3 * hand.players + 1] + hand.drawn + hand.hidden,
        "trump": hand.turned_up,
        "events": hand.events,
        "result": {**result, "winner": winner, "reason": reason},
        "tricks": tricks_per_seat(hand.players, hand.winners),
        "score": score,
    }
