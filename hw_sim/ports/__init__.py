"""Where a simulated table can be reached: each kind of port is the table's end of a cable."""

from __future__ import annotations

from typing import Protocol


class Port(Protocol):
    """The table's end of a cable; no method blocks."""

    @property
    def name(self) -> str:
        """What a host opens."""

    @property
    def baud(self) -> int:
        """The speed that the host's end is set to, 0 where the port has no such thing."""

    def handles(self) -> list[int]:
        """Return the descriptors that become readable when `read` has something to do."""

    def read(self) -> bytes:
        """Return what has arrived, nothing where nobody is there."""

    def write(self, data: bytes) -> None:
        """Send *data*; what nobody takes is lost, as on a UART."""

    def was_opened(self) -> bool:
        """Return whether a host has opened the port since this was last asked."""

    def had_break(self) -> bool:
        """Return whether the line was held in a break since this was last asked."""

    def plug_in(self) -> None:
        """Make the port appear under its name."""

    def unplug(self) -> None:
        """Make the port vanish; whoever has it open gets an error."""

    def close(self) -> None:
        """Remove the port for good."""
