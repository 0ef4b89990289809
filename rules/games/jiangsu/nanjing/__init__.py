"""Nanjing mahjong (南京の麻雀): nanjing.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.games.jiangsu.nanjing.elements import AUTO, BIG, COPIES, ELEMENTS, TABLE, is_concealed
from rules.guides import FlowerOrder
from rules.hands.shapes import Reading
from rules.hands.special import seven_pairs
from rules.reasons import as_error, as_problem
from rules.record.claims import (
    check_flowers,
    check_incident_fields,
    check_indicators,
    check_single_claim,
    has_fed,
    supplemented_kong,
)
from rules.record.values import Meld, Record, Seat, Win
from rules.ruleset import Option, Ruleset, choice, full_set, number, switch
from rules.scoring import Score, WonHand, best, by_names, readings, won_hand
from rules.settle.settlement import Bill, NextHand, Payment, ScoredHand, Settlement, adds, rotate
from rules.settle.terms import Terms, add, compute, limit_terms, times
from rules.tiles import CODES, DRAGONS, FLOWER_GROUPS, Tile

FLOWERS_TO_WIN: Final = 4
"""Hard flowers that allow a win without anything else."""

FED_WINS: Final = frozenset(("all_pungs", "single_wait_on_four_melds"))
"""Hands for which the seat that fed three sets answers."""

EVENTS: Final = frozenset(("flower_draw", "kong_draw"))
"""Elements after which the next hand is doubled, where events double."""

SHARES: Final = 3
"""What all three others pay together, of a win that is settled as a self-draw."""

BROKE: Final = 2
"""Number of players without points that ends the game."""


def _is_points(value: Any) -> bool:
    return value == AUTO or (type(value) is int and value >= 0)


class Nanjing(Ruleset):
    """Counted flowers, dragons among them, no chows, and kongs that are paid at once."""

    guides = (FlowerOrder(),)
    id = "nanjing"
    native = "南京麻将"
    name = "Nanjing mahjong"
    minimum = ("big_or_concealed", FLOWERS_TO_WIN)
    family = "jiangsu"
    dead_wall = 16
    first_banker = "count"
    tiles = full_set(flowers=True)
    chows = False
    options = (
        choice("schedule", "city", "north"),
        Option(
            "seven_pairs_points", AUTO, (), _is_points, '"auto" or a whole number of at least 0'
        ),
        choice("seven_pairs_extra", "double", "luxury"),
        choice("doubling", "repeats", "events"),
        number("open_kong_gift", 6, at_least=0),
        number("concealed_kong_gift", 3, at_least=0),
        number("flower_kong_gift", 6, at_least=0),
        number("fine", 10, at_least=0),
        switch("limited_liability"),
        number("purse", 100, at_least=1),
    )
    elements = ELEMENTS
    contains: ClassVar = {
        "wind_open_kong": ("wind_pung",),
        "wind_concealed_kong": ("wind_pung",),
        "single_wait_on_four_melds": ("all_pungs",),
        "seven_pairs": ("concealed_hand",),
        "double_seven_pairs": ("seven_pairs",),
    }
    marks = ("dealt", "dealt_ready", "flower_draw", "kong_draw")
    laid_counts_after = ("win", "draw")
    incidents = ("four_same_discards", "four_by_one")
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"event": False})

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:
        """Return the flowers and the dragons, which are treated alike."""
        return super().flower_tiles(options) | {Tile(kind) for kind in DRAGONS}

    def start_score_for(self, options: Mapping[str, Any]) -> int:
        """Return the purse where liability is limited to it."""
        purse: int = options["purse"] if options["limited_liability"] else self.start_score
        return purse

    def meld_problem(self, record: Record, meld: Meld) -> str | None:  # noqa: ARG002 -- hook
        """Return that a flower tile is in the set."""
        if meld.tiles[0] in DRAGONS:
            return f"{CODES[meld.tiles[0]]} is a flower tile here and cannot be in a set"
        return None

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, tiles that do not lie where they must, and incidents told wrongly."""
        yield from check_indicators(record)
        yield from check_flowers(record)
        yield from check_incident_fields(record)
        for place, incident in enumerate(record.incidents):
            where = f"incidents[{place}]"
            if incident.seat is None:
                yield Problem("bad_record", "must say who is fined", f"{where}.seat")

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that a rule forbids, or that are none."""
        for place, win in enumerate(record.wins):
            yield from check_single_claim(record, place)
            hand = won_hand(record, win)
            if not hand.is_complete and (hand.melds or not seven_pairs(hand.concealed)):
                shape = Reason("sets_or_seven_pairs")
                yield as_problem(shape, "not_a_win", f"wins[{place}]")

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand in the reading that brings most.

        Raise `RecordError` where nothing allows the win.
        """
        (win,) = record.wins
        score = judge(won_hand(record, win))
        if score is None or not may_win(score):
            few = Reason("nanjing_minimum", {"count": FLOWERS_TO_WIN})
            raise as_error(few, "below_minimum", "wins[0]")
        till = _pay_at_once(record)
        who = liable(record, win, score)
        pay_win(till, record, win, adds(score.items), who)
        had_event = _had_event(record) or who is not None or not EVENTS.isdisjoint(score.names)
        stays = score.hand.is_banker and not BIG.isdisjoint(score.names)
        after = _next(record, till, stays=stays, had_event=had_event)
        rows = score.hand.reading.rows()
        entry = ScoredHand(win.seat, score.value, "points", score.items, rows)
        return Settlement(self.id, record.players, till.rows, after, (entry,))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: fines and kongs are paid, the post moves on."""
        till = _pay_at_once(record)
        after = _next(record, till, stays=False, had_event=True)
        return Settlement(self.id, record.players, till.rows, after)


def judge(hand: WonHand) -> Score | None:
    """Return the reading of most points, of equals by its wait; nothing where there is none."""
    return best(TABLE, _readings(hand), by_names("closed_wait", "edge_wait", "pair_wait"))


def _readings(hand: WonHand) -> Iterator[WonHand]:
    if not hand.melds and (parts := seven_pairs(hand.concealed)):
        yield hand.read(Reading(parts))
    yield from readings(hand)


def may_win(score: Score) -> bool:
    """Return whether the hand is big, concealed, or has flowers enough."""
    has_flowers = len(score.hand.flowers) >= FLOWERS_TO_WIN
    return has_flowers or is_concealed(score.hand) or not BIG.isdisjoint(score.names)


def _next(record: Record, till: Till, *, stays: bool, had_event: bool) -> NextHand:
    """Return the next hand; the game is over when two players have nothing left."""
    after = rotate(record.state, record.players, stays=stays, carry={"event": had_event})
    return replace(after, over=till.ends_the_game)


def _had_event(record: Record) -> bool:
    return bool(record.incidents) or any(map(flower_kongs, record.seats))


# Who pays what: "Payment" to "Side payments"


class Till:
    """Payments at this hand's multiplier, each at most what the payer has where a purse limits."""

    def __init__(self, record: Record) -> None:
        """Start from the totals before the hand."""
        self.again = (times("doubling", 2),) if is_doubled(record) else ()
        self.is_limited = record.options["limited_liability"]
        self.purses = list(record.state.scores)
        self._bill = Bill()

    @property
    def rows(self) -> tuple[Payment, ...]:
        """Return what was paid."""
        return tuple(self._bill.rows)

    def pay(self, source: int, target: int, terms: Terms, reason: str = "win") -> None:
        """Pay what *terms* come to, doubled if all is; what the payer has not lapses."""
        if source == target:
            return
        terms += self.again
        if self.is_limited:
            terms = limit_terms(terms, max(0, self.purses[source]), "purse")
        amount = compute(terms)
        self.purses[source] -= amount
        self.purses[target] += amount
        self._bill.pay(source, target, amount, reason, terms)

    def pay_price(self, source: int, target: int, price: int, reason: str) -> None:
        """Pay the fixed *price* of what *reason* says."""
        self.pay(source, target, (add(reason, price),), reason)

    @property
    def ends_the_game(self) -> bool:
        """Return whether two players have nothing left."""
        return self.is_limited and sum(purse <= 0 for purse in self.purses) >= BROKE


