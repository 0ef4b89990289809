"""Past sessions, players, paper and QR; Wuhan's example pays −16, −16, −64, +96."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

import kiosk
from kiosk.session.commands import CloseSession
from kiosk.web.svg.charts import Line, totals_chart
from kiosk.web.views.history import A_PAGE, code_of
from tests.kiosk.web.parlour import sheet_example

if TYPE_CHECKING:
    from tests.kiosk.web.parlour import Parlour
    from tests.kiosk.web.visitor import Visitor


def counted(parlour: Parlour) -> Visitor:
    """Return someone before whom one hand has been counted."""
    return parlour.at_review(sheet_example()).tap("Settle", "Confirm & next hand")


def test_a_closed_session_stays_in_the_history(parlour: Parlour) -> None:
    visitor = counted(parlour).tap("End session", "Hold to end")
    parlour.sit_down()
    visitor.go("/history/")
    assert visitor.sees("1. Dana 96")
    assert visitor.sees("still open")
    visitor.tap("1. Dana 96")
    assert visitor.sees("Dana wins, on Bo's discard")
    assert visitor.tap("Dana wins").sees("Hand 1")


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
    visitor = counted(parlour).tap("End session", "Hold to end").go("/history/")
    visitor.tap("Dana", place=0)
    assert visitor.sees("Wuhan")
    assert visitor.sees("+96")
    visitor.go("/history/").tap("Bo", place=0)
    assert visitor.sees("−16")
    assert visitor.go("/history/players/p99").status == 404


def test_the_ledger_shows_places_and_penalties_with_running_totals(parlour: Parlour) -> None:
    visitor = counted(parlour).go("/repair/")
    visitor.tap("Pay", seat="0", to="2", amount="4", note="wrong wall")
    visitor.go("/ledger/")
    assert visitor.sees("penalty wrong wall")
    assert visitor.sees("−20")
    assert visitor.sees("Rank")
    assert visitor.sees("±0 ✓")


def test_columns_follow_people_who_have_moved(parlour: Parlour) -> None:
    visitor = counted(parlour).go("/repair/")
    visitor.tap("Hold to seat them so", order=["3", "1", "2", "0"], **{"as": "moved"})
    html = visitor.go("/ledger/").page.html
    row = html[html.index("Dana wins") : html.index("</tr>", html.index("Dana wins"))]
    assert row.index("+96") < row.index("−64")


def test_a_session_is_printed_with_its_result_as_a_code(parlour: Parlour) -> None:
    visitor = counted(parlour).go("/ledger/").tap("Print")
    assert visitor.sees("1. Dana 96")
    assert "css/printed.css" in visitor.page.html
    picture = visitor.browser.get("/history/1/qr.svg")
    assert picture.mimetype == "image/svg+xml"
    assert visitor.go("/history/99/print").status == 404


def test_the_code_holds_the_whole_result() -> None:
    text = "武汉麻将\n1. Dana 96 (+96)\n2. Aiko −16 (−16)"
    dots = np.array(list(code_of(text).matrix_iter(scale=8, border=4)), dtype=np.uint8)
    found, _, _ = cv2.QRCodeDetector().detectAndDecode(255 * (1 - (dots > 0).astype(np.uint8)))
    assert found == text


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
    visitor = counted(parlour).go("/history/")
    assert visitor.sees("hands: 1")
    visitor.go("/").tap("Play by hand", "Draw", "Confirm & next hand").go("/history/")
    assert visitor.sees("hands: 2")
    visitor.go("/").tap("Undo last hand", "Hold to undo").go("/history/")
    assert visitor.sees("hands: 1")
