"""Jinan mahjong (山東済南麻将): jinan.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.errors import Problem
from rules.games.shandong.jinan.first_discards import REASON, first_discard_problems, rounds_alike
from rules.games.shandong.jinan.payment import liable, payers
from rules.games.shandong.jinan.scoring import ELEMENTS, SETS, all_divisions, has_good_eyes, score
from rules.record.claims import (
    flowers_lie_out,
    incident_fields,
    indicators_turned,
    named_kong,
    nearest,
    one_tile,
    robbing,
)
from rules.ruleset import Fact, Ruleset, choice, full_set, number, switch
from rules.settle.settlement import Bill, NextHand, Settlement
from rules.walls import Break

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.record.values import Record, Win
    from rules.settle.settlement import Scored
    from rules.walls import Throws


class Jinan(Ruleset):
    """Flowers times fan, eyes of 2, 5 or 8, and a post of banker that goes to the winner."""

    id = "jinan"
    native = "山東済南麻将"
    name = "Jinan mahjong"
    family = "shandong"
    first_banker = "count"
    tiles = full_set(flowers=True)
    options = (
        choice("fan_combine", "add", "multiply"),
        switch("multiple_winners"),
        number("same_discard_points", 1, at_least=0),
    )
    elements = ELEMENTS
    marks = ("kong_draw", "flower_draw")
    declared = ("open_ready",)
    incidents = (REASON,)
    incident_facts: ClassVar[Mapping[str, tuple[Fact, ...]]] = MappingProxyType(
        {REASON: (Fact("rounds", "int"),)}
    )
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"drawn_hands": 0})

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what is wrong with indicators, flowers, incidents and the number of winners."""
        yield from indicators_turned(record)
        yield from flowers_lie_out(record)
        yield from incident_fields(record)
        yield from first_discard_problems(record)
        if record.options["multiple_winners"]:
            yield from one_tile(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that a rule forbids whatever their tiles."""
        several = record.options["multiple_winners"]
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from robbing(record, win, where)
            yield from named_kong(record, win, where)
            if place and not several:
                yield Problem("barred", "only one wins a hand", where)
            elif not several and not nearest(record, win):
                message = "of several claimants the nearest after the discarder wins"
                yield Problem("barred", message, f"{where}.facts.rivals")
            if win.is_taken and "open_ready" in record.seats[win.seat].declared:
                message = "who has declared open_ready wins by self-draw only"
                yield Problem("barred", message, where)
            yield from _shape_problems(record, win, where)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; raise `RecordError` for a win that is none."""
        bill = Bill()
        wins = tuple(self._paid(record, win, bill) for win in record.wins)
        self._pay_alike(record, bill)
        next_banker = min(record.wins, key=lambda win: _turn(record, win)).seat
        state = record.state
        repeats = state.repeats + 1 if next_banker == state.banker else 0
        after = NextHand(next_banker, state.round, repeats, {"drawn_hands": 0})
        return Settlement(self.id, record.players, tuple(bill.rows), after, wins)

    def _paid(self, record: Record, win: Win, bill: Bill) -> Scored:
        """Return the entry of one winner and make out what he is paid."""
        entry = score(record, win)
        due = payers(record, win)
        instead = liable(record, win)
        if instead is None:
            for seat in due:
                bill.pay(seat, win.seat, entry.score)
        else:
            bill.pay(instead, win.seat, entry.score * len(due))
        return entry

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand, which doubles the next one."""
        state = record.state
        drawn = {"drawn_hands": state.carry["drawn_hands"] + 1}
        banker = (state.banker + 1) % record.players
        return self._unwon(record, NextHand(banker, state.round, 0, drawn))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: only equal first discards are paid for."""
        return self._unwon(record, super().settle_abort(record).next)

    def _unwon(self, record: Record, after: NextHand) -> Settlement:
        """Return the settlement of a hand that nobody won."""
        bill = Bill()
        self._pay_alike(record, bill)
        return Settlement(self.id, record.players, tuple(bill.rows), after)

    def _pay_alike(self, record: Record, bill: Bill) -> None:
        """Make out what the banker pays for equal first discards, whoever won: D10."""
        points = record.options["same_discard_points"] * rounds_alike(record)
        for seat in range(record.players):
            bill.pay(record.state.banker, seat, points, REASON)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, then as many stacks as the smaller die says."""
        return Break(throws.counted(throws.total()), min(throws.dice[0]))


def _shape_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield that the tiles are no hand, or one with the wrong eyes."""
    found = all_divisions(record, win)
    if not found:
        yield Problem("not_a_win", f"the tiles do not form {SETS} sets and a pair", where)
    elif not has_good_eyes(found[0]):
        yield Problem("not_a_win", "the pair must be a 2, 5 or 8 of a suit", where)


def _turn(record: Record, win: Win) -> int:
    """Return how soon after the discarder the winner would have had his turn."""
    return record.distance(win.source, win.seat) if win.source is not None else 0


GAME: Final = Jinan()
