"""Five play a game of four: after a hand the screen asks who sits out, and a tap decides it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served, touch_screen
from tests.browser.finger import tap, until_it_hears
from tests.kiosk.web.views.test_sitting_out import play, seated, sit_down

pytestmark = pytest.mark.browser


def test_who_comes_in_and_for_whom_is_two_taps_and_taken_back_by_one(
    browser: Browser, served: Served
) -> None:
    sit_down(served)
    play(served, winner=1)
    screen = touch_screen(browser)
    page = screen.new_page()
    page.goto(served.address)
    tap(page, "Who sits out?")
    chie = page.get_by_role("radio", name="Chie")
    chie.wait_for()
    until_it_hears(page)
    chie.tap()
    tap(page, "We sit like this")
    page.get_by_text("Emi plays in place of Chie.").wait_for()
    came = seated(served)
    tap(page, "Take the change back")
    page.get_by_role("link", name="Who sits out?").wait_for()
    screen.close()
    assert came == ("Aiko", "Bo", "Emi", "Dana")
    assert seated(served) == ("Aiko", "Bo", "Chie", "Dana")
