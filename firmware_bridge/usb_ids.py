"""Which USB devices may be a table: their numbers, and how they call themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class UsbId:
    """What a table's USB descriptor says: numbers, and how its product name begins."""

    vendor: int
    product: int | None = None
    """`None`: any product of that vendor."""
    name: str = ""
    """Empty: any name."""

    def is_of(self, vendor: int | None, product: int | None, name: str | None) -> bool:
        """Return whether a device with these numbers and this name is meant."""
        numbers = vendor == self.vendor and self.product in (None, product)
        return numbers and (name or "").startswith(self.name)


NAME: Final = "jantaku table"
"""How the product name of a table begins."""

MAKERS: Final = {
    "arduino": (0x2341, 0x2A03),
    "pico": (0x2E8A,),
    "esp32": (0x303A,),
    "ch340": (0x1A86,),
}
"""Vendor numbers of the boards that people build with; CH340 is the adapter on many copies."""

TABLE_IDS: Final = (
    UsbId(0x1209, 0x0001, NAME),
    *(UsbId(vendor, None, NAME) for vendors in MAKERS.values() for vendor in vendors),
)
"""What is a table without being named by its owner: the number is not enough, since the first is
of the shared test range and the others stand on all kinds of devices."""

_NUMBERS: Final = re.compile(r"([0-9a-fA-F]{4}):([0-9a-fA-F]{4})")


def usb_ids(boards: Iterable[str]) -> tuple[UsbId, ...]:
    """Return what may be a table where its owner names *boards* that do not say so themselves.

    Each is a key of `MAKERS` or two numbers as in `1a86:7523`. Raise `ValueError` for others.
    """
    own: list[UsbId] = []
    for board in filter(None, map(str.strip, boards)):
        numbers = _NUMBERS.fullmatch(board)
        if numbers:
            own.append(UsbId(int(numbers[1], 16), int(numbers[2], 16)))
        elif board.lower() in MAKERS:
            own += map(UsbId, MAKERS[board.lower()])
        else:
            raise ValueError(f"board {board!r}: {', '.join(MAKERS)}, or numbers as in 1a86:7523")
    return (*TABLE_IDS, *own)
