"""Frames: round trips, golden bytes that any other implementation must produce, junk."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind
from firmware_bridge.wire.frame import BUFFER_CAP, GAP, Deframer, Frame, FrameType

REPORT = m.JobReport(
    7, 0x1122334400000001, 8, 3, 10, 100, 0, 0xFF, 0x55667788, 4, 7, bytes([1, 99, 3, 4])
)
GOLDEN = {
    "sync": (
        Frame(FrameType.SYNC, 0x1234, body=m.encode(m.Sync(1, 1))),
        "00 02 13 03 34 12 01 02 03 08 01 01 01 9e a5 ae 39 00",
    ),
    "sync answer": (
        Frame(
            FrameType.SYNACK, 0x1234, body=m.encode(m.SyncAnswer(0xA1B2C3D4, 2, 1, 8, 0x1020304))
        ),
        "00 02 14 03 34 12 01 02 0c 11 02 d4 c3 b2 a1 02 01 08 04 03 02 01 12 3d cd 54 00",
    ),
    "start": (
        Frame(
            FrameType.DATA, 0x1234, 5, 9, 0,
            m.encode(m.Start(7, 0x1122334400000001, JobKind.ROLL, 3, b"\x02")),
        ),
        "00 02 11 06 34 12 05 09 10 03 14 07 02 01 01 01 07 44 33 22 11 08 03 07 01 02 "
        "29 76 c9 ed 00",
    ),
    "ack after a gap": (
        Frame(FrameType.ACK, 0x1234, 0, 6, GAP),
        "00 05 12 01 34 12 02 06 01 05 60 1f 8d 7c 00",
    ),
    "emergency stop": (
        Frame(FrameType.URGENT, 0x1234, body=m.encode(m.EStop(0))),
        "00 02 15 03 34 12 01 02 02 02 1f 05 af 34 98 b4 00",
    ),
    "job report": (
        Frame(FrameType.DATA, 0x1234, 1, 6, 0, m.encode(REPORT)),
        "00 02 11 06 34 12 01 06 1e 03 92 07 02 01 01 01 09 44 33 22 11 08 03 0a 64 01 07 ff "
        "88 77 66 55 04 0b 07 04 01 63 03 04 ed 62 8f e6 00",
    ),
}  # fmt: skip

frames = st.builds(
    Frame,
    st.sampled_from(FrameType),
    st.integers(0, 0xFFFF),
    st.integers(0, 255),
    st.integers(0, 255),
    st.integers(0, 255),
    st.binary(max_size=m.MAX_BODY),
)


@pytest.mark.parametrize(("frame", "text"), GOLDEN.values(), ids=GOLDEN)
def test_a_frame_has_these_very_bytes(frame: Frame, text: str) -> None:
    assert frame.to_bytes() == bytes.fromhex(text)


@pytest.mark.parametrize(("frame", "text"), GOLDEN.values(), ids=GOLDEN)
def test_these_very_bytes_are_the_frame(frame: Frame, text: str) -> None:
    assert Deframer().feed(bytes.fromhex(text)) == [frame]


@given(st.lists(frames, max_size=5), st.integers(1, 40))
def test_frames_come_out_as_they_went_in_however_the_bytes_are_cut(
    frame_list: list[Frame], piece: int
) -> None:
    stream = b"".join(frame.to_bytes() for frame in frame_list)
    deframer = Deframer()
    got = []
    for start in range(0, len(stream), piece):
        got += deframer.feed(stream[start : start + piece])
    assert got == frame_list
    assert deframer.bad == 0


@given(st.binary(max_size=2_000).map(lambda junk: junk.replace(b"\0", b"\1")), frames)
def test_a_good_frame_after_junk_is_accepted(junk: bytes, frame: Frame) -> None:
    deframer = Deframer()
    assert deframer.feed(junk + frame.to_bytes())[-1] == frame


@given(frames, st.data())
def test_a_frame_with_a_turned_bit_is_never_taken_for_another(
    frame: Frame, data: st.DataObject
) -> None:
    spoilt = bytearray(frame.to_bytes())
    bit = data.draw(st.integers(0, 8 * len(spoilt) - 1))
    spoilt[bit // 8] ^= 1 << bit % 8
    assert Deframer().feed(bytes(spoilt) + b"\0") in ([], [frame])


def test_sixty_thousand_damaged_frames_are_all_refused() -> None:
    rng = random.Random(7)
    original = Frame(FrameType.DATA, 0x1234, 1, 6, 0, m.encode(REPORT))
    packet = original.to_bytes()
    deframer = Deframer()
    for _ in range(60_000):
        spoilt = bytearray(packet)
        for place in rng.sample(range(1, len(packet) - 1), 3):
            spoilt[place] = rng.randrange(256)
        assert all(frame == original for frame in deframer.feed(bytes(spoilt)))
    assert deframer.bad > 57_000


def test_endless_noise_takes_bounded_memory() -> None:
    deframer = Deframer()
    rng = random.Random(1)
    for _ in range(200):
        deframer.feed(rng.randbytes(5_000).replace(b"\0", b"\1"))
        assert len(deframer._buffer) <= BUFFER_CAP
    assert deframer.feed(GOLDEN["sync"][0].to_bytes()) == [GOLDEN["sync"][0]]


def test_random_bytes_never_raise() -> None:
    rng = random.Random(2)
    deframer = Deframer()
    for _ in range(500):
        assert deframer.feed(rng.randbytes(2_000)) == []


def test_a_body_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 240"):
        Frame(FrameType.DATA, body=bytes(241))
