"""A client that has reached a simulated table, or nothing left behind."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge import TableClient, open_table
from hw_sim.table import SimTable
from tests.guards import PATIENCE_S


def reached(table: SimTable, journal: Path) -> TableClient:
    """Return a client that has reached *table*; where it cannot, the table is closed."""
    try:
        return open_table(table.port, journal=journal, wait_s=PATIENCE_S)
    except BaseException:
        table.close()
        raise
