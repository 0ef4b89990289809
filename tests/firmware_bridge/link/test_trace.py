"""The last frames before a fault: kept, written, read again, understood again."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from firmware_bridge.link.endpoint import Closed, Delivered, LinkEvent, Opened, Unsequenced
from firmware_bridge.link.trace import (
    Crossing,
    Trace,
    describe,
    describe_frame,
    messages,
    read,
    replay_host,
    write,
)
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.frame import BUFFER_CAP, Frame, FrameType
from tests.firmware_bridge.link.board import AT_REST

DATA = Frame(FrameType.DATA, 5, seq=3, body=m.encode(AT_REST)).to_bytes()


def recorded(skip: int = 0) -> list[Crossing]:
    """Return what crosses when a session opens, but the first *skip* frames."""
    trace = Trace()
    frame = Frame(FrameType.SYNC, 5, body=m.encode(m.Sync(1, 2)))
    trace.record_sent(frame.to_bytes(), 0.0)
    answer = m.SyncAnswer(1, 0, 2, 8, 9)
    trace.record_received(Frame(FrameType.SYNACK, 5, body=m.encode(answer)).to_bytes(), 0.1)
    for number in range(5):
        body = m.encode(m.Done(number + 1, 2, 3))
        trace.record_received(Frame(FrameType.DATA, 5, seq=number, body=body).to_bytes(), 0.2)
    return list(trace.crossings())[skip:]


def test_frames_are_cut_however_the_bytes_arrive() -> None:
    trace = Trace()
    for byte in b"junk" + DATA + DATA:
        trace.record_received(bytes((byte,)), 1.0)
    assert [crossing.data for crossing in trace.crossings()] == [b"\0junk\0", DATA, DATA]


def test_the_ring_keeps_the_last_thousand() -> None:
    trace = Trace()
    for number in range(1_010):
        trace.record_sent(bytes((number % 256,)), float(number))
    assert len(trace.crossings()) == 1_000
    assert trace.crossings()[0].at == 10.0


def test_noise_without_an_end_is_kept_in_pieces() -> None:
    trace = Trace()
    trace.record_received(b"U" * BUFFER_CAP, 1.0)
    assert trace.crossings() == ()
    trace.record_received(b"V", 2.0)
    trace.record_received(b"W\0", 3.0)
    assert trace.crossings() == (
        Crossing(2.0, False, b"U" * BUFFER_CAP + b"V"),
        Crossing(3.0, False, b"\0W\0"),
    )


def test_a_trace_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    crossings = recorded()
    folder = tmp_path / "new" / "traces"
    path = write(folder, "fault", "fault 203", crossings)
    assert read(path) == ("fault 203", crossings)
    assert json.loads(path.read_text("utf-8").splitlines()[0]) == {"v": 1, "why": "fault 203"}
    late = write(folder, "late", "late", [Crossing(0.123456789, True, b"")])
    assert read(late)[1][0].at == 0.123457


def test_old_traces_make_room(tmp_path: Path) -> None:
    for number in range(24):
        path = write(tmp_path, f"{99 - number}", "fault 203", [])
        os.utime(path, (number, number))
    assert {path.stem for path in tmp_path.iterdir()} == {f"{each}" for each in range(76, 96)}


@pytest.mark.parametrize("text", ["", "[]", '{"v": 1}', '{"why": "x"}\n{"t": 1}'])
def test_another_file_is_no_trace(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(ValueError, match="no trace of ours"):
        read(tmp_path / "x")


def test_a_replay_tells_frames_noise_and_nonsense() -> None:
    bad = DATA[:10] + bytes((DATA[10] ^ 4,)) + DATA[11:]
    lies = Frame(FrameType.DATA, 5, body=m.encode(m.IdentifyPage(1, 1, 5, b"xx"))).to_bytes()
    crossings = [Crossing(1.0, False, each) for each in (DATA, bad, lies)]
    lines = [str(line) for line in describe([*recorded()[:1], *crossings])]
    assert "→ SYNC session 0x0005 seq 0 ack 0: Sync(" in lines[0]
    assert "← DATA session 0x0005 seq 3 ack 0: Status(" in lines[1]
    assert lines[2].endswith(f"← noise: CRC ({len(bad)} bytes)")
    assert "IMPOSSIBLE: page beyond the end" in lines[3]
    assert len(lines) == 4
    assert "IMPOSSIBLE" not in lines[1]
    assert lines[1].startswith("      1.0000 ")


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        (Frame(FrameType.ACK, 5, 0, 9), "ACK session 0x0005 seq 0 ack 9"),
        (Frame(FrameType.DATA, 5, 1, 9, 0, b"\xe0"), "DATA session 0x0005 seq 1 ack 9: "),
    ],
)
def test_a_frame_without_a_body_or_with_an_unknown_one_is_told_too(frame: Frame, text: str) -> None:
    line = describe_frame(frame)
    assert line.startswith(text)
    assert (line == text) is (not frame.body)


def test_a_replay_goes_through_the_link_again() -> None:
    events = replay_host(recorded())
    assert isinstance(events[0], Opened)
    assert sum(isinstance(event, Delivered) for event in events) == 5
    assert next(messages(events)) == m.Done(1, 2, 3)


def test_a_replay_joins_a_session_in_its_middle() -> None:
    events = replay_host(recorded(skip=4))
    assert list(messages(events)) == [m.Done(3, 2, 3), m.Done(4, 2, 3), m.Done(5, 2, 3)]


@pytest.mark.parametrize(("session", "count"), [(0, 3), (5, 3), (6, 0)])
def test_a_sync_in_the_middle_begins_another_session_unless_it_is_a_repetition(
    session: int, count: int
) -> None:
    sync = Frame(FrameType.SYNC, session, body=m.encode(m.Sync(1, 2))).to_bytes()
    *before, last = recorded(skip=4)
    crossings = [*before, Crossing(0.2, True, sync), last]
    assert len(list(messages(replay_host(crossings)))) == (count or 2)


def test_a_replay_that_begins_with_what_has_no_number_takes_the_next_for_the_first() -> None:
    ack = Frame(FrameType.ACK, 5, seq=7).to_bytes()
    nobody = Frame(FrameType.REFUSE, 0).to_bytes()
    first = [Crossing(0.1, False, each) for each in (b"\0junk\0", nobody, ack)]
    assert list(messages(replay_host([*first, *recorded(skip=2)]))) == [
        m.Done(number, 2, 3) for number in range(1, 6)
    ]
    assert replay_host([Crossing(0.1, True, ack), first[1]]) == []


def test_only_messages_that_can_be_true_are_told() -> None:
    lies = m.encode(m.IdentifyPage(1, 1, 5, b"xx"))
    events: list[LinkEvent] = [
        Delivered(lies),
        Delivered(b"\xe0"),
        Closed(905),
        Unsequenced(m.encode(AT_REST)),
    ]
    assert list(messages(events)) == [AT_REST]
