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
    shown_sweep,
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
    Dealt,
    Last,
    Play,
    Premium,
    Tiles,
    beats,
    combination,
    is_supreme,
    read_play,
)
from rules.play.game import Comparison, Played, PlayGame, Row
from rules.record.reader import Reader
from rules.record.values import State
from rules.settle.settlement import Bill, Item, NextHand, Scored, Settlement
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


def summary(played: Played[Play]) -> Summary:
    """Return what a hand without problems came to."""
    play, options = played.play, played.options
    if play.tricks is None:
        assert play.piles is not None
        assert play.last is not None
        sweep = play.sweep or sure_sweep(play.last)
        told = Summary(play.piles, play.last, play.premiums or (), sweep, play.opening)
    else:
        course, _ = course_of(played)
        assert course.last is not None
        sweep = play.sweep or sure_sweep(course.last) or shown_sweep(course)
        told = Summary(course.piles, course.last, course.premiums, sweep, course.opening)
    if told.piles[told.last.winner] != HAND:
        told = told._replace(sweep=None)
    if not options["last_trick_premium"]:
        return told
    led = led_to(told.last, options)
    earned = feats(led, told.last.leader, told.last.winner, told.last.laid_up)
    return told._replace(premiums=(*told.premiums, *earned))


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


def _is_capture(led: Sequence[str], won: Sequence[str], options: Mapping[str, Any]) -> bool:
    """Return whether taking *led* with *won* is a kam (擒)."""
    civil = options["civil_supreme"]
    match tuple(led), tuple(won):
        case ("1-2",), ("2-4",):
            return True
        case ("1-5",), ("1-6",):
            return bool(civil)
        case laid, taken if (laid, taken) == (CIVIL_SUPREME, HIGH_LEGS):
            return bool(civil) and options["high_legs"] == "beats_kam"
    return bool(options["four_kam"]) and len(led) == SEATS


def sweep_of(told: Summary, banker: int, options: Mapping[str, Any]) -> str | None:
    """Return the sweep that counts; the house may refuse it to a banker with a high first lead."""
    opening = tuple(sorted(told.opening or ()))
    is_high = opening in HIGH_OPENINGS or (opening == CIVIL_SUPREME and options["civil_supreme"])
    if told.last.winner != banker or not is_high:
        return told.sweep
    return told.sweep if told.sweep in OPEN_SWEEPS[options["banker_opening"]] else None


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

    def take(self, winner: int, owed: Mapping[int, Terms], reason: str) -> None:
        """Let each seat pay what it owes *winner*, the banker's factor not yet in it."""
        for seat, terms in owed.items():
            self.bill.charge(seat, winner, (*terms, *self.factor(seat, winner)), reason)

    def reward(self, seat: int, item: Item) -> None:
        """Let everybody else pay *seat* a premium."""
        self.items[seat].append(item)
        premium = (add(item.id, item.value),)
        self.take(seat, {one: premium for one in range(SEATS) if one != seat}, "premium")

    def losers(self, winner: int, piles: Sequence[int]) -> Iterator[Scored]:
        """Yield the entries of the seats that have not won."""
        for seat in range(SEATS):
            if seat != winner:
                terms = _balance(piles[seat], 1)
                items = tuple(self.items[seat])
                yield Scored(seat, compute(terms), "points", items, terms=terms)


def settle_dealt(account: Account, dealt: Dealt) -> tuple[Scored, tuple[Scored, ...]]:
    """Make out what a dealt hand brings, as if all piles had been taken."""
    items = (Item("dealt_hand", 1), WORTH[dealt.sweep])
    sweep = _factors(items[1:])
    others = [seat for seat in range(SEATS) if seat != dealt.seat]
    account.take(dealt.seat, dict.fromkeys(others, _balance(0, -1) + sweep), "win")
    terms = (add(items[0].id, items[0].value), *sweep)
    won = Scored(dealt.seat, compute(terms), "times", items, terms=terms)
    return won, tuple(account.losers(dealt.seat, (0,) * SEATS))


def settle_played(
    account: Account, told: Summary, options: Mapping[str, Any]
) -> tuple[Scored, tuple[Scored, ...]]:
    """Make out what a hand played to its end brings."""
    winner = told.last.winner
    ways = tuple(finish(told.last, options))
    sweep = sweep_of(told, account.state.banker, options)
    swept = () if sweep is None else (WORTH[sweep],)
    _hand(account, told, _factors(ways + swept))
    if any(item.id == "kam" for item in ways):
        account.bill.assign(told.last.leader)
    _plus(account, told, _factors(ways), is_special=options["plus_special"])
    for premium in told.premiums:
        for seat in receivers(premium, options["four_premium"]):
            account.reward(seat, PREMIUMS[premium.kind])
    items = (Item("last_trick", 1), *ways, *swept, *account.items[winner])
    losers = tuple(account.losers(winner, told.piles))
    terms = (add("last_trick", 1), *_factors(ways + swept))
    return Scored(winner, compute(terms), "times", items, terms=terms), losers


def _balance(piles: int, sign: int) -> Terms:
    """Return how what a loser has taken comes about, or what he owes where *sign* is -1."""
    if not piles:
        return (add("no_pile", -NO_PILE * sign),)
    rows = (add("piles", piles * sign), add("even", -EVEN * sign))
    return rows if sign > 0 else rows[::-1]


def _factors(items: Iterable[Item]) -> Terms:
    return tuple([times(item.id, item.value) for item in items])


def _hand(account: Account, told: Summary, factors: Terms) -> None:
    winner = told.last.winner
    owed = {
        seat: _balance(piles, -1) + factors
        for seat, piles in enumerate(told.piles)
        if seat != winner and piles <= EVEN
    }
    account.take(winner, owed, "win")


def _plus(account: Account, told: Summary, factors: Terms, *, is_special: bool) -> None:
    """Let the winner pay the losers with five or six piles (入一, 入二)."""
    winner = told.last.winner
    for seat, piles in enumerate(told.piles):
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

    def read_play(self, given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the play in *given*."""
        return read_play(given, reader, outcome)

    def compare(self, lies: Row, laid: Row, options: Mapping[str, Any]) -> Comparison:
        """Return whether *laid* beats *lies*, which was led."""
        led, made = combination(lies, options), combination(laid, options)
        wins = led is not None and made is not None and beats(made, led, led, options)
        return Comparison(led and led.kind, made and made.kind, wins)

    def problems(self, played: Played[Play]) -> Iterable[Problem]:
        """Return what cannot be in the log or the summary."""
        return find_problems(played)

    def settle_win(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand played out; its winner is the next banker."""
        state, dealt = played.state, played.play.dealt
        account = Account(state)
        if dealt is not None:
            won, losers = settle_dealt(account, dealt)
        else:
            won, losers = settle_played(account, summary(played), played.options)
        repeats = state.repeats + 1 if won.seat == state.banker else 0
        following = NextHand(won.seat, state.round, repeats, state.carry)
        return self.settlement(played, account.bill.rows, following, (won,), losers)

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
