"""A finger on the touch screen: it waits until the screen hears, taps, holds and counts."""

from __future__ import annotations

import contextlib
import time

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as NotInTime

from tests.guards import PATIENCE_S

TAPS = 4
LOOK_MS = 5_000
PAUSE_MS = 30
HOLD_MS = 1_400
HEARS = """() => Boolean(document.documentElement.dataset.hears)
  || matchMedia("(scripting: none)").matches"""


def wait_until_ready(page: Page) -> None:
    """Wait until *page* takes taps: the first 350 ms belong to the screen before."""
    deadline = time.monotonic() + PATIENCE_S
    while not page.evaluate(HEARS):
        assert time.monotonic() < deadline, f"{page.url} never took a tap"
        page.wait_for_timeout(PAUSE_MS)


def find_button(page: Page, words: str, *, exact: bool = False) -> Locator:
    """Return what says *words* and can be tapped."""
    match = page.get_by_role("button", name=words, exact=exact)
    return match.or_(page.get_by_role("link", name=words, exact=exact))


def tap(page: Page, words: str, *, place: int = 0, exact: bool = False) -> None:
    """Tap what says *words*, as a finger would after looking."""
    target = find_button(page, words, exact=exact).nth(place)
    target.wait_for()
    wait_until_ready(page)
    target.tap()


def tap_to(page: Page, words: str, next_words: str) -> None:
    """Tap what says *words* until *next_words* comes up: a page may change under the finger."""
    target = find_button(page, next_words).first
    for _ in range(TAPS):
        tap(page, words)
        with contextlib.suppress(NotInTime):
            target.wait_for(timeout=LOOK_MS)
            return
    target.wait_for()


def hold(page: Page, words: str) -> None:
    """Press what says *words* until its bar is full."""
    target = page.get_by_role("button", name=words, exact=True)
    target.wait_for()
    wait_until_ready(page)
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.wait_for_timeout(HOLD_MS)
    page.mouse.up()


class Finger:
    """Taps and counts."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.taps = 0
        page.goto(address)

    def tap(self, words: str, *, exact: bool = False) -> None:
        """Tap what says *words*."""
        target = find_button(self.page, words, exact=exact)
        target = target.or_(self.page.locator(f"summary[aria-label*='{words}']")).first
        target.wait_for()
        wait_until_ready(self.page)
        target.tap()
        self.taps += 1

    def hold(self, words: str) -> None:
        """Hold what says *words*: one tap, a long one."""
        hold(self.page, words)
        self.taps += 1

    def read_taps(self) -> int:
        """Return the number of taps since the last call."""
        taps, self.taps = self.taps, 0
        return taps
