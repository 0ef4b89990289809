"""Both ends of a link over bad wires, and what no end may believe or choke on."""

from __future__ import annotations

import random
import struct
import zlib
from dataclasses import replace

import pytest
from cobs import cobs

from firmware_bridge.link.endpoint import (
    Closed,
    DeviceLink,
    HostLink,
    LinkState,
    Opened,
    Unsequenced,
)
from firmware_bridge.link.window import LinkTiming
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind, ResetCause
from firmware_bridge.wire.frame import BUFFER_CAP, Deframer, Frame, FrameType
from firmware_bridge.wire.messages import LOWEST, PROTOCOL, Refuse, Sync, SyncAnswer, encode
from hw_sim.board.device import Device
from hw_sim.faults.wire import WireFaults
from tests.firmware_bridge.link.ends import GREETING, answered
from tests.firmware_bridge.rig import Rig

CLEAN = WireFaults()
STUBBORN = LinkTiming(tries=40, silence_s=60.0)
"""For wires so bad that a real host would give up and open a new session."""


def number(count: int) -> list[bytes]:
    """Return *count* different bodies."""
    return [place.to_bytes(4, "little") * 4 for place in range(count)]


@pytest.mark.parametrize(
    ("faults", "count", "timing"),
    [
        (CLEAN, 2_000, None),
        (WireFaults(flip=0.01), 20_000, None),
        (WireFaults(flip=0.01, lose=0.005, duplicate=0.005, delay_s=0.01), 5_000, None),
        (WireFaults(flip=0.1, lose=0.02, duplicate=0.02, drop_byte=0.01), 5_000, STUBBORN),
    ],
    ids=["clean", "1 % damaged", "all a little", "15 % bad"],
)
def test_nothing_is_lost_doubled_or_out_of_order(
    faults: WireFaults, count: int, timing: LinkTiming | None
) -> None:
    rig = Rig(faults, timing=timing)
    rig.open()
    questions, answers = number(count), number(count // 4)
    for body in questions:
        rig.host.send(body)
    for body in answers:
        rig.device.send(body)
    rig.run(lambda: rig.host.channel.window.is_idle and rig.device.channel.window.is_idle, 20_000)
    assert rig.bodies(rig.device_got) == questions
    assert rig.bodies(rig.host_got) == answers
    assert rig.down.damaged > 0 or faults == CLEAN


def test_the_session_opens_over_a_wire_that_loses_half() -> None:
    rig = Rig(WireFaults(lose=0.5), seed=5)
    rig.open()
    assert any(isinstance(event, Opened) for event in rig.host_got)


def test_what_is_sent_before_the_session_opens_waits_for_it() -> None:
    rig = Rig(CLEAN)
    rig.host.send(b"early")
    rig.run(lambda: rig.bodies(rig.device_got) == [b"early"], 5)


def test_a_repeated_sync_does_not_restart_the_session() -> None:
    rig = Rig(CLEAN)
    rig.open()
    rig.host.send(b"first")
    rig.run(lambda: rig.bodies(rig.device_got) == [b"first"], 1)
    again = Frame(FrameType.SYNC, 0x4242, body=encode(Sync(1, 1)))
    assert rig.device.receive(again.to_bytes(), rig.now) == []
    rig.host.send(b"second")
    rig.run(lambda: rig.bodies(rig.device_got) == [b"first", b"second"], 1)


def test_an_answer_to_a_repeated_sync_does_not_open_the_session_again() -> None:
    rig = Rig(CLEAN)
    rig.open()
    late = Frame(FrameType.SYNACK, 0x4242, body=encode(SyncAnswer(1, 0, LOWEST, 1, 0)))
    assert rig.host.receive(late.to_bytes(), rig.now) == []
    assert rig.host.channel.protocol == PROTOCOL


def test_an_answer_to_a_sync_that_says_nothing_opens_no_session() -> None:
    host = HostLink(0x4242, 0.0)
    empty = Frame(FrameType.SYNACK, 0x4242, body=b"")
    assert host.receive(empty.to_bytes(), 0.0) == []
    assert host.state is LinkState.SYNCING


def test_frames_of_an_older_session_are_ignored() -> None:
    rig = Rig(CLEAN)
    rig.open()
    stale = Frame(FrameType.DATA, 0x1111, seq=0, body=b"stale")
    assert rig.device.receive(stale.to_bytes(), rig.now) == []
    assert rig.host.receive(stale.to_bytes(), rig.now) == []
    assert rig.host.channel.foreign == rig.device.channel.foreign == 1


def told_at(link: HostLink, until_s: float) -> list[float]:
    """Return when *link* says something until then, if nothing arrives."""
    times, now = [], 0.0
    while now <= until_s and link.state is not LinkState.DEAD:
        if link.frames(now):
            times.append(round(now, 3))
        link.receive(b"", now)
        due = link.deadline()
        now = until_s + 1 if due is None else max(due, now + 0.001)
    return times


def test_a_host_knocks_at_once_and_then_at_doubling_intervals_up_to_half_a_second() -> None:
    assert told_at(HostLink(1, 0.0), 3.0) == [0.0, 0.05, 0.15, 0.35, 0.75, 1.25, 1.75, 2.25, 2.75]


def test_an_idle_host_says_something_every_half_second() -> None:
    assert told_at(answered(), 1.9) == [0.5, 1.0, 1.5]


def test_a_host_sends_again_sooner_than_it_says_that_it_is_there() -> None:
    host = answered()
    host.send(b"body")
    host.frames(0.0)
    assert host.deadline() == LinkTiming().rto_start_s


def test_what_arrives_is_confirmed_at_once_without_a_number() -> None:
    rig = Rig(CLEAN)
    rig.open()
    rig.host.send(b"body")
    rig.device.receive(b"".join(rig.host.frames(rig.now)), rig.now)
    (answer,) = rig.device.frames(rig.now)
    assert Deframer().feed(answer) == [Frame(FrameType.ACK, 0x4242, seq=0, ack=1)]


def test_what_was_said_is_not_said_again() -> None:
    device = Rig(CLEAN).device
    device.receive(Frame(FrameType.SYNC, 7, body=encode(Sync(1, PROTOCOL))).to_bytes(), 0.0)
    assert len(device.frames(0.0)) == 1
    device.send(b"body")
    device.send_unreliable(b"telemetry")
    assert len(device.frames(0.0)) == 2
    assert device.frames(0.0) == []


@pytest.mark.parametrize(("room", "count"), [(0, 1), (3, 3), (8, 8), (200, 8)])
def test_no_more_is_on_its_way_than_the_board_has_room_for(room: int, count: int) -> None:
    host = answered(room)
    for body in number(20):
        host.send(body)
    assert len(host.frames(0.0)) == count


def test_heartbeats_keep_an_idle_link_open() -> None:
    rig = Rig(CLEAN)
    rig.open()
    end = rig.now + 60
    rig.run(lambda: rig.now > end, 70)
    assert rig.host.state is rig.device.state is LinkState.OPEN


def test_a_silent_table_is_noticed_within_two_and_a_half_seconds() -> None:
    rig = Rig(CLEAN)
    rig.open()
    rig.up.faults = rig.down.faults = WireFaults(lose=1.0)
    before = rig.now
    rig.run(lambda: rig.host.state is LinkState.DEAD, 5)
    assert rig.now - before <= 2.5
    assert Closed(905) in rig.host_got


def test_a_body_that_is_never_acknowledged_ends_the_link() -> None:
    rig = Rig(CLEAN, timing=LinkTiming(silence_s=600))
    rig.open()
    rig.up.faults = WireFaults(lose=1.0)
    rig.host.send(b"lost")
    rig.run(lambda: rig.host.state is LinkState.DEAD, 20)
    assert Closed(904) in rig.host_got
    assert rig.host.deadline() is None


def test_a_port_on_which_nobody_answers_is_given_up() -> None:
    link = HostLink(1, 0.0)
    assert link.receive(b"AT\r\nOK\r\n", 3.0) == [Closed(905)]


def test_a_restarted_table_says_that_it_does_not_know_the_session() -> None:
    rig = Rig(CLEAN)
    rig.open()
    rig.device = Rig(CLEAN).device
    rig.host.send(b"anyone?")
    rig.run(lambda: rig.host.state is LinkState.DEAD, 1)
    assert rig.host_got[-1] == Closed(908, (LOWEST, PROTOCOL))


def test_a_table_refuses_a_host_that_is_too_new() -> None:
    rig = Rig(CLEAN)
    future = Frame(FrameType.SYNC, 7, body=encode(Sync(PROTOCOL + 1, PROTOCOL + 2)))
    rig.device.receive(future.to_bytes(), 0.0)
    (answer,) = rig.device.frames(0.0)
    (frame,) = Deframer().feed(answer)
    assert frame.body == encode(Refuse(808, LOWEST, PROTOCOL))


@pytest.mark.parametrize("protocol", [LOWEST - 1, PROTOCOL + 1])
def test_a_host_refuses_a_table_that_is_too_new_or_too_old(protocol: int) -> None:
    link = HostLink(7, 0.0)
    answer = Frame(FrameType.SYNACK, 7, body=encode(replace(GREETING, protocol=protocol)))
    assert link.receive(answer.to_bytes(), 0.1) == [Closed(808, (protocol, protocol))]


@pytest.mark.parametrize(
    ("speaks", "agreed"), [((1, 1), 1), ((1, 2), 2), ((2, 3), 2)], ids=["older", "same", "newer"]
)
def test_both_agree_on_the_newest_protocol_that_they_share(
    speaks: tuple[int, int], agreed: int
) -> None:
    rig = Rig(CLEAN)
    rig.device = DeviceLink(lambda: SyncAnswer(1, 0, 99, 8, 0), speaks=speaks)
    rig.open()
    assert rig.host.channel.protocol == rig.device.channel.protocol == agreed


def test_a_host_that_is_a_second_late_has_no_lease() -> None:
    rig = Rig(CLEAN)
    rig.open()
    rig.run(lambda: rig.now > 5, 6)
    assert rig.device.has_lease(rig.now)
    rig.down.faults = WireFaults(lose=1.0)
    before = rig.now
    rig.run(lambda: not rig.device.has_lease(rig.now), 3)
    assert 0.9 <= rig.now - before <= 1.6
    assert rig.device.state is LinkState.OPEN


def test_the_emergency_stop_overtakes_everything() -> None:
    rig = Rig(CLEAN)
    rig.open()
    for body in number(50):
        rig.host.send(body)
    rig.host.send_urgent(b"stop")
    frames = [frame for raw in rig.host.frames(rig.now) for frame in Deframer().feed(raw)]
    assert [frame.type for frame in frames] == [FrameType.URGENT] * 3 + [FrameType.DATA] * 8


def test_the_emergency_stop_arrives_through_a_wire_that_loses_a_third() -> None:
    arrived = 0
    for seed in range(100):
        rig = Rig(CLEAN, seed=seed)
        rig.open()
        rig.down.faults = WireFaults(lose=1 / 3)
        rig.host.send_urgent(b"stop")
        rig.turn()
        arrived += Unsequenced(b"stop") in rig.device_got
    assert arrived >= 90


@pytest.mark.parametrize("session", [0, 65_536])
def test_a_session_has_a_number_that_fits(session: int) -> None:
    with pytest.raises(ValueError, match="1 to 65535"):
        HostLink(session, 0.0)
    assert HostLink(1, 0.0).channel.number == 1
    assert HostLink(65_535, 0.0).channel.number == 65_535
    assert DeviceLink(lambda: GREETING).channel.number == 0, "none yet"


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
    assert deframer.pending_bytes == 0
