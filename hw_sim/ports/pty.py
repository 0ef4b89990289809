"""A pseudo-terminal that looks like the table's serial port, and can be pulled out.

The path that others open is a link that stays the same when the port comes back,
as `/dev/serial/by-id` does for a real table.
"""

from __future__ import annotations

import fcntl
import os
import struct
import tempfile
import tty
from pathlib import Path
from typing import Final

CHUNK: Final = 65_536
GET_SETTINGS: Final = 0x802C542A
"""Linux's request for a terminal's settings with its speed as a number (TCGETS2)."""
SETTINGS: Final = struct.Struct("<36xII")
"""Both speeds stand at their end."""


class PtyPort:
    """The table's end of a pseudo-terminal."""

    def __init__(self, name: str = "table") -> None:
        """Make a port called *name* in a folder of its own."""
        self._folder = tempfile.TemporaryDirectory(prefix="jantaku-")
        self.path = Path(self._folder.name) / name
        self._ours: int | None = None
        self._theirs: int | None = None
        self.plug_in()

    @property
    def name(self) -> str:
        """The path to open."""
        return str(self.path)

    @property
    def baud(self) -> int:
        """The speed that the host has set, 0 while unplugged."""
        if self._ours is None:
            return 0
        settings = fcntl.ioctl(self._ours, GET_SETTINGS, bytes(SETTINGS.size))
        return int(SETTINGS.unpack(settings)[1])

    def handles(self) -> list[int]:
        """Return the descriptor to wait on, none while unplugged."""
        return [] if self._ours is None else [self._ours]

    def was_opened(self) -> bool:
        """Return false: a pseudo-terminal does not tell its other end."""
        return False

    def had_break(self) -> bool:
        """Return false: a break has no effect on a pseudo-terminal."""
        return False

    def rename(self, name: str) -> None:
        """Come back under another *name*, as a replugged board does (ttyACM0, ttyACM1)."""
        self.unplug()
        self.path = self.path.with_name(name)
        self.plug_in()

    def forbid(self) -> None:
        """Let only the owner of nothing open it: every other user is refused."""
        if self._theirs is not None:
            Path(os.ttyname(self._theirs)).chmod(0)

    def occupy(self) -> None:
        """Open it as another program would, and keep it locked until it is unplugged."""
        if self._theirs is not None:
            fcntl.flock(self._theirs, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def plug_in(self) -> None:
        """Make the port appear at its path."""
        if self._ours is not None:
            return
        self._ours, self._theirs = os.openpty()
        # Our own hold on the far end keeps the near one readable while nobody has it open.
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        fresh = self.path.with_suffix(".new")
        fresh.symlink_to(os.ttyname(self._theirs))
        fresh.replace(self.path)

    def unplug(self) -> None:
        """Make the port vanish; whoever has it open gets an error."""
        if self._ours is None or self._theirs is None:
            return
        self.path.unlink(missing_ok=True)
        os.close(self._ours)
        os.close(self._theirs)
        self._ours = self._theirs = None

    def read(self) -> bytes:
        """Return what has arrived."""
        if self._ours is None:
            return b""
        try:
            return os.read(self._ours, CHUNK)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Send *data*; what nobody takes is lost, as on a UART."""
        if self._ours is None or not data:
            return
        try:
            os.write(self._ours, data)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Remove the port for good."""
        self.unplug()
        self._folder.cleanup()
