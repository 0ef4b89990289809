"""Keeps a kiosk whose ledger lies in the parlour's database up to date, and its table on the board.

It notices within a second what another kiosk has written at the same table, and when the database
is away: then the screens say so, and nothing is counted until it is back.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.exc import SQLAlchemyError

from kiosk.errors import Refused
from kiosk.parlour.sync import SyncState

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kiosk.parlour.feed import TableShown
    from kiosk.parlour.postgres import PostgresStore

log = logging.getLogger(__name__)

PAUSE_S: Final = 0.4
"""Between two looks at the table."""
LOOKS: Final = 5
"""Looks for each word to the board."""
ENDING_S: Final = 15.0


@dataclass(frozen=True, slots=True)
class Hearing:
    """Whom the presence tells, and whom it asks."""

    news: Callable[[], None]
    """Called when somebody else wrote at this table, or the database went or came back."""
    shown: Callable[[], Mapping[str, Any]]
    """Gives what the board tells of this table."""


class Presence:
    """The thread that looks after one table's ledger on a server."""

    def __init__(self, store: PostgresStore, kiosk_id: str) -> None:
        self._store = store
        self._kiosk_id = kiosk_id
        self._state = SyncState(is_online=True, is_ledger=True)
        self._board: tuple[TableShown, ...] = ()
        self._has_ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, hearing: Hearing) -> None:
        """Begin."""
        self._thread = threading.Thread(
            target=self._run, args=(hearing,), name="presence", daemon=True
        )
        self._thread.start()

    def wake(self) -> None:
        """Do nothing: what is new is in the database already."""

    def state(self) -> SyncState:
        """Return how the database stands."""
        return self._state

    def board(self) -> tuple[TableShown, ...]:
        """Return the tables of the parlour as last seen."""
        return self._board

    def close(self) -> None:
        """End after what is at work."""
        self._has_ended.set()
        if self._thread is not None:
            self._thread.join(ENDING_S)

    def _run(self, hearing: Hearing) -> None:
        looks = 0
        while not self._has_ended.is_set():
            if self._look(hearing) and looks % LOOKS == 0:
                self._tell(hearing)
            looks += 1
            self._has_ended.wait(PAUSE_S)

    def _look(self, hearing: Hearing) -> bool:
        """Look at the table, tell what changed, and return whether the database is there."""
        before = self._state
        try:
            is_news = self._store.look()
            self._state = SyncState(is_online=True, is_ledger=True)
        except Refused as refused:
            is_news = False
            is_fenced = refused.code == "table_taken"
            self._state = SyncState(
                is_online=is_fenced, error=str(refused), is_fenced=is_fenced, is_ledger=True
            )
        if is_news or before != self._state:
            self._log(before)
            try:
                hearing.news()
            except Refused as refused:  # it went between two looks; the next one tells
                log.info("the news could not be read code=%s", refused.code)
        return self._state.is_online

    def _log(self, before: SyncState) -> None:
        """Write down that the database went or came back."""
        now = self._state
        if before.is_online and not now.is_online:
            log.error("the database is away and nothing can be counted: %s", now.error)
        elif now.is_fenced and not before.is_fenced:
            log.error("nothing can be counted here: %s", now.error)
        elif now.is_online and not before.is_online:
            log.warning("the database is back: hands are counted again")

    def _tell(self, hearing: Hearing) -> None:
        """Tell the board how the table stands, and look at the others."""
        parlour, table_id = self._store.parlour, self._store.table_id
        try:
            shown = hearing.shown()
            parlour.tell(table_id, self._kiosk_id, shown.get("seq", 0), shown)
            self._board = parlour.board()
        except (Refused, SQLAlchemyError, OSError) as error:
            log.info("the board was not reached: %s", type(error).__name__)
