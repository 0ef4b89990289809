"""What travels to a browser is packed where that saves something, and stays what it is."""

from __future__ import annotations

import gzip
import re

from tests.kiosk.web.parlour import Parlour

UNPACKS = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_page_and_its_sheets_and_scripts_travel_packed(parlour: Parlour) -> None:
    browser = parlour.app.test_client()
    page = browser.get("/new").text
    files = re.findall(r'(/static/\S+/(?:base\.css|kiosk\.js))"', page)
    assert len(files) == 2
    for address in files:
        with browser.get(address) as plain, browser.get(address, headers=UNPACKS) as answer:
            assert answer.content_encoding == "gzip" or len(plain.data) < 1_000
            if answer.content_encoding:
                assert gzip.decompress(answer.data) == plain.data
                assert len(answer.data) < len(plain.data)
    answer = browser.get("/new", headers=UNPACKS)
    assert b"</html>" in gzip.decompress(answer.data)
    assert answer.content_length == len(answer.data)
    assert "Accept-Encoding" in answer.vary


def test_who_cannot_unpack_gets_a_page_as_it_is(parlour: Parlour) -> None:
    answer = parlour.app.test_client().get("/new")
    assert answer.content_encoding is None
    assert "</html>" in answer.text


def test_a_font_is_packed_already_and_a_file_that_is_known_is_not_sent_again(
    parlour: Parlour,
) -> None:
    browser = parlour.app.test_client()
    page = browser.get("/").text
    (font,) = re.findall(r'"(/static/\S+?\.woff2)"', page)
    with browser.get(font, headers=UNPACKS) as answer:
        assert answer.content_encoding is None
    (sheet,) = re.findall(r'"(/static/\S+?/base\.css)"', page)
    with browser.get(sheet, headers=UNPACKS) as answer:
        headers = {**UNPACKS, "If-None-Match": answer.headers["ETag"]}
    with browser.get(sheet, headers=headers) as again:
        assert (again.status_code, again.data) == (304, b"")
