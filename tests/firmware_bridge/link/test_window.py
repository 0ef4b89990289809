"""The timeout follows the line, and what is offered is sent again as often as is sensible."""

from __future__ import annotations

from typing import Any

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


@pytest.mark.parametrize("count", [0, 1, 200, 255, 256, 300])
def test_half_of_the_numbers_lie_ahead_and_the_others_have_come_before(count: int) -> None:
    verdicts = []
    for ahead in (0, 1, 127, 128, 255):
        window = Window(TIMING)
        assert [window.accept(seq % 256) for seq in range(count)] == [0] * count
        verdicts.append(window.accept((count + ahead) % 256))
    assert verdicts == [0, 1, 1, -1, -1]


def test_a_window_lets_eight_bodies_out_unless_agreed_otherwise() -> None:
    window = Window(TIMING)
    for number in range(10):
        window.offer(bytes([number]))
    assert send_due(window, 0.0) == list(range(8))


def test_a_round_trip_is_measured_however_long_the_machine_has_run() -> None:
    window = Window(TIMING)
    window.offer(b"first")
    window.due(1_000.0)
    window.take_ack(1, gap=False, now=1_000.1)
    window.offer(b"second")
    window.due(1_000.1)
    assert window.deadline() == pytest.approx(1_000.1 + 0.1 + 4 * 0.05)


def test_a_window_of_one_is_a_window() -> None:
    window = Window(TIMING, 1)
    window.offer(b"first")
    window.offer(b"second")
    assert window.due(0.0) == [(0, b"first")]


def test_limits_may_be_equal() -> None:
    same = LinkTiming(rto_min_s=0.2, rto_start_s=0.2, rto_max_s=0.2, tries=1)
    assert RetransmitTimer(same).timeout_s == 0.2


@pytest.mark.parametrize(
    "wrong",
    [
        {"rto_min_s": 0.0},
        {"rto_min_s": 0.3},
        {"rto_start_s": 1.1},
        {"tries": 0},
    ],
)
def test_limits_that_contradict_each_other_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must hold|at least one"):
        LinkTiming(**wrong)


def send_due(window: Window, now: float) -> list[int]:
    """Return the numbers of what *window* sends now."""
    return [number for number, _ in window.due(now)]


def offered(count: int, size: int = 8) -> Window:
    """Return a window of *size* with *count* bodies, whose first were just sent at 0.0."""
    window = Window(TIMING, size)
    assert (window.is_idle, window.deadline()) == (True, None)
    for number in range(count):
        window.offer(bytes([number]))
    assert send_due(window, 0.0) == list(range(min(count, size)))
    assert not window.is_idle
    return window


def test_a_body_is_sent_again_when_its_time_is_up_and_not_before() -> None:
    window = offered(1)
    assert window.deadline() == 0.2
    window.tick(0.199)
    assert send_due(window, 0.199) == []
    window.tick(0.2)
    assert send_due(window, 0.2) == [0]
    assert window.deadline() == 0.2 + 0.4
    assert (window.sent, window.resent) == (2, 1)


def test_what_was_confirmed_makes_room_and_begins_the_time_anew() -> None:
    window = offered(10)
    window.take_ack(3, gap=False, now=0.1)
    assert window.deadline() == pytest.approx(0.1 + 0.1 + 4 * 0.05 * 0.75**2)
    assert send_due(window, 0.1) == [8, 9]
    window.take_ack(10, gap=False, now=0.1)
    assert (window.is_idle, window.deadline(), window.sent, window.resent) == (True, None, 10, 0)


def test_a_confirmation_of_what_was_never_sent_is_not_believed() -> None:
    window = offered(2)
    window.take_ack(3, gap=False, now=0.1)
    window.take_ack(255, gap=True, now=0.1)
    assert send_due(window, 0.1) == []
    window.take_ack(2, gap=False, now=0.1)
    assert window.is_idle


def test_at_a_gap_all_goes_out_again_once_until_something_is_confirmed() -> None:
    window = offered(3)
    window.take_ack(0, gap=False, now=0.1)
    assert send_due(window, 0.1) == []
    window.take_ack(0, gap=True, now=0.1)
    assert send_due(window, 0.1) == [0, 1, 2]
    window.take_ack(0, gap=True, now=0.1)
    assert send_due(window, 0.1) == []
    window.take_ack(1, gap=True, now=0.1)
    assert send_due(window, 0.1) == []
    window.take_ack(1, gap=True, now=0.1)
    assert send_due(window, 0.1) == [1, 2]
    assert (window.sent, window.resent) == (8, 5)


def test_a_gap_when_nothing_is_on_its_way_is_no_matter() -> None:
    window = Window(TIMING)
    window.take_ack(0, gap=True, now=0.1)
    window.offer(b"0")
    assert send_due(window, 0.1) == [0]
    window.take_ack(0, gap=True, now=0.1)
    assert send_due(window, 0.1) == [0]


def test_what_was_sent_twice_measures_nothing() -> None:
    window = offered(1)
    window.tick(0.2)
    send_due(window, 0.2)
    window.take_ack(1, gap=False, now=0.21)
    window.offer(b"1")
    send_due(window, 0.3)
    assert window.deadline() == 0.3 + 0.4, "as long as before"


def test_numbers_go_on_from_255_to_0() -> None:
    window = Window(TIMING)
    for number in range(600):
        window.offer(b"body")
        assert send_due(window, 0.0) == [number % 256]
        window.take_ack((number + 1) % 256, gap=False, now=0.0)
    window.offer(b"body")
    window.due(0.0)
    window.tick(1.0)
    assert send_due(window, 1.0) == [600 % 256]


def test_a_line_that_could_not_be_heard_begins_anew_with_what_was_on_its_way() -> None:
    window = offered(2)
    for _ in range(5):
        window.tick(window.deadline() or 0.0)
        window.due(0.0)
    window.restart(10.0)
    assert window.deadline() == 10.2
    assert send_due(window, 10.0) == [0, 1]
    for _ in range(5):
        window.tick(window.deadline() or 0.0)
    assert not window.is_dead
    idle = Window(TIMING)
    idle.restart(10.0)
    assert idle.deadline() is None


@pytest.mark.parametrize("size", [0, 128])
def test_a_window_that_could_not_tell_new_from_old_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="1 to 127"):
        Window(TIMING, size)


def test_what_is_confirmed_while_it_waits_to_be_sent_again_is_not_sent_again() -> None:
    window = Window(TIMING)
    for body in (b"0", b"1", b"2"):
        window.offer(body)
    window.due(0.0)
    window.tick(window.deadline() or 0.0)
    window.take_ack(2, gap=False, now=1.0)
    assert window.due(1.0) == [(2, b"2")]
    assert (window.sent, window.resent) == (4, 3)
    window.take_ack(3, gap=False, now=1.0)
    assert window.is_idle


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
