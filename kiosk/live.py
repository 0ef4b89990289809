"""Publish and subscribe: tells open screens that something changed, never what it means.

A subscriber that sleeps loses nothing that matters: only the newest change is kept for it, and the
screen fetches the state itself. Heartbeats are the page's matter.
"""

from __future__ import annotations

import threading
from typing import Final

from kiosk.errors import Refused
from rules.value import value

MAX_STREAMS: Final = 20
"""Screens at once: waitress serves 32 threads, 12 stay free for pages (kiosk.md §2)."""


@value
class Change:
    """That something changed; `id` goes into the stream's `id:` field."""

    seq: int
    """Number of the ledger's last event."""
    tick: int
    """Counts every change since start."""
    topics: frozenset[str]
    """`session`, `draft`, `table`, `camera`: which parts of the screen to fetch again."""

    @property
    def id(self) -> str:
        """Return the id of this change, as `Last-Event-ID` brings it back."""
        return f"{self.seq}.{self.tick}"


class Subscription:
    """One open screen. Use as a context manager, so that its place becomes free again."""

    def __init__(self, board: LiveBoard) -> None:
        self._board = board
        self._arrived = threading.Condition()
        self._waiting: Change | None = None
        self._is_open = True

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """Return whether changes can still arrive; false after `LiveBoard.close`."""
        return self._is_open

    def wait(self, timeout_s: float) -> Change | None:
        """Return the changes since the last call as one, or `None` if there were none in time."""
        with self._arrived:
            self._arrived.wait_for(
                lambda: self._waiting is not None or not self._is_open, timeout_s
            )
            change, self._waiting = self._waiting, None
            return change

    def close(self) -> None:
        """Give the place up; a waiting reader returns at once."""
        with self._arrived:
            self._is_open = False
            self._arrived.notify_all()
        self._board.leave(self)

    def push(self, change: Change) -> None:
        """Keep *change* for the reader, joined with what it has not fetched yet."""
        with self._arrived:
            topics = change.topics | (self._waiting.topics if self._waiting else frozenset())
            self._waiting = Change(change.seq, change.tick, topics)
            self._arrived.notify_all()


class LiveBoard:
    """All open screens of one kiosk."""

    def __init__(self, max_streams: int = MAX_STREAMS) -> None:
        self._lock = threading.Lock()
        self._max_streams = max_streams
        self._open: set[Subscription] = set()
        self._newest = Change(0, 0, frozenset())

    @property
    def newest(self) -> Change:
        """Return the last change."""
        return self._newest

    def subscribe(self, last_id: str = "") -> Subscription:
        """Return a new subscription; raise `Refused` with `too_many_screens` where all are taken.

        With *last_id* other than the newest change's id, the first `wait` returns at once.
        """
        with self._lock:
            if len(self._open) >= self._max_streams:
                raise Refused("too_many_screens", f"{self._max_streams} screens are open already")
            subscription = Subscription(self)
            self._open.add(subscription)
            newest = self._newest
        if last_id and last_id != newest.id:
            subscription.push(Change(newest.seq, newest.tick, ALL_TOPICS))
        return subscription

    def publish(self, seq: int, *topics: str) -> None:
        """Tell every open screen that these topics changed."""
        with self._lock:
            change = Change(seq, self._newest.tick + 1, frozenset(topics))
            self._newest = change
            listeners = tuple(self._open)
        for subscription in listeners:
            subscription.push(change)

    def leave(self, subscription: Subscription) -> None:
        """Take *subscription* off the board; a second time does nothing."""
        with self._lock:
            self._open.discard(subscription)

    def close(self) -> None:
        """End every stream, for shutdown."""
        for subscription in tuple(self._open):
            subscription.close()


ALL_TOPICS: Final = frozenset({"session", "draft", "table", "camera"})
