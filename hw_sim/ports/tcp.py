"""A port on the network's loopback, as serial servers offer: bare bytes (`socket://`)."""

from __future__ import annotations

import socket
from typing import Final

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
        return self.arrived(data)

    def write(self, data: bytes) -> None:
        """Send *data*; without a host it is lost."""
        if data:
            self.push(self.leaving(data))

    def arrived(self, data: bytes) -> bytes:
        """Return the table's bytes in what the network has brought."""
        return data

    def leaving(self, data: bytes) -> bytes:
        """Return what goes over the network for the table's bytes."""
        return data

    def connected(self) -> None:
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
        opened, self._opened = self._opened, False
        return opened

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
        self.connected()
