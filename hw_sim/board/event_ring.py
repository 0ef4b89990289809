"""The device's ring of events: kept until the host has them, repeated at each new session."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from firmware_bridge.wire.messages import Event, EventGap, Message

if TYPE_CHECKING:
    from collections.abc import Callable

RING: Final = 64


class EventRing:
    """Events of one boot, numbered from 1."""

    def __init__(self) -> None:
        self.next_number = 1
        self._events: deque[Event] = deque(maxlen=RING)

    def add(self, event: Event) -> None:
        """Keep *event*; the oldest one makes room."""
        assert event.event_no == self.next_number, "events are numbered without gaps"
        self.next_number += 1
        self._events.append(event)

    def acknowledge(self, number: int) -> None:
        """Forget the events up to *number*."""
        while self._events and self._events[0].event_no <= number:
            self._events.popleft()

    def resend(self, send: Callable[[Message], None]) -> None:
        """Send what the host has not acknowledged, and where the oldest of it begins."""
        if self._events and self._events[0].event_no > 1:
            send(EventGap(self._events[0].event_no))
        for event in self._events:
            send(event)
