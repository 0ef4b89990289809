"""Shanghai's present game, Qing-hun-peng (上海の「清混碰」麻雀): qinghunpeng.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.games.shanghai.qinghunpeng import refusals
from rules.games.shanghai.qinghunpeng.payment import shares
from rules.games.shanghai.qinghunpeng.refusals import FLOWER_WINS
from rules.games.shanghai.qinghunpeng.scoring import ELEMENTS, hand_of, laazi, score
from rules.record.values import WAYS
from rules.ruleset import Fact, Ruleset, choice, full_set, number, switch
from rules.settle.settlement import Bill, Item, NextHand, Scored, Settlement
from rules.walls import Break

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rules.errors import Problem
    from rules.record.values import Record, Win
    from rules.settle.settlement import Payment
    from rules.walls import Throws

TREASURE: Final = frozenset((1, 4))
"""Pips that open the treasure (開宝)."""


class Qinghunpeng(Ruleset):
    """All pungs or one suit: flowers up to a laazi, and mutual liability after three claims."""

    id = "qinghunpeng"
    native = "上海の「清混碰」麻雀"
    name = "Shanghai mahjong, Qing-hun-peng"
    family = "shanghai"
    tiles = full_set(flowers=True)
    options = (
        number("base", 20, at_least=0),
        number("flower_value", 10, at_least=1),
        choice("laazi_flowers", 8, 4),
        switch("concealed_double"),
        number("seven_robs_one", 0, at_least=0),
        number("all_flowers", 0, at_least=0),
        choice("self_draw_liability", 3, 5),
        choice("own_discard_liability", 1, 2),
        choice("unready_discarder", "alone", "shared"),
        switch("drawn_hands"),
        switch("kaibao"),
        switch("limited_liability"),
        number("purse", 1000, at_least=1),
    )
    elements = ELEMENTS
    ways = WAYS
    robbed_flower_may_lie = True
    marks = ("kong_draw", "flower_draw", "last_tile")
    win_facts = (Fact("missed", "tiles"), Fact("discarder_ready"))
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"drawn_hands": 0})

    def start_score_for(self, options: Mapping[str, Any]) -> int:
        """Return the points that everyone starts with: a purse where losses are limited."""
        purse: int = options["purse"]
        return purse if options["limited_liability"] else self.start_score

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many tiles *seat* may show; a flower that wins may come before a discard."""
        rest = self.hand_size - 3 * len(record.seats[seat].melds)
        by_flowers = any(win.by in FLOWER_WINS for win in record.wins)
        return (rest, rest + 1) if by_flowers else super().hand_sizes(record, seat)

    def form_problems(self, record: Record) -> Iterable[Problem]:
        """Return what cannot be in a record of this game."""
        return refusals.form_problems(record)

    def problems(self, record: Record) -> Iterable[Problem]:
        """Return wins that are none, too small or forbidden."""
        return refusals.problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; several winners are settled one by one."""
        count = _counter(record)
        entries = {win.seat: _scored(record, win, 2 if count else 1) for win in record.wins}
        payments = _bill(record, entries)
        after = _next(record, _next_banker(record), max(count - 1, 0))
        wins = tuple(entries.values())
        return Settlement(self.id, record.players, payments, after, wins)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: the banker stays, the counter grows."""
        after = _next(record, record.state.banker, _counter(record) + 1)
        return self.unpaid(record, after)

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: as if it had not been, its dice neither."""
        state = record.state
        carry = _carry(record, state.carry["drawn_hands"])
        return self.unpaid(record, NextHand(state.banker, state.round, state.repeats, carry))

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, after as many stacks as the dice show."""
        return Break(throws.counted(throws.total()), throws.total())


def _counter(record: Record) -> int:
    """Return the drawn hands that count in this hand, those of its dice included (荒番)."""
    if not record.options["drawn_hands"]:
        return 0
    count: int = record.state.carry["drawn_hands"]
    if record.options["kaibao"] and record.deal.dice:
        count += _treasure(record.deal.dice[0])
    return count


def _treasure(throw: Sequence[int]) -> int:
    """Return by how much the *throw* that breaks the wall raises the counter (開宝)."""
    is_double = len(set(throw)) == 1
    has_pips = not TREASURE.isdisjoint(throw)
    return 2 if is_double and has_pips else int(is_double or has_pips)


def _scored(record: Record, win: Win, times: int) -> Scored:
    """Return the entry of one winner; what flowers win by themselves is agreed beforehand."""
    if win.by in FLOWER_WINS:
        name = FLOWER_WINS[win.by]
        agreed = record.options[name] * laazi(record.options)
        return Scored(win.seat, agreed * times, "points", (Item(name, agreed),))
    hand = hand_of(record, win)
    assert hand is not None
    return score(record, win, hand, times)


def _bill(record: Record, entries: Mapping[int, Scored]) -> tuple[Payment, ...]:
    """Return the payments, nobody paying more than he has where losses are limited (D6)."""
    bill = Bill()
    limited = record.options["limited_liability"]
    for win in sorted(record.wins, key=lambda win: _turn(record, win)):
        left = bill.scores(record.state.scores)
        for payer, times in shares(record, win).items():
            owed = times * entries[win.seat].score
            bill.pay(payer, win.seat, min(owed, max(left[payer], 0)) if limited else owed)
    return tuple(bill.rows)


def _turn(record: Record, win: Win) -> int:
    """Return how soon after the discarder the winner would have had his turn."""
    return 0 if win.source is None else record.distance(win.source, win.seat)


def _next_banker(record: Record) -> int:
    """Return the winner, or the neighbour of the nearest of several (D1)."""
    nearest = min(record.wins, key=lambda win: _turn(record, win)).seat
    return nearest if len(record.wins) == 1 else (nearest + 1) % record.players


def _next(record: Record, banker: int, count: int) -> NextHand:
    """Return the next hand; the post does not go round, so rounds are not counted."""
    state = record.state
    repeats = state.repeats + 1 if banker == state.banker else 0
    return NextHand(banker, state.round, repeats, _carry(record, count))


def _carry(record: Record, count: int) -> Mapping[str, Any]:
    """Return the counter, where it is played with."""
    return {"drawn_hands": count} if record.options["drawn_hands"] else {}


GAME: Final = Qinghunpeng()
