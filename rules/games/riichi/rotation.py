"""How the table goes on: riichi.md, "Seats, banker, session"."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from rules.games.riichi.points import STICK
from rules.settle.settlement import POT, NextHand
from rules.value import value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.games.riichi import Riichi
    from rules.record.values import Record
    from rules.settle.settlement import Bill


@value
class Course:
    """What a hand means for the next one."""

    stays: bool
    """Whether the banker stays."""
    honba: int | None
    """Counters on the table; `None` in a game without them."""
    deposits: int
    """Sticks that nobody won."""
    may_stop: bool = False
    """Whether a leading last banker ends the game with it."""
    is_replayed: bool = False
    """Whether it is as if the hand had not been."""


def next_hand(game: Riichi, record: Record, bill: Bill, course: Course) -> NextHand:
    """Return the next hand; at the end of the game the leader takes what lies on the table."""
    state, deposits = record.state, course.deposits
    scores = bill.scores(state.scores)
    over = game.is_over(record, scores, course)
    if over and deposits:
        bill.pay(POT, scores.index(max(scores)), STICK * deposits, "deposit")
        deposits = 0
    banker, round_, repeats = state.banker, state.round, state.repeats
    if course.stays:
        repeats += not course.is_replayed
    else:
        banker = (banker + 1) % len(record.seats)
        round_, repeats = round_ + (banker == 0), 0
    return NextHand(banker, round_, repeats, _carry(course.honba, deposits), over)


@lru_cache(maxsize=1 << 10)
def _carry(honba: int | None, deposits: int) -> Mapping[str, int]:
    """Return the counters of the next hand; the same ones come again."""
    counters = {"deposits": deposits}
    return MappingProxyType(counters if honba is None else {"honba": honba, **counters})


def is_over(record: Record, scores: list[int], course: Course) -> bool:
    """Return whether the game ends with *scores* after the hand."""
    options, state = record.options, record.state
    if min(scores) < 0 and options["bust_ends"]:
        return True
    if state.round < options["rounds"] or state.banker != len(record.seats) - 1:
        return False
    if not course.stays:
        return True
    mine = scores[state.banker]
    leads = all(mine > score for seat, score in enumerate(scores) if seat != state.banker)
    return bool(options["last_dealer_stops"]) and course.may_stop and leads
