"""The detail of hands: counted once more in plain Python from hand records, and its intervals."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brisca_sim import counts as counting
from brisca_sim.api import Run, replay, simulate
from brisca_sim.counts import Counts, stage_end, stage_of
from brisca_sim.errors import BriscaError
from brisca_sim.kernel import layout as o
from brisca_sim.ratios import Contrast, Ratio, ratio_mean_interval, ratio_share_interval
from brisca_sim.reporting import folder, tables
from brisca_sim.rules import Rules
from brisca_sim.simulation import play_deals
from brisca_sim.table import Table, seat_down

AZAR = Path(__file__).parent / "strategies" / "azar.py"
RANKS = "2456789SCR3A"
POINTS = {"A": 11, "3": 10, "R": 4, "C": 3, "S": 2}
Triple = list[int]  # hands, score in twelfths, points
Tally = dict[Any, Any]


def beats(card: str, best: str | None, trump: str) -> bool:
    """Whether a card takes the lead in a trick in which `best` has it."""
    if best is None:
        return True
    if card[1] == best[1]:
        return RANKS.index(card[0]) > RANKS.index(best[0])
    return card[1] == trump


class Plain:
    """One deal of a table, followed through its records: everything by owner of the side."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.classes: dict[Any, Triple] = defaultdict(lambda: [0, 0, 0])
        self.totals: dict[int, Triple] = defaultdict(lambda: [0, 0, 0])
        self.points: Counter[Any] = Counter()
        self.counts: Counter[Any] = Counter()

    def hand(self, record: dict[str, Any], seating: int) -> None:
        self.record, self.trump = record, record["trump"][1]
        rules = self.rules
        self.owners = [(seat + seating) % rules.sides for seat in range(rules.players)]
        result = record["result"]
        winner = result["winner"]
        best = max(result["side_points"])
        tied = result["side_points"].count(best)
        for side, points in enumerate(result["side_points"]):
            score = 12 * (side == winner)
            if winner is None:
                score = 12 // tied if points == best else 0
            self.enter(side, self.owners[side], score, points)
        self.follow()

    def enter(self, side: int, owner: int, score: int, points: int) -> None:
        """Put the hand into its classes."""
        classes: list[Any] = [("up", self.record["trump"][0])]
        events = self.record["events"]
        drawn = [event for event in events if event["type"] == "draw"]
        # The turned-up card, or what was given for it, is the last one of the whole stock.
        if len(drawn) == len(self.record["deck"]) - 3 * self.rules.players:
            classes += [("got",)] * self.mine(drawn[-1]["seat"], side)
        if any(e["type"] == "swap" and self.mine(e["seat"], side) for e in events):
            classes.append(("swapped",))
        dealt = self.record["deck"][: 3 * self.rules.players]
        briscas = "AR" if self.rules.brisca == "ace_king" else "A3"
        for seat in range(side, self.rules.players, self.rules.sides):
            first = dealt[seat :: self.rules.players]
            trumps = [card[0] for card in first if card[1] == self.trump]
            of_value = [c for c in first if c[1] != self.trump and c[0] in briscas]
            classes.append(("opening", len(trumps), len(of_value)))
            classes += [("honour", rank) for rank in trumps]
        for name in classes:
            self.put(self.classes[owner, name], score, points)
        self.put(self.totals[owner], score, points)

    def mine(self, seat: int, side: int) -> bool:
        return seat % self.rules.sides == side

    @staticmethod
    def put(triple: Triple, score: int, points: int) -> None:
        for i, value in enumerate((1, score, points)):
            triple[i] += value

    def follow(self) -> None:
        """Go through the events of the hand."""
        rules, players = self.rules, self.rules.players
        hands = [set(self.record["deck"][s : 3 * players : players]) for s in range(players)]
        trick, led, best, won = 1, "", None, Counter[int]()
        for event in self.record["events"]:
            owner = self.owners[event.get("seat", event.get("winner"))]
            if event["type"] == "swap":
                at = trick - (rules.swap == "winner")
                self.counts[owner, "swap", event["gives"][0], event["takes"][0], at] += 1
                hands[event["seat"]] ^= {event["gives"], event["takes"]}
            elif event["type"] == "draw":
                hands[event["seat"]].add(event["card"])
            elif event["type"] == "play":
                card = event["card"]
                led = led or card[1]
                if led != self.trump and card[1] == self.trump and beats(card, best, self.trump):
                    self.judge(owner, hands[event["seat"]], card, led, best)
                best = card if beats(card, best, self.trump) else best
                hands[event["seat"]].remove(card)
            elif event["type"] == "trick":
                self.points[owner, trick] += event["points"]
                won[owner] += 1
                if best is not None and best[1] == self.trump != led:
                    self.counts[owner, "spent"] += 1
                    self.counts[owner, "by_points", event["points"]] += 1
                trick, led, best = trick + 1, "", None
        for owner in range(rules.sides):
            self.counts[owner, "won"] += won[owner]
            self.counts[owner, "hands_won", won[owner]] += 1

    def judge(self, owner: int, held: set[str], card: str, led: str, best: str | None) -> None:
        others = held - {card}
        enough = [c for c in others if beats(c, best, self.trump)]
        self.counts[owner, "waste"] += any(c[1] == led for c in enough)
        lower = [c for c in enough if c[1] == self.trump and beats(card, c, self.trump)]
        self.counts[owner, "overkill"] += bool(lower)


