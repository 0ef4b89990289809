"""Frames and sessions of the Table Link Protocol, written from `docs/protocol.md` alone.

Like `board.py` this imports nothing of ours: it is what somebody else would write who has read
the sections named here, and so a test of them.
"""

from __future__ import annotations

import struct
import zlib
from collections import deque

FRAME_VERSION = 1
DATA, ACK, SYNC, SYNACK, URGENT, _, REFUSE = range(1, 8)
GAP = 1
MAX_BODY, MAX_PACKET = 240, 253
VERSION = 2
WINDOW = 4
RTO_S, RTO_MAX_S, TRIES = 0.2, 1.0, 6
HEARTBEAT_S, SILENCE_S = 0.5, 2.0
HEADER = struct.Struct("<BBHBBH")


def stuffed(raw: bytes) -> bytes:
    """Return *raw* without zeros (§6.2); it is shorter than 254 bytes."""
    return b"".join(bytes([len(run) + 1]) + run for run in raw.split(b"\0"))


def unstuffed(packet: bytes) -> bytes | None:
    """Return what was stuffed into *packet*, nothing where it is no such thing."""
    runs, at = [], 0
    while at < len(packet):
        end = at + packet[at]
        if end == at or end > len(packet):
            return None
        runs.append(packet[at + 1 : end])
        at = end
    return b"\0".join(runs)


def framed(kind: int, session: int, body: bytes, seq: int = 0, ack: int = 0, gap: int = 0) -> bytes:
    """Return a frame as it goes over the wire."""
    raw = HEADER.pack(FRAME_VERSION << 4 | kind, gap, session, seq, ack, len(body)) + body
    return b"\0" + stuffed(raw + struct.pack("<I", zlib.crc32(raw))) + b"\0"


class Head:
    """A frame that arrived."""

    def __init__(self, raw: bytes) -> None:
        first, self.flags, self.session, self.seq, self.ack, size = HEADER.unpack_from(raw)
        self.kind, self.version = first & 15, first >> 4
        self.body = raw[HEADER.size : -4]
        self.is_whole = size == len(self.body) <= MAX_BODY and self.version == FRAME_VERSION


def parsed(packet: bytes) -> Head | None:
    """Return the frame in what stood between two zeros, nothing where that is none."""
    raw = unstuffed(packet)
    if raw is None or len(raw) < HEADER.size + 4:
        return None
    if zlib.crc32(raw[:-4]) != struct.unpack("<I", raw[-4:])[0]:
        return None
    head = Head(raw)
    return head if head.is_whole and DATA <= head.kind <= REFUSE else None


