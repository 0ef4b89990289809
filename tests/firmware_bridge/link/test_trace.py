"""The last frames before a fault: kept, written, read again, understood again."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.link.endpoint import Delivered, Opened
from firmware_bridge.link.trace import (
    KEEP_FILES,
    RING,
    Crossing,
    Trace,
    describe,
    messages,
    read,
    replay_host,
    write,
)
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.frame import Frame, FrameType
from tests.firmware_bridge.link.board import AT_REST

DATA = Frame(FrameType.DATA, 5, seq=3, body=m.encode(AT_REST)).to_bytes()


def recorded(skip: int = 0) -> list[Crossing]:
    """Return what crosses when a session opens, but the first *skip* frames."""
    trace = Trace()
    frame = Frame(FrameType.SYNC, 5, body=m.encode(m.Sync(1, 2)))
    trace.sent(frame.to_bytes(), 0.0)
    answer = m.SyncAnswer(1, 0, 2, 8, 9)
    trace.received(Frame(FrameType.SYNACK, 5, body=m.encode(answer)).to_bytes(), 0.1)
    for number in range(5):
        body = m.encode(m.Done(number + 1, 2, 3))
        trace.received(Frame(FrameType.DATA, 5, seq=number, body=body).to_bytes(), 0.2)
    return list(trace.crossings())[skip:]


def test_frames_are_cut_however_the_bytes_arrive() -> None:
    trace = Trace()
    for byte in b"junk" + DATA + DATA:
        trace.received(bytes((byte,)), 1.0)
    assert [crossing.data for crossing in trace.crossings()] == [b"\0junk\0", DATA, DATA]


def test_the_ring_keeps_the_last_thousand() -> None:
    trace = Trace()
    for number in range(RING + 10):
        trace.sent(bytes((number % 256,)), float(number))
    assert len(trace.crossings()) == RING
    assert trace.crossings()[0].at == 10.0


def test_noise_without_an_end_is_kept_in_pieces() -> None:
    trace = Trace()
    trace.received(b"U" * 5_000, 1.0)
    assert sum(len(crossing.data) for crossing in trace.crossings()) <= 5_000
    assert trace.crossings()


def test_a_trace_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    crossings = recorded()
    path = write(tmp_path, "fault", "fault 203", crossings)
    assert read(path) == ("fault 203", crossings)


def test_old_traces_make_room(tmp_path: Path) -> None:
    for number in range(KEEP_FILES + 3):
        write(tmp_path, f"{number:03}", "fault 203", [])
    assert len(list(tmp_path.iterdir())) == KEEP_FILES


@pytest.mark.parametrize("text", ["", "[]", '{"v": 1}', '{"why": "x"}\n{"t": 1}'])
def test_another_file_is_no_trace(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(ValueError, match="no trace of ours"):
        read(tmp_path / "x")


def test_a_replay_tells_frames_noise_and_nonsense() -> None:
    bad = DATA[:10] + bytes((DATA[10] ^ 4,)) + DATA[11:]
    lies = Frame(FrameType.DATA, 5, body=m.encode(m.IdentifyPage(1, 1, 5, b"xx"))).to_bytes()
    crossings = [Crossing(1.0, False, each) for each in (DATA, bad, lies)]
    told = [str(line) for line in describe([*recorded()[:1], *crossings])]
    assert "→ SYNC session 0x0005 seq 0 ack 0: Sync(" in told[0]
    assert "← DATA session 0x0005 seq 3 ack 0: Status(" in told[1]
    assert "noise: CRC" in told[2]
    assert "IMPOSSIBLE: page beyond the end" in told[3]


def test_a_replay_goes_through_the_link_again() -> None:
    brought = replay_host(recorded())
    assert isinstance(brought[0], Opened)
    assert sum(isinstance(event, Delivered) for event in brought) == 5
    assert next(messages(brought)) == m.Done(1, 2, 3)


def test_a_replay_joins_a_session_in_its_middle() -> None:
    brought = replay_host(recorded(skip=4))
    assert list(messages(brought)) == [m.Done(3, 2, 3), m.Done(4, 2, 3), m.Done(5, 2, 3)]
