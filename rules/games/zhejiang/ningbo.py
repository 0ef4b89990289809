"""Ningbo mahjong (寧波麻雀): ningbo.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.guides import FlowerOrder
from rules.reasons import as_error, as_problem
from rules.record.claims import (
    check_flowers,
    check_single_claim,
    has_fed,
    supplemented_kong,
    wild_set_problem,
)
from rules.record.values import Meld, Record, Win
from rules.ruleset import Figure, Ruleset, choice, full_set, number
from rules.scoring import (
    Row,
    Score,
    Table,
    WonHand,
    best,
    by_order,
    divide_hand,
    elements,
    readings,
    won_hand,
)
from rules.scoring.kinds import wild_faces
from rules.settle.settlement import (
    Bill,
    Item,
    NextHand,
    ScoredHand,
    Settlement,
    adds,
    itemize_value,
    rotate,
)
from rules.settle.terms import Terms, times
from rules.tiles import DRAGONS, Tile
from rules.walls import Break, Indicator, Throws

ROUNDS: Final = 4
MINIMUM: Final = 4
WILDS: Final = 3
UNCOUNTED: Final = frozenset(("three_wilds",))
"""What does not count towards the minimum."""

PER_DISCARD: Final = 2
"""How often the discarder, and beside him whoever is liable, pays the hand."""

ALONE: Final = 5
"""How often one seat pays it that pays for everyone."""


def all_sequences(hand: WonHand) -> bool:
    """Return whether there are four runs and a pair that no pung element asks for (平胡)."""
    worth = {*DRAGONS, hand.seat_wind, hand.round_wind}
    return elements.all_sequences(hand) and hand.pair not in worth


ELEMENTS: Final = (
    Row("self_draw", "自摸", "self-draw", 1, lambda hand: hand.win.by != "discard"),
    Row("edge_wait", "辺張", "edge wait", 1, elements.edge_wait),
    Row("closed_wait", "嵌張", "closed wait", 1, elements.closed_wait),
    Row("pair_wait", "単吊", "pair wait", 1, elements.pair_wait),
    Row("dual_pung_wait", "対倒", "two pairs waiting", 1, elements.dual_pung_wait),
    Row("dragon_pung", "三元牌の刻子", "dragon pung", 1, elements.dragon_pung),
    Row("seat_wind_pung", "自分の風", "seat wind", 1, elements.seat_wind_pung),
    Row("round_wind_pung", "場の風", "round wind", 1, elements.round_wind_pung),
    Row("seat_flower", "位花", "own flower", 1, elements.seat_flower),
    Row("all_sequences", "平胡", "all sequences", 1, all_sequences),
    Row(
        "single_wait_on_four_melds",
        "大吊(車)",
        "single wait on four melds",
        1,
        elements.single_wait_on_four_melds,
    ),
    Row("kong_draw", "槓上開花", "win on a kong's supplement", 1, elements.kong_draw),
    Row("last_tile", "海底撈月", "last tile", 1, elements.last_tile),
    Row("no_wild", "硬胡", "no wild tile", 1, elements.no_wild),
    Row("wild_as_itself", "硬胡", "wild tiles as themselves", 1, elements.wild_as_itself),
    Row("all_pungs", "対対胡", "all pungs", 2, elements.all_pungs),
    Row("mixed_one_suit", "混一色", "mixed one suit", 2, elements.mixed_one_suit),
    Row("flower_set", "四花", "four flowers", 2, lambda hand: elements.flower_set(hand) == 1),
    Row("three_wilds", "三搭・三財神", "three wild tiles", 3, lambda hand: hand.wilds == WILDS),
    Row("pure_one_suit", "清一色", "pure one suit", 4, elements.pure_one_suit),
    Row("all_honors", "字一色", "all honours", 4, elements.all_honors),
    Row("all_flowers", "八花", "eight flowers", 6, elements.all_flowers),
    Row("earthly_hand", "地胡", "win on the banker's first discard", 6, elements.earthly_hand),
    Row("heavenly_hand", "天胡", "banker's dealt hand", 8, elements.heavenly_hand),
)
TABLE: Final = Table(ELEMENTS)


class Ningbo(Ruleset):
    """Tai added up, at least four of them; three wild tiles; feeding three sets makes liable."""

    guides = (FlowerOrder(),)
    id = "ningbo"
    native = "宁波麻将"
    name = "Ningbo mahjong"
    minimum = ("tai", MINIMUM)
    family = "zhejiang"
    first_banker = "count"
    rounds = ROUNDS
    tiles = full_set(flowers=True)
    options = (
        number("rate", 1, at_least=1),
        choice("dice_roles", "larger_breaks", "smaller_breaks"),
    )
    elements = ELEMENTS
    contains: ClassVar = {"all_flowers": ("flower_set",)}
    value_figures = (Figure("tai", least=MINIMUM),)
    marks = ("dealt", "first_discard", "kong_draw", "last_tile")
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"first_banker": 0})
    indicators = 1

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the three tiles like the indicator."""
        return wild_faces(indicators)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a wild tile is in the set."""
        return wild_set_problem(meld, self.wild_in(record))

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with the session, the indicator and the flowers."""
        if record.state.carry["first_banker"] >= record.players:
            message = f"must be a seat from 0 to {record.players - 1}"
            yield Problem("bad_record", message, "state.carry.first_banker")
        if record.state.round > ROUNDS:
            yield Problem("bad_record", f"a session has {ROUNDS} rounds", "state.round")
        count = len(record.deal.indicators)
        is_missing = record.outcome == "win" and not count and not record.is_entered
        if count > 1 or is_missing:
            message = f"one indicator tells the wild tiles, here are {count}"
            yield Problem("bad_record", message, "deal.indicators")
        if record.deal.hidden_indicators:
            message = "this game has no hidden indicators"
            yield Problem("bad_record", message, "deal.hidden_indicators")
        yield from check_flowers(record, self.wild_in(record))

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids whatever they are worth."""
        for place, win in enumerate(record.wins):
            yield from check_single_claim(record, place)
            hand = won_hand(record, win, self.wild_in(record))
            if win.is_taken and hand.is_last_wild:
                reason = Reason("wild_of_another", {"tile": hand.tile})
                yield as_problem(reason, "barred", f"wins[{place}].tile")
            if not hand.is_complete:
                yield as_problem(Reason("sets_and_pair"), "not_a_win", f"wins[{place}]")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for too few tai."""
        (win,) = record.wins
        entry = self._score_win(record, win)
        return Settlement(
            self.id,
            record.players,
            tuple(write_bill(record, win, entry.items).rows),
            self._next(record, stays=win.seat == record.state.banker),
            (entry,),
        )

    def _score_win(self, record: Record, win: Win) -> ScoredHand:
        """Return the entry of the winner; raise `RecordError` for too few tai."""
        if win.value is not None:
            return ScoredHand(win.seat, win.worth, "tai", itemize_value(win.worth))
        score = judge(won_hand(record, win, self.wild_in(record)))
        return ScoredHand(win.seat, score.value, "tai", score.items, score.hand.reading.rows())

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid and the banker stays."""
        return self.unpaid(record, self._next(record, stays=True))

    def _next(self, record: Record, *, stays: bool) -> NextHand:
        """Return the next hand; the session ends when a fifth round would begin."""
        carry = record.state.carry
        first = carry["first_banker"]
        after = rotate(record.state, record.players, stays=stays, first=first, carry=carry)
        return replace(after, over=after.round > ROUNDS)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break behind as many stacks as one die says; the other finds the indicator."""
        breaks, finds = max(throws.dice[0]), min(throws.dice[0])
        if throws.options["dice_roles"] == "smaller_breaks":
            breaks, finds = finds, breaks
        return Break(throws.seat_at(throws.total()), breaks, Indicator(finds, "top", "tail"))


