"""Jinan mahjong (山東済南麻将): jinan.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.reasons import as_problem
from rules.record.claims import (
    check_flowers,
    check_incident_fields,
    check_indicators,
    check_named_kong,
    check_nearest,
    check_robbed_kong,
    check_single_tile,
    equal_go_rounds,
    has_fed,
    supplemented_kong,
)
from rules.record.values import Record, Win
from rules.ruleset import Element, Fact, Figure, Ruleset, choice, full_set, number, switch
from rules.scoring import Row, Table, WonHand, divide_hand, elements, won_hand
from rules.settle.settlement import (
    Bill,
    Item,
    NextHand,
    ScoredHand,
    Settlement,
    adds,
    itemize_value,
)
from rules.settle.terms import add, compute, instead_of, times, times_sum
from rules.tiles import EYES
from rules.walls import Break, Throws

BASE: Final = 1
DOUBLE: Final = 2
MOST_DRAWN: Final = 5
"""Drawn hands in a row after which the multiplier grows no more."""

OPEN_KONG: Final = (1, 2)
CONCEALED_KONG: Final = (2, 3)
"""The flowers of a kong of a suit tile and of an honor."""

COMMON: Final = ("common_win",)
"""Counts only where nothing else does."""

ELEMENTS: Final = (
    Element("flower", "花牌", "flower tiles", "1 flower each"),
    Element("honor_pung", "字牌の刻子", "pung of honors", "1 flower each"),
    Element("open_kong", "明槓", "open kong", "1 flower each, 2 of honors"),
    Element("concealed_kong", "暗槓", "concealed kong", "2 flowers each, 3 of honors"),
    Row("common_win", "平胡・推倒胡", "common win", 1, lambda _: True),
    Row("all_pungs", "碰碰胡", "all pungs", 2, elements.all_pungs, COMMON),
    Row("mixed_one_suit", "混一色", "mixed one suit", 2, elements.mixed_one_suit, COMMON),
    Row("straight", "一条龍", "straight", 2, elements.straight, COMMON),
    Row("kong_draw", "槓開", "kong or flower supplement", 2, elements.supplement_draw, COMMON),
    Row("pure_one_suit", "清一色", "pure one suit", 5, elements.pure_one_suit, COMMON),
    Element("ready_declared", "明楼", "open ready", "×2"),
    Element("discarder_ready_declared", "明楼の放銃", "open-ready discarder", "×2"),
    Element("drawn_hands", "荒荘", "after drawn hands", "×2 each, at most ×32"),
)
ADDED: Final = Table(ELEMENTS)
MULTIPLIED: Final = Table(ELEMENTS, total=lambda items: prod([item.value for item in items]))
"""How the fan of a hand combine, by the house."""


def has_good_eyes(hand: WonHand) -> bool:
    """Return whether the pair is a 2, 5 or 8.

    The tiles of a suit tell by their sum which of 1/4/7, 2/5/8 and 3/6/9 their pair is
    of, so what holds for one way to divide a hand holds for all.
    """
    return hand.pair in EYES


def winner_entry(record: Record, win: Win) -> ScoredHand:
    """Return the entry of *win*, a hand with good eyes, in the reading with most fan.

    Of equal ones the first is taken: they differ in nothing that counts.
    """
    multipliers = tuple(_multipliers(record, win))
    if win.value is not None:
        base = itemize_value(win.worth)
        terms = (*adds(base), *[times(item.id, item.value) for item in multipliers])
        items = base + multipliers
        return ScoredHand(win.seat, compute(terms), "points", items, terms=terms)
    table = MULTIPLIED if record.options["fan_combine"] == "multiply" else ADDED
    hands = divide_hand(won_hand(record, win))
    score = max([table.score(hand) for hand in hands], key=lambda one: one.value)
    flowers = tuple(_flowers(score.hand))
    fan = [(item.id, item.value) for item in score.items]
    by_fan = [times(*one) for one in fan] if table is MULTIPLIED else times_sum(fan)
    terms = (
        add("base", BASE),
        *[add(item.id, item.value) for item in flowers],
        *by_fan,
        *[times(item.id, item.value) for item in multipliers],
    )
    items = flowers + score.items + multipliers
    rows = score.hand.reading.rows()
    return ScoredHand(win.seat, compute(terms), "points", items, rows, terms=terms)


def _flowers(hand: WonHand) -> Iterator[Item]:
    """Yield what gives flowers (花); the pung that the winning tile completes gives none."""
    kongs = [(part, part.is_honor) for part in hand.melds if part.is_kong]
    counts: Mapping[str, int] = {
        "flower": len(hand.flowers),
        "honor_pung": sum(
            part.shape == "pung" and part.is_honor and (part.melded or part.kind != hand.tile)
            for part in hand.parts
        ),
        "open_kong": sum(OPEN_KONG[honor] for part, honor in kongs if part.exposed),
        "concealed_kong": sum(CONCEALED_KONG[honor] for part, honor in kongs if not part.exposed),
    }
    return (Item(name, count) for name, count in counts.items() if count)


def _multipliers(record: Record, win: Win) -> Iterator[Item]:
    if "open_ready" in record.seats[win.seat].declared:
        yield Item("ready_declared", DOUBLE)
    discarder = win.source if win.by == "discard" else None
    if discarder is not None and "open_ready" in record.seats[discarder].declared:
        yield Item("discarder_ready_declared", DOUBLE)
    count = min(record.state.carry["drawn_hands"], MOST_DRAWN)
    if count:
        yield Item("drawn_hands", DOUBLE**count)


REASON: Final = "same_first_discards"
ROUNDS: Final = (1, 2)


def first_discard_problems(record: Record) -> Iterator[Problem]:
    """Yield incidents that say something other than what the banker pays for."""
    for place, incident in enumerate(record.incidents):
        where = f"incidents[{place}]"
        if place:
            message = "equal first discards are told once, with their rounds"
            yield Problem("bad_record", message, where)
        if incident.seat not in (None, record.state.banker):
            message = "the banker pays for equal first discards"
            yield Problem("bad_record", message, f"{where}.seat")
        rounds = incident.facts.get("rounds", 1)
        if type(rounds) is not int or rounds not in ROUNDS:
            yield Problem("bad_record", "must be 1 or 2 go-rounds", f"{where}.rounds")


def rounds_alike(record: Record) -> int:
    """Return in how many go-rounds, 0 to 2, all discarded alike: as told, else by the discards."""
    if record.incidents:
        rounds: int = record.incidents[0].facts.get("rounds", 1)
        return rounds
    return equal_go_rounds([seat.discards or () for seat in record.seats], len(ROUNDS))


def payers(record: Record, win: Win) -> tuple[int, ...]:
    """Return who owes the hand: the discarder, or all others; a robbed kong is a self-draw."""
    if win.by == "discard" and win.source is not None:
        return (win.source,)
    return tuple(seat for seat in range(record.players) if seat != win.seat)


def liable(record: Record, win: Win) -> int | None:
    """Return the seat that pays everything, if any: three claims before robbing and kong (D12)."""
    partner = _partner(record, win.seat)
    if partner is not None:
        return partner
    if win.by == "robbed_kong":
        return win.source
    if win.is_self_draw and "kong_draw" in win.marks:
        kong = supplemented_kong(record, win)
        if kong is not None and kong.kind == "kong_discard":
            return kong.source
    return None


def _partner(record: Record, winner: int) -> int | None:
    """Return who is bound to *winner* by three claims from one seat.

    First the seat that *winner* claimed from, then the nearest after him that claimed
    from him.
    """
    others = [(winner + step) % record.players for step in range(1, record.players)]
    givers = (seat for seat in others if has_fed(record, seat, winner))
    takers = (seat for seat in others if has_fed(record, winner, seat))
    return next(givers, next(takers, None))


class Jinan(Ruleset):
    """Flowers times fan, eyes of 2, 5 or 8, and a post of banker that goes to the winner."""

    id = "jinan"
    native = "济南麻将"
    name = "Jinan mahjong"
    family = "shandong"
    dead_wall = None
    counts_rounds = False
    first_banker = "count"
    tiles = full_set(flowers=True)
    options = (
        choice("fan_combine", "add", "multiply"),
        switch("multiple_winners"),
        number("same_discard_points", 1, at_least=0),
    )
    elements = ELEMENTS
    value_figures = (Figure("points", least=1),)
    marks = ("kong_draw", "flower_draw")
    declared = ("open_ready",)
    incidents = (REASON,)
    incident_facts: ClassVar[Mapping[str, tuple[Fact, ...]]] = MappingProxyType(
        {REASON: (Fact("rounds", "int"),)}
    )
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"drawn_hands": 0})

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with indicators, flowers, incidents and the number of winners."""
        yield from check_indicators(record)
        yield from check_flowers(record)
        yield from check_incident_fields(record)
        yield from first_discard_problems(record)
        if record.options["multiple_winners"]:
            yield from check_single_tile(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that a rule forbids whatever their tiles."""
        several = record.options["multiple_winners"]
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from check_robbed_kong(record, win, where)
            yield from check_named_kong(record, win, where)
            if place and not several:
                yield as_problem(Reason("one_winner"), where=where)
            elif not several:
                yield from check_nearest(record, win, f"{where}.facts.rivals")
            if win.is_taken and "open_ready" in record.seats[win.seat].declared:
                yield as_problem(Reason("open_hand_self_draw"), where=where)
            yield from _shape_problems(record, win, where)

    def entered_problems(self, record: Record) -> Iterable[Problem]:
        """Return winners after the first, or beside a nearer one, unless several may win."""
        return () if record.options["multiple_winners"] else super().entered_problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        bill = Bill()
        wins = tuple(self._charge_win(record, win, bill) for win in record.wins)
        self._pay_alike(record, bill)
        next_banker = min(record.wins, key=lambda win: _turn(record, win)).seat
        state = record.state
        repeats = state.repeats + 1 if next_banker == state.banker else 0
        after = NextHand(next_banker, state.round, repeats, {"drawn_hands": 0})
        return Settlement(self.id, record.players, tuple(bill.rows), after, wins)

    def _charge_win(self, record: Record, win: Win, bill: Bill) -> ScoredHand:
        entry = winner_entry(record, win)
        due = payers(record, win)
        instead = liable(record, win)
        if instead is None:
            for seat in due:
                bill.charge(seat, win.seat, entry.terms)
        else:
            shares = (times("payers", len(due)),) if len(due) > 1 else ()
            others = [instead_of(seat) for seat in due if seat != instead]
            bill.charge(instead, win.seat, (*entry.terms, *shares, *others))
        return entry

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand, which doubles the next one."""
        state = record.state
        carry = {"drawn_hands": state.carry["drawn_hands"] + 1}
        banker = (state.banker + 1) % record.players
        return self._unwon(record, NextHand(banker, state.round, 0, carry))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: only equal first discards are paid for."""
        return self._unwon(record, super().settle_abort(record).next)

    def _unwon(self, record: Record, after: NextHand) -> Settlement:
        bill = Bill()
        self._pay_alike(record, bill)
        return Settlement(self.id, record.players, tuple(bill.rows), after)

    def _pay_alike(self, record: Record, bill: Bill) -> None:
        """Make out what the banker pays for equal first discards, whoever won: D10."""
        terms = (add(REASON, record.options["same_discard_points"], rounds_alike(record)),)
        for seat in range(record.players):
            bill.charge(record.state.banker, seat, terms, REASON)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, then as many stacks as the smaller die says."""
        return Break(throws.seat_at(throws.total()), min(throws.dice[0]))


def _shape_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    hand = next(divide_hand(won_hand(record, win)), None)
    if hand is None:
        yield as_problem(Reason("sets_and_pair"), "not_a_win", where)
    elif not has_good_eyes(hand):
        yield as_problem(Reason("pair_of_258"), "not_a_win", where)


def _turn(record: Record, win: Win) -> int:
    return record.distance(win.source, win.seat) if win.source is not None else 0


GAME: Final = Jinan()
