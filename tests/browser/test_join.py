"""Seats taken by phone: the kiosk's screen follows, and nothing that was written there is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Site, open_screen
from tests.browser.finger import wait_until_ready

pytestmark = pytest.mark.browser


def find_field(page: Page, seat: int) -> Locator:
    """Return the field for the name at *seat*."""
    return page.locator("input[name=name]").nth(seat)


def test_the_screen_follows_a_phone_and_keeps_what_is_written(site: Site, browser: Browser) -> None:
    site.join_network()
    with open_screen(browser) as table, open_screen(browser) as pocket:
        screen, phone = table.new_page(), pocket.new_page()
        screen.goto(f"{site.address}/new/wuhan/seats")
        find_field(screen, 0).fill("Aiko")
        screen.locator("h1").first.click()
        phone.goto(f"{site.address}/join/scannedcode")
        phone.locator("input[name=new]").fill("Bo")
        wait_until_ready(phone)
        phone.locator("button[name=seat]").nth(1).tap()
        expect(phone.get_by_text("Your name is on the table's screen.")).to_be_visible()
        expect(find_field(screen, 1)).to_have_value("Bo")
        expect(find_field(screen, 0)).to_have_value("Aiko")
        wait_until_ready(screen)
        screen.get_by_role("button", name="Start").tap()
        expect(phone.get_by_text("The game has begun.")).to_be_visible()
    view = site.service.view()
    assert view.session is not None
    assert site.service.names(view.session.players)[:2] == ("Aiko", "Bo")


def test_a_phone_keeps_what_was_chosen_there_while_others_sit_down(
    site: Site, browser: Browser
) -> None:
    site.join_network()
    site.service.enrol("Chie")
    site.visitor().go("/new/wuhan/seats")
    with open_screen(browser) as pocket:
        phone = pocket.new_page()
        phone.goto(f"{site.address}/join/scannedcode")
        phone.get_by_label("Chie").check()
        site.visitor().go("/join/scannedcode").tap("N free", new="Dana")
        expect(phone.locator("button[name=seat]").nth(3)).to_be_disabled()
        expect(phone.get_by_label("Chie")).to_be_checked()
