"""Riichi for other than four: what the games of n-player riichi share.

They are riichi.md with the options of that sheet mostly settled, without a dead wall to
draw from, and with an abortive draw instead of a win of all but the discarder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.games.riichi import refusals
from rules.games.riichi.payment import Course
from rules.games.riichi.riichi import GAME as ORDINARY
from rules.games.riichi.riichi import Riichi
from rules.games.riichi.scoring import RiichiScore
from rules.reasons import as_problem
from rules.record.values import Record, Win
from rules.ruleset import Fact, Option, choice, switch
from rules.settle.settlement import Bill, ScoredHand, Settlement
from rules.tiles import Tile

DEMANDS: Final = {
    **{mark: demand for mark, demand in refusals.DEMANDS.items() if mark != "before_first_draw"},
    "last_tile": (
        lambda _record, win: win.is_self_draw,
        "a self-draw",
    ),
}
"""What the marks mean: a supplement is the next live tile, and so can be the last one."""

PLAYERS_FOR_ABORT: Final = 3
"""Number of players from which the hand ends without a win when all but the discarder win."""


class ManySeats(Riichi):
    """What n-player riichi games have in common."""

    options: ClassVar[tuple[Option, ...]] = (
        switch("open_tanyao", True),
        switch("kiriage"),
        switch("counted_yakuman", True),
        switch("double_yakuman"),
        switch("ura_dora"),
        choice("multiple_wins", "nearest", "all"),
    )
    fixed = MappingProxyType(
        {
            **{option.name: option.default for option in ORDINARY.options},
            "red_fives": 0,
            "liability": "none",
            "nagashi_mangan": False,
            "bust_ends": False,
            "last_dealer_stops": False,
        }
    )
    marks = tuple(mark for mark in ORDINARY.marks if mark != "before_first_draw")
    seat_facts: ClassVar[tuple[Fact, ...]] = (Fact("ready"),)
    kong_indicators = 0
    dead_wall: ClassVar[int | None] = 2
    needs_tiles = ()

    def tiles_for(self, options: Mapping[str, Any]) -> Mapping[str, int]:  # noqa: ARG002 -- hook
        """Return the tiles, none of them red."""
        return self.tiles

    def visible_indicators(self, record: Record) -> Sequence[Tile]:
        """Return the indicators that are turned up; without the option no lower ones are."""
        hidden = record.deal.hidden_indicators if record.options["ura_dora"] else ()
        return (*record.deal.indicators, *hidden)

    def form_problems(self, record: Record) -> list[Problem]:
        """Return what the sheet calls `bad_record`."""
        return [
            *refusals.of_form(record, DEMANDS),
            *self.indicator_problems(record),
            *self.incident_problems(record),
        ]

    def indicator_problems(self, record: Record) -> Iterator[Problem]:
        """Yield more indicators than are turned up: one, and one more for each kong by option."""
        count, hidden_count = len(record.deal.indicators), len(record.deal.hidden_indicators)
        most = 1 + self.turned_for_kongs(record.options)
        if count > most:
            message = f"at most {most} dora indicators are turned up, not {count}"
            yield Problem("bad_record", message, "deal.indicators")
        if hidden_count > count and record.options["ura_dora"]:
            message = "there are no more ura indicators than dora indicators"
            yield Problem("bad_record", message, "deal.hidden_indicators")

    def win_problems(
        self, record: Record, win: Win, score: RiichiScore | None, where: str
    ) -> list[Problem]:
        """Return why a win is none; all but the discarder winning end the hand without one."""
        return [
            *_all_win(record, win, where),
            *super().win_problems(record, win, score, where),
        ]

    def course(self, record: Record, course: Course) -> Course:  # noqa: ARG002 -- hook
        """Return how the table goes on after a hand that means *course* in four-player riichi."""
        return course

    def settlement(
        self, record: Record, bill: Bill, course: Course, wins: Sequence[ScoredHand] = ()
    ) -> Settlement:
        """Return the settlement with everything on *bill*."""
        return super().settlement(record, bill, self.course(record, course), wins)


def _all_win(record: Record, win: Win, where: str) -> Iterable[Problem]:
    """Yield that everybody but the discarder declares on one tile: an abortive draw."""
    if win.source is None or record.players < PLAYERS_FOR_ABORT:
        return
    rivals = {rival for one in record.wins for rival in one.facts.get("rivals", ())}
    claimants = {one.seat for one in record.wins} | rivals
    if len(claimants - {win.source}) >= record.players - 1:
        yield as_problem(Reason("winners_abort", {"count": record.players - 1}), where=where)
