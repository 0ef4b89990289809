"""Tien Gow (天九): a trick game with 32 Chinese dominoes, settled by its last trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.errors import Problem
from rules.game import Element, choice, switch
from rules.games.cards.tien_gow.course import (
    course_of,
    feats,
    find_problems,
    find_sweep,
    sure_sweep,
)
from rules.games.cards.tien_gow.plays import (
    CIVIL_SUPREME,
    COPIES,
    HAND,
    HIGH_LEGS,
    PLAY_FIELDS,
    SEATS,
    SUPREME,
    Combination,
    DealtHand,
    Last,
    Play,
    Premium,
    Tiles,
    beats,
    combination,
    is_supreme,
    read_play,
)
from rules.play.game import Comparison, PlayedHand, PlayGame, Row
from rules.record.reader import Reader
from rules.record.values import State
from rules.settle.settlement import Bill, Item, NextHand, ScoredHand, Settlement
from rules.settle.terms import Terms, add, compute, times
from rules.walls import Throws

WORTH: Final = {"seven": Item("seven_sweep", 2), "eight": Item("eight_sweep", 4)}
NO_PILE: Final = 5
"""What a loser without a pile pays."""
EVEN: Final = 4
"""The piles of a loser who pays nothing."""

PREMIUMS: Final = {
    "supreme": Item("supreme_premium", 2),
    "civil_supreme": Item("supreme_premium", 2),
    "four": Item("four_premium", 4),
}
PLUS: Final = {1: Item("plus_one", 1), 2: Item("plus_two", 2)}

HIGHEST_FOUR: Final = ("6-6", "6-6", "3-6", "4-5")
HIGH_OPENINGS: Final = (("6-6",), ("3-6",), ("4-5",), SUPREME)
"""First leads of a banker after which some houses pay no sweep (D8)."""

OPEN_SWEEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "free": ("seven", "eight"),
    "no_eight": ("seven",),
    "no_sweep": (),
}
"""The sweeps that count after such a lead, by the option `banker_opening`."""


class Summary(NamedTuple):
    """What is paid for."""

    piles: tuple[int, ...]
    last: Last
    premiums: tuple[Premium, ...]
    """Those of the last trick included where the house pays them."""
    sweep: str | None
    opening: Tiles | None


def summarise(hand: PlayedHand[Play]) -> Summary:
    """Return what a hand without problems came to."""
    play, options = hand.play, hand.options
    if play.tricks is None:
        assert play.piles is not None
        assert play.last is not None
        sweep = play.sweep or sure_sweep(play.last)
        summary = Summary(play.piles, play.last, play.premiums or (), sweep, play.opening)
    else:
        course, _ = course_of(hand)
        assert course.last is not None
        sweep = play.sweep or sure_sweep(course.last) or find_sweep(course)
        summary = Summary(course.piles, course.last, course.premiums, sweep, course.opening)
    if summary.piles[summary.last.winner] != HAND:
        summary = summary._replace(sweep=None)
    if not options["last_trick_premium"]:
        return summary
    led = led_to(summary.last, options)
    premiums = feats(led, summary.last.leader, summary.last.winner, summary.last.laid_up)
    return summary._replace(premiums=(*summary.premiums, *premiums))


def led_to(last: Last, options: Mapping[str, Any]) -> Combination:
    """Return what was led to the last trick of a hand without problems."""
    led = combination(last.led, options)
    assert led is not None
    return led


def finish(last: Last, options: Mapping[str, Any]) -> Iterator[Item]:
    """Yield the factors of the way in which the last trick was won."""
    led = led_to(last, options)
    is_led = last.leader == last.winner
    if is_led and is_supreme(led):
        yield Item("supreme_finish", 2)
    if led.kind == "four":
        yield Item("four_finish", 4)
    if is_led and led.tiles == ("1-2",):
        yield Item("lowest_finish", 2)
    if is_led and led.tiles == ("1-5",) and options["civil_supreme"]:
        yield Item("civil_lowest_finish", 2)
    if not is_led and _is_capture(led.tiles, tuple(sorted(last.tiles)), options):
        yield Item("kam", options["kam_factor"])


def _is_capture(led: Sequence[str], tiles: Sequence[str], options: Mapping[str, Any]) -> bool:
    """Return whether taking *led* with *tiles* is a kam (擒)."""
    civil = options["civil_supreme"]
    match tuple(led), tuple(tiles):
        case ("1-2",), ("2-4",):
            return True
        case ("1-5",), ("1-6",):
            return bool(civil)
        case pair if pair == (CIVIL_SUPREME, HIGH_LEGS):
            return bool(civil) and options["high_legs"] == "beats_kam"
    return bool(options["four_kam"]) and len(led) == SEATS


def sweep_of(summary: Summary, banker: int, options: Mapping[str, Any]) -> str | None:
    """Return the sweep that counts; the house may refuse it to a banker with a high first lead."""
    opening = tuple(sorted(summary.opening or ()))
    is_high = opening in HIGH_OPENINGS or (opening == CIVIL_SUPREME and options["civil_supreme"])
    if summary.last.winner != banker or not is_high:
        return summary.sweep
    return summary.sweep if summary.sweep in OPEN_SWEEPS[options["banker_opening"]] else None


class Account:
    """Payments of one hand, the banker's factor in each of them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.bill = Bill()
        self.items: dict[int, list[Item]] = {seat: [] for seat in range(SEATS)}

    def factor(self, *seats: int) -> Terms:
        """Return the factor of a payment in which *seats* have to do with the banker."""
        if self.state.banker not in seats:
            return ()
        return (times("banker", 2 + self.state.repeats),)

    def take(self, winner: int, debts: Mapping[int, Terms], reason: str) -> None:
        """Let each seat pay what it owes *winner*, the banker's factor not yet in it."""
        for seat, terms in debts.items():
            self.bill.charge(seat, winner, (*terms, *self.factor(seat, winner)), reason)

    def reward(self, seat: int, item: Item) -> None:
        """Let everybody else pay *seat* a premium."""
        self.items[seat].append(item)
        premium = (add(item.id, item.value),)
        self.take(seat, {one: premium for one in range(SEATS) if one != seat}, "premium")

    def losers(self, winner: int, piles: Sequence[int]) -> Iterator[ScoredHand]:
        """Yield the entries of the seats that have not won."""
        for seat in range(SEATS):
            if seat != winner:
                terms = _balance(piles[seat], 1)
                items = tuple(self.items[seat])
                yield ScoredHand(seat, compute(terms), "points", items, terms=terms)


