"""The board's program: its variants, how it starts, its flash, serial line and clock."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from firmware_bridge.update import MAX_PROGRAM
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ResetCause, TableState
from firmware_bridge.wire.frame import BAUD, FALL_BACK_S
from hw_sim.machine.interlocks import RefusedError
from hw_sim.machine.machine import Machine


class Pace:
    """A clock of the machine that can be made faster and slower, and never jumps."""

    def __init__(self, speed: float) -> None:
        """Run *speed* times as fast as the link's clock; raise `ValueError` unless above 0."""
        self.speed = _check_speed(speed)
        self._since = self._base = 0.0

    def machine(self, now: float) -> float:
        """Return the machine's time at *now* of the link."""
        return self._base + (now - self._since) * self.speed

    def link(self, at: float) -> float:
        """Return when the link's clock will show that the machine's time has come to *at*."""
        now = self._since + (at - self._base) / self.speed
        while self.machine(now) < at:  # rounded down: whoever wakes then would wake in vain
            now = math.nextafter(now, math.inf)
        return now

    def change(self, speed: float, now: float) -> None:
        """Run at another *speed* from *now* on."""
        self._base, self._since = self.machine(now), now
        self.speed = _check_speed(speed)


def _check_speed(speed: float) -> float:
    if speed <= 0:
        raise ValueError(f"speed {speed}: more than 0")
    return speed


@dataclass(slots=True)
class Uart:
    """What sends and receives on the board; times are those of the board's clock."""

    baud: int = BAUD
    """Bits per second."""
    _next: int = 0
    """The speed to go over to once the answer has left, 0 for none."""
    _heard_at: float = 0.0

    def change(self, baud: int) -> None:
        """Go over to *baud* as soon as what is to be said before has been said."""
        self._next = baud

    def sent_all(self, now: float) -> None:
        """Go over to another speed, if one was asked for: nothing is left to send at this one."""
        if self._next:
            self.baud, self._next, self._heard_at = self._next, 0, now

    def frame_received(self, now: float) -> None:
        """Note that a whole frame has come."""
        self._heard_at = now

    def falls_back(self, now: float) -> bool:
        """Return whether the line has just gone back to the usual speed, having heard nothing."""
        due = self.deadline()
        if due is None or now < due:
            return False
        self.baud = BAUD
        return True

    def deadline(self) -> float | None:
        """Return when the line goes back unless a frame comes, `None` at the usual speed."""
        return None if self.baud == BAUD else self._heard_at + FALL_BACK_S


@dataclass(frozen=True, slots=True)
class Firmware:
    """How a board's program differs from the present one."""

    speaks: tuple[int, int] = (m.LOWEST, m.PROTOCOL)
    """Lowest and highest protocol version."""
    trailing: bytes = b""
    """Fields that a newer firmware adds behind those that we know."""
    news: tuple[int, int] = (0, 0)
    """Numbers of an event kind and of a stage that we do not know, where it has any."""
    babble: bytes = b""
    """What it says all the time instead of our protocol, where it is no table at all."""
    lies: bool = False
    """Whether its status claims what cannot be."""
    has_sets: bool = True
    """Whether it knows of a second set of tiles, and lists what service people ask for."""
    list_lies: bool = False
    """Whether its lists for service people claim what cannot be."""

    def __post_init__(self) -> None:
        if self.speaks[0] > self.speaks[1]:
            raise ValueError(f"protocols {self.speaks}: the lowest one first")

    def body(self, message: m.Message) -> bytes:
        """Return *message* as this firmware writes it."""
        if self.lies and isinstance(message, m.Status):
            message = replace(message, percent=250, side=9, tiles_in=60_000)
        if self.news[1] and isinstance(message, m.JobReport) and message.tag == 0:
            message = replace(message, stage=self.news[1])
        return m.encode(message, with_more=self.has_sets) + self.trailing


FIRMWARES: Final = {
    "present": Firmware(),
    "old": Firmware((1, 1), has_sets=False),
    "new": Firmware((m.PROTOCOL, m.PROTOCOL + 1), b"\x2a\x07", (200, 99)),
    "too old": Firmware((0, 0)),
    "too new": Firmware((m.PROTOCOL + 1, m.PROTOCOL + 1)),
    "one set": Firmware(has_sets=False),
    "lying": Firmware(lies=True),
    "lying list": Firmware(list_lies=True),
    "stranger": Firmware(babble=b"$GPGGA,120000.00,4717.11,N,00833.91,E,1,08,1.0,499.6,M\r\n"),
}
"""By the names that scenarios give them."""


def firmware(name: str) -> Firmware:
    """Return the firmware called *name*; raise `ValueError` naming those that there are."""
    if name not in FIRMWARES:
        raise ValueError(f"no firmware {name!r}: choose from {', '.join(FIRMWARES)}")
    return FIRMWARES[name]


