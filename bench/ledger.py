"""Short forms of the ledger's trials, and what a hand costs: `make soak` has the long ones."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kiosk.ledger.backup import Backups
from kiosk.ledger.export import export
from kiosk.ledger.verify import verify
from tests.kiosk.parlour.kiosks import Kiosk
from tests.soak import damage, ledger, parlour, power_cuts, sittings
from tests.soak.figures import Figures

HANDS: Final = 1_000


def measure() -> Figures:
    """Return the figures of L1 to L11 in short, and of a ledger of a thousand hands."""
    return {
        "kiosk kills over HTTP": ledger.kills(5),
        "sittings with faults": sittings.sittings(4, 20),
        "power cuts": power_cuts.power_cuts(1_000, 20),
        "power cuts of a careless ledger": power_cuts.careless(400),
        "disks without room": ledger.full_disks(10),
        "damage": damage.damage(120),
        "clocks that are set": damage.clocks(100),
        "kiosks at one table in a file": parlour.on_file(20),
        "database crashes": parlour.database_crashes(4, 1_000),
        "exports and imports": damage.round_trips(2),
        "hands over HTTP": ledger.many_hands(100),
        "a thousand hands": costs(HANDS),
    }


def costs(hands: int) -> Figures:
    """Return what a ledger of *hands* hands costs to write, check, copy and export."""
    with tempfile.TemporaryDirectory() as name:
        table = Kiosk(Path(name), "")
        table.open()
        begin = time.perf_counter()
        table.play(hands)
        wrote = time.perf_counter() - begin
        table.end()
        ledger = table.places.ledger
        return {
            "append_with_tape_ms": 1000 * wrote / hands,
            "bytes_a_hand": ledger.stat().st_size / hands,
            "verify_s": _time(lambda: verify(ledger)),
            "backup_s": _time(lambda: Backups(Path(name) / "more").make(ledger, 1)),
            "export_s": _time(lambda: export(ledger, "json")),
        }


def _time(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
