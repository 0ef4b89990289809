"""The clocks of round and hand: what is left by the ledger's times, and what is said at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from kiosk.web.views.timers import TimerView
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor


@dataclass
class Clock:
    """A clock that the test moves."""

    now: int = 0

    def wall_ms(self) -> int:
        """Return the time, in milliseconds."""
        return self.now

    def mono_ms(self) -> int:
        """Return the same."""
        return self.now


class TimedTable:
    """A parlour whose screen shows both clocks."""

    def __init__(self, path: Path) -> None:
        self.clock = Clock()
        self.parlour = Parlour(path, clock=self.clock)
        extensions = self.parlour.app.extensions
        context = extensions["jantaku_operator_context"]
        extensions["jantaku_operator_context"] = replace(context, clock=self.clock)
        self.visitor = self.parlour.sit_down("riichi")
        for name, value in (("round_min", "75"), ("hand_min", "10")):
            self.visitor.browser.set_cookie(name, value)

    def after(self, minutes: float) -> Visitor:
        """Return someone who looks at the table *minutes* after it was opened."""
        self.clock.now = int(minutes * 60_000)
        return self.visitor.go("/")

    def draw(self) -> None:
        """Let nobody win this hand."""
        self.visitor.go("/").tap("Skip the machine", "Exhaustive draw", "Nobody")
        self.visitor.tap("Confirm & next hand")


@pytest.fixture
def timed_table(tmp_path: Path) -> Iterator[TimedTable]:
    """Yield a table of riichi that has just been opened."""
    table = TimedTable(tmp_path / "ledger.sqlite")
    yield table
    table.parlour.service.close()


def test_both_clocks_run_down_from_the_session_and_from_the_last_hand(
    timed_table: TimedTable,
) -> None:
    assert timed_table.after(4).sees("Round 71:00 Hand 6:00")
    timed_table.draw()
    assert timed_table.after(6.5).sees("Round 68:30 Hand 7:30")


def test_when_the_round_is_over_the_hand_at_play_is_the_last(timed_table: TimedTable) -> None:
    visitor = timed_table.after(76)
    assert visitor.sees("Round Last hand Hand 0:00")
    timed_table.draw()
    assert timed_table.after(77).sees("Round Time is up Hand 9:00")


def test_near_the_end_a_clock_is_amber_and_then_red() -> None:
    states = [TimerView("", left, 300, 60, "").state for left in (301, 300, 61, 60, 0)]
    assert states == ["", "soon", "soon", "late", "late"]


def test_a_clock_set_back_leaves_no_more_than_the_whole(timed_table: TimedTable) -> None:
    assert timed_table.after(-30).sees("Round 75:00 Hand 10:00")


def test_nobody_sees_a_clock_who_has_not_asked_for_one(parlour: Parlour) -> None:
    assert 'class="clock' not in parlour.sit_down("riichi").page.html


def test_the_settings_offer_both(timed_table: TimedTable) -> None:
    timed_table.visitor.go("/settings").tap("90 minutes").tap("15 minutes")
    assert timed_table.after(0).sees("Round 90:00 Hand 15:00")
