"""A table's corners tapped in a real browser, at each width at which the still is drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from hw_sim.camera import SimCamera
from kiosk.camera.corner_taps import CORNERS, Tapping, pixels
from tests.browser.conftest import ServedHouse, open_screen
from tests.browser.drawn import SIZES
from tests.browser.finger import wait_until_ready
from tests.browser.ways_of_house import FOUR, PIN
from vision.calibration import Calibration

pytestmark = pytest.mark.browser

PICTURE = (1920, 1080)
FIRST = "/operator/camera/corners"
TRUE = tuple(pixels(FOUR))
TRUE_MM = 5.0
PLACES = np.array([[0.0, 0.0], [350.0, 350.0], [-350.0, 330.0], [120.0, -380.0]])
WIDTHS = {"small": 480, "portrait": 720, "phone": 320}


def tap_still(page: Page, x: float, y: float) -> None:
    """Tap the still at a share of its width and height."""
    wait_until_ready(page)
    still = page.locator("input.sight:visible")
    still.scroll_into_view_if_needed()
    box = still.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])


def read_field(address: str, name: str) -> str:
    """Return the field *name* of *address*."""
    return parse_qs(urlsplit(address).query)[name][0]


def tap_corner(page: Page, at: tuple[int, int]) -> None:
    """Tap a corner roughly, then exactly."""
    x, y = at[0] / PICTURE[0], at[1] / PICTURE[1]
    tap_still(page, x, y)
    page.wait_for_url("**near=*")
    left, top, width, height = Tapping(near=pixels(read_field(page.url, "near"))[0]).box(PICTURE)
    tap_still(page, (at[0] + 0.5 - left) / width, (at[1] + 0.5 - top) / height)
    page.wait_for_url(lambda address: "near=" not in address)


@pytest.fixture
def operator(served_house: ServedHouse, browser: Browser) -> Iterator[Page]:
    """Yield a page of someone who has unlocked the operator's pages, before the first corner."""
    served_house.operator_context.pin_lock.choose(PIN)
    key = served_house.operator_cookie(PIN)
    with open_screen(browser) as screen:
        screen.add_cookies([{"name": "session", "value": key, "url": served_house.address}])
        page = screen.new_page()
        page.goto(f"{served_house.address}{FIRST}")
        yield page


def test_four_corners_are_tapped_by_a_finger_and_stored(
    served_house: ServedHouse, operator: Page
) -> None:
    for place, at in zip(CORNERS, TRUE, strict=True):
        assert place.replace("_", " ") in operator.locator("h1").inner_text().lower()
        tap_corner(operator, at)
    wait_until_ready(operator)
    operator.locator("footer .primary").focus()
    operator.keyboard.press("Enter")
    operator.locator(".banner.good").wait_for()
    text = (served_house.operator_context.settings.data_dir / "calibration.json").read_text("utf-8")
    calibration = Calibration.from_json(json.loads(text))
    points = calibration.to_table(SimCamera(seed=1).calibration.to_pixels(PLACES))
    assert np.hypot(*(points - PLACES).T).max() < TRUE_MM


@pytest.mark.parametrize("size", ["small", "portrait", "phone"])
def test_other_screens_draw_the_still_otherwise_and_mean_the_same(
    operator: Page, size: str
) -> None:
    operator.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
    still = operator.locator("input.sight:visible")
    assert still.evaluate("it => it.width") == WIDTHS[size]
    tap_corner(operator, TRUE[0])
    (point,) = pixels(read_field(operator.url, "points"))
    assert np.abs(np.subtract(point, TRUE[0])).max() <= 1


def test_a_page_without_scripts_takes_taps_too(served_house: ServedHouse, browser: Browser) -> None:
    served_house.operator_context.pin_lock.choose(PIN)
    key = served_house.operator_cookie(PIN)
    with open_screen(browser, java_script_enabled=False) as screen:
        screen.add_cookies([{"name": "session", "value": key, "url": served_house.address}])
        page = screen.new_page()
        page.goto(f"{served_house.address}{FIRST}")
        box = page.locator("input.on-720").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + 200, box["y"] + 100)
        page.wait_for_url("**near=534x268")
