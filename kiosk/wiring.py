"""Puts one kiosk together: ledger, machine, camera and rules behind one service."""

from __future__ import annotations

import logging
import secrets
import socket
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import rules
from kiosk.camera.image_store import Album, Room
from kiosk.camera.port import NoCamera, ReaderPort
from kiosk.clock import Clock, SystemClock
from kiosk.errors import Refused
from kiosk.ledger.safekeeping import Keeper, Places, open_kept
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.table.port import NoTable, TablePort

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kiosk.ledger.book import Book
    from kiosk.service import View
    from kiosk.settings import Settings
    from kiosk.table.maintenance import Workshop

log = logging.getLogger(__name__)

CALIBRATION: Final = "calibration.json"
"""In the data directory: where the table lies in the camera's pictures."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What a kiosk meets of the world; simulated or real."""

    table: TablePort = field(default_factory=NoTable)
    reader: ReaderPort = field(default_factory=NoCamera)
    clock: Clock = field(default_factory=SystemClock)
    workshop: Workshop | None = None


def open_service(settings: Settings, outside: Outside) -> Service:
    """Return the service of the table that *settings* name; `close` it in the end.

    The service owns *outside* from now on. Raise `Refused` where the ledger cannot be opened.
    """
    opening = _open_on_server if settings.commits_to_database else _open_on_disk
    service = opening(settings, outside, uuid.uuid4().hex)
    service.lookout.album = album_of(settings, outside.clock)
    return service


def _open_on_disk(settings: Settings, outside: Outside, boot_id: str) -> Service:
    """Return the service over the ledger's file, from which the parlour is fed if there is one."""
    store, keeper = open_kept(places_of(settings), outside.clock, boot_id, settings.table_id)
    service = _service(store, keeper, outside)
    if settings.database_url:
        from kiosk.parlour.connect import fed

        keeper.sync = fed(store, settings, lambda: told_on_board(service.view()))
    return service


def _open_on_server(settings: Settings, outside: Outside, boot_id: str) -> Service:
    """Return the service over the parlour's database; a tape and backups are kept here too."""
    from kiosk.parlour.connect import awaited, present

    store = awaited(settings, outside.clock, boot_id)
    keeper = Keeper(store, places_of(settings), outside.clock)
    service = _service(store, keeper, outside)
    told = lambda: told_on_board(service.view())  # noqa: E731 -- said once, asked twice
    keeper.sync = present(store, settings, service.refresh, told)
    return service


def _service(store: Book, keeper: Keeper, outside: Outside) -> Service:
    service = Service(store, outside.table, outside.reader, LiveBoard(), rules)
    service.workshop = outside.workshop
    service.keeper = keeper
    return service


@contextmanager
def ledger_file(settings: Settings) -> Iterator[Path]:
    """Yield a SQLite file of the ledger that *settings* name, wherever it lies.

    Raise `Refused` with `no_ledger` where there is none.
    """
    if settings.commits_to_database:
        from kiosk.parlour.connect import on_server

        store = on_server(settings, SystemClock(), "look")
        try:
            with store.as_file() as path:
                yield path
        finally:
            store.close()
        return
    if not settings.ledger.is_file():
        raise Refused("no_ledger", f"there is no ledger at {settings.ledger}", where="ledger")
    yield settings.ledger


def album_of(settings: Settings, clock: Clock) -> Album:
    """Return where the pictures of readings are kept."""
    return Album(settings.stills, Room(settings.stills_mib, settings.stills_days), clock)


def places_of(settings: Settings) -> Places:
    """Return where the ledger that *settings* name and its copies lie."""
    return Places(settings.ledger, settings.backups, settings.tape)


def kiosk_id(settings: Settings) -> str:
    """Return this device's name in the parlour; one that was made up is kept on the disk."""
    if settings.kiosk_id:
        return settings.kiosk_id
    path = settings.data_dir / "kiosk-id"
    if not path.exists():
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{socket.gethostname()}-{secrets.token_hex(3)}\n", encoding="utf-8")
    return path.read_text(encoding="utf-8").strip()


def told_on_board(view: View) -> dict[str, Any]:
    """Return what the parlour's board tells of a table."""
    session = view.session
    if session is None:
        return {"stage": str(view.stage)}
    return {
        "stage": str(view.stage),
        "seq": view.seq,
        "ruleset": session.ruleset,
        "names": list(view.names),
        "totals": list(session.standing.totals),
        "round": session.standing.round,
        "hands": len(session.hands),
    }


def real_outside(settings: Settings) -> Outside:
    """Return the machine and the camera that *settings* name; what is not named is done by hand.

    A machine that is away now is waited for in the background. Raise `Refused` where another
    program holds the machine's journal.
    """
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    if not settings.camera and not settings.table:
        return Outside()
    from kiosk.devices import camera_of, machine_of

    reader = camera_of(settings) if settings.camera else NoCamera()
    return machine_of(settings, reader) if settings.table else Outside(reader=reader)
