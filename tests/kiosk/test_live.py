"""Screens that wait for news: none is lost, none waits for ever, not too many at once."""

from __future__ import annotations

import threading

import pytest

from kiosk.errors import Refused
from kiosk.live import ALL_TOPICS, LiveBoard

DEADLINE_S = 10


def test_each_screen_is_told_once() -> None:
    board = LiveBoard()
    with board.subscribe() as one, board.subscribe() as other:
        board.publish(3, "table")
        news = [screen.wait(DEADLINE_S) for screen in (one, other)]
        assert [(each.seq, each.topics) for each in news if each] == [(3, {"table"})] * 2
        assert one.wait(0) is None


def test_news_that_pile_up_arrive_as_one() -> None:
    board = LiveBoard()
    with board.subscribe() as screen:
        board.publish(3, "table")
        board.publish(4, "session", "draft")
        change = screen.wait(DEADLINE_S)
    assert change is not None
    assert (change.seq, change.tick, change.topics) == (4, 2, {"table", "session", "draft"})


def test_news_wake_a_screen_that_waits() -> None:
    board = LiveBoard()
    news = []
    with board.subscribe() as screen:
        waiter = threading.Thread(target=lambda: news.append(screen.wait(DEADLINE_S)))
        waiter.start()
        board.publish(1, "draft")
        waiter.join(DEADLINE_S)
    assert news[0] is not None


def test_a_screen_that_comes_back_catches_up_at_once() -> None:
    board = LiveBoard()
    board.publish(1, "draft")
    last = board.newest.id
    board.publish(2, "session")
    with board.subscribe(last) as screen:
        change = screen.wait(0)
    assert change is not None
    assert change.topics == ALL_TOPICS


def test_a_screen_that_missed_nothing_waits() -> None:
    board = LiveBoard()
    board.publish(1, "draft")
    with board.subscribe(board.newest.id) as screen:
        assert screen.wait(0) is None


def test_one_screen_too_many_is_turned_away_until_another_leaves() -> None:
    board = LiveBoard(max_streams=2)
    first, second = board.subscribe(), board.subscribe()
    with pytest.raises(Refused) as caught:
        board.subscribe()
    assert caught.value.code == "too_many_screens"
    first.close()
    board.subscribe().close()
    second.close()


def test_closing_ends_every_wait() -> None:
    board = LiveBoard()
    screen = board.subscribe()
    waiter = threading.Thread(target=lambda: screen.wait(DEADLINE_S * 10))
    waiter.start()
    board.close()
    waiter.join(DEADLINE_S)
    assert not waiter.is_alive()
    assert not screen.is_open
