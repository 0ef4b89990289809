"""The operator's door by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Site, open_screen
from tests.browser.finger import wait_until_ready

pytestmark = pytest.mark.browser


def test_the_pin_is_entered_on_the_keypad(browser: Browser, site: Site) -> None:
    site.operator_context.pin_lock.choose("2468")
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.goto(f"{site.address}/operator/tokens")
        wait_until_ready(page)
        for digit in "24680":
            page.locator(f"[data-digit='{digit}']").tap()
        page.locator("[data-digit='']").tap()
        page.locator("button.primary").tap()
        page.wait_for_url("**/operator/tokens")


def test_the_touch_that_wakes_a_dark_screen_does_nothing_else(browser: Browser, site: Site) -> None:
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.clock.install()
        page.goto(site.address)
        page.clock.fast_forward("03:01")
        page.locator("body.dark").wait_for()
        spot = page.locator("a.primary").bounding_box()
        assert spot is not None
        page.touchscreen.tap(spot["x"] + 20, spot["y"] + 20)
        page.locator("body:not(.dark)").wait_for()
        assert page.url == f"{site.address}/"
        page.touchscreen.tap(spot["x"] + 20, spot["y"] + 20)
        page.wait_for_url("**/new")
