"""The language of a screen in two taps, drawn with the font of its place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from kiosk.i18n import LANGUAGE_NAMES
from tests.browser.conftest import LANDSCAPE, Site
from tests.browser.finger import wait_until_ready

pytestmark = pytest.mark.browser

SIZES = (LANDSCAPE, {"width": 390, "height": 844})
INSIDE = """
(menu) => {
  const box = menu.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}
"""
DRAWN = """
() => [...document.fonts].filter((face) => face.status === "loaded")
  .map((face) => face.family.replaceAll('"', ""))
"""
READY = """
async () => {
  document.body.getBoundingClientRect();  // what is not laid out asks for no font
  await document.fonts.ready;
}
"""


def choose(page: Page, language: str) -> None:
    """Tap the menu, then the name of *language*; the menu must lie on the screen."""
    wait_until_ready(page)
    menu = page.locator("details.menu", has=page.locator(f"[lang={language}]"))
    menu.locator("summary").tap()
    assert menu.locator(".sheet").evaluate(INSIDE)
    menu.get_by_role("button", name=LANGUAGE_NAMES[language]).tap()
    page.locator(f"html[lang={language}]").wait_for()
    page.evaluate(READY)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_two_taps_speak_another_language_in_its_own_font(
    site: Site, browser: Browser, size: dict[str, int]
) -> None:
    address = f"{site.address}/new/wuhan"
    with browser.new_context(viewport=size, has_touch=True) as screen:  # type: ignore[arg-type]
        page = screen.new_page()
        page.goto(address)
        for language in ("zh-Hant", "zh-Hans", "ja", "en"):
            choose(page, language)
            assert page.url == address
            assert f"Jantaku {language}" in page.evaluate(DRAWN)
        page.goto("about:blank")