class Line:
    """The board's end of the line: sessions, and bodies once and in order (§6.3)."""

    def __init__(self, hello: bytes) -> None:
        """Answer those who knock with *hello*: boot number and cause, then the dictionary's CRC."""
        self.is_open = False
        self.heard_at = 0.0
        self._hello = hello
        self._packet = b""
        self._out: list[bytes] = []
        self._session = 0
        self._begin(0, 0.0)

    def hear(self, data: bytes, now: float) -> list[tuple[str, bytes]]:
        """Return what *data* brings: `opened`, or a `body`, or an `urgent` one."""
        news = []
        *packets, rest = (self._packet + data).split(b"\0")
        for packet in packets:
            head = parsed(packet) if len(packet) <= MAX_PACKET else None
            if head is not None:
                news += self._take(head, now)
        self._packet = rest[: MAX_PACKET + 1]
        return news

    def say(self, body: bytes) -> None:
        """Queue *body* for the host of the session."""
        if self.is_open:
            self._waiting.append(body)

    def write(self, now: float) -> bytes:
        """Return what is to be written now."""
        self._give_up(now)
        if self.is_open:
            self._write_bodies(now)
        out, self._out = b"".join(self._out), []
        return out

    def due(self) -> float | None:
        """Return when `write` has something to say though nothing was heard."""
        if not self.is_open:
            return None
        times = [self._said_at + HEARTBEAT_S, self.heard_at + SILENCE_S]
        return min([*times, self._expires_at] if self._flying else times)

    def _begin(self, session: int, now: float) -> None:
        self._session, self._expected, self._base = session, 0, 0
        self._waiting: deque[bytes] = deque()
        self._flying: deque[bytes] = deque()
        self._again = False  # whether everything on its way is to be sent once more
        self._went_back = self._owes_ack = False
        self._gap = self._timeouts = 0
        self._rto = RTO_S
        self._expires_at = self._said_at = self.heard_at = now

    def _take(self, head: Head, now: float) -> list[tuple[str, bytes]]:
        if head.kind == URGENT:
            return [("urgent", head.body)]
        if head.kind == SYNC:
            return self._knock(head, now)
        if not self.is_open or head.session != self._session:
            if not self.is_open and head.session:
                self._refuse(head.session, 908)
            return []
        self.heard_at = now
        if head.kind not in (DATA, ACK):
            return []
        self._acknowledged(head, now)
        return self._numbered(head) if head.kind == DATA else []

    def _knock(self, head: Head, now: float) -> list[tuple[str, bytes]]:
        if len(head.body) < 3 or head.body[0] != 1 or not head.session:
            return []
        lowest, highest = head.body[1:3]
        if not lowest <= VERSION <= highest:
            self._refuse(head.session, 808)
            return []
        boot, cause, crc = struct.unpack("<IBI", self._hello)
        body = struct.pack("<BIBBBI", 2, boot, cause, VERSION, WINDOW, crc)
        self._out.append(framed(SYNACK, head.session, body))
        if self.is_open and head.session == self._session:
            return []
        self.is_open = True
        self._begin(head.session, now)
        return [("opened", b"")]

    def _refuse(self, session: int, code: int) -> None:
        body = struct.pack("<BHBB", 3, code, VERSION, VERSION)
        self._out.append(framed(REFUSE, session, body))

    def _acknowledged(self, head: Head, now: float) -> None:
        freed = (head.ack - self._base) % 256
        if freed > len(self._flying):
            return
        if freed:
            for _ in range(freed):
                self._flying.popleft()
            self._base = head.ack
            self._went_back, self._timeouts, self._rto = False, 0, RTO_S
            self._expires_at = now + RTO_S
        elif head.flags & GAP and self._flying and not self._went_back:
            self._again = self._went_back = True

    def _numbered(self, head: Head) -> list[tuple[str, bytes]]:
        self._owes_ack = True
        ahead = (head.seq - self._expected) % 256
        self._gap = GAP if 0 < ahead < 128 else 0
        if ahead:
            return []
        self._expected = (self._expected + 1) % 256
        return [("body", head.body)]

    def _give_up(self, now: float) -> None:
        if self.is_open and self._flying and now >= self._expires_at:
            self._timeouts += 1
            self._rto = min(2 * self._rto, RTO_MAX_S)
            self._expires_at = now + self._rto
            self._again = True
        if self._timeouts >= TRIES or now >= self.heard_at + SILENCE_S:
            self.is_open = False

    def _write_bodies(self, now: float) -> None:
        first = 0 if self._again else len(self._flying)
        self._again = False
        if not self._flying:
            self._expires_at = now + self._rto
        while self._waiting and len(self._flying) < WINDOW:
            self._flying.append(self._waiting.popleft())
        due = list(self._flying)[first:]
        for place, body in enumerate(due, first):
            self._write_one(DATA, body, (self._base + place) % 256)
        if not due and (self._owes_ack or now >= self._said_at + HEARTBEAT_S):
            self._write_one(ACK, b"", 0)
            due = [b""]
        if due:
            self._owes_ack, self._gap, self._said_at = False, 0, now

    def _write_one(self, kind: int, body: bytes, seq: int) -> None:
        frame = framed(kind, self._session, body, seq, self._expected, self._gap)
        self._out.append(frame)
