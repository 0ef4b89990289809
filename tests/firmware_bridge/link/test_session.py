"""One session from the host's side: its greeting, and what a table cannot say."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

import pytest

from firmware_bridge.errors import InvalidReplyError
from firmware_bridge.link.session import HostSession, implausibility
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import NO_SIDE
from tests.firmware_bridge.link.board import DICTIONARY, Board


def pages_asked(board: Board) -> int:
    """Return how many pages of its description *board* was asked for."""
    return sum(isinstance(message, m.Identify) for message in board.asked)


def test_a_description_is_asked_for_page_by_page_and_kept() -> None:
    known: dict[int, bytes] = {}
    board = Board()
    board.turn(HostSession(5, 0.0, list, known))
    assert pages_asked(board) == -(-len(DICTIONARY) // m.PAGE)
    assert list(known.values()) == [DICTIONARY]


def test_a_description_that_is_known_is_not_asked_for_again() -> None:
    board = Board()
    session = HostSession(5, 0.0, list, {board.announced: DICTIONARY})
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


@pytest.mark.parametrize("asked", [1, 3])
def test_open_jobs_are_asked_for_before_anything_new(asked: int) -> None:
    board = Board()
    board.turn(HostSession(5, 0.0, lambda: list(range(7, 7 + asked)), {}))
    queries = [message for message in board.asked if isinstance(message, m.Query)]
    assert [query.op_id for query in queries] == [7]  # the next one waits for its answer


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
        (replace(GOOD, percent=101), "101 percent"),
        (replace(GOOD, side=4), "side 4"),
        (replace(GOOD, tiles_in=401), "401 tiles inside"),
        (replace(GOOD, count=135), "gear of 135 tiles in (17, 17, 17, 17)"),
        (replace(GOOD, players=0), "gear of 136 tiles in (17, 17, 17, 17)"),
        (REPORT, ""),
        (replace(REPORT, percent=200), "200 percent"),
        (EVENT, ""),
        (replace(EVENT, side=9), "side 9"),
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


def test_an_emergency_stop_is_told_to_the_port_itself_too() -> None:
    session = Board().greeted()
    session.stop_motors()
    assert session.wants_alarm


def test_a_message_of_newer_firmware_is_counted_and_skipped() -> None:
    board = Board()
    session = board.greeted()
    board.link.send(b"\xe0 something new")
    board.turn(session)
    assert session.noise()["unknown message"] == 1
