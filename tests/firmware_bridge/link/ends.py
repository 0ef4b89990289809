"""Both ends of a link in session 7 or 0x4242, and the frames that they are given by hand."""

from __future__ import annotations

from typing import Any

from firmware_bridge.link.endpoint import DeviceLink, HostLink, Opened
from firmware_bridge.wire.frame import Deframer, Frame, FrameType
from firmware_bridge.wire.messages import LOWEST, PROTOCOL, Sync, SyncAnswer, encode

GREETING = SyncAnswer(1, 0, PROTOCOL, 8, 0)


def answered(room: int = 8) -> HostLink:
    """Return a host's link, just opened by a board with room for *room* bodies."""
    host = HostLink(0x4242, 0.0)
    answer = SyncAnswer(1, 0, PROTOCOL, room, 0)
    host.receive(Frame(FrameType.SYNACK, 0x4242, body=encode(answer)).to_bytes(), 0.0)
    return host


def framed(kind: FrameType, session: int = 7, **fields: Any) -> bytes:
    """Return the bytes of a frame."""
    return Frame(kind, session, **fields).to_bytes()


def said_by(link: HostLink | DeviceLink, now: float = 0.0) -> list[Frame]:
    """Return the frames that *link* writes now."""
    return [frame for raw in link.frames(now) for frame in Deframer().feed(raw)]


def met(now: float = 0.0) -> DeviceLink:
    """Return a board's link in session 7 with a host, all of its answers given."""
    device = DeviceLink(lambda: GREETING)
    sync = framed(FrameType.SYNC, body=encode(Sync(LOWEST, PROTOCOL)))
    assert device.receive(sync, now) == [Opened(GREETING)]
    assert [frame.type for frame in said_by(device, now)] == [FrameType.SYNACK]
    return device
