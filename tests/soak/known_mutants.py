"""Mutants that no test can notice, and why."""

from __future__ import annotations

from typing import Final

HARMLESS: Final = {
    "kiosk/ledger/backup.py: engine.dispose() > pass": (
        "the engine lets go of the file with its last reference, at the function's end"
    ),
    "kiosk/ledger/backup.py: missing_ok=True > missing_ok=False": (
        "no backup goes between the list of them and the end of the oldest, unless by another hand"
    ),
    "kiosk/ledger/verify.py: engine.dispose() > pass": (
        "the engine lets go of the file with its last reference, at the function's end"
    ),
    "kiosk/ledger/backup.py: database.execute('PRAGMA secure_delete=ON') > pass": (
        "SQLite is built here to overwrite what it deletes; another build may not be"
    ),
    "kiosk/ledger/backup.py: strict=True > strict=False": "both have the same two entries",
    "kiosk/ledger/export.py: engine.dispose() > pass": (
        "the engine lets go of the file with its last reference, at the function's end"
    ),
    "kiosk/ledger/history.py: AT_ONCE: Final = 50 > AT_ONCE: Final = 51": (
        "how much is read in one go changes nothing that is read"
    ),
    "kiosk/ledger/history.py: TIMES: Final = 2000 > TIMES: Final = 2001": (
        "how much is kept in memory changes nothing that is told"
    ),
    "kiosk/ledger/history.py: len(self._times) >= TIMES > len(self._times) > TIMES": (
        "how much is kept in memory changes nothing that is told"
    ),
    "kiosk/ledger/history.py: one < seq > one <= seq": "an opening is no hand of any session",
    "kiosk/ledger/look.py: return False > return True": (
        "a ledger that cannot be read is damaged whether a mark counts or not"
    ),
    "kiosk/ledger/safekeeping.py: 8 * 1024 * 1024 > 8 * 1024 * 1025": (
        "a thousandth more to spare; the test asks for a megabyte at least"
    ),
    "kiosk/ledger/safekeeping.py: 8 * 1024 > 8 * 1025": (
        "a thousandth more to spare; the test asks for a megabyte at least"
    ),
    "kiosk/ledger/safekeeping.py: 8 * 1024 > 9 * 1024": (
        "an eighth more to spare; the test asks for a megabyte at least"
    ),
    "kiosk/ledger/safekeeping.py: max_workers=1 > max_workers=2": (
        "what changes copies holds a lock besides; two looks at once find the same"
    ),
    "kiosk/ledger/sqlite.py: PAGES_AT_ONCE: Final = 256 > PAGES_AT_ONCE: Final = 257": (
        "how much is copied in one go changes nothing that is copied"
    ),
    "kiosk/ledger/sqlite.py: file.close() > pass": (
        "the file is let go of with its last reference, at the function's end"
    ),
    "kiosk/ledger/tape.py: 2 ** 20 > 2 ** 21": "twice as many bytes hold the last line too",
    "kiosk/ledger/verify.py: STEPS: Final = 100000 > STEPS: Final = 100001": (
        "how often it is asked whether to go on changes nothing that is found"
    ),
    "kiosk/ledger/verify.py: all((isinstance(text, str) for text in texts)) > "
    "any((isinstance(text, str) for text in texts))": (
        "the tables take text only, and a flipped bit is damage under either name"
    ),
    "kiosk/ledger/verify.py: raise ValueError(f'{texts}: not all of it is text') > pass": (
        "the tables take text only, and a flipped bit is damage under either name"
    ),
    "kiosk/ledger/verify.py: any((accounts[account] != points for account, points in "
    "shown.items())) > all((accounts[account] != points for account, points in shown.items()))": (
        "payments are compared with their settlement before: no event makes totals differ"
    ),
    "kiosk/ledger/verify.py: shown |= {POT: standing.pot, BANK: standing.bank} > pass": (
        "payments are compared with their settlement before: no event makes totals differ"
    ),
    "firmware_bridge/jobs/job.py: {'dice': dice, 'test': 0} > {'dice': dice, 'test': 1}": (
        "all self-tests, 0, are numbered from the first as well"
    ),
    "firmware_bridge/link/connection.py: self._port is None or self.session is None > "
    "self._port is None and self.session is None": "both come and go together",
    "rules/settle/terms.py: strict=True > strict=False": "both have one entry for each term",
    "firmware_bridge/link/session.py: 2 * FALL_BACK_S > 2 // FALL_BACK_S": (
        "that time is one second"
    ),
}
"""File and change, as `make soak` tells them without the line, with the reason."""
