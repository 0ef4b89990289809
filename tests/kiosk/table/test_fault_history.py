"""What went wrong in seven days, by fault and side."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.table.fault_history import FILE, FaultHistory, Trouble
from tests.kiosk.access.clocks import SetClock

DAY_S = 86_400.0


def test_the_most_frequent_stands_first_each_side_by_itself() -> None:
    clock = SetClock()
    faults = FaultHistory(None, clock)
    for code, side in ((203, 1), (203, 2), (101, None), (203, 2)):
        clock.pass_s(1)
        faults.note(code, side)
    first, *others = faults.troubles()
    assert first == Trouble(203, 2, 2, clock.wall_ms())
    assert {(one.code, one.side, one.times) for one in others} == {(203, 1, 1), (101, None, 1)}


def test_what_is_older_than_seven_days_is_forgotten() -> None:
    clock = SetClock()
    faults = FaultHistory(None, clock)
    faults.note(203, 1)
    faults.note_hand()
    clock.pass_s(6 * DAY_S)
    faults.note_hand()
    assert (len(faults.troubles()), faults.hands) == (1, 2)
    clock.pass_s(2 * DAY_S)
    assert (faults.troubles(), faults.hands) == ((), 1)


def test_a_restart_forgets_nothing(tmp_path: Path) -> None:
    clock = SetClock()
    faults = FaultHistory(tmp_path, clock)
    faults.note(101, None)
    faults.note_hand()
    again = FaultHistory(tmp_path, clock)
    assert (again.troubles(), again.hands) == (faults.troubles(), 1)


@pytest.mark.parametrize("text", ["", "{}", '{"faults": [[1]], "hands": []}', '{"faults": 7}'])
def test_a_file_that_cannot_be_read_begins_anew(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    faults = FaultHistory(tmp_path, SetClock())
    assert faults.troubles() == ()
    faults.note(101, None)
    assert len(FaultHistory(tmp_path, SetClock()).troubles()) == 1


def test_what_was_looked_after_is_struck_off_at_its_side_alone() -> None:
    faults = FaultHistory(None, SetClock())
    faults.note(203, 1)
    faults.note(203, 2)
    faults.strike_off(203, 1)
    assert [(one.code, one.side) for one in faults.troubles()] == [(203, 2)]


@pytest.mark.parametrize(
    ("code", "times", "is_due"), [(203, 2, False), (203, 3, True), (403, 1, True)]
)
def test_a_habit_is_due_and_so_is_a_warning(code: int, times: int, is_due: bool) -> None:
    faults = FaultHistory(None, SetClock())
    for _ in range(times):
        faults.note(code, 1)
    assert [one.is_due for one in faults.troubles()] == [is_due]
