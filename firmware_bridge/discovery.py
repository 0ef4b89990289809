"""Finding tables by their USB ids and serial numbers; no byte is written to find one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import usb.core
from serial.tools import list_ports

from firmware_bridge.errors import (
    BridgeError,
    PortNotFoundError,
    PortPermissionError,
    WrongDeviceError,
)
from firmware_bridge.transport import Transport
from firmware_bridge.transport.serial_port import SerialTransport
from firmware_bridge.transport.usb_bulk import UsbTransport, explain
from firmware_bridge.usb_ids import NAME, TABLE_IDS, UsbId

AUTO: Final = "auto"
"""The port name that means: the one table that is found; `auto:SERIAL` means a certain one."""

SLOW: Final = "slow:"
"""Before any other name: keep a serial line at its usual speed, whatever the table can."""

USB: Final = "usb:"
"""Before the serial number of a table on USB without a serial port."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A port that matches, and the name to open it by."""

    port: str
    serial: str
    """The table's serial number, its identity wherever it is plugged in."""
    product: str = ""
    problem: BridgeError | None = None
    """Why it could not even be looked at."""


@dataclass(frozen=True, slots=True)
class PortSources:
    """Where to look: serial ports, USB devices, and names given by hand."""

    ports: Callable[[], Iterable[Any]] = list_ports.comports
    usb: Callable[[], Iterable[Any]] | None = None
    extra: tuple[str, ...] = ()
    ids: tuple[UsbId, ...] = TABLE_IDS

    def devices(self) -> Iterator[Any]:
        """Yield the USB devices whose numbers are those of a table."""
        yield from _usb_devices(self.ids) if self.usb is None else self.usb()

    def is_table(self, vendor: int | None, product: int | None, name: str | None) -> bool:
        """Return whether a device with these numbers and this name is a table."""
        return any(usb_id.is_of(vendor, product, name) for usb_id in self.ids)


ALL_SOURCES: Final = PortSources()


def find_tables(sources: PortSources = ALL_SOURCES) -> list[FoundTable]:
    """Return every table that is there, serial ports first, each serial number once."""
    tables: dict[str, FoundTable] = {}
    for table in (*_on_serial(sources), *_on_usb(sources)):
        tables.setdefault(table.serial or table.port, table)
    return [*tables.values(), *(FoundTable(port, "") for port in sources.extra)]


def open_port(port: str, sources: PortSources = ALL_SOURCES) -> Transport:
    """Return *port*, open: a path, a URL, `usb:SERIAL`, `auto` or `auto:SERIAL`.

    With `slow:` before it, it is kept at the usual speed. Raise the `BridgeError` that says
    what to do.
    """
    name = port.removeprefix(SLOW)
    if name == AUTO or name.startswith(AUTO + ":"):
        name = _find_one(name, sources)
    if name.startswith(USB):
        return _open_usb(name, sources)
    return SerialTransport(name, fast=not port.startswith(SLOW))


def port_signature(port: str, sources: PortSources = ALL_SOURCES) -> object:
    """Return how *port* looks from outside: another value once it is another device or right.

    The port is not opened.
    """
    port = port.removeprefix(SLOW)
    if port.startswith((AUTO, USB)):
        return [(table.port, table.serial) for table in find_tables(sources)]
    try:
        stat = Path(port).stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_rdev, stat.st_ctime_ns, os.access(port, os.R_OK | os.W_OK)


def _find_one(port: str, sources: PortSources) -> str:
    """Return the name of the table that *port* means; raise where there is none or a choice."""
    serial_number = port.partition(":")[2]
    tables = [table for table in find_tables(sources) if serial_number in ("", table.serial)]
    if not tables:
        raise PortNotFoundError(port)
    if len(tables) > 1:
        names = ", ".join(table.serial or table.port for table in tables)
        raise WrongDeviceError(port, f"there are {len(tables)} tables: {names}")
    if tables[0].problem is not None:
        raise tables[0].problem
    return tables[0].port


def _on_serial(sources: PortSources) -> Iterator[FoundTable]:
    for info in sources.ports():
        if sources.is_table(info.vid, info.pid, info.product):
            yield FoundTable(info.device, info.serial_number or "", info.product or "")


def _on_usb(sources: PortSources) -> Iterator[FoundTable]:
    for device in sources.devices():
        table = _table_of(device)
        if table is not None:
            yield table


def _table_of(device: Any) -> FoundTable | None:
    """Return what *device* says of itself, `None` where it is no table.

    Its strings are read from its descriptor; nothing is sent down its pipes.
    """
    place = f"{device.bus}.{device.address}"
    try:
        product, serial = device.product or "", device.serial_number or ""
    except usb.core.USBError as problem:
        return FoundTable(USB + place, "", problem=explain(USB + place, problem))
    except ValueError:  # pyusb's word for strings that this user may not read
        return FoundTable(USB + place, "", problem=PortPermissionError(USB + place))
    if not product.startswith(NAME):
        return None
    return FoundTable(USB + serial, serial, product)


def _open_usb(port: str, sources: PortSources) -> Transport:
    for device in sources.devices():
        table = _table_of(device)
        if table is not None and table.port == port:
            if table.problem is not None:
                raise table.problem
            return UsbTransport(device, port)
    raise PortNotFoundError(port)


def _usb_devices(ids: tuple[UsbId, ...]) -> list[Any]:
    """Return the USB devices with a table's own numbers; none where the system has no libusb.

    Numbers that a vendor gives to all its boards are looked for among the serial ports only.
    """

    def is_ours(device: Any) -> bool:
        numbers = (device.idVendor, device.idProduct)
        return any(numbers == (usb_id.vendor, usb_id.product) for usb_id in ids if usb_id.name)

    try:
        return list(usb.core.find(find_all=True, custom_match=is_ours))
    except usb.core.NoBackendError:
        return []


RULES_FILE: Final = "70-jantaku-table.rules"
"""The name to install it under; before 73-seat-late, which gives the rights."""

_HEAD: Final = f"""\
# jantaku: automatic mahjong tables on USB. Print with: jantaku table udev
# Install as {RULES_FILE} in the folder rules.d of udev, then: \
udevadm control --reload && udevadm trigger
"""

_RULES: Final = """
SUBSYSTEM=="tty", {match}, GROUP="dialout", MODE="0660", TAG+="uaccess", \
  ENV{{ID_MM_DEVICE_IGNORE}}="1", SYMLINK+="jantaku-table-$attr{{serial}}"
SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", {own}, GROUP="dialout", MODE="0660", \
  TAG+="uaccess", ENV{{ID_MM_DEVICE_IGNORE}}="1", ATTR{{power/control}}="on"
"""


def udev_rules(ids: tuple[UsbId, ...] = TABLE_IDS) -> str:
    """Return the content of the rules file for tables with these *ids*."""
    return _HEAD + "".join(_rules_for(usb_id) for usb_id in ids)


def _rules_for(usb_id: UsbId) -> str:
    match = _match("ATTRS", usb_id)
    return _RULES.format(match=match, own=_match("ATTR", usb_id))


def _match(key: str, usb_id: UsbId) -> str:
    attributes = {"idVendor": f"{usb_id.vendor:04x}"}
    if usb_id.product is not None:
        attributes["idProduct"] = f"{usb_id.product:04x}"
    if usb_id.name:
        attributes["product"] = f"{usb_id.name}*"
    return ", ".join(f'{key}{{{name}}}=="{value}"' for name, value in attributes.items())
