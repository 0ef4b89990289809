"""Which table is this kiosk's: its serial number, kept in the data folder.

A port may lead to the neighbour's table after a pause, or after a restart; jobs of ours must not
move that one.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from kiosk.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger(__name__)

FILE: Final = "table-serial"
"""In the data directory."""


class TableSerial:
    """The serial number of the table that was reached last, on disk; empty before the first."""

    def __init__(self, folder: Path) -> None:
        """Read what is kept in *folder*; a file that cannot be read is none."""
        self._path = folder / FILE
        try:
            self.value = self._path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            self.value = ""

    def keep(self, serial: str) -> None:
        """Keep *serial* where it is another one."""
        if serial == self.value:
            return
        self.value = serial
        try:
            write_whole(self._path, f"{serial}\n")
        except OSError as error:
            log.warning("table serial not kept: %s", error.strerror)
