"""A clock without a battery: the doctor sees by the ledger that it has fallen behind."""

from __future__ import annotations

from pathlib import Path

from kiosk.ledger.rows import Change
from kiosk.ledger.store import LedgerStore
from kiosk.settings import Settings
from kiosk.support.doctor import clock_check
from tests.kiosk.ledger.stores import OPENED, TickingClock


class StandingClock(TickingClock):
    """A clock at one moment."""

    def __init__(self, wall: int) -> None:
        super().__init__()
        self.wall = wall

    def wall_ms(self) -> int:
        """Return that moment."""
        return self.wall


def test_a_clock_that_began_anew_is_told_with_the_way_out(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    store = LedgerStore(settings.ledger, StandingClock(1_795_000_000_000), boot_id="boot-1")
    store.commit(Change("open", 0, OPENED))
    store.close()
    behind = clock_check(settings, StandingClock(1_700_000_000_000))
    assert (behind.is_good, behind.case) == (False, "behind")
    assert "timedatectl" in behind.told
    assert clock_check(settings, StandingClock(1_795_000_000_000)).is_good


def test_without_a_ledger_every_clock_is_good(tmp_path: Path) -> None:
    assert clock_check(Settings(data_dir=tmp_path), StandingClock(0)).is_good
    Settings(data_dir=tmp_path).ledger.write_bytes(b"no database")
    assert clock_check(Settings(data_dir=tmp_path), StandingClock(0)).is_good
