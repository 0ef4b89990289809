"""Frames: `00 | COBS(header · body · CRC-32) | 00` (`protocol.md` §6.2); speeds."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Final

from cobs import cobs

from firmware_bridge.wire.messages import MAX_BODY

BAUD: Final = 115_200
"""The speed at which every port is opened and every board starts."""

FAST: Final = (250_000, 1_000_000)
"""Speeds that a host tries where its port and the board can both be set to them."""

FALL_BACK_S: Final = 1.0
"""So long without a whole frame at a faster speed, and an end goes back to the usual one."""

FRAME_VERSION: Final = 1
"""The form of a frame itself; what is said in it is agreed at SYNC (§6.6)."""

GAP: Final = 1
"""Flag of an acknowledgement sent because a frame was missing before the one received."""

_HEADER: Final = struct.Struct("<BBHBBH")
_CRC: Final = struct.Struct("<I")
BUFFER_CAP: Final = 512
"""Longest run of bytes without a delimiter that is kept; more is noise."""
RECENT: Final = 16
"""Number of frames that are remembered as read."""


class FrameType(IntEnum):
    """What a frame is for."""

    DATA = 1
    """A numbered body: it arrives once and in order."""
    ACK = 2
    """No body: acknowledges, and is the heartbeat."""
    SYNC = 3
    """Host asks for a session: `Sync`."""
    SYNACK = 4
    """Board opens it: `SyncAnswer`."""
    URGENT = 5
    """Host, outside the order: `EStop`."""
    TELEM = 6
    """Board, outside the order, may be lost: `JobReport` with tag 0."""
    REFUSE = 7
    """Board has no such session (908), or speaks no such version (808): `Refuse`."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of the link; *seq* and *ack* count modulo 256."""

    type: FrameType
    session: int = 0
    seq: int = 0
    ack: int = 0
    flags: int = 0
    body: bytes = b""

    def __post_init__(self) -> None:
        if len(self.body) > MAX_BODY:
            raise ValueError(f"a frame body of {len(self.body)} bytes: at most {MAX_BODY}")

    def to_bytes(self) -> bytes:
        """Return the frame as it goes over the wire, delimiters included."""
        head = _HEADER.pack(
            FRAME_VERSION << 4 | self.type,
            self.flags,
            self.session,
            self.seq,
            self.ack,
            len(self.body),
        )
        raw = head + self.body
        return b"\0" + bytes(cobs.encode(raw + _CRC.pack(zlib.crc32(raw)))) + b"\0"


class BadFrameError(ValueError):
    """Bytes between two delimiters that are no frame."""


@lru_cache(maxsize=RECENT)
def parse(packet: bytes) -> Frame:
    """Return the frame in *packet* (COBS, without delimiters); raise `BadFrameError`.

    A board's receive interrupt and its loop read the same frame one after the other.
    """
    try:
        raw = bytes(cobs.decode(packet))
    except cobs.DecodeError as problem:
        raise BadFrameError("not COBS") from problem
    if len(raw) < _HEADER.size + _CRC.size:
        raise BadFrameError("too short")
    if zlib.crc32(raw[: -_CRC.size]) != _CRC.unpack(raw[-_CRC.size :])[0]:
        raise BadFrameError("CRC")
    first, flags, session, seq, ack, length = _HEADER.unpack_from(raw)
    body = raw[_HEADER.size : -_CRC.size]
    if first >> 4 != FRAME_VERSION:
        raise BadFrameError("other version")
    if length != len(body) or length > MAX_BODY:
        raise BadFrameError("wrong length")
    try:
        kind = FrameType(first & 0x0F)
    except ValueError as problem:
        raise BadFrameError("unknown type") from problem
    return Frame(kind, session, seq, ack, flags, body)


@dataclass(slots=True)
class Deframer:
    """Cut a byte stream into frames; junk is dropped and counted, memory is bounded."""

    noise: Counter[str] = field(default_factory=Counter)
    """Runs of bytes dropped so far, by what was wrong with them."""
    _buffer: bytearray = field(default_factory=bytearray)
    _skipping: bool = False

    @property
    def bad(self) -> int:
        """How many runs of bytes were dropped so far."""
        return self.noise.total()

    @property
    def pending_bytes(self) -> int:
        """How many bytes of an unfinished run are kept."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[Frame]:
        """Return the whole frames that *data* completes, in order."""
        frames: list[Frame] = []
        if not data:
            return frames
        *packets, rest = data.split(b"\0")
        for packet in packets:
            self._add(packet)
            if self._buffer and not self._skipping:
                self._cut(frames)
            self._buffer.clear()
            self._skipping = False
        self._add(rest)
        return frames

    def _add(self, piece: bytes) -> None:
        """Keep *piece* unless the run has grown past any frame."""
        if self._skipping:
            return
        self._buffer += piece
        if len(self._buffer) > BUFFER_CAP:
            self._buffer.clear()
            self._skipping = True
            self.noise["too long"] += 1

    def _cut(self, frames: list[Frame]) -> None:
        try:
            frames.append(parse(bytes(self._buffer)))
        except BadFrameError as problem:
            self.noise[str(problem)] += 1
