"""Five play a game of four: after a hand the screen asks who sits out, and a tap decides it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Site, open_screen
from tests.browser.finger import tap, wait_until_ready
from tests.kiosk.web.views.test_sitting_out import play, read_names, sit_down

pytestmark = pytest.mark.browser


def test_who_comes_in_and_for_whom_is_two_taps_and_taken_back_by_one(
    browser: Browser, site: Site
) -> None:
    sit_down(site)
    play(site, winner=1)
    screen = open_screen(browser)
    page = screen.new_page()
    page.goto(site.address)
    tap(page, "Who sits out?")
    chie = page.get_by_role("radio", name="Chie")
    chie.wait_for()
    wait_until_ready(page)
    chie.tap()
    tap(page, "We sit like this")
    page.get_by_text("Emi plays in place of Chie.").wait_for()
    players = read_names(site)
    tap(page, "Take the change back")
    page.get_by_role("link", name="Who sits out?").wait_for()
    screen.close()
    assert players == ("Aiko", "Bo", "Emi", "Dana")
    assert read_names(site) == ("Aiko", "Bo", "Chie", "Dana")
