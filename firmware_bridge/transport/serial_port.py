"""A serial port (device path, USB serial, pseudo-terminal) through pyserial, held alone."""

from __future__ import annotations

import errno
from typing import Final

import serial

from firmware_bridge.errors import (
    BusyError,
    DeniedError,
    LostError,
    PortNotFoundError,
    TransportError,
    WrongDeviceError,
)

BAUD: Final = 115_200
WRITE_TIMEOUT_S: Final = 1.0
"""A healthy table takes a whole window (2 KB) in a fifth of this at 115,200 baud."""

_BUSY: Final = (errno.EAGAIN, errno.EBUSY, errno.EACCES)


class SerialTransport:
    """An open serial port that no other program can open through the same lock."""

    def __init__(self, port: str) -> None:
        """Open *port*; raise the `TransportError` or `ProtocolError` that says what to do."""
        self.name = port
        try:
            self._serial = serial.Serial(
                port, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            )
        except serial.SerialException as problem:
            raise _explain(port, problem) from problem

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """Return what has arrived; raise `LostError` when the port is gone."""
        try:
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except (serial.SerialException, OSError, TypeError) as problem:
            raise LostError(self.name) from problem

    def write(self, data: bytes) -> None:
        """Hand over *data*; raise `LostError` when the port is gone or takes nothing."""
        try:
            self._serial.write(data)
        except (serial.SerialException, OSError) as problem:
            raise LostError(self.name) from problem

    def close(self) -> None:
        """Let the port go, without waiting for bytes on their way (§2: never flush)."""
        self._serial.close()


def _explain(port: str, problem: serial.SerialException) -> Exception:
    """Return our error for what pyserial said at opening."""
    number = problem.errno
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO):
        return PortNotFoundError(port)
    if ("lock" in str(problem) and number in _BUSY) or number == errno.EBUSY:
        return BusyError(port)
    if number in (errno.EACCES, errno.EPERM):
        return DeniedError(port)
    if "configure" in str(problem) or number == errno.ENOTTY:
        return WrongDeviceError(port, "not a serial port")
    return TransportError(
        f"Port {port} cannot be opened ({problem}): check the cable and the port's name",
        where=port,
    )