def judge(hand: WonHand) -> Score:
    """Return the reading with most tai.

    Of equals the one whose elements come first in the sheet's table, then the one
    found first. Raise `RecordError` where no reading may win, or none is worth enough.
    """
    # the banker's hand as dealt has no last tile and waits for nothing
    hands = divide_hand(hand) if elements.heavenly_hand(hand) else filter(may_win, readings(hand))
    score = best(TABLE, hands, by_order(TABLE))
    if score is None:
        raise as_error(Reason("wild_pair_self_draw"), "barred", "wins[0]")
    tai = sum(item.value for item in score.items if item.id not in UNCOUNTED)
    if tai < MINIMUM:
        few = Reason("ningbo_minimum", {"count": tai, "least": MINIMUM})
        raise as_error(few, "below_minimum", "wins[0]")
    return score


def may_win(hand: WonHand) -> bool:
    """Return whether the pair is not made of a wild tile and one of another seat."""
    return not (hand.win.is_taken and hand.wait == "pair" and hand.kind not in hand.hand)


# Who pays: "Payment" and "Liability"


def write_bill(record: Record, win: Win, items: Iterable[Item]) -> Bill:
    """Return what is paid for a hand that is worth what *items* are."""
    bill, rate = Bill(), record.options["rate"]
    unit = adds(items) if rate == 1 else (*adds(items), times("tai_value", rate))
    liable_seats = partners(record, win.seat)
    discarder = win.source if win.by == "discard" else None
    if discarder is not None:
        bill.charge(discarder, win.seat, (*unit, times("discarder", PER_DISCARD)))
    share = times("partner", ALONE if discarder is None else PER_DISCARD)
    for seat in liable_seats:
        bill.charge(seat, win.seat, (*unit, share), "liability")
    if discarder is None and not liable_seats:
        for seat, more in _shares(record, win).items():
            bill.charge(seat, win.seat, (*unit, *more))
    return bill


def partners(record: Record, winner: int) -> tuple[int, ...]:
    """Return who is liable for *winner*: three sets were claimed by either from the other."""
    return tuple(
        seat
        for seat in range(record.players)
        if has_fed(record, seat, winner) or has_fed(record, winner, seat)
    )


def _shares(record: Record, win: Win) -> dict[int, Terms]:
    if win.source is not None and win.by == "robbed_kong":
        return {win.source: (times("sole_payer", ALONE),)}
    shares: dict[int, Terms] = {seat: () for seat in range(record.players) if seat != win.seat}
    kong = supplemented_kong(record, win) if "kong_draw" in win.marks else None
    if kong is not None and kong.source is not None and kong.kind == "kong_discard":
        shares[kong.source] = (times("kong_feeder", ALONE),)
    return shares


GAME: Final = Ningbo()