def settle_dealt(account: Account, hand: DealtHand) -> tuple[ScoredHand, tuple[ScoredHand, ...]]:
    """Make out what a dealt hand brings, as if all piles had been taken."""
    items = (Item("dealt_hand", 1), WORTH[hand.sweep])
    sweep = _factors(items[1:])
    others = [seat for seat in range(SEATS) if seat != hand.seat]
    account.take(hand.seat, dict.fromkeys(others, _balance(0, -1) + sweep), "win")
    terms = (add(items[0].id, items[0].value), *sweep)
    win = ScoredHand(hand.seat, compute(terms), "times", items, terms=terms)
    return win, tuple(account.losers(hand.seat, (0,) * SEATS))


def settle_played(
    account: Account, summary: Summary, options: Mapping[str, Any]
) -> tuple[ScoredHand, tuple[ScoredHand, ...]]:
    """Make out what a hand played to its end brings."""
    winner = summary.last.winner
    ways = tuple(finish(summary.last, options))
    sweep = sweep_of(summary, account.state.banker, options)
    sweep_items = () if sweep is None else (WORTH[sweep],)
    _hand(account, summary, _factors(ways + sweep_items))
    if any(item.id == "kam" for item in ways):
        account.bill.assign(summary.last.leader)
    _plus(account, summary, _factors(ways), is_special=options["plus_special"])
    for premium in summary.premiums:
        for seat in receivers(premium, options["four_premium"]):
            account.reward(seat, PREMIUMS[premium.kind])
    items = (Item("last_trick", 1), *ways, *sweep_items, *account.items[winner])
    losers = tuple(account.losers(winner, summary.piles))
    terms = (add("last_trick", 1), *_factors(ways + sweep_items))
    return ScoredHand(winner, compute(terms), "times", items, terms=terms), losers


def _balance(piles: int, sign: int) -> Terms:
    """Return how what a loser has taken comes about, or what he owes where *sign* is -1."""
    if not piles:
        return (add("no_pile", -NO_PILE * sign),)
    rows = (add("piles", piles * sign), add("even", -EVEN * sign))
    return rows if sign > 0 else rows[::-1]


def _factors(items: Iterable[Item]) -> Terms:
    return tuple([times(item.id, item.value) for item in items])


def _hand(account: Account, summary: Summary, factors: Terms) -> None:
    winner = summary.last.winner
    debts = {
        seat: _balance(piles, -1) + factors
        for seat, piles in enumerate(summary.piles)
        if seat != winner and piles <= EVEN
    }
    account.take(winner, debts, "win")


def _plus(account: Account, summary: Summary, factors: Terms, *, is_special: bool) -> None:
    """Let the winner pay the losers with five or six piles (入一, 入二)."""
    winner = summary.last.winner
    for seat, piles in enumerate(summary.piles):
        if seat != winner and piles > EVEN:
            plus = PLUS[piles - EVEN]
            account.items[seat].append(plus)
            often = account.factor(winner) if is_special else account.factor(winner, seat) + factors
            account.bill.charge(winner, seat, (add(plus.id, plus.value), *often), "plus")


