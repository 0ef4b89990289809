"""Results to take along: the picture with its code, the page behind it, the table of all."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

from kiosk.i18n import languages
from kiosk.settings import Settings
from kiosk.web.svg.qr import code_of
from kiosk.web.svg.result_card import CardRow, card_svg, result_card
from kiosk.web.svg.result_png import NO_SIGN, card_png
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor
from vision.types import Image

LANGUAGES = languages()
SQUARE = re.compile(r"M(\d+) (\d+)h1v1h-1z")
ELSEWHERE = {"base_url": "http://10.0.0.7:8000"}
PAGE = "/history/1/result"


@pytest.fixture
def after_session(parlour: Parlour) -> Visitor:
    """Return someone after a session: −16, −16, −64, +96."""
    parlour.operator_context.pin_lock.choose("2468")
    return parlour.count_hand().tap("End session", "Hold to end")


def scan(card: str) -> str:
    """Return what the code of the picture *card* says."""
    squares = [(int(row), int(column)) for column, row in SQUARE.findall(card)]
    size = 1 + max(max(square) for square in squares)
    dots = np.full((size + 8, size + 8), 255, np.uint8)
    for row, column in squares:
        dots[row + 4, column + 4] = 0
    content, _, _ = cv2.QRCodeDetector().detectAndDecode(
        cv2.resize(dots, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    )
    return content


def test_the_code_brings_a_phone_to_the_page_that_it_stands_on(after_session: Visitor) -> None:
    page = after_session.browser.get(PAGE, **ELSEWHERE).text
    assert scan(page) == f"{ELSEWHERE['base_url']}{PAGE}"
    assert "Scan the code with a phone" in page


def test_where_no_phone_can_reach_the_code_is_the_result_itself(after_session: Visitor) -> None:
    visitor = after_session.go(PAGE)
    assert scan(visitor.page.html).startswith("Wuhan mahjong")
    assert visitor.sees("phones cannot reach this kiosk")


@pytest.mark.parametrize("host", ["10.0.0.7", "fd00::7"])
def test_the_kiosk_itself_names_the_address_that_it_serves_on(
    after_session: Visitor, parlour: Parlour, tmp_path: Path, host: str
) -> None:
    context = parlour.operator_context
    settings = Settings(data_dir=tmp_path, host=host)
    parlour.app.extensions["jantaku_operator_context"] = replace(context, settings=settings)
    page = after_session.browser.get(PAGE, base_url="http://127.0.0.1:8000").text
    assert scan(page) == f"http://{f'[{host}]' if ':' in host else host}:8000{PAGE}"


def test_the_picture_stands_alone_and_names_everybody(after_session: Visitor) -> None:
    answer = after_session.browser.get(f"{PAGE}.svg")
    words = "".join(ET.fromstring(answer.data).itertext())
    assert answer.headers["Content-Disposition"] == "attachment; filename=result-1.svg"
    assert [words.index(name) for name in ("1.Dana", "Aiko", "Bo", "4.Chie")] == sorted(
        words.index(name) for name in ("1.Dana", "Aiko", "Bo", "4.Chie")
    )
    assert "href" not in answer.text


def test_the_picture_the_text_and_the_page_for_paper_have_the_chips(parlour: Parlour) -> None:
    parlour.win_chip().tap("Score it", "Confirm & next hand", "End session", "Hold to end")
    browser = parlour.visitor().browser
    words = [*ET.fromstring(browser.get(f"{PAGE}.svg").data).itertext()]
    assert [one for one in words if one.startswith("Chips")] == [
        "Chips +1",
        "Chips ±0",
        "Chips ±0",
        "Chips −1",
    ]
    assert scan(browser.get(PAGE).text).splitlines()[1].endswith(" Chips +1")
    assert "Chips" in browser.get("/history/1/print").text


def test_where_nobody_has_chips_the_picture_says_nothing_of_them(after_session: Visitor) -> None:
    assert "Chips" not in after_session.browser.get(f"{PAGE}.svg").text


def test_a_long_name_is_drawn_smaller_and_stays_a_text() -> None:
    rows = [CardRow(1, "<" + "甲" * 23, 25_000, 0), CardRow(2, "Bo", 25_000, -1)]
    card = ET.fromstring(card_svg(result_card("T", "D", rows, code_of("x"))))
    sizes = {one.text: int(one.get("font-size", "0")) for one in card.iter() if one.text}
    assert 0 < sizes[rows[0].name] < sizes["Bo"]


def pixels(png: bytes) -> Image:
    """Return the picture *png*, which has to be one."""
    assert png.startswith(b"\x89PNG")
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)


def test_the_picture_of_pixels_has_the_same_code(after_session: Visitor) -> None:
    answer = after_session.browser.get(f"{PAGE}.png", **ELSEWHERE)
    assert answer.headers["Content-Disposition"] == "attachment; filename=result-1.png"
    content, _, _ = cv2.QRCodeDetector().detectAndDecode(pixels(answer.data))
    assert content == f"{ELSEWHERE['base_url']}{PAGE}"


def draw_name(name: str, language: str) -> Image:
    """Return the part of a result's picture where *name* stands."""
    card = result_card("T", "D", [CardRow(1, name, 0, 0)], code_of("x"))
    return pixels(card_png(card, language))[300:450, 200:700]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_draws_names_of_all_as_signs_of_their_own(language: str) -> None:
    names = ("Aiko", "東風", "张龙", "張龍", "\u3042\u3044")
    pictures = [draw_name(name, language) for name in (*names, NO_SIGN * 2)]
    for at, one in enumerate(pictures):
        assert not any(np.array_equal(one, other) for other in pictures[at + 1 :])


def test_a_sign_that_no_font_has_is_a_question_mark() -> None:
    assert np.array_equal(draw_name(NO_SIGN, "ja"), draw_name("?", "ja"))


def test_a_sign_has_the_form_of_the_page_s_language() -> None:
    assert not np.array_equal(draw_name("直", "ja"), draw_name("直", "zh-Hans"))


def test_a_table_of_all_results_has_a_line_for_each_seat(after_session: Visitor) -> None:
    after_session.go("/history/").tap("Results as CSV").tap("Unlock", pin="2468")
    head, *lines = after_session.page.html.splitlines()
    assert head == "session_hash,date,ruleset,seat,player_id,title,score,rating_delta,place"
    assert lines[0] == "table-1-1,1970-01-01T00:16:40+00:00,wuhan,0,p1,Aiko,-16,-16,2"
    assert [line.split(",")[5:] for line in lines] == [
        ["Aiko", "-16", "-16", "2"],
        ["Bo", "-16", "-16", "2"],
        ["Chie", "-64", "-64", "4"],
        ["Dana", "96", "96", "1"],
    ]


def test_an_open_session_is_not_in_the_table(parlour: Parlour) -> None:
    parlour.operator_context.pin_lock.choose("2468")
    visitor = parlour.count_hand().go("/history/results.csv").tap("Unlock", pin="2468")
    assert len(visitor.page.html.splitlines()) == 1
