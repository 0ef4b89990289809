"""Payments typed by touch, tables of five and of teams, and pages turned to another edge."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from kiosk.camera.image_store import ImageStore, Quota
from kiosk.session import Part
from kiosk.session.commands import EndPlay, SayPlay, Settle, StartPlay, WinOn, WriteRow
from kiosk.session.draft import Place
from tests.browser.conftest import LANDSCAPE, Served, touch_screen
from tests.browser.drawn import AXE, FAULTS, TAP, Look, draw, faults
from tests.browser.finger import tap, until_it_hears
from tests.browser.ways import Screen, Way, do
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.web.parlour import NAMES, sheet_example
from tests.kiosk.web.test_many_seats import at_review
from tests.kiosk.web.views.test_screen_late_facts import settled

pytestmark = pytest.mark.browser

LOOKS = (
    Look("en", "landscape", "normal"),
    Look("ja", "small", "large"),
    Look("zh-Hans", "phone", "normal"),
    Look("zh-Hant", "portrait", "large"),
)
TEAMS = {"finish": [0, 2], "bombs": []}


def typed(served: Served) -> Way:
    """Type what a hand pays, and look at it in the ledger with its picture."""
    picture = cv2.imencode(".jpg", np.full((360, 640, 3), 90, np.uint8))[1].tobytes()
    served.camera.picture = picture
    folder = served.operator_context.settings.stills
    served.service.camera_worker.image_store = ImageStore(folder, Quota(), TickingClock())
    visitor = served.at_review(sheet_example()).tap("Settle")
    yield Screen("form", "/by-hand/")
    visitor.tap("Agreed otherwise")
    visitor.tap("Show what is paid", points=["-900", "", "0", "300"], note="so agreed")
    yield Screen("typed settlement")
    visitor.tap("Confirm & next hand")
    yield Screen("hand with its picture", visitor.go("/ledger/").find("Dana wins").href)


def five(served: Served) -> Way:
    """Settle a hand of five players."""
    at_review(served, "five-player-1", 5)
    do(served, WriteRow(Place(Part.HAND, 1), "234m567m345p12f67s"), WinOn(1, "8s"), Settle())
    yield Screen("settlement of five")
    yield Screen("form of five", "/by-hand/")
    served.visitor().tap("Confirm & next hand")
    yield Screen("ledger of five", "/ledger/")


def teams(served: Served) -> Way:
    """Settle a hand of two teams."""
    served.visitor().go("/new/shuangkou/seats").tap("Start", name=list(NAMES))
    do(served, StartPlay(), EndPlay())
    yield Screen("teams to be told")
    do(served, SayPlay(TEAMS), Settle())
    yield Screen("settlement of teams")


def prizes(served: Served) -> Way:
    """Type what a hand pays in a game that has prizes beside the points."""
    at_review(served, "ataki-b", 4)
    yield Screen("form with prizes", "/by-hand/")


def offers(served: Served) -> Way:
    """Look at what may still be said of a win."""
    settled(served, "Self-draw").tap("Riichi (立直)")
    yield Screen("offers")


TYPED_WAYS = (typed, five, teams, prizes, offers)


@pytest.mark.parametrize("way", TYPED_WAYS, ids=lambda way: str(way.__name__))
def test_these_screens_fit_a_finger_at_every_size(
    served: Served, browser: Browser, way: Callable[[Served], Way]
) -> None:
    with browser.new_context(has_touch=True) as context:
        context.add_init_script(AXE.read_text("utf-8"))
        page = context.new_page()
        found = [one for screen in way(served) for one in wrong(page, served.address, screen)]
    assert found == []


def wrong(page: Page, address: str, screen: Screen) -> list[str]:
    """Return what is wrong with *screen* in each of `LOOKS`."""
    told = []
    for look in LOOKS:
        draw(page, address, screen, look)
        told += [f"{screen.name}: {fault} ({look})" for fault in faults(page)]
    page.goto("about:blank")  # its stream ends before the table goes on
    return told


def figure(page: Page, name: str) -> str:
    """Return what stands in the field of *name*."""
    return page.get_by_label(f"Points of {name}").input_value()


def test_points_are_typed_on_the_screen_and_always_add_up(served: Served, browser: Browser) -> None:
    served.at_review(sheet_example()).tap("Settle")
    with touch_screen(browser) as screen:
        page = screen.new_page()
        page.goto(f"{served.address}/by-hand/")
        until_it_hears(page)
        page.get_by_label("Points of Aiko").tap()
        for key in ("4", "0", "Plus or minus"):
            tap(page, key, exact=True)
        assert figure(page, "Aiko") == "−40"
        assert page.locator("[data-left]").inner_text().startswith("Still to give: +24")
        tap(page, "Dana takes the rest")
        assert figure(page, "Dana") == "+120"
        tap(page, "Show what is paid")
        page.get_by_text("These payments were typed by hand.").wait_for()
        tap(page, "Confirm & next hand")
        page.get_by_text("Last hand").first.wait_for()
    assert served.totals == (-40, -16, -64, 120)


TURNED_FAULTS = ("the primary button",)
"""What the rulers say of a page that stands upright only."""


@pytest.mark.parametrize("edge", [1, 2, 3])
def test_a_turned_page_is_whole_and_hears_taps(served: Served, browser: Browser, edge: int) -> None:
    served.sit_down().tap("Play by hand")
    with touch_screen(browser) as screen:
        screen.add_cookies([{"name": "turn", "value": str(edge), "url": served.address}])
        page = screen.new_page()
        page.goto(served.address)
        told = page.evaluate(FAULTS, TAP)
        assert [fault for fault in told if not fault.startswith(TURNED_FAULTS)] == []
        assert foot_of(page) == edge
        tap(page, "Dana wins")
        page.get_by_role("button", name="Self-draw", exact=True).wait_for()


def test_one_tap_turns_a_flat_screen_to_a_seat(served: Served, browser: Browser) -> None:
    served.sit_down()
    with touch_screen(browser, java_script_enabled=False) as screen:
        screen.add_cookies([{"name": "lies", "value": "flat", "url": served.address}])
        page = screen.new_page()
        page.goto(served.address)
        for wind, edge in (("S", 1), ("N", 3), ("E", 0)):
            page.get_by_role("button", name=f"Turn to {wind}", exact=True).tap()
            page.locator(f".place-0.seat-{edge}").wait_for()
            assert foot_of(page) == edge


def foot_of(page: Page) -> int:
    """Return the edge of the screen at which the page's footer lies, counter-clockwise from 0."""
    box = page.locator("footer.actions").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    width, height = LANDSCAPE["width"], LANDSCAPE["height"]
    return max(range(4), key=[y / height, x / width, 1 - y / height, 1 - x / width].__getitem__)
