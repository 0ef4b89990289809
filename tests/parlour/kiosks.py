"""A kiosk of a parlour: its own ledger, and the thread that hands events on."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from kiosk.ledger.keeper import Keeper, Places, open_kept
from kiosk.ledger.parlour import Parlour
from kiosk.ledger.store import Change
from kiosk.ledger.sync import Sync, SyncState
from kiosk.ledger.taking import Taken, take
from tests.kiosk.ledger.books import OPENED, TickingClock, settled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kiosk.ledger.sqlite import SqliteStore

DEADLINE_S = 30.0
PATIENCE_S = 1.5


class Kiosk:
    """One kiosk that plays at one table; use as a context manager."""

    def __init__(self, folder: Path, url: str, table: str = "table-1", name: str = "") -> None:
        self.places = Places(folder / "ledger.sqlite", folder / "backups", folder)
        self.table = table
        self.name = name or folder.name
        self.url = url
        self.store: SqliteStore
        self.keeper: Keeper
        self.sync: Sync

    def __enter__(self) -> Kiosk:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> None:
        """Open the ledger and begin to hand on."""
        self.open()
        self.sync = Sync(self.store, Parlour(self.url, PATIENCE_S), self.name)
        self.keeper.sync = self.sync
        self.sync.start(lambda: {"ruleset": "plain", "hands": self.seq})

    def open(self) -> None:
        """Open the ledger alone."""
        clock = TickingClock()
        self.store, self.keeper = open_kept(self.places, clock, f"boot-{self.name}", self.table)

    def end(self) -> None:
        """End as a kiosk does."""
        self.keeper.close()
        self.store.close()

    def take(self) -> Taken:
        """Take the table over, as the command does; the kiosk must have ended."""
        return take(self.places, self.table, self.url, self.name)

    @property
    def seq(self) -> int:
        """Return how many events the table's own file has."""
        return self.store.head().seq

    def play(self, hands: int) -> None:
        """Write so many hands, and open a session before where there is none."""
        for _ in range(hands):
            seq = self.seq
            event = settled(1) if seq else OPENED
            self.store.commit(Change(f"{self.table}-{self.name}-{seq}", seq, event))

    def wait(self, wanted: Callable[[SyncState], bool]) -> SyncState:
        """Return how the sync stands as soon as that is as *wanted*."""
        pause = threading.Event()
        for _ in range(int(DEADLINE_S / 0.02)):
            state = self.sync.state()
            if wanted(state):
                return state
            self.sync.wake()
            pause.wait(0.02)
        raise AssertionError(f"{self.name} stayed at {self.sync.state()}")

    def deliver(self) -> None:
        """Wait until the parlour has everything."""
        self.wait(lambda state: state.is_online and not state.error and not state.backlog)
