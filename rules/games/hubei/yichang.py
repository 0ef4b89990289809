"""Yichang "bloody river" mahjong (湖北宜昌「血流成河」): yichang.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules.errors import Problem
from rules.hands.covers import waits
from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.hands.shapes import Reading
from rules.record.claims import indicators_turned, nothing_apart, robbing
from rules.ruleset import Element, Fact, Option, Ruleset, choice, full_set, switch
from rules.scoring import kinds as elements
from rules.scoring.won_hand import SETS
from rules.settle.settlement import Bill, Item, NextHand, Scored, Settlement
from rules.walls import Break

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from rules.game import Options
    from rules.record.values import Meld, Record, Win
    from rules.tiles import Tile
    from rules.walls import Throws


FORMS: Final = ("common_win", "all_pungs", "pure_one_suit", "pure_all_pungs")
"""The elements of which a hand has one, in the order of `fan_values`."""

CONTAINED_IN: Final = {
    "common_win": frozenset(FORMS),
    "all_pungs": frozenset(("all_pungs", "pure_all_pungs")),
    "pure_one_suit": frozenset(("pure_one_suit", "pure_all_pungs")),
    "pure_all_pungs": frozenset(("pure_all_pungs",)),
}
"""What a later win of a seat must be, by the element of its first."""

OPEN_KONG: Final = 1
CONCEALED_KONG: Final = 2
USUAL_FAN: Final = (1, 3, 6, 9)


def _are_values(value: Any) -> bool:
    whole = type(value) is list and all(type(one) is int and one >= 0 for one in value)
    return whole and len(value) == len(FORMS)


def fan_values(options: Mapping[str, Any]) -> dict[str, int]:
    """Return what each of the four elements is worth in this house."""
    return dict(zip(FORMS, options["fan_values"], strict=True))


OPTIONS: Final = (
    switch("payer_kongs", default=True),
    choice("flower_pig_factor", 2, 3),
    Option("fan_values", [*USUAL_FAN], (), _are_values, "a list of four whole numbers from 0"),
)

ELEMENTS: Final = (
    Element("common_win", "何もない手", "plain hand", 1),
    Element("all_pungs", "碰碰胡", "all pungs", 3),
    Element("pure_one_suit", "清一色", "pure one suit", 6),
    Element("pure_all_pungs", "清碰", "pure all pungs", 9),
    Element("fully_concealed_self_draw", "門前自摸", "concealed self-draw", "+1"),
    Element("open_kong", "明槓", "open kong", "+1 each"),
    Element("concealed_kong", "暗槓", "concealed kong", "+2 each"),
)
"""The first four are worth what `fan_values` says."""


COPIES: Final = 4


class Position(NamedTuple):
    """The concealed tiles of a seat, without one just drawn, and its sets."""

    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return all tiles."""
        return self.hand + tuple([tile for meld in self.melds for tile in meld.tiles])

    @property
    def suits(self) -> frozenset[int]:
        """Return the suits that occur."""
        return frozenset([tile // 9 for tile in self.tiles])

    @property
    def is_concealed(self) -> bool:
        """Return whether there is neither a pung nor an open kong (D3)."""
        return not any(meld.is_exposed for meld in self.melds)

    @property
    def open_kongs(self) -> int:
        """Return how many kongs are open."""
        return sum(meld.is_kong and meld.is_exposed for meld in self.melds)

    @property
    def concealed_kongs(self) -> int:
        """Return how many kongs are concealed."""
        return sum(not meld.is_exposed for meld in self.melds)

    @property
    def kong_fan(self) -> int:
        """Return what the kongs add to a win, the owner's or, as payer, another's."""
        return OPEN_KONG * self.open_kongs + CONCEALED_KONG * self.concealed_kongs

    def waits(self) -> tuple[int, ...]:
        """Return the kinds that complete the hand, without those it holds all four of (D12)."""
        held = self.tiles
        found = waits(pack(self.hand), SETS - len(self.melds))
        return tuple([kind for kind in found if held.count(kind) < COPIES])


def made_after(record: Record, seat: int) -> tuple[int, ...]:
    """Return for each set of *seat* how many wins lay before it got its present form."""
    lying = record.seats[seat]
    told = tuple(lying.facts.get("made_after", ()))
    return told + (0,) * (len(lying.melds) - len(told))


def before_win(record: Record, seat: int, place: int) -> Position:
    """Return what lay before *seat* when the win at *place* was made; the end after the last."""
    made = made_after(record, seat)
    return _position(record, seat, lambda meld: made[meld] <= place)


def around_kong(record: Record, seat: int, kong: int) -> tuple[Position, Position]:
    """Return what lay before *seat* just before and just after it laid down the set *kong*."""
    made = made_after(record, seat)
    moment = (made[kong], kong)
    before = _position(record, seat, lambda meld: (made[meld], meld) < moment)
    return before, _position(record, seat, lambda meld: (made[meld], meld) <= moment)


def _position(record: Record, seat: int, is_made: Callable[[int], bool]) -> Position:
    """Return what lay before *seat* when the sets that *is_made* names had their present form.

    Else an added kong was still the pung, a concealed one three tiles of the hand.
    """
    hand = record.seats[seat].hand or ()
    melds: list[Meld] = []
    for place, meld in enumerate(record.melds_after_robbing(seat)):
        if meld.kind == "kong_added" and not is_made(place):
            melds.append(meld.without(meld.tiles[0]))
        elif meld.kind == "kong_concealed" and not is_made(place):
            hand += meld.tiles[:-1]
        elif is_made(place) or meld.kind == "pung":
            melds.append(meld)
    return Position(hand, tuple(melds))


def first_wins(wins: Iterable[Win]) -> dict[int, int]:
    """Return for each seat that won the place of its first win."""
    found: dict[int, int] = {}
    for place, win in enumerate(wins):
        found.setdefault(win.seat, place)
    return found


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


MOST_SUITS: Final = 2
"""A winning hand lacks a suit (欠門)."""

CONCEALED_SELF_DRAW: Final = 1


class Form(NamedTuple):
    """One reading of a won hand with the one of the four elements that it has."""

    element: str
    reading: Reading


def forms(held: Position, tile: int) -> Iterator[Form]:
    """Yield the readings of *held* completed by *tile*; none where three suits are there."""
    if len(held.suits | {tile // 9}) > MOST_SUITS:
        return
    is_pure = elements.pure_one_suit((*held.tiles, tile))
    melds = tuple([meld.part() for meld in held.melds])
    for division in divisions(pack((*held.hand, tile)), SETS - len(held.melds)):
        reading = Reading(division.parts, melds)
        yield Form(FORMS[elements.all_pungs(reading.parts) + 2 * is_pure], reading)


def is_won(held: Position, tile: int) -> bool:
    """Return whether *tile* completes *held*."""
    return any(True for _ in forms(held, tile))


def best_form(
    held: Position, tile: int, options: Options, allowed: Collection[str] = FORMS
) -> Form | None:
    """Return the reading of an *allowed* element that is worth most; the purer one of equals."""
    values = fan_values(options)
    found = [form for form in forms(held, tile) if form.element in allowed]
    return max(
        found, key=lambda form: (values[form.element], FORMS.index(form.element)), default=None
    )


def further_form(held: Position, tile: int, options: Options, first: str) -> Form | None:
    """Return a reading that contains the element of the seat's *first* win, if there is one."""
    return best_form(held, tile, options, CONTAINED_IN[first])


def win_items(held: Position, win: Win, element: str, options: Options) -> tuple[Item, ...]:
    """Return what *win* counts: the *element* of the first win, and what is added anew (D2)."""
    counts = {
        "fully_concealed_self_draw": CONCEALED_SELF_DRAW * (win.is_self_draw and held.is_concealed),
        "open_kong": OPEN_KONG * held.open_kongs,
        "concealed_kong": CONCEALED_KONG * held.concealed_kongs,
    }
    added = tuple([Item(name, fan) for name, fan in counts.items() if fan])
    return (Item(element, fan_values(options)[element]), *added)


def best_wait(held: Position, options: Options) -> int | None:
    """Return the highest element with which *held* could win; nothing where it is not ready."""
    values = fan_values(options)
    awaited = [form for kind in held.waits() for form in forms(held, kind)]
    return max((values[form.element] for form in awaited), default=None)


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield what cannot be in a record of this game."""
    yield from indicators_turned(record)
    yield from nothing_apart(record)
    for number, seat in enumerate(record.seats):
        if seat.hand is None and record.outcome != "abort":
            message = "all hands are shown at the end, for who is not ready pays"
            yield Problem("bad_record", message, f"seats[{number}].hand")
        told = seat.facts.get("made_after", ())
        where = f"seats[{number}].facts.made_after"
        if len(told) > len(seat.melds):
            message = f"says {len(told)} sets were made, there are {len(seat.melds)}"
            yield Problem("bad_record", message, where)
        if any(count > len(record.wins) for count in told):
            message = f"counts the wins before each set, and there were {len(record.wins)}"
            yield Problem("bad_record", message, where)


def problems(record: Record) -> Iterator[Problem]:
    """Yield sets that were not allowed any more, then wins that are none or forbidden."""
    for seat, first in first_wins(record.wins).items():
        yield from _late_sets(record, seat, first)
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from robbing(record, win, where)
        if "dealt" in win.marks:
            message = "the banker discards a tile before anybody wins"
            yield Problem("barred", message, f"{where}.marks")
        yield from _no_win(record, place)


def _late_sets(record: Record, seat: int, first: int) -> Iterator[Problem]:
    """Yield sets that *seat* made after its *first* win though its hand was frozen (D9)."""
    made = made_after(record, seat)
    for place, meld in enumerate(record.seats[seat].melds):
        where = f"seats[{seat}].melds[{place}]"
        if made[place] <= first or meld.kind == "kong_added":
            continue
        if meld.is_exposed:
            yield Problem("bad_meld", "after a win its owner claims no more sets", where)
            continue
        before, after = around_kong(record, seat, place)
        if before.waits() != after.waits():
            message = "after a win a concealed kong may not change what its owner waits for"
            yield Problem("bad_meld", message, where)


def _no_win(record: Record, place: int) -> Iterator[Problem]:
    win, where = record.wins[place], f"wins[{place}]"
    assert win.tile is not None
    held = before_win(record, win.seat, place)
    if not is_won(held, win.tile):
        message = "the tiles do not form four sets and a pair of at most two suits"
        yield Problem("not_a_win", message, where)
        return
    at = first_wins(record.wins)[win.seat]
    opening = record.wins[at]
    assert opening.tile is not None
    first = best_form(before_win(record, win.seat, at), opening.tile, record.options)
    if first is None:
        return
    if further_form(held, win.tile, record.options, first.element) is None:
        message = f"a further win must contain the {first.element} of the first one"
        yield Problem("barred", message, where)


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
    seat_facts = (Fact("made_after", "ints", numbers="wins_before"),)
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
        return form_problems(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield sets that were not allowed any more, then wins that are none or forbidden."""
        return problems(record)

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
