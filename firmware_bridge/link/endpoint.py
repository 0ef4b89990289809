"""The link: sessions over frames, reliable bodies in order (`protocol.md` §6.3); no I/O.

Feed received bytes to `receive`, ask `frames` what to write, sleep until `deadline`.
Both ends share the session; they differ in who opens it. Time is passed in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeVar

from firmware_bridge.link.window import LinkTiming, Window
from firmware_bridge.wire.frame import GAP, Deframer, Frame, FrameType
from firmware_bridge.wire.messages import (
    LOWEST,
    PROTOCOL,
    BadMessageError,
    Refuse,
    Sync,
    SyncAnswer,
    decode,
    encode,
)

UNKNOWN_SESSION: Final = 908
"""`Refuse.code` of a device that has restarted and does not know the session."""

UNSUPPORTED: Final = 808

_M = TypeVar("_M", Sync, SyncAnswer, Refuse)


class LinkState(StrEnum):
    """Where a link stands."""

    SYNCING = "syncing"
    LISTENING = "listening"
    OPEN = "open"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Opened:
    """A session is open; *answer* is what the device said of itself."""

    answer: SyncAnswer


@dataclass(frozen=True, slots=True)
class Delivered:
    """A reliable body arrived, in order, once."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Unsequenced:
    """An unsequenced body arrived: it may be missing, doubled or late."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """The session is over; *reason* is a fault code of the catalogue (9xx or 808)."""

    reason: int
    versions: tuple[int, int] = (0, 0)


LinkEvent = Opened | Delivered | Unsequenced | Closed


@dataclass(slots=True)
class Channel:
    """What both ends of an open link do the same way."""

    timing: LinkTiming
    number: int = 0
    protocol: int = PROTOCOL
    """The version agreed for this session."""
    window: Window = field(init=False)
    deframer: Deframer = field(default_factory=Deframer)
    foreign: int = 0
    """Frames of other sessions that were ignored."""
    heard_at: float = 0.0
    _sent_at: float = 0.0
    _ack_due: bool = False
    _gap_seen: bool = False
    _unsequenced: list[tuple[FrameType, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.window = Window(self.timing)

    def begin(self, number: int, size: int, now: float) -> None:
        """Start session *number* afresh: nothing of an older one survives."""
        self.number = number
        self.window = Window(self.timing, size)
        self.heard_at = self._sent_at = now
        self._ack_due = self._gap_seen = False
        self._unsequenced.clear()

    def take(self, frame: Frame, now: float) -> list[LinkEvent]:
        """Return what *frame* of this session brings."""
        self.heard_at = now
        if frame.type in (FrameType.TELEM, FrameType.URGENT):
            return [Unsequenced(frame.body)]
        if frame.type not in (FrameType.DATA, FrameType.ACK):
            return []
        self.window.take_ack(frame.ack, gap=bool(frame.flags & GAP), now=now)
        if frame.type is FrameType.ACK:
            return []
        verdict = self.window.accept(frame.seq)
        self._ack_due = True
        self._gap_seen = verdict > 0
        return [Delivered(frame.body)] if verdict == 0 else []

    def send_urgent(self, body: bytes) -> None:
        """Send *body* three times, unsequenced and ahead of all that is not."""
        self._unsequenced += [(FrameType.URGENT, body)] * 3

    def send_unreliable(self, body: bytes) -> None:
        """Send *body* once, unsequenced."""
        self._unsequenced.append((FrameType.TELEM, body))

    def frames(self, now: float) -> list[Frame]:
        """Return the frames to write now, those without a number first."""
        out = [self._frame(kind, body=body) for kind, body in self._unsequenced]
        self._unsequenced.clear()
        flags = GAP if self._gap_seen else 0
        data = [self._frame(FrameType.DATA, seq, body, flags) for seq, body in self.window.due(now)]
        if not data and (self._ack_due or now >= self._sent_at + self.timing.heartbeat_s):
            data = [self._frame(FrameType.ACK, flags=flags)]
        if data:
            self._ack_due = self._gap_seen = False
            self._sent_at = now
        return out + data

    def has_lease(self, now: float) -> bool:
        """Whether the other side's heartbeat is less than `lease_s` late (§6.5)."""
        return now < self.heard_at + self.timing.heartbeat_s + self.timing.lease_s

    def is_silent(self, now: float) -> bool:
        """Whether the other side has not been heard for four heartbeats."""
        return now >= self.heard_at + self.timing.silence_s

    def deadline(self) -> float:
        """Return when something must be done though nothing arrives."""
        timing, expiry = self.timing, self.window.deadline()
        due = min(self._sent_at + timing.heartbeat_s, self.heard_at + timing.silence_s)
        return due if expiry is None else min(due, expiry)

    def _frame(self, kind: FrameType, seq: int = 0, body: bytes = b"", flags: int = 0) -> Frame:
        return Frame(kind, self.number, seq, self.window.expected, flags, body)


