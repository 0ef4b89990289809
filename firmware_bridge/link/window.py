"""Go-back-N: numbered bodies out, cumulative acknowledgements in (`protocol.md` §6.3).

Pure state with the time passed in. A body that was offered is either acknowledged,
in order and once, or the window says that it is dead.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

_HALF = 128
"""Half of the sequence space: a distance below it points forward."""


@dataclass(frozen=True, slots=True)
class LinkTiming:
    """Every time limit of the link, in seconds, as `protocol.md` §6.3 and §6.5 fix them.

    RTO is the retransmission timeout of RFC 6298, whose weights `RetransmitTimer` takes; its
    limits are ours, since a cable answers sooner than the networks that the RFC is for.
    """

    rto_start_s: float = 0.2
    """Before anything was measured."""
    rto_min_s: float = 0.025
    """Far above the 1.5 ms in which an idle machine has 99 of 100 answers (`benchmarks.md`)."""
    rto_max_s: float = 1.0
    """Half of `silence_s`: there is time for another try before the session is given up."""
    tries: int = 6
    """Timeouts in a row before the link is dead."""
    heartbeat_s: float = 0.5
    """So long an end may say nothing."""
    silence_s: float = 2.0
    """Four missed heartbeats."""
    lease_s: float = 1.0
    """So late may a heartbeat be before a motion that the host drives is stopped."""
    sync_first_s: float = 0.05
    """Between the first two knocks; each later pause is twice as long."""
    sync_max_s: float = 0.5
    """The longest of these pauses."""
    sync_give_up_s: float = 3.0
    """A board that restarts when its port is opened answers within this time."""

    def __post_init__(self) -> None:
        if not 0 < self.rto_min_s <= self.rto_start_s <= self.rto_max_s:
            raise ValueError("rto_min_s ≤ rto_start_s ≤ rto_max_s must hold")
        if self.tries < 1:
            raise ValueError("at least one try")


@dataclass(slots=True)
class Flight:
    """A body on its way."""

    body: bytes
    sent_at: float
    again: bool = False


@dataclass(slots=True)
class RetransmitTimer:
    """Round-trip estimate and the timeout that follows from it (RFC 6298's weights)."""

    timing: LinkTiming
    timeout_s: float = field(init=False)
    _smooth: float | None = None
    _spread: float = 0.0

    def __post_init__(self) -> None:
        self.timeout_s = self.timing.rto_start_s

    def sample(self, round_trip_s: float) -> None:
        """Learn from one body that was acknowledged at its first sending."""
        if self._smooth is None:
            self._smooth, self._spread = round_trip_s, round_trip_s / 2
        else:
            self._spread += (abs(self._smooth - round_trip_s) - self._spread) / 4
            self._smooth += (round_trip_s - self._smooth) / 8
        timeout_s = self._smooth + max(4 * self._spread, 0.001)
        self.timeout_s = min(max(timeout_s, self.timing.rto_min_s), self.timing.rto_max_s)

    def back_off(self) -> None:
        """Double the timeout after one that ran out."""
        self.timeout_s = min(self.timeout_s * 2, self.timing.rto_max_s)


@dataclass(slots=True)
class Window:
    """Both ends' bookkeeping of one session: what we send and what we expect."""

    timing: LinkTiming
    size: int = 8
    expected: int = 0
    """Sequence number of the next body that we accept; also our acknowledgement."""
    sent: int = 0
    resent: int = 0
    """How many of the bodies sent so far were sent again."""
    _base: int = 0
    _queue: deque[bytes] = field(default_factory=deque)
    _flights: deque[Flight] = field(default_factory=deque)
    _unsent: int = 0
    """How many of the last flights wait to be sent (again)."""
    _timer: RetransmitTimer = field(init=False)
    _expires_at: float | None = None
    _timeouts: int = 0
    _went_back: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.size < _HALF:
            raise ValueError(f"window of {self.size}: 1 to {_HALF - 1}")
        self._timer = RetransmitTimer(self.timing)

    @property
    def is_dead(self) -> bool:
        """Whether the last body was sent as often as is sensible."""
        return self._timeouts >= self.timing.tries

    @property
    def is_noisy(self) -> bool:
        """Whether more than a tenth had to be sent again (906)."""
        return self.sent >= 50 and 10 * self.resent > self.sent

    @property
    def has_unsent(self) -> bool:
        """Whether something waits to be sent for the first time."""
        return bool(self._queue)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits to be sent or acknowledged."""
        return not self._queue and not self._flights

    def offer(self, body: bytes) -> None:
        """Queue *body* for sending."""
        self._queue.append(body)

    def accept(self, seq: int) -> int:
        """Return 0 where *seq* is the expected one, now taken; 1 a gap before it, -1 seen."""
        ahead = (seq - self.expected) % 256
        if ahead == 0:
            self.expected = (self.expected + 1) % 256
            return 0
        return 1 if ahead < _HALF else -1

    def take_ack(self, ack: int, *, gap: bool, now: float) -> None:
        """Forget what *ack* confirms; at a *gap* go back once and send the rest again."""
        ack_count = (ack - self._base) % 256
        sent_count = len(self._flights) - self._unsent
        if ack_count > len(self._flights):
            return
        for _ in range(ack_count):
            flight = self._flights.popleft()
            if not flight.again:
                self._timer.sample(now - flight.sent_at)
        self._unsent -= max(0, ack_count - sent_count)
        self._base = (self._base + ack_count) % 256
        if ack_count:
            self._timeouts = 0
            self._went_back = False
            self._expires_at = now + self._timer.timeout_s if self._flights else None
        elif gap and not self._went_back and self._flights:
            self._go_back()

    def tick(self, now: float) -> None:
        """Go back when the oldest body was not confirmed in time."""
        if self._expires_at is None or now < self._expires_at:
            return
        self._timeouts += 1
        self._timer.back_off()
        self._expires_at = now + self._timer.timeout_s
        self._go_back()

    def due(self, now: float) -> list[tuple[int, bytes]]:
        """Return the numbered bodies to send now; the caller sends them all."""
        while self._queue and len(self._flights) < self.size:
            self._flights.append(Flight(self._queue.popleft(), now))
            self._unsent += 1
        first = len(self._flights) - self._unsent
        out = []
        for place in range(first, len(self._flights)):
            flight = self._flights[place]
            flight.sent_at = now
            out.append(((self._base + place) % 256, flight.body))
        self.sent += self._unsent
        self._unsent = 0
        if out and self._expires_at is None:
            self._expires_at = now + self._timer.timeout_s
        return out

    def restart(self, now: float) -> None:
        """Send what is on its way again, as if for the first time: until now nobody could hear."""
        self._timeouts = 0
        self._timer = RetransmitTimer(self.timing)
        if self._flights:
            self._go_back()
            self._expires_at = now + self._timer.timeout_s

    def deadline(self) -> float | None:
        """Return when `tick` has something to do, if ever."""
        return self._expires_at

    def _go_back(self) -> None:
        self._went_back = True
        for flight in self._flights:
            flight.again = True
        self.resent += len(self._flights) - self._unsent
        self._unsent = len(self._flights)
