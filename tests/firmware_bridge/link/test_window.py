"""The timeout follows the line, and what is offered is sent again as often as is sensible."""

from __future__ import annotations

import pytest

from firmware_bridge.link.window import LinkTiming, RetransmitTimer, Window

TIMING = LinkTiming()


def timer_of(*round_trips_s: float) -> RetransmitTimer:
    """Return a timer that has seen *round_trips_s*."""
    timer = RetransmitTimer(TIMING)
    for round_trip_s in round_trips_s:
        timer.sample(round_trip_s)
    return timer


def test_a_line_that_gets_slower_is_waited_for_longer_and_a_faster_one_less() -> None:
    slow = timer_of(0.05, *[0.4] * 60).timeout_s
    fast = timer_of(0.4, *[0.05] * 60).timeout_s
    assert slow == pytest.approx(0.4, rel=0.03)
    assert fast == pytest.approx(0.05, rel=0.03)


def test_one_slow_answer_moves_the_estimate_by_an_eighth_and_its_spread_by_a_quarter() -> None:
    assert timer_of(0.1, 0.2).timeout_s == pytest.approx(0.1125 + 4 * 0.0625)


def test_a_line_that_wavers_is_given_four_times_what_it_wavers() -> None:
    assert timer_of(0.1).timeout_s == pytest.approx(0.1 + 4 * 0.05)
    assert timer_of(*[0.05, 0.15] * 60).timeout_s > 0.15


def test_the_timeout_stays_within_its_limits() -> None:
    assert timer_of(*[0.0001] * 60).timeout_s == 0.025
    assert timer_of(5.0).timeout_s == 1.0


def test_every_loss_doubles_the_timeout_up_to_a_second() -> None:
    timer = RetransmitTimer(TIMING)
    waits = [timer.timeout_s]
    for _ in range(4):
        timer.back_off()
        waits.append(timer.timeout_s)
    assert waits == [0.2, 0.4, 0.8, 1.0, 1.0]


def test_six_timeouts_in_a_row_end_the_link_and_five_do_not() -> None:
    window, now = Window(TIMING), 0.0
    window.offer(b"body")
    window.due(now)
    for _ in range(5):
        now = window.deadline() or now
        window.tick(now)
        assert window.due(now) == [(0, b"body")]
    assert not window.is_dead
    window.tick(window.deadline() or now)
    assert window.is_dead


def test_an_answer_in_between_begins_the_count_again() -> None:
    window, now = Window(TIMING), 0.0
    for seq in range(4):
        window.offer(bytes([seq]))
        window.due(now)
        for _ in range(5):
            now = window.deadline() or now
            window.tick(now)
            window.due(now)
        window.take_ack(seq + 1, gap=False, now=now)
    assert not window.is_dead
    assert window.is_idle


def test_a_line_is_noisy_once_more_than_a_tenth_of_fifty_was_sent_again() -> None:
    window = Window(TIMING)
    window.sent, window.resent = 50, 5
    assert not window.is_noisy
    window.resent = 6
    assert window.is_noisy
    window.sent, window.resent = 49, 49
    assert not window.is_noisy
