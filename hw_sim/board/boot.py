"""How a board starts, and what a reset that met it in motion is called."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from firmware_bridge.wire.codes import ResetCause
from hw_sim.board.firmware import FIRMWARES, Firmware
from hw_sim.board.flash import Flash
from hw_sim.board.uart import Uart

if TYPE_CHECKING:
    from hw_sim.board.pace import Pace

IN_SERVICE: Final = 706
RESET_FAULT: Final = {
    ResetCause.POWER: 503,
    ResetCause.BROWN_OUT: 501,
    ResetCause.WATCHDOG: 502,
    ResetCause.HOST: 503,
}
"""The fault that each reset leaves where it interrupted something."""


@dataclass(frozen=True, slots=True)
class Boot:
    """How a board starts."""

    boot_id: int
    """A fresh number each time."""
    cause: ResetCause
    pace: Pace
    """How fast the machine's time runs."""
    firmware: Firmware = FIRMWARES["present"]
    flash: Flash = field(default_factory=Flash)
    uart: Uart = field(default_factory=Uart)
    looping: bool = False
    """Whether its watchdog has bitten again and again: then nothing may move."""


def told_after(cause: ResetCause, before: int) -> int:
    """Return the fault that locks a table which did not rest; *before* is the one it had then.

    One that is in service and was given another program goes on being so.
    """
    return IN_SERVICE if before == IN_SERVICE and cause is ResetCause.HOST else RESET_FAULT[cause]
