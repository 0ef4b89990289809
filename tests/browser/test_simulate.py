"""A simulated table is broken by touch; its fault is shown, mended, and the walls are built."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ServedHouse, open_screen
from tests.browser.finger import wait_until_ready
from tests.guards import PATIENCE_S
from tests.kiosk.api.program import sit_down

pytestmark = pytest.mark.browser

DRAWN = """() => [...document.querySelectorAll("ol.drawn .step-picture")]
  .map((one) => [one.dataset.step, one.getBoundingClientRect().width > 60])"""


def test_a_jam_is_seen_with_its_drawings_and_mended(
    browser: Browser, served_house: ServedHouse
) -> None:
    sit_down(served_house.program)
    served_house.program.do("go_back", stage="table")
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        page.goto(f"{served_house.address}/simulate")
        tap(page, "Jam")
        tap(page, "Build the walls")
        expect(page.locator(".banner.fault .number")).to_have_text("203")
        expect(page.locator(".where-fault")).to_be_visible()
        assert page.evaluate(DRAWN) == [
            ["open_side", True],
            ["take_head", True],
            ["tap_done", True],
        ]
        tap(page, "Done, try again")
        page.get_by_text("The table still senses it").wait_for()
        page.goto(f"{served_house.address}/simulate")
        tap(page, "Fix everything")
        tap(page, "Done, try again")
        tap(page, "Build the walls")
        page.get_by_role("button", name="Roll the dice").wait_for()


def tap(page: Page, name: str) -> None:
    """Tap the button called *name*, once it is there and the page hears taps."""
    wait_until_ready(page)
    page.get_by_role("button", name=name, exact=True).tap()
