"""What pyserial opens for `tablesim://NAME`."""

from __future__ import annotations

import errno
import select
import socket
from typing import Final
from urllib.parse import parse_qs, urlsplit

import serial
from typing_extensions import Buffer

import rules
from hw_sim.ports.memory import MemoryPort, UrlPort, port_called
from hw_sim.profile import names
from hw_sim.table import SimTable

CHUNK: Final = 65_536
UNPLUGGED: Final = "the simulated table was unplugged"


class Serial(serial.SerialBase):
    """A serial port whose other end is a simulated table."""

    def open(self) -> None:
        """Take the table's port; raise `SerialException` where that cannot be."""
        url = urlsplit(str(self.portstr))
        port = port_called(url.netloc) or _new_table(url.netloc, parse_qs(url.query))
        try:
            self._end: socket.socket = port.take()
        except LookupError as problem:
            raise serial.SerialException(errno.ENOENT, str(problem)) from problem
        except BlockingIOError as problem:
            raise serial.SerialException(errno.EBUSY, str(problem)) from problem
        self._table_port: MemoryPort = port
        port.baud = self.baudrate
        self.is_open = True

    def close(self) -> None:
        """Let the port go; the table stays."""
        if self.is_open:
            self.is_open = False
            self._end.close()

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return self._end.fileno()

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""
        try:
            return len(self._end.recv(CHUNK, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except BlockingIOError:
            return 0

    def read(self, size: int = 1) -> bytes:
        """Return up to *size* bytes within the timeout; raise `SerialException` when unplugged."""
        data = bytearray()
        while len(data) < size and select.select([self._end], [], [], self.timeout)[0]:
            piece = self._receive(size - len(data))
            if not piece:
                raise serial.SerialException(errno.EIO, UNPLUGGED)
            data += piece
        return bytes(data)

    def write(self, data: Buffer, /) -> int:
        """Hand *data* over; raise `SerialException` when unplugged."""
        try:
            self._end.sendall(data)
        except OSError as problem:
            raise serial.SerialException(errno.EIO, UNPLUGGED) from problem
        return memoryview(data).nbytes

    def reset_input_buffer(self) -> None:
        """Forget what has arrived."""
        self._receive(CHUNK)

    def reset_output_buffer(self) -> None:
        """Forget what is to be sent: nothing is kept here."""

    def _receive(self, size: int) -> bytes:
        try:
            return self._end.recv(size, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return b""
        except OSError as problem:
            raise serial.SerialException(errno.EIO, UNPLUGGED) from problem

    def _reconfigure_port(self, *_: object, **__: object) -> None:
        """Take any settings; the table hears the speed, as over a line."""
        self._table_port.baud = self.baudrate

    def _update_dtr_state(self) -> None:
        """Take any state of DTR."""

    def _update_rts_state(self) -> None:
        """Take any state of RTS."""

    def _update_break_state(self) -> None:
        """Hold the line in a break: that stops the motors."""
        if self.break_condition:
            self._table_port.hold_break()


def _new_table(name: str, wishes: dict[str, list[str]]) -> UrlPort:
    """Return the port of a new table of the profile *name*; raise `SerialException`."""
    if name not in names():
        problem = f"no simulated table {name!r}: choose from {', '.join(names())}"
        raise serial.SerialException(errno.ENOENT, problem)
    wish = {key: values[-1] for key, values in wishes.items()}
    port = UrlPort(name)
    SimTable(
        rules.ruleset(wish.get("game", "riichi")).tiles,
        seed=int(wish.get("seed", "0")),
        speed=float(wish.get("speed", "1")),
        profile=name,
        port=port,
    )
    return port
