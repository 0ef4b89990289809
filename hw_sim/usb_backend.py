"""A USB bus with simulated tables on it, for the real pyusb: bulk pipes and control requests.

`usb.core.find(backend=SimUsbBackend(table))` finds the table while its cable is in. The
numbers are those of `protocol.md` §6.1; everything between them is pyusb's own.
"""

from __future__ import annotations

import array
import errno
import select
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import usb.backend
import usb.core

from hw_sim.ports.memory import MemoryPort
from hw_sim.table import SimTable

VENDOR: Final = 0x1209
PRODUCT: Final = 0x0001
BULK_OUT: Final = 0x01
BULK_IN: Final = 0x81
VERSION, STOP, STATUS = 1, 2, 3
_STRINGS: Final = ("jantaku", "jantaku table")
_GET_DESCRIPTOR: Final = 6
_STRING: Final = 3
_ENGLISH: Final = 0x0409


class _Descriptor(SimpleNamespace):
    """Fields of a USB descriptor, as pyusb reads them."""

    def __init__(self, **fields: int | list[int]) -> None:
        super().__init__(extra_descriptors=[], **fields)


@dataclass(eq=False, slots=True)
class UsbDevice:
    """A table on the bus."""

    table: SimTable
    number: int
    is_stalled: bool = False
    """Whether its pipes refuse everything until they are cleared; requests still work."""
    is_forbidden: bool = False
    """Whether this user may not open it."""

    @property
    def is_there(self) -> bool:
        """Whether its cable is in."""
        return self.table.act(lambda simulation: simulation.plugged)

    def strings(self) -> list[str]:
        """Return its string descriptors from number 1 on."""
        serial = self.table.act(lambda simulation: simulation.device.machine.profile.serial)
        return [*_STRINGS, serial]


@dataclass(eq=False, slots=True)
class UsbHandle:
    """One program's hold on a device."""

    device: UsbDevice
    end: socket.socket | None = None
    """The host's end of the pipes, while this program has claimed them."""


