"""The result as it is played: once, where it comes about, until somebody taps it away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from kiosk.session.commands import GoBack, Settle
from kiosk.session.draft import Stage
from tests.browser.conftest import Served, touch_screen
from tests.browser.ways import do
from tests.kiosk.web.parlour import sheet_example

pytestmark = pytest.mark.browser

HELD = """
const run = Element.prototype.animate;
Element.prototype.animate = function (...of) {
  const made = run.apply(this, of);
  made.pause();
  return made;
};
"""
"""Motion that waits: nothing depends on how fast the machine is."""
TIMES_MS = "() => document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
TOTAL = "[data-before='0'][data-total='96']"
LONGEST_MS = 1500


def open_table(browser: Browser, served: Served, **more: object) -> Page:
    """Return a screen at the table that hears of every change."""
    page = touch_screen(browser, **more).new_page()
    page.add_init_script(HELD)
    with page.expect_response("**/events*"):
        page.goto(served.address)
    return page


def settled(page: Page) -> Page:
    """Return *page* once it shows what the hand pays."""
    page.locator("#main[data-scene]").wait_for()
    return page


def test_a_result_is_played_once_and_a_tap_ends_it(served: Served, browser: Browser) -> None:
    served.at_review(sheet_example())
    playing = open_table(browser, served)
    still = open_table(browser, served, reduced_motion="reduce")
    do(served, Settle())
    expect(settled(playing).locator("html")).to_have_attribute("data-scene", "plays")
    assert 0 < max(playing.evaluate(TIMES_MS)) <= LONGEST_MS
    assert playing.locator(TOTAL).inner_text() == "0"
    playing.get_by_role("link", name="Override").tap()
    expect(playing.locator("html")).to_have_attribute("data-scene", "over")
    assert playing.url == f"{served.address}/"
    assert playing.locator(TOTAL).inner_text() == "96"
    assert settled(still).evaluate(TIMES_MS) == []
    playing.reload()
    later = open_table(browser, served)
    do(served, GoBack(Stage.REVIEW))
    playing.locator("#main:not([data-scene])").wait_for()
    do(served, Settle())
    assert [settled(page).evaluate(TIMES_MS) for page in (playing, later)] == [[], []]
    for page in (playing, still, later):
        page.context.close()
