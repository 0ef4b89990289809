"""What a table shows and sounds: indicators, score displays, lights, signals."""

from __future__ import annotations

import threading

from firmware_bridge.link.requests import Requests
from firmware_bridge.link.session import Ask
from firmware_bridge.wire import messages as m


class Outputs:
    """The outputs of one table; safe to use from any thread.

    Every method raises `CommandRefusedError` (803) where the table has no such part, and
    a `TransportError` where the link is down.
    """

    def __init__(self, requests: Requests) -> None:
        """Speak through *requests*."""
        self._requests = requests
        self._rev = 0
        self._lock = threading.Lock()

    def flip_dora(self, count: int) -> None:
        """Show *count* indicators in all (0–5)."""
        if not 0 <= count <= 5:
            raise ValueError(f"{count} indicators: 0 to 5")
        self._show("flip_dora", lambda tag: m.FlipDora(tag, self._rev, count))

    def score_display(self, seat: int, points: int) -> None:
        """Show *points* before *seat* (0–3)."""
        if not 0 <= seat <= 3:
            raise ValueError(f"seat {seat}: 0 to 3")
        self._show("score_display", lambda tag: m.ScoreDisplay(tag, self._rev, seat, points))

    def lights(self, zone: int, rgb: tuple[int, int, int], pattern: int = 0) -> None:
        """Light *zone* in the colour *rgb* (each 0–255); *pattern* 0 is steady."""
        colour = bytes(rgb)
        self._show("lights", lambda tag: m.Lights(tag, self._rev, zone, colour, pattern))

    def sound(self, number: int, volume: int = 50) -> None:
        """Play sound *number* at *volume* (0–100)."""
        if not 0 <= volume <= 100:
            raise ValueError(f"volume {volume}: 0 to 100")
        self._show("sound", lambda tag: m.Sound(tag, self._rev, number, volume))

    def _show(self, command: str, question: Ask) -> None:
        self._requests.require(command)
        with self._lock:
            self._rev = (self._rev + 1) & 0xFFFF
            self._requests.order(question)
