"""A port behind a serial server (RFC 2217): baud rate, DTR and break can be seen here."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import serial.rfc2217

from firmware_bridge.wire.frame import BAUD
from hw_sim.ports.tcp import TcpPort


class Line(SimpleNamespace):
    """What the protocol's server side wants of a serial port, without one."""

    def __init__(self) -> None:
        super().__init__(
            baudrate=BAUD, bytesize=8, parity="N", stopbits=1, rtscts=False, xonxoff=False,
            dtr=False, rts=False, cts=True, dsr=True, cd=True, ri=False,
        )  # fmt: skip
        self.breaks = 0
        self._is_held = False

    @property
    def break_condition(self) -> bool:
        """Whether the line is held in a break."""
        return self._is_held

    @break_condition.setter
    def break_condition(self, held: bool) -> None:
        self.breaks += held
        self._is_held = held

    def reset_input_buffer(self) -> None:
        """Forget what has arrived: nothing is kept here."""

    def reset_output_buffer(self) -> None:
        """Forget what is to be sent: nothing is kept here."""


class Rfc2217Port(TcpPort):
    """A serial server on the loopback, whose line the host sets."""

    SCHEME = "rfc2217"

    def __init__(self, number: int = 0) -> None:
        """Listen on the loopback's port *number*, 0 for any that is free."""
        self.line = Line()
        self._manager: serial.rfc2217.PortManager | None = None
        super().__init__(number)

    @property
    def baud(self) -> int:
        """The speed that the host has set."""
        return int(self.line.baudrate)

    def connected(self) -> None:
        """Begin to negotiate with a host that has just connected."""
        self.line = Line()
        self._manager = serial.rfc2217.PortManager(
            cast("Any", self.line), cast("Any", _Outlet(self))
        )

    def arrived(self, data: bytes) -> bytes:
        """Return the table's bytes in what the network has brought, without negotiation."""
        if self._manager is None:
            return b""
        return b"".join(self._manager.filter(data))

    def leaving(self, data: bytes) -> bytes:
        """Return what goes over the network for the table's bytes."""
        if self._manager is None:
            return b""
        return b"".join(self._manager.escape(data))

    def had_break(self) -> bool:
        """Return whether the line was held in a break since this was last asked."""
        breaks, self.line.breaks = self.line.breaks, 0
        return breaks > 0


class _Outlet:
    """The connection as the protocol's server side wants it."""

    def __init__(self, port: Rfc2217Port) -> None:
        self._port = port

    def write(self, data: bytes) -> None:
        """Send part of the negotiation."""
        self._port.push(data)