def words(name: Any) -> int:
    """Where the kernel keeps a class of hands."""
    kind, *rest = name
    if kind == "opening":
        return o.CLASS_OPENING + 4 * rest[0] + rest[1]
    at = {"honour": o.CLASS_HONOUR, "up": o.CLASS_TURNED_UP}
    if kind in at:
        return at[kind] + RANKS.index(rest[0])
    return {"got": o.CLASS_GOT_UPCARD, "swapped": o.CLASS_SWAPPED}[kind]


def plain_detail(table: Table, first: int, deals: int) -> np.ndarray[Any, Any]:
    """The kernel's words, counted from hand records."""
    rules = table.rules
    total = np.zeros((rules.sides, o.DETAIL_WORDS), dtype=np.int64)
    records = replay(
        table.lineup, rules, deal=first, count=deals, seed=table.seed, deal_mode=table.deal_mode
    )
    for _ in range(deals):
        deal = Plain(rules)
        for seating, record in enumerate(itertools.islice(records, table.seatings)):
            deal.hand(record, seating)
        for (owner, name), (n, s, p) in deal.classes.items():
            _, score, points = deal.totals[owner]
            chairs = rules.players // rules.sides if name[0] in ("opening", "honour") else 1
            score, points = chairs * score, chairs * points
            sums = [n, s, p, n * n, s * s, p * p, n * s, n * p]
            sums += [n * score, s * score, n * points, p * points]
            at = o.D_CLASSES + o.CLASS_WORDS * words(name)
            total[owner, at : at + o.CLASS_WORDS] += sums
        for owner in range(rules.sides):
            tricks = [deal.points[owner, k + 1] for k in range(rules.tricks)]
            values = [(o.D_TRICKS + 2 * k, v) for k, v in enumerate(itertools.accumulate(tricks))]
            values.append((o.D_WON, deal.counts[owner, "won"]))
            for i, name in enumerate(("spent", "waste", "overkill")):
                values.append((o.D_TRUMPS + 2 * i, deal.counts[owner, name]))
            for at, value in values:
                total[owner, at : at + 2] += (value, value * value)
        for (owner, kind, *rest), count in deal.counts.items():
            if kind == "hands_won":
                total[owner, o.D_WON_HANDS + rest[0]] += count
            elif kind == "by_points":
                total[owner, o.D_BY_POINTS + rest[0]] += count
            elif kind == "swap":
                cell = 12 * (rest[0] == "7") + RANKS.index(rest[1])
                total[owner, o.D_SWAPS + o.MAX_TRICKS * cell + rest[2] - 1] += count
    return total


VIP = {"swap": "on_turn", "swap_by": "anyone", "swap_last_round": True}
TABLES: list[tuple[list[str | Path], dict[str, Any], str]] = [
    ([AZAR, "codiciosa"], {}, "stream"),
    ([AZAR, "ahorradora"], {**VIP, "mano_negra": "hand"}, "shared"),
    ([AZAR, AZAR], {"deck": 48, "swap_last_round": True, "mano_negra": "hand"}, "stream"),
    (["codiciosa", AZAR, "baja"], {"players": 3, "swap_last_round": True}, "shared"),
    (["ahorradora", AZAR, "baja"], {"players": 3, "deck": 39, **VIP}, "stream"),
    (["ahorradora", AZAR], {"players": 4, "brisca": "ace_king", **VIP}, "stream"),
    ([AZAR, "alta", "codiciosa", "baja"], {"players": 4, "mano_negra": "hand"}, "shared"),
    ([AZAR, "alta", "codiciosa", "baja"], {"players": 4, "teams": "individual"}, "stream"),
    ([AZAR, "codiciosa"], {"players": 6, **VIP, "mano_negra": "hand"}, "stream"),
    (["codiciosa", AZAR], {"players": 2, "blind": True}, "stream"),
]


