"""What is remembered of a table between its messages."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.errors import BridgeError, ClosedError, NoReplyError, PortNotFoundError
from firmware_bridge.jobs.book import JobBook
from firmware_bridge.jobs.journal import Journal
from firmware_bridge.jobs.progress import LearnedTimes, StageTimer
from firmware_bridge.link.watch import Dispatcher, Watch
from firmware_bridge.state import LinkPhase, TableEvent
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import (
    NO_SIDE,
    EventKind,
    JobKind,
    JobState,
    ResetCause,
    SetState,
    Stage,
    TableState,
)
from tests.firmware_bridge.link.board import AT_REST
from tests.guards import PATIENCE_S


@pytest.fixture
def events() -> list[TableEvent]:
    return []


@pytest.fixture
def times(tmp_path: Path) -> LearnedTimes:
    return LearnedTimes(tmp_path / "times")


@pytest.fixture
def timer(times: LearnedTimes) -> StageTimer:
    """Return a timer whose every look at the clock is ten seconds after the one before."""
    return StageTimer(times, itertools.count(step=10.0).__next__)


@pytest.fixture
def watch(events: list[TableEvent], timer: StageTimer, tmp_path: Path) -> Iterator[Watch]:
    journal = Journal.open(tmp_path / "journal", random.Random(1))
    yield Watch(JobBook(journal, events.append, lambda _: None, timer), events.append)
    journal.close()


def event(number: int, kind: EventKind, code: int = 0) -> m.Event:
    """Return event *number* of a table at fault."""
    return m.Event(number, 0, kind, NO_SIDE, code, 0, 1, TableState.FAULT, b"")


def read_fault(watch: Watch) -> int:
    """Return the fault that the status shows, 0 for none."""
    return watch.status.fault.code if watch.status.fault else 0


@pytest.mark.parametrize(
    "message",
    [
        m.Done(1, 1, TableState.FAULT),
        m.Refused(1, 801, 1, TableState.FAULT),
        m.JobReport(0, 9, JobKind.ROLL, 2, 0, 0, 0, NO_SIDE, 7, 1, TableState.FAULT, b""),
        replace(AT_REST, gen=1, state=TableState.FAULT),
    ],
    ids=["done", "refused", "report", "status"],
)
def test_every_answer_says_how_the_table_stands(message: m.Message, watch: Watch) -> None:
    watch.on_message(message)
    assert (watch.status.generation, watch.status.state) == (1, TableState.FAULT)


def test_every_event_says_how_the_table_stands(watch: Watch) -> None:
    watch.on_message(event(1, EventKind.BUTTON))
    assert (watch.status.generation, watch.status.state) == (1, TableState.FAULT)


def test_who_is_told_of_the_link_is_told_what_is_wrong_with_it(
    watch: Watch, events: list[TableEvent]
) -> None:
    watch.on_link(LinkPhase.LOST, NoReplyError("p"))
    watch.on_link(LinkPhase.READY, None)
    watch.on_link(LinkPhase.DEGRADED, None)
    watch.on_link(LinkPhase.CLOSED, ClosedError())
    assert [(one.phase, one.code) for one in events] == [
        (LinkPhase.LOST, 905),
        (LinkPhase.READY, 0),
        (LinkPhase.DEGRADED, 906),
        (LinkPhase.CLOSED, ClosedError().fault_code or 0),
    ]
    assert isinstance(watch.status.problem, ClosedError)


def test_a_fault_is_shown_until_the_table_says_that_this_one_is_cleared(watch: Watch) -> None:
    watch.on_message(event(1, EventKind.FAULT, 203))
    assert read_fault(watch) == 203
    watch.on_message(event(2, EventKind.FAULT_CLEARED, 701))
    assert read_fault(watch) == 203
    watch.on_message(event(3, EventKind.FAULT_CLEARED, 203))
    assert read_fault(watch) == 0


@pytest.mark.parametrize(("phase", "learns"), [(LinkPhase.READY, True), (LinkPhase.LOST, False)])
def test_how_long_a_stage_takes_is_not_learned_while_the_line_is_down(
    phase: LinkPhase, learns: bool, watch: Watch, timer: StageTimer, times: LearnedTimes
) -> None:
    for stage in (Stage.SHUFFLE, Stage.BUILD, Stage.RAISE):
        timer.note(1, JobKind.NEXT_HAND, stage, JobState.RUNNING)
        if stage is Stage.BUILD:
            watch.on_link(phase, None)
    assert (times.estimate(JobKind.NEXT_HAND, Stage.BUILD, 0.0) is not None) is learns


def test_a_fault_that_was_cleared_before_anybody_saw_it_is_no_matter(watch: Watch) -> None:
    watch.on_message(event(1, EventKind.FAULT_CLEARED, 203))
    assert read_fault(watch) == 0


def test_an_event_that_is_repeated_counts_once_and_is_acknowledged_each_time(
    watch: Watch, events: list[TableEvent]
) -> None:
    answers: list[m.Message] = []
    watch.answer = answers.append
    for _ in range(3):
        watch.on_message(event(1, EventKind.BUTTON))
    assert [one.topic for one in events] == ["button"]
    assert answers == [m.EventAck(1)] * 3


def test_a_gap_in_the_events_asks_for_the_whole_state_and_passes_over_what_was_lost(
    watch: Watch, events: list[TableEvent]
) -> None:
    answers: list[m.Message] = []
    watch.answer = answers.append
    watch.on_message(m.EventGap(40))
    assert answers == [m.GetStatus(0)]
    watch.on_message(m.EventGap(30))
    counts = []
    for number in (39, 40, 41):
        watch.on_message(event(number, EventKind.BUTTON))
        counts.append(len(events))
    assert counts == [0, 1, 2]


def test_a_table_that_started_again_counts_its_events_anew(
    watch: Watch, events: list[TableEvent]
) -> None:
    watch.on_message(m.SyncAnswer(1, ResetCause.POWER, 2, 8, 0))
    watch.on_message(event(7, EventKind.BUTTON))
    for _ in range(2):
        watch.on_message(m.SyncAnswer(2, ResetCause.WATCHDOG, 2, 8, 0))
        watch.on_message(event(1, EventKind.BUTTON))
    assert [one.topic for one in events] == ["button", "restarted", "button"]
    assert events[1].data == bytes([ResetCause.WATCHDOG])


@pytest.mark.parametrize(
    ("sets", "in_play"), [(b"", None), (bytes((SetState.IN_PLAY, SetState.BUILT, 50)), 0)]
)
def test_where_the_sets_are_is_shown_once_the_table_tells(
    sets: bytes, in_play: int | None, watch: Watch
) -> None:
    watch.on_message(replace(event(1, EventKind.SETS), data=sets))
    assert (watch.status.sets.in_play if watch.status.sets else None) == in_play
    watch.on_message(replace(event(2, EventKind.SETS), data=b""))
    assert (watch.status.sets.in_play if watch.status.sets else None) == in_play


@pytest.mark.parametrize(
    ("phase", "problem", "patient", "waits"),
    [
        (LinkPhase.READY, None, True, False),
        (LinkPhase.SYNCING, None, False, True),
        (LinkPhase.ABSENT, PortNotFoundError("p"), False, False),
        (LinkPhase.ABSENT, PortNotFoundError("p"), True, True),
        (LinkPhase.LOST, NoReplyError("p"), False, True),
    ],
)
def test_who_waits_for_the_table_waits_while_that_makes_sense(
    phase: LinkPhase, problem: BridgeError | None, patient: bool, waits: bool, watch: Watch
) -> None:
    watch.on_link(phase, problem)
    waiter = threading.Thread(
        target=watch.wait_ready, args=(PATIENCE_S,), kwargs={"patient": patient}
    )
    waiter.start()
    if waits:
        watch.on_link(LinkPhase.READY, None)
    waiter.join()
    assert watch.wait_ready(0, patient=patient).link is (LinkPhase.READY if waits else phase)


def test_every_subscriber_is_told_every_event_whatever_the_others_do() -> None:
    dispatcher = Dispatcher("p")
    topics: list[str] = []

    def fail(event: TableEvent) -> None:
        raise LookupError(event.topic)

    dispatcher.subscribe(fail)
    end = dispatcher.subscribe(lambda event: topics.append(f"first {event.topic}"))
    dispatcher.subscribe(lambda event: topics.append(f"second {event.topic}"))
    for topic in ("one", "two"):
        dispatcher.publish(TableEvent(topic))
    dispatcher.start()
    dispatcher.stop()
    end()
    assert topics == ["first one", "second one", "first two", "second two"]


def test_a_subscriber_may_end_what_tells_it() -> None:
    dispatcher, topics = Dispatcher("p"), list[str]()

    def hear(event: TableEvent) -> None:
        topics.append(event.topic)
        end()
        dispatcher.stop()

    end = dispatcher.subscribe(hear)
    for topic in ("one", "two"):
        dispatcher.publish(TableEvent(topic))
    dispatcher.start()
    dispatcher._thread.join(PATIENCE_S)
    assert not dispatcher._thread.is_alive()
    assert topics == ["one"]


def test_events_beyond_what_a_slow_subscriber_can_hold_are_dropped() -> None:
    dispatcher, codes = Dispatcher("p"), list[int]()
    dispatcher.subscribe(lambda event: codes.append(event.code))
    for number in range(10_002):
        dispatcher.publish(TableEvent("event", code=number))
    dispatcher.start()
    dispatcher.stop()
    assert codes == list(range(10_000))