class SimUsbBackend(usb.backend.IBackend):  # type: ignore[misc]  # pyusb has no types
    """What pyusb takes for libusb; each table on it must have a `MemoryPort` for its port."""

    def __init__(self, *tables: SimTable) -> None:
        """Put *tables* on the bus."""
        self.devices = [UsbDevice(table, number) for number, table in enumerate(tables, 1)]

    def enumerate_devices(self) -> Iterator[UsbDevice]:
        """Yield the devices whose cable is in."""
        return (device for device in self.devices if device.is_there)

    def get_device_descriptor(self, dev: UsbDevice) -> _Descriptor:
        """Return who the device is."""
        return _Descriptor(
            bLength=18, bDescriptorType=1, bcdUSB=0x0200, bDeviceClass=0xFF, bDeviceSubClass=0,
            bDeviceProtocol=0, bMaxPacketSize0=64, idVendor=VENDOR, idProduct=PRODUCT,
            bcdDevice=0x0200, iManufacturer=1, iProduct=2, iSerialNumber=3,
            bNumConfigurations=1, address=dev.number, bus=1, port_number=dev.number,
            port_numbers=[dev.number], speed=2,
        )  # fmt: skip

    def get_configuration_descriptor(self, dev: UsbDevice, config: int) -> _Descriptor:
        """Return its only configuration."""
        del dev
        _only(config)
        return _Descriptor(
            bLength=9, bDescriptorType=2, wTotalLength=32, bNumInterfaces=1,
            bConfigurationValue=1, iConfiguration=0, bmAttributes=0x80, bMaxPower=50,
        )  # fmt: skip

    def get_interface_descriptor(
        self, dev: UsbDevice, intf: int, alt: int, config: int
    ) -> _Descriptor:
        """Return its only interface."""
        del dev
        _only(intf, alt, config)
        return _Descriptor(
            bLength=9, bDescriptorType=4, bInterfaceNumber=0, bAlternateSetting=0,
            bNumEndpoints=2, bInterfaceClass=0xFF, bInterfaceSubClass=0,
            bInterfaceProtocol=0, iInterface=0,
        )  # fmt: skip

    def get_endpoint_descriptor(
        self, dev: UsbDevice, ep: int, intf: int, alt: int, config: int
    ) -> _Descriptor:
        """Return one of the two pipes."""
        del dev
        _only(intf, alt, config)
        return _Descriptor(
            bLength=7, bDescriptorType=5, bEndpointAddress=(BULK_OUT, BULK_IN)[ep],
            bmAttributes=2, wMaxPacketSize=64, bInterval=0, bRefresh=0, bSynchAddress=0,
        )  # fmt: skip

    def open_device(self, dev: UsbDevice) -> UsbHandle:
        """Open a device; raise EACCES where this user may not."""
        if dev.is_forbidden:
            raise _error(errno.EACCES)
        return _present(UsbHandle(dev))

    def close_device(self, dev_handle: UsbHandle) -> None:
        """Let the device go."""
        self.release_interface(dev_handle, 0)

    def set_configuration(self, dev_handle: UsbHandle, config_value: int) -> None:
        """Set the only configuration."""
        _present(dev_handle)
        if config_value != 1:
            raise _error(errno.ENOENT)

    def get_configuration(self, dev_handle: UsbHandle) -> int:
        """Return the only configuration."""
        _present(dev_handle)
        return 1

    def claim_interface(self, dev_handle: UsbHandle, intf: int) -> None:
        """Take the pipes; raise EBUSY where another program has them."""
        _only(intf)
        port = _present(dev_handle).device.table.cable
        assert isinstance(port, MemoryPort), "a table on USB has a MemoryPort"
        try:
            dev_handle.end = port.take()
        except BlockingIOError as problem:
            raise _error(errno.EBUSY) from problem
        except LookupError as problem:
            raise _error(errno.ENODEV) from problem

    def release_interface(self, dev_handle: UsbHandle, intf: int) -> None:
        """Give the pipes back."""
        _only(intf)
        if dev_handle.end is not None:
            dev_handle.end.close()
        dev_handle.end = None

    def bulk_write(self, dev_handle: UsbHandle, ep: int, intf: int, data: Any, timeout: int) -> int:
        """Send *data* down the pipe."""
        del timeout
        _only(intf, ep - BULK_OUT)
        end = _pipe(dev_handle)
        try:
            end.sendall(data)
        except OSError as problem:
            raise _error(errno.ENODEV) from problem
        return len(data)

    def bulk_read(self, dev_handle: UsbHandle, ep: int, intf: int, buff: Any, timeout: int) -> int:
        """Fill *buff* with what has come up the pipe within *timeout* milliseconds."""
        _only(intf, ep - BULK_IN)
        end = _pipe(dev_handle)
        try:
            if not select.select([end], [], [], timeout / 1000)[0]:
                raise usb.core.USBTimeoutError("Operation timed out", -7, errno.ETIMEDOUT)
            data = end.recv(len(buff) * buff.itemsize)
        except (OSError, ValueError) as problem:
            if isinstance(problem, usb.core.USBError):
                raise
            raise _error(errno.ENODEV) from problem
        if not data:
            raise _error(errno.ENODEV)
        buff[: len(data)] = array.array("B", data)
        return len(data)

    def ctrl_transfer(  # noqa: PLR0913  # pyusb's signature
        self,
        dev_handle: UsbHandle,
        bmRequestType: int,  # noqa: N803  # pyusb's names
        bRequest: int,  # noqa: N803
        wValue: int,  # noqa: N803
        wIndex: int,  # noqa: N803
        data: Any,
        timeout: int,
    ) -> int:
        """Answer a request on endpoint 0, even while the pipes are stalled."""
        del wIndex, timeout
        _present(dev_handle)
        if (bmRequestType, bRequest) == (0x80, _GET_DESCRIPTOR) and wValue >> 8 == _STRING:
            return _fill(data, _string(dev_handle.device, wValue & 0xFF))
        if bmRequestType == 0x40 and bRequest == STOP:
            dev_handle.device.table.act(
                lambda simulation: simulation.device.stop_now(simulation.now)
            )
            return 0
        answers = {VERSION: _version, STATUS: _status}
        if bmRequestType == 0xC0 and bRequest in answers:
            return _fill(data, answers[bRequest](dev_handle.device.table))
        raise _error(errno.EPIPE)

    def clear_halt(self, dev_handle: UsbHandle, ep: int) -> None:
        """Let the pipes work again."""
        del ep
        dev_handle.device.is_stalled = False

    def reset_device(self, dev_handle: UsbHandle) -> None:
        """Reset the bus at this device: its board goes on."""
        _present(dev_handle)

    def is_kernel_driver_active(self, dev_handle: UsbHandle, intf: int) -> bool:
        """Return false: the class is the vendor's own, no driver wants it."""
        del dev_handle, intf
        return False


def _version(table: SimTable) -> bytes:
    profile = table.act(lambda simulation: simulation.device.machine.profile)
    return f"{profile.model} {profile.firmware}".encode()


def _status(table: SimTable) -> bytes:
    return table.act(lambda simulation: simulation.device.board.short_status())


def _string(device: UsbDevice, number: int) -> bytes:
    """Return a string descriptor; number 0 is the list of languages."""
    if number == 0:
        return bytes((4, _STRING)) + _ENGLISH.to_bytes(2, "little")
    if number > len(device.strings()):
        raise _error(errno.EPIPE)
    text = device.strings()[number - 1].encode("utf-16-le")
    return bytes((2 + len(text), _STRING)) + text


def _fill(buffer: Any, data: bytes) -> int:
    """Put *data* into the host's buffer as far as it goes; return how many bytes."""
    data = data[: len(buffer)]
    buffer[: len(data)] = array.array("B", data)
    return len(data)


def _present(handle: UsbHandle) -> UsbHandle:
    if not handle.device.is_there:
        raise _error(errno.ENODEV)
    return handle


def _pipe(handle: UsbHandle) -> socket.socket:
    """Return the host's end of the pipes; raise EPIPE while stalled, ENODEV when gone."""
    if handle.device.is_stalled:
        raise _error(errno.EPIPE)
    if handle.end is None:
        raise _error(errno.ENODEV)
    return handle.end


def _only(*numbers: int) -> None:
    if any(numbers):
        raise IndexError("there is but one")


def _error(number: int) -> usb.core.USBError:
    return usb.core.USBError(errno.errorcode[number], None, number)