@pytest.mark.parametrize(("lineup", "options", "mode"), TABLES)
def test_detail_is_what_the_records_say(
    lineup: list[str | Path], options: dict[str, Any], mode: str
) -> None:
    table = seat_down(lineup, Rules(**options), 5, mode)
    counts = play_deals(table, 60, first=20, detail=True, threads=1).counts
    assert counts.detail is not None
    wanted = plain_detail(table, 20, 60)
    assert (counts.detail == wanted).all(), np.argwhere(counts.detail != wanted)[:10]


def test_among_them_is_a_mano_negra_in_the_middle_of_a_trick() -> None:
    lineup, options, mode = TABLES[1]
    (record, _) = replay(lineup, Rules(**options), deal=78, seed=5, deal_mode=mode)
    kinds = [event["type"] for event in record["events"]]
    assert kinds[-4:] == ["draw", "play", "swap", "mano_negra"]


PAIR: list[str | Path] = ["ahorradora", "codiciosa"]


@pytest.fixture(scope="module")
def run() -> Run:
    return simulate(PAIR, Rules(players=4), deals=1200, seed=3, detail=True)


def test_detail_changes_no_other_count(run: Run) -> None:
    without = simulate(PAIR, Rules(players=4), deals=1200, seed=3)
    assert without.document["digest"] == run.document["digest"]
    assert "detail" not in without.document
    assert without.document["convergence"] == run.document["convergence"]
    assert run.document["command"].endswith(" --detail")
    assert "detail" not in without.counts.arrays()


@pytest.mark.parametrize(("threads", "size"), [(1, 7), (2, 64), (3, None)])
def test_threads_and_blocks_change_neither_detail_nor_stages(
    run: Run, threads: int, size: int | None
) -> None:
    table = seat_down(PAIR, Rules(players=4), 3)
    again = play_deals(table, 1200, threads=threads, block_size=size, detail=True).counts
    for name, array in run.counts.arrays().items():
        assert (again.arrays()[name] == array).all(), name


def test_parts_add_up_to_the_whole() -> None:
    table = seat_down(PAIR, Rules(), 3)
    whole = play_deals(table, 90, detail=True).counts
    part = play_deals(table, 40, detail=True).counts
    part.add(play_deals(table, 50, first=40, detail=True).counts)
    for name, array in whole.arrays().items():
        assert (part.arrays()[name] == array).all(), name
    with pytest.raises(ValueError, match="with and without detail"):
        part.add(play_deals(table, 1).counts)


def test_stages() -> None:
    assert [stage_end(stage) for stage in range(5)] == [100, 200, 500, 1000, 2000]
    assert [stage_of(number) for number in (0, 99, 100, 199, 200, 999, 1000)] == [
        0, 0, 1, 1, 2, 3, 4,
    ]  # fmt: skip
    assert stage_end(counting.STAGES - 2) == 10**12
    assert stage_of(10**12 - 1) == counting.STAGES - 2
    assert counting.DETAIL_WORDS == o.DETAIL_WORDS


def test_convergence_is_what_shorter_runs_say(run: Run) -> None:
    stages = run.document["convergence"]
    assert [stage["deals"] for stage in stages] == [100, 200, 500, 1000, 1200]
    shorter = simulate(PAIR, Rules(players=4), deals=500, seed=3).document["sides"]
    for side, entry in zip(shorter, stages[2]["sides"], strict=True):
        for name in ("score", "score_ci", "points_mean"):
            assert entry[name] == side[name]
        # The spread of a single hand, which hardly counts, is that of the whole run.
        assert entry["points_ci"] == pytest.approx(side["points_ci"], rel=1e-3)
    for side, entry in zip(run.document["sides"], stages[-1]["sides"], strict=True):
        assert entry == {name: side[name] for name in entry}
    mirror = simulate(["baja", "baja"], deals=150).document
    assert mirror["convergence"][0]["sides"][1]["score_ci"] == [0.5, 0.5]


