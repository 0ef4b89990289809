"""Telling a trace again: what each frame was, and what the link makes of it all.

The host's side of the trace goes through a `DeviceLink`, the table's through a
`HostLink`, so what is told is what our own program understood.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_bridge.link.endpoint import Delivered, HostLink, Loose
from firmware_bridge.link.plausible import nonsense
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.frame import Deframer, Frame, FrameType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from firmware_bridge.link.endpoint import Happening
    from firmware_bridge.link.trace import Crossing


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the replay."""

    at: float
    is_out: bool
    text: str

    def __str__(self) -> str:
        return f"{self.at:12.4f} {'→' if self.is_out else '←'} {self.text}"


def tell(crossings: Iterable[Crossing]) -> Iterator[Told]:
    """Yield each frame of a trace in words; noise is told as what was wrong with it."""
    ends = {True: Deframer(), False: Deframer()}
    for crossing in crossings:
        deframer = ends[crossing.is_out]
        before = deframer.noise.copy()
        for frame in deframer.feed(crossing.data):
            yield Told(crossing.at, crossing.is_out, describe(frame))
        for wrong in deframer.noise - before:
            text = f"noise: {wrong} ({len(crossing.data)} bytes)"
            yield Told(crossing.at, crossing.is_out, text)


def describe(frame: Frame) -> str:
    """Return *frame* in words."""
    head = f"{frame.type.name} session {frame.session:#06x} seq {frame.seq} ack {frame.ack}"
    if not frame.body:
        return head
    try:
        message = m.decode(frame.body)
    except m.BadMessageError as problem:
        return f"{head}: {problem}"
    impossible = nonsense(message)
    return f"{head}: {message}" + (f" IMPOSSIBLE: {impossible}" if impossible else "")


def feed_back(crossings: Iterable[Crossing]) -> list[Happening]:
    """Return what the table's frames of a trace bring to a host's link, with its own times.

    A trace that begins in the middle of a session is joined where it begins.
    """
    link: HostLink | None = None
    brought: list[Happening] = []
    for crossing in crossings:
        if crossing.is_out:
            link = _asked(link, crossing)
            if link is not None:
                link.frames(crossing.at)
            continue
        if link is None:
            link = _joined(crossing)
        if link is not None:
            brought += link.receive(crossing.data, crossing.at)
    return brought


def messages(happenings: Iterable[Happening]) -> Iterator[m.Message]:
    """Yield the messages among *happenings* that can be true."""
    for happening in happenings:
        if not isinstance(happening, Delivered | Loose):
            continue
        try:
            message = m.decode(happening.body)
        except m.BadMessageError:
            continue
        if not nonsense(message):
            yield message


def _asked(link: HostLink | None, crossing: Crossing) -> HostLink | None:
    """Return the link after a frame of the host: a SYNC of a new session begins anew."""
    for frame in Deframer().feed(crossing.data):
        known = link is not None and link.session.number == frame.session
        if frame.type is FrameType.SYNC and frame.session and not known:
            return HostLink(frame.session, crossing.at)
    return link


def _joined(crossing: Crossing) -> HostLink | None:
    """Return a link in the middle of the session of the frame that came in, if it is one."""
    for frame in Deframer().feed(crossing.data):
        if frame.session:
            link = HostLink(frame.session, crossing.at)
            link.join(frame.seq if frame.type is FrameType.DATA else 0, crossing.at)
            return link
    return None
