"""Kiosks of a parlour: one with a ledger of its own that is handed on, one without."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from kiosk.ledger.safekeeping import Keeper, Places, open_kept
from kiosk.ledger.store import Change
from kiosk.ledger.transfer import Taken, move, take
from kiosk.live import LiveBoard
from kiosk.parlour.feed import Parlour
from kiosk.parlour.postgres import PostgresStore
from kiosk.parlour.presence import Hearing, Presence
from kiosk.parlour.sync import Sync, SyncState
from kiosk.service import Service
from kiosk.session.commands import OpenSession
from tests.kiosk.ledger.books import OPENED, TickingClock, settled
from tests.kiosk.plain_game import PlainEngine
from tests.kiosk.stand_ins import HandTurnedMachine, LoadedCamera

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kiosk.ledger.sqlite import SqliteStore
    from kiosk.session.commands import Command

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

    def move(self) -> Taken:
        """Move the table into the database, as the command does; the kiosk must have ended."""
        return move(self.places, self.table, self.url, self.name)

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


class ServerKiosk:
    """A kiosk whose ledger lies on the parlour's server, with its presence, as `house` makes it."""

    def __init__(self, url: str, name: str, table: str = "table-1") -> None:
        parlour = Parlour(url, DEADLINE_S, 2)
        self.store = PostgresStore(parlour, TickingClock(), boot_id=f"boot-{name}", table_id=table)
        machine, camera = HandTurnedMachine(), LoadedCamera()
        self.service = Service(self.store, machine, camera, LiveBoard(), PlainEngine())
        self.presence = Presence(self.store, name)
        self.presence.start(Hearing(self.service.refresh, lambda: {"hands": self.seq}))
        self._taps = 0
        self._name = name

    def __enter__(self) -> ServerKiosk:
        return self

    def __exit__(self, *_: object) -> None:
        self.presence.close()
        self.service.close()

    @property
    def seq(self) -> int:
        """Return the number of the last event that the screens know."""
        return self.service.view().seq

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the scores on the screens."""
        session = self.service.view().session
        assert session is not None
        return session.standing.totals

    def tap(self, *commands: Command) -> None:
        """Tap the commands one after another."""
        for command in commands:
            self._taps += 1
            self.service.submit(command, f"{self._name}-{self._taps:04}", self.seq)

    def sit_down(self) -> None:
        """Open a session of the plain game for four."""
        players = tuple(self.service.enrol(name) for name in ("Aiko", "Bo", "Chen", "Dara"))
        self.tap(OpenSession("plain", players))

    def wait(self, wanted: Callable[[], bool]) -> None:
        """Wait until *wanted* holds; the screens are told when something changes."""
        with self.service.live.subscribe() as screen:
            for _ in range(int(DEADLINE_S / 0.05)):
                if wanted():
                    return
                screen.wait(0.05)
        raise AssertionError(f"{self._name} stayed at event {self.seq}, {self.presence.state()}")
