"""Rule 2: the banker's privileges are back: five-player-2.md."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.riichi.five_player.first import FivePlayerFirst
from rules.games.riichi.points import up
from rules.ruleset import Fact, choice, switch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.games.riichi.hand import Winner
    from rules.games.riichi.rotation import Course
    from rules.record.values import Record
    from rules.settle.settlement import Bill, Portion, Scored, Settlement

ROUNDS: Final = 2
RETURN: Final = 30000
"""What everyone's points are compared with at the end."""
FIRST_PRIZE: Final = 15000
"""What the leader gets of everyone's start and return (オカ)."""
HONBA: Final = 400
POOL: Final = 3600
PLACEMENTS: Final = {"none": (0, 0, 0, 0, 0), "10_5_-3_-5_-7": (10, 5, -3, -5, -7)}
"""Placement points in thousands, from first to fifth (ウマ)."""


def portions(record: Record, winner: Winner, basic: int, five_parts: bool) -> list[Portion]:
    """Return who pays how much for *basic* points where the banker wins and loses more.

    *five_parts*: whether another's self-draw is its normal value, shared 2 : 1 : 1 : 1.
    """
    if winner.source is not None:
        return [(winner.source, up(basic * (6 if winner.is_banker else 4)))]
    banker = record.state.banker
    if winner.is_banker:
        double, single = 0, up(6 * basic, 4)
    elif five_parts:
        double, single = up(8 * basic, 5), up(4 * basic, 5)
    else:
        double, single = up(2 * basic), up(basic)
    return [
        (seat, double if seat == banker else single)
        for seat in range(record.players)
        if seat != winner.seat
    ]


def stays_by_winning(record: Record, course: Course) -> Course:
    """Return *course* with the banker staying after his own win only."""
    return replace(course, stays=course.stays and record.outcome == "win")


class FivePlayerSecond(FivePlayerFirst):
    """Five players with a banker, an East and a South round."""

    id = "five-player-2"
    native = "五人麻雀第2ルール"
    name = "Five-player riichi, rule 2"
    options = (
        *(option for option in FivePlayerFirst.options if option.name != "rounds"),
        choice("child_self_draw", "fifth_more", "five_parts"),
        switch("bust_ends"),
        choice("placement", *PLACEMENTS),
    )
    seat_facts = (*FivePlayerFirst.seat_facts, Fact("continues"))
    carry = MappingProxyType({"honba": 0, "deposits": 0})
    start_score = 27000
    ready_pool = POOL

    def form_problems(self, record: Record) -> list[Problem]:
        """Return what the sheet calls `bad_record`."""
        found = super().form_problems(record)
        if record.state.round > ROUNDS:
            message = f"a game is {ROUNDS} rounds, this would be round {record.state.round}"
            found.append(Problem("bad_record", message, "state.round"))
        return found

    def portions(self, record: Record, winner: Winner, basic: int) -> list[Portion]:
        """Return who pays how much for *basic* points."""
        five_parts = record.options["child_self_draw"] == "five_parts"
        return portions(record, winner, basic, five_parts)

    def honba_value(self, record: Record) -> int:  # noqa: ARG002 -- hook
        """Return the points of one counter."""
        return HONBA

    def course(self, record: Record, course: Course) -> Course:
        """Return how the table goes on: the banker stays after his own win only."""
        return stays_by_winning(record, course)

    def is_over(self, record: Record, scores: list[int], course: Course) -> bool:
        """Return whether the game ends: someone is bust, or the last banker goes or stops."""
        if min(scores) < 0 and record.options["bust_ends"]:
            return True
        banker = record.state.banker
        if record.state.round < ROUNDS or banker != record.players - 1:
            return False
        return not (course.stays and record.seats[banker].facts.get("continues", True))

    def settled(
        self, record: Record, bill: Bill, course: Course, wins: Sequence[Scored] = ()
    ) -> Settlement:
        """Return the settlement with everything on *bill*, and the final points after the last."""
        settlement = super().settled(record, bill, course, wins)
        if not settlement.next.over:
            return settlement
        scores = [
            before + won for before, won in zip(record.state.scores, settlement.net, strict=True)
        ]
        final = _final(scores, record.options["placement"])
        return replace(settlement, next=replace(settlement.next, more={"final": final}))


def _final(scores: Sequence[int], placement: str) -> list[int]:
    """Return the points of the game: against the return, with first prize and placement."""
    final = [score - RETURN for score in scores]
    ranking = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    final[ranking[0]] += FIRST_PRIZE
    for seat, thousands in zip(ranking, PLACEMENTS[placement], strict=True):
        final[seat] += 1000 * thousands
    return final


GAME: Final = FivePlayerSecond()
