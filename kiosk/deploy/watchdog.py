"""What systemd is told of the kiosk: that it serves, and again and again that it goes on."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import Final

READY: Final = "READY=1"
ALIVE: Final = "WATCHDOG=1"
ENDING: Final = "STOPPING=1"
TURN_S: Final = 10.0
"""So long a loop may wait between two signs of life; the unit asks for one a minute."""


class Watchdog:
    """The socket on which systemd listens, where it has started this process; else nothing."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        """Tell the socket that *environ* names; a name that begins with @ has no file."""
        name = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name

    def tell(self, word: str) -> None:
        """Send *word*; a listener that is away is no reason to end the kiosk."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.settimeout(1)
                line.sendto(word.encode(), self._address)
        except OSError:
            return