class HostLink:
    """The host's end: asks for a session until the device answers."""

    def __init__(self, session: int, now: float, timing: LinkTiming | None = None) -> None:
        """Ask for *session* (1–65535, fresh for every opening of the port) from *now* on."""
        if not 1 <= session <= 0xFFFF:
            raise ValueError(f"session {session}: 1 to 65535")
        self.timing = timing or LinkTiming()
        self.state = LinkState.SYNCING
        self.channel = Channel(self.timing, session)
        self._next_sync = now
        self._sync_gap = self.timing.sync_first_s
        self._give_up_at = now + self.timing.sync_give_up_s

    def join(self, expected: int, now: float) -> None:
        """Be in the middle of the session, the body numbered *expected* next: for replays."""
        self.state = LinkState.OPEN
        self.channel.heard_at = now
        self.channel.window.expected = expected

    def sync_again(self, now: float) -> None:
        """Ask for the session from the beginning: until now nobody could hear."""
        self._next_sync, self._sync_gap = now, self.timing.sync_first_s

    def send(self, body: bytes) -> None:
        """Queue *body*: it arrives once and in order, or the link closes."""
        self.channel.window.offer(body)

    def send_urgent(self, body: bytes) -> None:
        """Send *body* at once and unsequenced, ahead of all that waits."""
        self.channel.send_urgent(body)

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Return what the bytes *data* bring, and what time has brought."""
        events: list[LinkEvent] = []
        for frame in self.channel.deframer.feed(data):
            if frame.session != self.channel.number:
                self.channel.foreign += 1
            else:
                events += self._take(frame, now)
        return events + self._tick(now)

    def frames(self, now: float) -> list[bytes]:
        """Return the frames to write now, each as its bytes."""
        if self.state is LinkState.OPEN:
            return [frame.to_bytes() for frame in self.channel.frames(now)]
        if self.state is LinkState.SYNCING and now >= self._next_sync:
            self._next_sync = now + self._sync_gap
            self._sync_gap = min(self._sync_gap * 2, self.timing.sync_max_s)
            body = encode(Sync(LOWEST, PROTOCOL))
            return [Frame(FrameType.SYNC, self.channel.number, body=body).to_bytes()]
        return []

    def deadline(self) -> float | None:
        """Return when to call again though nothing arrives; `None` when dead."""
        if self.state is LinkState.OPEN:
            return self.channel.deadline()
        if self.state is LinkState.SYNCING:
            return min(self._next_sync, self._give_up_at)
        return None

    def _take(self, frame: Frame, now: float) -> list[LinkEvent]:
        if self.state is LinkState.DEAD:
            return []
        if frame.type is FrameType.REFUSE:
            return self._take_refusal(frame)
        if frame.type is FrameType.SYNACK:
            return self._take_sync_answer(frame, now)
        if self.state is LinkState.OPEN:
            return self.channel.take(frame, now)
        return []

    def _take_sync_answer(self, frame: Frame, now: float) -> list[LinkEvent]:
        answer = _body_of(frame, SyncAnswer)
        if answer is None or self.state is not LinkState.SYNCING:
            return []
        if not LOWEST <= answer.protocol <= PROTOCOL:
            return self._close(UNSUPPORTED, (answer.protocol, answer.protocol))
        self.state = LinkState.OPEN
        self.channel.protocol = answer.protocol
        self.channel.window.size = min(max(answer.window, 1), 8)
        self.channel.heard_at = now
        return [Opened(answer)]

    def _take_refusal(self, frame: Frame) -> list[LinkEvent]:
        refusal = _body_of(frame, Refuse)
        if refusal is None:
            return []
        return self._close(refusal.code, (refusal.lowest, refusal.highest))

    def _tick(self, now: float) -> list[LinkEvent]:
        if self.state is LinkState.OPEN:
            self.channel.window.tick(now)
            if self.channel.window.is_dead:
                return self._close(904)
            return self._close(905) if self.channel.is_silent(now) else []
        if self.state is LinkState.SYNCING and now >= self._give_up_at:
            return self._close(905)
        return []

    def _close(self, reason: int, versions: tuple[int, int] = (0, 0)) -> list[LinkEvent]:
        self.state = LinkState.DEAD
        return [Closed(reason, versions)]


class DeviceLink:
    """The device's end: waits for a host, one session at a time."""

    def __init__(
        self,
        greet: Callable[[], SyncAnswer],
        timing: LinkTiming | None = None,
        speaks: tuple[int, int] = (LOWEST, PROTOCOL),
    ) -> None:
        """Answer each SYNC with what *greet* returns, and the newest protocol that both speak.

        *speaks* is the lowest and the highest protocol version of this board.
        """
        self.timing = timing or LinkTiming()
        self.speaks = speaks
        self.state = LinkState.LISTENING
        self.channel = Channel(self.timing)
        self._greet = greet
        self._answers: list[Frame] = []

    def send(self, body: bytes) -> None:
        """Queue *body* for the host; without a session it is dropped."""
        if self.state is LinkState.OPEN:
            self.channel.window.offer(body)

    def send_unreliable(self, body: bytes) -> None:
        """Send *body* once, unsequenced; it may get lost."""
        if self.state is LinkState.OPEN:
            self.channel.send_unreliable(body)

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Return what the bytes *data* bring, and what time has brought."""
        events: list[LinkEvent] = []
        for frame in self.channel.deframer.feed(data):
            if frame.type is FrameType.SYNC:
                events += self._sync(frame, now)
            elif self.state is LinkState.OPEN and frame.session == self.channel.number:
                events += self.channel.take(frame, now)
            else:
                self._stranger(frame)
        return events + self._tick(now)

    def frames(self, now: float) -> list[bytes]:
        """Return the frames to write now, each as its bytes."""
        out, self._answers = self._answers, []
        if self.state is LinkState.OPEN:
            out = out + self.channel.frames(now)
        return [frame.to_bytes() for frame in out]

    def has_lease(self, now: float) -> bool:
        """Whether the host is there to watch a motion that it drives itself (§6.5)."""
        return self.state is LinkState.OPEN and self.channel.has_lease(now)

    def deadline(self) -> float | None:
        """Return when to call again though nothing arrives."""
        return self.channel.deadline() if self.state is LinkState.OPEN else None

    def _sync(self, frame: Frame, now: float) -> list[LinkEvent]:
        wish = _body_of(frame, Sync)
        if wish is None or frame.session == 0:
            return []
        protocol = min(wish.highest, self.speaks[1])
        if protocol < max(wish.lowest, self.speaks[0]):
            self._refuse(frame.session, UNSUPPORTED)
            return []
        answer = replace(self._greet(), protocol=protocol)
        self._answers.append(Frame(FrameType.SYNACK, frame.session, body=encode(answer)))
        if self.state is LinkState.OPEN and frame.session == self.channel.number:
            return []
        self.state = LinkState.OPEN
        self.channel.begin(frame.session, answer.window, now)
        self.channel.protocol = protocol
        return [Opened(answer)]

    def _stranger(self, frame: Frame) -> None:
        """Tell a host that talks in a session which we do not have (we restarted)."""
        self.channel.foreign += 1
        if self.state is LinkState.LISTENING and not self._answers and frame.session:
            self._refuse(frame.session, UNKNOWN_SESSION)

    def _refuse(self, session: int, code: int) -> None:
        body = encode(Refuse(code, *self.speaks))
        self._answers.append(Frame(FrameType.REFUSE, session, body=body))

    def _tick(self, now: float) -> list[LinkEvent]:
        if self.state is not LinkState.OPEN:
            return []
        self.channel.window.tick(now)
        if not self.channel.window.is_dead and not self.channel.is_silent(now):
            return []
        self.state = LinkState.LISTENING
        return [Closed(905)]


def _body_of(frame: Frame, kind: type[_M]) -> _M | None:
    try:
        message = decode(frame.body)
    except BadMessageError:
        return None
    return message if isinstance(message, kind) else None
