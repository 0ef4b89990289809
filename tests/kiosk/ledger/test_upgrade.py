"""A ledger of every released version opens with the same totals, and an older program refuses."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import rules
from kiosk.camera.port import NoCamera
from kiosk.ledger.schema import VERSION
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.settings import Settings
from kiosk.table.port import NoTable
from kiosk.wiring import Devices, open_service
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.plain_game import PlainEngine

RELEASED = Path(__file__).parents[2] / "data" / "ledgers"
LEDGERS = sorted(RELEASED.glob("*.sqlite"))


@pytest.fixture(params=LEDGERS, ids=lambda path: path.stem)
def released(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a copy of the ledger as that version wrote it."""
    shutil.copy(request.param, tmp_path / "ledger.sqlite")
    shutil.copy(request.param.with_suffix(".json"), tmp_path / "told.json")
    return tmp_path / "ledger.sqlite"


def test_there_is_a_ledger_of_every_released_version() -> None:
    assert "0.1.0" in {path.stem for path in LEDGERS}


def test_an_older_ledger_is_whole_before_and_after_and_is_kept(released: Path) -> None:
    expected = json.loads(released.with_name("told.json").read_text("utf-8"))
    before = verify(released)
    store = LedgerStore(released, TickingClock(), boot_id="now")
    is_plain = '"ruleset":"plain"' in store.rows(0, 1)[0].body
    engine = PlainEngine() if is_plain else rules
    service = Service(store, NoTable(), NoCamera(), LiveBoard(), engine)
    view = service.view()
    service.close()
    after = verify(released)
    assert view.session is not None
    assert list(view.session.standing.totals) == expected["totals"]
    assert (list(view.names), str(view.stage)) == (expected["names"], expected["stage"])
    assert (after.events, after.hands) == (expected["events"], expected["hands"])
    assert before == after
    assert after.last_hash == expected["chain"]
    older = expected.get("version", 1)
    assert older == VERSION or verify(released.with_name(f"ledger-version-{older}.sqlite")).is_whole


def test_a_ledger_of_an_older_program_goes_on(tmp_path: Path) -> None:
    shutil.copy(RELEASED / "schema-2.sqlite", tmp_path / "ledger.sqlite")
    service = open_service(Settings(data_dir=tmp_path), Devices())
    assert service.view().stage is Stage.PLAYING
    for number, command in enumerate((c.CallDraw(), c.Settle(), c.ConfirmHand())):
        service.submit(command, f"new-{number}", 17)
    service.close()
    report = verify(tmp_path / "ledger.sqlite")
    assert (report.is_whole, report.events, report.hands) == (True, 18, 7)


def test_an_upgraded_ledger_is_as_a_new_one(released: Path, tmp_path: Path) -> None:
    LedgerStore(released, TickingClock(), boot_id="now").close()
    new = tmp_path / "new.sqlite"
    LedgerStore(new, TickingClock(), boot_id="now").close()
    assert _form(released) == _form(new)


def test_what_a_later_version_wrote_is_named_by_verify(released: Path) -> None:
    with closing(sqlite3.connect(released)) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    report = verify(released)
    assert "update it" in report.damage[0].what


def _form(path: Path) -> tuple[int, set[tuple[str, str]]]:
    with closing(sqlite3.connect(path)) as database:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        return version, set(database.execute("SELECT name, coalesce(sql, '') FROM sqlite_schema"))
