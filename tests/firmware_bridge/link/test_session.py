"""Greeting a table: its description is asked for once, and must be the one announced."""

from __future__ import annotations

import pytest

from firmware_bridge.link.session import HostSession
from firmware_bridge.wire import messages as m
from tests.firmware_bridge.board import DICTIONARY, Board


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


@pytest.mark.parametrize("asked", [1, 3])
def test_open_jobs_are_asked_for_before_anything_new(asked: int) -> None:
    board = Board()
    board.turn(HostSession(5, 0.0, lambda: list(range(7, 7 + asked)), {}))
    queries = [message for message in board.asked if isinstance(message, m.Query)]
    assert [query.op_id for query in queries] == [7]  # the next one waits for its answer
