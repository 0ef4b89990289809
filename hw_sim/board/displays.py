"""What a board does besides moving: displays, log, figures, seeds, its ring of events."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final

from firmware_bridge.link.endpoint import Channel
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.messages import Event, EventGap, Message
from hw_sim.board.ops import SLOTS, Eeprom
from hw_sim.machine.interlocks import RefusedError
from hw_sim.machine.machine import Machine

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


LINES: Final = 200
"""Lines of the log that are kept."""
LOG_PAGE: Final = 200
"""Bytes of log in one answer."""
SERIAL_HALF: Final = 0x8000
MOST_INDICATORS: Final = 5

Setting = m.FlipDora | m.ScoreDisplay | m.Lights | m.Sound
OutputRequest = m.GetLog | m.GetStats | m.SeedCommit | m.SeedReveal


class Outputs:
    """The board's outputs and memories of one boot."""

    def __init__(self, machine: Machine, eeprom: Eeprom, rng: Random) -> None:
        """Show nothing yet; *eeprom* keeps the figures of the table's life."""
        self.settings: dict[tuple[type[Setting], int], Setting] = {}
        """The last setting of each kind and zone (or seat)."""
        self._machine = machine
        self._life = eeprom.life
        self._rng = rng
        self._lines: deque[tuple[int, str]] = deque(maxlen=LINES)
        self._next_line = 1
        self._round: tuple[int, bytes, bytes] | None = None
        """Number of the open throw, the host's digest, our seed."""

    def new_session(self) -> None:
        """Forget how far an earlier host has counted its settings."""
        self.settings.clear()

    def log(self, ms: int, text: str) -> None:
        """Keep a line of the log."""
        self._lines.append((self._next_line, f"{ms} {text}\n"))
        self._next_line += 1

    def count(self, what: str) -> None:
        """Count one more of *what* in the table's life."""
        self._life[what] += 1

    def set_up(self, setting: Setting) -> None:
        """Show *setting* unless a later one of its kind and zone was shown."""
        key = type(setting), _zone(setting)
        last = self.settings.get(key)
        if last is not None and not 0 < (setting.rev - last.rev) & 0xFFFF < SERIAL_HALF:
            return
        if isinstance(setting, m.FlipDora):
            self._flip(setting.count)
        if isinstance(setting, m.ScoreDisplay) and setting.seat > 3:
            raise RefusedError(804)
        self.settings[key] = setting

    def answer(self, ask: OutputRequest, uptime_ms: int, session: Channel) -> m.Message:
        """Return the answer to a question about log, figures or seeds."""
        match ask:
            case m.GetLog():
                return self.log_page(ask)
            case m.GetStats(tag):
                return self.stats(tag, uptime_ms, session)
            case m.SeedCommit():
                return self.commit(ask)
            case _:
                return self.reveal(ask)

    def log_page(self, ask: m.GetLog) -> m.LogPage:
        """Return as many lines from the one asked for as a page holds."""
        data, following = b"", ask.first
        for number, text in self._lines:
            line = text.encode()[:LOG_PAGE]
            if number < ask.first:
                continue
            if len(data) + len(line) > LOG_PAGE:
                break
            data, following = data + line, number + 1
        return m.LogPage(ask.tag, ask.first, following, data)

    def stats(self, tag: int, uptime_ms: int, session: Channel) -> m.Stats:
        """Return the figures of the table's life."""
        builds, rolls, faults, resets = (
            self._life[name] & 0xFFFFFFFF for name in ("builds", "rolls", "faults", "resets")
        )
        bad, foreign = session.deframer.bad, session.foreign
        writes = -(-self._life["slot writes"] // SLOTS)
        return m.Stats(tag, uptime_ms, builds, rolls, faults, resets, bad, foreign, writes)

    def commit(self, wish: m.SeedCommit) -> m.SeedCommitted:
        """Bind ourselves to a seed of our own, before the host shows its own."""
        self._verify_seeds()
        if self._round is None or self._round[0] != wish.round_:
            self._round = wish.round_, wish.digest, self._rng.randbytes(32)
        if self._round[1] != wish.digest:
            raise RefusedError(804)
        return m.SeedCommitted(wish.tag, wish.round_, hashlib.sha256(self._round[2]).digest())

    def reveal(self, wish: m.SeedReveal) -> m.SeedRevealed:
        """Show our seed for one that fits the host's digest."""
        self._verify_seeds()
        if (
            self._round is None
            or self._round[0] != wish.round_
            or hashlib.sha256(wish.seed).digest() != self._round[1]
        ):
            raise RefusedError(804)
        return m.SeedRevealed(wish.tag, wish.round_, self._round[2])

    def _verify_seeds(self) -> None:
        if self._machine.profile.dice_source != "rng":
            raise RefusedError(803)

    def _flip(self, count: int) -> None:
        """Turn *count* indicators of the raised wall of side 0 over."""
        if not self._machine.profile.dora:
            raise RefusedError(803)
        if not self._machine.walls_up:
            raise RefusedError(801)
        wall = self._machine.places.walls[0]
        if not 1 <= count <= min(MOST_INDICATORS, len(wall) - 2):
            raise RefusedError(804)
        self._machine.places.face_up.update(stack[-1] for stack in wall[2 : 2 + count] if stack)


def _zone(setting: Setting) -> int:
    match setting:
        case m.ScoreDisplay(seat=seat):
            return seat
        case m.Lights(zone=zone):
            return zone
        case _:
            return 0
