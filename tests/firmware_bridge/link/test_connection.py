"""The thread of one table: when it opens a port, what it says there, and whom it tells."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from firmware_bridge import errors
from firmware_bridge.link.connection import LinkHealth
from firmware_bridge.link.requests import Requests
from firmware_bridge.state import LinkPhase
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.frame import BAUD
from tests.firmware_bridge.chance import Highest, Lowest
from tests.firmware_bridge.link.board import Board
from tests.firmware_bridge.link.line import TICK_S, Line, started
from tests.guards import OPEN_FILES, PATIENCE_S

LONG_BEFORE_S = -1e6
FAST = 250_000
NOISE = b"\0AT+CGMM\r\n\0"
MISSING = errors.PortNotFoundError("p")


@pytest.fixture
def line(tmp_path: Path) -> Line:
    return Line(tmp_path, random.Random(1))


@pytest.fixture
def up(line: Line) -> Iterator[Line]:
    """Give a line on which orders can be given."""
    with started(line):
        assert line.watch.status.link is LinkPhase.READY
        yield line


def on_the_thread(line: Line, question: type[m.GetStatus]) -> Future[m.Message]:
    """Ask *question* and let everything happen that happens at once; return who waits."""
    future: Future[m.Message] = Future()
    line.requests.post(lambda session: session.ask(question, future) if session else None)
    line.pass_time(0.0)
    return future


def test_a_thread_that_sleeps_for_days_wakes_for_work_and_for_its_end(line: Line) -> None:
    line.problem, line.now = MISSING, LONG_BEFORE_S
    with started(line):
        for _ in range(3):
            wakeup = threading.Event()
            line.connection.post(wakeup.set)
            assert wakeup.wait(PATIENCE_S)


def test_a_port_that_is_missing_is_tried_four_times_a_second_and_told_once(line: Line) -> None:
    line.problem = MISSING
    with started(line):
        line.pass_time(1.0)
    assert line.opened == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert line.phases == [(0.0, LinkPhase.OPENING, 0), (0.0, LinkPhase.ABSENT, 901)]


def test_a_port_in_use_is_tried_ever_less_often_and_at_once_when_it_looks_different(
    line: Line,
) -> None:
    line.problem = errors.PortBusyError("p")
    line.look = lambda: line.now >= 2.0
    with started(line):
        line.pass_time(2.6)
    assert line.opened == [0.0, 0.25, 0.75, 1.75, 2.25]


def test_a_port_that_every_try_makes_look_different_is_tried_twice_a_second(line: Line) -> None:
    line.problem = errors.PortBusyError("p")
    line.look = lambda: len(line.opened)
    with started(line):
        line.pass_time(2.0)
    assert line.opened[-4:] == [0.5, 1.0, 1.5, 2.0]


def test_a_board_that_says_nothing_is_given_up_after_three_seconds(line: Line) -> None:
    line.board_hears = False
    with started(line):
        line.pass_time(2.99)
        assert line.watch.status.link is LinkPhase.SYNCING
        line.pass_time(0.3)
    assert line.opened == [0.0, 3.25]
    assert line.phases[2:3] == [(3.0, LinkPhase.LOST, 905)]


def test_a_link_comes_up_in_its_phases(up: Line) -> None:
    assert [phase for _, phase, _ in up.phases] == [
        LinkPhase.OPENING,
        LinkPhase.SYNCING,
        LinkPhase.IDENTIFYING,
        LinkPhase.READY,
    ]
    assert up.watch.identity is not None
    assert up.watch.identity.serial == "B-1"


def test_an_idle_link_stays_up(up: Line) -> None:
    up.pass_time(60.0)
    assert up.phases[-1] == (0.0, LinkPhase.READY, 0)
    assert up.connection.health().resent == 0


def test_a_cable_that_comes_off_is_told_and_the_board_met_again_without_its_description(
    up: Line,
) -> None:
    waiting = Future[m.Message]()
    up.board_hears = False
    up.requests.post(lambda session: session.ask(m.GetStatus, waiting) if session else None)
    up.unplug(MISSING)
    assert waiting.cancelled()
    assert [phase for _, phase, _ in up.phases[4:]] == [LinkPhase.LOST]
    up.pass_time(0.5)
    assert up.phases[-1][1:] == (LinkPhase.ABSENT, 904)
    up.board_hears, up.problem, up.board = True, None, Board()
    up.pass_time(0.25)
    assert up.watch.status.link is LinkPhase.READY
    assert not [message for message in up.board.asked if isinstance(message, m.Identify)]


def test_noise_is_counted_over_all_conversations(up: Line) -> None:
    counts = []
    for _ in range(2):
        up.connection.post(lambda: up.ports[-1].far.write(NOISE))
        up.pass_time(TICK_S)
        counts.append(up.connection.health().noise["not COBS"])
        up.unplug(MISSING)
        assert up.connection.health() == LinkHealth(0, 0, 0, up.connection.health().noise)
        counts.append(up.connection.health().noise["not COBS"])
        up.problem, up.board = None, Board()
        up.pass_time(1.0)
    assert counts == [1, 1, 2, 2]


def test_a_healthy_link_tells_its_version_and_how_much_was_sent(up: Line) -> None:
    before = up.connection.health()
    assert (before.protocol, before.resent, before.baud) == (2, 0, 0)
    on_the_thread(up, m.GetStatus)
    assert up.connection.health().sent == before.sent + 1


def test_a_line_on_which_every_tenth_body_is_sent_again_is_told_until_it_is_better(
    up: Line,
) -> None:
    def say(count: int) -> None:
        for _ in range(count):
            up.requests.post(lambda session: session.tell(m.EventAck(0)) if session else None)
        up.pass_time(0.05)

    up.board_hears = False
    say(8)
    up.pass_time(0.2)
    up.board_hears = True
    say(50)
    up.pass_time(1.0)
    assert up.phases[-1][1:] == (LinkPhase.DEGRADED, 906)
    assert up.watch.status.link.is_up
    say(400)
    up.pass_time(1.0)
    assert up.phases[-1][1:] == (LinkPhase.READY, 0)


def test_the_alarm_goes_out_beside_the_bytes_and_before_them_once(up: Line) -> None:
    up.ports[-1].done.clear()
    up.requests.stop_motors()
    up.pass_time(0.0)
    assert up.ports[-1].done[:2] == ["alarm", "write"]
    assert up.board.urgent == [m.EStop(0)] * 3
    up.pass_time(5.0)
    assert up.ports[-1].done.count("alarm") == 1


def test_a_port_without_speeds_is_set_to_none(up: Line) -> None:
    up.pass_time(1.0)
    assert set(up.ports[-1].done) == {"write"}


@pytest.mark.parametrize(
    ("takes_bauds", "speeds", "baud"), [(True, [FAST], FAST), (False, [FAST, BAUD], BAUD)]
)
def test_a_port_goes_to_the_faster_speed_where_it_can(
    takes_bauds: bool, speeds: list[int], baud: int, tmp_path: Path
) -> None:
    line = Line(tmp_path, random.Random(1), Board(bauds=[FAST]))
    line.bauds, line.takes_bauds = (FAST,), takes_bauds
    with started(line):
        line.pass_time(3.0)
        assert [each for each in line.ports[-1].done if each != "write"] == speeds
        assert line.connection.health().baud == baud
        assert line.watch.status.link is LinkPhase.READY


def test_a_board_that_was_left_a_moment_ago_is_met_at_its_speed(tmp_path: Path) -> None:
    line = Line(tmp_path, random.Random(1), Board(bauds=[FAST]))
    line.bauds = (FAST,)
    with started(line):
        line.pass_time(3.0)
        line.unplug(MISSING)
        line.problem, line.board = None, Board(bauds=[FAST])
        line.pass_time(0.5)
        assert line.ports[-1].done[0] == FAST
        assert line.connection.health().baud == FAST


def test_what_crosses_the_port_is_kept_both_ways(up: Line) -> None:
    crossings = up.connection.trace.crossings()
    assert {crossing.is_out for crossing in crossings} == {True, False}


@pytest.mark.parametrize(("rng", "number"), [(Lowest(), 1), (Highest(), 0xFFFF)])
def test_a_session_has_a_number_of_two_bytes(
    rng: random.Random, number: int, tmp_path: Path
) -> None:
    with started(Line(tmp_path, rng)) as line:
        assert line.watch.status.link is LinkPhase.READY
        assert line.board.link.channel.number == number


def test_a_connection_that_has_ended_keeps_nothing_open(tmp_path: Path) -> None:
    before = len(list(OPEN_FILES.iterdir()))
    line = Line(tmp_path, random.Random(1))
    with started(line):
        line.pass_time(1.0)
    assert len(list(OPEN_FILES.iterdir())) == before


def test_a_mistake_of_ours_leaves_nobody_waiting(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda _: ended.set())
    line.look = lambda: dict[str, str]()["look"]
    line.connection.start()
    assert ended.wait(PATIENCE_S)
    assert line.watch.status.link is LinkPhase.CLOSED
    request = threading.Event()
    line.connection.post(request.set)
    line.close()
    assert not request.is_set(), "the thread has ended"


@pytest.mark.parametrize(
    "ask",
    [
        lambda requests: requests.ask(m.GetStatus),
        lambda requests: requests.stop_motors(),
    ],
    ids=["a question", "the emergency stop"],
)
def test_who_asks_without_a_port_is_told_why_and_after_the_end_that_it_has_ended(
    ask: Callable[[Requests], object], line: Line
) -> None:
    line.problem = MISSING
    with started(line):
        with pytest.raises(errors.PortNotFoundError):
            ask(line.requests)
        line.watch.on_link(LinkPhase.LOST, None)
        with pytest.raises(errors.ConnectionLostError):
            ask(line.requests)
        line.requests.is_closed = True
        with pytest.raises(errors.ClosedError):
            ask(line.requests)


def test_no_question_goes_out_before_the_table_has_greeted_but_the_stop_does(line: Line) -> None:
    line.board_hears = False
    with started(line):
        with pytest.raises(errors.ConnectionLostError):
            line.requests.ask(m.GetStatus)
        used = list[object]()
        line.requests.post(used.append)
        line.requests.stop_motors()
        line.pass_time(TICK_S)
        assert used == [None]
        assert "alarm" in line.ports[-1].done


def test_an_answer_is_given_and_a_refusal_raised(up: Line) -> None:
    assert isinstance(up.requests.ask(m.GetStatus), m.Status)
    assert isinstance(up.requests.order(lambda tag: m.SetBaud(tag, FAST)), m.Done)
    up.board.fast = m.Refused
    with pytest.raises(errors.CommandRefusedError) as refused:
        up.requests.order(lambda tag: m.SetBaud(tag, FAST))
    assert refused.value.fault.code == 803


def test_a_question_whose_conversation_breaks_is_answered_with_that(up: Line) -> None:
    """Ask between the end of the conversation and its being told, as another thread may."""
    up.connection.post(up.ports[-1].far.close)
    up.problem = MISSING
    with pytest.raises(errors.ConnectionLostError):
        up.requests.ask(m.GetStats)


@pytest.mark.parametrize("is_known", [False, True])
def test_what_a_table_does_not_name_is_not_asked_of_it(is_known: bool, tmp_path: Path) -> None:
    line = Line(tmp_path, random.Random(1), Board(commands=["lights"]))
    if not is_known:
        line.problem = MISSING
    with started(line):
        for command in ("lights", "sound"):
            if is_known and command == "lights":
                line.requests.require(command)
                continue
            with pytest.raises(errors.CommandRefusedError) as refused:
                line.requests.require(command)
            assert refused.value.fault.code == 803


def test_what_is_told_without_a_conversation_is_dropped(line: Line) -> None:
    line.problem = MISSING
    with started(line):
        line.connection.post(lambda: line.requests.tell(m.EventAck(1)))
        line.connection.post(line.requests._send_stop)
        line.pass_time(TICK_S)
        assert line.watch.status.link is LinkPhase.ABSENT
