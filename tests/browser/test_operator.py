"""The operator's door by touch, and the camera's picture that renews itself."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served, touch_screen
from tests.browser.finger import until_it_hears
from tests.kiosk.api.program import Program, sit_down

pytestmark = pytest.mark.browser

NEWER = """(before) => {
  const picture = document.querySelector("img[data-still]");
  return picture.src.startsWith("blob:") && picture.src !== before;
}"""


def grey(level: int) -> bytes:
    """Return a grey picture as the camera gives it."""
    done, jpeg = cv2.imencode(".jpg", np.full((90, 160, 3), level, np.uint8))
    assert done
    return jpeg.tobytes()


def test_the_pin_is_entered_on_the_keypad(browser: Browser, served: Served) -> None:
    served.operator_context.pin_lock.choose("2468")
    with touch_screen(browser) as screen:
        page = screen.new_page()
        page.goto(f"{served.address}/operator/tokens")
        until_it_hears(page)
        for digit in "24680":
            page.locator(f"[data-digit='{digit}']").tap()
        page.locator("[data-digit='']").tap()
        page.locator("button.primary").tap()
        page.wait_for_url("**/operator/tokens")


def test_the_camera_is_shown_picture_after_picture(browser: Browser, served: Served) -> None:
    served.camera.picture = grey(90)
    program = Program(served.app)
    sit_down(program)
    program.do("call_win", seat=3)
    program.do("say_who", claims=[{"seat": 3, "by": "discard", "giver": 1}])
    with touch_screen(browser) as screen:
        page = screen.new_page()
        page.goto(served.address)
        page.wait_for_function(NEWER, arg="")
        first = page.locator("img[data-still]").get_attribute("src")
        served.camera.picture = grey(160)
        page.wait_for_function(NEWER, arg=first)
        assert page.locator("img[data-still]").get_attribute("src") != first


def test_the_touch_that_wakes_a_dark_screen_does_nothing_else(
    browser: Browser, served: Served
) -> None:
    with touch_screen(browser) as screen:
        page = screen.new_page()
        page.clock.install()
        page.goto(served.address)
        page.clock.fast_forward("03:01")
        page.locator("body.dark").wait_for()
        spot = page.locator("a.primary").bounding_box()
        assert spot is not None
        page.touchscreen.tap(spot["x"] + 20, spot["y"] + 20)
        page.locator("body:not(.dark)").wait_for()
        assert page.url == f"{served.address}/"
        page.touchscreen.tap(spot["x"] + 20, spot["y"] + 20)
        page.wait_for_url("**/new")
