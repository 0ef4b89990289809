"""What the camera reads, over its picture, while it is read."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Site, enter_pin, open_screen
from tests.guards import PATIENCE_S
from tests.kiosk.api.program import Program, sit_down
from tests.kiosk.web.parlour import read_tiles
from vision.types import SeatReading, TableReading

pytestmark = pytest.mark.browser

LATER = "(before) => Number(document.querySelector('[data-look]')?.dataset.look) > before"
DRAWN = """(wanted) => {
  const outlines = [...document.querySelectorAll("[data-part=picture] polygon")];
  const colors = new Set(outlines.map((one) => getComputedStyle(one).stroke));
  const doubts = outlines.map((one) => one.getAttribute("class")).sort().join(" ");
  return doubts === wanted && colors.size === new Set(wanted.split(" ")).size;
}"""
"""Whether tiles are outlined with these doubts, each in a color of its own. All of
it is one query, as every look draws them again."""


def encode_grey(level: int) -> bytes:
    """Return a grey picture as the camera gives it."""
    is_encoded, jpeg = cv2.imencode(".jpg", np.full((90, 160, 3), level, np.uint8))
    assert is_encoded
    return jpeg.tobytes()


def lay(site: Site, codes: str, *doubts: float) -> None:
    """Let the camera read a hand of *codes*, its first tiles as sure as *doubts*."""
    tiles = list(read_tiles(codes))
    tiles[: len(doubts)] = [
        replace(tile, confidence=sure) for tile, sure in zip(tiles, doubts, strict=False)
    ]
    others = (SeatReading(1), SeatReading(2), SeatReading(3))
    site.camera.reading = TableReading((SeatReading(0, tuple(tiles)), *others))


def wait_for_look(page: Page) -> int:
    """Wait until *page* shows a look, and return its number."""
    page.wait_for_function(LATER, arg=0, timeout=1000 * PATIENCE_S)
    return int(page.locator("[data-look]").get_attribute("data-look") or 0)


def wait_for_outlines(page: Page, *doubts: str) -> None:
    """Wait until the tiles on *page* are outlined by these *doubts*."""
    page.wait_for_function(DRAWN, arg=" ".join(sorted(doubts)), timeout=1000 * PATIENCE_S)


def test_tiles_are_outlined_by_doubt_as_hands_are_laid_open(browser: Browser, site: Site) -> None:
    site.camera.picture = encode_grey(90)
    lay(site, "1m2m3m")
    program = Program(site.app)
    sit_down(program)
    program.do("call_win", seat=3)
    program.do("say_who", claims=[{"seat": 3, "by": "discard", "giver": 1}])
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.goto(site.address)
        first = wait_for_look(page)
        wait_for_outlines(page, "sure", "sure", "sure")
        lay(site, "1m2m3m4m", 0.7, 0.2)
        wait_for_outlines(page, "doubtful", "unknown", "sure", "sure")
        page.wait_for_function(LATER, arg=first, timeout=1000 * PATIENCE_S)
        page.get_by_text("Check: 1").wait_for(timeout=1000 * PATIENCE_S)


def test_a_camera_that_goes_dark_dims_its_last_picture_and_comes_back(
    browser: Browser, site: Site
) -> None:
    site.camera.picture = encode_grey(90)
    lay(site, "1m2m3m")
    site.operator_context.pin_lock.choose("2468")
    key = enter_pin(site.app, "2468")
    with open_screen(browser) as screen:
        screen.add_cookies([{"name": "session", "value": key, "url": site.address}])
        page = screen.new_page()
        page.goto(f"{site.address}/operator/camera")
        wait_for_look(page)
        site.camera.picture = b""
        page.locator(".look.stale").wait_for(timeout=1000 * PATIENCE_S)
        page.locator(".look svg").wait_for(state="hidden")
        site.camera.picture = encode_grey(160)
        page.locator(".look:not(.stale) svg").wait_for(timeout=1000 * PATIENCE_S)
