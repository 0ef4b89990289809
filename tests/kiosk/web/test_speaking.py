"""The language of a screen: what the house says, what the browser asks for, what was tapped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from kiosk.app import Face, create_app
from kiosk.i18n import FONTS, LANGUAGE_NAMES, catalogue
from tests.kiosk.web.parlour import sheet_example

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.kiosk.web.parlour import Parlour
    from tests.kiosk.web.visitor import Visitor

ANSWERED: Final = re.compile(r'<html lang="([^"]+)"')


def spoken(browser: FlaskClient, asked: str = "", path: str = "/") -> str:
    """Return the language of the page that *browser* gets where its reader *asked* for some."""
    found = ANSWERED.search(browser.get(path, headers={"Accept-Language": asked}).text)
    assert found
    return found[1]


def house(parlour: Parlour, language: str) -> FlaskClient:
    """Return a browser at the kiosk of *parlour*, whose own language is *language*."""
    return create_app(parlour.service, Face(language)).test_client()


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("en;q=0.5,ja;q=0.9", "ja"),
        ("ja;q=0,en", "en"),
        ("de,*;q=0.5", "en"),
        ("", "en"),
    ],
)
def test_a_first_visitor_reads_what_his_browser_asks_for(
    parlour: Parlour, asked: str, language: str
) -> None:
    assert spoken(parlour.app.test_client(), asked) == language


def test_the_language_of_the_house_goes_before_the_browsers(parlour: Parlour) -> None:
    assert spoken(house(parlour, "zh-Hant"), "ja,en") == "zh-Hant"


def test_what_was_tapped_goes_before_both(parlour: Parlour) -> None:
    browser = house(parlour, "ja")
    browser.set_cookie("language", "zh-Hans")
    assert spoken(browser, "en") == "zh-Hans"


def test_a_language_that_there_is_no_more_is_the_houses(parlour: Parlour) -> None:
    browser = house(parlour, "ja")
    browser.set_cookie("language", "tlh")
    assert spoken(browser) == "ja"


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_a_page_loads_the_fonts_of_its_language_only(visitor: Visitor, language: str) -> None:
    visitor.tap(LANGUAGE_NAMES[language])
    loaded = re.findall(r"/vendor/([a-z-]+)/index\.css", visitor.browser.get("/").text)
    assert tuple(loaded) == FONTS[language]


@pytest.mark.parametrize("path", ["/", "/new", "/new/wuhan", "/new/wuhan/seats", "/ledger/", "/no"])
def test_every_language_can_be_tapped_on_every_page(visitor: Visitor, path: str) -> None:
    visitor.go(path)
    assert all(visitor.find(name) for name in LANGUAGE_NAMES.values())


def test_every_language_can_be_tapped_all_through_a_hand(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example())
    steps = ("Settle", "Confirm & next hand", "Ledger")
    for step in steps:
        assert all(visitor.find(name) for name in LANGUAGE_NAMES.values())
        visitor.tap(step)
    assert all(visitor.find(name) for name in LANGUAGE_NAMES.values())


def test_a_change_of_language_comes_back_to_the_same_page(visitor: Visitor) -> None:
    address = "/new/wuhan/seats?minimum_points=16"
    visitor.go(address).tap("繁體中文")
    assert visitor.path == "/new/wuhan/seats"
    assert ("options", '{"minimum_points": 16}') in visitor.page.forms[-1].fields


def test_a_hand_is_told_in_chinese_words_alone(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example())
    visitor.tap("Settle").tap("简体中文")
    words = catalogue("zh-Hans")
    assert visitor.sees(words("element.wuhan.open_sets"))
    assert not visitor.sees("Confirm")


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_the_list_of_games_names_each_once(visitor: Visitor, language: str) -> None:
    visitor.tap(LANGUAGE_NAMES[language]).go("/new")
    assert visitor.page.text.count(catalogue(language)("ruleset.beijing")) == 1
    assert not visitor.sees("北京の")


def test_a_native_name_says_in_which_language_it_is(visitor: Visitor) -> None:
    html = visitor.browser.get("/new").text
    assert '<strong lang="ja">北京の「吃碰提」麻雀</strong>' in html
    assert '<strong lang="zh">武汉麻将</strong>' in html
