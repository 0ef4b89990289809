"""What the table can show and tell besides moving: indicators, scores, lights, sounds, its log.

Outputs are last-write-wins: each carries a number, and the table ignores one that comes
after a newer one. The numbers begin anew with each session of the link.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from firmware_bridge.fair_dice import CommittedThrow, digest, pips
from firmware_bridge.wire import messages as m

if TYPE_CHECKING:
    import random

    from firmware_bridge.link.line import Line
    from firmware_bridge.link.session import Ask

MAX_LOG_PAGES: Final = 1_000
"""A log that does not end is cut off here."""


class Console:
    """The outputs of one table; safe to use from any thread.

    Every method raises `CommandRefusedError` (803) where the table has no such part, and
    a `TransportError` where the link is down.
    """

    def __init__(self, line: Line, rng: random.Random) -> None:
        """Speak through *line*; *rng* gives the seeds of throws without dice."""
        self._line = line
        self._rng = rng
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

    def log(self) -> list[str]:
        """Return the lines of the table's own log, oldest first, each with its milliseconds."""
        self._line.require("get_log")
        text, first = b"", 0
        for _ in range(MAX_LOG_PAGES):
            page = self._line.order(lambda tag, at=first: m.GetLog(tag, at))  # type: ignore[misc]  # bound at once
            if not isinstance(page, m.LogPage) or page.following <= first:
                break
            text, first = text + page.data, page.following
        return text.decode("utf-8", "replace").splitlines()

    def stats(self) -> m.Stats | None:
        """Return what the table has done in its life, `None` where it answers otherwise."""
        self._line.require("get_stats")
        answer = self._line.order(m.GetStats)
        return answer if isinstance(answer, m.Stats) else None

    def draw(self, dice: int) -> CommittedThrow | None:
        """Return a throw of *dice* dice drawn from a seed of each side, both bound beforehand.

        `None` where the table did not show the seed that it had bound itself to: then it
        does not count, and is thrown again.
        """
        seed, number = self._rng.randbytes(32), self._rng.randrange(1, 1 << 32)
        ours = digest(seed)
        bound = self._line.order(lambda tag: m.SeedCommit(tag, number, ours))
        shown = self._line.order(lambda tag: m.SeedReveal(tag, number, dice, seed))
        if not isinstance(bound, m.SeedCommitted) or not isinstance(shown, m.SeedRevealed):
            return None
        throw = CommittedThrow(
            pips(seed, shown.seed, dice), seed, shown.seed, ours, bytes(bound.digest)
        )
        return throw if throw.verify() else None

    def _show(self, command: str, question: Ask) -> None:
        """Send an output with the next number."""
        self._line.require(command)
        with self._lock:
            self._rev = (self._rev + 1) & 0xFFFF
            self._line.order(question)
