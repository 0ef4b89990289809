"""A hand is stepped through by keys, slider and buttons, with all hands open or one's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Site, open_screen
from tests.browser.finger import wait_until_ready

pytestmark = pytest.mark.browser

STATE = """
() => [document.querySelector("[data-number]").textContent,
  document.querySelectorAll(".river svg").length,
  document.querySelectorAll("[data-hand] use[href$=t0z]").length]
"""


def read_state(page: Page) -> tuple[str, int, int]:
    """Return the number of the step, the discards that lie there, and the backs."""
    number, river, backs = page.evaluate(STATE)
    return number, river, backs


def test_a_hand_is_stepped_through_and_looked_at_from_one_seat(
    browser: Browser, site: Site
) -> None:
    page = open_screen(browser).new_page()
    page.goto(f"{site.address}/replay/riichi?seed=3")
    page.wait_for_selector("[data-hand] svg")
    assert read_state(page) == ("Step 0 of 80", 0, 0)
    page.keyboard.press("ArrowRight")
    assert read_state(page) == ("Step 1 of 80", 1, 0)
    page.keyboard.press("End")
    number, river, _ = read_state(page)
    assert number == "Step 80 of 80"
    assert river > 20
    wait_until_ready(page)
    page.get_by_label("One step back").click()
    assert read_state(page)[0] == "Step 79 of 80"
    page.locator("[data-replay-slider]").fill("0")
    page.locator("[data-replay-eye]").select_option("1")
    assert read_state(page) == ("Step 0 of 80", 0, 13 + 13 + 14)
    page.locator("[data-replay-slider]").fill("1")
    assert page.locator("[data-may]").inner_text() == ""
    page.locator("[data-replay-eye]").select_option("")
    assert page.locator("[data-may]").inner_text() != ""
