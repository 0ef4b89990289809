"""A kiosk's ways to the parlour's database; loaded only where one is named."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any, Final

from kiosk.errors import Refused
from kiosk.ledger.transfer import check_moved
from kiosk.parlour.feed import Parlour
from kiosk.parlour.postgres import AWAY, LINES, PATIENCE_S, PostgresStore
from kiosk.parlour.presence import Hearing, Presence
from kiosk.parlour.sync import Sync
from kiosk.wiring import kiosk_id, places_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiosk.clock import Clock
    from kiosk.ledger.sqlite import SqliteStore
    from kiosk.settings import Settings

log = logging.getLogger(__name__)

STARTS: Final = 30
START_PAUSE_S: Final = 2.0
"""After a power cut the database's machine may start a minute later than this one."""


def fed(store: SqliteStore, settings: Settings, told: Callable[[], dict[str, Any]]) -> Sync:
    """Return what feeds the database from *store*, at work, and tells its board what is *told*."""
    sync = Sync(store, Parlour(settings.database_url), kiosk_id(settings))
    sync.start(told)
    return sync


def present(
    store: PostgresStore,
    settings: Settings,
    refresh: Callable[[], None],
    told: Callable[[], dict[str, Any]],
) -> Presence:
    """Return what hears of other kiosks at *store*'s table, at work; then *refresh* is called."""
    presence = Presence(store, kiosk_id(settings))
    presence.start(Hearing(refresh, told))
    return presence


def awaited(settings: Settings, clock: Clock, boot_id: str) -> PostgresStore:
    """Return the ledger on the server, waiting a while for one that starts later than we do."""
    pause = threading.Event()
    for left in range(STARTS, 0, -1):
        try:
            return on_server(settings, clock, boot_id)
        except Refused as refused:
            if refused.code != AWAY or left == 1:
                raise
            log.warning("the database is not there yet, %s more tries: %s", left - 1, refused)
            pause.wait(START_PAUSE_S)
    raise AssertionError("the last try raises")


def on_server(settings: Settings, clock: Clock, boot_id: str) -> PostgresStore:
    """Return the ledger on the server; raise `Refused` where it is away or another's."""
    parlour = Parlour(settings.database_url, PATIENCE_S, LINES)
    store = PostgresStore(parlour, clock, boot_id=boot_id, table_id=settings.table_id)
    try:
        check_moved(places_of(settings), store)
    except Refused:
        store.close()
        raise
    return store
