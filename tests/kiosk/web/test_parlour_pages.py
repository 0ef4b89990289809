"""The board of all tables, what was restored, and the ledger to take away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import rules
from kiosk.app import create_app
from kiosk.i18n import languages
from kiosk.ledger.export import export
from kiosk.ledger.safekeeping import Places, open_kept
from kiosk.live import LiveBoard
from kiosk.parlour.feed import Parlour as Database
from kiosk.parlour.sync import Sync
from kiosk.service import Service
from kiosk.wiring import told_on_board
from tests.kiosk.ledger.books import TickingClock
from tests.kiosk.parlour.conftest import database, server
from tests.kiosk.parlour.kiosks import Kiosk
from tests.kiosk.stand_ins import HandTurnedMachine, LoadedCamera
from tests.kiosk.web.visitor import Visitor

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server

__all__ = ["database", "server"]

NAMES = ["Aiko", "Bo", "Chie", "Dana"]


class Kept:
    """A kiosk whose ledger is kept safe; use as a context manager."""

    def __init__(self, folder: Path, url: str = "", table: str = "table-1") -> None:
        self.places = Places(folder / "ledger.sqlite", folder / "backups", folder)
        store, safekeeping = open_kept(self.places, TickingClock(), "boot", table)
        self.service = Service(store, HandTurnedMachine(), LoadedCamera(), LiveBoard(), rules)
        self.service.safekeeping = safekeeping
        if url:
            safekeeping.sync = Sync(store, Database(url), "kiosk-1")
            safekeeping.sync.start(lambda: told_on_board(self.service.view()))
        self.app = create_app(self.service)

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.service.close()

    def sit_down(self) -> Visitor:
        """Return someone at the table of four who have just begun."""
        return Visitor(self.app).go("/new/wuhan/seats").tap("Start", name=list(NAMES))


def test_a_restored_ledger_says_so_until_somebody_has_read_it(tmp_path: Path) -> None:
    with Kept(tmp_path) as kept:
        kept.sit_down()
    (tmp_path / "ledger.sqlite").write_bytes(b"spilt tea")
    with Kept(tmp_path) as kept:
        someone = Visitor(kept.app)
        assert (someone.path, someone.sees("The ledger was restored")) == ("/restored", True)
        someone.tap("Go on")
        assert (someone.path, someone.go("/restored").path) == ("/", "/")
        assert kept.service.view().session is not None


@pytest.mark.parametrize("language", languages())
def test_what_was_restored_is_told_in_every_language(tmp_path: Path, language: str) -> None:
    with Kept(tmp_path) as kept:
        kept.sit_down()
    (tmp_path / "ledger.sqlite").unlink()
    with Kept(tmp_path) as kept:
        page = kept.app.test_client().get("/restored", headers={"Accept-Language": language})
    told = "The ledger was restored" in page.text
    assert (page.status_code, told) == (200, language == "en")


def test_without_a_parlour_there_is_no_board(tmp_path: Path) -> None:
    with Kept(tmp_path) as kept:
        assert kept.app.test_client().get("/board").status_code == 404


def test_the_board_shows_every_table_with_names_and_totals(
    server: Server, database: str, tmp_path: Path
) -> None:
    url = server.url(name=database)
    with Kiosk(tmp_path / "b", url, table="table-2") as other:
        other.play(3)
        other.deliver()
        with Kept(tmp_path / "a", url, table="table-1") as kept:
            someone = kept.sit_down()
            assert kept.service.safekeeping is not None
            sync = kept.service.safekeeping.sync
            assert sync is not None
            here = Kiosk(tmp_path / "a", url)
            here.sync, here.name = sync, "a"
            here.wait(lambda _: any(one.shown.get("names") == NAMES for one in sync.board()))
            someone.go("/board")
    assert all(someone.sees(words) for words in ("table-1", "table-2", "Aiko", "Dana", "Hands: 3"))


def test_the_board_says_when_the_parlour_is_away(tmp_path: Path) -> None:
    nowhere = "postgresql+psycopg://nobody@127.0.0.1:1/none"
    with Kept(tmp_path, nowhere) as kept:
        someone = kept.sit_down().go("/board")
    assert someone.sees("The parlour does not answer. Play goes on; events waiting: 1.")


def test_the_ledger_can_be_taken_away_by_the_operator_only(tmp_path: Path) -> None:
    with Kept(tmp_path) as kept:
        kept.sit_down()
        answer = kept.app.test_client().get("/ledger/export.json")
        whole = export(kept.places.ledger, "json")
    assert answer.status_code == 303
    assert whole not in answer.text
