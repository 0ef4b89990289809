"""Yichang "bloody river" mahjong (湖北宜昌「血流成河」): yichang.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.hubei.yichang import refusals
from rules.games.hubei.yichang.position import before_win, starts_tile
from rules.games.hubei.yichang.scoring import (
    MOST_SUITS,
    best_form,
    best_wait,
    further_form,
    win_items,
)
from rules.games.hubei.yichang.table import ELEMENTS, OPTIONS, fan_values
from rules.ruleset import Fact, Ruleset, full_set
from rules.settle.settlement import Bill, NextHand, Scored, Settlement
from rules.walls import Break

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.errors import Problem
    from rules.record.values import Record
    from rules.walls import Throws

SUITS_ONLY: Final = {code: copies for code, copies in full_set().items() if code[1] != "z"}


class Yichang(Ruleset):
    """Winners play on and win again; who is not ready in the end pays those who are."""

    id = "yichang"
    native = "湖北宜昌「血流成河」麻雀"
    name = "Yichang mahjong"
    family = "hubei"
    tiles = SUITS_ONLY
    options = OPTIONS
    elements = ELEMENTS
    chows = False
    plays_on = True
    marks = ("dealt",)
    win_facts = (Fact("separate"),)
    seat_facts = (Fact("made_after", "ints"),)
    all_hands_shown = True
    dice = 1

    def shares_tile(self, record: Record, place: int) -> bool:
        """Return whether the win at *place* is on the very tile of the one before it."""
        return starts_tile(record.wins, place) < place

    def break_wall(self, throws: Throws) -> Break:
        """Return the wall counted to with one die, as many stacks being left as it shows."""
        return Break(throws.counted(throws.total()), throws.total())

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what cannot be in a record of this game."""
        return refusals.form_problems(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield sets that were not allowed any more, then wins that are none or forbidden."""
        return refusals.problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a hand with wins: each is paid, then who was not ready pays."""
        bill = Bill()
        firsts: dict[int, str] = {}
        wins = tuple([_paid(bill, record, place, firsts) for place in range(len(record.wins))])
        _pay_at_the_end(bill, record, firsts)
        after = _next_hand(record, _next_banker(record))
        return Settlement(self.id, record.players, tuple(bill.rows), after, wins)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a hand without a win: who was not ready pays all the same."""
        bill = Bill()
        _pay_at_the_end(bill, record, {})
        after = _next_hand(record, record.state.banker)
        return Settlement(self.id, record.players, tuple(bill.rows), after)


def _paid(bill: Bill, record: Record, place: int, firsts: dict[int, str]) -> Scored:
    """Return the entry of the win at *place*, having written who pays it.

    *firsts* holds the element of each seat's first win, and gets it here.
    """
    win, options = record.wins[place], record.options
    assert win.tile is not None
    held = before_win(record, win.seat, place)
    known = firsts.get(win.seat)
    form = (
        best_form(held, win.tile, options)
        if known is None
        else further_form(held, win.tile, options, known)
    )
    assert form is not None
    element = firsts.setdefault(win.seat, form.element)
    items = win_items(held, win, element, options)
    score = sum(item.value for item in items)
    for payer in range(record.players):
        if payer != win.seat and (win.is_self_draw or payer == win.source):
            kongs = before_win(record, payer, place).kong_fan if options["payer_kongs"] else 0
            bill.pay(payer, win.seat, score + kongs)
    return Scored(win.seat, score, "fan", items, form.reading.rows())


def _pay_at_the_end(bill: Bill, record: Record, firsts: Mapping[int, str]) -> None:
    """Write what those who are not ready, or hold three suits, pay everyone who is ready."""
    values = fan_values(record.options)
    ends = [before_win(record, seat, len(record.wins)) for seat in range(record.players)]
    best: dict[int, int] = {}
    for seat, held in enumerate(ends):
        worth = values[firsts[seat]] if seat in firsts else best_wait(held, record.options)
        if worth is not None:
            best[seat] = worth
    for payer, held in enumerate(ends):
        if payer in best:
            continue
        is_pig = len(held.suits) > MOST_SUITS
        factor = record.options["flower_pig_factor"] if is_pig else 1
        for ready, worth in best.items():
            bill.pay(payer, ready, factor * worth, "flower_pig" if is_pig else "not_ready")


def _next_banker(record: Record) -> int:
    """Return who won first, or who discarded the tile that several won on first (D7)."""
    first, *others = record.wins
    if others and starts_tile(record.wins, 1) == 0:
        assert first.source is not None
        return first.source
    return first.seat


def _next_hand(record: Record, banker: int) -> NextHand:
    """Return the next hand: there are no rounds, and no end is given."""
    state = record.state
    repeats = state.repeats + 1 if banker == state.banker else 0
    return NextHand(banker, state.round, repeats)


GAME: Final = Yichang()
