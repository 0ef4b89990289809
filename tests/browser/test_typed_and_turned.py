"""Payments typed by touch, and pages turned to another edge."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import LANDSCAPE, Site, open_screen
from tests.browser.drawn import find_faults
from tests.browser.finger import tap, wait_until_ready
from tests.kiosk.web.parlour import sheet_example

pytestmark = pytest.mark.browser


def read_points(page: Page, name: str) -> str:
    """Return what stands in the field of *name*."""
    return page.get_by_label(f"Points of {name}").input_value()


def test_points_are_typed_on_the_screen_and_always_add_up(site: Site, browser: Browser) -> None:
    site.at_review(sheet_example()).tap("Score it")
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.goto(f"{site.address}/by-hand/")
        wait_until_ready(page)
        page.get_by_label("Points of Aiko").tap()
        for key in ("4", "0", "Plus or minus"):
            tap(page, key, exact=True)
        assert read_points(page, "Aiko") == "−40"
        assert page.locator("[data-left]").inner_text().startswith("Off by +24")
        tap(page, "Fill in for Dana")
        assert read_points(page, "Dana") == "+120"
        tap(page, "Preview")
        page.get_by_text("These payments were typed by hand.").wait_for()
        tap(page, "Confirm & next hand")
        page.get_by_text("Last hand").first.wait_for()
    assert site.totals == (-40, -16, -64, 120)


TURNED_FAULTS = ("the primary button",)
"""What the rulers say of a page that stands upright only."""


@pytest.mark.parametrize("edge", [1, 2, 3])
def test_a_turned_page_is_whole_and_hears_taps(site: Site, browser: Browser, edge: int) -> None:
    site.sit_down().tap("Skip the machine")
    with open_screen(browser) as screen:
        screen.add_cookies([{"name": "turn", "value": str(edge), "url": site.address}])
        page = screen.new_page()
        page.goto(site.address)
        faults = find_faults(page, in_reach=True)
        assert [fault for fault in faults if not fault.startswith(TURNED_FAULTS)] == []
        assert find_foot(page) == edge
        tap(page, "Dana wins")
        page.get_by_role("button", name="Self-draw", exact=True).wait_for()


def test_one_tap_turns_a_flat_screen_to_a_seat(site: Site, browser: Browser) -> None:
    site.sit_down()
    with open_screen(browser, java_script_enabled=False) as screen:
        screen.add_cookies([{"name": "lies", "value": "flat", "url": site.address}])
        page = screen.new_page()
        page.goto(site.address)
        for wind, edge in (("S", 1), ("N", 3), ("E", 0)):
            page.get_by_role("button", name=f"Turn to {wind}", exact=True).tap()
            page.locator(f".place-0.seat-{edge}").wait_for()
            assert find_foot(page) == edge


def find_foot(page: Page) -> int:
    """Return the edge of the screen at which the page's footer lies, counter-clockwise from 0."""
    box = page.locator("footer.actions").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    width, height = LANDSCAPE["width"], LANDSCAPE["height"]
    return max(range(4), key=[y / height, x / width, 1 - y / height, 1 - x / width].__getitem__)
