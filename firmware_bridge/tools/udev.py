"""The udev rules that a table needs, made from the ids by which it is found.

They give the people at the machine the right to open it, keep modem programs away (they would
write to it), keep it from being put to sleep, and name it by its serial number.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.discovery import TABLE_IDS, UsbId

FILE: Final = "70-jantaku-table.rules"
"""The name to install it under; before 73-seat-late, which gives the rights."""

_HEAD: Final = f"""\
# jantaku: automatic mahjong tables on USB. Print with: jantaku table udev
# Install as {FILE} in the folder rules.d of udev, then: udevadm control --reload && udevadm trigger
"""

_RULES: Final = """
SUBSYSTEM=="tty", {match}, GROUP="dialout", MODE="0660", TAG+="uaccess", \
  ENV{{ID_MM_DEVICE_IGNORE}}="1", SYMLINK+="jantaku-table-$attr{{serial}}"
SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", {own}, GROUP="dialout", MODE="0660", \
  TAG+="uaccess", ENV{{ID_MM_DEVICE_IGNORE}}="1", ATTR{{power/control}}="on"
"""


def text() -> str:
    """Return the content of the rules file."""
    return _HEAD + "".join(_rules(known) for known in TABLE_IDS)


def _rules(known: UsbId) -> str:
    match = _match("ATTRS", known)
    return _RULES.format(match=match, own=_match("ATTR", known))


def _match(key: str, known: UsbId) -> str:
    wanted = {
        "idVendor": f"{known.vendor:04x}",
        "idProduct": f"{known.product:04x}",
        "product": f"{known.name}*",
    }
    return ", ".join(f'{key}{{{name}}}=="{value}"' for name, value in wanted.items())
