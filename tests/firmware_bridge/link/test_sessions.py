"""What each end of a link makes of every kind of frame, and of every limit of time."""

from __future__ import annotations

import pytest

from firmware_bridge.link.endpoint import (
    Closed,
    Delivered,
    DeviceLink,
    HostLink,
    LinkState,
    Opened,
    Unsequenced,
)
from firmware_bridge.wire.frame import GAP, Frame, FrameType
from firmware_bridge.wire.messages import LOWEST, PROTOCOL, Refuse, Sync, encode
from tests.firmware_bridge.link.ends import GREETING, answered, framed, met, said_by


def test_a_new_session_keeps_nothing_of_the_one_before() -> None:
    device = met()
    device.receive(framed(FrameType.DATA, seq=1, body=b"after a gap"), 0.0)
    device.send(b"body")
    device.send_unreliable(b"telemetry")
    sync = framed(FrameType.SYNC, 8, body=encode(Sync(LOWEST, PROTOCOL)))
    assert device.receive(sync, 1.0) == [Opened(GREETING)]
    (answer,) = said_by(device, 1.0)
    assert (answer.type, answer.session, answer.flags) == (FrameType.SYNACK, 8, 0)
    device.send(b"new")
    assert said_by(device, 1.0) == [Frame(FrameType.DATA, 8, 0, 0, 0, b"new")]


@pytest.mark.parametrize(
    "sync",
    [
        framed(FrameType.SYNC, 0, body=encode(Sync(LOWEST, PROTOCOL))),
        framed(FrameType.SYNC, body=b""),
        framed(FrameType.SYNC, body=encode(GREETING)),
    ],
    ids=["session 0", "no body", "another body"],
)
def test_what_is_no_wish_for_a_session_is_not_answered(sync: bytes) -> None:
    device = DeviceLink(lambda: GREETING)
    assert device.receive(sync, 0.0) == []
    assert device.frames(0.0) == []
    assert device.deadline() is None
    assert not device.has_lease(0.0)


def test_a_gap_is_told_once_with_the_next_thing_said() -> None:
    device = met()
    events = device.receive(framed(FrameType.DATA, seq=0, body=b"0"), 0.0)
    assert [frame.flags for frame in said_by(device)] == [0]
    events += device.receive(framed(FrameType.DATA, seq=2, body=b"2"), 0.0)
    assert said_by(device) == [Frame(FrameType.ACK, 7, 0, 1, GAP)]
    assert said_by(device) == []
    events += device.receive(framed(FrameType.DATA, seq=0, body=b"0"), 0.0)
    assert [frame.flags for frame in said_by(device)] == [0], "what came before is no gap"
    assert events == [Delivered(b"0")]


def test_who_is_told_of_a_gap_sends_again_and_not_else() -> None:
    host = answered()
    host.send(b"body")
    assert [frame.flags for frame in said_by(host)] == [0]
    for flags, count in ((0, 0), (GAP, 1)):
        host.receive(framed(FrameType.ACK, 0x4242, ack=0, flags=flags), 0.01)
        assert len(said_by(host, 0.01)) == count


def test_a_host_that_hears_itself_takes_nothing_of_it() -> None:
    host = answered()
    host.send(b"body")
    said_by(host)
    echo = framed(FrameType.SYNC, 0x4242, ack=1, body=encode(Sync(LOWEST, PROTOCOL)))
    assert host.receive(echo, 0.0) == []
    assert not host.channel.window.is_idle
    assert said_by(host) == []


@pytest.mark.parametrize(
    ("kind", "body"), [(FrameType.REFUSE, b""), (FrameType.REFUSE, encode(GREETING))]
)
def test_a_refusal_that_says_nothing_ends_nothing(kind: FrameType, body: bytes) -> None:
    host = answered()
    assert host.receive(framed(kind, 0x4242, body=body), 0.0) == []
    assert host.state is LinkState.OPEN


def test_what_comes_after_the_end_is_not_heard() -> None:
    host = answered()
    refusal = framed(FrameType.REFUSE, 0x4242, body=encode(Refuse(908, LOWEST, PROTOCOL)))
    late = framed(FrameType.DATA, 0x4242, body=b"late")
    assert host.receive(refusal + refusal + late, 0.0) == [Closed(908, (LOWEST, PROTOCOL))]
    assert host.frames(9.0) == []


def test_before_its_session_is_open_a_host_hears_its_answer_alone() -> None:
    host = HostLink(7, 0.0)
    assert host.receive(framed(FrameType.DATA, body=b"early"), 0.0) == []
    assert host.channel.foreign == 0


def test_a_stranger_is_answered_once_and_only_by_a_board_without_a_host() -> None:
    lone, busy = DeviceLink(lambda: GREETING), met()
    for device in (lone, busy):
        for session in (0, 9, 9):
            assert device.receive(framed(FrameType.DATA, session), 0.0) == []
        assert device.channel.foreign == 3
    refusal = Frame(FrameType.REFUSE, 9, body=encode(Refuse(908, LOWEST, PROTOCOL)))
    assert said_by(lone) == [refusal]
    assert said_by(busy) == []


def test_a_board_without_a_host_says_nothing() -> None:
    device = DeviceLink(lambda: GREETING)
    device.send(b"body")
    device.send_unreliable(b"telemetry")
    sync = framed(FrameType.SYNC, body=encode(Sync(LOWEST, PROTOCOL)))
    device.receive(sync, 0.0)
    assert [frame.type for frame in said_by(device)] == [FrameType.SYNACK]


def test_every_limit_of_an_open_session_is_kept_to_the_millisecond() -> None:
    host, device = HostLink(7, 10.0), met(10.0)
    host.receive(framed(FrameType.SYNACK, body=encode(GREETING)), 10.0)
    device.frames(10.0)
    assert device.has_lease(11.499)
    assert not device.has_lease(11.5)
    for link in (host, device):
        assert link.receive(b"", 11.999) == []
        assert said_by(link, 11.999) == [Frame(FrameType.ACK, 7)]
        assert said_by(link, 12.498) == []
        assert link.deadline() == 12.0
        assert link.receive(b"", 12.0) == [Closed(905)]
        assert link.receive(b"", 13.0) == []
        assert link.deadline() is None
    assert not device.has_lease(10.0)


def test_a_board_whose_body_is_never_confirmed_waits_for_another_host() -> None:
    device, now = met(), 0.0
    device.send(b"lost")
    events: list[object] = []
    for _ in range(6):
        device.frames(now)
        now = device.channel.window.deadline() or now
        events += device.receive(framed(FrameType.TELEM), now)
    assert events == [Unsequenced(b"")] * 6 + [Closed(905)]
    assert device.state is LinkState.LISTENING


@pytest.mark.parametrize(("state_s", "events"), [(12.999, []), (13.0, [Closed(905)])])
def test_a_host_knocks_for_three_seconds(state_s: float, events: list[Closed]) -> None:
    host = HostLink(7, 10.0)
    while (due := host.deadline()) is not None and due < 12.7:
        assert host.frames(due)
    assert host.deadline() == pytest.approx(12.75)
    assert host.frames(12.749) == []
    assert host.frames(12.75 + 1e-9)
    assert host.deadline() == 13.0
    assert host.receive(b"", state_s) == events
