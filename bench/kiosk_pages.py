"""Pages and settlements of a kiosk that serves, as many screens watching as it lets in.

The kiosk is a process of its own, asked over loopback as browsers and programs ask it. A few
hands are played through the interface; each of their pages is fetched and timed.
"""

from __future__ import annotations

import selectors
import socket
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kiosk.live import MAX_STREAMS
from tests.soak.figures import Figures
from tests.soak.kiosk_process import HAND, PATIENCE_S, KioskProcess

HANDS: Final = 30
PAGES: Final = ("/", "/ledger/", "/new", "/new/wuhan")


class Watchers:
    """Screens that listen to the stream of changes."""

    def __init__(self, port: int, screens: int) -> None:
        """Open a stream for each of the *screens*; all are open when this returns."""
        self._selector = selectors.DefaultSelector()
        self._lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(screens)]
        for line in self._lines:
            line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none\r\n\r\n")
            while b"event: beat" not in line.recv(65_536):
                pass
            self._selector.register(line, selectors.EVENT_READ)

    def receive_change_ms(self, begin: float) -> list[float]:
        """Return, for each screen, how many ms after *begin* it was told of a change."""
        waiting, took = set(self._lines), []
        deadline = time.perf_counter() + PATIENCE_S
        while waiting and time.perf_counter() < deadline:
            for key, _ in self._selector.select(1):
                line = key.fileobj
                assert isinstance(line, socket.socket)
                if b"event: change" in line.recv(65_536) and line in waiting:
                    waiting.discard(line)
                    took.append(1000 * (time.perf_counter() - begin))
        return took

    def close(self) -> None:
        """Hang up."""
        self._selector.close()
        for line in self._lines:
            line.close()


def measure(hands: int = HANDS, screens: int = MAX_STREAMS) -> Figures:
    """Return the figures of *hands* hands under *screens* open streams."""
    with tempfile.TemporaryDirectory() as folder:
        kiosk = KioskProcess(Path(folder))
        watchers = Watchers(kiosk.port, screens)
        try:
            return {"streams": screens, "hands": hands, **_play_hands(kiosk, watchers, hands)}
        finally:
            watchers.close()
            kiosk.close()


def _play_hands(kiosk: KioskProcess, watchers: Watchers, hands: int) -> Figures:
    """Return the times of everything that *hands* hands ask for."""
    kiosk.sit_down()
    settles: list[float] = []
    taps: list[float] = []
    pages: list[float] = []
    events_ms: list[float] = []
    heaviest = 0
    for _ in range(hands):
        for command in HAND:
            begin = time.perf_counter()
            took = kiosk.do(command)
            events_ms += watchers.receive_change_ms(begin)
            (settles if command["do"] == "settle" else taps).append(took)
            page_ms, page = kiosk.call("GET", "/")
            pages.append(page_ms)
            heaviest = max(heaviest, len(page))
        pages += [kiosk.call("GET", path)[0] for path in PAGES]
    return {
        "page_ms": spread(pages),
        "settle_ms": spread(settles),
        "tap_ms": spread(taps),
        "event_to_screen_ms": spread(events_ms),
        "heaviest_page_kb": round(heaviest / 1000, 1),
    }


def spread(times: Sequence[float]) -> Figures:
    """Return the middle, the 95th of a hundred, and the worst of *times*."""
    order = sorted(times)
    return {
        "p50": round(order[len(order) // 2], 2),
        "p95": round(order[int(0.95 * (len(order) - 1))], 2),
        "worst": round(order[-1], 2),
    }
