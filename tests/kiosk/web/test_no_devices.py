"""A kiosk without machine and camera: straight from the win to the result, no word of either."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.i18n import LANGUAGES, catalogue
from kiosk.session import Stage
from kiosk.table.port import Link
from kiosk.web.context import COOKIE
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor

OF_DEVICES = (
    *("ui.camera", "ui.read", "ui.read_again", "ui.read_all", "ui.reading", "ui.dealt_by_hand"),
    *("ui.job", "ui.other_set", "ui.walls", "ui.stop", "ui.resume", "ui.stopped"),
    *("ui.enter_by_hand", "ui.break", "reading", "support"),
)
"""Ids, or what they begin with, of texts that speak of a machine or a camera."""
SENTENCE = {"en": 12, "ja": 6, "zh-Hans": 5, "zh-Hant": 5}
"""Texts of this many letters are in no other text by chance; shorter ones are compared whole."""


@pytest.fixture
def manual(tmp_path: Path) -> Iterator[Parlour]:
    """Yield a kiosk to which nothing is connected."""
    place = Parlour(tmp_path / "ledger.sqlite", has_camera=False)
    place.machine.now = replace(place.machine.now, link=Link.ABSENT)
    yield place
    place.service.close()


def pages(manual: Parlour) -> Iterator[str]:
    """Play two hands, amend one and draw one; yield each address as the table comes to it."""
    yield from ("/", "/new", "/new/riichi", "/new/riichi/seats", "/history/", "/settings", "/rules")
    visitor = manual.sit_down("riichi")
    yield "/"
    visitor.tap("Start the hand")
    yield "/"
    visitor.tap("Chie wins")
    yield "/"
    visitor.tap("Aiko", place=0)
    yield from ("/", "/edit/value/2?han=3")
    visitor.tap("Enter tiles")
    yield from ("/", "/edit/row/hand?seat=2", "/edit/meld/2", "/review/how/2", "/review/whose/2")
    visitor.tap("Han & fu").tap("3").tap("40")
    yield "/"
    visitor.tap("Confirm & next hand")
    yield from ("/", "/ledger/", "/repair/", visitor.go("/ledger/").find("Chie wins").href)
    visitor.tap("Chie wins", "Fix this hand")
    yield "/"
    visitor.tap("Keep it as it was").go("/").tap("Exhaustive draw")
    yield "/"
    visitor.tap("Nobody").tap("Confirm & next hand").tap("Abortive draw")
    yield "/"
    visitor.tap("Back").tap("Seats, end of session")
    yield from ("/", "/leave")
    visitor.go("/leave").tap("Hold to end")
    manual.sit_down("wuhan").tap("Start the hand", "Chie wins").tap("Aiko", place=0)
    yield "/"


def find_device_words(page: Visitor, language: str) -> set[str]:
    """Return the ids of what *page* says of machine or camera in *language*."""
    alone = {word.strip() for word in page.page.words}
    texts = {
        name: text
        for name, text in catalogue(language).words.items()
        if name in OF_DEVICES or name.startswith(tuple(f"{one}." for one in OF_DEVICES))
    }
    return {
        name
        for name, text in texts.items()
        if text in alone or (len(text) >= SENTENCE[language] and page.sees(text))
    }


def test_no_page_speaks_of_a_machine_or_a_camera(manual: Parlour) -> None:
    page_count = 0
    readers = {language: manual.visitor() for language in LANGUAGES}
    for language, reader in readers.items():
        reader.browser.set_cookie(COOKIE, language)
    for address in pages(manual):
        for language, reader in readers.items():
            page = reader.go(address)
            assert page.status == 200, address
            assert find_device_words(page, language) == set(), (address, language)
            assert 'class="lamp' not in page.html
            assert 'class="walls' not in page.html
            page_count += 1
    assert page_count > 100


def test_a_hand_goes_from_the_win_to_the_next_one_in_five_taps(manual: Parlour) -> None:
    visitor = manual.sit_down("riichi").tap("Start the hand")
    visitor.tap("Chie wins").tap("Aiko", place=0).tap("3").tap("40").tap("Confirm & next hand")
    assert manual.totals == (19800, 25000, 30200, 25000)
    assert manual.service.view().stage is Stage.PLAYING


def test_tiles_are_asked_for_at_once_where_no_value_says_who_pays(manual: Parlour) -> None:
    manual.sit_down("wuhan").tap("Start the hand", "Chie wins").tap("Aiko", place=0)
    assert manual.service.view().stage is Stage.REVIEW


def test_the_session_can_be_ended_between_two_hands(manual: Parlour) -> None:
    visitor = manual.sit_down("riichi").tap("Start the hand")
    visitor.tap("Chie wins").tap("Aiko", place=0).tap("mangan").tap("Confirm & next hand")
    visitor.tap("Seats, end of session").tap("End session").tap("Hold to end")
    assert manual.service.view().stage is Stage.LOBBY