def test_counts_survive_a_file(run: Run, tmp_path: Path) -> None:
    names = {path.name for path in run.save(tmp_path, figures=False)}
    assert set(folder.DETAIL_FILES) < names
    with np.load(tmp_path / "counts.npz") as saved:
        kept = dict(saved)
    again = Counts.from_arrays(kept)
    assert again.digest({"a": 1}) == run.counts.digest({"a": 1})
    for name, array in run.counts.arrays().items():
        assert (again.arrays()[name] == array).all()
    # Later deals may still be added.
    again.add(run.counts)
    assert again.deals == 2400
    assert run.counts.deals == 1200
    simulate(PAIR, deals=20).save(tmp_path, figures=False)
    assert not {path.name for path in tmp_path.iterdir()} & set(folder.DETAIL_FILES)


@pytest.mark.parametrize("name", ["deals", "hand_points", "deal_points", "stages", "measures"])
def test_damaged_counts_are_refused(run: Run, name: str) -> None:
    good = {key: array.copy() for key, array in run.counts.arrays().items()}
    for spoiled in (
        {key: array for key, array in good.items() if key != name},
        {**good, name: good[name][..., :-1]},
        {**good, name: good[name] - 10**6},
        {**good, name: good[name].astype(np.float64)},
        {**good, name: good[name] + 1},
    ):
        with pytest.raises(BriscaError, match="counts are damaged") as found:
            Counts.from_arrays(spoiled)
        assert "\n" not in str(found.value)


def test_the_section_agrees_with_the_rest(run: Run) -> None:
    detail, sides = run.document["detail"], run.document["sides"]
    hands = run.document["hands"]
    assert [entry["side"] for entry in detail["tricks_won"]] == PAIR
    assert sum(entry["mean"] for entry in detail["tricks_won"]) == pytest.approx(10)
    assert sum(entry["per_hand"] for entry in detail["got_upcard"]) == pytest.approx(1)
    assert sum(e["count"] for e in detail["swaps"]) == run.document["events"]["swaps"]
    for side in sides:
        mine = {k: [e for e in v if e["side"] == side["name"]] for k, v in detail.items()}
        last = mine["tricks"][-1]
        assert last["trick"] == 10
        assert last["points"] == pytest.approx(side["points_mean"])
        assert last["points_ci"] == pytest.approx(side["points_ci"])
        for key, chairs in (("openings", 2), ("turned_up", 1)):
            assert sum(entry["hands"] for entry in mine[key]) == chairs * hands
            for name, wanted in (("score", "score"), ("points", "points_mean")):
                total = sum(entry["hands"] * entry[name] for entry in mine[key])
                assert total / (chairs * hands) == pytest.approx(side[wanted])
        (trumps,) = mine["trumps"]
        assert trumps["spent"] == sum(trumps["by_points"]) == trumps["spent_per_hand"] * hands
        assert len(trumps["by_points"]) == 45
        assert sum(mine["tricks_won"][0]["histogram"]) == hands
        for entry in mine["openings"] + mine["honours"] + mine["turned_up"]:
            few = entry["score_ci"] == [None, None]
            assert few == (entry["points_ci"] == [None, None])
            for name in () if few else ("score", "points"):
                assert entry[f"{name}_ci"][0] <= entry[name] <= entry[f"{name}_ci"][1]


def test_few_deals_have_no_interval() -> None:
    detail = simulate(PAIR, deals=12, detail=True).document["detail"]
    bounds = [entry["score_ci"] for entry in detail["honours"]]
    assert [None, None] in bounds
    assert all(entry["points_ci"] == [None, None] for entry in detail["turned_up"])


def sums(n: Any, x: Any) -> Ratio:
    return Ratio(*(int(v.sum()) for v in (n, x, n * n, x * x, n * x)), 12)


def drawn(generator: np.random.Generator, deals: int) -> tuple[Any, Any, Any]:
    """Deals of four hands: how many are of a class, their score, and that of all four."""
    luck = generator.random((deals, 1)) / 2 + 0.25  # hands of a deal are alike
    of_class = generator.random((deals, 4)) < 0.2
    scores = 12 * (generator.random((deals, 4)) < luck + 0.1 * of_class)
    return of_class.sum(axis=1), (scores * of_class).sum(axis=1), scores.sum(axis=1)


