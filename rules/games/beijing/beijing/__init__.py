"""Beijing mahjong, chi-peng-ti (北京の「吃碰提」麻雀): beijing.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.games.beijing.beijing import refusals
from rules.games.beijing.beijing.holding import wild_after
from rules.games.beijing.beijing.payment import FIRST_DISCARDS, pay, pay_incidents
from rules.games.beijing.beijing.refusals import claim
from rules.games.beijing.beijing.scoring import best, entry, rare_hand
from rules.games.beijing.beijing.table import ELEMENTS, OPTIONS
from rules.record.claims import wild_set
from rules.ruleset import RIVALS, Fact, Ruleset, full_set
from rules.settle.settlement import Bill, NextHand, Settlement, rotate
from rules.tiles import KINDS
from rules.walls import Break, Indicator

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rules.errors import Problem
    from rules.record.values import Meld, Record, Win
    from rules.settle.settlement import Scored
    from rules.tiles import Tile
    from rules.walls import Throws

GO_ROUND: Final = 4
"""Changes of banker in one go-round of the post."""
INDICATOR: Final = Indicator(27, "bottom", "head")
"""The tile where the next draw would be."""


class Beijing(Ruleset):
    """Four wild tiles, and who has claimed a tile wins by self-draw only."""

    id = "beijing"
    native = "北京の「吃碰提」麻雀"
    name = "Beijing mahjong"
    family = "beijing"
    tiles = full_set()
    options = OPTIONS
    elements = ELEMENTS
    ways = ("self_draw", "discard", "robbed_kong", "declared")
    marks = ("kong_draw", "dealt", "first_discard", "last_tile")
    win_facts = (RIVALS, Fact("missed", "tiles"), Fact("turn_skipped"))
    seat_facts = (Fact("discarded_wild"), Fact("dead_hand"))
    incidents = ("false_win", FIRST_DISCARDS)
    incident_facts: ClassVar[Mapping[str, tuple[Fact, ...]]] = MappingProxyType(
        {"false_win": (Fact("amounts", "ints"),)}
    )
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"upstairs": 0})
    indicators = 1
    bars_standing_kongs = True
    taken_only_concealed = True

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the kind after the indicator (混)."""
        if len(indicators) != 1 or indicators[0] >= KINDS:
            return frozenset()
        return frozenset((wild_after(indicators[0]),))

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many tiles *seat* may show: a dead hand any, four wilds one more."""
        if record.seats[seat].facts.get("dead_hand"):
            return ()
        if any(win.seat == seat and win.by == "declared" for win in record.wins):
            rest = self.hand_size - 3 * len(record.seats[seat].melds)
            return rest, rest + 1
        return super().hand_sizes(record, seat)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a wild tile is in the set (D2)."""
        return wild_set(meld, self.wild_in(record))

    def form_problems(self, record: Record) -> Iterable[Problem]:
        """Return what cannot be in a record of this game."""
        return refusals.form_problems(record)

    def problems(self, record: Record) -> Iterable[Problem]:
        """Return wins that are none, or that a rule forbids."""
        return refusals.problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; several winners are settled one by one (D9)."""
        bill = Bill()
        wins = tuple([_settled(record, win, bill) for win in record.wins])
        pay_incidents(record, bill)
        stays = any(win.seat == record.state.banker for win in record.wins)
        return Settlement(self.id, record.players, tuple(bill.rows), _next(record, stays), wins)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: only false wins are paid."""
        return self._unwon(record, _next(record, stays=True))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: only false wins are paid (D13)."""
        return self._unwon(record, super().settle_abort(record).next)

    def _unwon(self, record: Record, after: NextHand) -> Settlement:
        """Return the settlement of a hand that nobody won."""
        bill = Bill()
        pay_incidents(record, bill)
        return Settlement(self.id, record.players, tuple(bill.rows), after)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, after as many stacks as the dice show."""
        return Break(throws.counted(throws.total()), throws.total(), INDICATOR)


def _settled(record: Record, win: Win, bill: Bill) -> Scored:
    """Return the entry of one winner and make out what he is paid."""
    rare = rare_hand(record, win)
    score = None if win.by == "declared" else best(claim(record, win))
    scored = entry(win, score, rare, record.options)
    pay(record, win, scored.score, is_rare=rare is not None, bill=bill)
    return scored


def _next(record: Record, stays: bool) -> NextHand:
    """Return the next hand, with the changes of banker for which hands are upstairs."""
    left, house = record.state.carry["upstairs"], record.options["upstairs_after_draw"]
    is_draw = record.outcome == "draw"
    if house == "whole_round":
        left = GO_ROUND if is_draw else max(left - (not stays), 0)
    else:
        left = int(house == "next_hand" and is_draw)
    return rotate(record.state, record.players, stays=stays, carry={"upstairs": left})


GAME: Final = Beijing()
