"""Names written on a screen that has no keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import Site
from tests.browser.finger import tap, wait_until_ready

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 800, "height": 480}
INSIDE = """
(key) => {
  const box = key.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight
    && box.height >= 44 && key.scrollWidth <= key.clientWidth;
}
"""


def type_keys(page: Page, keys: str) -> None:
    """Tap the keys of these signs."""
    for key in keys:
        page.locator(".keyboard").get_by_role("button", name=key, exact=True).tap()


def test_names_are_written_with_letters_kana_and_digits(site: Site, browser: Browser) -> None:
    with browser.new_context(viewport=SMALL, has_touch=True) as screen:
        page = screen.new_page()
        page.goto(f"{site.address}/new/wuhan/seats")
        wait_until_ready(page)
        fields = page.locator("input[name=name]")
        assert page.locator(".keyboard").count() == 0
        fields.nth(2).tap()
        tap(page, "Capitals")
        type_keys(page, "Zoe")
        tap(page, "123")
        type_keys(page, "7")
        tap(page, "Erase")
        assert fields.nth(2).input_value() == "Zoe"
        tap(page, "かな")
        assert all(key.evaluate(INSIDE) for key in page.locator(".keyboard button").all())
        fields.nth(3).tap()
        tap(page, "かな")
        type_keys(page, "か゛つ小は゜")
        assert fields.nth(3).input_value() == "がっぱ"
        tap(page, "Done")
        assert page.locator(".keyboard").count() == 0
        tap(page, "Start")
        page.get_by_text("がっぱ").first.wait_for()
    assert {player.name for player in site.service.players()} == {"Zoe", "がっぱ"}


def test_a_screen_with_a_keyboard_of_its_own_gets_none(site: Site, browser: Browser) -> None:
    with browser.new_context(viewport=SMALL, has_touch=True) as screen:
        screen.add_cookies([{"name": "keyboard", "value": "device", "url": site.address}])
        page = screen.new_page()
        page.goto(f"{site.address}/new/wuhan/seats")
        wait_until_ready(page)
        page.locator("input[name=name]").first.tap()
        assert page.locator(".keyboard").count() == 0
