"""Past sessions, players, paper and QR; Wuhan's example pays −16, −16, −64, +96."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

import kiosk
import rules
from kiosk.i18n import languages
from kiosk.ledger.export import export
from kiosk.ledger.safekeeping import Places, open_kept
from kiosk.live import LiveBoard
from kiosk.parlour.feed import Parlour as Database
from kiosk.parlour.sync import Sync
from kiosk.service import Service
from kiosk.session.commands import CloseSession
from kiosk.web.svg.charts import Line, totals_chart
from kiosk.web.svg.qr import code_of
from kiosk.web.views.history import A_PAGE
from kiosk.wiring import told_on_board
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.parlour.conftest import database, server
from tests.kiosk.parlour.kiosks import Kiosk
from tests.kiosk.stand_ins import HandTurnedMachine, LoadedCamera
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor
from tests.kiosk.whole_app import create_app
from tests.postgres import Server


def test_a_closed_session_stays_in_the_history(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("End session", "Hold to end")
    parlour.sit_down()
    visitor.go("/history/")
    assert visitor.sees("1. Dana 96")
    assert visitor.sees("still open")
    visitor.tap("1. Dana 96")
    assert visitor.sees("Dana wins, on Bo's discard")
    assert visitor.tap("Dana wins").sees("East round, hand 1")


def test_older_sessions_are_on_the_next_page(parlour: Parlour) -> None:
    for number in range(A_PAGE + 2):
        visitor = parlour.sit_down()
        parlour.service.submit(CloseSession(), f"close-{number:04}")
    visitor.go("/history/")
    assert not visitor.sees("Latest sessions")
    visitor.tap("Older sessions")
    assert len(re.findall("panel session", visitor.page.html)) == 2
    assert not visitor.sees("Older sessions")
    visitor.tap("Latest sessions")
    assert len(re.findall("panel session", visitor.page.html)) == A_PAGE


def test_a_player_has_a_page_for_every_game(parlour: Parlour) -> None:
    visitor = parlour.count_hand().tap("End session", "Hold to end").go("/history/")
    visitor.tap("Dana", place=0)
    assert visitor.sees("Wuhan")
    assert visitor.sees("+96")
    visitor.go("/history/").tap("Bo", place=0)
    assert visitor.sees("−16")


def test_the_ledger_shows_places_and_penalties_with_running_totals(parlour: Parlour) -> None:
    visitor = parlour.count_hand().go("/repair/")
    visitor.tap("Pay", seat="0", to="2", amount="4", note="wrong wall")
    visitor.go("/ledger/")
    assert visitor.sees("penalty wrong wall")
    assert visitor.sees("−20")
    assert visitor.sees("Rank")
    assert visitor.sees("±0 ✓")


def test_columns_follow_people_who_have_moved(parlour: Parlour) -> None:
    visitor = parlour.count_hand().go("/repair/")
    visitor.tap("Hold to change seats", order=["3", "1", "2", "0"], **{"as": "moved"})
    html = visitor.go("/ledger/").page.html
    row = html[html.index("Dana wins") : html.index("</tr>", html.index("Dana wins"))]
    assert row.index("+96") < row.index("−64")


def test_a_session_is_printed_with_its_result_as_a_code(parlour: Parlour) -> None:
    visitor = parlour.count_hand().go("/ledger/").tap("Print")
    assert visitor.sees("1. Dana 96")
    assert "css/printed.css" in visitor.page.html
    picture = visitor.browser.get("/history/1/qr.svg")
    assert picture.mimetype == "image/svg+xml"
    assert visitor.go("/history/99/print").status == 404


def test_the_code_holds_the_whole_result() -> None:
    text = "武汉麻将\n1. Dana 96 (+96)\n2. Aiko −16 (−16)"
    dots = np.array(list(code_of(text).matrix_iter(scale=8, border=4)), dtype=np.uint8)
    content, _, _ = cv2.QRCodeDetector().detectAndDecode(255 * (1 - (dots > 0).astype(np.uint8)))
    assert content == text


def test_nine_lines_differ_without_colours() -> None:
    chart = totals_chart([Line(f"P{seat}", seat, (0, seat)) for seat in range(9)], "totals")
    assert all(f'class="curve seat-{seat}"' in chart for seat in range(9))
    style = (Path(kiosk.__file__).parent / "web" / "static" / "css" / "ledger.css").read_text(
        "utf-8"
    )
    dashes = re.findall(r"\.curve\.seat-(\d) polyline { stroke-dasharray: ([^;]+);", style)
    assert [int(seat) for seat, _ in dashes] == list(range(1, 9))
    assert len({dash for _, dash in dashes}) == len(dashes)


def test_the_history_grows_with_every_hand(parlour: Parlour) -> None:
    visitor = parlour.count_hand().go("/history/")
    assert visitor.sees("hands: 1")
    visitor.go("/").tap("Skip the machine", "Draw", "Confirm & next hand").go("/history/")
    assert visitor.sees("hands: 2")
    visitor.go("/").tap("Undo last hand", "Hold to undo").go("/history/")
    assert visitor.sees("hands: 1")


__all__ = ["database", "server"]

NAMES = ["Aiko", "Bo", "Chie", "Dana"]


class BackupKiosk:
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

    def __enter__(self) -> BackupKiosk:
        return self

    def __exit__(self, *_: object) -> None:
        self.service.close()

    def sit_down(self) -> Visitor:
        """Return someone at the table of four who have just begun."""
        return Visitor(self.app).go("/new/wuhan/seats").tap("Start", name=list(NAMES))


def test_a_restored_ledger_says_so_until_somebody_has_read_it(tmp_path: Path) -> None:
    with BackupKiosk(tmp_path) as kiosk:
        kiosk.sit_down()
    (tmp_path / "ledger.sqlite").write_bytes(b"spilt tea")
    with BackupKiosk(tmp_path) as kiosk:
        someone = Visitor(kiosk.app)
        assert (someone.path, someone.sees("The ledger was restored")) == ("/restored", True)
        someone.tap("Continue")
        assert (someone.path, someone.go("/restored").path) == ("/", "/")
        assert kiosk.service.view().session is not None


@pytest.mark.parametrize("language", languages())
def test_what_was_restored_is_told_in_every_language(tmp_path: Path, language: str) -> None:
    with BackupKiosk(tmp_path) as kiosk:
        kiosk.sit_down()
    (tmp_path / "ledger.sqlite").unlink()
    with BackupKiosk(tmp_path) as kiosk:
        page = kiosk.app.test_client().get("/restored", headers={"Accept-Language": language})
    has_notice = "The ledger was restored" in page.text
    assert (page.status_code, has_notice) == (200, language == "en")


def test_without_a_parlour_there_is_no_board(tmp_path: Path) -> None:
    with BackupKiosk(tmp_path) as kiosk:
        assert kiosk.app.test_client().get("/board").status_code == 404


def test_the_board_shows_every_table_with_names_and_totals(
    server: Server, database: str, tmp_path: Path
) -> None:
    url = server.url(name=database)
    with Kiosk(tmp_path / "b", url, table="table-2") as other:
        other.play(3)
        other.deliver()
        with BackupKiosk(tmp_path / "a", url, table="table-1") as kiosk:
            someone = kiosk.sit_down()
            assert kiosk.service.safekeeping is not None
            sync = kiosk.service.safekeeping.sync
            assert sync is not None
            here = Kiosk(tmp_path / "a", url)
            here.sync, here.name = sync, "a"
            here.wait(lambda _: any(one.shown.get("names") == NAMES for one in sync.board()))
            someone.go("/board")
    assert all(someone.sees(words) for words in ("table-1", "table-2", "Aiko", "Dana", "Hands: 3"))
    to_rules = [target.href for target in someone.page.targets if "/rules/" in target.href]
    assert "/rules/wuhan" in to_rules


def test_the_board_says_when_the_parlour_is_away(tmp_path: Path) -> None:
    nowhere = "postgresql+psycopg://nobody@127.0.0.1:1/none"
    with BackupKiosk(tmp_path, nowhere) as kiosk:
        someone = kiosk.sit_down().go("/board")
    assert someone.sees("The parlour's database does not answer. Play goes on; events waiting: 1.")


def test_the_ledger_can_be_taken_away_by_the_operator_only(tmp_path: Path) -> None:
    with BackupKiosk(tmp_path) as kiosk:
        kiosk.sit_down()
        answer = kiosk.app.test_client().get("/ledger/export.json")
        whole = export(kiosk.places.ledger, "json")
    assert answer.status_code == 303
    assert whole not in answer.text
