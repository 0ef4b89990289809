"""A hand is stepped through by keys, slider and buttons, with all hands open or one's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Served, touch_screen
from tests.browser.finger import until_it_hears

pytestmark = pytest.mark.browser

STATE = """
() => [document.querySelector("[data-number]").textContent,
  document.querySelectorAll(".river svg").length,
  document.querySelectorAll("[data-hand] use[href$=t0z]").length]
"""


def state(page: Page) -> tuple[str, int, int]:
    """Return the number of the step, the discards that lie there, and the backs."""
    number, river, backs = page.evaluate(STATE)
    return number, river, backs


def test_a_hand_is_stepped_through_and_looked_at_from_one_seat(
    browser: Browser, served: Served
) -> None:
    page = touch_screen(browser).new_page()
    page.goto(f"{served.address}/replay/riichi?seed=3")
    page.wait_for_selector("[data-hand] svg")
    assert state(page) == ("Step 0 of 80", 0, 0)
    page.keyboard.press("ArrowRight")
    assert state(page) == ("Step 1 of 80", 1, 0)
    page.keyboard.press("End")
    number, river, _ = state(page)
    assert number == "Step 80 of 80"
    assert river > 20
    until_it_hears(page)
    page.get_by_label("One step back").click()
    assert state(page)[0] == "Step 79 of 80"
    page.locator("[data-replay-slider]").fill("0")
    page.locator("[data-replay-eye]").select_option("1")
    assert state(page) == ("Step 0 of 80", 0, 13 + 13 + 14)
    page.locator("[data-replay-slider]").fill("1")
    assert page.locator("[data-may]").inner_text() == ""
    page.locator("[data-replay-eye]").select_option("")
    assert page.locator("[data-may]").inner_text() != ""
