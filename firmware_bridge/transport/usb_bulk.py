"""A table on USB without a serial port: bulk pipes and the control endpoint, through pyusb.

The bulk pipes carry the same bytes as a serial line. The control endpoint answers even
when they are stalled, so that the emergency stop and the state go there too (§6.1).
"""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Any, Final

import usb.core
import usb.util

from firmware_bridge.errors import (
    BridgeError,
    ConnectionLostError,
    PortBusyError,
    PortNotFoundError,
    PortPermissionError,
    TransportError,
    WrongDeviceError,
)
from firmware_bridge.faults import Fault
from firmware_bridge.transport.memory import Pump
from firmware_bridge.wire import messages as m

INTERFACE: Final = 0
BULK_OUT: Final = 0x01
BULK_IN: Final = 0x81
PACKET: Final = 512
READ_MS: Final = 100
WRITE_MS: Final = 1_000
CONTROL_MS: Final = 200

VENDOR_IN: Final = 0xC0
VENDOR_OUT: Final = 0x40
ASK_VERSION: Final = 1
STOP_NOW: Final = 2
ASK_STATUS: Final = 3


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """What the control endpoint tells of the table, whatever the pipes do."""

    state: int
    flags: int
    generation: int
    fault: Fault | None
    percent: int
    op_counter: int
    uptime_ms: int


class UsbTransport:
    """The claimed interface of a table's USB device."""

    def __init__(self, device: Any, name: str) -> None:  # pyusb has no types
        """Claim *device*; raise the `BridgeError` that says what to do where that fails."""
        self.name = name
        self.bauds: tuple[int, ...] = ()
        self._device = device
        try:
            device.set_configuration()
            usb.util.claim_interface(device, INTERFACE)
            self._check_pipes()
        except usb.core.USBError as problem:
            usb.util.dispose_resources(device)
            raise explain(name, problem) from problem
        self._pump = Pump(name, self._wait_and_read)

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return self._pump.fileno()

    def read(self) -> bytes:
        """Return what has arrived; raise `ConnectionLostError` when the device is gone."""
        return self._pump.read()

    def write(self, data: bytes) -> None:
        """Hand over *data*; raise `ConnectionLostError` when it is gone or takes nothing."""
        try:
            self._device.write(BULK_OUT, data, WRITE_MS)
        except usb.core.USBError as problem:
            raise ConnectionLostError(self.name) from problem

    def set_baud(self, baud: int) -> bool:
        """Return false: USB has the one speed."""
        del baud
        return False

    def alarm(self) -> None:
        """Tell the board to stop now, past the pipes."""
        try:
            self._device.ctrl_transfer(VENDOR_OUT, STOP_NOW, 0, 0, None, CONTROL_MS)
        except usb.core.USBError as problem:
            if problem.errno in (errno.ENODEV, errno.EIO):
                raise ConnectionLostError(self.name) from problem

    def version(self) -> str:
        """Return what the board says of itself past the pipes."""
        return bytes(self._ask(ASK_VERSION, 64)).decode("utf-8", "replace")

    def board_status(self) -> BoardStatus:
        """Return how the table stands, asked past the pipes; raise `WrongDeviceError`."""
        data = self._ask(ASK_STATUS, m.EP0_STATUS.size)
        if len(data) != m.EP0_STATUS.size:
            raise WrongDeviceError(self.name, f"a status of {len(data)} bytes")
        state, flags, gen, code, side, percent, op_counter, uptime = m.EP0_STATUS.unpack(data)
        fault = Fault.from_wire(code, side)
        return BoardStatus(state, flags, gen, fault, percent, op_counter, uptime)

    def close(self) -> None:
        """Let the device go; may be called again."""
        self._pump.close()
        usb.util.dispose_resources(self._device)

    def _check_pipes(self) -> None:
        interface = self._device.get_active_configuration()[INTERFACE, 0]
        pipes = {endpoint.bEndpointAddress for endpoint in interface}
        if not {BULK_OUT, BULK_IN} <= pipes:
            usb.util.dispose_resources(self._device)
            raise WrongDeviceError(self.name, "its USB pipes are others")

    def _wait_and_read(self) -> bytes:
        try:
            return bytes(self._device.read(BULK_IN, PACKET, READ_MS))
        except usb.core.USBTimeoutError:
            return b""
        except usb.core.USBError as problem:
            if problem.errno == errno.EPIPE and self._clear_stall():
                return b""
            raise ConnectionLostError(self.name) from problem

    def _clear_stall(self) -> bool:
        """Free a stalled pipe; return whether that went well."""
        try:
            self._device.clear_halt(BULK_IN)
        except usb.core.USBError:
            return False
        return True

    def _ask(self, request: int, size: int) -> bytes:
        try:
            return bytes(self._device.ctrl_transfer(VENDOR_IN, request, 0, 0, size, CONTROL_MS))
        except usb.core.USBError as problem:
            raise ConnectionLostError(self.name) from problem


def explain(name: str, problem: usb.core.USBError) -> BridgeError:
    """Return our error for what libusb said."""
    if problem.errno in (errno.EACCES, errno.EPERM):
        return PortPermissionError(name)
    if problem.errno == errno.EBUSY:
        return PortBusyError(name)
    if problem.errno in (errno.ENODEV, errno.ENOENT, errno.EIO):
        return PortNotFoundError(name)
    return TransportError(
        f"The USB table {name} cannot be opened ({problem}): check its cable and plug it in again",
        where=name,
    )
