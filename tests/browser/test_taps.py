"""How many taps people need: kiosk.md, section 6, counted by a finger."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

import kiosk
from tests.browser.conftest import Site, open_screen
from tests.browser.finger import Finger
from tests.kiosk.web.parlour import read_tiles, sheet_example
from vision.types import SeatReading, TableReading

pytestmark = pytest.mark.browser

PANEL: ViewportSize = {"width": 1024, "height": 600}


def test_a_hand_costs_no_more_taps_than_promised(site: Site, browser: Browser) -> None:
    visitor = site.sit_down().tap("Skip the machine")
    site.camera.reading = sheet_example()
    site.service.watches = True
    costs = {}
    with open_screen(browser) as screen:
        finger = Finger(screen.new_page(), site.address)
        finger.tap("Dana wins")
        finger.tap("Bo")
        finger.tap("Confirm & next hand")
        finger.page.get_by_text("Last hand").first.wait_for()
        costs["win"] = finger.read_taps()
        finger.tap("Undo last hand")
        finger.hold("Hold to undo")
        finger.page.get_by_role("button", name="Build the walls").wait_for()
        costs["undo"] = finger.read_taps()
        visitor.go("/").tap("Skip the machine")
        finger.page.goto(site.address)
        finger.tap("Draw", exact=True)
        finger.tap("Confirm & next hand")
        costs["draw"] = finger.read_taps()
        finger.tap("English")
        finger.tap("日本語")
        finger.page.get_by_role("link", name="記録").wait_for()
        costs["language"] = finger.read_taps()
    assert costs == {"win": 3, "undo": 2, "draw": 2, "language": 2}
    assert site.totals == (0, 0, 0, 0)


def make_pinfu() -> TableReading:
    """Return a closed hand of Dana's that wins 8m with one yaku."""
    hand = SeatReading(3, read_tiles("234m456p55789s67m"), winning=read_tiles("8m")[0])
    return TableReading((hand,), indicators=read_tiles("3s"))


def test_a_hand_of_riichi_costs_three_taps_however_it_ends(site: Site, browser: Browser) -> None:
    visitor = site.sit_down("riichi").tap("Skip the machine")
    site.camera.reading = make_pinfu()
    site.service.watches = True
    costs = []
    with browser.new_context(viewport=PANEL, has_touch=True) as screen:
        finger = Finger(screen.new_page(), site.address)
        for taps in (("Dana wins", "Bo"), ("Exhaustive draw", "Nobody")):
            for words in taps:
                finger.tap(words)
            finger.tap("Confirm & next hand")
            finger.page.get_by_text("Last hand").first.wait_for()
            costs.append(finger.read_taps())
            visitor.go("/").tap("Skip the machine")
            finger.page.goto(site.address)
    assert costs == [3, 3]


SMALL = ((800, 480), (1024, 600))


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_winner_tiles_and_settle_are_in_sight_on_a_small_screen(
    site: Site, browser: Browser, width: int, height: int
) -> None:
    site.at_review(make_pinfu(), "riichi")
    viewport = {"width": width, "height": height}
    with browser.new_context(viewport=viewport, has_touch=True) as screen:  # type: ignore[arg-type]
        page = screen.new_page()
        page.goto(site.address)
        foot = page.locator("footer.actions").bounding_box()
        winner = page.locator(".winner").bounding_box()
        assert foot is not None
        assert winner is not None
        assert winner["y"] + winner["height"] <= foot["y"]


def test_one_tap_says_why_someone_pays(site: Site, browser: Browser) -> None:
    site.at_review(sheet_example()).tap("Score it")
    with open_screen(browser) as screen:
        finger = Finger(screen.new_page(), site.address)
        finger.tap("Why? Aiko")
        finger.page.get_by_text("Aiko pays Dana 16").locator("visible=true").first.wait_for()
        assert finger.read_taps() == 1


def test_sounds_are_made_once_for_each_step(site: Site, browser: Browser) -> None:
    site.sit_down().tap("Skip the machine")
    with open_screen(browser) as screen:
        screen.add_cookies([{"name": "sound", "value": "low", "url": site.address}])
        finger = Finger(screen.new_page(), site.address)
        assert finger.page.locator("body").get_attribute("data-sounded") == "ready"
        finger.page.reload()
        assert finger.page.locator("body").get_attribute("data-sounded") is None


def test_own_scripts_stay_small() -> None:
    scripts = (Path(kiosk.__file__).parent / "web" / "static" / "js").glob("*.js")
    assert sum(len(script.read_text("utf-8").splitlines()) for script in scripts) <= 1_200
