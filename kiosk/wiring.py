"""Puts one kiosk together: ledger, machine, camera and rules behind one service."""

from __future__ import annotations

import secrets
import socket
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rules
from kiosk.camera.image_store import ImageStore, Quota
from kiosk.camera.port import NoCamera, ReaderPort
from kiosk.clock import Clock, SystemClock
from kiosk.errors import Refused
from kiosk.files import write_whole
from kiosk.ledger.progress import Progress, ignore_progress
from kiosk.ledger.safekeeping import Places, open_kept
from kiosk.live import LiveBoard
from kiosk.paid_time import PaidTime
from kiosk.service import Service
from kiosk.settings import Settings
from kiosk.table.maintenance import Maintenance
from kiosk.table.port import NoTable, TablePort
from kiosk.view import View


@dataclass(frozen=True, slots=True)
class Devices:
    """What a kiosk meets of the world; simulated or real."""

    table: TablePort = field(default_factory=NoTable)
    reader: ReaderPort = field(default_factory=NoCamera)
    clock: Clock = field(default_factory=SystemClock)
    maintenance: Maintenance | None = None


def open_service(
    settings: Settings, devices: Devices, progress: Progress = ignore_progress
) -> Service:
    """Return the service of the table that *settings* name; `close` it in the end.

    *progress* is told how far the look at its ledger is. The service owns *devices* from now on.
    Raise `Refused` where the ledger cannot be opened.
    """
    places, boot_id = places_of(settings), uuid.uuid4().hex
    store, safekeeping = open_kept(places, devices.clock, boot_id, settings.table_id, progress)
    service = Service(store, devices.table, devices.reader, LiveBoard(), rules)
    service.maintenance = devices.maintenance
    service.safekeeping = safekeeping
    service.paid_time = _paid_time(service, settings, devices)
    service.camera_worker.image_store = image_store_of(settings, devices.clock)
    if settings.database_url:
        from kiosk.parlour.feed import Parlour
        from kiosk.parlour.sync import Sync

        sync = Sync(store, Parlour(settings.database_url.get_secret_value()), kiosk_id(settings))
        sync.start(lambda: told_on_board(service.view()))
        safekeeping.sync = sync
    safekeeping.work_beside(map(service.past.sitting, service.past.openings()))
    return service


def _paid_time(service: Service, settings: Settings, devices: Devices) -> PaidTime:
    """Return the paid time of *service*'s table, which its coins and its screens are joined to."""
    paid_time, live = PaidTime(settings.data_dir, devices.clock), service.live
    paid_time.listen(lambda: live.publish(live.newest.seq, "table"))
    if devices.maintenance is not None:
        devices.maintenance.take_coins(paid_time)
    paid_time.start()
    return paid_time


def ledger_file(settings: Settings) -> Path:
    """Return the ledger that *settings* name; raise `Refused` with `no_ledger` for none."""
    if not settings.ledger.is_file():
        raise Refused("no_ledger", f"there is no ledger at {settings.ledger}", where="ledger")
    return settings.ledger


def image_store_of(settings: Settings, clock: Clock) -> ImageStore:
    """Return where the pictures of readings are kept."""
    return ImageStore(settings.stills, Quota(settings.stills_mib, settings.stills_days), clock)


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
        write_whole(path, f"{socket.gethostname()}-{secrets.token_hex(3)}\n")
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
        "totals": list(session.standing.everyones),
        "round": session.standing.round,
        "hands": len(session.hands),
    }


def real_devices(settings: Settings) -> Devices:
    """Return the machine and the camera that *settings* name; what is not named is done by hand.

    A machine that is away now is waited for in the background. Raise `Refused` where another
    program holds the machine's journal.
    """
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    reader: ReaderPort = NoCamera()
    if settings.camera:
        from kiosk.camera.reader import open_camera

        reader = open_camera(settings.camera, settings.data_dir)
    if not settings.table:
        return Devices(reader=reader)
    from kiosk.table.bridge import open_machine
    from kiosk.table.fault_history import FaultHistory
    from kiosk.table.maintenance import Maintenance

    table, client = open_machine(settings.table, settings.journal, settings.boards.split(","))
    clock = SystemClock()
    faults = FaultHistory(settings.data_dir, clock)
    return Devices(table, reader, clock, Maintenance(client, clock, faults))
