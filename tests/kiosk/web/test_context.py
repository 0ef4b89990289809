"""How a screen looks and sounds is chosen on it and kept on it."""

from __future__ import annotations

import re
from typing import Final

import pytest
from flask.testing import FlaskClient

from kiosk.i18n import LANGUAGE_NAMES, catalogue
from kiosk.web.app import WebConfig
from kiosk.web.context import Display
from tests.kiosk.web.parlour import Parlour, sheet_example
from tests.kiosk.web.visitor import Visitor
from tests.kiosk.whole_app import create_app


def test_a_list_in_large_type_is_kept_for_this_screen_alone(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("List").tap("Large")
    assert 'class="view-list size-large side-0"' in visitor.page.html
    assert 'class="view-table size-normal side-0"' in parlour.visitor().page.html


def test_the_table_turns_to_who_taps_a_seat(parlour: Parlour) -> None:
    visitor = parlour.sit_down().tap("Turn to W")
    assert 'place-0 seat-2"' in visitor.page.html
    assert 'place-2 seat-0"' in visitor.page.html


def test_differences_to_the_own_points_are_shown(parlour: Parlour) -> None:
    visitor = parlour.count_hand()
    visitor.tap("Turn to W")
    assert 'side-3"' in visitor.page.html  # Bo has the post now, and Dana has 96
    visitor.tap("96")
    assert visitor.sees("−112")
    assert visitor.sees("−160")


def test_nonsense_is_no_choice(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    visitor.browser.set_cookie("view", "<script>")
    assert "view-table" in visitor.go("/").page.html


def test_seats_are_drawn_from_the_side_that_was_chosen() -> None:
    look = Display("table", 1, 0, "stands", "normal", "off", "never")
    assert [look.place(seat, 4) for seat in range(4)] == [3, 0, 1, 2]
    assert look.turns(4) == 1


def cue(visitor: Visitor) -> str:
    """Return the sound that the page is due."""
    _, attribute, rest = visitor.page.html.partition('data-cue="')
    return rest.partition(":")[0] if attribute else ""


def test_each_step_of_a_hand_has_its_sound(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    cues = [cue(visitor)]
    cues.append(cue(visitor.tap("Skip the machine")))
    visitor.tap("Dana wins").tap("Bo", place=0)
    cues.append(cue(parlour.read(visitor, sheet_example(doubt="7s"))))
    visitor.tap("not sure", "Yes, right")
    cues += [cue(visitor), cue(visitor.tap("Score it")), cue(visitor.tap("Confirm & next hand"))]
    assert cues == ["", "ready", "look", "read", "", "paid"]


@pytest.mark.parametrize(
    ("seats", "edges"),
    [
        (2, [0, 2]),
        (3, [0, 1, 2]),
        (4, [0, 1, 2, 3]),
        (5, [0, 1, 2, 2, 3]),
        (8, [0, 1, 1, 2, 2, 3, 3, 0]),
    ],
)
def test_on_a_flat_screen_each_seat_has_an_edge(seats: int, edges: list[int]) -> None:
    look = Display("table", 0, 0, "flat", "normal", "off", "never")
    assert [look.edge_of(seat, seats) for seat in range(seats)] == edges


def test_the_whole_page_turns_to_who_taps_a_seat_of_a_flat_screen(parlour: Parlour) -> None:
    visitor = parlour.sit_down()
    assert "page-turned" not in visitor.tap("Turn to S").page.html
    visitor.go("/settings").tap("flat in the centre").go("/").tap("Turn to W")
    assert "side-2 page-turned-2" in visitor.page.html
    assert "page-turned" not in parlour.visitor().page.html
    assert "page-turned" not in visitor.tap("Turn to E").page.html


def test_the_page_is_turned_to_an_edge_on_any_screen(parlour: Parlour) -> None:
    visitor = parlour.visitor().go("/new").tap("The right edge")
    assert visitor.path == "/new"
    assert "page-turned-1" in visitor.page.html


@pytest.mark.parametrize(
    ("words", "shows"),
    [
        ("Large", "size-large"),
        ("List", "view-list"),
        ("Loud", 'data-sound="loud"'),
        ("After 10 minutes", 'data-dim="10"'),
    ],
)
def test_what_is_chosen_holds_on_every_page(parlour: Parlour, words: str, shows: str) -> None:
    someone = parlour.visitor().tap("Settings")
    assert shows not in someone.page.html
    assert someone.tap(words).path == "/settings"
    assert shows in someone.page.html
    assert shows in someone.go("/new").page.html
    assert shows not in parlour.visitor().page.html


def test_points_stay_bright_while_people_sit_at_the_table(parlour: Parlour) -> None:
    assert 'data-dim="3"' in parlour.visitor().page.html
    assert 'data-dim="never"' in parlour.sit_down().page.html


def test_the_language_is_chosen_here_too(parlour: Parlour) -> None:
    someone = parlour.visitor().tap("Settings").tap("日本語", place=1)
    assert (someone.path, someone.sees("設定")) == ("/settings", True)


def test_the_operators_pages_are_behind_the_settings(parlour: Parlour) -> None:
    assert parlour.visitor().tap("Settings", "Operator").path == "/operator/pin"


PAGE_LANGUAGE: Final = re.compile(r'<html lang="([^"]+)"')


def find_language(browser: FlaskClient, header: str = "", path: str = "/") -> str:
    """Return the language of the page that *browser* gets when it sends *header*."""
    match = PAGE_LANGUAGE.search(browser.get(path, headers={"Accept-Language": header}).text)
    assert match
    return match[1]


def house(parlour: Parlour, language: str) -> FlaskClient:
    """Return a browser at the kiosk of *parlour*, whose own language is *language*."""
    return create_app(parlour.service, WebConfig(language)).test_client()


@pytest.mark.parametrize(
    ("header", "language"),
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
    parlour: Parlour, header: str, language: str
) -> None:
    assert find_language(parlour.app.test_client(), header) == language


def test_the_language_of_the_house_goes_before_the_browsers(parlour: Parlour) -> None:
    assert find_language(house(parlour, "zh-Hant"), "ja,en") == "zh-Hant"


def test_what_was_tapped_goes_before_both(parlour: Parlour) -> None:
    browser = house(parlour, "ja")
    browser.set_cookie("language", "zh-Hans")
    assert find_language(browser, "en") == "zh-Hans"


def test_a_language_that_there_is_no_more_is_the_houses(parlour: Parlour) -> None:
    browser = house(parlour, "ja")
    browser.set_cookie("language", "tlh")
    assert find_language(browser) == "ja"


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_a_page_loads_the_font_of_its_language_before_it_is_drawn(
    visitor: Visitor, language: str
) -> None:
    visitor.tap(LANGUAGE_NAMES[language])
    page = visitor.browser.get("/").text
    (path,) = re.findall(r'rel="preload" as="font".+?href="(\S+)"', page)
    assert path.endswith(f"/fonts/{language}-0.woff2")
    with visitor.browser.get(path) as font:
        assert font.data.startswith(b"wOF2")


@pytest.mark.parametrize("path", ["/", "/new", "/new/wuhan", "/new/wuhan/seats", "/ledger/", "/no"])
def test_every_language_can_be_tapped_on_every_page(visitor: Visitor, path: str) -> None:
    visitor.go(path)
    assert all(visitor.find(name) for name in LANGUAGE_NAMES.values())


def test_every_language_can_be_tapped_all_through_a_hand(parlour: Parlour) -> None:
    visitor = parlour.at_review(sheet_example())
    steps = ("Score it", "Confirm & next hand", "Ledger")
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
    visitor.tap("Score it").tap("简体中文")
    words = catalogue("zh-Hans")
    assert visitor.sees(words("element.wuhan.open_sets"))
    assert not visitor.sees("Confirm")


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_the_list_of_games_names_each_once(visitor: Visitor, language: str) -> None:
    visitor.tap(LANGUAGE_NAMES[language]).go("/new")
    assert visitor.page.text.count(catalogue(language)("ruleset.beijing")) == 1
    assert not visitor.sees("アタキの部屋")


def test_a_native_name_says_in_which_language_it_is(visitor: Visitor) -> None:
    html = visitor.browser.get("/new").text
    assert '<span lang="ja">アタキの部屋 Bルール</span>' in html
    assert '<span lang="zh">武汉麻将</span>' in html