def is_doubled(record: Record) -> bool:
    """Return whether every payment of the hand is doubled (比下胡)."""
    state = record.state
    after_event = record.options["doubling"] == "events" and state.carry["event"]
    return bool(state.repeats or after_event)


def _pay_at_once(record: Record) -> Till:
    """Return what is paid whoever wins: fines, then kongs seat by seat from the banker."""
    till, options = Till(record), record.options
    for offender in [one.seat for one in record.incidents if one.seat is not None]:
        for other in _others(record, offender):
            till.pay_price(offender, other, options["fine"], "penalty")
    for seat in (record.state.banker, *_others(record, record.state.banker)):
        kongs = (meld for meld in record.melds_after_robbing(seat) if meld.is_kong)
        for meld in kongs:
            gift = "open_kong_gift" if meld.is_exposed else "concealed_kong_gift"
            for payer in _payers_of_kong(record, seat, meld):
                till.pay_price(payer, seat, options[gift], "kong")
        for _ in range(flower_kongs(record.seats[seat])):
            for payer in _others(record, seat):
                till.pay_price(payer, seat, options["flower_kong_gift"], "flower")
    return till


def _others(record: Record, seat: int) -> Iterator[int]:
    """Yield the other seats, the right-hand neighbour first."""
    for step in range(1, record.players):
        yield (seat + step) % record.players


def _payers_of_kong(record: Record, seat: int, meld: Meld) -> Sequence[int]:
    return tuple(_others(record, seat)) if meld.source is None else (meld.source,)


def flower_kongs(seat: Seat) -> int:
    """Return how many complete sets of flower tiles *seat* has laid out (花槓)."""
    full = sum(group.issubset(seat.flowers) for group in FLOWER_GROUPS)
    return full + sum(seat.flowers.count(dragon) == COPIES for dragon in DRAGONS)


def pay_win(till: Till, record: Record, win: Win, points: Terms, who: int | None) -> None:
    """Pay the *points* of the win: the discarder, all others, or *who* is liable."""
    is_discard = win.by == "discard"
    if who is not None:
        all_shares = () if is_discard else (times("sole_payer", SHARES),)
        till.pay(who, win.seat, (*points, *all_shares))
        return
    for seat in _others(record, win.seat):
        if not is_discard or seat == win.source:
            till.pay(seat, win.seat, points)


def liable(record: Record, win: Win, score: Score) -> int | None:
    """Return the seat that pays everything, if any: three claims before robbing and kong (D8)."""
    if not FED_WINS.isdisjoint(score.names):
        for seat in _others(record, win.seat):
            if has_fed(record, seat, win.seat):
                return seat
    if win.by == "robbed_kong":
        return win.source
    if "kong_draw" in score.names:
        kong = supplemented_kong(record, win)
        if kong is not None and kong.kind == "kong_discard":
            return kong.source
    return None


GAME: Final = Nanjing()
