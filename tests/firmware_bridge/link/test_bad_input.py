"""Bytes that should not come: counted, named, and never acted on, by host and table alike."""

from __future__ import annotations

import random
import struct
import zlib

import pytest
from cobs import cobs

from firmware_bridge.link.endpoint import Closed, HostLink, LinkState
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, ResetCause
from firmware_bridge.wire.frame import BUFFER_CAP, Deframer, Frame, FrameType
from hw_sim.board.device import Device
from hw_sim.faults.wire import WireFaults
from tests.firmware_bridge.rig import Rig

FACES = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
START = m.encode(m.Start(1, 1 << 32 | 1, JobKind.DROP, 0, b""))
SESSION = 0x4242


def sealed(head: bytes, body: bytes = START, off: int = 0) -> bytes:
    """Return a frame with a right checksum, or one that is *off*, whatever its *head* says."""
    raw = head + body
    return b"\0" + bytes(cobs.encode(raw + struct.pack("<I", zlib.crc32(raw) ^ off))) + b"\0"


def head(version: int, kind: int, length: int = len(START)) -> bytes:
    return struct.pack("<BBHBBH", version << 4 | kind, 0, SESSION, 0, 0, length)


GOOD = sealed(head(1, FrameType.DATA))
BAD = {
    "modem commands": (b"\0AT+CGMM\r\n\0", "not COBS"),
    "a wrong checksum": (sealed(head(1, FrameType.DATA), off=8), "CRC"),
    "a lost byte": (GOOD[:9] + GOOD[10:], None),
    "a frame cut short": (GOOD[: len(GOOD) // 2] + b"\0", None),
    "another version": (sealed(head(2, FrameType.DATA)), "other version"),
    "a wrong length": (sealed(head(1, FrameType.DATA, 3)), "wrong length"),
    "an unknown type": (sealed(head(1, 15)), "unknown type"),
    "nothing but a checksum": (sealed(b"", b""), "too short"),
    "no end": (b"U" * (BUFFER_CAP + 1), "too long"),
}
"""What comes, and what it is called; `None` where that depends on the bytes."""


@pytest.mark.parametrize("what", BAD)
def test_noise_is_counted_by_name_and_brings_nothing(what: str) -> None:
    noise, name = BAD[what]
    deframer = Deframer()
    assert deframer.feed(noise) == []
    assert deframer.noise.total() == 1
    assert name is None or deframer.noise[name] == 1
    assert [frame.body for frame in deframer.feed(b"\0" + GOOD)] == [START]


@pytest.mark.parametrize("what", BAD)
def test_no_noise_moves_the_table(what: str) -> None:
    device = Device(FACES)
    sync = Frame(FrameType.SYNC, SESSION, body=m.encode(m.Sync(1, 2))).to_bytes()
    device.receive(sync, 0.0)
    device.frames(0.0)
    device.receive(BAD[what][0], 0.1)
    assert device.machine.kind is None


def test_frames_of_another_session_are_counted_and_move_nothing() -> None:
    rig = Rig(WireFaults())
    rig.open()
    stale = Frame(FrameType.DATA, 0x1111, body=START).to_bytes()
    assert rig.device.receive(stale, rig.now) == []
    assert rig.device.channel.foreign == 1


def test_a_port_at_the_wrong_speed_is_called_silent() -> None:
    rng, link, now = random.Random(5), HostLink(SESSION, 0.0), 0.0
    events: list[object] = []
    while link.state is not LinkState.DEAD:
        now += 0.05
        events += link.receive(rng.randbytes(200), now)
    assert events == [Closed(905)]
    assert link.channel.deframer.bad > 10
    assert now <= 3.1


@pytest.mark.parametrize("cause", ResetCause)
def test_a_board_that_hears_ten_thousand_random_bytes_at_boot_stays_at_rest(
    cause: ResetCause,
) -> None:
    rng, device = random.Random(cause), Device(FACES)
    device.reset(cause)
    for step in range(10):
        device.receive(rng.randbytes(1_000), 0.01 * step)
        device.frames(0.01 * step)
    assert device.machine.kind is None


def test_noise_is_forgotten_as_soon_as_it_is_counted() -> None:
    deframer = Deframer()
    deframer.feed(b"U" * 1_000_000)
    assert deframer.held == 0