def listed_by(firmware: Firmware, entries: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what *firmware* lists for service people, where *entries* is the truth."""
    if not firmware.has_sets:
        return {}
    if firmware.list_lies and entries:
        first, *others = entries["parameters"]
        upside_down = {**first, "least": first["most"], "most": first["least"]}
        inputs = [{"name": "S9", "least": 0, "most": 1}, *entries["inputs"]]
        return {**entries, "parameters": [upside_down, *others], "inputs": inputs}
    return entries


Update = m.UpdateBegin | m.UpdateData | m.UpdateFinish

MAGIC: Final = b"JTFW"
TRIALS: Final = 3
"""Number of watchdog resets that end a trial."""


@dataclass(frozen=True, slots=True)
class Image:
    """A program for the board."""

    version: str = ""
    """Empty: the one that the profile names, with which the table left the works."""
    starts: bool = True
    """Whether it gets as far as listening; one that does not hangs at once."""

    @classmethod
    def from_bytes(cls, data: bytes) -> Image:
        """Return the program in *data*; what is none of ours hangs."""
        try:
            head = json.loads(data.removeprefix(MAGIC).split(b"\0", 1)[0])
            return cls(str(head["version"]), data.startswith(MAGIC) and bool(head["starts"]))
        except (ValueError, KeyError, TypeError):
            return cls("?", starts=False)

    def to_bytes(self, size: int = 4_000) -> bytes:
        """Return a file of *size* bytes that holds this program."""
        head = MAGIC + json.dumps({"version": self.version, "starts": self.starts}).encode()
        return head.ljust(size, b"\0")


@dataclass(slots=True)
class Flash:
    """Both places, and what is on its way into the second one."""

    image: Image = field(default_factory=Image)
    """What runs from the next boot on."""
    before: Image | None = None
    """What a trial falls back to; none once the program that runs is kept."""
    watchdog_resets: int = 0
    """How often the watchdog has reset the board in this trial."""
    _size: int = 0
    _crc: int = 0
    _arrived: bytearray = field(default_factory=bytearray)

    def take(self, wish: Update, machine: Machine) -> bool:
        """Do what *wish* asks, only while the table is locked and closed.

        Return whether another program is to run now.
        """
        if machine.state is not TableState.LOCKOUT or machine.hole_open or machine.kind is not None:
            raise RefusedError(801)
        match wish:
            case m.UpdateBegin(_, size, crc):
                self.begin(size, crc)
            case m.UpdateData(_, offset, data):
                self.add(offset, data)
            case _:
                self.finish()
        return isinstance(wish, m.UpdateFinish)

    def begin(self, size: int, crc: int) -> None:
        """Make room for a program of *size* bytes; one that was on its way is dropped."""
        if not 0 < size <= MAX_PROGRAM:
            raise RefusedError(804)
        self._size, self._crc = size, crc
        self._arrived.clear()

    def add(self, offset: int, data: bytes) -> None:
        """Take in the next bytes; those that are there already change nothing."""
        end = offset + len(data)
        if end <= len(self._arrived):
            return
        if offset != len(self._arrived) or end > self._size:
            raise RefusedError(804)
        self._arrived += data

    def finish(self) -> None:
        """Take the program for the next boot; refuse one that is not whole, and forget it."""
        data, size = bytes(self._arrived), self._size
        self._arrived.clear()
        self._size = 0
        if not size or len(data) != size or zlib.crc32(data) != self._crc:
            raise RefusedError(804)
        self.before, self.image, self.watchdog_resets = self.image, Image.from_bytes(data), 0

    def keep(self) -> None:
        """End the trial well: a host has reached the program."""
        self.before = None

    def watchdog_reset(self) -> None:
        """Count a reset by the watchdog; the last one of a trial brings the old program back."""
        if self.before is None:
            return
        self.watchdog_resets += 1
        if self.watchdog_resets >= TRIALS:
            self.image, self.before = self.before, None


RESET_FAULT: Final = {
    ResetCause.POWER: 503,
    ResetCause.BROWN_OUT: 501,
    ResetCause.WATCHDOG: 502,
    ResetCause.HOST: 503,
}
"""The fault that each reset leaves where it interrupted something."""


@dataclass(frozen=True, slots=True)
class Boot:
    """How a board starts."""

    boot_id: int
    """A fresh number each time."""
    cause: ResetCause
    pace: Pace
    """How fast the machine's time runs."""
    firmware: Firmware = FIRMWARES["present"]
    flash: Flash = field(default_factory=Flash)
    uart: Uart = field(default_factory=Uart)
    looping: bool = False
    """Whether its watchdog has reset it again and again: then nothing may move."""
