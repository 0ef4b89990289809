"""The board's two places for its program: one runs, one takes the next (`table-link.md` §6.6).

A new program runs on trial. It is kept once a host has opened a session with it; where its
watchdog bites three times before that, the one before is back.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.console import MAX_PROGRAM
from firmware_bridge.wire import messages as m
from hw_sim.machine.permits import RefusedError

Update = m.UpdateBegin | m.UpdateData | m.UpdateFinish

MAGIC: Final = b"JTFW"
TRIALS: Final = 3
"""So many bites of the watchdog end a trial."""


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
    bites: int = 0
    """How often the watchdog has bitten in this trial."""
    _size: int = 0
    _crc: int = 0
    _arrived: bytearray = field(default_factory=bytearray)

    def take(self, wish: Update) -> bool:
        """Do what *wish* asks; return whether another program is to run now."""
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
        self.before, self.image, self.bites = self.image, Image.from_bytes(data), 0

    def keep(self) -> None:
        """End the trial well: a host has reached the program."""
        self.before = None

    def bite(self) -> None:
        """Count a bite of the watchdog; the last one of a trial brings the old program back."""
        if self.before is None:
            return
        self.bites += 1
        if self.bites >= TRIALS:
            self.image, self.before = self.before, None
