"""Puts one kiosk together: ledger, machine, camera and rules behind one service."""

from __future__ import annotations

import json
import logging
import secrets
import socket
import threading
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import rules
from firmware_bridge.client import TableClient, open_table
from firmware_bridge.errors import BridgeError
from kiosk.album import Album, Room
from kiosk.clock import Clock, SystemClock
from kiosk.errors import Refused
from kiosk.eye import CameraReader, card_recogniser, recogniser
from kiosk.ledger.keeper import Keeper, Places, open_kept
from kiosk.ledger.parlour import Parlour
from kiosk.ledger.postgres import AWAY, LINES, PATIENCE_S, PostgresStore
from kiosk.ledger.presence import Hearing, Presence
from kiosk.ledger.sync import Sync
from kiosk.ledger.taking import check_moved
from kiosk.live import LiveBoard
from kiosk.machine import MachineTable
from kiosk.reader import NoCamera, ReaderPort
from kiosk.service import Service
from kiosk.sets import OnTable, named
from kiosk.table import NoTable, TablePort
from kiosk.video import VideoCamera
from kiosk.workshop import Workshop
from vision.calibration import Calibration

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kiosk.ledger.book import Book
    from kiosk.service import View
    from kiosk.settings import Settings

log = logging.getLogger(__name__)

STARTS: Final = 30
START_PAUSE_S: Final = 2.0
"""After a power cut the database's machine may start a minute later than this one."""
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
        sync = Sync(store, Parlour(settings.database_url), kiosk_id(settings))
        keeper.sync = sync
        sync.start(lambda: told_on_board(service.view()))
    return service


def _open_on_server(settings: Settings, outside: Outside, boot_id: str) -> Service:
    """Return the service over the parlour's database; a tape and backups are kept here too."""
    store = _awaited(settings, outside.clock, boot_id)
    keeper = Keeper(store, places_of(settings), outside.clock)
    service = _service(store, keeper, outside)
    presence = Presence(store, kiosk_id(settings))
    keeper.sync = presence
    presence.start(Hearing(service.refresh, lambda: told_on_board(service.view())))
    return service


def _service(store: Book, keeper: Keeper, outside: Outside) -> Service:
    service = Service(store, outside.table, outside.reader, LiveBoard(), rules)
    service.workshop = outside.workshop
    service.keeper = keeper
    return service


def _awaited(settings: Settings, clock: Clock, boot_id: str) -> PostgresStore:
    """Return the ledger on the server, waiting a while for one that starts later than we do."""
    pause = threading.Event()
    for left in range(STARTS, 0, -1):
        try:
            return _on_server(settings, clock, boot_id)
        except Refused as refused:
            if refused.code != AWAY or left == 1:
                raise
            log.warning("the database is not there yet, %s more tries: %s", left - 1, refused)
            pause.wait(START_PAUSE_S)
    raise AssertionError("the last try raises")


def _on_server(settings: Settings, clock: Clock, boot_id: str) -> PostgresStore:
    parlour = Parlour(settings.database_url, PATIENCE_S, LINES)
    store = PostgresStore(parlour, clock, boot_id=boot_id, table_id=settings.table_id)
    try:
        check_moved(places_of(settings), store)
    except Refused:
        store.close()
        raise
    return store


@contextmanager
def ledger_file(settings: Settings) -> Iterator[Path]:
    """Yield a SQLite file of the ledger that *settings* name, wherever it lies.

    Raise `Refused` with `no_ledger` where there is none.
    """
    if settings.commits_to_database:
        store = _on_server(settings, SystemClock(), "look")
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
    program holds the machine's journal, or a camera has no sound calibration.
    """
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    reader = _camera(settings) if settings.camera else NoCamera()
    if not settings.table:
        return Outside(NoTable(), reader)
    client = _machine(settings)
    clock = SystemClock()
    return Outside(MachineTable(client), reader, clock, Workshop(client, clock))


def _machine(settings: Settings) -> TableClient:
    """Return the machine at the serial port that *settings* name."""
    try:
        return open_table(settings.table, journal=settings.journal, wait_s=0)
    except BridgeError as error:
        raise Refused(error.code, error.message, where="table") from error


def _camera(settings: Settings) -> ReaderPort:
    """Return the camera that *settings* name, with its calibration."""
    calibration = _calibration(settings.data_dir / CALIBRATION)
    eye = recogniser(calibration, OnTable(settings.data_dir))
    decks = card_recogniser(calibration, partial(named, settings.data_dir))
    return CameraReader(VideoCamera(settings.camera), eye, decks)


def _calibration(path: Path) -> Calibration:
    """Return the calibration in the file at *path*; raise `Refused` where there is none."""
    try:
        return Calibration.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refused(
            "not_calibrated", f"the camera needs its calibration in {path}: {error}", where="camera"
        ) from error
