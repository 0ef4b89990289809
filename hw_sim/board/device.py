"""A whole table without a port: machine, memory and the board that was booted last; no I/O."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ResetCause
from firmware_bridge.wire.frame import Deframer, FrameType
from hw_sim.board.board import Board
from hw_sim.board.firmware import FIRMWARES, Boot, Flash, Pace, Uart
from hw_sim.board.ops import Eeprom, PowerCut
from hw_sim.machine.machine import Machine
from hw_sim.machine.places import Places
from hw_sim.profile import load

WATCHDOG_S: Final = 0.25
"""A board whose loop stands still for so long is reset."""
LOOP_BOOTS: Final = 3
LOOP_S: Final = 10.0
"""`LOOP_BOOTS` watchdog resets within `LOOP_S` seconds are a boot loop: the table is locked."""
BABBLE_S: Final = 0.2
"""How often a device that is no table says something."""
LIFE_S: Final = 0.3
"""How long each boot of a boot loop lasts."""


@dataclass(slots=True)
class Health:
    """What ails the board itself."""

    hung_at: float | None = None
    """Since when its loop stands still."""
    has_watchdog: bool = True
    loop_s: float = 0.0
    """How long one turn of its loop takes."""
    boots_left: int = 0
    """Number of the next boots that end in another reset."""


class Device:
    """A table that can be reset and loses its power, but never its tiles."""

    def __init__(
        self,
        faces: Mapping[str, int],
        seed: int = 0,
        speed: float = 1.0,
        profile: str = "four_port",
    ) -> None:
        """Make a table with these tiles; its machine runs *speed* times as fast as real."""
        self.rng = random.Random(seed)  # noqa: S311  # a simulation, repeatable by its seed
        model = load(profile)
        self.places = Places(faces, model.sets)
        self.machine = Machine(self.places, model, self.rng)
        self.eeprom = Eeprom()
        self.pace = Pace(speed)
        self.clock = Pace(1.0)
        """The board's own clock, which may drift (±0.02 is bad)."""
        self.health = Health()
        self.firmware = FIRMWARES["present"]
        """How the next boot speaks."""
        self.flash = Flash()
        """The programs on the board; it runs the chosen one from the next boot on."""
        self.uart = Uart()
        self._now = 0.0
        self._watchdog_resets: deque[float] = deque(maxlen=LOOP_BOOTS)
        self._deaf_until = 0.0
        self._next_turn = 0.0
        self._inbox = b""
        self._interrupt = Deframer()
        self.board = self._boot(ResetCause.POWER)

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes of the host and make the movements that are due."""
        self._now = now
        if now < self._deaf_until:
            return
        babbles = bool(self.board.firmware.babble)
        if data and not babbles:
            self._take_stop(data)
            self._inbox += data
        if self._is_stuck(now) or babbles or now < self._next_turn:
            return
        data, self._inbox = self._inbox, b""
        self._next_turn = now + self.health.loop_s
        try:
            self.board.receive(data, self._clock(now))
            self.board.tick(self._clock(now))
        except PowerCut:
            self.reset(ResetCause.BROWN_OUT)
        if self.uart.falls_back(self._clock(now)):
            self.board.link.channel.window.restart(self._clock(now))
        if self.board.restart_at is not None and self._clock(now) >= self.board.restart_at:
            self.reset(ResetCause.HOST)

    def frames(self, now: float) -> list[bytes]:
        """Return the frames to write now."""
        if now < self._deaf_until or self.health.hung_at is not None:
            return []
        if self.board.firmware.babble:
            return self._babble(now)
        frames = self.board.frames(self._clock(now))
        if not self.board.link.channel.window.has_unsent:
            self.uart.sent_all(self._clock(now))
        return frames

    def deadline(self) -> float | None:
        """Return when to call `receive` again though nothing arrives."""
        if self._now < self._deaf_until:
            return self._deaf_until
        if self.health.hung_at is not None:
            return self.health.hung_at + WATCHDOG_S if self.health.has_watchdog else None
        if self.board.firmware.babble:
            return self._next_turn
        due = [at for at in (self.board.deadline(), self.uart.deadline()) if at is not None]
        return max(self.clock.link(min(due)), self._next_turn) if due else None

    def handles(self) -> list[int]:
        """Return the descriptors that become readable when the board says something: none."""
        return []

    def reset(self, cause: ResetCause = ResetCause.WATCHDOG) -> None:
        """Stop everything at once and boot again; what was in memory cells stays."""
        if cause is ResetCause.WATCHDOG:
            self._watchdog_resets.append(self._now)
            self.flash.watchdog_reset()
        self.health.hung_at = None
        self._inbox = b""
        self.board = self._boot(cause)
        self._deaf_until = self._now + self.machine.profile.times.boot
        if self.health.boots_left:
            self.health.boots_left -= 1
            self.health.hung_at = self._deaf_until + LIFE_S - WATCHDOG_S
        if not self.flash.image.starts:
            self.health.hung_at = self._deaf_until

    def hang(self, *, with_watchdog: bool = True) -> None:
        """Let the board's loop stand still until its watchdog resets it, if it has one."""
        self.health.hung_at, self.health.has_watchdog = self._now, with_watchdog

    def loop_boots(self, boots: int) -> None:
        """Let *boots* boots in a row end in a hang, beginning with a reset now."""
        self.health.boots_left = boots
        self.reset(ResetCause.WATCHDOG)

    def lose_memory(self) -> None:
        """Change the board for a new one: it remembers nothing."""
        self.eeprom = Eeprom()
        self.reset(ResetCause.POWER)

    def ruin_memory(self) -> None:
        """Let both slots of the board's memory become unreadable, and restart it."""
        for place in range(0, len(self.eeprom.cells), 5):
            self.eeprom.cells[place] ^= 0xFF
        self.reset(ResetCause.POWER)

    def backlog(self) -> int:
        """Return how many received bytes the board keeps that are not used yet."""
        deframers = (self._interrupt, self.board.link.channel.deframer)
        return len(self._inbox) + sum(deframer.pending_bytes for deframer in deframers)

    def drop_in_coin(self, slot: int = 0, pulses: int = 1) -> None:
        """Let a coin fall into a slot, which the board writes down at once."""
        try:
            self.board.drop_in_coin(slot, pulses)
        except PowerCut:
            self.reset(ResetCause.BROWN_OUT)

    def stop_now(self, now: float) -> None:
        """Take an emergency stop that came beside the frames: a USB request or a break."""
        self.board.stop_now(self._clock(now))

    def _babble(self, now: float) -> list[bytes]:
        if now < self._next_turn:
            return []
        self._next_turn = now + BABBLE_S
        return [self.board.firmware.babble]

    def _clock(self, now: float) -> float:
        return self.clock.machine(now)

    def _is_stuck(self, now: float) -> bool:
        """Whether the loop stands still; a loop that is too slow is what a watchdog ends, too."""
        health = self.health
        slow = health.loop_s > WATCHDOG_S and now >= self._next_turn
        hung = health.hung_at is not None and now >= health.hung_at
        if not (hung or slow):
            return False
        self._next_turn = now + health.loop_s
        over = slow or (health.hung_at is not None and now >= health.hung_at + WATCHDOG_S)
        if over and health.has_watchdog:
            self.reset(ResetCause.WATCHDOG)
        return True

    def _take_stop(self, data: bytes) -> None:
        """Take an emergency stop in the receive interrupt, whatever the loop is doing (§6.2)."""
        for frame in self._interrupt.feed(data):
            self.uart.frame_received(self._clock(self._now))
            if frame.type is FrameType.URGENT and frame.body[:1] == bytes([m.EStop.NUMBER]):
                self.stop_now(self._now)

    def _boot(self, cause: ResetCause) -> Board:
        recent = [
            watchdog_reset
            for watchdog_reset in self._watchdog_resets
            if watchdog_reset > self._now - LOOP_S
        ]
        looping = cause is ResetCause.WATCHDOG and len(recent) >= LOOP_BOOTS
        boot_id = self.rng.randrange(1, 1 << 32)
        self.uart = Uart()
        boot = Boot(boot_id, cause, self.pace, self.firmware, self.flash, self.uart, looping)
        try:
            return Board(self.machine, self.eeprom, boot)
        except PowerCut:  # the cut is spent: the second boot comes through
            again = replace(boot, cause=ResetCause.BROWN_OUT, looping=False)
            return Board(self.machine, self.eeprom, again)
