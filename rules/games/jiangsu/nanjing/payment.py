"""Fines, kongs and the win, paid one after the other: nanjing.md, "Payment" to "Side payments"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.record.claims import has_fed, supplemented_kong
from rules.scoring.kinds import DRAGONS, FLOWER_GROUPS
from rules.settle.settlement import Bill

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.games.jiangsu.nanjing.scoring import Score
    from rules.record.values import Meld, Record, Seat, Win
    from rules.settle.settlement import Account

FED_WINS: Final = frozenset(("all_pungs", "single_wait_on_four_melds"))
"""Hands for which the seat that fed three sets answers."""

COPIES: Final = 4
SHARES: Final = 3
"""What all three others pay together, of a win that is settled as a self-draw."""

BROKE: Final = 2
"""So many players without points end the game."""


class Till(Bill):
    """Payments at this hand's multiplier, each at most what the payer has where a purse limits."""

    def __init__(self, record: Record) -> None:
        """Start from the totals before the hand."""
        super().__init__()
        self.times = multiplier(record)
        self.is_limited = record.options["limited_liability"]
        self.purses = list(record.state.scores)

    def pay(self, source: Account, target: Account, amount: int, reason: str = "win") -> None:
        """Pay *amount* times the multiplier; what the payer has not lapses."""
        assert isinstance(source, int)
        assert isinstance(target, int)
        if source == target:
            return
        amount *= self.times
        if self.is_limited:
            amount = min(amount, max(0, self.purses[source]))
        self.purses[source] -= amount
        self.purses[target] += amount
        super().pay(source, target, amount, reason)

    @property
    def ends_the_game(self) -> bool:
        """Return whether two players have nothing left."""
        return self.is_limited and sum(purse <= 0 for purse in self.purses) >= BROKE


def multiplier(record: Record) -> int:
    """Return what every payment of the hand is multiplied by (比下胡)."""
    state = record.state
    after_event = record.options["doubling"] == "events" and state.carry["event"]
    return 2 if state.repeats or after_event else 1


def pay_fines(till: Till, record: Record) -> None:
    """Pay the fines in the order of the incidents, the right-hand neighbour first."""
    for incident in record.incidents:
        assert incident.seat is not None
        for other in _others(record, incident.seat):
            till.pay(incident.seat, other, record.options["fine"], "penalty")


def pay_kongs(till: Till, record: Record) -> None:
    """Pay for all kongs and flower kongs, seat by seat from the banker; a robbed one is void."""
    options = record.options
    for seat in (record.state.banker, *_others(record, record.state.banker)):
        kongs = (meld for meld in record.melds_after_robbing(seat) if meld.is_kong)
        for meld in kongs:
            gift = "open_kong_gift" if meld.is_exposed else "concealed_kong_gift"
            for payer in _payers_of_kong(record, seat, meld):
                till.pay(payer, seat, options[gift], "kong")
        for _ in range(flower_kongs(record.seats[seat])):
            for payer in _others(record, seat):
                till.pay(payer, seat, options["flower_kong_gift"], "flower")


def _others(record: Record, seat: int) -> Iterator[int]:
    """Yield the other seats, the right-hand neighbour first."""
    for step in range(1, record.players):
        yield (seat + step) % record.players


def _payers_of_kong(record: Record, seat: int, meld: Meld) -> Sequence[int]:
    """Return who pays *seat* for the kong *meld*: who gave the tile, or all others."""
    return tuple(_others(record, seat)) if meld.source is None else (meld.source,)


def flower_kongs(seat: Seat) -> int:
    """Return how many complete sets of flower tiles *seat* has laid out (花槓)."""
    full = sum(group.issubset(seat.flowers) for group in FLOWER_GROUPS)
    return full + sum(seat.flowers.count(dragon) == COPIES for dragon in DRAGONS)


def pay_win(till: Till, record: Record, win: Win, score: Score) -> None:
    """Pay the *score* of the win: the discarder, all others, or the seat that is liable."""
    who = liable(record, win, score)
    is_discard = win.by == "discard"
    if who is not None:
        till.pay(who, win.seat, score.points * (1 if is_discard else SHARES))
        return
    for seat in _others(record, win.seat):
        if not is_discard or seat == win.source:
            till.pay(seat, win.seat, score.points)


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
