"""Hands a table's events on to the parlour's database: behind its own file, in order, once.

While the database is away the table goes on, and what it wrote meanwhile follows later.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from kiosk.errors import Refused
from kiosk.ledger.rows import BrokenChainError
from kiosk.ledger.safekeeping import BoardEntry, SyncState
from kiosk.ledger.store import LedgerStore
from kiosk.parlour.feed import Parlour, TakenError

log = logging.getLogger(__name__)

BATCH: Final = 200
PAUSE_S: Final = 2.0
"""Between two looks at the database: the board's age, and how soon an outage is over."""
ENDING_S: Final = 2.0
"""So long a stop waits for the database: what it lacks follows at the next start."""


class Sync:
    """The thread that hands on one table's events."""

    def __init__(self, store: LedgerStore, parlour: Parlour, kiosk_id: str) -> None:
        self._store = store
        self._parlour = parlour
        self._kiosk_id = kiosk_id
        self._epoch = 0
        self._sent = 0
        self._state = SyncState(is_online=False)
        self._board: tuple[BoardEntry, ...] = ()
        self._news = threading.Event()
        self._has_ended = False
        self._thread: threading.Thread | None = None
        self._read_state: Callable[[], Mapping[str, Any]] = dict

    def start(self, read_state: Callable[[], Mapping[str, Any]]) -> None:
        """Begin; *read_state* gives what the board tells of this table."""
        self._read_state = read_state
        self._thread = threading.Thread(target=self._run, name="sync", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Tell that there is something new."""
        self._news.set()

    def state(self) -> SyncState:
        """Return how far the database is."""
        return replace(self._state, backlog=max(0, self._store.head().seq - self._sent))

    def board(self) -> tuple[BoardEntry, ...]:
        """Return the tables of the parlour as last seen."""
        return self._board

    def close(self) -> None:
        """End, after what is at work or soon: a database that hangs is left."""
        self._has_ended = True
        self._news.set()
        if self._thread is not None:
            self._thread.join(ENDING_S)
        self._parlour.close()

    def _run(self) -> None:
        while not self._has_ended:
            self._news.clear()
            self._state = self._go()
            self._news.wait(PAUSE_S)

    def _go(self) -> SyncState:
        """Hand everything on, and return how that went."""
        try:
            self._hand_on()
        except TakenError as error:
            self._store.fence(str(error))
            return SyncState(is_online=True, error=f"led by {error}", is_fenced=True)
        except (BrokenChainError, Refused) as error:
            log.error("the parlour's database does not take this table's events: %s", error)
            return SyncState(is_online=True, error=str(error))
        except (SQLAlchemyError, OSError) as error:
            log.info("the parlour's database is away: %s", type(error).__name__)
            return SyncState(is_online=False, error=str(getattr(error, "orig", error)).strip())
        self._store.fence("")
        return SyncState(is_online=True)

    def _hand_on(self) -> None:
        """Lead the table, add what is missing, tell how it stands, and look at the others."""
        table_id = self._store.table_id
        epoch = self._parlour.lead(table_id, self._kiosk_id)
        if epoch != self._epoch:
            self._store.keep_lease(self._kiosk_id, epoch)
            self._epoch = epoch
        self._sent = self._parlour.head(table_id).seq
        if self._sent > self._store.head().seq:
            raise BrokenChainError(f"event {self._sent} is there, and not in the table's own file")
        while rows := self._store.rows(max(0, self._sent - 1), BATCH):
            place = self._parlour.push(rows, self._kiosk_id, epoch)
            if place.seq == self._sent or self._has_ended:
                break
            self._sent = place.seq
        self._parlour.tell(table_id, self._kiosk_id, self._sent, self._read_state())
        self._board = self._parlour.board()
