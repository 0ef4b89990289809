"""A coin in the simulated table's slot brings the walls that the time was over for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ServedHouse, open_screen
from tests.browser.test_simulate import tap
from tests.guards import PATIENCE_S
from tests.kiosk.api.program import sit_down

pytestmark = pytest.mark.browser


def test_a_coin_brings_the_walls_and_its_time_runs(
    browser: Browser, served_house: ServedHouse
) -> None:
    sit_down(served_house.program)
    served_house.program.do("go_back", stage="table")
    served_house.service.paid_time.set_price(30)
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        page.goto(f"{served_house.address}/simulate")
        tap(page, "Insert a coin")
        tap(page, "Build the walls")
        expect(page.locator(".clock b").first).to_contain_text("29:")
