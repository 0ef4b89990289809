"""Yichang "bloody river" mahjong (湖北宜昌「血流成河」): yichang.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.game import Scope
from rules.guides import Exchange
from rules.hands.covers import waits
from rules.hands.keys import pack
from rules.reasons import as_problem
from rules.record.claims import check_indicators, check_nothing_aside, check_robbed_kong
from rules.record.values import WAYS, Meld, Record, Seat, Win
from rules.ruleset import Fact, Option, Ruleset, choice, full_set, switch
from rules.scoring import (
    SETS,
    Row,
    Score,
    Table,
    WonHand,
    best,
    by_names,
    divide_hand,
    elements,
    won_hand,
)
from rules.settle.settlement import Bill, Item, NextHand, ScoredHand, Settlement, adds, value_of
from rules.settle.terms import Terms, add, times
from rules.tiles import COPIES, Tile
from rules.walls import Break, Throws

USUAL_FAN: Final = (1, 3, 6, 9)
CONCEALED_KONG: Final = 2
MOST_SUITS: Final = 2
"""A winning hand lacks a suit (欠門)."""


# The table


def common_win(_: WonHand) -> bool:
    """Return that every hand is a plain one, whatever else it is."""
    return True


def pure_all_pungs(hand: WonHand) -> bool:
    """清碰: pungs of one suit."""
    return elements.all_pungs(hand) and elements.pure_one_suit(hand)


def form(place: int, name: str, native: str, english: str, holds: Callable[[WonHand], bool],
         *excludes: str) -> Row:  # fmt: skip
    """Return the element that the house prices at *place* of `fan_values`."""

    def worth(hand: WonHand) -> int:
        fan: int = hand.options["fan_values"][place]
        return fan

    return Row(name, native, english, USUAL_FAN[place], holds, excludes, worth)


FORMS: Final = {
    row.id: row
    for row in (
        form(0, "common_win", "何もない手", "plain hand", common_win),
        form(1, "all_pungs", "碰碰胡", "all pungs", elements.all_pungs, "common_win"),
        form(2, "pure_one_suit", "清一色", "pure one suit", elements.pure_one_suit, "common_win"),
        form(3, "pure_all_pungs", "清碰", "pure all pungs", pure_all_pungs,
             "all_pungs", "pure_one_suit"),
    )
}  # fmt: skip
"""The elements of which a hand has one; it contains those that this one shuts out."""
ELEMENTS: Final = (
    *FORMS.values(),
    Row("fully_concealed_self_draw", "門前自摸", "concealed self-draw", "+1",
        elements.fully_concealed_self_draw),
    Row("open_kong", "明槓", "open kong", "+1 each", elements.open_kong),
    Row("concealed_kong", "暗槓", "concealed kong", "+2 each", elements.concealed_kong),
)  # fmt: skip
TABLE: Final = Table(ELEMENTS)
PREFERENCE: Final = by_names(*reversed(FORMS))


def hands(hand: WonHand, first: str = "common_win") -> Iterator[WonHand]:
    """Yield the readings of at most two suits that contain the element *first*."""
    if len(hand.suits) <= MOST_SUITS:
        yield from filter(FORMS[first].holds, divide_hand(hand))


def judge_wins(record: Record) -> Iterator[tuple[WonHand, str, Score | None]]:
    """Yield each win with the element of its seat's first one, and its best reading.

    There is none where no reading contains that element.
    """
    firsts: dict[int, str] = {}
    for place, win in enumerate(record.wins):
        hand = won_hand(before_win(record, place), win)
        score = best(TABLE, hands(hand, firsts.get(win.seat, "common_win")), PREFERENCE)
        firsts.setdefault(win.seat, "common_win" if score is None else score.items[0].id)
        yield hand, firsts[win.seat], score


def best_wait(record: Record, seat: int) -> Item | None:
    """Return the highest element with which *seat* could win; nothing where it is not ready."""
    draws = [Win(seat, "self_draw", Tile(kind)) for kind in find_waits(record.seats[seat])]
    readings = [one for win in draws for one in hands(won_hand(record, win))]
    score = best(TABLE, readings, PREFERENCE)
    return None if score is None else score.items[0]


# What lay there when


def tiles_of(seat: Seat) -> tuple[Tile, ...]:
    """Return the concealed tiles of *seat* and those of its sets."""
    return (seat.hand or ()) + tuple([tile for meld in seat.melds for tile in meld.tiles])


def kong_terms(record: Record, payer: int) -> Terms:
    """Return what the kongs of a *payer* add to another's win."""
    kongs = [meld.is_exposed for meld in record.seats[payer].melds if meld.is_kong]
    fan = (
        add("open_kong", 1, kongs.count(True), payer),
        add("concealed_kong", CONCEALED_KONG, kongs.count(False), payer),
    )
    return tuple([kong for kong in fan if kong.often])


