"""Ports on the loopback: bare bytes (`socket://`), and a serial server (RFC 2217)."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any, Final, cast

import serial.rfc2217

from firmware_bridge.wire.frame import BAUD

CHUNK: Final = 65_536
LOOPBACK: Final = "127.0.0.1"


class TcpPort:
    """A listening socket; the first host that connects has the port until it leaves."""

    SCHEME = "socket"

    def __init__(self, number: int = 0) -> None:
        """Listen on the loopback's port *number*, 0 for any that is free."""
        self.number = number
        self._listener: socket.socket | None = None
        self._host: socket.socket | None = None
        self._opened = False
        self.plug_in()

    @property
    def name(self) -> str:
        """The URL to open."""
        return f"{self.SCHEME}://{LOOPBACK}:{self.number}"

    @property
    def baud(self) -> int:
        """Nothing: bare bytes have no speed."""
        return 0

    def handles(self) -> list[int]:
        """Return the descriptors to wait on."""
        return [end.fileno() for end in (self._listener, self._host) if end is not None]

    def read(self) -> bytes:
        """Return what has arrived; let hosts in and out."""
        self._accept()
        if self._host is None:
            return b""
        try:
            data = self._host.recv(CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._host.close()
            self._host = None
        return self.decode(data)

    def write(self, data: bytes) -> None:
        """Send *data*; without a host it is lost."""
        if data:
            self.push(self.encode(data))

    def decode(self, data: bytes) -> bytes:
        """Return the table's bytes in what the network has brought."""
        return data

    def encode(self, data: bytes) -> bytes:
        """Return what goes over the network for the table's bytes."""
        return data

    def greet(self) -> None:
        """Greet a host that has just connected."""

    def push(self, data: bytes) -> None:
        """Hand *data* to the network as it is."""
        if self._host is None:
            return
        try:
            self._host.send(data)
        except OSError:
            return  # full, or gone: lost, as on a UART

    def was_opened(self) -> bool:
        """Return whether a host has connected since this was last asked."""
        is_new, self._opened = self._opened, False
        return is_new

    def had_break(self) -> bool:
        """Return false: bare bytes know no break."""
        return False

    def plug_in(self) -> None:
        """Listen, on the same number as before."""
        if self._listener is None:
            self._listener = socket.create_server((LOOPBACK, self.number))
            self._listener.setblocking(False)
            self.number = self._listener.getsockname()[1]

    def unplug(self) -> None:
        """Hang up and stop listening."""
        for end in (self._host, self._listener):
            if end is not None:
                end.close()
        self._host = self._listener = None

    def close(self) -> None:
        """Remove the port for good."""
        self.unplug()

    def _accept(self) -> None:
        """Let a host in, unless another one has the port: that one is turned away."""
        if self._listener is None:
            return
        try:
            end, _ = self._listener.accept()
        except BlockingIOError:
            return
        if self._host is not None:
            end.close()
            return
        end.setblocking(False)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host, self._opened = end, True
        self.greet()


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
    def break_condition(self, is_held: bool) -> None:
        self.breaks += is_held
        self._is_held = is_held

    def reset_input_buffer(self) -> None:
        """Forget what has arrived: nothing is kept here."""

    def reset_output_buffer(self) -> None:
        """Forget what is to be sent: nothing is kept here."""


class Rfc2217Port(TcpPort):
    """A serial server on the loopback, whose line the host sets."""

    SCHEME = "rfc2217"

    def __init__(self, number: int = 0, *, has_modem_lines: bool = True) -> None:
        """Listen on the loopback's port *number*, 0 for any that is free.

        A port without modem lines answers nothing to who wants to set one, as ser2net's.
        """
        self.has_modem_lines = has_modem_lines
        self.line = Line()
        self._manager: serial.rfc2217.PortManager | None = None
        super().__init__(number)

    @property
    def baud(self) -> int:
        """The speed that the host has set."""
        return int(self.line.baudrate)

    def greet(self) -> None:
        """Begin to negotiate with a host that has just connected."""
        self.line = Line()
        self._manager = serial.rfc2217.PortManager(
            cast("Any", self.line), cast("Any", _Outlet(self))
        )

    def decode(self, data: bytes) -> bytes:
        """Return the table's bytes in what the network has brought, without negotiation."""
        if self._manager is None:
            return b""
        return b"".join(self._manager.filter(data))

    def encode(self, data: bytes) -> bytes:
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
        is_of_modem_line = serial.rfc2217.SERVER_SET_CONTROL in data
        if self._port.has_modem_lines or not is_of_modem_line:
            self._port.push(data)