def receivers(premium: Premium, house: str) -> tuple[int, ...]:
    """Return who receives *premium* where *house* is the option `four_premium`."""
    if premium.kind != "four":
        return (premium.leader,)
    match house:
        case "all":
            return premium.up
        case "leader":
            return (premium.leader,)
        case "winning_leader":
            return (premium.leader,) if premium.leader == premium.winner else ()
    return (premium.winner,)


OPPOSITE = 2


@dataclass(frozen=True, slots=True)
class Taking:
    """Who lifts tiles from the block, and how: sheet, "Walls, dice, deal"."""

    thrower: int
    first: int
    order: tuple[int, ...]
    """The seats in the order in which they lift."""
    taking: str

    def to_json(self) -> dict[str, object]:
        """Return what `jantaku break` prints."""
        return {
            "wall": None,
            "after": None,
            "indicator": None,
            "thrower": self.thrower,
            "first": self.first,
            "order": list(self.order),
            "taking": self.taking,
            "throws_needed": 1,
        }


class TienGow(PlayGame[Play]):
    """The game of the sheet `tien-gow`."""

    id = "tien-gow"
    native = "天九"
    name = "Tien Gow"
    family = "cards"
    first_banker = "highest_count"
    play_fields = PLAY_FIELDS
    deck = "dominoes"
    pieces = COPIES
    made_of = MappingProxyType({"supreme_premium": SUPREME, "four_premium": HIGHEST_FOUR})
    summary = "last_trick"
    compares = True
    options = (
        switch("plus_special", default=True),
        switch("civil_supreme"),
        choice("high_legs", "no", "beats", "beats_kam"),
        choice("banker_opening", "free", "no_eight", "no_sweep"),
        switch("last_trick_premium"),
        choice("four_premium", "winner", "all", "leader", "winning_leader"),
        choice("kam_factor", 2, 4),
        switch("four_kam"),
        switch("dealt_hands"),
        choice(
            "taking",
            "two_columns",
            "rows_from_top",
            "rows_from_bottom",
            "one_column",
            "alternate_columns",
            "middle_columns",
            "outer_columns",
        ),
    )
    elements = (
        Element("last_trick", "結", "the last trick", 1),
        Element("supreme_finish", "包尊", "finish with the supreme", "×2"),
        Element("four_finish", "四大包", "finish with four tiles", "×4"),
        Element("lowest_finish", "幺結", "finish with the lowest tile", "×2"),
        Element("civil_lowest_finish", "", "finish with the lowest civil tile", "×2"),
        Element("kam", "擒", "capture", "×2 or ×4"),
        Element("seven_sweep", "七支", "sweep of seven", "×2"),
        Element("eight_sweep", "八支", "sweep of eight", "×4"),
        Element("dealt_hand", "配牌の手役", "dealt hand", "–"),
        Element("plus_one", "入一", "one over", 1),
        Element("plus_two", "入二", "two over", 2),
        Element("supreme_premium", "賀尊", "premium for the supreme", "2 from each other"),
        Element("four_premium", "四大賀", "premium for four tiles", "4 from each other"),
    )

    def read_play(self, fields: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the play in *fields*."""
        return read_play(fields, reader, outcome)

    def compare(self, lies: Row, row: Row, options: Mapping[str, Any]) -> Comparison:
        """Return whether *row* beats *lies*, which was led."""
        led, meld = combination(lies, options), combination(row, options)
        wins = led is not None and meld is not None and beats(meld, led, led, options)
        return Comparison(led and led.kind, meld and meld.kind, wins)

    def problems(self, hand: PlayedHand[Play]) -> Iterable[Problem]:
        """Return what cannot be in the log or the summary."""
        return find_problems(hand)

    def settle_win(self, hand: PlayedHand[Play]) -> Settlement:
        """Return the settlement of a hand played out; its winner is the next banker."""
        state, dealt_hand = hand.state, hand.play.dealt
        account = Account(state)
        if dealt_hand is not None:
            win, losers = settle_dealt(account, dealt_hand)
        else:
            win, losers = settle_played(account, summarise(hand), hand.options)
        repeats = state.repeats + 1 if win.seat == state.banker else 0
        following = NextHand(win.seat, state.round, repeats, state.carry)
        return self.settlement(hand, account.bill.rows, following, (win,), losers)

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return that the seat opposite the banker throws."""
        return ((throws.banker + OPPOSITE) % throws.players,)

    def break_wall(self, throws: Throws) -> Taking:
        """Return who takes first from the block, counted from the thrower."""
        thrower = (throws.banker + OPPOSITE) % throws.players
        first = throws.seat_at(throws.total(), thrower)
        order = tuple((first + step) % throws.players for step in range(throws.players))
        taking = throws.options["taking"]
        if taking == "rows_from_bottom":
            order = order[::-1]
        return Taking(thrower, first, order, taking)


GAME = TienGow()
