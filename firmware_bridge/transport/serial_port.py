"""A serial port through pyserial: device paths, pseudo-terminals, `socket://`, `rfc2217://`."""

from __future__ import annotations

import contextlib
import errno
import io
import socket
import time
import warnings
from typing import Final

import serial

from firmware_bridge.errors import (
    ConnectionLostError,
    PortBusyError,
    PortNotFoundError,
    PortPermissionError,
    TransportError,
    WrongDeviceError,
)
from firmware_bridge.transport.memory import Pump
from firmware_bridge.wire.frame import BAUD, FAST

WRITE_TIMEOUT_S: Final = 1.0
"""A healthy table takes a whole window (2 KB) in a fifth of this at 115,200 baud."""

PUMP_S: Final = 0.1
"""How long one read waits where the port has no descriptor to wait on."""

BREAK_S: Final = 0.002
"""Twenty times a character at 115,200 baud: no byte looks like it."""

CHUNK: Final = 4096
BARE: Final = "socket://"
"""Bare bytes over a network: the speed is set at the other end, and stays as it is."""
SERVER: Final = "rfc2217://"
PATIENT: Final = "ign_set_control"
"""The option without which pyserial ends a connection to a server that has no modem lines."""
_BUSY: Final = (errno.EAGAIN, errno.EBUSY, errno.EACCES)
_ABSENT: Final = (
    errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO,
    errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ETIMEDOUT,
)  # fmt: skip
_GONE: Final = (serial.SerialException, OSError, TypeError)
"""What pyserial raises when a port vanishes; `TypeError` where another thread closed it."""


class SerialTransport:
    """An open serial port; a device path is held so that no other program opens it too."""

    def __init__(self, port: str, *, fast: bool = True) -> None:
        """Open *port*; raise the `TransportError` or `ProtocolError` that says what to do.

        Unless *fast*, it is never set to another speed than the usual one.
        """
        self.name = port
        self.bauds: tuple[int, ...] = FAST if fast and not port.startswith(BARE) else ()
        self._is_remote = "://" in port
        self._serial = _open(port, is_remote=self._is_remote)
        self._pump: Pump | None = None
        try:
            self._serial.fileno()
        except (io.UnsupportedOperation, AttributeError):
            self._serial.timeout = PUMP_S
            self._pump = Pump(port, self._wait_and_read)

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return int(self._serial.fileno()) if self._pump is None else self._pump.fileno()

    def read(self) -> bytes:
        """Return what has arrived; raise `ConnectionLostError` when the port is gone."""
        if self._pump is not None:
            return self._pump.read()
        try:
            size = CHUNK if self._is_remote else max(1, self._serial.in_waiting)
            return bytes(self._serial.read(size))
        except _GONE as problem:
            raise ConnectionLostError(self.name) from problem

    def write(self, data: bytes) -> None:
        """Hand over *data*; raise `ConnectionLostError` when the port is gone or takes nothing."""
        try:
            self._serial.write(data)
        except _GONE as problem:
            raise ConnectionLostError(self.name) from problem

    def set_baud(self, baud: int) -> bool:
        """Run at *baud* from now on; return whether the port can."""
        try:
            self._serial.baudrate = baud
        except (ValueError, *_GONE):
            return False
        return True

    def alarm(self) -> None:
        """Send a BREAK, which the board takes for the emergency stop (§6.1)."""
        if self._is_remote:  # pyserial takes 0.2 s for it; the frames that follow take 6 ms
            return
        # Pseudo-terminals know no BREAK; the frames that follow are heard there.
        with contextlib.suppress(*_GONE):
            self._serial.break_condition = True
            time.sleep(BREAK_S)
            self._serial.break_condition = False

    def close(self) -> None:
        """Let the port go, without waiting for bytes on their way (§2: never flush)."""
        if self._pump is not None:
            self._pump.close()
        # pyserial forgets to close a socket whose other end is gone.
        connection = _socket_of(self._serial)
        self._serial.close()
        if connection is not None:
            connection.close()

    def _wait_and_read(self) -> bytes:
        try:
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except _GONE as problem:
            raise ConnectionLostError(self.name) from problem


def _open(port: str, *, is_remote: bool) -> serial.Serial:
    """Return the open port; a remote one can neither be held alone nor time writes out."""
    try:
        if is_remote:
            with warnings.catch_warnings():  # its RFC 2217 starts threads in an outdated way
                warnings.simplefilter("ignore", DeprecationWarning)
                device = serial.serial_for_url(_url(port), BAUD, timeout=0)
            if connection := _socket_of(device):
                # Or a question waits until the answer before it is acknowledged: 92 ms, not 6.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return device
        return serial.Serial(port, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
    except (serial.SerialException, ValueError) as problem:
        raise _explain(port, problem) from problem


def _socket_of(device: serial.Serial) -> socket.socket | None:
    """Return the connection below a remote port; nothing where it is not over a network."""
    return getattr(device, "_socket", None)


def _url(port: str) -> str:
    """Return the address of a remote *port* with what every server of serial ports takes."""
    if not port.startswith(SERVER) or PATIENT in port:
        return port
    return port + ("&" if "?" in port else "?") + PATIENT


def _explain(port: str, problem: Exception) -> Exception:
    number = getattr(problem, "errno", None) or getattr(problem.__context__, "errno", None)
    if number in _ABSENT:
        return PortNotFoundError(port)
    if ("lock" in str(problem) and number in _BUSY) or number == errno.EBUSY:
        return PortBusyError(port)
    if number in (errno.EACCES, errno.EPERM):
        return PortPermissionError(port)
    if "configure" in str(problem) or number == errno.ENOTTY:
        return WrongDeviceError(port, "not a serial port")
    return TransportError(
        f"Port {port} cannot be opened ({problem}): check the cable and the port's name",
        where=port,
    )
