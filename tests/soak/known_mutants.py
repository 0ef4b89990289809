"""Mutants that no test can notice, and why."""

from __future__ import annotations

from typing import Final

HARMLESS: Final = {
    "kiosk/ledger/backup.py: engine.dispose() > pass": (
        "the engine lets go of the file with its last reference, at the function's end"
    ),
    "kiosk/ledger/verify.py: engine.dispose() > pass": (
        "the engine lets go of the file with its last reference, at the function's end"
    ),
    "kiosk/ledger/backup.py: database.execute('PRAGMA secure_delete=ON') > pass": (
        "SQLite is built here to overwrite what it deletes; another build may not be"
    ),
    "kiosk/ledger/backup.py: strict=True > strict=False": "both have the same two entries",
    "kiosk/ledger/tape.py: 2 ** 20 > 2 ** 21": "twice as many bytes hold the last line too",
    "firmware_bridge/link/session.py: 2 * FALL_BACK_S > 2 // FALL_BACK_S": (
        "that time is one second"
    ),
}
"""File and change, as `make soak` tells them without the line, with the reason."""
