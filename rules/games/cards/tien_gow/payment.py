"""What a hand is worth and who pays whom: sheet, "Scoring elements", "Payment", "Liability"."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

from rules.games.cards.tien_gow.plays import CIVIL_SUPREME, HIGH_LEGS, SUPREME, is_supreme
from rules.games.cards.tien_gow.summary import Summary, led_to
from rules.games.cards.tien_gow.values import SEATS
from rules.settle.settlement import Bill, Item, Scored

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.games.cards.tien_gow.values import Dealt, Last, Premium
    from rules.record.values import State

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

HIGH_OPENINGS: Final = (("6-6",), ("3-6",), ("4-5",), SUPREME)
"""First leads of a banker after which some houses pay no sweep (D8)."""

OPEN_SWEEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "free": ("seven", "eight"),
    "no_eight": ("seven",),
    "no_sweep": (),
}
"""The sweeps that count after such a lead, by the option `banker_opening`."""


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
        """Start with nothing to pay."""
        self.state = state
        self.bill = Bill()
        self.items: dict[int, list[Item]] = {seat: [] for seat in range(SEATS)}

    def times(self, *seats: int) -> int:
        """Return the factor of a payment in which *seats* have to do with the banker."""
        return 2 + self.state.repeats if self.state.banker in seats else 1

    def take(self, winner: int, owed: Mapping[int, int], reason: str) -> None:
        """Let each seat pay what it owes *winner*, the banker's factor not yet in it."""
        for seat, amount in owed.items():
            self.bill.pay(seat, winner, amount * self.times(seat, winner), reason)

    def reward(self, seat: int, item: Item) -> None:
        """Let everybody else pay *seat* a premium."""
        self.items[seat].append(item)
        self.take(seat, {one: item.value for one in range(SEATS) if one != seat}, "premium")

    def losers(self, winner: int, piles: Sequence[int]) -> Iterator[Scored]:
        """Yield the entries of the seats that have not won."""
        for seat in range(SEATS):
            if seat != winner:
                score = piles[seat] - EVEN if piles[seat] else -NO_PILE
                yield Scored(seat, score, "points", tuple(self.items[seat]))


def settle_dealt(account: Account, dealt: Dealt) -> tuple[Scored, tuple[Scored, ...]]:
    """Make out what a dealt hand brings, as if all piles had been taken."""
    items = (Item("dealt_hand", 1), WORTH[dealt.sweep])
    owed = NO_PILE * items[1].value
    others = [seat for seat in range(SEATS) if seat != dealt.seat]
    account.take(dealt.seat, dict.fromkeys(others, owed), "win")
    won = Scored(dealt.seat, items[1].value, "times", items)
    return won, tuple(account.losers(dealt.seat, (0,) * SEATS))


def settle_played(
    account: Account, told: Summary, options: Mapping[str, Any]
) -> tuple[Scored, tuple[Scored, ...]]:
    """Make out what a hand played to its end brings."""
    winner = told.last.winner
    ways = tuple(finish(told.last, options))
    sweep = sweep_of(told, account.state.banker, options)
    swept = () if sweep is None else (WORTH[sweep],)
    factor = prod(item.value for item in ways)
    score = factor * prod(item.value for item in swept)
    _hand(account, told, score)
    if any(item.id == "kam" for item in ways):
        account.bill.assign(told.last.leader)
    _plus(account, told, factor, is_special=options["plus_special"])
    for premium in told.premiums:
        for seat in receivers(premium, options["four_premium"]):
            account.reward(seat, PREMIUMS[premium.kind])
    items = (Item("last_trick", 1), *ways, *swept, *account.items[winner])
    losers = tuple(account.losers(winner, told.piles))
    return Scored(winner, score, "times", items), losers


def _hand(account: Account, told: Summary, score: int) -> None:
    """Let the losers with four piles or fewer pay."""
    winner = told.last.winner
    owed = {
        seat: (EVEN - piles if piles else NO_PILE) * score
        for seat, piles in enumerate(told.piles)
        if seat != winner and piles <= EVEN
    }
    account.take(winner, owed, "win")


def _plus(account: Account, told: Summary, factor: int, *, is_special: bool) -> None:
    """Let the winner pay the losers with five or six piles (入一, 入二)."""
    winner = told.last.winner
    for seat, piles in enumerate(told.piles):
        if seat != winner and piles > EVEN:
            over = piles - EVEN
            account.items[seat].append(PLUS[over])
            times = account.times(winner) if is_special else account.times(winner, seat) * factor
            account.bill.pay(winner, seat, over * times, "plus")


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
