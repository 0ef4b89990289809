"""Ports inside the process: for the USB backend, and as `tablesim://NAME` for pyserial."""

from __future__ import annotations

import contextlib
import socket
from typing import Final

import serial

CHUNK: Final = 65_536


class MemoryPort:
    """A port whose cable is a connected pair, made for each host; one host at a time."""

    def __init__(self, name: str = "memory") -> None:
        """Make a port called *name*, plugged in."""
        self.name = name
        self.baud = 0
        """The speed that the host's end is set to, where it has one."""
        self._is_in = False
        self._ours: socket.socket | None = None
        self._bell, self._button = socket.socketpair()
        """Wakes whoever waits for the table's end, when a host comes or holds a break."""
        self._bell.setblocking(False)
        self._opened = self._broken = False
        self.plug_in()

    def take(self) -> socket.socket:
        """Return the host's end, which is the host's to close.

        Raise `LookupError` while unplugged, `BlockingIOError` while another one has it.
        """
        if not self._is_in:
            raise LookupError(f"{self.name} is unplugged: plug the simulated table in")
        if self._ours is not None and not _has_ended(self._ours):
            raise BlockingIOError(f"{self.name} is used by another program: close it")
        self._hang_up()
        self._ours, theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._opened = True
        self._button.send(b"o")
        return theirs

    def hold_break(self) -> None:
        """Hold the line in a break, as a host does to stop the motors."""
        self._broken = True
        self._button.send(b"b")

    def handles(self) -> list[int]:
        """Return the descriptors to wait on."""
        return [end.fileno() for end in (self._bell, self._ours) if end is not None]

    def read(self) -> bytes:
        """Return what has arrived; notice a host that has left."""
        _drain(self._bell)
        if self._ours is None:
            return b""
        if _has_ended(self._ours):
            self._hang_up()
            return b""
        return _drain(self._ours)

    def write(self, data: bytes) -> None:
        """Send *data*; without a host it is lost."""
        if self._ours is None or not data:
            return
        try:
            self._ours.send(data)
        except OSError:
            return  # full, or gone: lost, as on a UART

    def was_opened(self) -> bool:
        """Return whether a host has opened the port since this was last asked."""
        is_new, self._opened = self._opened, False
        return is_new

    def had_break(self) -> bool:
        """Return whether the line was held in a break since this was last asked."""
        broken, self._broken = self._broken, False
        return broken

    def plug_in(self) -> None:
        """Make the port appear."""
        self._is_in = True

    def unplug(self) -> None:
        """Make the port vanish; a host reads the end of it."""
        self._is_in = False
        self._hang_up()

    def close(self) -> None:
        """Remove the port for good."""
        self.unplug()
        self._bell.close()
        self._button.close()

    def _hang_up(self) -> None:
        if self._ours is not None:
            self._ours.close()
        self._ours = None


def _drain(end: socket.socket) -> bytes:
    try:
        return end.recv(CHUNK)
    except OSError:
        return b""


def _has_ended(end: socket.socket) -> bool:
    try:
        return not end.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True


SCHEME: Final = "tablesim"
HANDLERS: Final = "hw_sim.handlers"

_PORTS: Final[dict[str, UrlPort]] = {}
"""Ports that are there, by name: pyserial hands its handlers nothing but the URL."""


class UrlPort(MemoryPort):
    """A port that `serial.serial_for_url` opens by its name."""

    def __init__(self, name: str) -> None:
        """Offer `tablesim://`*name*; raise `ValueError` where another one has the name."""
        self.host = name
        self._enter()
        super().__init__(f"{SCHEME}://{name}")

    def plug_in(self) -> None:
        """Make the port appear; raise `ValueError` where another one has the name."""
        self._enter()
        super().plug_in()

    def unplug(self) -> None:
        """Make the port vanish."""
        _PORTS.pop(self.host, None)
        super().unplug()

    def _enter(self) -> None:
        if _PORTS.setdefault(self.host, self) is not self:
            raise ValueError(f"{SCHEME}://{self.host}: there is another table of that name")


def port_called(name: str) -> UrlPort | None:
    """Return the port called *name* if it is there."""
    return _PORTS.get(name)


with contextlib.suppress(ValueError):  # appended at most once, whoever imports first
    serial.protocol_handler_packages.remove(HANDLERS)
serial.protocol_handler_packages.append(HANDLERS)
