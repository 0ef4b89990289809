"""Kiosks of a parlour: one with a ledger of its own that is handed on, one without."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from kiosk.ledger.rows import Change
from kiosk.ledger.safekeeping import Places, Safekeeping, SyncState, open_kept
from kiosk.ledger.store import LedgerStore
from kiosk.parlour.feed import Parlour
from kiosk.parlour.sync import Sync
from kiosk.parlour.transfer import Takeover, take
from tests.kiosk.ledger.stores import OPENED, TickingClock, settle_hand

DEADLINE_S = 30.0
PATIENCE_S = 1.5


class Kiosk:
    """One kiosk that plays at one table; use as a context manager."""

    def __init__(self, folder: Path, url: str, table: str = "table-1", name: str = "") -> None:
        self.places = Places(folder / "ledger.sqlite", folder / "backups", folder)
        self.table = table
        self.name = name or folder.name
        self.url = url
        self.store: LedgerStore
        self.safekeeping: Safekeeping
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
        self.safekeeping.sync = self.sync
        self.sync.start(lambda: {"ruleset": "plain", "hands": self.seq})

    def open(self) -> None:
        """Open the ledger alone."""
        clock = TickingClock()
        self.store, self.safekeeping = open_kept(
            self.places, clock, f"boot-{self.name}", self.table
        )

    def end(self) -> None:
        """End as a kiosk does."""
        self.safekeeping.close()
        self.store.close()

    def take(self) -> Takeover:
        """Take the table over, as the command does; the kiosk must have ended."""
        return take(self.places, self.table, self.url, self.name)

    @property
    def seq(self) -> int:
        """Return how many events the table's own file has."""
        return self.store.head().seq

    def play(self, hands: int) -> None:
        """Open a session if there is none yet, and write *hands* hands."""
        for _ in range(hands):
            seq = self.seq
            event = settle_hand(1) if seq else OPENED
            self.store.commit(Change(f"{self.table}-{self.name}-{seq}", seq, event))

    def wait(self, condition: Callable[[SyncState], bool]) -> SyncState:
        """Return the state of the sync as soon as it meets *condition*."""
        pause = threading.Event()
        for _ in range(int(DEADLINE_S / 0.02)):
            state = self.sync.state()
            if condition(state):
                return state
            self.sync.wake()
            pause.wait(0.02)
        raise AssertionError(f"{self.name} stayed at {self.sync.state()}")

    def deliver(self) -> None:
        """Wait until the parlour has everything."""
        self.wait(lambda state: state.is_online and not state.error and not state.backlog)