def find_waits(seat: Seat) -> tuple[int, ...]:
    """Return the kinds that complete the hand, without those it holds all four of (D12)."""
    tiles = tiles_of(seat)
    kinds = waits(pack(seat.hand or ()), SETS - len(seat.melds))
    return tuple([kind for kind in kinds if tiles.count(Tile(kind)) < COPIES])


def made_after(record: Record, seat: int) -> tuple[int, ...]:
    """Return for each set of *seat* how many wins lay before it got its present form."""
    layout = record.seats[seat]
    counts = tuple(layout.facts.get("made_after", ()))
    return counts + (0,) * (len(layout.melds) - len(counts))


def before_win(record: Record, place: int) -> Record:
    """Return what lay there when the win at *place* was made; the end after the last."""
    seats = []
    for seat in range(record.players):
        counts = made_after(record, seat)
        seats.append(_rebuild_seat(record, seat, [count <= place for count in counts]))
    return replace(record, seats=tuple(seats))


def around_kong(record: Record, seat: int, kong: int) -> tuple[Seat, Seat]:
    """Return what lay before *seat* just before and just after it laid down the set *kong*."""
    moments = [(count, place) for place, count in enumerate(made_after(record, seat))]
    before = _rebuild_seat(record, seat, [moment < moments[kong] for moment in moments])
    return before, _rebuild_seat(record, seat, [moment <= moments[kong] for moment in moments])


def _rebuild_seat(record: Record, seat: int, is_made: Sequence[bool]) -> Seat:
    """Return what lay before *seat* when those of its sets that *is_made* had their present form.

    Else an added kong was still the pung, a concealed one three tiles of the hand.
    """
    hand = record.seats[seat].hand or ()
    melds: list[Meld] = []
    for meld, is_now in zip(record.melds_after_robbing(seat), is_made, strict=True):
        if meld.kind == "kong_added" and not is_now:
            melds.append(meld.without(meld.tiles[0]))
        elif meld.kind == "kong_concealed" and not is_now:
            hand += meld.tiles[:-1]
        elif is_now or meld.kind == "pung":
            melds.append(meld)
    return replace(record.seats[seat], hand=hand, melds=tuple(melds))


def first_wins(wins: Iterable[Win]) -> dict[int, int]:
    """Return for each seat that won the place of its first win."""
    places: dict[int, int] = {}
    for place, win in enumerate(wins):
        places.setdefault(win.seat, place)
    return places


def starts_tile(wins: Sequence[Win], place: int) -> int:
    """Return the place of the first of the wins that are on the very tile of the one at *place*.

    Wins in a row by the same way, of the same tile from the same seat, are on one tile,
    until a seat comes again or the fact `separate` says that another copy came (D6).
    """
    start = 0
    for later in range(1, place + 1):
        win, first = wins[later], wins[start]
        same = (first.by, first.tile, first.source) == (win.by, win.tile, win.source)
        again = any(one.seat == win.seat for one in wins[start:later])
        if not win.is_taken or not same or again or win.facts.get("separate", False):
            start = later
    return start


