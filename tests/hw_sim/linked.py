"""A client that has reached a simulated table, or nothing left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge import open_table
from tests.guards import PATIENCE_S

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_bridge import TableClient
    from hw_sim.table import SimTable


def reached(table: SimTable, journal: Path) -> TableClient:
    """Return a client that has reached *table*; where it cannot, the table is closed."""
    try:
        return open_table(table.port, journal=journal, wait_s=PATIENCE_S)
    except BaseException:
        table.close()
        raise
