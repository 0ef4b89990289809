"""The last frames that crossed a port: kept, written down on a fault, told again."""

from __future__ import annotations

import json
import threading
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware_bridge.link.endpoint import Delivered, HostLink, LinkEvent, Unsequenced
from firmware_bridge.link.session import implausibility
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.frame import BUFFER_CAP, Deframer, Frame, FrameType

RING: Final = 1_000
"""Frames kept, both directions together."""

KEEP_FILES: Final = 20
"""Traces kept in a folder; the oldest makes room."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A frame, or a run of noise, that crossed the port."""

    at: float
    """Seconds of the clock that the link runs by."""
    is_out: bool
    """Whether the host sent it."""
    data: bytes

    def to_json(self) -> dict[str, object]:
        """Return the line of a trace file."""
        way = "out" if self.is_out else "in"
        return {"t": round(self.at, 6), "way": way, "hex": self.data.hex()}


@dataclass(slots=True)
class Trace:
    """The ring; written by the I/O thread, copied by any other."""

    _ring: deque[Crossing] = field(default_factory=lambda: deque(maxlen=RING))
    _rest: bytearray = field(default_factory=bytearray)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def record_sent(self, frame: bytes, now: float) -> None:
        """Keep a *frame* that goes out."""
        with self._lock:
            self._ring.append(Crossing(now, True, frame))

    def record_received(self, data: bytes, now: float) -> None:
        """Keep what came in, cut where frames are cut; a run without an end is kept in pieces."""
        *whole, rest = data.split(b"\0")
        with self._lock:
            for run in whole:
                self._rest += run
                if self._rest:
                    self._ring.append(Crossing(now, False, b"\0" + bytes(self._rest) + b"\0"))
                self._rest.clear()
            self._rest += rest
            if len(self._rest) > BUFFER_CAP:
                self._ring.append(Crossing(now, False, bytes(self._rest)))
                self._rest.clear()

    def crossings(self) -> tuple[Crossing, ...]:
        """Return what is kept, oldest first."""
        with self._lock:
            return tuple(self._ring)


def write(folder: Path, name: str, why: str, crossings: Iterable[Crossing]) -> Path:
    """Write a trace file called *name* into *folder* and return it; old ones make room.

    *why* tells people what had happened when it was written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.jsonl"
    rows: list[dict[str, object]] = [{"v": 1, "why": why}]
    rows += [crossing.to_json() for crossing in crossings]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for old in sorted(folder.glob("*.jsonl"), key=lambda file: file.stat().st_mtime)[:-KEEP_FILES]:
        old.unlink()
    return path


def read(path: Path) -> tuple[str, list[Crossing]]:
    """Return why the trace at *path* was written, and what it holds.

    Raise `ValueError` where it is no trace file.
    """
    try:
        head, *rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        crossings = [
            Crossing(float(row["t"]), row["way"] == "out", bytes.fromhex(row["hex"]))
            for row in rows
        ]
        return str(head["why"]), crossings
    except (ValueError, KeyError, TypeError) as problem:
        raise ValueError(f"{path} is no trace of ours: {problem}") from problem


@dataclass(frozen=True, slots=True)
class TraceLine:
    """A line of the replay."""

    at: float
    is_out: bool
    text: str

    def __str__(self) -> str:
        return f"{self.at:12.4f} {'→' if self.is_out else '←'} {self.text}"


def describe(crossings: Iterable[Crossing]) -> Iterator[TraceLine]:
    """Yield each frame of a trace in words; noise is told as what was wrong with it."""
    ends: dict[bool, Deframer] = defaultdict(Deframer)
    for crossing in crossings:
        deframer = ends[crossing.is_out]
        before = deframer.noise.copy()
        for frame in deframer.feed(crossing.data):
            yield TraceLine(crossing.at, crossing.is_out, describe_frame(frame))
        for wrong in deframer.noise - before:
            text = f"noise: {wrong} ({len(crossing.data)} bytes)"
            yield TraceLine(crossing.at, crossing.is_out, text)


def describe_frame(frame: Frame) -> str:
    """Return *frame* in words."""
    head = f"{frame.type.name} session {frame.session:#06x} seq {frame.seq} ack {frame.ack}"
    if not frame.body:
        return head
    try:
        message = m.decode(frame.body)
    except m.BadMessageError as problem:
        return f"{head}: {problem}"
    impossible = implausibility(message)
    return f"{head}: {message}" + (f" IMPOSSIBLE: {impossible}" if impossible else "")


def replay_host(crossings: Iterable[Crossing]) -> list[LinkEvent]:
    """Return what the table's frames of a trace bring to a host's link, with its own times.

    A trace that begins in the middle of a session is joined where it begins.
    """
    link: HostLink | None = None
    events: list[LinkEvent] = []
    for crossing in crossings:
        if crossing.is_out:
            link = _after_host_frame(link, crossing)
            continue
        if link is None:
            link = _join_session(crossing)
        if link is not None:
            events += link.receive(crossing.data, crossing.at)
    return events


def messages(events: Iterable[LinkEvent]) -> Iterator[m.Message]:
    """Yield the messages among *events* that can be true."""
    for event in events:
        if not isinstance(event, Delivered | Unsequenced):
            continue
        try:
            message = m.decode(event.body)
        except m.BadMessageError:
            continue
        if not implausibility(message):
            yield message


def _after_host_frame(link: HostLink | None, crossing: Crossing) -> HostLink | None:
    """Return the link after a frame of the host: a SYNC of a new session begins another."""
    for frame in Deframer().feed(crossing.data):
        is_known = link is not None and link.channel.number == frame.session
        if frame.type is FrameType.SYNC and frame.session and not is_known:
            return HostLink(frame.session, crossing.at)
    return link


def _join_session(crossing: Crossing) -> HostLink | None:
    for frame in Deframer().feed(crossing.data):
        if frame.session:
            link = HostLink(frame.session, crossing.at)
            link.join(frame.seq if frame.type is FrameType.DATA else 0, crossing.at)
            return link
    return None
