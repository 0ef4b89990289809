"""Mutants that no test can notice, and why."""

from __future__ import annotations

from typing import Final

HARMLESS: Final = {
    "kiosk/ledger/backup.py: engine.dispose() > pass": (
        "the engine lets go of the file with its last reference, at the function's end"
    ),
    "kiosk/ledger/backup.py: strict=True > strict=False": "both have the same two entries",
    "kiosk/ledger/tape.py: 2 ** 20 > 2 ** 21": "twice as many bytes hold the last line too",
    "kiosk/ledger/rows.py: 2 ** 31 > 2 ** 32": "no ledger has so many rows either",
    "firmware_bridge/link/connection.py: self._baud = 0 > self._baud = 1": (
        "it is set when a port is opened, and read only then"
    ),
    "firmware_bridge/link/session.py: 2 * FALL_BACK_S > 2 // FALL_BACK_S": (
        "that time is one second"
    ),
    "firmware_bridge/jobs/journal.py: KEEP_ENDED: Final = 64 > KEEP_ENDED: Final = 65": (
        "how many ended ops are kept is a choice; the test follows it"
    ),
    "firmware_bridge/jobs/journal.py: rng.randrange(1, 1 << 32) > rng.randrange(2, 1 << 32)": (
        "of 2³² install numbers one is never drawn"
    ),
    "firmware_bridge/link/session.py: self._steps_tag = 0 > self._steps_tag = 1": (
        "no step waits for an answer before the first question, which sets it"
    ),
}
"""File and change, as `make soak` tells them without the line, with the reason."""