# What is refused


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield what cannot be in a record of this game."""
    yield from check_indicators(record)
    yield from check_nothing_aside(record)
    for number, seat in enumerate(record.seats):
        if seat.hand is None and record.outcome != "abort":
            message = "all hands are shown at the end, for who is not ready pays"
            yield Problem("bad_record", message, f"seats[{number}].hand")
        counts = seat.facts.get("made_after", ())
        where = f"seats[{number}].facts.made_after"
        if len(counts) > len(seat.melds):
            message = f"says {len(counts)} sets were made, there are {len(seat.melds)}"
            yield Problem("bad_record", message, where)
        if any(count > len(record.wins) for count in counts):
            message = f"counts the wins before each set, and there were {len(record.wins)}"
            yield Problem("bad_record", message, where)


def problems(record: Record) -> Iterator[Problem]:
    """Yield sets that were not allowed any more, then wins that are none or forbidden."""
    for seat, opening in first_wins(record.wins).items():
        yield from _late_sets(record, seat, opening)
    for place, (hand, _, score) in enumerate(judge_wins(record)):
        where = f"wins[{place}]"
        yield from check_robbed_kong(record, hand.win, where)
        if "dealt" in hand.marks:
            yield as_problem(Reason("banker_discards_first"), where=f"{where}.marks")
        if next(hands(hand), None) is None:
            yield as_problem(Reason("two_suits_at_most"), "not_a_win", where)
        elif score is None:
            yield as_problem(Reason("further_win_contains"), where=where)


def _late_sets(record: Record, seat: int, first: int) -> Iterator[Problem]:
    """Yield sets that *seat* made after its *first* win though its hand was frozen (D9)."""
    counts = made_after(record, seat)
    for place, meld in enumerate(record.seats[seat].melds):
        where = f"seats[{seat}].melds[{place}]"
        if counts[place] <= first or meld.kind == "kong_added":
            continue
        if meld.is_exposed:
            yield as_problem(Reason("won_claims_nothing"), "bad_meld", where)
            continue
        before, after = around_kong(record, seat, place)
        if find_waits(before) != find_waits(after):
            yield as_problem(Reason("won_kong_keeps_wait"), "bad_meld", where)


def _are_values(value: Any) -> bool:
    whole = type(value) is list and all(type(one) is int and one >= 0 for one in value)
    return whole and len(value) == len(FORMS)


SUITS_ONLY: Final = {code: copies for code, copies in full_set().items() if code[1] != "z"}


class Yichang(Ruleset):
    """Winners play on and win again; who is not ready in the end pays those who are."""

    id = "yichang"
    native = "宜昌血流成河"
    name = "Yichang mahjong"
    family = "hubei"
    counts_rounds = False
    tiles = SUITS_ONLY
    options = (
        switch("payer_kongs", default=True),
        choice("flower_pig_factor", 2, 3),
        Option("fan_values", [*USUAL_FAN], (), _are_values, "a list of four whole numbers from 0"),
    )
    elements = ELEMENTS
    chows = False
    plays_on = True
    marks = ("dealt",)
    scopes = MappingProxyType({"mark.dealt": Scope(WAYS)})
    win_facts = (Fact("separate"),)
    seat_facts = (Fact("made_after", "ints", numbers="wins_before"),)
    all_hands_shown = True
    dice = 1
    guides = (Exchange(3, MappingProxyType({1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3})),)

    def shares_tile(self, record: Record, place: int) -> bool:
        """Return whether the win at *place* is on the very tile of the one before it."""
        return starts_tile(record.wins, place) < place

    def break_wall(self, throws: Throws) -> Break:
        """Return the wall counted to with one die, as many stacks being left as it shows."""
        return Break(throws.seat_at(throws.total()), throws.total())

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what cannot be in a record of this game."""
        return form_problems(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield sets that were not allowed any more, then wins that are none or forbidden."""
        return problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a hand with wins: each is paid, then who was not ready pays."""
        bill = Bill()
        firsts: dict[int, Item] = {}
        wins = []
        for hand, first, score in judge_wins(record):
            if score is not None:
                items = _count_items(score, first)
                firsts[hand.win.seat] = items[0]
                _pay(bill, hand, adds(items))
                rows = score.hand.reading.rows()
                wins.append(ScoredHand(hand.win.seat, value_of(items), "fan", items, rows))
        _pay_at_the_end(bill, record, firsts)
        after = _next_hand(record, _next_banker(record))
        return Settlement(self.id, record.players, tuple(bill.rows), after, tuple(wins))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a hand without a win: who was not ready pays all the same."""
        bill = Bill()
        _pay_at_the_end(bill, record, {})
        after = _next_hand(record, record.state.banker)
        return Settlement(self.id, record.players, tuple(bill.rows), after)


def _count_items(score: Score, first: str) -> tuple[Item, ...]:
    """Return what a win counts: the *first* win's element and this win's additions (D2)."""
    return (Item(first, FORMS[first].worth_in(score.hand)), *score.items[1:])


def _pay(bill: Bill, hand: WonHand, score: Terms) -> None:
    """Write who pays a win, with what lay there when it was made."""
    win = hand.win
    for payer in range(hand.record.players):
        if payer != win.seat and (win.is_self_draw or payer == win.source):
            kongs = kong_terms(hand.record, payer) if hand.options["payer_kongs"] else ()
            bill.charge(payer, win.seat, (*score, *kongs))


def _pay_at_the_end(bill: Bill, record: Record, firsts: Mapping[int, Item]) -> None:
    """Write what who is not ready pays those who are; *firsts* is what winners are ready for."""
    end = before_win(record, len(record.wins))
    items = [
        firsts[seat] if seat in firsts else best_wait(end, seat) for seat in range(end.players)
    ]
    for payer, layout in enumerate(end.seats):
        if items[payer] is not None:
            continue
        is_pig = len({tile // 9 for tile in tiles_of(layout)}) > MOST_SUITS
        reason = "flower_pig" if is_pig else "not_ready"
        more = (times(reason, record.options["flower_pig_factor"]),) if is_pig else ()
        for ready, item in enumerate(items):
            if item is not None:
                terms = (add(item.id, item.value, seat=ready), *more)
                bill.charge(payer, ready, terms, reason)


def _next_banker(record: Record) -> int:
    """Return who won first, or who discarded the tile that several won on first (D7)."""
    first, *others = record.wins
    if others and starts_tile(record.wins, 1) == 0 and first.source is not None:
        return first.source
    return first.seat


def _next_hand(record: Record, banker: int) -> NextHand:
    """Return the next hand: there are no rounds, and no end is given."""
    state = record.state
    repeats = state.repeats + 1 if banker == state.banker else 0
    return NextHand(banker, state.round, repeats)


GAME: Final = Yichang()
