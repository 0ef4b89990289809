"""The simulated players' hand, followed by a clock that the test sets."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hw_sim.players import HandSpec
from hw_sim.players.by_rule import TableHand, deal
from kiosk.demo.watching import PACE_MS, SimWatcher
from kiosk.session.draft import Draft, fresh_draft
from kiosk.session.events import PlayerId
from kiosk.session.state import Session, Standing
from rules.errors import refuse
from rules.play.actions import Pass
from rules.play.course import Course
from tests.kiosk.access.clocks import SetClock

TOTALS = (0, 0, 0, 0)
PLAYERS = tuple(PlayerId(f"p{seat}") for seat in range(4))
SESSION = Session(1, "wuhan", {}, PLAYERS, 0, Standing(0, 1, 0, TOTALS, 0, 0, {}))
DRAFT = replace(fresh_draft(4), dice=((3, 4),))


def deal_hand(session: Session, draft: Draft) -> TableHand:
    return deal(session.ruleset, None, random.Random(1), HandSpec(dice=[*map(list, draft.dice)]))


def deal_too_few(session: Session, draft: Draft) -> TableHand:  # noqa: ARG001 -- form
    raise refuse("bad_tiles", "the wall has 3 of 1m, the game 4", "wall")


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def watcher(clock: SetClock) -> SimWatcher:
    return SimWatcher(deal_hand, clock)


def actions(course: Course | None) -> int:
    assert course is not None
    return sum(not isinstance(one, Pass) for one in course.at.log)


def test_nobody_follows_a_hand_that_nobody_has_looked_at(watcher: SimWatcher) -> None:
    assert watcher.course(SESSION, DRAFT) is None


def test_a_hand_goes_on_by_the_time_that_has_gone_by(watcher: SimWatcher, clock: SetClock) -> None:
    assert actions(watcher.follow(SESSION, DRAFT)) == 0
    clock.pass_s(5.5 * PACE_MS / 1000)
    assert actions(watcher.course(SESSION, DRAFT)) == 5


def test_a_hand_that_nobody_waits_for_is_played_to_its_end(watcher: SimWatcher) -> None:
    watcher.follow(SESSION, DRAFT)
    watcher.hurry()
    course = watcher.course(SESSION, DRAFT)
    assert course is not None
    assert course.is_over


def test_after_other_dice_another_hand_is_followed(watcher: SimWatcher, clock: SetClock) -> None:
    watcher.follow(SESSION, DRAFT)
    clock.pass_s(20)
    again = replace(DRAFT, dice=((6, 6),))
    assert watcher.course(SESSION, again) is None
    assert actions(watcher.follow(SESSION, again)) == 0


def test_walls_of_other_tiles_are_followed_by_nobody(clock: SetClock) -> None:
    assert SimWatcher(deal_too_few, clock).follow(SESSION, DRAFT) is None
