"""Subscribers and the thread that calls them, so that they may call back into the client."""

from __future__ import annotations

import logging
import queue
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.state import TableEvent

_log = logging.getLogger(__name__)

MAX_WAITING: Final = 10_000
"""Events kept for slow subscribers; beyond this the newest are dropped and logged."""


class Dispatcher:
    """Calls every subscriber with every event, in order, on one thread."""

    def __init__(self, port: str) -> None:
        """Prepare the thread for the table on *port*."""
        self._queue: queue.Queue[TableEvent | None] = queue.Queue(MAX_WAITING)
        self._subscribers: list[Callable[[TableEvent], None]] = []
        self._thread = threading.Thread(target=self._run, name=f"events {port}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def publish(self, event: TableEvent) -> None:
        """Have *event* told to every subscriber soon."""
        try:
            self._queue.put_nowait(event)
        except queue.Full:
            _log.warning("event=dropped topic=%s", event.topic)

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Call *callback* from now on; return the function that ends it."""
        self._subscribers = [*self._subscribers, callback]

        def unsubscribe() -> None:
            self._subscribers = [known for known in self._subscribers if known is not callback]

        return unsubscribe

    def stop(self) -> None:
        """Tell what is waiting, then end the thread; may be called from a subscriber."""
        self._queue.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        while (event := self._queue.get()) is not None:
            for callback in self._subscribers:
                self._call(callback, event)

    def _call(self, callback: Callable[[TableEvent], None], event: TableEvent) -> None:
        try:
            callback(event)
        except Exception:  # a subscriber's fault must not end the others
            _log.exception("subscriber failed topic=%s", event.topic)
