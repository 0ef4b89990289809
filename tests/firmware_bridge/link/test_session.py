"""One session from the host's side: its greeting, and what a table cannot say."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

import pytest

from firmware_bridge.errors import InvalidReplyError
from firmware_bridge.link.session import HostSession, Ready, implausibility
from firmware_bridge.link.supervisor import ANSWER_S, KNOCK_S
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import NO_SIDE
from firmware_bridge.wire.frame import BAUD, FALL_BACK_S, Deframer, Frame, FrameType
from tests.firmware_bridge.link.board import TICK_S, Board


def pages_asked(board: Board) -> int:
    """Return how many pages of its description *board* was asked for."""
    return sum(isinstance(message, m.Identify) for message in board.asked)


def test_a_description_is_asked_for_page_by_page_and_kept() -> None:
    dictionaries: dict[int, bytes] = {}
    board = Board()
    board.turn(HostSession(5, 0.0, list, dictionaries))
    assert pages_asked(board) == -(-len(board.dictionary) // m.PAGE)
    assert list(dictionaries.values()) == [board.dictionary]


def test_a_description_that_is_known_is_not_asked_for_again() -> None:
    board = Board()
    session = HostSession(5, 0.0, list, {board.announced: board.dictionary})
    board.turn(session)
    assert session.phase.is_up
    assert pages_asked(board) == 0


def test_another_description_than_the_one_announced_is_not_believed() -> None:
    board = Board()
    board.announced += 1
    session = HostSession(5, 0.0, list, {})
    board.turn(session)
    assert not session.phase.is_up
    assert board.endings == ["its description is not the one that it announced"]


def test_pages_that_were_not_asked_for_are_no_description() -> None:
    board = Board()
    board.shift = 1
    session = HostSession(5, 0.0, list, {})
    board.turn(session)
    assert not session.phase.is_up
    assert board.endings == ["it does not say what it is"]


def test_a_description_that_never_ends_is_none() -> None:
    board = Board()
    board.total += 1
    board.turn(HostSession(5, 0.0, list, {}))
    assert board.endings == ["it does not say what it is"]


def test_what_became_of_open_jobs_is_asked_one_by_one_and_told_once_orders_can_be_given() -> None:
    board = Board()
    board.reports = {op: replace(REPORT, op_id=op) for op in (7, 8)}
    session = HostSession(5, 0.0, lambda: [7, 8, 9], {})
    notices = board.turn(session)
    assert [each.op_id for each in board.asked if isinstance(each, m.Query)] == [7, 8, 9]
    assert not session.phase.is_up
    assert not [each for each in notices if isinstance(each, m.JobReport | Ready)]
    notices = board.say(session, replace(REPORT, tag=session._tag, op_id=9))
    assert isinstance(notices[0], Ready)
    assert [each.op_id for each in notices[1:] if isinstance(each, m.JobReport)] == [7, 8, 9]
    assert board.turn(session) == []


def test_what_comes_unasked_in_the_greeting_answers_nothing_and_is_told() -> None:
    board, session = Board(), HostSession(5, 0.0, list, {})
    session.receive(board.hear(b"".join(session.frames(0.0)), 0.0), 0.0)
    notices = board.say(session, EVENT)
    assert board.asked[0] == m.Identify(1, 0)
    assert session.phase.is_up
    assert EVENT in notices


def test_questions_are_told_apart_by_numbers_from_1_to_65535() -> None:
    tags: list[int] = []

    def question(tag: int) -> m.Message:
        tags.append(tag)
        return m.GetStatus(tag)

    session = HostSession(5, 0.0, list, {})
    session._tag = 0xFFFE
    for _ in range(2):
        session.ask(question, Future())
    assert tags == [0xFFFF, 1]


def test_who_gave_up_is_told_nothing() -> None:
    board = Board()
    session = board.greeted()
    future: Future[m.Message] = Future()
    session.ask(m.GetStatus, future)
    future.cancel()
    board.turn(session)
    assert future.cancelled()
    session.end()


def test_questions_that_are_open_at_the_end_are_cancelled() -> None:
    session, future = Board().greeted(), Future[m.Message]()
    session.ask(m.GetStats, future)
    session.end()
    assert future.cancelled()


FAST = 250_000


def hurried(board: Board, port: tuple[int, ...] = (FAST,)) -> HostSession:
    """Return a conversation with *board* over a port that has more speeds, up to its greeting."""
    session = HostSession(5, board.now, list, {})
    session.speed.reopen(port, board.now)
    board.turn(session)
    assert session.phase.is_up
    return session


@pytest.mark.parametrize(
    ("answer", "after_s", "baud"),
    [
        (m.Done, ANSWER_S, FAST),
        (m.Done, ANSWER_S + TICK_S, BAUD),
        (m.Refused, TICK_S, BAUD),
    ],
    ids=["in time", "too late", "refused"],
)
def test_a_faster_line_needs_a_yes_within_half_a_second(
    answer: type[m.Message], after_s: float, baud: int
) -> None:
    board = Board(bauds=[FAST])
    board.fast, board.fast_after_s = answer, after_s
    session = hurried(board)
    assert session.speed.baud == baud
    again = session.speed.best([FAST], boot_id=1)
    assert again == (FAST if baud == FAST else 0)


@pytest.mark.parametrize(("port", "baud"), [((), BAUD), ((FAST,), FAST)])
def test_a_line_that_cannot_be_faster_or_is_so_already_is_left_as_it_is(
    port: tuple[int, ...], baud: int
) -> None:
    board, session = Board(bauds=[FAST]), HostSession(5, 0.0, list, {})
    session.speed.reopen(port, 0.0)
    session.speed.baud = baud
    board.turn(session)
    assert session.phase.is_up
    assert not [each for each in board.asked if isinstance(each, m.SetBaud)]


def test_a_board_that_is_not_met_at_its_speed_is_asked_anew_at_the_usual_one() -> None:
    session = HostSession(5, 10.0, list, {})
    session.speed.baud = FAST
    for now in (10.0, 10.0 + 0.05, 10.0 + 0.15):
        assert session.frames(now)
    assert session.deadline() == 10.0 + KNOCK_S
    session.receive(b"", 10.0 + KNOCK_S - 0.001)
    assert session.speed.baud == FAST
    assert session.frames(10.0 + KNOCK_S) == []
    session.receive(b"", 10.0 + KNOCK_S)
    assert session.speed.baud == BAUD
    assert session.frames(10.0 + KNOCK_S)
    assert session.deadline() == 10.0 + KNOCK_S + 0.05
    assert session.speed._failed_in is None, "it may have started again"


@pytest.mark.parametrize(
    ("stop_before_s", "stops"), [(None, 0), (1.0, 3), (2.0, 3), (2.0 + TICK_S, 0)]
)
def test_a_fast_line_that_falls_silent_for_a_second_goes_back_and_says_again_what_was_said(
    stop_before_s: float | None, stops: int
) -> None:
    board = Board(bauds=[FAST])
    session = hurried(board)
    board.now = 100.0
    board.turn(session)
    heard_at = session.link.channel.heard_at
    if stop_before_s is not None:
        session._now = heard_at + FALL_BACK_S - stop_before_s
        session.stop_motors()
    session.ask(m.GetStats, Future())
    assert session.frames(heard_at + 0.75)
    assert session.deadline() == heard_at + 0.75 + 0.025
    session.receive(b"", heard_at + FALL_BACK_S - TICK_S)
    session.frames(heard_at + FALL_BACK_S - TICK_S)
    session.wants_alarm = False
    assert session.speed.baud == FAST
    session.receive(b"", heard_at + FALL_BACK_S)
    assert session.speed.baud == BAUD
    assert session.wants_alarm is bool(stops)
    again = [
        each for raw in session.frames(heard_at + FALL_BACK_S) for each in Deframer().feed(raw)
    ]
    assert [each.type for each in again] == [*[FrameType.URGENT] * stops, FrameType.DATA]
    assert session.deadline() == heard_at + FALL_BACK_S + 0.2, "no longer than at the beginning"


def test_an_idle_fast_line_is_looked_at_after_a_second() -> None:
    board = Board(bauds=[FAST])
    session = hurried(board)
    heard_at = session.link.channel.heard_at
    assert session.frames(heard_at + 0.75)
    assert session.deadline() == heard_at + FALL_BACK_S


@pytest.mark.parametrize("baud", [FAST, BAUD])
def test_a_noisy_line_goes_back_and_a_slow_one_stays_what_it_is(baud: int) -> None:
    session = hurried(Board(bauds=[FAST]), (FAST,) if baud == FAST else ())
    window = session.link.channel.window
    session.ask(m.GetStats, Future())
    session.frames(session._now)
    window.sent, window.resent = 100, 11
    session.receive(b"", session._now)
    assert session.speed.baud == BAUD
    assert bool(session.frames(session._now)) is (baud == FAST)


GOOD = m.Status(
    0, 2, 1, 0, 136, 4, 0, bytes((17, 17, 17, 17)), 136, 0, 0, 0, 0, 0, NO_SIDE, 7, 1000
)
REPORT = m.JobReport(0, 1, 4, 2, 5, 50, 0, NO_SIDE, 7, 1, 4, b"")
EVENT = m.Event(1, 0, 3, NO_SIDE, 203, 0, 1, 4, b"")


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        (GOOD, ""),
        (replace(GOOD, count=0), ""),
        (replace(GOOD, percent=100, beside_percent=100, side=3, beside_side=3), ""),
        (replace(GOOD, percent=101), "101 percent"),
        (replace(GOOD, beside_percent=101), "101 percent"),
        (replace(GOOD, side=4), "side 4"),
        (replace(GOOD, beside_side=NO_SIDE - 1), "side 254"),
        (replace(GOOD, tiles_in=400), ""),
        (replace(GOOD, tiles_in=401), "401 tiles inside"),
        (replace(GOOD, count=135), "gear of 135 tiles in (17, 17, 17, 17)"),
        (replace(GOOD, players=0), "gear of 136 tiles in (17, 17, 17, 17)"),
        (REPORT, ""),
        (replace(REPORT, percent=200), "200 percent"),
        (EVENT, ""),
        (replace(EVENT, side=9), "side 9"),
        (m.IdentifyPage(1, 10, 8, bytes(2)), ""),
        (m.IdentifyPage(1, 10, 8, bytes(3)), "page beyond the end"),
        (m.Done(1, 1, 1), ""),
    ],
    ids=lambda each: each if isinstance(each, str) else type(each).__name__,
)
def test_what_can_be_is_told_from_what_cannot(message: m.Message, wrong: str) -> None:
    assert implausibility(message) == wrong


def test_a_gear_for_135_tiles_is_counted_and_not_believed() -> None:
    board = Board()
    session = board.greeted()
    notices = board.say(session, replace(GOOD, count=135))
    assert notices == []
    assert session.noise()["impossible Status"] == 1


def test_who_asked_is_told_that_the_answer_cannot_be() -> None:
    board = Board()
    session = board.greeted()
    future: Future[m.Message] = Future()
    session.ask(m.GetStatus, future)
    board.answer_status = replace(GOOD, percent=250)
    board.turn(session)
    with pytest.raises(InvalidReplyError, match=r"impossible things \(Status: 250 percent\)"):
        future.result(0)


def test_a_table_that_introduces_itself_with_nonsense_is_not_taken_up() -> None:
    board = Board()
    board.answer_status = replace(GOOD, tiles_in=5000)
    session = HostSession(5, 0.0, list, {})
    board.turn(session)
    assert not session.phase.is_up
    assert board.endings == ["it tells impossible things (Status: 5000 tiles inside)"]


def test_a_message_of_newer_firmware_is_counted_and_skipped() -> None:
    board = Board()
    session = board.greeted()
    board.link.send(b"\xe0 something new")
    board.turn(session)
    session.receive(b"junk\0" + Frame(FrameType.DATA, 6).to_bytes(), board.now)
    assert session.noise() == {"unknown message": 1, "not COBS": 1, "frame of another session": 1}