def test_intervals_of_ratios_are_those_of_linearization() -> None:
    n, x, total = drawn(np.random.default_rng(1), 500)
    inside = sums(n, x)
    pieces = (total.sum(), (total**2).sum(), (n * total).sum(), (x * total).sum())
    contrast = Contrast(inside, 500, 4, *(int(piece) for piece in pieces))
    m, y = 4 - n, total - x
    assert contrast.outside == sums(m, y)
    mine = (x - x.sum() / n.sum() * n) / n.sum() / 12
    others = (y - y.sum() / m.sum() * m) / m.sum() / 12
    assert inside.spread == pytest.approx(mine @ mine)
    bounds = ratio_mean_interval(inside, 0.0, 0.95)
    assert bounds is not None
    assert (bounds[1] - bounds[0]) / 2 == pytest.approx(1.968 * (mine @ mine) ** 0.5, rel=1e-2)
    bounds = contrast.interval(0.95, 0.0)
    assert bounds is not None
    error = ((mine - others) @ (mine - others)) ** 0.5
    assert (bounds[1] - bounds[0]) / 2 == pytest.approx(1.968 * error, rel=1e-2)
    assert sum(bounds) / 2 == pytest.approx(contrast.difference)


def test_intervals_of_ratios_hold_their_level() -> None:
    """The truth: 0.6 in the class, 0.1 more than outside; 95% within 4 errors of 600 tries."""
    generator = np.random.default_rng(2)
    held = Counter[str]()
    for _ in range(600):
        n, x, total = drawn(generator, 120)
        inside = sums(n, x)
        pieces = (total.sum(), (total**2).sum(), (n * total).sum(), (x * total).sum())
        contrast = Contrast(inside, 120, 4, *(int(piece) for piece in pieces))
        for name, bounds, truth in (
            ("share", ratio_share_interval(inside, 0.95), 0.6),
            ("difference", contrast.interval(0.95), 0.1),
        ):
            assert bounds is not None
            held[name] += bounds[0] <= truth <= bounds[1]
    for name in ("share", "difference"):
        assert 0.915 < held[name] / 600 < 0.985


def test_an_interval_needs_deals_and_never_vanishes() -> None:
    few, same = sums(np.ones(9, dtype=int), np.zeros(9, dtype=int)), np.ones(40, dtype=int)
    assert ratio_share_interval(few, 0.95) is None
    assert ratio_mean_interval(few, 0.1, 0.95) is None
    always = ratio_share_interval(sums(same, 12 * same), 0.95)
    assert always is not None
    assert 0.85 < always[0] < 0.95
    assert always[1] == pytest.approx(1)
    contrast = Contrast(sums(same, 12 * same), 40, 2, 480, 40 * 144, 480, 480 * 12)
    assert contrast.difference == 1
    bounds = contrast.interval(0.95)
    assert bounds is not None
    assert bounds[0] < 0.95


def test_tables(run: Run) -> None:
    doc = run.document
    ends = ["score", "score_lo", "score_hi", "points", "points_lo", "points_hi"]
    columns = {
        "advantage": ["name", "trick", "points", "points_lo", "points_hi"],
        "tricks_won": ["name", "mean", "mean_lo", "mean_hi"],
        "openings": ["name", "trumps", "briscas", "hands", *ends],
        "honours": ["name", "card", "hands", *ends],
        "turned_up": ["name", "card", "hands", *ends],
        "got_upcard": ["name", "hands", "per_hand", "per_hand_lo", "per_hand_hi", *ends],
        "swaps": ["name", "gives", "takes", "trick", "count"],
        "convergence": ["name", "deals", *ends],
    }
    for name, wanted in columns.items():
        frame = getattr(tables, name)(doc)
        assert list(frame.columns) == wanted
        assert len(frame)
        assert list(dict.fromkeys(frame["name"])) == PAIR
    assert list(tables.trumps(doc).columns[1:4]) == ["spent", "spent_lo", "spent_hi"]
    assert tables.tricks_histogram(doc)["codiciosa"].sum() == doc["hands"]
    assert tables.by_points(doc)["codiciosa"].sum() == doc["detail"]["trumps"][1]["spent"]
    off = simulate(["baja", "baja"], Rules(swap="off"), deals=5, detail=True).document
    assert list(tables.swaps(off).columns) == columns["swaps"]
    assert list(tables.advantage(off)["name"].unique()) == ["baja", "baja #2"]
    with pytest.raises(BriscaError, match="without --detail"):
        tables.honours({key: value for key, value in doc.items() if key != "detail"})
