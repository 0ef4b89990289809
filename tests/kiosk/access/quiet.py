"""A kiosk that nobody plays at: no machine, no camera, an empty ledger."""

from __future__ import annotations

import tempfile
from pathlib import Path

import rules
from kiosk.camera.port import NoCamera
from kiosk.ledger.store import LedgerStore
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.table.port import NoTable
from tests.kiosk.ledger.stores import TickingClock


def quiet_service(path: Path | None) -> Service:
    """Return the service with its ledger at *path*; without one, it is closed already."""
    if path is not None:
        return _service(path)
    with tempfile.TemporaryDirectory() as folder:
        service = _service(Path(folder) / "ledger.sqlite")
        service.close()
    return service


def _service(path: Path) -> Service:
    store = LedgerStore(path, TickingClock(), boot_id="boot")
    return Service(store, NoTable(), NoCamera(), LiveBoard(), rules)
