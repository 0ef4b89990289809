"""`tablesim://NAME`: a simulated table in this process as a port that pyserial opens.

Importing this module makes pyserial know the scheme. NAME is that of a `UrlPort`, or a
profile; then a table of that profile appears and stays until the process ends.
"""

from __future__ import annotations

import contextlib
from typing import Final

import serial

from hw_sim.ports.memory import MemoryPort

SCHEME: Final = "tablesim"
HANDLERS: Final = "hw_sim.ports.handlers"

_PORTS: Final[dict[str, UrlPort]] = {}
"""Ports that are there, by name: pyserial hands its handlers nothing but the URL."""


class UrlPort(MemoryPort):
    """A port that `serial.serial_for_url` opens by its name."""

    def __init__(self, name: str) -> None:
        """Offer `tablesim://`*name*; raise `ValueError` where another one has the name."""
        self.host = name
        self._enter()
        super().__init__(f"{SCHEME}://{name}")

    def plug_in(self) -> None:
        """Make the port appear; raise `ValueError` where another one has the name."""
        self._enter()
        super().plug_in()

    def unplug(self) -> None:
        """Make the port vanish."""
        _PORTS.pop(self.host, None)
        super().unplug()

    def _enter(self) -> None:
        if _PORTS.setdefault(self.host, self) is not self:
            raise ValueError(f"{SCHEME}://{self.host}: there is another table of that name")


def port_called(name: str) -> UrlPort | None:
    """Return the port called *name* if it is there."""
    return _PORTS.get(name)


with contextlib.suppress(ValueError):  # appended at most once, whoever imports first
    serial.protocol_handler_packages.remove(HANDLERS)
serial.protocol_handler_packages.append(HANDLERS)
