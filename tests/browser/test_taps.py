"""How many taps people need: kiosk.md, section 6, counted by a finger."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

import kiosk
from tests.browser.conftest import Served, touch_screen
from tests.browser.finger import Finger
from tests.kiosk.web.parlour import seen, sheet_example
from vision.types import SeatReading, TableReading

pytestmark = pytest.mark.browser

PANEL: ViewportSize = {"width": 1024, "height": 600}


def test_a_hand_costs_no_more_taps_than_promised(served: Served, browser: Browser) -> None:
    visitor = served.sit_down().tap("Skip the machine")
    served.camera.reading = sheet_example()
    served.service.watches = True
    spent = {}
    with touch_screen(browser) as screen:
        finger = Finger(screen.new_page(), served.address)
        finger.tap("Dana wins")
        finger.tap("Bo")
        finger.tap("Confirm & next hand")
        finger.page.get_by_text("Last hand").first.wait_for()
        spent["win"] = finger.spent()
        finger.tap("Undo last hand")
        finger.hold("Hold to undo")
        finger.page.get_by_role("button", name="Build the walls").wait_for()
        spent["undo"] = finger.spent()
        visitor.go("/").tap("Skip the machine")
        finger.page.goto(served.address)
        finger.tap("Draw", exact=True)
        finger.tap("Confirm & next hand")
        spent["draw"] = finger.spent()
        finger.tap("English")
        finger.tap("日本語")
        finger.page.get_by_role("link", name="記録").wait_for()
        spent["language"] = finger.spent()
    assert spent == {"win": 3, "undo": 2, "draw": 2, "language": 2}
    assert served.totals == (0, 0, 0, 0)


def pinfu() -> TableReading:
    """Return a closed hand of Dana's that wins 8m with one yaku."""
    hand = SeatReading(3, seen("234m456p55789s67m"), winning=seen("8m")[0])
    return TableReading((hand,), indicators=seen("3s"))


def test_a_hand_of_riichi_costs_three_taps_however_it_ends(
    served: Served, browser: Browser
) -> None:
    visitor = served.sit_down("riichi").tap("Skip the machine")
    served.camera.reading = pinfu()
    served.service.watches = True
    spent = []
    with browser.new_context(viewport=PANEL, has_touch=True) as screen:
        finger = Finger(screen.new_page(), served.address)
        for taps in (("Dana wins", "Bo"), ("Exhaustive draw", "Nobody")):
            for words in taps:
                finger.tap(words)
            finger.tap("Confirm & next hand")
            finger.page.get_by_text("Last hand").first.wait_for()
            spent.append(finger.spent())
            visitor.go("/").tap("Skip the machine")
            finger.page.goto(served.address)
    assert spent == [3, 3]


SMALL = ((800, 480), (1024, 600))


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_winner_tiles_and_settle_are_in_sight_on_a_small_screen(
    served: Served, browser: Browser, width: int, height: int
) -> None:
    served.at_review(pinfu(), "riichi")
    viewport = {"width": width, "height": height}
    with browser.new_context(viewport=viewport, has_touch=True) as screen:  # type: ignore[arg-type]
        page = screen.new_page()
        page.goto(served.address)
        foot = page.locator("footer.actions").bounding_box()
        winner = page.locator(".winner").bounding_box()
        assert foot is not None
        assert winner is not None
        assert winner["y"] + winner["height"] <= foot["y"]


def test_one_tap_says_why_someone_pays(served: Served, browser: Browser) -> None:
    served.at_review(sheet_example()).tap("Score it")
    with touch_screen(browser) as screen:
        finger = Finger(screen.new_page(), served.address)
        finger.tap("Why? Aiko")
        finger.page.get_by_text("Aiko pays Dana 16").locator("visible=true").first.wait_for()
        assert finger.spent() == 1


def test_sounds_are_made_once_for_each_step(served: Served, browser: Browser) -> None:
    served.sit_down().tap("Skip the machine")
    with touch_screen(browser) as screen:
        screen.add_cookies([{"name": "sound", "value": "low", "url": served.address}])
        finger = Finger(screen.new_page(), served.address)
        assert finger.page.locator("body").get_attribute("data-sounded") == "ready"
        finger.page.reload()
        assert finger.page.locator("body").get_attribute("data-sounded") is None


def test_own_scripts_stay_small() -> None:
    scripts = (Path(kiosk.__file__).parent / "web" / "static" / "js").glob("*.js")
    assert sum(len(script.read_text("utf-8").splitlines()) for script in scripts) <= 1_200
