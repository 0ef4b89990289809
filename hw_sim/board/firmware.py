"""Which firmware a board runs: the present one, the one before, one that is yet to come, a liar."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from firmware_bridge.wire import messages as m


@dataclass(frozen=True, slots=True)
class Firmware:
    """How a board's program differs from the present one."""

    speaks: tuple[int, int] = (m.LOWEST, m.PROTOCOL)
    """Lowest and highest protocol version."""
    trailing: bytes = b""
    """Fields that a newer firmware adds behind those that we know."""
    news: tuple[int, int] = (0, 0)
    """Numbers of an event kind and of a stage that we do not know, where it has any."""
    babble: bytes = b""
    """What it says all the time instead of our protocol, where it is no table at all."""
    lies: bool = False
    """Whether its status claims what cannot be."""
    has_sets: bool = True
    """Whether it knows of a second set of tiles."""

    def __post_init__(self) -> None:
        if self.speaks[0] > self.speaks[1]:
            raise ValueError(f"protocols {self.speaks}: the lowest one first")

    def body(self, message: m.Message) -> bytes:
        """Return *message* as this firmware writes it."""
        if self.lies and isinstance(message, m.Status):
            message = replace(message, percent=250, side=9, tiles_in=60_000)
        if self.news[1] and isinstance(message, m.JobReport) and message.tag == 0:
            message = replace(message, stage=self.news[1])
        return m.encode(message, with_more=self.has_sets) + self.trailing


FIRMWARES: Final = {
    "present": Firmware(),
    "old": Firmware((1, 1), has_sets=False),
    "new": Firmware((m.PROTOCOL, m.PROTOCOL + 1), b"\x2a\x07", (200, 99)),
    "too old": Firmware((0, 0)),
    "too new": Firmware((m.PROTOCOL + 1, m.PROTOCOL + 1)),
    "one set": Firmware(has_sets=False),
    "lying": Firmware(lies=True),
    "stranger": Firmware(babble=b"$GPGGA,120000.00,4717.11,N,00833.91,E,1,08,1.0,499.6,M\r\n"),
}
"""By the names that scenarios give them."""


def firmware(name: str) -> Firmware:
    """Return the firmware called *name*; raise `ValueError` naming those that there are."""
    if name not in FIRMWARES:
        raise ValueError(f"no firmware {name!r}: choose from {', '.join(FIRMWARES)}")
    return FIRMWARES[name]
